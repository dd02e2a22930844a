"""Grounds of marks before and after saving ink, the area marks cover, and inks that stand out there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median

from prancha.graphics.scene.ground import UnknownGroundError, closed, ground_at, icon_matrix
from prancha.graphics.scene.painted_marks import Mark, Symbol
from prancha.graphics.scene.polygon_regions import Region
from prancha.graphics.scene.split_face import MarkedDrawing
from prancha.graphics.svg.css_colours import WHITE, Rgb, contrast, over
from prancha.graphics.svg.matrix import inverse, moved, moved_box, scale_of
from prancha.model.box import Box, Point, area, enclose, intersect
from prancha.model.face import Face


def fill_area(mark: Mark, face: Box) -> float:
    """Square mm of a filled shape that show on the face."""
    region = mark.region()
    return (
        ring_area(region, mark.style.get("fill-rule") == "evenodd")
        * scale_of(mark.matrix) ** 2
        * shown_share(mark, face)
    )


def stroke_area(mark: Mark, face: Box) -> float:
    """Square mm of a shape's line."""
    return length(mark) * mark.stroke_width() * scale_of(mark.matrix) * shown_share(mark, face)


def length(mark: Mark) -> float:
    """Millimetres of a shape's line on the face."""
    ends = closed(mark)
    steps = (
        math.dist(p, q)
        for ring in mark.region().rings
        for p, q in pairwise((*ring, ring[0]) if ends else ring)
    )
    return sum(steps) * scale_of(mark.matrix)


def icon_area(mark: Mark, symbol: Symbol, face: Box) -> float:
    """Square mm of an icon's ink, about."""
    scale = scale_of(icon_matrix(mark, symbol)) * scale_of(mark.matrix)
    parts = (
        ring_area(part.region(), part.style.get("fill-rule") == "evenodd") * scale_of(part.matrix) ** 2
        for part in symbol.marks
        if part.style.get("fill") != "none"
    )
    return sum(parts) * scale * scale * shown_share(mark, face)


def ring_area(region: Region, evenodd: bool) -> float:
    """The area inside rings; holes count less, whichever way they run."""
    areas = [
        sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*ring, ring[0]))) / 2
        for ring in region.rings
    ]
    if not areas:
        return 0.0
    if evenodd:
        largest = max(map(abs, areas))
        return max(0.0, 2 * largest - sum(map(abs, areas)))
    return abs(sum(areas))


def shown_share(mark: Mark, face: Box) -> float:
    """The share of a mark's box that is on the face and inside its clips' boxes."""
    box = shown = mark.box()
    for clip in mark.clips:
        boxes = [moved_box(clip.matrix, part.box) for part, _ in clip.parts]
        if boxes:
            shown = intersect(shown, enclose(boxes))
    whole = (box[2] - box[0]) * (box[3] - box[1])
    return area(intersect(shown, face)) / whole if whole > 0 else 0.0


BLACK: Rgb = (0.0, 0.0, 0.0)
STEPS = 20
QUARTER = 0.25
"""Grounds are judged at their worst quarter, as the contrast check does."""


def ratio(ink: Rgb, alpha: float, grounds: Sequence[Rgb]) -> float:
    """The contrast of `ink` at the worst quarter of its grounds."""
    found = sorted(contrast(over(ink, alpha, ground), ground) for ground in grounds)
    return found[int(len(found) * QUARTER)] if found else 21.0


def standing_back(ink: Rgb, alpha: float, grounds: Sequence[Rgb], wanted: float) -> Rgb:
    """`ink` mixed with white until it stands out by no more than `wanted`."""
    found = ink
    for k in range(1, STEPS):
        mixed = over(WHITE, k / STEPS, ink)
        if ratio(mixed, alpha, grounds) < wanted:
            break
        found = mixed
    return found


def standing_out(ink: Rgb, alpha: float, grounds: Sequence[Rgb], wanted: float) -> Rgb:
    """`ink`, darkened (on dark grounds lightened) no more than it takes to stand out by `wanted`."""
    for end in (BLACK, WHITE):
        for shade in (over(end, k / STEPS, ink) for k in range(STEPS + 1)):
            if ratio(shade, alpha, grounds) >= wanted:
                return shade
    return max((BLACK, WHITE, ink), key=lambda colour: ratio(colour, alpha, grounds))


def median_of(colours: Sequence[Rgb]) -> Rgb:
    """The median of each channel."""
    red, green, blue = (median(colour[k] for colour in colours) for k in range(3))
    return red, green, blue


class Surroundings:
    """The scene before and after."""

    def __init__(self, face: Face, before: MarkedDrawing, after: MarkedDrawing) -> None:
        self._face, self.before, self.after = face, before, after

    def covers(self, mark: Mark) -> bool:
        """Return whether a shape is the ground of the whole piece."""
        outline, (left, top, right, bottom) = self._face.outline, mark.box()
        if left > 0.01 or top > 0.01 or right < outline.width - 0.01 or bottom < outline.height - 0.01:
            return False
        points = [(x, y) for x, y in outline.polygon(-0.2)]
        step = max(1, len(points) // 12)
        return all(_holds(mark, x, y) for x, y in points[::step])

    def grounds(self, scene: MarkedDrawing, index: int, box: Box, points: Iterable[Point]) -> list[Rgb]:
        """Colours under a mark at points of the face; none if they are unknown."""
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
