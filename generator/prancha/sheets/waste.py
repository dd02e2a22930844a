"""The free parts of a sheet, as rows of cells, searched for room for a rectangle."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from operator import and_
from typing import TypeVar

from prancha.model.outline import Point
from prancha.model.units import Mm
from prancha.sheets.layout import Rect

T = TypeVar("T")
CELL: Mm = 0.25
"""About the side of a cell: whole numbers of them make up the paper inside its edge."""
SLACK: Mm = 0.02
"""By so much what is blocked may reach into a cell that stays free."""


class Waste:
    """Cells of a sheet within `edge` of its rim, each free until it is blocked.

    A row is an integer with a bit for each cell, the leftmost the lowest; set bits are free.
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
        """The same cells, to be blocked further."""
        other = Waste.__new__(Waste)
        other.__dict__.update(self.__dict__)
        other._rows = list(self._rows)
        other._columns_free = {}
        return other

    def without(self, box: Rect) -> Waste:
        """The same cells but for those under a box."""
        other = self.copy()
        other.block(box)
        return other

    def block(self, box: Rect) -> None:
        """Take the cells under a box."""
        self._columns_free.clear()
        left, top, right, bottom = box
        mask = ~self._mask(left, right)
        for row in self._within(top, bottom):
            self._rows[row] &= mask

    def block_ring(self, ring: Sequence[Point]) -> None:
        """Take the cells under all that a ring of corners winds round."""
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
        """Top-left corners of free boxes of this size: of every row from the bottom up the leftmost one."""
        for row, bits in self._starts(width, height, reversed):
            yield self._corner(row, (bits & -bits).bit_length() - 1)

    def places_from_right(self, width: Mm, height: Mm) -> Iterator[tuple[Mm, Mm]]:
        """The same of every row from the top down, the rightmost one."""
        for row, bits in self._starts(width, height, iter):
            yield self._corner(row, bits.bit_length() - 1)

    def leftmost(self, width: Mm, height: Mm) -> tuple[Mm, Mm] | None:
        """The top-left corner of the leftmost free box of this size, of several the lowest; None without."""
        found = self._starts(width, height, reversed)
        row, bits = min(found, key=lambda one: one[1] & -one[1], default=(0, 0))
        return self._corner(row, (bits & -bits).bit_length() - 1) if bits else None

    def _starts(
        self, width: Mm, height: Mm, order: Callable[[Sequence[int]], Iterator[int]]
    ) -> Iterator[tuple[int, int]]:
        """Rows and their cells at which a free box of this size begins."""
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
    """Where `length` in a row are free, by `both`: what is free here and so many further on."""
    step = 1
    while 2 * step <= length:
        whole, step = both(whole, step), 2 * step
    return both(whole, length - step) if step < length else whole
