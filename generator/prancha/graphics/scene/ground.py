"""The colour a point of a face has under a text or an icon.

Most stand on a rectangle of one colour, which two boxes tell; what is less plain is looked at edge by edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from xml.etree.ElementTree import Element

from prancha.graphics.scene.painted_marks import Mark, Painted, Symbol, on_white
from prancha.graphics.scene.split_face import MarkedDrawing, rounded_out
from prancha.graphics.svg.css_colours import WHITE, Rgb, colour_or_none, over
from prancha.graphics.svg.matrix import (
    IDENTITY,
    Matrix,
    first,
    fit,
    inverse,
    moved,
    moved_box,
)
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.plain_gradients import gradient_line, gradient_matrix, gradient_stops
from prancha.graphics.svg.svg_markup import DrawingFault, href
from prancha.model.box import Box, Point

Layer = tuple[Rgb | None, float | None]
"""A colour and its opacity; None stands for what nobody can tell."""


def gradient_at(drawing: MarkedDrawing, paint: str, box: Box, at: Point) -> Layer:
    """The colour of a gradient at a point in the shape's own space; unknown for patterns."""
    gradient = drawing.ids.get(paint.strip()[4:].partition(")")[0].strip("'\" #"))
    if gradient is None or gradient.tag not in ("linearGradient", "radialGradient"):
        return None, None
    if gradient.get("spreadMethod", "pad") != "pad":
        return None, None
    try:
        back = inverse(gradient_matrix(gradient, box))
        line, stops = gradient_line(gradient), gradient_stops(gradient)
    except DrawingFault:  # which the renderer tells
        return None, None
    colours = [(offset, colour_or_none(colour), opacity) for offset, colour, opacity in stops]
    known = [(offset, rgb, opacity) for offset, rgb, opacity in colours if rgb is not None]
    if back is None or not known or len(known) < len(colours):
        return None, None
    return _mixed(known, min(1.0, max(0.0, line.share_at(moved(back, at)))))


def _mixed(stops: Sequence[tuple[float, Rgb, float]], t: float) -> Layer:
    """The colour and opacity at `t` of the way through stops."""
    # Of stops in one place the last counts for what follows.
    before = next((s for s in reversed(stops) if s[0] <= t), stops[0])
    after = next((s for s in stops if s[0] >= t), stops[-1])
    part = (t - before[0]) / (after[0] - before[0]) if after[0] > before[0] else 0.0
    opacity = before[2] + (after[2] - before[2]) * part
    return over(after[1], part, before[1]) if part else before[1], opacity


HAIRLINE = 0.6
"""Lines thinner than this, in mm, are no ground: print runs over them."""
OPAQUE = 0.999
"""Opacity from which on a layer hides those below it."""


class UnknownGroundError(Exception):
    """The ground under a point is a picture, or painted in a way that is not evaluated."""


def ground_at(drawing: MarkedDrawing, below: Sequence[Mark], x: float, y: float) -> Rgb:
    """The colour at (x, y) of the marks `below`, topmost first, on white.  Raises UnknownGroundError."""
    return composed(layers_under(drawing, below, x, y))


def layers_under(drawing: MarkedDrawing, below: Sequence[Mark], x: float, y: float) -> list[Painted]:
    """The layers at (x, y) down to the first that hides all others, topmost first.

    Raises UnknownGroundError.
    """
    layers: list[Painted] = []
    for mark in below:
        for colour, alpha in layers_at(drawing, mark, x, y):
            if colour is None or alpha is None:
                raise UnknownGroundError
            layers.append((colour, alpha, mark.fades))
            if alpha >= OPAQUE:
                return layers
    return layers


def has_line(mark: Mark, thinnest: float) -> bool:
    """Return whether a mark is drawn with a line of at least `thinnest` in its own space."""
    return mark.style.get("stroke", "none") != "none" and mark.stroke_width() >= thinnest


