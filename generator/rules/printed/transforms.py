"""SVG transform lists as matrices (a, b, c, d, e, f), and points moved by them."""

from __future__ import annotations

import math
import re
from functools import lru_cache

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
NOWHERE: Box = (math.inf, math.inf, -math.inf, -math.inf)
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_NUMBERS = re.compile(NUMBER)
_CALL = re.compile(r"([a-zA-Z]+)\s*\(([^)]*)\)")


def numbers(text: str) -> list[float]:
    """All numbers of a list attribute."""
    return [float(word) for word in _NUMBERS.findall(text)]


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


@lru_cache(maxsize=8192)
def parse_transform(text: str) -> Matrix:
    """Read a transform list; the renderer has refused what cannot be read."""
    result = IDENTITY
    for call in _CALL.finditer(text):
        result = multiply(result, _one(call[1], numbers(call[2])))
    return result


def _one(name: str, v: list[float]) -> Matrix:
    if name == "translate":
        return (1.0, 0.0, 0.0, 1.0, v[0], v[1] if len(v) > 1 else 0.0)
    if name == "scale":
        return (v[0], 0.0, 0.0, v[-1], 0.0, 0.0)
    if name == "rotate":
        angle = math.radians(v[0])
        turn = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0.0, 0.0)
        if len(v) < 3:
            return turn
        there, back = (1.0, 0.0, 0.0, 1.0, v[1], v[2]), (1.0, 0.0, 0.0, 1.0, -v[1], -v[2])
        return multiply(multiply(there, turn), back)
    if name == "skewX":
        return (1.0, 0.0, math.tan(math.radians(v[0])), 1.0, 0.0, 0.0)
    if name == "skewY":
        return (1.0, math.tan(math.radians(v[0])), 0.0, 1.0, 0.0, 0.0)
    return (v[0], v[1], v[2], v[3], v[4], v[5])


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


def scale_of(m: Matrix) -> float:
    """How much `m` enlarges lengths on average."""
    return 1.0 if m is IDENTITY else math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))


def corners(box: Box) -> tuple[Point, Point, Point, Point]:
    """The four corners of a box, round it."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)
