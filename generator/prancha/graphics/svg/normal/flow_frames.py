"""The frames that texts flow in: shapes of `shape-inside`, or the width of `inline-size`, line by line.

A line takes the parts of its height where the shape covers at least nine tenths of it, as in Inkscape.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from msgspec import Struct, field

from prancha.graphics.svg.matrix import floats, moved, parse_transform
from prancha.graphics.svg.normal.context import Context, user_length
from prancha.graphics.svg.normal.plain_shapes import plain_shape
from prancha.graphics.svg.path_data import SHAPES, Arc, trace
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box, Point, bounds

_URL = re.compile(r"url\(\s*['\"]?\s*#([^'\")]*)['\"]?\s*\)")
_CHORDS = 16
"""Chords of a curve or a quarter turn."""
_MOST_POINTS = 4000
"""Points of a frame: each line looks at all of them, _SCANS times."""
_SCANS = 20
"""Heights of a line at which a shape is looked at."""
_COVERED = 0.9
"""Share of a line's height that a shape must cover."""
_SAME = 1e-6

Room = tuple[float, float]
"""The left and the right end of a part of a line."""
Ring = Sequence[Point]


class ShapeFrame(Struct, frozen=True):
    """A frame of closed rings of points, in the user space of the text; `padding` is kept free inside."""

    rings: tuple[Ring, ...]
    box: Box
    padding: float = 0.0

    @property
    def top(self) -> float:
        """Where the first line begins."""
        return self.box[1] + self.padding

    def rooms(self, top: float, height: float) -> list[Room] | None:
        """The rooms of a line from `top` on; none where it is too narrow, None below the frame."""
        bottom = self.box[3] - self.padding
        if top + _COVERED * height > bottom + _SAME * max(height, 1.0):
            return None
        least = math.ceil(_COVERED * _SCANS)
        edges: list[tuple[float, int]] = []
        for scan in range(_SCANS):
            for left, right in _spans(self.rings, top + (scan + 0.5) / _SCANS * height):
                edges += ((left, 1), (right, -1))
        found: list[Room] = []
        depth, start = 0, 0.0
        for x, step in sorted(edges):
            if step > 0 and depth + 1 == least:
                start = x
            if step < 0 and depth == least and x - self.padding > start + self.padding:
                found.append((start + self.padding, x - self.padding))
            depth += step
        return found


class WidthFrame(Struct, frozen=True):
    """A frame of one width without an end, whose first line has its baseline at `baseline`."""

    room: Room
    baseline: float


def _spans(rings: Sequence[Ring], y: float) -> list[Room]:
    """Where a horizontal line at `y` runs inside of rings (even-odd)."""
    crossings = []
    for ring in rings:
        px, py = ring[-1]
        for qx, qy in ring:
            if (py <= y) != (qy <= y):
                crossings.append(px + (y - py) / (qy - py) * (qx - px))
            px, py = qx, qy
    crossings.sort()
    return list(zip(crossings[::2], crossings[1::2], strict=True))


def named_shapes(value: str, ids: Mapping[str, Element]) -> list[Element]:
    """The shapes that a value of `shape-inside` names.  Raises DrawingFault."""
    found = [ids.get(name.strip()) for name in _URL.findall(value)]
    shapes = [each for each in found if each is not None and each.tag in SHAPES]
    if not found or len(shapes) < len(found):
        hint = "draw a rectangle as the frame, or give each line of the text a place of its own"
        raise DrawingFault(f'shape-inside="{value[:60]}" is no shape of this drawing', hint)
    return shapes


def shape_frame(shape: Element, context: Context, units: Mapping[str, float], padding: str) -> ShapeFrame:
    """The frame that a shape makes for a text in `context`.  Raises DrawingFault for one without a size.

    The shape counts in the user space of the text, moved by its own transform alone (SVG 2, 11.4).
    """
    plain = plain_shape(shape, context, units)
    rings = [] if plain is None else [ring for ring in _rings(plain) if len(ring) > 1]
    if sum(map(len, rings)) > _MOST_POINTS:
        raise DrawingFault("the frame of a text has too many corners", "draw a simpler one")
    matrix = parse_transform(shape.get("transform", ""))
    placed = tuple(tuple(moved(matrix, point) for point in ring) for ring in rings)
    box = bounds(point for ring in placed for point in ring) if placed else (0.0, 0.0, 0.0, 0.0)
    if not (box[2] > box[0] and box[3] > box[1]):
        raise DrawingFault(f"the frame of a text, a <{shape.tag}>, has no size", "draw it larger")
    return ShapeFrame(placed, box, user_length(padding, "shape-padding", context, units))


