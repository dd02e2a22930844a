"""A designed face, the one found for it, and its trim edges on the page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from prancha.checks.proof.design import Planned, PlannedSheet
from prancha.checks.proof.measured import Found, MeasuredLine
from prancha.checks.proof.pdf_geometry import (
    Box,
    Point,
    area,
    bounds,
    clip_line,
    distance_to_line,
    inverse,
    map_corners,
    map_point,
    sides,
)
from prancha.model.units import Mm

VECTOR_BAR: Mm = 0.02
"""Least deviation that is a fault when read from vectors."""

UNCUT: Mm = 2.0
"""By how much a paper may be larger than a piece that is not cut out of it."""


class Match(Struct, frozen=True, dict=True):
    """A designed face and the one found for it."""

    sheet: PlannedSheet
    planned: Planned
    found: Found

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """Corners of the trim box as found, clockwise from the face's top left."""
        shape = self.planned.shape
        return map_corners(self.found.matrix, 0, 0, shape.width, shape.height)

    @cached_property
    def centre(self) -> Point:
        """The centre of the trim box as found."""
        shape = self.planned.shape
        return map_point(self.found.matrix, shape.width / 2, shape.height / 2)

    @cached_property
    def deviation(self) -> Mm:
        """How far the farthest corner is from its place."""
        return farthest(self.corners, self.planned.corners)

    @property
    def true(self) -> bool:
        """Whether it is where it was designed."""
        return self.deviation <= VECTOR_BAR


def farthest(one: tuple[Point, ...], other: tuple[Point, ...]) -> Mm:
    """The largest distance between corners of the same place in the order."""
    return max(math.dist(a, b) for a, b in zip(one, other, strict=True))


SIDES = ("left", "top", "right", "bottom")
SLACK: Mm = 1e-6
"""The distance by which an edge along the rim of a window may lie outside it."""
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
        return tuple(map_point(match.found.matrix, x, y) for x, y in shape.points)
    return round_points(match, CHORDS)


def fills_paper(match: Match) -> bool:
    """Return whether a piece is as large as its paper, whose edges are then its own: nobody cuts it."""
    left, top, right, bottom = bounds(corner_points(match))
    left_over = match.sheet.width - (right - left), match.sheet.height - (bottom - top)
    return all(-VECTOR_BAR <= room <= UNCUT for room in left_over)


def round_points(match: Match, count: int) -> tuple[Point, ...]:
    """Points of a round trim line as found, at equal distances."""
    radius = match.planned.shape.width / 2
    angles = (2 * math.pi * k / count for k in range(count))
    return tuple(
        map_point(match.found.matrix, radius * (1 + math.cos(a)), radius * (1 + math.sin(a))) for a in angles
    )


def trim_edges(match: Match) -> Iterator[TrimEdge]:
    """Trim edges of a component; a circle gives points of it, each with its own normal."""
    shape, outsets = match.planned.shape, match.planned.outsets
    points = corner_points(match)
    if shape.is_round:
        cx, cy = match.centre
        rim = match.planned.rim
        for k, (x, y) in enumerate(points):
            away = math.dist((x, y), (cx, cy))
            at = k * len(rim) // CHORDS
            promised = _between(rim[at - 1], rim[at]) if rim else outsets[0]
            yield TrimEdge((x, y), (x, y), ((x - cx) / away, (y - cy) / away), promised, "rim")
        return
    clockwise = 1.0 if area(points) > 0 else -1.0
    for k, ((x1, y1), (x2, y2)) in enumerate(sides(points)):
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


def part_within(edge: TrimEdge, window: Box | None) -> TrimEdge | None:
    """The part of an edge that a poster's page shows; None when it shows none of it."""
    if window is None:
        return edge
    left, top, right, bottom = window
    reach = left - SLACK, top - SLACK, right + SLACK, bottom + SLACK
    part = clip_line((*edge.start, *edge.end), reach)
    if part is None or math.dist(part[:2], part[2:]) < min(edge.length, 10 * SLACK):
        return None
    return replace(edge, start=part[:2], end=part[2:])


