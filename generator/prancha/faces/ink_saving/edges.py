"""Edges for shapes that stood out from their grounds and no longer do, and the lines of `--ink outline`.

Shapes of one colour that lie alike, lighter or darker than what is around them, are decided on together:
an ornament is never outlined in part.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from types import MappingProxyType
from typing import NamedTuple

from prancha.faces.ink_saving.surroundings import (
    Surroundings,
    around,
    fill_area,
    length,
    median_of,
    standing_back,
    standing_out,
    stroke_area,
)
from prancha.faces.ink_saving.tone_curve import TONES, lightness
from prancha.graphics.scene.ground import closed
from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.svg.css_colours import Rgb, colour_or_none, contrast, over, show
from prancha.graphics.svg.matrix import scale_of
from prancha.graphics.svg.path_data import SHAPES
from prancha.model.box import Box, overlap_area
from prancha.model.face import Ink

SIGN = 3.2
"""Contrast of an edge with both sides."""
STOOD: Mapping[Ink, float] = {"low": 3.0, "outline": 1.6}
"""Contrast from which on a shape stood out as designed."""
STANDS = 3.0
"""Contrast with which it stands out still, in low ink."""
LARGE = 40.0
"""Square mm from which on a shape is seen without an edge, in low ink."""
SMALL = 0.8
"""Side in mm below which a shape is too small for an edge, and is darkened itself."""
ORNAMENT = 30
"""So many small shapes of a colour are an ornament, which low ink gives no edges."""
THIN = 0.2
"""Width of an edge, mm; in `outline` those of darker things are up to MORE wider."""
MORE = 0.2
CLEAR, QUIET = 3.4, 1.8
"""Contrast that lines of `outline` have at most, and those that are a pattern."""
DENSE = 0.02
"""Share of a face from which on lines of a colour are a pattern."""
HEAVY = 1.2
"""Width from which on a line is an area, mm."""
SOLID = 0.6
"""Opacity below which what a shape lies on shows through it."""
CASING = "casing"
"""The name of a change that is no attribute: a copy under a shape, its line this colour and width."""


class AttributeChange(NamedTuple):
    """An attribute of mark `number` that is to be set, or its CASING."""

    number: int
    name: str
    value: str


class _Shape(NamedTuple):
    """Mark `number`, drawn so many `times`; its colour, what is around it before and after, the contrast."""

    number: int
    mark: Mark
    times: int
    colour: Rgb
    old: Rgb
    new: Rgb
    stood: float

    @property
    def small(self) -> bool:
        left, top, right, bottom = self.mark.box()
        return min(right - left, bottom - top) < SMALL


def edges(
    ink: Ink, scene: Surroundings, marks: Sequence[tuple[int, Mark, int]], face: Box
) -> Iterator[AttributeChange]:
    """The edges that shapes of a face get, and in `outline` what becomes of its lines.

    `marks` are the elements of the face: the number of a mark, itself, and how often the element is drawn.
    """
    for stood, shapes in _groups("fill", ink, scene, marks):
        if stood:
            yield from _low(shapes, face) if ink == "low" else _outlined(shapes, face)
    if ink == "outline":
        bands = _bands(marks)
        for _, shapes in _groups("stroke", ink, scene, marks, bands):
            yield from _lines(shapes, face, bands)


def _bands(marks: Sequence[tuple[int, Mark, int]]) -> dict[int, float]:
    """The visible share of lines drawn broad and again narrower on top, which look like bands, by number.

    That is the width of an edge of the band, in the line's own space, and nothing of the narrower line.
    """
    found: dict[int, float] = {}
    latest: dict[object, tuple[int, Mark]] = {}
    for number, mark, _ in marks:
        if (
            mark.tag not in SHAPES
            or mark.hidden
            or mark.style["fill"] != "none"
            or mark.style["stroke"] == "none"
        ):
            continue
        keys = (mark.region().rings, mark.matrix), mark.matrix
        for below, broad in (latest[key] for key in keys if key in latest):
            edge = (broad.stroke_width() - mark.stroke_width()) / 2
            if edge > 0 and _along(mark, broad, edge):
                found[below], found[number] = edge, 0.0
                break
        latest.update(dict.fromkeys(keys, (number, mark)))
    return found


def _along(line: Mark, broad: Mark, distance: float) -> bool:
    """Return whether all of a line lies as near to a broader one in the same space."""
    shape = broad.region()
    points = [point for ring in line.region().rings for point in ring]
    return shape is line.region() or all(shape.near(*point, distance, closed(broad)) for point in points)


def _groups(
    which: str,
    ink: Ink,
    scene: Surroundings,
    marks: Sequence[tuple[int, Mark, int]],
    bands: Mapping[int, float] = MappingProxyType({}),
) -> Iterator[tuple[bool, list[_Shape]]]:
    """Shapes that are decided on together, of one paint, lighter or darker; and whether they stood out."""
    groups: defaultdict[tuple[bool, str, bool], list[_Shape]] = defaultdict(list)
    for number, mark, times in marks:
        width = bands.get(number, mark.stroke_width())
        shape = _shape(which, ink, scene=scene, number=number, mark=mark, times=times, width=width)
        if shape is not None:
            lighter = lightness(shape.colour) > lightness(shape.old)
            groups[shape.stood >= STOOD[ink], mark.style[which], lighter].append(shape)
    yield from ((stood, shapes) for (stood, _, _), shapes in groups.items())


def _shape(
    which: str, ink: Ink, scene: Surroundings, number: int, mark: Mark, times: int, width: float
) -> _Shape | None:
    """A shape whose edge, or line, may be of use, with what is around it before and after.

    `width` is what is seen of its line.
    """
    fill, stroke = mark.style["fill"], mark.style["stroke"]
    if mark.tag not in SHAPES or mark.hidden or mark.style[which] == "none":
        return None
    if which == "fill" and (mark.tag == "line" or stroke not in ("none", fill) or scene.covers(mark)):
        return None
    if which == "stroke" and (stroke == fill or not 0 < width * scale_of(mark.matrix) < HEAVY):
        return None
    colour, alpha = colour_of(mark, which), mark.alpha * mark.share(f"{which}-opacity")
    seen = colour is not None and alpha >= SOLID
    old = scene.grounds(scene.before, number, mark.box(), around(mark)) if seen else []
    if not old or colour is None:
        return None
    stood = median(contrast(over(colour, alpha, ground), ground) for ground in old)
    ground = median_of(old)
    return _Shape(
        number, mark, times=times, colour=colour, old=ground, new=TONES[ink].of(ground), stood=stood
    )


def _low(shapes: Sequence[_Shape], face: Box) -> Iterator[AttributeChange]:
    """Small signs keep their contrast by a thin edge; large ones and ornaments are seen without."""
    shapes = [shape for shape in shapes if fill_area(shape.mark, face) < LARGE]
    if not shapes or sum(shape.times for shape in shapes) >= ORNAMENT:
        return
    now = TONES["low"].of(shapes[0].colour)
    for shape in shapes:
        if contrast(now, shape.new) >= STANDS:
            continue
        darker = TONES["low"].of(min(shape.colour, shape.old, key=lightness))
        if not shape.small:
            yield from _edge(shape, standing_out(darker, 1.0, [shape.new, now], SIGN), THIN)
        elif shape.colour != shape.old and lightness(shape.colour) < lightness(shape.old):
            yield AttributeChange(shape.number, "fill", show(standing_out(darker, 1.0, [shape.new], SIGN)))


def _outlined(shapes: Sequence[_Shape], face: Box) -> Iterator[AttributeChange]:
    """Every shape that stood out gets an outline in its colour, or its ground's if that is darker."""
    stood = median(shape.stood for shape in shapes)
    now = TONES["outline"].of(shapes[0].colour)
    ink = min(shapes[0].colour, median_of([shape.old for shape in shapes]), key=lightness)
    width = THIN + MORE * (1 - lightness(ink) / 100)
    covered = sum(shape.times * length(shape.mark) for shape in shapes) * width
    line = _line(ink, [*(shape.new for shape in shapes), now], stood, covered, face)
    for shape in shapes:
        if shape.small:
            yield AttributeChange(shape.number, "fill", show(line))
        else:
            yield from _edge(shape, line, width)


