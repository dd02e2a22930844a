"""Upright boxes: left, top, right, bottom, with y down, in whatever unit they are given in."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeVar

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
_N = TypeVar("_N", int, float)

NOWHERE: Box = (math.inf, math.inf, -math.inf, -math.inf)
"""The box of nothing: around it and another box is the other."""


def bounds(points: Iterable[Point]) -> Box:
    """The box around points, of which there is at least one."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def enclose(boxes: Iterable[tuple[_N, _N, _N, _N]]) -> tuple[_N, _N, _N, _N]:
    """The box around boxes, of which there is at least one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def grow(box: Box, by: float) -> Box:
    """The box with `by` more on every side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def intersect(one: Box, other: Box) -> Box:
    """The box that two boxes have in common; right is left of left where they have none."""
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def area(box: Box) -> float:
    """Width times height; 0 for a box that is turned inside out."""
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def overlap_area(one: Box, other: Box) -> float:
    """The area that two boxes have in common."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def overlap(one: Box, other: Box, by: float = 0.0) -> bool:
    """Return whether two boxes reach more than `by` into each other."""
    return (
        one[0] < other[2] - by
        and other[0] < one[2] - by
        and one[1] < other[3] - by
        and other[1] < one[3] - by
    )


def distance(one: Box, other: Box) -> float:
    """The gap between boxes along the axis with the larger one; negative where they overlap."""
    return max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])


def within(box: Box, around: Box) -> bool:
    """Return whether a box lies in another."""
    return around[0] <= box[0] and around[1] <= box[1] and box[2] <= around[2] and box[3] <= around[3]


def corners(box: Box) -> tuple[Point, Point, Point, Point]:
    """The four corners of a box, walked round."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)
