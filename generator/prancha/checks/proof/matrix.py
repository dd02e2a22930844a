"""Affine maps as PDF writes them: x' = a x + c y + e, y' = b x + d y + f (ISO 32000-1, 8.3.3)."""

from __future__ import annotations

import math
from collections.abc import Iterable

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def after(first: Matrix, then: Matrix) -> Matrix:
    """The map that applies `first`, then `then`."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r, a * q + b * s,
        c * p + d * r, c * q + d * s,
        e * p + f * r + t, e * q + f * s + u,
    )  # fmt: skip


def moved(matrix: Matrix, x: float, y: float) -> Point:
    """Where the map takes a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def back(matrix: Matrix) -> Matrix:
    """The map that undoes another, which must not flatten its plane."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    return (
        d / size, -b / size,
        -c / size, a / size,
        (c * f - d * e) / size, (b * e - a * f) / size,
    )  # fmt: skip


def corners(matrix: Matrix, left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """The four corners of a box, from top left clockwise, as the map takes them."""
    return (
        moved(matrix, left, top), moved(matrix, right, top),
        moved(matrix, right, bottom), moved(matrix, left, bottom),
    )  # fmt: skip


def around(points: Iterable[Point]) -> Box:
    """The box around points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def common(boxes: Iterable[Box]) -> Box:
    """What all boxes share; turned inside out when they share nothing."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return max(lefts), max(tops), min(rights), min(bottoms)


def turn_of(matrix: Matrix) -> float:
    """Degrees clockwise (y down) that the map turns its x axis."""
    return math.degrees(math.atan2(matrix[1], matrix[0])) % 360