def _lines(shapes: Sequence[_Shape], face: Box, bands: Mapping[int, float]) -> Iterator[AttributeChange]:
    """Lines stand out as they did; light ones on a dark ground take the colour of that."""
    ink = min(shapes[0].colour, median_of([shape.old for shape in shapes]), key=lightness)
    covered = sum(shape.times * stroke_area(shape.mark, face) * _seen(shape, bands) for shape in shapes)
    stood = median(shape.stood for shape in shapes)
    line = _line(ink, [shape.new for shape in shapes], stood, covered, face)
    for shape in shapes:
        yield AttributeChange(shape.number, "stroke", show(line))


def _seen(shape: _Shape, bands: Mapping[int, float]) -> float:
    """The share of a line that no narrower one covers."""
    if shape.number not in bands:
        return 1.0
    return 2 * bands[shape.number] / shape.mark.stroke_width()


def _line(ink: Rgb, grounds: Sequence[Rgb], stood: float, covered: float, face: Box) -> Rgb:
    """The colour of lines over `covered` square mm: as clear as they were, no darker than they need be."""
    most = QUIET if covered >= DENSE * overlap_area(face, face) else CLEAR
    return standing_back(standing_out(ink, 1.0, grounds, SIGN), 1.0, grounds, min(stood, most))


def _edge(shape: _Shape, line: Rgb, width: float) -> Iterator[AttributeChange]:
    if shape.mark.style["stroke"] != "none":  # a line of the same colour rounds the shape's corners
        yield AttributeChange(shape.number, CASING, f"{show(line)} {width:.4g}")
        return
    scale = max(scale_of(shape.mark.matrix), 1e-6)
    yield AttributeChange(shape.number, "stroke", show(line))
    yield AttributeChange(shape.number, "stroke-width", f"{width / scale:.4g}")
    yield AttributeChange(shape.number, "stroke-opacity", "1")
    yield AttributeChange(shape.number, "stroke-dasharray", "none")


def colour_of(mark: Mark, which: str) -> Rgb | None:
    """The one colour a mark is filled or drawn with; None for gradients, patterns and nothing."""
    paint = mark.style[which]
    return colour_or_none(mark.style.get("color", "#000000") if paint == "currentColor" else paint)