def closed(mark: Mark) -> bool:
    """Return whether the line of a shape ends where it begins."""
    return mark.tag not in ("line", "polyline", "path") or "z" in mark.element.get("d", "").lower()


def composed(layers: Sequence[Painted]) -> Rgb:
    """The colour of layers, topmost first, on white paper."""
    if any(fades for _, _, fades in layers):
        return on_white(layers)
    colour = WHITE
    for top, alpha, _ in reversed(layers):
        colour = over(top, alpha, colour)
    return colour


def layers_at(
    drawing: MarkedDrawing, mark: Mark, x: float, y: float, thinnest: float = HAIRLINE
) -> list[Layer]:
    """The layers of `mark` at a point of the face, topmost first; lines below `thinnest` mm are ignored."""
    left, top, right, bottom = mark.box()
    if not (left <= x <= right and top <= y <= bottom and mark.shows(x, y)):
        return []
    back = inverse(mark.matrix)
    if back is None:
        return []
    px, py = moved(back, (x, y))
    tag = mark.element.tag
    if mark.hidden:
        return [(None, None)] if _may_paint(mark, px, py) else []
    if tag == "use":
        return _icon_layers(drawing, mark, px, py, thinnest)
    if tag == "image":
        return _picture_layers(drawing, mark, px, py)
    if tag not in SHAPES:
        return [(None, None)] if mark.region().holds(px, py) else []
    return _shape_layers(
        drawing, mark, (px, py), mark.alpha, mark.style.get("color", "#000000"), thinnest=thinnest
    )


def _may_paint(mark: Mark, x: float, y: float) -> bool:
    """Return whether a mark that is not evaluated may paint at a point of its own space."""
    if mark.tag not in SHAPES or mark.region().holds(x, y):
        return True
    return has_line(mark, 0.0) and mark.region().near(x, y, mark.stroke_width() / 2, closed(mark))


def _picture_layers(drawing: MarkedDrawing, mark: Mark, x: float, y: float) -> list[Layer]:
    """The layers of a picture where it is not transparent; its colours are unknown."""
    if not mark.region().holds(x, y):
        return []
    seen = drawing.opacity(href(mark.element.attrib))
    if seen is None:
        return [(None, None)]
    try:
        back = inverse(picture_matrix(mark.element, seen.width, seen.height))
    except DrawingFault:  # a preserveAspectRatio that nobody knows
        return [(None, None)]
    alpha = seen.at(*moved(back, (x, y))) * mark.alpha if back is not None else 0.0
    return [(None, alpha)] if alpha else []


def picture_matrix(picture: Element, width: float, height: float) -> Matrix:
    """From the pixels of a picture to the space of its element; raises DrawingFault."""
    x, y, wide, high = (
        first(picture.get(name, ""), other)
        for name, other in (("x", 0.0), ("y", 0.0), ("width", width), ("height", height))
    )
    align, _, way = picture.get("preserveAspectRatio", "xMidYMid meet").strip().partition(" ")
    if align == "none":
        return wide / width, 0.0, 0.0, high / height, x, y
    return fit(
        (0.0, 0.0, width, height), x, y=y, width=wide, height=high, align=align, cover=way.strip() == "slice"
    )


def _icon_layers(drawing: MarkedDrawing, mark: Mark, x: float, y: float, thinnest: float) -> list[Layer]:
    symbol = drawing.symbol(href(mark.element.attrib).lstrip("#"))
    if symbol is None:
        return [(None, None)] if mark.region().holds(x, y) else []
    back = inverse(icon_matrix(mark, symbol))
    if back is None:
        return []
    inner = moved(back, (x, y))
    colour = mark.style.get("color", "#000000")
    found: list[Layer] = []
    for part in reversed(symbol.marks):
        back = inverse(part.matrix)
        if back is not None:
            at = inner if part.matrix is IDENTITY else moved(back, inner)
            found += _shape_layers(drawing, part, at, mark.alpha * part.alpha, colour, thinnest=thinnest)
    return found


