"""Points spread over the ink of a text or an icon, to ask of each what becomes of it."""

from __future__ import annotations

from msgspec import Struct

from generator.printed.drawing import Drawing
from generator.printed.ground import icon_matrix, layers_at
from generator.printed.lettering import Lettering
from generator.printed.marks import Mark
from generator.svg.markup import href
from generator.svg.matrix import IDENTITY, Point, moved

ROWS = (0.2, 0.5, 0.8)
"""Heights at which a text is asked, from the top of its ink to its baseline."""
MOST = 48
"""Columns of a long text."""
LETTER = 0.55
"""Width of a run of columns, in heights of the ink, that holds a whole letter."""
GRID = 9
"""Points along each side of an icon's frame."""


class Columns(Struct, frozen=True):
    """A text in columns from left to right: points on the face, one for each of ROWS; `width` of one, mm."""

    points: tuple[tuple[Point, ...], ...]
    width: float
    height: float

    def whole_letter(self, lost: list[int]) -> bool:
        """Whether a letter is lost, if `lost` are the points lost in each column."""
        longest = run = 0
        for count in lost:
            run = run + 1 if count == len(ROWS) else 0
            longest = max(longest, run)
        return longest * self.width >= LETTER * self.height


def columns_of(text: Lettering) -> Columns:
    """The columns of a text, about three to a letter."""
    left, top, right, bottom = text.box
    matrix = text.setting.mark.matrix
    height = max(min(text.base, bottom) - top, 1e-6)
    count = max(3, min(MOST, round((right - left) / (0.25 * height))))
    wide = (right - left) / count
    points = (((left + wide * (k + 0.5), top + height * share) for share in ROWS) for k in range(count))
    if matrix is IDENTITY:
        return Columns(tuple(tuple(column) for column in points), wide, height)
    return Columns(tuple(tuple(moved(matrix, p) for p in column) for column in points), wide, height)


def icon_points(drawing: Drawing, mark: Mark) -> tuple[list[Point], list[Point]]:
    """Points of an icon's ink, and points on its edges, on the face."""
    name = href(mark.element.attrib).lstrip("#")
    symbol = drawing.symbol(name)
    if symbol is None:
        return [], []
    matrix = icon_matrix(mark, symbol)
    edge = symbol.edge[:: max(1, len(symbol.edge) // 24)]
    x, y, w, h = (mark.number(name) for name in ("x", "y", "width", "height"))
    grid = (
        moved(mark.matrix, (x + w * (column + 0.5) / GRID, y + h * (row + 0.5) / GRID))
        for row in range(GRID)
        for column in range(GRID)
    )
    inked = [point for point in grid if layers_at(drawing, mark, *point, 0.0)]
    return inked, [moved(mark.matrix, moved(matrix, point)) for point in edge]
