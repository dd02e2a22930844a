"""Boards larger than the paper, split over sheets that overlap."""

from __future__ import annotations

import math

from msgspec import Struct

from generator.model.outline import Outline, Point
from generator.model.sheet import Marks, Paper, Segment, Window
from generator.model.units import Mm
from generator.sheets.cuts import Line
from generator.sheets.layout import EPSILON, Page, Rect, Slot, pages, placed
from generator.sheets.marks import CLEAR, SHORTEST, unmarked

OVERLAP: Mm = 10.0
CROSS: Mm = 2.0
"""Half the length of an alignment cross."""


class Tile(Struct, frozen=True):
    """One page of a poster: where the board lies on it and what part may show."""

    page: Page
    slot: Slot
    window: Window
    outset: Mm
    marks: tuple[Segment, ...]
    aligns: tuple[Segment, ...]


class _Split(Struct, frozen=True):
    """One direction: `count` windows of `span` mm, stepping over `bleed` + length + `bleed`."""

    count: int
    length: Mm
    bleed: Mm
    span: Mm

    def start(self, index: int) -> Mm:
        """Where a window begins, measured from the trim edge."""
        return index * (self.span - OVERLAP) - self.bleed

    def seam(self, index: int) -> Mm:
        """The middle of the overlap after window `index`."""
        return self.start(index + 1) + OVERLAP / 2


def poster(outline: Outline, bleed: Mm, paper: Paper, look: Marks) -> tuple[Tile, ...]:
    """Split a board over the fewest pages, by rows; equal windows, each overlap exactly 10 mm."""
    best: tuple[int, Page, int, int] | None = None
    for page in pages(paper):
        columns, rows = (
            _pages(length, room)
            for length, room in zip((outline.width, outline.height), page.room, strict=True)
        )
        if best is None or columns * rows < best[0]:
            best = columns * rows, page, columns, rows
    assert best is not None
    _, page, columns, rows = best
    spare = [
        count * room - (count - 1) * OVERLAP - length
        for count, room, length in zip(
            (columns, rows), page.room, (outline.width, outline.height), strict=True
        )
    ]
    outset = max(0.0, min(bleed, *(value / 2 for value in spare)))
    across, down = _split(columns, outline.width, outset), _split(rows, outline.height, outset)
    return tuple(
        _tile(page, outline, across, down, column, row, look)
        for row in range(rows)
        for column in range(columns)
    )


def _pages(length: Mm, room: Mm) -> int:
    return max(1, math.ceil((length - OVERLAP - EPSILON) / (room - OVERLAP)))


def _split(count: int, length: Mm, bleed: Mm) -> _Split:
    return _Split(count, length, bleed, (length + 2 * bleed + (count - 1) * OVERLAP) / count)


def _tile(
    page: Page, outline: Outline, across: _Split, down: _Split, column: int, row: int, look: Marks
) -> Tile:
    x, y = (page.width - across.span) / 2, (page.height - down.span) / 2
    left, top = x - across.start(column), y - down.start(row)
    window = Window(x, y, across.span, down.span, column, row, across.count, down.count)
    slot = Slot(left + outline.width / 2, top + outline.height / 2)
    seams_x = [left + across.seam(k) for k in (column - 1, column) if 0 <= k < across.count - 1]
    seams_y = [top + down.seam(k) for k in (row - 1, row) if 0 <= k < down.count - 1]
    edges_x = [
        value
        for value, here in ((left, column == 0), (left + across.length, column == across.count - 1))
        if here
    ]
    edges_y = [value for value, here in ((top, row == 0), (top + down.length, row == down.count - 1)) if here]
    start = max(across.bleed + CLEAR, look.distance)
    aligns = _crosses(seams_x, seams_y, edges_x, edges_y, page, start)
    marked = outline.is_box and look.style != "none"
    length = math.inf if look.style == "full" else look.length
    marks = _marks(window, edges_x, edges_y, page, start, length) if marked else ()
    return Tile(page, slot, window, across.bleed, marks, aligns)


def _crosses(
    seams_x: list[Mm], seams_y: list[Mm], edges_x: list[Mm], edges_y: list[Mm], page: Page, start: Mm
) -> tuple[Segment, ...]:
    """Crosses where seams meet each other, and in the waste where they leave the board."""
    centres = {
        (x, y) for x in seams_x for y in (*seams_y, *_outside(edges_y, page.height, page.reach, start))
    }
    centres |= {(x, y) for y in seams_y for x in _outside(edges_x, page.width, page.reach, start)}
    crosses: list[Segment] = []
    for x, y in sorted(centres):
        crosses += [(x - CROSS, y, x + CROSS, y), (x, y - CROSS, x, y + CROSS)]
    return tuple(crosses)


def _outside(edges: list[Mm], size: Mm, reach: Mm, start: Mm) -> list[Mm]:
    least = reach + CROSS
    return [
        max(least, edge - start - CROSS) if edge < size / 2 else min(size - least, edge + start + CROSS)
        for edge in edges
    ]


def _marks(
    window: Window, edges_x: list[Mm], edges_y: list[Mm], page: Page, start: Mm, length: Mm
) -> tuple[Segment, ...]:
    """Crop marks at both ends of each stretch of trim edge on this page."""
    upright = _ends(edges_y, window.y, window.y + window.height, start, page.height, page.reach, length)
    level = _ends(edges_x, window.x, window.x + window.width, start, page.width, page.reach, length)
    marks = [(x, a, x, b) for x in edges_x for a, b in upright]
    return tuple(sorted(marks + [(a, y, b, y) for y in edges_y for a, b in level]))


def _ends(
    edges: list[Mm], first: Mm, last: Mm, start: Mm, size: Mm, reach: Mm, length: Mm
) -> list[tuple[Mm, Mm]]:
    """Marks before and after a window: beyond the trim where it ends here, else beyond the window."""
    low = next((edge - start for edge in edges if edge < size / 2), first - CLEAR)
    high = next((edge + start for edge in reversed(edges) if edge > size / 2), last + CLEAR)
    spans = [
        (max(reach, low - length), low),
        (high, min(size - reach, high + length)),
    ]
    return [(a, b) for a, b in spans if b - a > SHORTEST - EPSILON]


def board_cuts(outline: Outline, tile: Tile, look: Marks) -> tuple[Line, ...]:
    """The outline of a board as far as this page shows it; of a box the edges that lack a mark."""
    if outline.is_box and look.style == "none":
        return ()
    corners = placed(outline, tile.slot)
    window = tile.window
    area = window.x, window.y, window.x + window.width, window.y + window.height
    edges = zip(corners, (*corners[1:], corners[0]), strict=True)
    shown = [part for start, end in edges if (part := _clipped(start, end, area))]
    return unmarked(shown, tile.marks) if outline.is_box else tuple(shown)


def _clipped(start: Point, end: Point, area: Rect) -> Line | None:
    """The part of an edge inside a rectangle (Liang and Barsky 1984)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    first, last = 0.0, 1.0
    for step, room in (
        (-dx, start[0] - area[0]), (dx, area[2] - start[0]),
        (-dy, start[1] - area[1]), (dy, area[3] - start[1]),
    ):  # fmt: skip
        if abs(step) < EPSILON:
            if room < 0:
                return None
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    if last - first < EPSILON:
        return None
    return (
        (start[0] + first * dx, start[1] + first * dy),
        (start[0] + last * dx, start[1] + last * dy),
    )
