"""Where a sheet's label fits in its waste area."""

from __future__ import annotations

from msgspec.structs import replace

from generator.model.sheet import Segment, Sheet
from generator.model.units import Mm
from generator.sheets.layout import Rect, Slot, trim_box
from generator.sheets.tick import RADIUS

EDGE: Mm = 3.6
"""Nearest a label comes to the paper's edge, where most home printers reach."""
GAP: Mm = 0.8
SHORTEST: Mm = 1.0


def label_spot(sheet: Sheet, width: Mm, height: Mm) -> tuple[Mm, Mm] | None:
    """Top-left corner for a label of `width` x `height`; None when pieces leave no room.

    Tries the strips under and over the components, from left to right, for a place that
    touches no mark.  When marks stand everywhere, the place where most of them can be cut
    short (`without_label`); the others cross the label, since cutting needs them.
    """
    edge = max(EDGE, sheet.paper.reach)
    left, right = max(sheet.paper.margin, edge), sheet.width - max(sheet.paper.margin, edge) - width
    steps = [left + (right - left) * k / 24 for k in range(25)] if right > left else [left]
    spots = [(x, y) for y in (sheet.height - edge - height, edge) for x in steps]
    pieces = [] if sheet.window else _pieces(sheet, edge + height)
    marks = (*sheet.marks, *sheet.aligns)
    best: tuple[tuple[int, int], tuple[Mm, Mm]] | None = None
    for x, y in spots:
        if any(_over(box, (x, y, x + width, y + height)) for box in pieces):
            continue
        touching = [mark for mark in marks if _touches(mark, x, y, width, height)]
        if not touching:
            return x, y
        lasting = sum(_shortened(mark, y, height, sheet) is mark for mark in touching)
        if best is None or (lasting, len(touching)) < best[0]:
            best = (lasting, len(touching)), (x, y)
    return best[1] if best else None


def without_label(sheet: Sheet, spot: tuple[Mm, Mm], width: Mm, height: Mm) -> Sheet:
    """The sheet with marks that run into its label cut short; as crossing where too little is left."""
    x, y = spot
    if not any(_touches(mark, x, y, width, height) for mark in sheet.marks):
        return sheet
    marks = tuple(
        _shortened(mark, y, height, sheet) if _touches(mark, x, y, width, height) else mark
        for mark in sheet.marks
    )
    crossing = tuple(mark for mark in marks if _touches(mark, x, y, width, height))
    return replace(sheet, marks=marks, crossing=crossing)


def _shortened(mark: Segment, y: Mm, height: Mm, sheet: Sheet) -> Segment:
    """The part of an upright mark beside a label at `y`; the mark itself when that is too short."""
    x1, y1, x2, y2 = mark
    low, high = sorted((y1, y2))
    low, high = (y + height + GAP, high) if y < sheet.height / 2 else (low, y - GAP)
    return (x1, low, x2, high) if x1 == x2 and high - low >= SHORTEST else mark


def _pieces(sheet: Sheet, strip: Mm) -> list[Rect]:
    """What pieces and tick print on, within `strip` of the edges of the paper."""
    found: list[Rect] = []
    for placement in (*sheet.placements, *sheet.backs):
        left, top, right, bottom = trim_box(placement.outline, Slot(placement.x, placement.y, placement.turn))
        out = placement.outsets
        if min(left, top, sheet.width - right, sheet.height - bottom) < strip + max(out):
            found.append((left - out[0], top - out[1], right + out[2], bottom + out[3]))
    if sheet.tick:
        x, y = sheet.tick
        found.append((x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS))
    return found


def _over(one: Rect, other: Rect) -> bool:
    # A bleed may touch the strip, as it may touch the margin.
    return (
        one[0] < other[2] - 0.01
        and one[2] > other[0] + 0.01
        and one[1] < other[3] - 0.01
        and one[3] > other[1] + 0.01
    )


def _touches(mark: Segment, x: Mm, y: Mm, width: Mm, height: Mm) -> bool:
    x1, y1, x2, y2 = mark
    return (
        min(x1, x2) < x + width + GAP
        and max(x1, x2) > x - GAP
        and min(y1, y2) < y + height + GAP
        and max(y1, y2) > y - GAP
    )
