"""The trim lines of a page, and how far from them a point is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from prancha.checks.proof.match import VECTOR_BAR, Match
from prancha.checks.proof.matrix import around, back, moved
from prancha.checks.proof.measured import MeasuredLine
from prancha.checks.proof.outline import corner_points, to_line
from prancha.model.units import Mm

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
            left, top, right, bottom = (round(value // self.SIZE) for value in around(points))
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
        """Whether trim lines run all along a line, those of one component or of several in a row."""
        ends, length = (line.ends[:2], line.ends[2:]), math.dist(line.ends[:2], line.ends[2:])
        for index in self._near((line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2):
            match, points = self._lines[index]
            radius = self._radius(match)
            on = radius and length < radius and all(self._to(index, x, y) <= self._bar for x, y in ends)
            if on:
                return True  # a chord
            ring = zip(points, (*points[1:], points[0]), strict=True)
            if not radius and any(max(to_line(end, a, b) for end in ends) <= self._bar for a, b in ring):
                return True
        count = max(1, math.ceil(length / STRIDE))
        places = (
            (line.x1 + (line.x2 - line.x1) * k / count, line.y1 + (line.y2 - line.y1) * k / count)
            for k in range(count + 1)
        )
        return all(self.distance(x, y) <= self._bar for x, y in places)

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
        if shape.is_box or shape.points:
            return shape.radius if self._corners else 0.0
        return shape.width / 2

    def _to(self, index: int, x: Mm, y: Mm) -> Mm:
        match, points = self._lines[index]
        shape = match.planned.shape
        if not shape.is_box and not shape.points:
            return abs(math.dist((x, y), match.centre) - shape.width / 2)
        straight = min(to_line((x, y), a, b) for a, b in zip(points, (*points[1:], points[0]), strict=True))
        if not self._radius(match):
            return straight
        px, py = moved(back(match.found.matrix), x, y)
        # All of the line is a radius away from the box that the middles of its round corners make.
        dx = abs(px - shape.width / 2) - shape.width / 2 + shape.radius
        dy = abs(py - shape.height / 2) - shape.height / 2 + shape.radius
        away = math.hypot(max(dx, 0.0), max(dy, 0.0)) + min(max(dx, dy), 0.0)
        return abs(away - shape.radius)
