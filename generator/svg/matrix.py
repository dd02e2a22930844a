"""SVG transform lists as one matrix (a, b, c, d, e, f), and points and boxes moved by it."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from generator.svg.errors import Fault
from generator.svg.numbers import floats

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
NOWHERE: Box = (math.inf, math.inf, -math.inf, -math.inf)
_CALL = r"\s*,?\s*([a-zA-Z]+)\s*\(([^)]*)\)"


def multiply(m: Matrix, k: Matrix) -> Matrix:
    """The matrix that applies `k` first, then `m`."""
    if k is IDENTITY:
        return m
    if m is IDENTITY:
        return k
    a, b, c, d, e, f = m
    return (
        a * k[0] + c * k[1], b * k[0] + d * k[1],
        a * k[2] + c * k[3], b * k[2] + d * k[3],
        a * k[4] + c * k[5] + e, b * k[4] + d * k[5] + f,
    )  # fmt: skip


@lru_cache(maxsize=8192)
def inverse(m: Matrix) -> Matrix | None:
    """The matrix that undoes `m`; None when `m` squeezes everything flat."""
    a, b, c, d, e, f = m
    det = a * d - b * c
    if abs(det) < 1e-12:
        return None
    return (d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)


@lru_cache(maxsize=4096)
def parse_transform(text: str) -> Matrix:
    """Read `translate(..) rotate(..) scale(..) skewX(..) matrix(..)`; Fault on anything else."""
    result, position = IDENTITY, 0
    for call in re.finditer(_CALL, text):
        if call.start() != position:
            break
        position = call.end()
        result = multiply(result, _one(call[1], floats(call[2]), text))
    if text[position:].strip():
        raise Fault(
            f'transform="{text}" cannot be read', "use translate, rotate, scale, skewX, skewY or matrix"
        )
    return result


def _one(name: str, v: list[float], text: str) -> Matrix:
    count = len(v)
    if name == "translate" and count in (1, 2):
        return (1.0, 0.0, 0.0, 1.0, v[0], v[1] if count == 2 else 0.0)
    if name == "scale" and count in (1, 2):
        return (v[0], 0.0, 0.0, v[-1], 0.0, 0.0)
    if name == "rotate" and count in (1, 3):
        angle = math.radians(v[0])
        turn = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0.0, 0.0)
        if count == 1:
            return turn
        there, back = (1.0, 0.0, 0.0, 1.0, v[1], v[2]), (1.0, 0.0, 0.0, 1.0, -v[1], -v[2])
        return multiply(multiply(there, turn), back)
    if name == "skewX" and count == 1:
        return (1.0, 0.0, math.tan(math.radians(v[0])), 1.0, 0.0, 0.0)
    if name == "skewY" and count == 1:
        return (1.0, math.tan(math.radians(v[0])), 0.0, 1.0, 0.0, 0.0)
    if name == "matrix" and count == 6:
        return (v[0], v[1], v[2], v[3], v[4], v[5])
    raise Fault(f'transform="{text}" cannot be read', "use translate, rotate, scale, skewX, skewY or matrix")


def moved(m: Matrix, point: Point) -> Point:
    """`point` moved by `m`."""
    x, y = point
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def moved_box(m: Matrix, box: Box) -> Box:
    """The upright box around `box` moved by `m`."""
    if m is IDENTITY or box[0] > box[2]:
        return box
    left, top, right, bottom = box
    a, b, c, d, e, f = m
    if not (b or c):
        x1, x2, y1, y2 = a * left + e, a * right + e, d * top + f, d * bottom + f
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
    xs = a * left + c * top, a * right + c * top, a * left + c * bottom, a * right + c * bottom
    ys = b * left + d * top, b * right + d * top, b * left + d * bottom, b * right + d * bottom
    return min(xs) + e, min(ys) + f, max(xs) + e, max(ys) + f


def overlap(one: Box, other: Box) -> float:
    """The area that two boxes have in common."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def scale_of(m: Matrix) -> float:
    """How much `m` enlarges lengths on average."""
    return 1.0 if m is IDENTITY else math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))


def corners(box: Box) -> tuple[Point, Point, Point, Point]:
    """The four corners of a box, round it."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)
