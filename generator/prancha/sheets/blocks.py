"""Blocks of equal pieces in rows, circles and hexagons in shifted ones."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from itertools import product

from msgspec import Struct

from prancha.model.outline import SQRT3, Outline
from prancha.model.units import Mm
from prancha.sheets.layout import EPSILON, Rect, fitting, spill
from prancha.sheets.single import uniform_outset

UNLIKE_GAP: Mm = 2.0
"""Between boxes of which families or backs differ, where it takes no more sheets."""
LOOSE_GAP: Mm = 3.0
"""Between pieces that are cut out by scissors, of one kind only where it takes no more sheets."""


class Lot(Struct, frozen=True, dict=True):
    """`count` equal pieces, `gap` apart; `unlike` ones differ in what is printed on them."""

    outline: Outline
    bleed: Mm
    gap: Mm
    count: int
    unlike: bool = False

    @cached_property
    def outset(self) -> Mm:
        """The bleed that pieces cut out by scissors always keep; boxes get theirs from their neighbours."""
        return 0.0 if self.outline.is_box else uniform_outset(self.outline, self.bleed, self.gap)

    @cached_property
    def reach(self) -> Mm:
        """How far that bleed goes beyond the box, mitred corners included."""
        return spill(self.outline, self.outset)

    @cached_property
    def cell(self) -> tuple[Mm, Mm, Mm]:
        """Width and height a piece takes, bleed of scissors work included, and the gap between such cells."""
        reach = self.reach
        return self.outline.width + 2 * reach, self.outline.height + 2 * reach, max(0.0, self.gap - 2 * reach)

    @property
    def roomy(self) -> Mm:
        """The gap that makes them easy to cut out."""
        return LOOSE_GAP if not self.outline.is_box else UNLIKE_GAP if self.unlike else 0.0

    @property
    def area(self) -> float:
        """What all pieces take of a page at least, in mm2: shifted rows never save half of the boxes."""
        whole = self.outline.width * self.outline.height * self.count
        return whole if self.outline.is_box else whole / 2


class Block(Struct, frozen=True):
    """Rows `step` apart of `columns` pieces, in odd rows `shifted` of them, moved by half a pitch.

    Rows run down the page instead where `across` is false.
    """

    lot: int
    left: Mm
    top: Mm
    columns: int
    shifted: int
    rows: int
    count: int
    width: Mm
    height: Mm
    pitch: Mm
    step: Mm
    shift: Mm
    turn: float
    across: bool = True

    @property
    def box(self) -> Rect:
        """Left, top, right, bottom of the block."""
        long = (self.columns - 1) * self.pitch + self.width
        if self.rows > 1:
            long = max(long, self.shift + (self.shifted - 1) * self.pitch + self.width)
        short = (self.rows - 1) * self.step + self.height
        w, h = (long, short) if self.across else (short, long)
        return self.left, self.top, self.left + w, self.top + h

    @property
    def holes(self) -> int:
        """Places of the block that stay empty."""
        return (self.rows + 1) // 2 * self.columns + self.rows // 2 * self.shifted - self.count

    def slots(self) -> Iterator[tuple[Mm, Mm, float]]:
        """Centre and turn of each piece."""
        left = self.count
        for row in range(self.rows):
            start = self.shift if row % 2 else 0.0
            for column in range(min(left, self.shifted if row % 2 else self.columns)):
                u = start + column * self.pitch + self.width / 2
                v = row * self.step + self.height / 2
                x, y = (u, v) if self.across else (v, u)
                yield self.left + x, self.top + y, self.turn
                left -= 1


def blocks_in(lot: Lot, place: Rect, wanted: int, index: int = 0) -> Iterator[Block]:
    """The ways in which up to `wanted` pieces of a lot may lie in a place; `index` is that of the lot."""
    across, down = place[2] - place[0], place[3] - place[1]
    wide, high, gap = lot.cell
    if lot.outline.shape in ("circle", "hexagon"):
        yield from _shifted(lot, index, wanted, place)
    for turn in (0.0, 90.0):
        width, height = (high, wide) if turn else (wide, high)
        columns, rows = fitting(across, width, gap), fitting(down, height, gap)
        for used in range(1, columns + 1):
            most = min(rows, math.ceil(wanted / used))
            # A last row that is not full may be better off as a block of its own.
            for needed in dict.fromkeys((most, min(rows, wanted // used))) if most else ():
                if not needed:
                    continue
                yield Block(
                    index, place[0], top=place[1], columns=used, shifted=used, rows=needed,
                    count=min(wanted, used * needed),
                    width=width, height=height, pitch=width + gap, step=height + gap, shift=0.0, turn=turn,
                )  # fmt: skip


def _shifted(lot: Lot, index: int, wanted: int, place: Rect) -> Iterator[Block]:
    """Honeycombs of hexagons and shifted rows of circles, along the place and down it."""
    reach = lot.reach
    upright = lot.outline.width <= lot.outline.height
    flats, tips = sorted((lot.outline.width, lot.outline.height))
    pitch = flats + lot.gap
    width, height, step = flats + 2 * reach, tips + 2 * reach, pitch * SQRT3 / 2
    for across in (True, False):
        long, short = (place[2] - place[0], place[3] - place[1])[:: 1 if across else -1]
        most = math.floor((long - width + EPSILON) / pitch) + 1 if long + EPSILON >= width else 0
        rows = math.floor((short - height + EPSILON) / step) + 1 if short + EPSILON >= height else 0
        turn = 0.0 if upright == across else 90.0
        for columns, moved in product(range(1, most + 1), (0, -1)):
            shifted = columns + moved
            if not shifted or pitch / 2 + (shifted - 1) * pitch + width > long + EPSILON:
                continue
            needed = _rows_for(wanted, columns, shifted)
            used = min(rows, needed)
            count = min(wanted, (used + 1) // 2 * columns + used // 2 * shifted)
            if used:
                yield Block(
                    index, place[0], top=place[1], columns=columns, shifted=shifted, rows=used, count=count,
                    width=width, height=height, pitch=pitch, step=step, shift=pitch / 2, turn=turn,
                    across=across,
                )  # fmt: skip


def _rows_for(wanted: int, columns: int, shifted: int) -> int:
    pairs, rest = divmod(wanted, columns + shifted)
    return 2 * pairs + (0 if not rest else 1 if rest <= columns else 2)
