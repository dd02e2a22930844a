"""Free space on a sheet: what is printed there, and a grid of cells searched for room for a rectangle."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import and_
from typing import TypeVar

from msgspec import Struct

from prancha.model.box import Point, bounds, grow, intersect, overlap
from prancha.model.sheet import Lie, Segment, Sheet
from prancha.model.units import Mm
from prancha.sheets.sheet_room import Rect, Slot, trim_box, turned

T = TypeVar("T")
CELL: Mm = 0.25
"""Approximate side of a cell, in mm: a whole number of them fills the paper inside its edge."""
SLACK: Mm = 0.02
"""How far something blocked may reach into a cell that stays free."""


class Waste:
    """Cells of a sheet within `edge` of its rim, each free until it is blocked.

    A row is an integer with a bit per cell, the leftmost lowest; set bits are free.
    """

    def __init__(self, width: Mm, height: Mm, edge: Mm) -> None:
        self._edge = edge
        self._columns = max(1, round((width - 2 * edge) / CELL))
        self._count = max(1, round((height - 2 * edge) / CELL))
        self._wide, self._high = (width - 2 * edge) / self._columns, (height - 2 * edge) / self._count
        self._ones = [(1 << count) - 1 for count in range(self._columns + 1)]
        self._rows = [self._ones[-1]] * self._count
        self._columns_free: dict[int, list[int]] = {}

    def copy(self) -> Waste:
        """Return a copy to block further."""
        other = Waste.__new__(Waste)
        other.__dict__.update(self.__dict__)
        other._rows = list(self._rows)
        other._columns_free = {}
        return other

    def without(self, box: Rect) -> Waste:
        """Return a copy with the cells under a box blocked."""
        other = self.copy()
        other.block(box)
        return other

    def block(self, box: Rect) -> None:
        """Block the cells under a box."""
        self._columns_free.clear()
        left, top, right, bottom = box
        mask = ~self._mask(left, right)
        for row in self._within(top, bottom):
            self._rows[row] &= mask

    def block_ring(self, ring: Sequence[Point]) -> None:
        """Block all cells that a ring of corners winds round."""
        self._columns_free.clear()
        crossed: dict[int, list[tuple[Mm, int]]] = {}
        edge, high, rows = self._edge, self._high, self._rows
        for (x1, y1), (x2, y2) in pairwise((*ring, ring[0])):
            turn = 1
            if y1 > y2:
                x1, y1, x2, y2, turn = x2, y2, x1, y1, -1
            slope = (x2 - x1) / (y2 - y1) if y2 > y1 else 0.0
            for row in self._within(y1, y2):
                top = edge + row * high
                # The part of this side in the row, and whether it crosses the row's middle.
                start = x1 + slope * (top - y1) if top > y1 else x1
                end = x1 + slope * (top + high - y1) if top + high < y2 else x2
                rows[row] &= ~self._mask(start, end) if start < end else ~self._mask(end, start)
                middle = top + high / 2
                if y1 <= middle < y2:
                    crossed.setdefault(row, []).append((x1 + slope * (middle - y1), turn))
        for row, sides in crossed.items():
            turns = 0
            for (x, turn), (after, _) in pairwise(sorted(sides)):
                turns += turn
                if turns:
                    rows[row] &= ~self._mask(x, after)

    def places(self, width: Mm, height: Mm) -> Iterator[tuple[Mm, Mm]]:
        """Yield top-left corners of free boxes of this size: the leftmost of each row, from the bottom up."""
        for row, bits in self._starts(width, height, reversed):
            yield self._corner(row, (bits & -bits).bit_length() - 1)

    def places_from_right(self, width: Mm, height: Mm) -> Iterator[tuple[Mm, Mm]]:
        """Yield the same for the rightmost of each row, from the top down."""
        for row, bits in self._starts(width, height, iter):
            yield self._corner(row, bits.bit_length() - 1)

    def leftmost(self, width: Mm, height: Mm) -> tuple[Mm, Mm] | None:
        """Return the top-left corner of the leftmost (then lowest) free box of this size, or None."""
        found = self._starts(width, height, reversed)
        row, bits = min(found, key=lambda one: one[1] & -one[1], default=(0, 0))
        return self._corner(row, (bits & -bits).bit_length() - 1) if bits else None

    def _starts(
        self, width: Mm, height: Mm, order: Callable[[Sequence[int]], Iterator[int]]
    ) -> Iterator[tuple[int, int]]:
        """Yield rows with the cells at which a free box of this size begins."""
        wide, high = self._cells(width, self._wide), self._cells(height, self._high)
        if wide > self._columns or high > self._count:
            return
        rows = self._columns_free.get(high)
        if rows is None:
            rows = self._columns_free[high] = _runs(self._rows, high, _both_rows)
        free = bits = 0
        for row in order(range(len(rows))):
            if rows[row] != free:  # rows beside each other are mostly alike
                free = rows[row]
                bits = _runs(free, wide, _both_bits) if free else 0
            if bits:
                yield row, bits

    def _corner(self, row: int, column: int) -> tuple[Mm, Mm]:
        return self._edge + column * self._wide, self._edge + row * self._high

    def _mask(self, left: Mm, right: Mm) -> int:
        first = int((left - self._edge + SLACK) / self._wide)
        last = -int((self._edge + SLACK - right) / self._wide // 1)
        first, last = max(0, first), min(self._columns, last)
        return self._ones[last] ^ self._ones[first] if last > first else 0

    def _within(self, top: Mm, bottom: Mm) -> range:
        first = math.floor((top - self._edge + SLACK) / self._high)
        last = math.ceil((bottom - self._edge - SLACK) / self._high)
        return range(max(0, first), min(self._count, last))

    @staticmethod
    def _cells(length: Mm, cell: Mm) -> int:
        return max(1, math.ceil((length - SLACK) / cell))


def _both_bits(bits: int, by: int) -> int:
    return bits & bits >> by


def _both_rows(rows: list[int], by: int) -> list[int]:
    return list(map(and_, rows, rows[by:]))


def _runs(whole: T, length: int, both: Callable[[T, int], T]) -> T:
    """Return where `length` cells in a row are free."""
    step = 1
    while 2 * step <= length:
        whole, step = both(whole, step), 2 * step
    return both(whole, length - step) if step < length else whole


EDGE: Mm = 3.6
"""Least distance of a label from the paper's edge, in mm, which most home printers reach."""
GAP: Mm = 0.8
"""Distance between words and a mark, in mm."""
CLEAR: Mm = GAP - SLACK
"""Distance required where places are compared exactly, not by cells."""
AIR: Mm = 0.4
"""Distance between words and art, except in the strips along the edges, where bleed may touch."""
SHORTEST: Mm = 1.0
"""Least length of a mark that gives way, in mm."""
RADIUS: Mm = 1.8
"""Radius that a tick takes, with a little air."""
TOUCH: Mm = 0.01
"""How much boxes may overlap, in mm."""


