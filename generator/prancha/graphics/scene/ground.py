"""The colour a point of a face has under a text or an icon."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from prancha.graphics.scene.colours import WHITE, Rgb, over, parse_colour
from prancha.graphics.scene.drawing import MarkedDrawing
from prancha.graphics.scene.fading import Painted, on_white
from prancha.graphics.scene.gradients import Layer, gradient_at
from prancha.graphics.scene.marks import Mark, Symbol
from prancha.graphics.svg.boxes import fit
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.markup import href
from prancha.graphics.svg.matrix import (
    IDENTITY,
    Box,
    Matrix,
    Point,
    inverse,
    moved,
)
from prancha.graphics.svg.numbers import first
from prancha.graphics.svg.paths import SHAPES

HAIRLINE = 0.6
"""Lines thinner than this, in mm, are no ground: print runs over them."""
OPAQUE = 0.999
"""Opacity from which on a layer hides those below it."""


class UnknownGroundError(Exception):
    """What lies under a point is a picture, or painted in a way that cannot be followed."""


def ground_at(drawing: MarkedDrawing, below: Sequence[Mark], x: float, y: float) -> Rgb:
    """The colour at (x, y) of the marks `below`, topmost first, on white paper.

    Raises UnknownGroundError.
    """
    return composed(layers_under(drawing, below, x, y))


def layers_under(drawing: MarkedDrawing, below: Sequence[Mark], x: float, y: float) -> list[Painted]:
    """The layers at (x, y) of the marks `below`, topmost first, down to the first that hides all others.

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
    """Whether a mark is drawn with a line of at least `thinnest` in its own space."""
    return mark.style.get("stroke", "none") != "none" and mark.stroke_width() >= thinnest


def closed(mark: Mark) -> bool:
    """Whether the line of a shape ends where it begins."""
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
    """What `mark` paints at a point of the face, topmost first; lines below `thinnest` mm are passed over."""
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
        drawing,
        mark,
        x=px,
        y=py,
        alpha=mark.alpha,
        colour=mark.style.get("color", "#000000"),
        thinnest=thinnest,
    )


def _may_paint(mark: Mark, x: float, y: float) -> bool:
    """Whether a mark that nobody can follow may paint something at a point of its own space."""
    if mark.tag not in SHAPES or mark.region().holds(x, y):
        return True
    return has_line(mark, 0.0) and mark.region().near(x, y, mark.stroke_width() / 2, closed(mark))


def _picture_layers(drawing: MarkedDrawing, mark: Mark, x: float, y: float) -> list[Layer]:
    """A picture where it is not transparent; its colours cannot be told."""
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
    px, py = moved(back, (x, y))
    colour = mark.style.get("color", "#000000")
    return [
        layer
        for part in reversed(symbol.marks)
        for layer in _part_layers(
            drawing, part, x=px, y=py, alpha=mark.alpha, colour=colour, thinnest=thinnest
        )
    ]


def _part_layers(
    drawing: MarkedDrawing, part: Mark, x: float, y: float, alpha: float, colour: str, thinnest: float
) -> list[Layer]:
    back = inverse(part.matrix)
    if back is None:
        return []
    px, py = (x, y) if part.matrix is IDENTITY else moved(back, (x, y))
    return _shape_layers(
        drawing, part, x=px, y=py, alpha=alpha * part.alpha, colour=colour, thinnest=thinnest
    )


def icon_matrix(mark: Mark, symbol: Symbol) -> Matrix:
    """From the icon's view box to the space of the `use`."""
    left, top, right, bottom = symbol.view
    view = left, top, right - left, bottom - top
    x, y = mark.number("x"), mark.number("y")
    return fit(view, x, y, mark.number("width", view[2]), mark.number("height", view[3]))


def _shape_layers(
    drawing: MarkedDrawing, mark: Mark, x: float, y: float, alpha: float, colour: str, thinnest: float
) -> list[Layer]:
    found: list[Layer] = []
    style, shape = mark.style, mark.region()
    if has_line(mark, thinnest) and shape.near(x, y, mark.stroke_width() / 2, closed(mark)):
        through = alpha * mark.share("stroke-opacity")
        found.append(
            painted(drawing, style["stroke"], colour=colour, alpha=through, box=shape.box, at=(x, y))
        )
    fill = style.get("fill", "#000000")
    if (
        fill != "none"
        and mark.element.tag != "line"
        and shape.holds(x, y, style.get("fill-rule") == "evenodd")
    ):
        found.append(
            painted(
                drawing,
                fill,
                colour=colour,
                alpha=alpha * mark.share("fill-opacity"),
                box=shape.box,
                at=(x, y),
            )
        )
    return found


def painted(drawing: MarkedDrawing, paint: str, colour: str, alpha: float, box: Box, at: Point) -> Layer:
    """The colour and opacity of a paint at a point of a shape; None for what nobody can tell."""
    if paint.startswith("url("):
        rgb, through = gradient_at(drawing, paint, box, at)
        return rgb, None if through is None else alpha * through
    return parse_colour(colour if paint == "currentColor" else paint), alpha
