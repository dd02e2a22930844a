"""The checks a rule may ask for, each in its own module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Protocol

from prancha.checks.rules.rule import Rule
from prancha.model.diagnostic import Diagnostic

KINDS = (
    "balance",
    "box",
    "count",
    "distribution",
    "expression",
    "geometry",
    "listing",
    "matrix",
    "monotone",
    "odds",
    "per_player",
    "reference",
    "sequence",
    "sum",
    "supply",
    "terms",
    "total",
    "unique",
    "values",
    "within",
)


class RuleCheck(Protocol):
    """A kind of check: its code, the parameters it knows, and its rationale as docstring."""

    CODE: str
    PARAMETERS: frozenset[str]
    __doc__: str | None

    def check(self, rule: Rule) -> Iterator[Diagnostic]:
        """Yield what is wrong; BadRuleError when the rule cannot be checked."""


class _Checks(Mapping[str, RuleCheck]):
    """The module of each kind, imported when a rule asks for it: games use few."""

    def __getitem__(self, kind: str) -> RuleCheck:
        if kind not in KINDS:
            raise KeyError(kind)
        module: Any = import_module(f"{__name__}.rule_{kind}")
        check: RuleCheck = module
        return check

    def __contains__(self, kind: object) -> bool:
        return kind in KINDS

    def __iter__(self) -> Iterator[str]:
        return iter(KINDS)

    def __len__(self) -> int:
        return len(KINDS)


CHECKS = _Checks()
