"""The trim lines of a page, and how far from them a point is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from prancha.checks.proof.match import VECTOR_BAR, Match
from prancha.checks.proof.matrix import around
from prancha.checks.proof.measured import MeasuredLine
from prancha.checks.proof.outline import corner_points, to_line
from prancha.model.units import Mm

STRIDE: Mm = 2.0
"""Between places of a line that must lie on a trim line."""


class TrimLines:
    """Trim lines of a page, found by the squares of 10 mm they pass."""

    SIZE: Mm = 10.0

    def __init__(self, matches: Sequence[Match]) -> None:
        """Take the components that stand on the page."""
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
            if nearest <= VECTOR_BAR:
                break  # most lines lie on one, and how exactly is not asked
        return nearest

    def hold(self, line: MeasuredLine) -> bool:
        """Whether trim lines run all along a line, those of one component or of several in a row."""
        (x1, y1, x2, y2), (mx, my) = line.ends, ((line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2)
        for index in self._near(mx, my):
            match, points = self._lines[index]
            if not match.planned.shape.is_box and not match.planned.shape.points:
                ends_on = all(self._to(index, x, y) <= VECTOR_BAR for x, y in ((x1, y1), (x2, y2)))
                if ends_on and math.dist((x1, y1), (x2, y2)) < match.planned.shape.width / 2:
                    return True  # a chord
                continue
            ring = zip(points, (*points[1:], points[0]), strict=True)
            if any(max(to_line((x1, y1), a, b), to_line((x2, y2), a, b)) <= VECTOR_BAR for a, b in ring):
                return True
        count = math.ceil(math.dist((x1, y1), (x2, y2)) / STRIDE)
        places = ((x1 + (x2 - x1) * k / count, y1 + (y2 - y1) * k / count) for k in range(1, count))
        return all(self.distance(x, y) <= VECTOR_BAR for x, y in places)

    def free(self, x: Mm, y: Mm) -> bool:
        """Whether a point is on the trim line of a component that is no box: marks do not lead along it."""
        return any(
            not self._lines[index][0].planned.shape.is_box and self._to(index, x, y) <= VECTOR_BAR
            for index in self._near(x, y)
        )

    def nearest(self, x: Mm, y: Mm) -> str:
        """The component whose trim line is nearest."""
        index = min(self._near(x, y), key=lambda k: self._to(k, x, y), default=None)
        return "" if index is None else self._lines[index][0].planned.name

    def _near(self, x: Mm, y: Mm) -> Sequence[int]:
        return self._cells.get((round(x // self.SIZE), round(y // self.SIZE)), ())

    def _to(self, index: int, x: Mm, y: Mm) -> Mm:
        match, points = self._lines[index]
        shape = match.planned.shape
        if not shape.is_box and not shape.points:
            return abs(math.dist((x, y), match.centre) - shape.width / 2)
        return min(to_line((x, y), a, b) for a, b in zip(points, (*points[1:], points[0]), strict=True))
