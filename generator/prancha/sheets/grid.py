"""Rows and columns of boxes, and a page split in two grids of different turn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from prancha.model.units import Mm
from prancha.sheets.layout import Layout, LayoutPage, Slot, fitting
from prancha.sheets.snapping import Body, snap_blocks


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
        """The grid as a block to be cut up."""
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

    At equal count: fewer straight cuts, then fewer turned boxes, then the
    earlier page.  Where straight lines `cut` them, two grids are cut in line, or clearly not.
    Source of the split: two grids of different turn gain for 70 x 120 mm on A4 (6 instead of 4).
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
    """One grid for the only sheet of `count` boxes, in the middle of the page; None when they do not fit.

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
        bodies = snap_blocks(bodies, (low, low, page.width - low, page.height - low))
    return tuple(
        slot
        for grid, body in zip(grids, bodies, strict=True)
        for slot in grid.slots(body.box[0], body.box[1], gap)
    )
