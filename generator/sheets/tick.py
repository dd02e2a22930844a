"""The pairing tick: a mark in the waste area of a front and, behind it, of its back."""

from __future__ import annotations

from generator.model.sheet import Paper, Placement
from generator.model.units import Mm
from generator.sheets.fronts import Front
from generator.sheets.layout import Slot, trim_box

FROM_EDGE: Mm = 5.8
"""From the edge of the paper to the middle of the tick; more where the printer does not reach."""
RADIUS: Mm = 1.8
"""What a tick takes, with a little air."""
STEP: Mm = 2.0


def tick_spot(front: Front, paper: Paper) -> tuple[Mm, Mm] | None:
    """A free place in the strip above the pieces, the rightmost; None when there is none."""
    page = front.page
    x, y = page.width - paper.margin - RADIUS, max(FROM_EDGE, paper.reach + RADIUS)
    low = min((_top(placement) for placement in front.placements), default=page.height)
    lines = (*front.marks, *front.back_marks, *front.aligns)
    near = [line for line in lines if min(line[1], line[3]) < y + RADIUS]
    if low < y + RADIUS and front.window is None:
        return None
    while x > paper.margin:
        if all(
            max(x1, x2) < x - RADIUS or min(x1, x2) > x + RADIUS or max(y1, y2) < y - RADIUS
            for x1, y1, x2, y2 in near
        ):
            return x, y
        x -= STEP
    return None


def _top(placement: Placement) -> Mm:
    box = trim_box(placement.outline, Slot(placement.x, placement.y, placement.turn))
    return box[1] - max(placement.outsets)