def icon_matrix(mark: Mark, symbol: Symbol) -> Matrix:
    """From the icon's view box to the space of the `use`."""
    left, top, right, bottom = symbol.view
    view = left, top, right - left, bottom - top
    x, y = mark.number("x"), mark.number("y")
    return fit(view, x, y, mark.number("width", view[2]), mark.number("height", view[3]))


def _shape_layers(
    drawing: MarkedDrawing, mark: Mark, at: Point, alpha: float, colour: str, thinnest: float
) -> list[Layer]:
    """The layers of a shape at a point of its own space; `colour` stands for currentColor."""
    found: list[Layer] = []
    style, shape = mark.style, mark.region()
    if has_line(mark, thinnest) and shape.near(*at, mark.stroke_width() / 2, closed(mark)):
        through = alpha * mark.share("stroke-opacity")
        found.append(_painted(drawing, style["stroke"], colour, through, shape.box, at=at))
    fill = style.get("fill", "#000000")
    evenodd = style.get("fill-rule") == "evenodd"
    if fill != "none" and mark.element.tag != "line" and shape.holds(*at, evenodd):
        through = alpha * mark.share("fill-opacity")
        found.append(_painted(drawing, fill, colour, through, shape.box, at=at))
    return found


def _painted(drawing: MarkedDrawing, paint: str, colour: str, alpha: float, box: Box, at: Point) -> Layer:
    """The colour and opacity of a paint at a point of a shape; None where unknown."""
    if paint.startswith("url("):
        rgb, through = gradient_at(drawing, paint, box, at)
        return rgb, None if through is None else alpha * through
    return colour_or_none(colour if paint == "currentColor" else paint), alpha


_STEPS = (2.0, 0.5)
"""Millimetres to which boxes are rounded: like texts in the same place are then one question."""


def plain_ground(drawing: MarkedDrawing, index: int, box: Box) -> Rgb | None:
    """The one colour that all of a box of the face has under mark `index`; None when there may be several."""
    level = drawing.level(index)
    for step in _STEPS:
        wide = rounded_out(box, step)
        ground = drawing.once((level, wide), partial(_plain, drawing, index, wide))
        if ground is not None:
            return ground
    return None


def _plain(drawing: MarkedDrawing, index: int, box: Box) -> Rgb | None:
    layers: list[Painted] = []
    for mark in drawing.below(index, box):
        if mark.tag not in SHAPES or mark.hidden:
            return None
        found = _even_layers(drawing, mark, box)
        if found is None:
            return None
        for colour, alpha in found:
            if colour is None or alpha is None:
                return None
            layers.append((colour, alpha, mark.fades))
            if alpha >= OPAQUE:
                return composed(layers)
    return composed(layers)


def _even_layers(drawing: MarkedDrawing, mark: Mark, box: Box) -> list[Layer] | None:
    """The layers a shape paints over a whole box of the face; None when they may vary within it."""
    back = inverse(mark.matrix)
    if back is None:
        return []
    left, top, right, bottom = inner = moved_box(back, box)
    style, shape = mark.style, mark.region()
    if has_line(mark, HAIRLINE):
        half = mark.stroke_width() / 2
        if shape.crosses((left - half, top - half, right + half, bottom + half), not closed(mark)):
            return None
    fill = style.get("fill", "#000000")
    if fill == "none" or mark.tag == "line":
        return []
    if shape.crosses(inner):
        return None
    x, y = (left + right) / 2, (top + bottom) / 2
    if not shape.holds(x, y, style.get("fill-rule") == "evenodd"):
        return []
    if fill.startswith("url(") or any(clip.crosses(box) for clip in mark.clips):
        return None
    if not mark.shows((box[0] + box[2]) / 2, (box[1] + box[3]) / 2):
        return []
    alpha = mark.alpha * mark.share("fill-opacity")
    return [_painted(drawing, fill, style.get("color", "#000000"), alpha, shape.box, at=(x, y))]