def align_of(style: Mapping[str, str]) -> str:
    """`left`, `center`, `right` or `justify`: text-align, or text-anchor where that says nothing."""
    align = style.get("text-align", "start")
    if align == "start":
        align = {"middle": "center", "end": "end"}.get(style.get("text-anchor", "start"), "start")
    if align in ("start", "end"):
        rtl = style.get("direction") == "rtl"
        align = "right" if (align == "end") != rtl else "left"
    return align


def upright_box(frame: ShapeFrame) -> Box | None:
    """The box of a frame that is an upright rectangle; None for any other shape."""
    if len(frame.rings) != 1:
        return None
    left, top, right, bottom = frame.box
    slack = _SAME * max(right - left, bottom - top)
    corners = set()
    ring = frame.rings[0]
    for (x, y), (beforex, beforey) in zip(ring, (ring[-1], *ring[:-1]), strict=True):
        at_side = [abs(x - left) <= slack, abs(x - right) <= slack]
        at_end = [abs(y - top) <= slack, abs(y - bottom) <= slack]
        if abs(x - beforex) > slack and abs(y - beforey) > slack:
            return None
        if any(at_side) and any(at_end):
            corners.add((at_side[0], at_end[0]))
        elif not (any(at_side) or any(at_end)):
            return None
    pad = frame.padding
    return (left + pad, top + pad, right - pad, bottom - pad) if len(corners) == 4 else None


def _rings(plain: Element) -> list[list[Point]]:
    """The rings of a plain shape."""
    get = plain.attrib.get
    if plain.tag == "path":
        pen = _RingPen()
        trace(get("d", ""), pen)
        return pen.rings
    if plain.tag in ("polygon", "polyline"):
        values = floats(get("points", ""))
        return [list(zip(values[::2], values[1::2], strict=False))]
    if plain.tag == "rect":
        x, y, width, height = (float(get(name, "0")) for name in ("x", "y", "width", "height"))
        rx, ry = (float(get(name, "0")) for name in ("rx", "ry"))
        return [_rounded((x, y, x + width, y + height), min(rx, width / 2), min(ry, height / 2))]
    if plain.tag in ("circle", "ellipse"):
        cx, cy = float(get("cx", "0")), float(get("cy", "0"))
        rx, ry = (float(get(name, "0")) for name in (("r", "r") if plain.tag == "circle" else ("rx", "ry")))
        return [_rounded((cx - rx, cy - ry, cx + rx, cy + ry), rx, ry)]
    return []


def _rounded(box: Box, rx: float, ry: float) -> list[Point]:
    """A rectangle whose corners are quarters of an ellipse."""
    left, top, right, bottom = box
    if rx <= 0 or ry <= 0:
        return [(left, top), (right, top), (right, bottom), (left, bottom)]
    west, north, east, south = left + rx, top + ry, right - rx, bottom - ry
    centres = ((east, north), (east, south), (west, south), (west, north))
    return [
        (x + rx * math.cos(angle), y + ry * math.sin(angle))
        for quarter, (x, y) in enumerate(centres)
        for angle in ((quarter - 1 + k / _CHORDS) * math.pi / 2 for k in range(_CHORDS + 1))
    ]


class _RingPen(Struct):
    """A pen that draws a path as rings of points."""

    x: float = 0.0
    y: float = 0.0
    rings: list[list[Point]] = field(default_factory=list)

    def move(self, x: float, y: float) -> None:
        self.rings.append([(x, y)])
        self.x, self.y = x, y

    def line(self, x: float, y: float) -> None:
        self.rings[-1].append((x, y))
        self.x, self.y = x, y

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        x0, y0 = self.x, self.y
        for k in range(1, _CHORDS + 1):
            t = k / _CHORDS
            a, b, c, e = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
            self.line(a * x0 + b * x1 + c * x2 + e * x, a * y0 + b * y1 + c * y2 + e * y)

    def arc(self, arc: Arc) -> None:
        for curve in arc.curves():
            self.curve(*curve)

    def close(self) -> None:
        self.x, self.y = self.rings[-1][0]
