"""What `prancha stats` tells, for the page: fields counted, two against each other, odds of a draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from prancha.checks.inventory.statistics import cross_table, draw_table, family_statistics, values_of
from prancha.model.game import Family, Game

MOST_DRAWN = 500
"""Pieces in a draw: the odds are exact, and no hand is larger."""
MOST_KINDS = 10
"""Fields that a hit may be told by."""


def statistics(game: Game, lang: str) -> list[Any]:
    """Every family with all its fields."""
    return [msgspec.to_builtins(family_statistics(game, family, lang)) for family in game.families]


def crossed(game: Game, asked: Mapping[str, Any]) -> Any:
    """Copies of a family by two fields; raises LookupError for what it has not."""
    family = _family(game, asked)
    down, across = (_field(family, asked.get(name)) for name in ("down", "across"))
    return msgspec.to_builtins(cross_table(family, down, across))


def drawn(game: Game, asked: Mapping[str, Any]) -> Any:
    """The odds of a draw; raises LookupError for what cannot be drawn."""
    family, draws, where = _family(game, asked), asked.get("draw"), asked.get("where")
    replaced = asked.get("replace") is True
    if not isinstance(draws, int) or isinstance(draws, bool) or not 1 <= draws <= MOST_DRAWN:
        raise LookupError("draw")
    if draws > family.copies and not replaced:
        raise LookupError("draw")
    if not isinstance(where, dict) or not 0 < len(where) <= MOST_KINDS:
        raise LookupError("where")
    wanted = {_field(family, name): _values(values) for name, values in where.items()}
    return msgspec.to_builtins(draw_table(family, wanted, draws, replaced=replaced))


def _family(game: Game, asked: Mapping[str, Any]) -> Family:
    for family in game.families:
        if family.id == asked.get("family"):
            return family
    raise LookupError("family")


def _field(family: Family, name: object) -> str:
    if not isinstance(name, str) or not any(values_of(item, name) for item in family.items):
        raise LookupError("field")
    return name


def _values(values: object) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise LookupError("values")
    return values
