"""The checks a rule may ask for, each in its own module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from prancha.checks.rules.checks import (
    balance,
    count,
    distribution,
    expression,
    geometry,
    listing,
    matrix,
    monotone,
    odds,
    per_player,
    reference,
    sequence,
    sum,
    supply,
    total,
    unique,
    values,
    within,
)
from prancha.checks.rules.rule import Rule
from prancha.model.diagnostic import Diagnostic


class RuleCheck(Protocol):
    """A kind of check: its code, the parameters it knows, and its rationale as docstring."""

    CODE: str
    PARAMETERS: frozenset[str]
    __doc__: str | None

    def check(self, rule: Rule) -> Iterator[Diagnostic]:
        """Yield what is wrong; BadRuleError when the rule cannot be checked."""


CHECKS: Mapping[str, RuleCheck] = {
    "balance": balance,
    "count": count,
    "distribution": distribution,
    "expression": expression,
    "geometry": geometry,
    "listing": listing,
    "matrix": matrix,
    "monotone": monotone,
    "odds": odds,
    "per_player": per_player,
    "reference": reference,
    "sequence": sequence,
    "sum": sum,
    "supply": supply,
    "total": total,
    "unique": unique,
    "values": values,
    "within": within,
}
