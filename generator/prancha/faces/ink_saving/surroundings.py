"""What lies around the marks of a face, as it was designed and as it becomes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from prancha.graphics.scene.colours import Rgb
from prancha.graphics.scene.drawing import MarkedDrawing
from prancha.graphics.scene.ground import UnknownGroundError, ground_at
from prancha.graphics.scene.marks import Mark
from prancha.graphics.svg.matrix import Box, Point, inverse, moved
from prancha.model.face import Face


class Surroundings:
    """The scene before and after."""

    def __init__(self, face: Face, before: MarkedDrawing, after: MarkedDrawing) -> None:
        self._face, self.before, self.after = face, before, after

    def covers(self, mark: Mark) -> bool:
        """Whether a shape is the ground of the whole piece."""
        outline, (left, top, right, bottom) = self._face.outline, mark.box()
        if left > 0.01 or top > 0.01 or right < outline.width - 0.01 or bottom < outline.height - 0.01:
            return False
        points = [(x, y) for x, y in outline.polygon(-0.2)]
        step = max(1, len(points) // 12)
        return all(_holds(mark, x, y) for x, y in points[::step])

    def around(self, index: int, mark: Mark) -> list[Rgb]:
        """Colours around a shape as designed; none where they cannot be told."""
        return self.grounds(self.before, index, mark.box(), around(mark))

    def grounds(self, scene: MarkedDrawing, index: int, box: Box, points: Iterable[Point]) -> list[Rgb]:
        """Colours under a mark at points of the face; none where they cannot be told."""
        mark = self.before.marks[index]
        below = list(scene.below(index, box))
        try:
            return [ground_at(scene, below, x, y) for x, y in points if mark.shows(x, y)]
        except UnknownGroundError:
            return []


def _holds(mark: Mark, x: float, y: float) -> bool:
    back = inverse(mark.matrix)
    if back is None or not mark.shows(x, y):
        return False
    px, py = moved(back, (x, y))
    return mark.region().holds(px, py, mark.style.get("fill-rule") == "evenodd")


def around(mark: Mark) -> list[Point]:
    """Up to eight corners of a shape on the face, or points along its sides if clips leave no corner."""
    corners = [point for ring in mark.region().rings for point in ring]
    sides = [
        (a[0] + (b[0] - a[0]) * part / 16, a[1] + (b[1] - a[1]) * part / 16)
        for ring in mark.region().rings
        for a, b in pairwise(ring)
        for part in range(1, 16, 2)
    ]
    for points in (corners, sides):
        found = [moved(mark.matrix, point) for point in points[:: max(1, len(points) // 8)]]
        if not mark.clips or any(mark.shows(*point) for point in found):
            return found
    return []
