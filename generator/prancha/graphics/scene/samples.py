"""Points spread over the ink of a text or an icon, to ask of each what becomes of it."""

from __future__ import annotations

from msgspec import Struct

from prancha.graphics.scene.drawing import MarkedDrawing
from prancha.graphics.scene.ground import icon_matrix, layers_at
from prancha.graphics.scene.lettering import Lettering
from prancha.graphics.scene.marks import Mark
from prancha.graphics.scene.regions import region_of_rings
from prancha.graphics.svg.markup import href
from prancha.graphics.svg.matrix import IDENTITY, Box, Point, moved, moved_box, multiply

ROWS = 3
"""Points above each other in a column of a text, from the top of its ink to its baseline."""
_STAGGER = 0.618
"""From column to column the points move by this share of a row, so that no line runs through all of them."""
MOST = 48
"""Columns of a long text."""
LETTER = 0.55
"""Width of a run of columns, in heights of the ink, that holds a whole letter."""
GRID = 9
"""Points along each side of the box around an icon's ink."""
EDGE = 24
"""Points on an icon's edges, about."""


class Columns(Struct, frozen=True):
    """A text in columns from left to right: ROWS points of the face in each; `width` of one, mm."""

    points: tuple[tuple[Point, ...], ...]
    width: float
    height: float

    def whole_letter(self, lost: list[int]) -> bool:
        """Whether a letter is lost, if `lost` are the points lost in each column."""
        longest = run = 0
        for count in lost:
            run = run + 1 if count == ROWS else 0
            longest = max(longest, run)
        return longest * self.width >= LETTER * self.height


def columns_of(text: Lettering) -> Columns:
    """The columns of a text, about three to a letter."""
    left, top, right, bottom = text.box
    matrix = text.setting.mark.matrix
    height = max(min(text.base, bottom) - top, 1e-6)
    count = max(3, min(MOST, round((right - left) / (0.25 * height))))
    wide = (right - left) / count
    points = (
        ((left + wide * (k + 0.5), top + height * (row + k * _STAGGER % 1.0) / ROWS) for row in range(ROWS))
        for k in range(count)
    )
    if matrix is IDENTITY:
        return Columns(tuple(tuple(column) for column in points), wide, height)
    return Columns(tuple(tuple(moved(matrix, p) for p in column) for column in points), wide, height)


def ink_box(drawing: MarkedDrawing, mark: Mark) -> Box:
    """The upright box on the face around an icon's ink."""
    symbol = drawing.symbol(href(mark.element.attrib).lstrip("#"))
    if symbol is None or not symbol.edge:
        return mark.box()
    return moved_box(multiply(mark.matrix, icon_matrix(mark, symbol)), region_of_rings((symbol.edge,)).box)


def icon_points(drawing: MarkedDrawing, mark: Mark) -> tuple[list[Point], list[Point]]:
    """Points of an icon's ink, and points on its edges, on the face."""
    symbol = drawing.symbol(href(mark.element.attrib).lstrip("#"))
    if symbol is None:
        return [], []
    matrix = multiply(mark.matrix, icon_matrix(mark, symbol))
    edge = [moved(matrix, point) for point in symbol.edge[:: max(1, len(symbol.edge) // EDGE)]]
    left, top, right, bottom = ink_box(drawing, mark)
    grid = (
        (left + (right - left) * (column + 0.5) / GRID, top + (bottom - top) * (row + 0.5) / GRID)
        for row in range(GRID)
        for column in range(GRID)
    )
    return [point for point in grid if layers_at(drawing, mark, *point, 0.0)], edge
