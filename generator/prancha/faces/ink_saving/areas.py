"""How much paper a mark covers."""

from __future__ import annotations

import math
from itertools import pairwise

from prancha.graphics.scene.ground import closed, icon_matrix
from prancha.graphics.scene.marks import Mark, Symbol
from prancha.graphics.scene.regions import Region
from prancha.graphics.svg.matrix import Box, moved_box, scale_of


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
    box = mark.box()
    left, top, right, bottom = box
    for clip in mark.clips:
        boxes = [moved_box(clip.matrix, part.box) for part, _ in clip.parts]
        if boxes:
            left, top = max(left, min(b[0] for b in boxes)), max(top, min(b[1] for b in boxes))
            right, bottom = min(right, max(b[2] for b in boxes)), min(bottom, max(b[3] for b in boxes))
    left, top, right, bottom = (
        max(left, face[0]),
        max(top, face[1]),
        min(right, face[2]),
        min(bottom, face[3]),
    )
    whole = (box[2] - box[0]) * (box[3] - box[1])
    if whole <= 0 or right <= left or bottom <= top:
        return 0.0
    return (right - left) * (bottom - top) / whole