class Occupied(Struct, frozen=True):
    """All that ruler and label must keep off on a sheet.

    `boxes` and `rings` are art, bleed included.  The outer part of `marks` may give way; `fixed` lines and
    `discs` (their boxes) may not.  Nothing is printed in what is `closed`, and in `spare`, slots left empty,
    only where there is no room elsewhere.
    """

    width: Mm
    height: Mm
    margin: Mm
    reach: Mm
    boxes: tuple[Rect, ...]
    rings: tuple[tuple[Point, ...], ...] = ()
    marks: tuple[Segment, ...] = ()
    fixed: tuple[Segment, ...] = ()
    discs: tuple[Rect, ...] = ()
    closed: tuple[Rect, ...] = ()
    spare: tuple[Rect, ...] = ()

    @property
    def taken(self) -> tuple[Rect, ...]:
        """Return boxes around all that is printed or kept free, without lines."""
        return (*self.boxes, *map(bounds, self.rings), *self.discs, *self.closed, *self.spare)

    @property
    def edge(self) -> Mm:
        """How near to the paper's edge words come, in mm."""
        return max(EDGE, self.reach)

    def printed(self) -> Waste:
        """Return the cells free of art and discs, and of what is closed."""
        waste = Waste(self.width, self.height, self.edge)
        for box in self.boxes:
            waste.block(grow(box, AIR))
        for box in (*self.discs, *self.closed):
            waste.block(box)
        for ring in self.rings:
            waste.block_ring(ring)
        return waste

    def waste(self, printed: Waste, marks: Sequence[Segment], spare: bool) -> Waste:
        """Return the `printed` cells free of these marks; with `spare`, of slots left empty too."""
        waste = printed.copy()
        for box in () if spare else self.spare:
            waste.block(box)
        for line in (*marks, *self.fixed):
            waste.block(grow(span(line), GAP))
        return waste


