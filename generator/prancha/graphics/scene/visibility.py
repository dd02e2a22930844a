"""Points spread over a text or an icon, and what is painted over them later."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from prancha.graphics.scene.ground import UnknownGroundError, closed, icon_matrix, layers_at
from prancha.graphics.scene.painted_marks import Fades, Mark, Painted, flattened, relative
from prancha.graphics.scene.polygon_regions import region_of_rings
from prancha.graphics.scene.split_face import MarkedDrawing, Sorted, rounded_out
from prancha.graphics.scene.text_marks import Lettering
from prancha.graphics.svg.css_colours import WHITE, Rgb, over
from prancha.graphics.svg.matrix import IDENTITY, inverse, moved, moved_box, multiply
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.svg_markup import href
from prancha.model.box import Box, Point
from prancha.model.units import Mm

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
        """Return whether a letter is lost, if `lost` are the points lost in each column."""
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


HIDDEN = 0.8
"""Opacity from which on what lies under a layer cannot be read: black on white keeps a contrast of 1.6."""
_STEP = 2.0
"""Millimetres to which boxes are rounded outwards: the same question for like texts in the same place."""
_FAINT = 0.04
"""Opacity below which a mark changes nothing that anybody sees."""
Veiling = tuple[int, Box]
"""The number of a mark, and its box on the face."""
Veil = tuple[Painted, ...]
"""Translucent layers over a point, topmost first."""


def above(drawing: MarkedDrawing, index: int, box: Box) -> tuple[int, ...]:
    """The numbers of shapes, icons and pictures painted after mark `index` that may reach into `box`."""
    left, top, right, bottom = box
    near: list[int] = []
    for number, its in drawing.once("veils", lambda: _veils(drawing.sorted())):  # topmost first
        if number <= index:
            break
        if its[0] <= right and its[2] >= left and its[1] <= bottom and its[3] >= top:
            near.append(number)
    if not near:
        return ()
    wide = rounded_out(box, _STEP)
    return tuple(number for number in reversed(near) if _reaches(drawing.marks[number], wide))


@lru_cache(maxsize=2048)
def _reaches(mark: Mark, box: Box) -> bool:
    """Whether a shape may paint something in a box of the face; other marks may wherever their frame is."""
    back = inverse(mark.matrix)
    if mark.tag not in SHAPES or mark.hidden or back is None:
        return back is not None
    half = mark.stroke_width() / 2 if mark.style["stroke"] != "none" else 0.0
    left, top, right, bottom = moved_box(back, box)
    shape, filled = mark.region(), mark.style["fill"] != "none"
    if shape.crosses((left - half, top - half, right + half, bottom + half), not filled and not closed(mark)):
        return True
    middle = (left + right) / 2, (top + bottom) / 2
    return filled and shape.holds(*middle, mark.style["fill-rule"] == "evenodd")


def _veils(marks: Sorted) -> list[Veiling]:
    """The marks painted after the first text or icon, topmost first: earlier ones hide nothing."""
    judged = (*marks.texts[:1], *marks.uses[:1])
    first = min(number for number, _ in judged) if judged else math.inf
    after = (numbered for numbered in reversed(marks.others) if numbered[0] > first)
    return [(number, mark.box()) for number, mark in after if _paints(mark)]


@lru_cache(maxsize=2048)
def _paints(mark: Mark) -> bool:
    if mark.alpha < _FAINT:
        return False
    style = mark.style
    if style["fill"] != "none" or style["stroke"] != "none":
        return mark.share("fill-opacity") >= _FAINT or mark.share("stroke-opacity") >= _FAINT
    return mark.tag in ("use", "image", "svg") or mark.hidden


def hidden_by(
    drawing: MarkedDrawing, numbers: Sequence[int], x: float, y: float, thinnest: Mm = 0.0, within: Fades = ()
) -> int:
    """The number of the mark that hides a point of the face, the most opaque one of several; -1 for none.

    Lines below `thinnest` are passed over; `within` are the faded groups of what is hidden.
    Raises UnknownGroundError.
    """
    layers: list[Painted] = []
    hiding, strongest, unknown = -1, 0.0, False
    for k in reversed(numbers):
        mark = drawing.marks[k]
        for _, alpha in layers_at(drawing, mark, x, y, thinnest):
            if alpha is None:
                unknown = True
                continue
            layer = relative((WHITE, alpha, mark.fades), within)
            layers.append(layer)
            if layer[1] > strongest:
                hiding, strongest = k, layer[1]
    if opacity_of(layers) >= HIDDEN:
        return hiding
    if unknown:
        raise UnknownGroundError
    return -1


def veil_at(drawing: MarkedDrawing, numbers: Sequence[int], x: float, y: float) -> Veil:
    """The layers over a point of the face, topmost first; of what hides it the colour does not matter.

    Raises UnknownGroundError.
    """
    veil: list[Painted] = []
    for k in reversed(numbers):
        mark = drawing.marks[k]
        for colour, alpha in layers_at(drawing, mark, x, y):
            if alpha is None or (colour is None and alpha < HIDDEN):
                raise UnknownGroundError
            veil.append((colour or WHITE, alpha, mark.fades))
    return tuple(veil)


def opacity_of(veil: Sequence[Painted]) -> float:
    """The opacity of a veil, from 0 to 1."""
    if any(fades for _, _, fades in veil):
        return flattened(veil)[1]
    through = 1.0
    for _, alpha, _ in veil:
        through *= 1 - alpha
    return 1 - through


def blend_under(veil: Veil, colour: Rgb) -> Rgb:
    """The colour that results under a veil."""
    for top, alpha, _ in reversed(veil):
        colour = over(top, alpha, colour)
    return colour


def inside(text: Lettering) -> list[Point]:
    """Points spread over the letters."""
    left, top, right, bottom = text.box
    height = min(text.base, bottom) - top
    columns = max(3, min(10, len(text.text)))
    return [
        (left + (right - left) * (k + 0.5) / columns, top + height * share)
        for k in range(columns)
        for share in (0.25, 0.75)
    ]


def is_same_text(text: Lettering, later: Lettering) -> bool:
    """Return whether `later` is the same text in about the same place: this one is its shadow or rim."""
    if text.text != later.text:
        return False
    one, other = (moved_box(each.setting.mark.matrix, each.box) for each in (text, later))
    near = 0.15 * (one[3] - one[1]) + 0.3
    return all(abs(a - b) < near for a, b in zip(one, other, strict=True))


def find_repeat(drawing: MarkedDrawing, mark: Mark, index: int) -> Mark | None:
    """The same icon where it follows in about the same place: this one is its shadow or rim."""
    name, middle = href(mark.element.attrib), _middle(mark)
    for later in drawing.marks[index + 1 : index + 7]:
        if later.element.tag == "use" and href(later.element.attrib) == name:
            x, y = _middle(later)
            if abs(x - middle[0]) + abs(y - middle[1]) < 0.25 * mark.number("width"):
                return later
    return None


def _middle(mark: Mark) -> Point:
    left, top, right, bottom = mark.box()
    return (left + right) / 2, (top + bottom) / 2
