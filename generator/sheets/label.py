"""Where a sheet's label fits in its waste area."""

from __future__ import annotations

from generator.model.sheet import Sheet
from generator.model.units import Mm

EDGE: Mm = 3.6
"""Nearest a label comes to the paper's edge: most home printers reach that far."""


def label_spot(sheet: Sheet, width: Mm, height: Mm) -> tuple[Mm, Mm]:
    """Top-left corner for a label of `width` x `height` that touches no mark.

    Tries the strips under and over the components, from left to right; when
    marks stand everywhere, the corner of the bottom strip.
    """
    left, right = sheet.paper.margin, sheet.width - sheet.paper.margin - width
    steps = [left + (right - left) * k / 24 for k in range(25)] if right > left else [left]
    rows = (sheet.height - EDGE - height, EDGE)
    for y in rows:
        for x in steps:
            if not any(_touches(mark, x, y, width, height) for mark in (*sheet.marks, *sheet.aligns)):
                return x, y
    return left, rows[0]


def _touches(mark: tuple[Mm, Mm, Mm, Mm], x: Mm, y: Mm, width: Mm, height: Mm) -> bool:
    gap = 0.8
    x1, y1, x2, y2 = mark
    return (
        min(x1, x2) < x + width + gap
        and max(x1, x2) > x - gap
        and min(y1, y2) < y + height + gap
        and max(y1, y2) > y - gap
    )
