"""Distance between polygons that do not overlap."""

from __future__ import annotations

from collections.abc import Sequence

from prancha.model.outline import Point
from prancha.model.polygon import to_segment
from prancha.model.units import Mm


def nearer_than(one: Sequence[Point], other: Sequence[Point], distance: Mm) -> bool:
    """Whether two polygons with disjoint insides come nearer than `distance`.

    Between disjoint polygons the least distance is always at a corner of one of them.
    """
    return any(
        to_segment(*corner, start, end) < distance
        for corners, edges in ((one, other), (other, one))
        for corner in corners
        for start, end in zip(edges, (*edges[1:], edges[0]), strict=True)
    )
