"""Crop marks: short lines beyond the trim edges of boxes, outside every bleed."""

from __future__ import annotations

from collections.abc import Sequence

from generator.model.sheet import Outsets, Segment
from generator.model.units import Mm
from generator.sheets.bleed import Neighbourhood
from generator.sheets.layout import EPSILON, Page, Rect

LENGTH: Mm = 4.0
SHORTEST: Mm = 1.0
CLEAR: Mm = 0.5
"""Between bleed and mark."""
LEAST_START: Mm = 2.0
PAPER_EDGE: Mm = 3.0
"""What marks keep free along the edge of the paper."""
REACH: Mm = 20.0


def crop_marks(
    boxes: Sequence[Rect], grown: Sequence[Outsets], others: Sequence[Rect], page: Page
) -> tuple[Segment, ...]:
    """Marks in line with every edge of `boxes`, where there is room.

    `grown` is the bleed of each box; `others` are rectangles (bleed included)
    of outlines that are no boxes.  A mark never comes near either, takes at most
    half of a gap, and ends 3 mm before the edge of the paper.
    """
    return tuple(
        sorted(
            _columns(boxes, grown, others, page.height)
            | {(x1, y1, x2, y2) for y1, x1, y2, x2 in _columns(*_flipped(boxes, grown, others), page.width)}
        )
    )


def _flipped(
    boxes: Sequence[Rect], grown: Sequence[Outsets], others: Sequence[Rect]
) -> tuple[list[Rect], list[Outsets], list[Rect]]:
    def swap(four: tuple[Mm, Mm, Mm, Mm]) -> tuple[Mm, Mm, Mm, Mm]:
        return four[1], four[0], four[3], four[2]

    return [swap(box) for box in boxes], [swap(out) for out in grown], [swap(box) for box in others]


def _columns(
    boxes: Sequence[Rect], grown: Sequence[Outsets], others: Sequence[Rect], height: Mm
) -> set[Segment]:
    """Marks above and below the vertical edges of boxes on paper of `height`."""
    covered = [
        (b[0] - o[0], b[1] - o[1], b[2] + o[2], b[3] + o[3]) for b, o in zip(boxes, grown, strict=True)
    ]
    covered += others
    trims = [*boxes, *others]
    neighbourhood = Neighbourhood(covered, REACH)
    ends: dict[tuple[int, int, int], tuple[Mm, Mm, int]] = {}
    for index, box in enumerate(boxes):
        for x in (box[0], box[2]):
            for y, way in ((box[1], -1), (box[3], 1)):
                ends.setdefault((round(x * 1000), round(y * 1000), way), (x, y, index))
    found: set[Segment] = set()
    for (_, _, way), (x, y, index) in ends.items():
        near = [(trims[other], covered[other]) for other in neighbourhood.near(boxes[index])]
        free = _free(x, way * y, way, near)
        if free:
            start, end = free[0], min(free[1], (y if way < 0 else height - y) - PAPER_EDGE)
            if end - start > SHORTEST - EPSILON:
                found.add((x, y + way * start, x, y + way * end))
    return found


def _free(x: Mm, y: Mm, way: int, near: Sequence[tuple[Rect, Rect]]) -> tuple[Mm, Mm] | None:
    """From where to where beyond an edge's end the line is free of components and bleed."""
    start = LEAST_START + CLEAR
    for trim, covered in near:
        if covered[0] - CLEAR < x < covered[2] + CLEAR and not _ahead(trim, y, way):
            reach = covered[1] if way < 0 else covered[3]
            start = max(start, way * reach - y + CLEAR)
    end = start + LENGTH
    for trim, covered in near:
        if covered[0] - CLEAR < x < covered[2] + CLEAR and _ahead(trim, y, way):
            trim_gap = (way * trim[3] if way < 0 else trim[1]) - y
            cover_gap = (way * covered[3] if way < 0 else covered[1]) - y
            end = min(end, trim_gap / 2, cover_gap - CLEAR)
    return (start, end) if end > start else None


def _ahead(trim: Rect, y: Mm, way: int) -> bool:
    nearest = -trim[3] if way < 0 else trim[1]
    return nearest > y - EPSILON
