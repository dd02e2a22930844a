"""The colour of a gradient at a point."""

from __future__ import annotations

import math
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from prancha.graphics.scene.colours import Rgb, over, parse_colour
from prancha.graphics.scene.drawing import MarkedDrawing
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.matrix import IDENTITY, Box, Point, inverse, moved, multiply, parse_transform
from prancha.graphics.svg.numbers import first
from prancha.graphics.svg.style import share

Layer = tuple[Rgb | None, float | None]
"""A colour and its opacity; None stands for what nobody can tell."""


def gradient_at(drawing: MarkedDrawing, paint: str, box: Box, at: Point) -> Layer:
    """The colour of a gradient at a point of the shape's own space; patterns cannot be told."""
    gradient = drawing.ids.get(paint.strip()[4:].partition(")")[0].strip("'\" #"))
    if gradient is None or gradient.tag not in ("linearGradient", "radialGradient"):
        return None, None
    attributes = gradient.attrib
    matrix = IDENTITY
    if attributes.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox":
        matrix = (box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1])
    try:
        back = inverse(multiply(matrix, parse_transform(attributes.get("gradientTransform", ""))))
    except DrawingFault:  # which the renderer tells
        return None, None
    if back is None or attributes.get("spreadMethod", "pad") != "pad":
        return None, None
    along = _along(gradient.tag, attributes, moved(back, at))
    return (None, None) if along is None else _stop(gradient, along)


def _along(tag: str, attributes: Mapping[str, str], at: Point) -> float | None:
    """How far along a gradient a point lies, from 0 to 1; None for circles that hold not each other."""

    def read(name: str, default: str) -> float:
        text = attributes.get(name, default)
        return share(text) if text.endswith("%") else first(text, float(default))

    if tag == "linearGradient":
        x1, y1, x2, y2 = (read(n, d) for n, d in (("x1", "0"), ("y1", "0"), ("x2", "1"), ("y2", "0")))
        dx, dy = x2 - x1, y2 - y1
        square = dx * dx + dy * dy
        t = ((at[0] - x1) * dx + (at[1] - y1) * dy) / square if square else 1.0
    else:
        cx, cy, radius = read("cx", "0.5"), read("cy", "0.5"), read("r", "0.5")
        focus = read("fx", str(cx)), read("fy", str(cy)), read("fr", "0")
        found = _between_circles(focus, (cx, cy, radius), at)
        if found is None:
            return None
        t = found
    return min(1.0, max(0.0, t))


def _between_circles(
    inner: tuple[float, float, float], outer: tuple[float, float, float], at: Point
) -> float | None:
    """Where the circle through a point lies on the way from one circle to another that holds it."""
    (fx, fy, fr), (cx, cy, r) = inner, outer
    dx, dy, dr = cx - fx, cy - fy, r - fr
    if dr <= 0 or math.hypot(dx, dy) >= dr:
        return None
    px, py = at[0] - fx, at[1] - fy
    # |p - t d| = fr + t dr, of whose two solutions the larger one is painted.
    a, b, c = dx * dx + dy * dy - dr * dr, px * dx + py * dy + fr * dr, px * px + py * py - fr * fr
    return (b - math.sqrt(max(0.0, b * b - a * c))) / a


def _stop(gradient: Element, t: float) -> Layer:
    stops: list[tuple[float, Rgb, float]] = []
    for stop in gradient:
        colour = parse_colour(stop.get("stop-color", "#000000"))
        if stop.tag != "stop" or colour is None:
            return None, None
        offset = max(share(stop.get("offset", "0")), stops[-1][0] if stops else 0.0)
        stops.append((offset, colour, share(stop.get("stop-opacity", "1"))))
    if not stops:
        return None, None
    # Of stops in one place the last counts for what follows.
    before = next((s for s in reversed(stops) if s[0] <= t), stops[0])
    after = next((s for s in stops if s[0] >= t), stops[-1])
    part = (t - before[0]) / (after[0] - before[0]) if after[0] > before[0] else 0.0
    opacity = before[2] + (after[2] - before[2]) * part
    return over(after[1], part, before[1]) if part else before[1], opacity
