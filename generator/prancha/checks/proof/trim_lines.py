"""The trim lines of a page, and how far from them a point is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from prancha.checks.proof.match import VECTOR_BAR, Match
from prancha.checks.proof.matrix import around
from prancha.checks.proof.outline import corner_points, to_line
from prancha.model.units import Mm


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
