from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rule_games import Written, make_game

from prancha.checks import rules
from prancha.model.diagnostic import Diagnostic

Findings = Callable[..., tuple[Diagnostic, ...]]


@pytest.fixture
def check() -> Findings:
    """Check one rule, given as its kind and parameters, against families of rows."""

    def run(
        kind: str,
        given: Any,
        families: dict[str, Any] | None = None,
        tables: dict[str, Any] | None = None,
        **more: Any,
    ) -> tuple[Diagnostic, ...]:
        rule = {"id": "r", "says": "It is so.", "source": "Box", kind: given, **more.pop("rule", {})}
        game = make_game(families or {}, tables or {}, **more)
        return rules.check(game, Written({"rules": [rule]}), more.get("icons"))

    return run


@pytest.fixture
def check_file() -> Findings:
    """Check the data of a whole rules file against a game with one card."""

    def run(data: Any, families: dict[str, Any] | None = None) -> tuple[Diagnostic, ...]:
        return rules.check(make_game(families or {"cards": [{"id": "a", "n": 1}]}, {}), Written(data))

    return run


@pytest.fixture
def only(check: Findings) -> Callable[..., Diagnostic]:
    """The one finding of a rule."""

    def run(*given: Any, **more: Any) -> Diagnostic:
        found = check(*given, **more)
        assert len(found) == 1, [str(one) for one in found]
        return found[0]

    return run
