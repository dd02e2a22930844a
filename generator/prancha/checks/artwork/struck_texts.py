"""Find thin lines that run through letters along their text, as if it were struck out.

A line counts where it lies between the baseline and the top of small letters (of capitals, where there are no
small ones) over a good part of the text, can be seen, and is no dashed one.  Of three or more parallel lines
none counts: grids, hatches and lines to write on run behind texts on purpose.  Nor does a line as long as the
text, which strikes it out on purpose (`text-decoration`), or one behind letters with a rim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from prancha.checks.artwork.subject import Sight
from prancha.graphics.scene.ground import HAIRLINE, UnknownGroundError, closed, ground_at
from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.scene.split_face import MarkedDrawing
from prancha.graphics.scene.text_marks import Lettering
from prancha.graphics.scene.visibility import hidden_by, is_same_text
from prancha.graphics.svg.css_colours import colour_or_none, contrast, over
from prancha.graphics.svg.matrix import Matrix, inverse, moved, scale_of
from prancha.graphics.svg.path_data import SHAPES
from prancha.model.box import Box, Point, bounds, grow, overlap
from prancha.model.units import Mm

LEAST: Mm = 3.0
"""The length of the shortest line that is looked at."""
_CORNERS = 8
"""A shape with more corners than this is an ornament or a letter, and its edges are not looked at."""
_LONGEST = 200
"""Path data with more characters than this have more than `_CORNERS` corners, and are not read."""
_SLOPE = 0.06
"""The steepest slope of a line that still runs along its text."""
_BAND = (0.15, 0.9)
"""A line crosses letters between these shares of the height of small ones; below, it underlines them."""
_SHARE, _LETTERS = 0.3, 2.5
"""A line strikes a text along at least this share of it, and this many heights of a small letter."""
_EXACT = 0.1
"""A line on purpose ends this close to both ends of the text, in sizes of type."""
_AROUND = 4.0
"""Parallel lines are counted up to this distance from the text, in sizes of type."""
_PARALLEL = 3
"""This many parallel lines are a pattern."""
_SEEN = 1.3
"""The least contrast of a line that can be seen with its ground."""
_POINTS = 5
"""Points of a text at which a line is looked at."""


class ThinLine(Struct, frozen=True):
    """A straight line of mark `number` on a face, and its paint."""

    number: int
    start: Point
    end: Point
    box: Box
    paint: str
    alpha: float


def thin_lines(drawing: MarkedDrawing) -> Sequence[ThinLine]:
    """Return the thin straight lines of a drawing, which are found once for all faces that share it."""
    return drawing.once("thin lines", lambda: tuple(_thin_lines(drawing)))


def striking_line(sight: Sight, text: Lettering, lines: Sequence[ThinLine]) -> int | None:
    """Return the number of the mark whose line, one of `lines`, runs through a text; None if none does."""
    near = _near(lines, text.on_face)
    back = inverse(text.setting.mark.matrix) if near and not text.cut_away else None
    if back is None or not any(_crosses(text, *_ends(line, back)) for line in near):
        return None
    drawing = sight.scene.drawing
    size = text.setting.body * scale_of(text.setting.mark.matrix)
    left, _, right, _ = text.box
    parallel: list[tuple[ThinLine, Point, Point]] = []
    for line in _near(lines, grow(text.on_face, _AROUND * size)):
        start, end = _ends(line, back)
        if _is_along(start, end) and start[0] < right and end[0] > left:
            parallel.append((line, start, end))
    if len(parallel) >= _PARALLEL:
        return None
    for line, start, end in parallel:
        if line.number < text.number and _has_rim(sight, text):
            continue
        if _crosses(text, start, end) and _is_seen(drawing, text, line):
            return line.number
    return None


def _has_rim(sight: Sight, text: Lettering) -> bool:
    """Return whether a text, or a copy of it on the same place, has an outline."""
    return any(
        each.setting.mark.style.get("stroke", "none") != "none"
        for each in sight.letters
        if each is text or is_same_text(each, text)
    )


def _near(lines: Sequence[ThinLine], box: Box) -> list[ThinLine]:
    """Return the lines that may reach into a box on the face."""
    left, top, right, bottom = box
    return [
        line
        for line in lines
        if line.box[0] <= right and line.box[2] >= left and line.box[1] <= bottom and line.box[3] >= top
    ]


def _ends(line: ThinLine, back: Matrix) -> tuple[Point, Point]:
    """Return the ends of a line in the space that `back` leads to, the left one first."""
    start, end = moved(back, line.start), moved(back, line.end)
    return (start, end) if start <= end else (end, start)


def _is_along(start: Point, end: Point) -> bool:
    """Return whether a line in the space of a text runs along it."""
    return abs(end[1] - start[1]) <= _SLOPE * (end[0] - start[0])


def _crosses(text: Lettering, start: Point, end: Point) -> bool:
    """Return whether a line in the space of a text runs through enough of its letters."""
    if not _is_along(start, end):
        return False
    font, body = text.setting.font, text.setting.body
    high = 0.48 * body if font is None else font.x_height / font.units_per_em * body
    if font is not None and not any(letter.islower() for letter in text.text):
        high = font.cap_height / font.units_per_em * body
    if max(abs(start[0] - text.box[0]), abs(end[0] - text.box[2])) < _EXACT * body:
        return False
    left, right = max(start[0], text.box[0]), min(end[0], text.box[2])
    if right - left < max(_SHARE * (text.box[2] - text.box[0]), _LETTERS * high):
        return False
    rises = [
        text.base - (start[1] + (end[1] - start[1]) * (x - start[0]) / (end[0] - start[0]))
        for x in (left, right)
    ]
    return all(_BAND[0] * high <= rise <= _BAND[1] * high for rise in rises)


def _is_seen(drawing: MarkedDrawing, text: Lettering, line: ThinLine) -> bool:
    """Return whether a line stands out from its ground along most of a text, and nothing lies over it."""
    (x0, y0), (x1, y1) = line.start, line.end
    axis = 0 if abs(x1 - x0) >= abs(y1 - y0) else 1
    least, most = sorted((line.start[axis], line.end[axis]))
    least, most = max(least, text.on_face[axis]), min(most, text.on_face[axis + 2])
    seen = 0
    for k in range(_POINTS):
        at = least + (most - least) * (k + 0.5) / _POINTS
        share = (at - line.start[axis]) / (line.end[axis] - line.start[axis])
        x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
        if not (drawing.marks[line.number].shows(x, y) and text.setting.mark.shows(x, y)):
            continue
        around = (x - 0.1, y - 0.1, x + 0.1, y + 0.1)
        others = drawing.sorted().others
        later = [number for number, its in others if number > line.number and overlap(its.box(), around)]
        try:
            if hidden_by(drawing, later, x, y, HAIRLINE) >= 0:
                continue
            ground = ground_at(drawing, list(drawing.below(line.number, around)), x, y)
        except UnknownGroundError:  # a picture, on which a line may or may not be seen
            continue
        colour = colour_or_none(line.paint)
        seen += colour is not None and contrast(over(colour, line.alpha, ground), ground) >= _SEEN
    return seen > _POINTS / 2


def _thin_lines(drawing: MarkedDrawing) -> Iterator[ThinLine]:
    """Yield the thin lines of all shapes of a drawing."""
    for number, mark in drawing.sorted().others:
        for start, end, paint, alpha in _lines_of(mark):
            yield ThinLine(number, start, end, bounds((start, end)), paint=paint, alpha=alpha)


@lru_cache(maxsize=4096)
def _lines_of(mark: Mark) -> Sequence[tuple[Point, Point, str, float]]:
    """Return the straight thin lines of a mark: start and end on the face, paint and opacity."""
    style = mark.style
    stroke, fill = (style.get(name, "none") for name in ("stroke", "fill"))
    drawn = stroke != "none" and style.get("stroke-dasharray", "none") == "none"
    if mark.tag not in SHAPES or mark.hidden or not (drawn or (fill != "none" and mark.tag == "rect")):
        return ()
    if len(mark.element.get("d", "")) > _LONGEST:
        return ()
    scale, current = scale_of(mark.matrix), style.get("color", "#000000")
    if drawn and not 0 < mark.stroke_width() * scale <= HAIRLINE:
        return ()
    found: list[tuple[Point, Point, str, float]] = []
    rings = mark.region().rings
    if sum(map(len, rings)) > _CORNERS:
        return ()
    if drawn:
        alpha = mark.alpha * mark.share("stroke-opacity")
        paint = current if stroke == "currentColor" else stroke
        for ring in rings:
            ends = [*ring[1:], *(ring[:1] if closed(mark) else ())]
            found += [(p, q, paint, alpha) for p, q in zip(ring, ends, strict=False)]
    elif stroke == "none":
        left, top, right, bottom = mark.region().box
        alpha, paint = mark.alpha * mark.share("fill-opacity"), current if fill == "currentColor" else fill
        across, down = (left + right) / 2, (top + bottom) / 2
        if 0 < (bottom - top) * scale <= HAIRLINE:
            found.append(((left, down), (right, down), paint, alpha))
        elif 0 < (right - left) * scale <= HAIRLINE:
            found.append(((across, top), (across, bottom), paint, alpha))
    placed = [(moved(mark.matrix, p), moved(mark.matrix, q), paint, alpha) for p, q, paint, alpha in found]
    return tuple(
        line for line in placed if max(abs(a - b) for a, b in zip(line[0], line[1], strict=True)) >= LEAST
    )
