"""Trim edges of components as they lie on a page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from prancha.checks.proof.match import Match
from prancha.checks.proof.matrix import Box, Point, moved
from prancha.model.units import Mm

SIDES = ("left", "top", "right", "bottom")
CHORDS = 16
"""How many edges stand for a circle's; their ends lie on it exactly."""


class TrimEdge(Struct, frozen=True):
    """A straight stretch of trim line, `outwards` a unit normal, `promised` the bleed beyond it."""

    start: Point
    end: Point
    outwards: Point
    promised: Mm
    name: str

    def at(self, share: float, beyond: Mm) -> Point:
        """A point `share` of the way along, `beyond` mm outside (negative: inside)."""
        (x1, y1), (x2, y2), (nx, ny) = self.start, self.end, self.outwards
        return x1 + (x2 - x1) * share + nx * beyond, y1 + (y2 - y1) * share + ny * beyond

    @property
    def length(self) -> Mm:
        """From end to end."""
        return math.dist(self.start, self.end)


def corner_points(match: Match) -> tuple[Point, ...]:
    """Corners of the trim line as found; a circle gives CHORDS points of it."""
    shape = match.planned.shape
    if shape.is_box:
        return match.corners
    if shape.points:
        return tuple(moved(match.found.matrix, x, y) for x, y in shape.points)
    return round_points(match, CHORDS)


def round_points(match: Match, count: int) -> tuple[Point, ...]:
    """Points of a round trim line as found, at equal distances."""
    radius = match.planned.shape.width / 2
    angles = (2 * math.pi * k / count for k in range(count))
    return tuple(
        moved(match.found.matrix, radius * (1 + math.cos(a)), radius * (1 + math.sin(a))) for a in angles
    )


def edges(match: Match) -> Iterator[TrimEdge]:
    """Trim edges of a component; a circle gives points of it, each with its own normal."""
    shape, outsets = match.planned.shape, match.planned.outsets
    points = corner_points(match)
    if not shape.is_box and not shape.points:
        cx, cy = match.centre
        rim = match.planned.rim
        for k, (x, y) in enumerate(points):
            away = math.dist((x, y), (cx, cy))
            at = k * len(rim) // CHORDS
            promised = _between(rim[at - 1], rim[at]) if rim else outsets[0]
            yield TrimEdge((x, y), (x, y), ((x - cx) / away, (y - cy) / away), promised, "rim")
        return
    clockwise = 1.0 if _area(points) > 0 else -1.0
    for k, ((x1, y1), (x2, y2)) in enumerate(zip(points, (*points[1:], points[0]), strict=True)):
        length = math.dist((x1, y1), (x2, y2))
        if length < 1e-6:
            continue
        nx, ny = clockwise * (y2 - y1) / length, clockwise * (x1 - x2) / length
        promised, name = match.planned.rim[k] if match.planned.rim else outsets[0], "edge"
        if shape.is_box:
            side = (0 if nx < 0 else 2) if abs(nx) > abs(ny) else (1 if ny < 0 else 3)
            promised, name = outsets[side], SIDES[side]
        yield TrimEdge((x1, y1), (x2, y2), (nx, ny), promised, name)


def _between(one: Mm, other: Mm) -> Mm:
    """How far art reaches from a corner, where it goes straight from the end of one strip to the next's."""
    return 2 * one * other / (one + other) if one + other > 0 else 0.0


def within(edge: TrimEdge, window: Box | None) -> TrimEdge | None:
    """The part of an edge that a poster's page shows; None when it shows none of it."""
    if window is None:
        return edge
    first, last = 0.0, 1.0
    for k in (0, 1):
        start, step = edge.start[k], edge.end[k] - edge.start[k]
        low, high = window[k] - start, window[k + 2] - start
        if abs(step) < 1e-9:
            if low > 1e-6 or high < -1e-6:
                return None
            continue
        a, b = sorted((low / step, high / step))
        first, last = max(first, a), min(last, b)
    if last - first < 1e-6 and edge.length > 0:
        return None
    return TrimEdge(edge.at(first, 0), edge.at(last, 0), edge.outwards, edge.promised, edge.name)


def contains(points: Sequence[Point], x: Mm, y: Mm) -> bool:
    """Whether a point is inside a polygon (even-odd)."""
    inside = False
    for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def to_line(point: Point, start: Point, end: Point) -> Mm:
    """Distance of a point from a straight stretch."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    along = 0.0 if square == 0 else ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square
    along = min(1.0, max(0.0, along))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def _area(points: Sequence[Point]) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]), strict=True))