STRIDE: Mm = 2.0
"""Between places of a line that must lie on a trim line."""


class TrimLines:
    """Trim lines of a page, found by the squares of 10 mm they pass."""

    SIZE: Mm = 10.0

    def __init__(self, matches: Sequence[Match], bar: Mm = VECTOR_BAR, rounded: bool = False) -> None:
        """Take the components that stand on the page; what is `bar` off a trim line is on it still.

        `rounded`: round corners of boxes are looked at, along which straight cuts do not go.
        """
        self._bar, self._corners = bar, rounded
        self._lines = [(match, corner_points(match)) for match in matches]
        self._cells: dict[tuple[int, int], list[int]] = {}
        for index, (_, points) in enumerate(self._lines):
            left, top, right, bottom = (round(value // self.SIZE) for value in bounds(points))
            for column in range(left - 1, right + 2):
                for row in range(top - 1, bottom + 2):
                    self._cells.setdefault((column, row), []).append(index)

    def distance(self, x: Mm, y: Mm) -> Mm:
        """From a point to the nearest trim line; a large number when none is near."""
        nearest = 99.0
        for index in self._near(x, y):
            nearest = min(nearest, self._to(index, x, y))
            if nearest <= self._bar:
                break  # most lines lie on one, and how exactly is not asked
        return nearest

    def hold(self, line: MeasuredLine) -> bool:
        """Return whether trim lines run all along a line, those of one component or of several in a row."""
        ends, length = (line.ends[:2], line.ends[2:]), math.dist(line.ends[:2], line.ends[2:])
        for index in self._near((line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2):
            is_chord = length < self._radius(self._lines[index][0])
            if is_chord and all(self._to(index, x, y) <= self._bar for x, y in ends):
                return True
        count = max(1, math.ceil(length / STRIDE))
        dx, dy = (line.x2 - line.x1) / count, (line.y2 - line.y1) / count
        return all(self.distance(line.x1 + dx * k, line.y1 + dy * k) <= self._bar for k in range(count + 1))

    def free(self, x: Mm, y: Mm) -> bool:
        """Whether a point is on the trim line of a component that is no box: marks do not lead along it."""
        return any(
            not self._lines[index][0].planned.shape.is_box and self._to(index, x, y) <= self._bar
            for index in self._near(x, y)
        )

    def nearest(self, x: Mm, y: Mm) -> str:
        """The component whose trim line is nearest."""
        index = min(self._near(x, y), key=lambda k: self._to(k, x, y), default=None)
        return "" if index is None else self._lines[index][0].planned.name

    def _near(self, x: Mm, y: Mm) -> Sequence[int]:
        return self._cells.get((round(x // self.SIZE), round(y // self.SIZE)), ())

    def _radius(self, match: Match) -> Mm:
        """Of a circle, or of round corners where these are looked at; 0 where all is straight."""
        shape = match.planned.shape
        if shape.is_round:
            return shape.width / 2
        return shape.radius if self._corners else 0.0

    def _to(self, index: int, x: Mm, y: Mm) -> Mm:
        match, points = self._lines[index]
        shape = match.planned.shape
        if shape.is_round:
            return abs(math.dist((x, y), match.centre) - shape.width / 2)
        straight = min(distance_to_line((x, y), a, b) for a, b in sides(points))
        if not self._radius(match):
            return straight
        px, py = map_point(inverse(match.found.matrix), x, y)
        # All of the line is a radius away from the box that the middles of its round corners make.
        dx = abs(px - shape.width / 2) - shape.width / 2 + shape.radius
        dy = abs(py - shape.height / 2) - shape.height / 2 + shape.radius
        away = math.hypot(max(dx, 0.0), max(dy, 0.0)) + min(max(dx, dy), 0.0)
        return abs(away - shape.radius)
