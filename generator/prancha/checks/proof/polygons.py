"""What polygons share: the part of a page that art can show on, through all its clips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prancha.checks.proof.matrix import Box, Point, around, common
from prancha.model.units import Mm

Polygon = tuple[Point, ...]
Segment = tuple[Mm, Mm, Mm, Mm]
_SAME: Mm = 1e-7


def shared(polygons: Sequence[Polygon]) -> Polygon:
    """The corners of what all polygons share; () when that is nothing.

    At most one of them may have bays; where more have, the boxes around them stand for them.
    """
    bays = [polygon for polygon in polygons if not is_convex(polygon)]
    rest = [polygon for polygon in polygons if is_convex(polygon)]
    if len(bays) > 1:
        rest += [rectangle(around(polygon)) for polygon in bays]
        bays = []
    found, *others = (*bays, *rest)
    for other in others:
        found = _cut(found, other)
        if not found:
            break
    return found


def shared_box(polygons: Sequence[Polygon]) -> Box:
    """The box around what all polygons share; turned inside out when they share nothing."""
    if all(is_upright(polygon) for polygon in polygons):
        return common(around(polygon) for polygon in polygons)
    found = shared(polygons)
    return around(found) if found else (0.0, 0.0, -1.0, -1.0)


def area(polygon: Sequence[Point]) -> float:
    """Twice the area would be the sum of the cross products; positive clockwise where y points down."""
    ring = zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ring) / 2


def is_upright(polygon: Polygon) -> bool:
    """Whether it is a rectangle with sides along the axes."""
    points = polygon[:-1] if len(polygon) == 5 and polygon[0] == polygon[-1] else polygon
    if len(points) != 4:
        return False
    left, top, right, bottom = around(points)
    return all(
        min(abs(x - left), abs(x - right)) < _SAME and min(abs(y - top), abs(y - bottom)) < _SAME
        for x, y in points
    )


def is_convex(polygon: Polygon) -> bool:
    """Whether it has no bays."""
    points = _without_doubles(polygon)
    turns = [
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        for (ax, ay), (bx, by), (cx, cy) in zip(
            points, (*points[1:], *points[:1]), (*points[2:], *points[:2]), strict=True
        )
    ]
    return all(turn > -_SAME for turn in turns) or all(turn < _SAME for turn in turns)


def clipped(line: Segment, box: Box) -> Segment | None:
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
    for (x1, y1), (x2, y2) in zip(edges, (*edges[1:], *edges[:1]), strict=True):
        before, found = found, []
        sides = [way * ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) for x, y in before]
        for k, point in enumerate(before):
            last, here, there = before[k - 1], sides[k], sides[k - 1]
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
