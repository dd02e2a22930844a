"""The checks a rule may ask for, each in its own module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from prancha.checks.rules.checks import (
    rule_balance,
    rule_count,
    rule_distribution,
    rule_expression,
    rule_geometry,
    rule_listing,
    rule_matrix,
    rule_monotone,
    rule_odds,
    rule_per_player,
    rule_reference,
    rule_sequence,
    rule_sum,
    rule_supply,
    rule_terms,
    rule_total,
    rule_unique,
    rule_values,
    rule_within,
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
    "balance": rule_balance,
    "count": rule_count,
    "distribution": rule_distribution,
    "expression": rule_expression,
    "geometry": rule_geometry,
    "listing": rule_listing,
    "matrix": rule_matrix,
    "monotone": rule_monotone,
    "odds": rule_odds,
    "per_player": rule_per_player,
    "reference": rule_reference,
    "sequence": rule_sequence,
    "sum": rule_sum,
    "supply": rule_supply,
    "terms": rule_terms,
    "total": rule_total,
    "unique": rule_unique,
    "values": rule_values,
    "within": rule_within,
}