def find_occupied(sheet: Sheet, closed: Sequence[Rect] = (), spare: Sequence[Rect] = ()) -> Occupied:
    """Collect what there is on a sheet."""
    boxes, rings = print_areas(tuple(one.lie for one in (*sheet.placements, *sheet.backs)))
    window = sheet.window
    if window is not None:
        # A part of a board shows no more than its window.
        shown = window.x, window.y, window.x + window.width, window.y + window.height
        boxes, rings = tuple(intersect(shown, box) for box in (*boxes, *map(bounds, rings))), ()
    bars = sheet.pen.style == "cross"
    fixed = (*sheet.aligns, *([sheet.fold] if sheet.fold else []), *(sheet.marks if bars else ()))
    discs = [disc(sheet.tick)] if sheet.tick else []
    return Occupied(
        sheet.width,
        sheet.height,
        margin=sheet.paper.margin,
        reach=sheet.paper.reach,
        boxes=boxes,
        rings=rings,
        marks=() if bars else sheet.marks,
        fixed=fixed,
        discs=tuple(discs),
        closed=tuple(closed),
        spare=tuple(spare),
    )


def lines_on(sheet: Sheet) -> tuple[Segment, ...]:
    """Return marks, crosses of joints, and the fold."""
    return (*sheet.marks, *sheet.aligns, *([sheet.fold] if sheet.fold else []))


def disc(at: Point) -> Rect:
    """Return the box around a pairing tick, with a little air."""
    return grow((*at, *at), RADIUS)


@lru_cache(maxsize=32)
def print_areas(lies: tuple[Lie, ...]) -> tuple[tuple[Rect, ...], tuple[tuple[Point, ...], ...]]:
    """Return the boxes and rings that pieces print on; pieces that lie alike share them."""
    boxes: list[Rect] = []
    rings: list[tuple[Point, ...]] = []
    for outline, x, y, turn, out, rim in lies:
        slot = Slot(x, y, turn)
        if outline.is_box:
            left, top, right, bottom = trim_box(outline, slot)
            boxes.append((left - out[0], top - out[1], right + out[2], bottom + out[3]))
        else:
            art = outline.rimmed(rim) if rim else outline.polygon(out[0])
            rings.append(turned(art, outline, slot))
    return tuple(boxes), tuple(rings)


def stub(mark: Segment) -> Segment:
    """Return the part of a mark that stays at its piece, whatever else gives way."""
    x1, y1, x2, y2 = mark
    share = min(1.0, SHORTEST / max(abs(x2 - x1), abs(y2 - y1)))
    return x1, y1, x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


def shorten_marks(marks: Sequence[Segment], box: Rect) -> tuple[Segment, ...]:
    """Shorten marks as far as they must keep off words in a box."""
    near, kept = around(box), grow(box, GAP)
    return tuple(_shortened(mark, kept) if over(span(mark), near) else mark for mark in marks)


def _shortened(mark: Segment, kept: Rect) -> Segment:
    (x1, y1, x2, y2), (left, top, right, bottom) = mark, kept
    if x1 == x2:
        return x1, y1, x2, top if y2 > y1 else bottom
    return x1, y1, left if x2 > x1 else right, y2


def around(box: Rect) -> Rect:
    """Return the box around words that lines must not reach into."""
    return grow(box, CLEAR)


def span(line: Segment) -> Rect:
    """Return the box around a line."""
    x1, y1, x2, y2 = line
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def over(one: Rect, other: Rect) -> bool:
    """Return whether two boxes overlap by more than a touch."""
    return overlap(one, other, TOUCH)  # a bleed may touch the strip, as it may touch the margin
