"""Where each card stands on the sheets of its deck: where it stood before, as long as there is a sheet.

A saved table knows a card by a number, deck key x 100 + slot.  So a card keeps its key and slot
over all revisions; the slot of a card that is gone stays its own, empty, and new cards come after all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prancha.export.raster import Size, pixels
from prancha.model.outline import Outline

MOST_SIDE = 4096
"""Pixels of a side of a sheet (kb.tabletopsimulator.com, asset creation)."""
DPI = 300
_ROWS: Mapping[int, int] = {1: 1, 5: 3, 10: 7}
"""Rows a sheet may have, by its columns: 10 x 7 is the most that the program takes."""
_FIRST_KEY = 1


class CardSheet(Struct, frozen=True):
    """A sheet of a deck: its key, how many columns it has, and whose each slot is, now or in the past."""

    key: int
    family: str
    columns: int
    slots: tuple[str, ...]

    @property
    def rows(self) -> int:
        """How many rows there are cards in."""
        return max(1, -(-len(self.slots) // self.columns))

    @property
    def room(self) -> int:
        """How many more cards find a slot."""
        return self.columns * _ROWS[self.columns] - len(self.slots)

    def card(self, slot: int) -> int:
        """The number by which the program knows a card."""
        return self.key * 100 + slot

    def box(self, slot: int, cell: Size) -> tuple[int, int]:
        """The left and upper pixel of a slot."""
        row, column = divmod(slot, self.columns)
        return column * cell[0], row * cell[1]


def cell_size(outline: Outline, columns: int) -> Size:
    """Pixels of a card on a sheet of so many columns: 300 dpi, or what there is room for."""
    most_wide, most_high = MOST_SIDE // columns, MOST_SIDE // _ROWS[columns]
    width, height = pixels(outline.width, DPI), pixels(outline.height, DPI)
    if width > most_wide:
        width, height = most_wide, max(1, round(most_wide * outline.height / outline.width))
    if height > most_high:
        width, height = max(1, round(most_high * outline.width / outline.height)), most_high
    return width, height


def remembered(earlier: Mapping[str, Any]) -> tuple[CardSheet, ...]:
    """The sheets of the last export; raises msgspec.ValidationError or ValueError where they are none."""
    sheets = msgspec.convert(earlier.get("sheets", []), tuple[CardSheet, ...])
    for sheet in sheets:
        if sheet.columns not in _ROWS or sheet.room < 0 or sheet.key < _FIRST_KEY:
            raise ValueError(f"sheet {sheet.key} has no such slots")
    if len({sheet.key for sheet in sheets}) < len(sheets):
        raise ValueError("two sheets have one key")
    return sheets


def allotted(decks: Mapping[str, Sequence[str]], before: Sequence[CardSheet]) -> tuple[CardSheet, ...]:
    """Sheets with a slot for each id of each family, those of `before` where they were.

    Sheets without cards are kept in the list, so that their keys are not given again.
    """
    sheets = list(before)
    key = max((sheet.key for sheet in sheets), default=_FIRST_KEY - 1)
    for family, ids in decks.items():
        placed = {name for sheet in sheets if sheet.family == family for name in sheet.slots}
        new = [name for name in ids if name not in placed]
        for place, sheet in enumerate(sheets):
            if sheet.family == family and new:
                room = sheet.room
                sheets[place] = replace(sheet, slots=(*sheet.slots, *new[:room]))
                new = new[room:]
        for slots in _parts(new):
            key += 1
            sheets.append(CardSheet(key, family, _columns(len(slots)), slots))
    return tuple(sheets)


def _parts(ids: Sequence[str]) -> Iterator[tuple[str, ...]]:
    most = 10 * _ROWS[10]
    for start in range(0, len(ids), most):
        yield tuple(ids[start : start + most])


def _columns(count: int) -> int:
    """A small deck has large pictures, and room for a few more cards."""
    return 1 if count == 1 else 5 if count <= 12 else 10
