"""The checks a rule may ask for, by kind; their modules are imported when a rule asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from prancha.checks.rules.rule import RuleCheck

_MODULES = {
    "counting_checks": "count distribution per_player supply total",
    "pattern_checks": "geometry matrix reference sequence",
    "rule_box": "box",
    "rule_odds": "odds",
    "rule_terms": "terms",
    "rule_unique": "unique",
    "value_checks": "balance expression listing monotone sum values within",
}
_KINDS = dict(sorted((kind, module) for module, kinds in _MODULES.items() for kind in kinds.split()))
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
