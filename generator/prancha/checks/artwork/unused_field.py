"""A field of a family's items that no template ever read.

Data that nobody sees is either forgotten on the face or left over.  Fields that a rule names count
as used, and so do those the ids are made of, and those by which rows are sorted, left out or worked out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Printed
from prancha.model.diagnostic import nearest
from prancha.model.game import Family, Item

CODE = "unused-field"
OPTIONS: Mapping[str, Any] = {}
_COUNTS = frozenset("amount copy count number pieces qtd qty quantidade quantity".split())
_LEFT_OVER = "print it, check it with a rule, or remove it"
_COPIES = f'how many there are of a piece is its "copies"; else {_LEFT_OVER}'


def look(printed: Printed, _: Mapping[str, Any]) -> Iterator[FaceFinding]:
    """Yield every unread field once for its family, at the first item that has it."""
    for family in printed.game.families:
        asked = printed.used.fields.get(family.id, frozenset())
        read = asked | printed.elsewhere | printed.checked | family.worked
        first: dict[str, Item] = {}
        for item in family.items:
            if not item.fields.keys() - read <= first.keys():
                for name in item.fields:
                    if name not in read:
                        first.setdefault(name, item)
        for name, item in first.items():
            near = nearest(name, {one for one in asked if not _has_own(item, one)}, 0.75)
            if not _in_ids(family, name):
                yield FaceFinding(
                    CODE,
                    "warning",
                    f'no template reads the field "{name}" of {family.id}, and no rule names it',
                    hint=_COPIES
                    if name.lower() in _COUNTS
                    else f'did you mean "{near}"? Else {_LEFT_OVER}'
                    if near
                    else _LEFT_OVER,
                    item=item.key,
                    family=family.id,
                    template=family.template,
                    text=name,
                    about=name,
                    place=item.where(name),
                )


def _has_own(item: Item, name: str) -> bool:
    """Return whether an item has a field of its own, not one that the defaults give to all."""
    place = item.where(name)
    return name in item.fields and place.file == item.place.file and place.line >= item.place.line


def _in_ids(family: Family, name: str) -> bool:
    return all(str(item.fields.get(name, item.id)) in item.id for item in family.items)
