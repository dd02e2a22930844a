"""Sentences of findings: which items, with their places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prancha.checks.rules.fields import show
from prancha.model.diagnostic import Place
from prancha.model.game import Item
from prancha.model.values import line

GAME, FAMILY = "game", "family"
NOT_PRINTED = (GAME, FAMILY)
"""What stands in an item's `family` where it is the game or a family itself."""
NAMED = 12
"""How many items a message names before it counts the rest."""


def name_items(item: Item, field: str = "", note: str = "") -> str:
    """`red-pink 5 (components/aperiodik/tiles.yaml:12)`."""
    at = line(place(item, field))
    return item.id + (f" {note}" if note else "") + (f" ({at})" if at else "")


def at_place(item: Item, path: str) -> str:
    """An item's name with the place of a field; of the game's or a family's own values the path."""
    if item.family not in NOT_PRINTED:
        return name_items(item, path)
    at = line(place(item, path))
    owner = "" if item.family == GAME else f"{item.id}."
    return f"{owner}{path}" + (f" ({at})" if at else "")


def with_copies(items: Sequence[Item], *fields: str) -> str:
    """Items with their numbers of copies and places, for a count that is wrong.

    A count by `fields` is also wrong where one of these is; their lines are added: `tiles.yaml:12,14`.
    """
    return list_names(_counted(item, fields) for item in items)


def _counted(item: Item, fields: Sequence[str]) -> str:
    at = place(item, "copies")
    if at.line < item.place.line:  # inherited from what stands above all items
        fields, at = ("copies", *fields), item.place
    lines = dict.fromkeys([at.line, *(place(item, field).line for field in fields)])
    where = f" ({line(at)}{''.join(f',{number}' for number in list(lines)[1:])})" if line(at) else ""
    return f"{item.id} {item.copies}{where}"


def with_places(items: Sequence[Item], field: str = "") -> str:
    """Items with the places of `field`."""
    return list_names(name_items(item, field) for item in items)


def list_names(names: Iterable[str]) -> str:
    """A list of at most `NAMED` names, then how many more."""
    names = list(names)
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def plural(number: float | None, noun: str) -> str:
    """`1 piece`, `2 pieces`, `0 copies`; a bare number without a noun."""
    if number == 1 or not noun:
        return f"{show(number)} {noun}".rstrip()
    return f"{show(number)} {noun[:-1] + 'ies' if noun.endswith('y') else noun + 's'}"


def place(item: Item, field: str) -> Place:
    """Where the dotted `field` stands in the catalogue: as deep as its places reach, else the item."""
    steps = field.split(".") if field else []
    for length in range(len(steps), 0, -1):
        found = item.places.get(".".join(steps[:length]))
        if found is not None:
            return found
    return item.place
