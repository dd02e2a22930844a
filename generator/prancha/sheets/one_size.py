"""The fullest layout of a paper with pieces of one outline: grids, shifted rows, two grids turned apart."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.box import bounds, distance
from prancha.model.outline import SQRT3, Outline
from prancha.model.sheet import Paper
from prancha.model.units import Mm
from prancha.sheets.sheet_room import (
    EPSILON,
    Layout,
    LayoutPage,
    Rect,
    Slot,
    centred,
    fitting,
    pages,
    placed,
    reading_order,
    spill,
)

Centres = list[tuple[Mm, Mm]]


def honeycomb(width: Mm, height: Mm, gap: Mm, spill: Mm, papers: tuple[LayoutPage, ...]) -> Layout | None:
    """Place regular hexagons of box `width` x `height`, neighbours edge to edge at `gap`.

    `spill` is how far bleed reaches beyond the outermost boxes.
    """
    upright = width < height
    flats, tips = min(width, height), max(width, height)
    candidates: list[tuple[LayoutPage, Centres]] = []
    for page in papers:
        across, down = page.room if upright else page.room[::-1]
        candidates.append((page, _honeycomb(across - 2 * spill, down - 2 * spill, flats, tips, gap)))
    return _best(candidates, width, height, transposed=not upright)


def circles(diameter: Mm, gap: Mm, spill: Mm, papers: tuple[LayoutPage, ...]) -> Layout | None:
    """Place circles in the fullest of a square grid and all shifted rows."""
    candidates: list[tuple[LayoutPage, Centres]] = []
    for page in papers:
        across, down = page.room[0] - 2 * spill, page.room[1] - 2 * spill
        candidates += [(page, rows) for rows in _circle_rows(across, down, diameter, gap)]
    return _best(candidates, diameter, diameter)


def _best(
    candidates: list[tuple[LayoutPage, Centres]], width: Mm, height: Mm, transposed: bool = False
) -> Layout | None:
    page, centres = max(candidates, key=lambda candidate: len(candidate[1]), default=(None, []))
    if page is None or not centres:
        return None
    if transposed:
        centres = [(slot.x, slot.y) for slot in reading_order(Slot(y, x) for x, y in centres)]
    left, top, right, bottom = bounds(centres)
    box = left - width / 2, top - height / 2, right + width / 2, bottom + height / 2
    return Layout(page, centred(page, ((x, y, 0.0) for x, y in centres), box))


def _honeycomb(across: Mm, down: Mm, flats: Mm, tips: Mm, gap: Mm) -> Centres:
    pitch = flats + gap
    full = fitting(across, flats, gap)
    shifted = fitting(across - pitch / 2, flats, gap)
    if not full or down + EPSILON < tips:
        return []
    step = pitch * SQRT3 / 2
    lines = math.floor((down - tips + EPSILON) / step) + 1
    return list(_lines(lines, (full, shifted), pitch, step))


def _circle_rows(across: Mm, down: Mm, diameter: Mm, gap: Mm) -> Iterator[Centres]:
    if min(across, down) + EPSILON < diameter:
        return
    pitch = diameter + gap
    columns, lines = fitting(across, diameter, gap), fitting(down, diameter, gap)
    yield [(column * pitch, line * pitch) for line in range(lines) for column in range(columns)]
    for count in range(1, columns + 1):
        for shifted in {count, max(1, count - 1)}:
            spans = count - 0.5 if shifted == count else count - 1
            spread = min(2 * pitch, (across - diameter) / spans)
            if spread < pitch - EPSILON:
                continue
            # Beyond sqrt(3) pitches apart, the row after next is what limits the step.
            step = max(math.sqrt(max(0.0, pitch**2 - spread**2 / 4)), pitch / 2)
            rows = math.floor((down - diameter + EPSILON) / step) + 1
            yield list(_lines(rows, (count, shifted), spread, step))


def _lines(rows: int, counts: tuple[int, int], pitch: Mm, step: Mm) -> Iterator[tuple[Mm, Mm]]:
    for row in range(rows):
        for column in range(counts[row % 2]):
            yield column * pitch + (pitch / 2 if row % 2 else 0.0), row * step


NEAR: Mm = 1.0
"""Least distance between cuts that are not in line, in mm."""
FARTHEST: Mm = 10.0
"""Farthest move of a block, in mm."""
ROUNDS = 4


class Body(Struct, frozen=True):
    """A block of pieces moved as one: its box, and where it is cut across and down.

    Other blocks that keep `gap` from it go on keeping it.
    """

    box: Rect
    cuts: tuple[tuple[Mm, ...], tuple[Mm, ...]]
    gap: Mm

    def moved(self, way: int, by: Mm) -> Body:
        """Return the block moved to the right (0) or down (1)."""
        left, top, right, bottom = self.box
        box = (left + by, top, right + by, bottom) if way == 0 else (left, top + by, right, bottom + by)
        cuts = [tuple(cut + by for cut in row) if k == way else row for k, row in enumerate(self.cuts)]
        return replace(self, box=box, cuts=(cuts[0], cuts[1]))


def align_blocks(bodies: Sequence[Body], room: Rect) -> list[Body]:
    """Move blocks a little inside their room, so that as few cuts as possible are only nearly in line."""
    placed = list(bodies)
    for _ in range(ROUNDS):
        before = list(placed)
        for way in (0, 1):
            for index, body in enumerate(placed):
                others = [other for k, other in enumerate(placed) if k != index]
                if _nearly(body, others, way):
                    placed[index] = min(
                        _moves(body, others, way, room),
                        key=lambda one: (_nearly(one, others, way), abs(one.box[way] - body.box[way])),
                    )
        if placed == before:
            break
    return placed


def _nearly(body: Body, others: Iterable[Body], way: int) -> int:
    """Count the cuts of a block that are nearly in line with one of the others."""
    theirs = sorted({round(cut, 6) for other in others for cut in other.cuts[way]})
    return sum(
        EPSILON * 10 < abs(cut - other) < NEAR - EPSILON and abs(abs(cut - other) - body.gap) > EPSILON * 10
        for cut in body.cuts[way]
        for other in theirs
    )


def _moves(body: Body, others: Sequence[Body], way: int, room: Rect) -> Iterator[Body]:
    """Yield the block where it is, and wherever a cut of it comes in line with another or just clears it."""
    yield body
    steps = {
        round(other_cut + off - cut, 6)
        for other in others
        for other_cut in other.cuts[way]
        for cut in body.cuts[way]
        for off in (0.0, NEAR, -NEAR)
    }
    for step in sorted(steps):
        if abs(step) <= FARTHEST:
            found = body.moved(way, step)
            if _free(found, body, others, room):
                yield found


def _free(body: Body, before: Body, others: Sequence[Body], room: Rect) -> bool:
    """Return whether a moved block is inside the room, and no nearer to others than it was or must be."""
    (left, top, right, bottom), (low, high, across, down) = body.box, room
    inside = left > low - EPSILON and top > high - EPSILON
    inside = inside and right < across + EPSILON and bottom < down + EPSILON
    return inside and all(
        distance(body.box, other.box)
        > min(distance(before.box, other.box), max(body.gap, other.gap)) - EPSILON
        for other in others
    )


class _Grid(Struct, frozen=True):
    columns: int
    rows: int
    width: Mm
    height: Mm
    turn: float

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def extent(self, gap: Mm) -> tuple[Mm, Mm]:
        return self.columns * (self.width + gap) - gap, self.rows * (self.height + gap) - gap

    def cuts(self, gap: Mm) -> int:
        if not self.count:
            return 0
        return 2 * (self.columns + self.rows) if gap else self.columns + self.rows + 2

    def body(self, left: Mm, top: Mm, gap: Mm) -> Body:
        """Return the grid as a block to be cut up."""
        width, height = self.extent(gap)
        cuts = [
            tuple(start + k * (size + gap) + end for k in range(count) for end in (0.0, size))
            for start, size, count in ((left, self.width, self.columns), (top, self.height, self.rows))
        ]
        return Body((left, top, left + width, top + height), (cuts[0], cuts[1]), gap)

    def slots(self, left: Mm, top: Mm, gap: Mm) -> Iterator[Slot]:
        for row in range(self.rows):
            for column in range(self.columns):
                x = left + column * (self.width + gap) + self.width / 2
                yield Slot(x, top + row * (self.height + gap) + self.height / 2, self.turn)


def box_layout(
    width: Mm, height: Mm, gap: Mm, papers: tuple[LayoutPage, ...], cut: bool = True
) -> Layout | None:
    """Place as many boxes as the better page holds; None when not even one fits.

    At equal count: fewer straight cuts, then fewer turned boxes, then the earlier page.  Where straight
    lines `cut` them, two grids are cut in line or clearly apart.
    Why two grids: unlike turns gain for 70 x 120 mm on A4 (6 instead of 4).
    """
    best: tuple[tuple[int, int, int], LayoutPage, tuple[_Grid, ...], bool] | None = None
    for page in papers:
        for grids, stacked in _splits(width, height, gap, page):
            count = sum(grid.count for grid in grids)
            cuts = sum(grid.cuts(gap) for grid in grids)
            rank = (count, -cuts, -sum(grid.count for grid in grids if grid.turn))
            if count and (best is None or rank > best[0]):
                best = rank, page, grids, stacked
    if best is None:
        return None
    _, page, grids, stacked = best
    return Layout(page, _arranged(page, grids, gap, stacked, cut))


def few_boxes(width: Mm, height: Mm, gap: Mm, papers: tuple[LayoutPage, ...], count: int) -> Layout | None:
    """Place one grid for the only sheet of `count` boxes, in the middle of the page; None without room.

    Fewest straight cuts, then fewest holes, then unturned boxes, then the earlier page.
    """
    best: tuple[tuple[int, int, int], LayoutPage, _Grid] | None = None
    for page in papers:
        for w, h, turn in ((width, height, 0.0), (height, width, 90.0)):
            for columns in range(min(count, fitting(page.room[0], w, gap)), 0, -1):
                grid = _Grid(columns, -(-count // columns), w, h, turn)
                rank = -grid.cuts(gap), -grid.count, -round(turn)
                if grid.rows <= fitting(page.room[1], h, gap) and (best is None or rank > best[0]):
                    best = rank, page, grid
    if best is None:
        return None
    _, page, grid = best
    return Layout(page, _arranged(page, (grid,), gap, True)[:count])


def _splits(width: Mm, height: Mm, gap: Mm, page: LayoutPage) -> Iterator[tuple[tuple[_Grid, ...], bool]]:
    room_x, room_y = page.room
    columns, rows = fitting(room_x, width, gap), fitting(room_y, height, gap)
    turned_columns, turned_rows = fitting(room_x, height, gap), fitting(room_y, width, gap)
    for kept in range(rows + 1):
        rest = fitting(room_y - kept * (height + gap), width, gap)
        yield _both((columns, kept), (turned_columns, rest), width, height), True
    for kept in range(columns + 1):
        rest = fitting(room_x - kept * (width + gap), height, gap)
        yield _both((kept, rows), (rest, turned_rows), width, height), False


def _both(upright: tuple[int, int], turned: tuple[int, int], width: Mm, height: Mm) -> tuple[_Grid, ...]:
    grids = _Grid(*upright, width, height, 0.0), _Grid(*turned, height, width, 90.0)
    return tuple(grid for grid in grids if grid.count)


def _arranged(
    page: LayoutPage, grids: tuple[_Grid, ...], gap: Mm, stacked: bool, cut: bool = False
) -> tuple[Slot, ...]:
    extents = [grid.extent(gap) for grid in grids]
    along = 1 if stacked else 0
    total = sum(extent[along] for extent in extents) + gap * (len(grids) - 1)
    offset = ((page.height if stacked else page.width) - total) / 2
    bodies: list[Body] = []
    for grid, (width, height) in zip(grids, extents, strict=True):
        if stacked:
            bodies.append(grid.body((page.width - width) / 2, offset, gap))
            offset += height + gap
        else:
            bodies.append(grid.body(offset, (page.height - height) / 2, gap))
            offset += width + gap
    if cut and len(bodies) > 1:
        low = page.margin
        bodies = align_blocks(bodies, (low, low, page.width - low, page.height - low))
    return tuple(
        slot
        for grid, body in zip(grids, bodies, strict=True)
        for slot in grid.slots(body.box[0], body.box[1], gap)
    )


LEAST_KEPT_GAP: Mm = 2.0
EVEN = ("circle", "hexagon", "hat")
"""Shapes whose layouts account for their own bleed; others are kept apart by their boxes."""


def single_layout(outline: Outline, bleed: Mm, gap: Mm, paper: Paper, wanted: int) -> Layout:
    """Lay out equal pieces, whose box must fit the paper, on its better turn.

    A nesting search may stop early once `wanted` pieces are placed.
    """
    if outline.shape != "hat":
        return _regular(outline, bleed, gap, paper)
    from prancha.sheets.hats import hat_layout

    boxes = _regular(outline, bleed, gap, paper)
    nested = hat_layout(outline, gap, uniform_outset(outline, bleed, gap), paper, wanted)
    return nested if nested and len(nested.slots) >= len(boxes.slots) else boxes


def lone_layout(outline: Outline, bleed: Mm, gap: Mm, paper: Paper, count: int) -> Layout:
    """Lay out the only sheet of `count` pieces, in the middle of the page; no stack must match it."""
    if outline.is_box:
        few = few_boxes(outline.width, outline.height, gap, pages(paper), count)
        if few is not None:
            return few
    layout = single_layout(outline, bleed, gap, paper, count)
    slots = layout.slots[:count]
    corners = (point for slot in slots for point in placed(outline, slot))
    return Layout(layout.page, centred(layout.page, ((s.x, s.y, s.turn) for s in slots), bounds(corners)))


def uniform_outset(outline: Outline, bleed: Mm, gap: Mm) -> Mm:
    """Return how far the art of an outline that is no box may reach beyond its trim, in mm.

    Half the gap at most; less where mitred corners would reach the neighbour's half.
    """
    outset = max(0.0, min(bleed, gap / 2))
    if outline.shape in EVEN or not outset:
        return outset
    return outset * min(1.0, gap / 2 / spill(outline, outset))


def fits(outline: Outline, paper: Paper) -> bool:
    """Return whether the trim box lies inside the printable area in either turn."""
    across, down = sorted(pages(paper)[0].room)
    small, large = sorted((outline.width, outline.height))
    return small <= across + EPSILON and large <= down + EPSILON


@lru_cache(maxsize=256)
def _regular(outline: Outline, bleed: Mm, gap: Mm, paper: Paper) -> Layout:
    papers = pages(paper)
    # So little bleed is not worth losing a row; `sheet_marks` cuts it back at the margin.
    reach = spill(outline, uniform_outset(outline, bleed, gap)) if gap >= LEAST_KEPT_GAP else 0.0
    layout = None
    if outline.shape == "circle":
        layout = circles(outline.width, gap, reach, papers)
    elif outline.shape == "hexagon":
        layout = honeycomb(outline.width, outline.height, gap, reach, papers)
    layout = layout or box_layout(outline.width, outline.height, gap, papers, outline.is_box)
    assert layout is not None, "the caller asks `fits` first"
    if outline.is_box or outline.shape in EVEN:
        return layout
    from prancha.sheets.nested_rows import nested_rows  # outlines that are not regular are few

    nested = nested_rows(outline, gap, papers)
    return nested if nested and len(nested.slots) > len(layout.slots) else layout
