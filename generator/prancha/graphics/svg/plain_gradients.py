"""Read plain gradients: where they run, through which stops, and in which space."""

from __future__ import annotations

import math
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.matrix import IDENTITY, Matrix, finite, multiply, parse_transform
from prancha.graphics.svg.style import share
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box, Point

GradientStop = tuple[float, str, float]
"""Offset and opacity from 0 to 1, with the colour as it is written between them."""
_BOX_DEFAULTS = {"x1": "0", "y1": "0", "x2": "1", "y2": "0", "cx": "0.5", "cy": "0.5", "r": "0.5"}


class GradientLine(Struct, frozen=True):
    """The line of a gradient, from a point or circle to another; radii of None make it linear."""

    start: Point
    end: Point
    start_radius: float | None = None
    end_radius: float | None = None

    def at(self, t: float) -> tuple[float, ...]:
        """The point at `t` of the way, which may be beyond its ends, and the radius there."""
        point = tuple(a + t * (b - a) for a, b in zip(self.start, self.end, strict=True))
        if self.start_radius is None or self.end_radius is None:
            return point
        return (*point, self.start_radius + t * (self.end_radius - self.start_radius))

    def share_at(self, point: Point) -> float:
        """The share of the way at a point; it may be below 0 or above 1."""
        px, py = point[0] - self.start[0], point[1] - self.start[1]
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        if self.start_radius is None or self.end_radius is None:
            return (px * dx + py * dy) / (dx * dx + dy * dy)
        fr, dr = self.start_radius, self.end_radius - self.start_radius
        # |p - t d| = fr + t dr, of whose two solutions the larger one is painted.
        a, b, c = dx * dx + dy * dy - dr * dr, px * dx + py * dy + fr * dr, px * px + py * py - fr * fr
        return (b - math.sqrt(max(0.0, b * b - a * c))) / a


def gradient_matrix(gradient: Element, box: Box) -> Matrix:
    """From the space of a gradient to that of what it paints, which fills `box`."""
    matrix = IDENTITY
    if in_box_units(gradient):
        matrix = (box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1])
    return multiply(matrix, parse_transform(gradient.get("gradientTransform", "")))


def in_box_units(gradient: Element) -> bool:
    """Return whether lengths are shares of the box of what is painted."""
    return gradient.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"


def gradient_line(gradient: Element) -> GradientLine:
    """The line of a linear or radial gradient.  Raises DrawingFault."""
    if gradient.tag == "linearGradient":
        x1, y1, x2, y2 = (_read(gradient, name) for name in ("x1", "y1", "x2", "y2"))
        if (x1, y1) == (x2, y2):
            raise DrawingFault("a gradient has no length")  # normalised, it is one colour
        return GradientLine((x1, y1), (x2, y2))
    cx, cy, r = (_read(gradient, name) for name in ("cx", "cy", "r"))
    fx = _read(gradient, "fx") if "fx" in gradient.attrib else cx
    fy = _read(gradient, "fy") if "fy" in gradient.attrib else cy
    fr = _read(gradient, "fr") if "fr" in gradient.attrib else 0.0
    if math.hypot(fx - cx, fy - cy) + fr >= r:
        raise DrawingFault(
            "a radial gradient whose focus is not inside its circle cannot be printed truly",
            "move the focus inside",
        )
    return GradientLine((fx, fy), (cx, cy), fr, r)


def _read(gradient: Element, name: str) -> float:
    in_box = in_box_units(gradient)
    text = gradient.get(name, _BOX_DEFAULTS.get(name, "0") if in_box else "")
    try:
        return share(text, name) if in_box and text.endswith("%") else finite(float(text), text)
    except ValueError:
        raise DrawingFault(f'{name}="{text}" of a gradient is not a number') from None


def gradient_stops(gradient: Element) -> list[GradientStop]:
    """The stops of a gradient; their offsets never fall.  Raises DrawingFault."""
    stops: list[GradientStop] = []
    for stop in gradient:
        if stop.tag == "stop":
            offset = max(share(stop.get("offset", "0"), "offset"), stops[-1][0] if stops else 0.0)
            opacity = share(stop.get("stop-opacity", "1"), "stop-opacity")
            stops.append((offset, stop.get("stop-color", "#000000"), opacity))
    return stops
