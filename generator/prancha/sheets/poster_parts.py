"""Split boards larger than the paper over sheets that overlap."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise, product

from msgspec import Struct

from prancha.model.box import corners, grow
from prancha.model.outline import Outline
from prancha.model.polygon import parts_inside
from prancha.model.sheet import Creases, Marks, Paper, Segment, Window
from prancha.model.units import Mm
from prancha.sheets.cut_lines import Line
from prancha.sheets.sheet_marks import CLEAR, SHORTEST, unmarked
from prancha.sheets.sheet_room import EPSILON, LayoutPage, Slot, pages, placed

OVERLAP: Mm = 10.0
CROSS: Mm = 2.0
"""Half the length of an alignment cross."""
_HAIR: Mm = 1e-9
"""Above the noise of floats, and below what is written."""


class Tile(Struct, frozen=True):
    """One page of a poster: where the board lies on it, and what part of it may show."""

    page: LayoutPage
    slot: Slot
    window: Window
    outset: Mm
    marks: tuple[Segment, ...]
    aligns: tuple[Segment, ...]


class _Split(Struct, frozen=True):
    """One direction: windows over `bleed` + length + `bleed`, `seams` between them from the trim edge."""

    length: Mm
    bleed: Mm
    seams: tuple[Mm, ...]

    def start(self, index: int) -> Mm:
        """Return where a window begins, in mm from the trim edge."""
        return self.seams[index - 1] - OVERLAP / 2 if index else -self.bleed

    def span(self, index: int) -> Mm:
        """How long a window is."""
        last = index == len(self.seams)
        return (self.length + self.bleed if last else self.seams[index] + OVERLAP / 2) - self.start(index)


class _Tiling(Struct, frozen=True):
    """A way to split one direction: into `count` windows, at `creases` unless these are None.

    `torn` are panels between creases that a seam runs through.
    """

    length: Mm
    room: Mm
    count: int
    creases: tuple[Mm, ...] | None
    torn: bool = False

    @property
    def most(self) -> Mm:
        """The bleed that windows have room for, in mm."""
        if self.creases is None:
            return (self.count * self.room - (self.count - 1) * OVERLAP - self.length) / 2
        return self.room - OVERLAP / 2 - max(self.creases[0], self.length - self.creases[-1])

    def split(self, bleed: Mm) -> _Split:
        """Return the windows: equal ones where no crease says otherwise."""
        if self.creases is not None:
            return _Split(self.length, bleed, self.creases)
        step = (self.length + 2 * bleed - OVERLAP) / self.count
        return _Split(self.length, bleed, tuple(k * step - bleed + OVERLAP / 2 for k in range(1, self.count)))


def poster(
    outline: Outline, bleed: Mm, paper: Paper, look: Marks, creases: Creases = ((), ())
) -> tuple[Tile, ...]:
    """Split a board over the fewest pages, by rows; each overlap is exactly 10 mm.

    Windows are equal.  Those of a piece folded at `creases` meet there, if that takes at most one page more.
    """
    sizes = outline.width, outline.height
    tried = [
        (page, ways) for page in pages(paper) for ways in product(*map(_ways, sizes, page.room, creases))
    ]
    page, ways = min(tried, key=lambda one: _cost(one[1]))
    outset = max(0.0, min(bleed, *(way.most for way in ways)))
    across, down = (way.split(outset) for way in ways)
    return tuple(
        _tile(page, outline, across=across, down=down, column=column, row=row, look=look)
        for row in range(ways[1].count)
        for column in range(ways[0].count)
    )


def _ways(length: Mm, room: Mm, creases: tuple[Mm, ...]) -> Iterator[_Tiling]:
    """Yield equal windows, and the most even ones that meet at creases, as few as possible or one more."""
    fewest = max(1, math.ceil((length - OVERLAP - EPSILON) / (room - OVERLAP)))
    for count in (fewest, fewest + 1) if fewest > 1 else ():
        found = [
            (max(spans), seams)
            for seams in combinations(creases, count - 1)
            if max(spans := [_Split(length, 0.0, seams).span(k) for k in range(count)]) < room + EPSILON
        ]
        if found:
            yield _Tiling(length, room, count, min(found)[1])
            break
    yield _Tiling(length, room, fewest, None, torn=fewest > 1 and bool(creases))


def _cost(ways: tuple[_Tiling, ...]) -> float:
    """Count pages; a seam through a panel costs as much as one page, not two."""
    return math.prod(way.count for way in ways) + 1.5 * any(way.torn for way in ways)


def _tile(
    page: LayoutPage, outline: Outline, across: _Split, down: _Split, column: int, row: int, look: Marks
) -> Tile:
    width, height = across.span(column), down.span(row)
    x, y = (page.width - width) / 2, (page.height - height) / 2
    left, top = x - across.start(column), y - down.start(row)
    columns, rows = len(across.seams) + 1, len(down.seams) + 1
    window = Window(x, y, width=width, height=height, column=column, row=row, columns=columns, rows=rows)
    slot = Slot(left + outline.width / 2, top + outline.height / 2)
    seams_x = [left + seam for seam in across.seams[max(0, column - 1) : column + 1]]
    seams_y = [top + seam for seam in down.seams[max(0, row - 1) : row + 1]]
    edges_x = [
        value for value, here in ((left, column == 0), (left + across.length, column == columns - 1)) if here
    ]
    edges_y = [value for value, here in ((top, row == 0), (top + down.length, row == rows - 1)) if here]
    start = max(across.bleed + CLEAR, look.distance)
    aligns = _crosses(seams_x, seams_y, edges_x=edges_x, edges_y=edges_y, page=page, start=start)
    marked = outline.is_box and look.style != "none"
    length = math.inf if look.style == "full" else look.length
    marks = _marks(window, edges_x, edges_y=edges_y, page=page, start=start, length=length) if marked else ()
    return Tile(page, slot, window=window, outset=across.bleed, marks=marks, aligns=aligns)


def _crosses(
    seams_x: list[Mm], seams_y: list[Mm], edges_x: list[Mm], edges_y: list[Mm], page: LayoutPage, start: Mm
) -> tuple[Segment, ...]:
    """Return crosses where seams meet each other, and in the waste where they leave the board."""
    centres = {(x, y) for x in seams_x for y in (*seams_y, *_outside(edges_y, page.height, page, start))}
    centres |= {(x, y) for y in seams_y for x in _outside(edges_x, page.width, page, start)}
    crosses: list[Segment] = []
    for x, y in sorted(centres):
        crosses += [(x - CROSS, y, x + CROSS, y), (x, y - CROSS, x, y + CROSS)]
    return tuple(crosses)


def _outside(edges: list[Mm], size: Mm, page: LayoutPage, start: Mm) -> list[Mm]:
    """Return where crosses stand beside edges of the board: in its waste, wholly inside the printer's margin.

    Where the waste has no room for that, they go as far out as marks may.
    """
    places = []
    for edge in edges:
        inwards = min(edge, size - edge)
        tight = page.margin + 2 * CROSS > inwards - CLEAR + EPSILON
        at = max((page.reach if tight else page.margin) + CROSS, inwards - start - CROSS)
        places.append(at if edge < size / 2 else size - at)
    return places


def _marks(
    window: Window, edges_x: list[Mm], edges_y: list[Mm], page: LayoutPage, start: Mm, length: Mm
) -> tuple[Segment, ...]:
    """Return crop marks at both ends of each stretch of trim edge on this page."""
    upright = _ends(
        edges_y, window.y, window.height, size=page.height, reach=page.reach, start=start, length=length
    )
    level = _ends(
        edges_x, window.x, window.width, size=page.width, reach=page.reach, start=start, length=length
    )
    marks = [(x, a, x, b) for x in edges_x for a, b in upright]
    return tuple(sorted(marks + [(a, y, b, y) for y in edges_y for a, b in level]))


def _ends(
    edges: list[Mm], first: Mm, span: Mm, size: Mm, reach: Mm, start: Mm, length: Mm
) -> list[tuple[Mm, Mm]]:
    """Return the marks before and after a window: beyond the trim if it ends here, else beyond the window."""
    low = next((edge - start for edge in edges if edge < size / 2), first - CLEAR)
    high = next((edge + start for edge in reversed(edges) if edge > size / 2), first + span + CLEAR)
    ends = [(low, max(reach, low - length)), (high, min(size - reach, high + length))]
    return [(a, b) for a, b in ends if abs(b - a) > SHORTEST - EPSILON]


def board_cuts(outline: Outline, tile: Tile, look: Marks) -> tuple[Line, ...]:
    """Return a board's outline as far as this page shows it; of a box, the edges that lack a mark."""
    if outline.is_box and look.style == "none":
        return ()
    ring = placed(outline, tile.slot)
    window = tile.window
    # A little larger, so that an edge along the window's own is inside.
    area = grow((window.x, window.y, window.x + window.width, window.y + window.height), _HAIR)
    shown = [
        ((x1, y1), (x2, y2))
        for start, end in pairwise((*ring, ring[0]))
        for x1, y1, x2, y2 in parts_inside(start, end, corners(area))
    ]
    return unmarked(shown, tile.marks) if outline.is_box else tuple(shown)
