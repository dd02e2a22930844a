"""Coordinate systems of elements: nested viewports, and transforms with an origin of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.attribute_values import length
from prancha.graphics.svg.matrix import (
    IDENTITY,
    Matrix,
    ViewBox,
    about,
    aspect,
    fit,
    parse_transform,
    view_box_of,
)
from prancha.graphics.svg.normal.context import Context, user_length
from prancha.graphics.svg.normal.plain_elements import around
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box


class Viewport(Struct, frozen=True):
    """The matrix from inside to around, the size that percentages inside refer to, and whether it clips."""

    matrix: Matrix
    view: tuple[float, float]
    clips: bool


def viewport(
    attributes: Mapping[str, str], x: float, y: float, width: float, height: float
) -> Viewport | None:
    """The viewport of an element in a rectangle; None where it has no size."""
    if width < 0 or height < 0:
        raise DrawingFault("a viewport has a negative size", "write 0 or more")
    if not (width and height):
        return None
    clips = attributes.get("overflow", "hidden") not in ("visible", "auto")
    if not attributes.get("viewBox", "").strip():
        return Viewport((1.0, 0.0, 0.0, 1.0, x, y), (width, height), clips)
    box = view_box_of(attributes["viewBox"])
    return Viewport(fitted(box, attributes, x=x, y=y, width=width, height=height), (box[2], box[3]), clips)


def fitted(
    box: ViewBox, attributes: Mapping[str, str], x: float, y: float, width: float, height: float
) -> Matrix:
    """The matrix that fits a view box into a rectangle by preserveAspectRatio."""
    align, cover = aspect(attributes.get("preserveAspectRatio", "xMidYMid"))
    if align == "none":
        across, down = width / box[2], height / box[3]
        return (across, 0.0, 0.0, down, x - box[0] * across, y - box[1] * down)
    return fit(box, x, y=y, width=width, height=height, align=align, cover=cover)


_SHARES = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}


def transform_of(
    element: Element, drawn: Sequence[Element], context: Context, units: Mapping[str, float]
) -> Matrix:
    """The matrix of an element that draws `drawn`."""
    box: Box | None = None
    if element.get("transform-box", "view-box") != "view-box":
        # A stroke's own box differs from this by half its width.
        box = around(drawn, IDENTITY) or (0.0, 0.0, 0.0, 0.0)
    return moved_by(element.get("transform", ""), element.get("transform-origin", ""), box, context, units)


def moved_by(text: str, origin: str, box: Box | None, context: Context, units: Mapping[str, float]) -> Matrix:
    """The matrix of a transform about an origin, within `box`; None for the view."""
    if not text:
        return IDENTITY
    matrix = parse_transform(text)
    if not origin and box is None:
        return matrix
    box = box or (0.0, 0.0, *context.view)
    across, down = _words(origin or "0 0")
    x = box[0] + _along(across, "x", box[2] - box[0], context, units)
    y = box[1] + _along(down, "y", box[3] - box[1], context, units)
    return about(matrix, x, y)


def _words(text: str) -> tuple[str, str]:
    """The horizontal and the vertical part of an origin."""
    words = [*text.replace(",", " ").split()[:2]]
    if len(words) == 1:
        return ("center", words[0]) if words[0] in ("top", "bottom") else (words[0], "center")
    if words[0] in ("top", "bottom") or words[1] in ("left", "right"):
        words.reverse()
    return words[0], words[1]


def _along(word: str, name: str, side: float, context: Context, units: Mapping[str, float]) -> float:
    if word in _SHARES:
        return _SHARES[word] * side
    value, unit = length(word)
    return value / 100 * side if unit == "%" else user_length(word, name, context, units)
