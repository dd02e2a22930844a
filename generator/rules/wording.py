"""Sentences of findings: which items, with their places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.model.diagnostic import Place
from generator.model.game import Item

NAMED = 12
"""How many items a message names before it counts the rest."""


def line(place: Place) -> str:
    """`file:line`, or nothing for a value without a place."""
    return f"{place.file}:{place.line}" if place.line else place.file


def named(item: Item, field: str = "", note: str = "") -> str:
    """`red-pink 5 (components/aperiodik/tiles.yaml:12)`."""
    at = line(place(item, field))
    return item.id + (f" {note}" if note else "") + (f" ({at})" if at else "")


def with_copies(items: Sequence[Item]) -> str:
    """Items with their numbers of copies and places, for a count that is wrong."""
    return listed(named(item, "copies", str(item.copies)) for item in items)


def with_places(items: Sequence[Item], field: str = "") -> str:
    """Items with the places of `field`."""
    return listed(named(item, field) for item in items)


def listed(names: Iterable[str]) -> str:
    """A list of at most `NAMED` names, then how many more."""
    names = list(names)
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def plural(number: object, noun: str) -> str:
    """`1 piece`, `2 pieces`, `0 copies`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun[:-1] + 'ies' if noun.endswith('y') else noun + 's'}"


def place(item: Item, field: str) -> Place:
    """Where the root of dotted `field` stands in the catalogue, or the item."""
    return item.where(field.split(".")[0]) if field else item.place
