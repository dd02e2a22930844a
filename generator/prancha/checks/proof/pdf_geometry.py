"""Affine maps, boxes and polygons in the plane, in whatever unit they come.

Maps are six numbers as PDF writes them: x' = a x + c y + e, y' = b x + d y + f (ISO 32000-1, 8.3.3).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from prancha.model.units import Mm

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

P = TypeVar("P")
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def concat(first: Matrix, then: Matrix) -> Matrix:
    """The map that applies `first`, then `then`."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r, a * q + b * s,
        c * p + d * r, c * q + d * s,
        e * p + f * r + t, e * q + f * s + u,
    )  # fmt: skip


def map_point(matrix: Matrix, x: float, y: float) -> Point:
    """Return where the map takes a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def inverse(matrix: Matrix) -> Matrix:
    """The inverse map; ZeroDivisionError where the map flattens the plane."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    return (
        d / size, -b / size,
        -c / size, a / size,
        (c * f - d * e) / size, (b * e - a * f) / size,
    )  # fmt: skip


def map_corners(matrix: Matrix, left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """The four corners of a box, from top left clockwise, as the map takes them."""
    return (
        map_point(matrix, left, top), map_point(matrix, right, top),
        map_point(matrix, right, bottom), map_point(matrix, left, bottom),
    )  # fmt: skip


def bounds(points: Iterable[Point]) -> Box:
    """The box around points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def union(*boxes: Box) -> Box:
    """The box around boxes."""
    return bounds(point for x1, y1, x2, y2 in boxes for point in ((x1, y1), (x2, y2)))


def sides(points: Sequence[P]) -> Iterator[tuple[P, P]]:
    """Each of the corners of a ring with the next, the last with the first."""
    return zip(points, (*points[1:], *points[:1]), strict=True)


def contains(polygon: Sequence[Point], x: float, y: float) -> bool:
    """Return whether a point is inside a polygon (even-odd)."""
    inside = False
    for (x1, y1), (x2, y2) in sides(polygon):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def distance_to_line(point: Point, start: Point, end: Point) -> float:
    """Distance of a point from a straight stretch."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    along = 0.0 if square == 0 else ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def upright_box(numbers: Iterable[Any]) -> Box:
    """A rectangle of PDF as its corners of lowest and highest numbers (ISO 32000-1, 7.9.5)."""
    x1, y1, x2, y2 = map(float, numbers)
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def covers(outer: Box, inner: Box, slack: float = 0.0) -> bool:
    """Return whether a box lies within another, or reaches beyond it by no more than `slack`."""
    return (
        outer[0] <= inner[0] + slack and outer[1] <= inner[1] + slack
        and outer[2] >= inner[2] - slack and outer[3] >= inner[3] - slack
    )  # fmt: skip


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes share an area."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def intersection(boxes: Iterable[Box]) -> Box:
    """The area that all boxes share; turned inside out where they share none."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return max(lefts), max(tops), min(rights), min(bottoms)


def scale_of(matrix: Matrix) -> float:
    """How much larger the map makes lengths, across and down taken together."""
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c))


def rotation_of(matrix: Matrix) -> float:
    """Degrees clockwise (y down) that the map turns its x axis."""
    return math.degrees(math.atan2(matrix[1], matrix[0])) % 360


Polygon = tuple[Point, ...]
Segment = tuple[Mm, Mm, Mm, Mm]
"""x1, y1, x2, y2"""
_SAME: Mm = 1e-7


def intersect_polygons(polygons: Sequence[Polygon]) -> Polygon:
    """The area that all polygons share, as a polygon; () where they share none.

    At most one of them may have bays; where more have, the boxes around them stand for them.
    """
    bays = [polygon for polygon in polygons if not is_convex(polygon)]
    rest = [polygon for polygon in polygons if is_convex(polygon)]
    if len(bays) > 1:
        rest += [rectangle(bounds(polygon)) for polygon in bays]
        bays = []
    found, *others = (*bays, *rest)
    for other in others:
        found = _cut(found, other)
        if not found:
            break
    return found


def intersection_box(polygons: Sequence[Polygon]) -> Box:
    """The box around the area that all polygons share; turned inside out where they share none."""
    if all(is_upright(polygon) for polygon in polygons):
        return intersection(bounds(polygon) for polygon in polygons)
    found = intersect_polygons(polygons)
    return bounds(found) if found else (0.0, 0.0, -1.0, -1.0)


def area(polygon: Sequence[Point]) -> float:
    """Signed area of a polygon; positive clockwise where y points down."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in sides(polygon)) / 2


def is_upright(polygon: Polygon) -> bool:
    """Return whether it is a rectangle with sides along the axes."""
    points = polygon[:-1] if len(polygon) == 5 and polygon[0] == polygon[-1] else polygon
    if len(points) != 4:
        return False
    left, top, right, bottom = bounds(points)
    return all(
        min(abs(x - left), abs(x - right)) < _SAME and min(abs(y - top), abs(y - bottom)) < _SAME
        for x, y in points
    )


def is_convex(polygon: Polygon) -> bool:
    """Return whether it has no bays."""
    points = _without_doubles(polygon)
    turns = [
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        for (ax, ay), (bx, by), (cx, cy) in zip(
            points, (*points[1:], *points[:1]), (*points[2:], *points[:2]), strict=True
        )
    ]
    return all(turn > -_SAME for turn in turns) or all(turn < _SAME for turn in turns)


def clip_line(line: Segment, box: Box) -> Segment | None:
    """The part of a line within a box (Liang and Barsky 1984); None when there is none."""
    x1, y1, x2, y2 = line
    first, last = 0.0, 1.0
    for step, room in (
        (x1 - x2, x1 - box[0]), (x2 - x1, box[2] - x1), (y1 - y2, y1 - box[1]), (y2 - y1, box[3] - y1),
    ):  # fmt: skip
        if abs(step) < _SAME:
            if room < 0:
                return None
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    if last <= first:
        return None
    dx, dy = x2 - x1, y2 - y1
    return x1 + first * dx, y1 + first * dy, x1 + last * dx, y1 + last * dy


def _cut(polygon: Polygon, window: Polygon) -> Polygon:
    """A polygon cut by a convex one (Sutherland and Hodgman 1974)."""
    edges = _without_doubles(window)
    way = 1.0 if area(edges) > 0 else -1.0
    found: list[Point] = list(polygon)
    for (x1, y1), (x2, y2) in sides(edges):
        before, found = found, []
        aside = [way * ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) for x, y in before]
        for k, point in enumerate(before):
            last, here, there = before[k - 1], aside[k], aside[k - 1]
            if (here < 0) != (there < 0):
                share = there / (there - here)
                found.append((last[0] + (point[0] - last[0]) * share, last[1] + (point[1] - last[1]) * share))
            if here >= 0:
                found.append(point)
        if not found:
            break
    return tuple(found)


def _without_doubles(polygon: Iterable[Point]) -> Polygon:
    points = list(polygon)
    kept = [p for p, before in zip(points, points[-1:] + points[:-1], strict=True) if p != before]
    return tuple(kept) or tuple(points[:1])


def rectangle(box: Box) -> Polygon:
    """The corners of a box."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)
