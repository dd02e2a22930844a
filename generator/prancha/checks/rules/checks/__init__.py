"""The checks a rule may ask for, by kind; their modules are imported when a rule asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from prancha.checks.rules.rule import RuleCheck

_KINDS = {
    "balance": "value_checks",
    "box": "rule_box",
    "count": "counting_checks",
    "distribution": "counting_checks",
    "expression": "value_checks",
    "geometry": "pattern_checks",
    "listing": "value_checks",
    "matrix": "pattern_checks",
    "monotone": "value_checks",
    "odds": "rule_odds",
    "per_player": "counting_checks",
    "reference": "pattern_checks",
    "sequence": "pattern_checks",
    "sum": "value_checks",
    "supply": "counting_checks",
    "terms": "rule_terms",
    "total": "counting_checks",
    "unique": "rule_unique",
    "values": "value_checks",
    "within": "value_checks",
}
"""The module of each kind."""


class _Checks(Mapping[str, RuleCheck]):
    def __getitem__(self, kind: str) -> RuleCheck:
        module: Any = import_module(f"{__name__}.{_KINDS[kind]}")
        check: RuleCheck = getattr(module, f"check_{kind}")
        return check

    def __contains__(self, kind: object) -> bool:
        return kind in _KINDS

    def __iter__(self) -> Iterator[str]:
        return iter(_KINDS)

    def __len__(self) -> int:
        return len(_KINDS)


CHECKS = _Checks()
