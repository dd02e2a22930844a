"""Distance between polygons that do not overlap."""

from __future__ import annotations

import math
from collections.abc import Sequence

from prancha.model.outline import Point
from prancha.model.units import Mm


def nearer_than(one: Sequence[Point], other: Sequence[Point], distance: Mm) -> bool:
    """Whether two polygons with disjoint insides come nearer than `distance`.

    Between disjoint polygons the least distance is always at a corner of one of them.
    """
    return any(
        _to_edge(corner, start, end) < distance
        for corners, edges in ((one, other), (other, one))
        for corner in corners
        for start, end in zip(edges, (*edges[1:], edges[0]), strict=True)
    )


def _to_edge(point: Point, start: Point, end: Point) -> Mm:
    (px, py), (ax, ay), (bx, by) = point, start, end
    dx, dy = bx - ax, by - ay
    along = ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)
    along = min(1.0, max(0.0, along))
    return math.hypot(px - ax - along * dx, py - ay - along * dy)
