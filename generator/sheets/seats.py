"""Everything a full or partly filled sheet has beside its pieces: bleeds, marks and cut lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.model.outline import Outline
from generator.model.sheet import Outsets, Segment
from generator.model.units import Mm
from generator.sheets.bleed import outsets
from generator.sheets.cuts import Line, box_cuts, shared_cuts
from generator.sheets.layout import EPSILON, Layout, Rect, Slot, bounds, placed, trim_box
from generator.sheets.marks import CLEAR, crop_marks
from generator.sheets.mixed import Lot, Mixed
from generator.sheets.single import uniform_outset


@dataclass(frozen=True, slots=True)
class Seating:
    """Slots in print order with the bleed of each, and the lines that set the pieces free."""

    slots: tuple[Slot, ...]
    outsets: tuple[Outsets, ...]
    marks: tuple[Segment, ...]
    cuts: tuple[Line, ...]


def single_seating(outline: Outline, bleed: Mm, gap: Mm, layout: Layout, count: int) -> Seating:
    """Seat `count` equal pieces in the first slots; marks are those of a full sheet."""
    slots = layout.slots[:count]
    if not outline.is_box:
        outset = _inside(outline, uniform_outset(outline, bleed, gap), layout)
        cuts = shared_cuts(placed(outline, slot) for slot in slots)
        return Seating(slots, ((outset, outset, outset, outset),) * count, (), cuts)
    boxes = [trim_box(outline, slot) for slot in layout.slots]
    full = outsets(boxes, [bleed] * len(boxes), layout.page)
    marks = crop_marks(boxes, full, (), layout.page)
    used = boxes[:count]
    grown = full if count == len(boxes) else outsets(used, [bleed] * count, layout.page)
    # Bleed spreads over slots left empty, unless that would reach the marks of a full sheet.
    if _touch(used, grown, marks):
        grown = full[:count]
    return Seating(slots, grown, marks, _unmarked(used, marks))


def mixed_seating(mixed: Mixed, lots: Sequence[Lot], bleeds: Sequence[Mm]) -> Seating:
    """Seat pieces of several sizes; `lots` and `bleeds` give the kind of each slot."""
    slots = tuple(slot for _, slot in mixed.slots)
    trims = [trim_box(lot.outline, slot) for lot, slot in zip(lots, slots, strict=True)]
    loose = [
        0.0 if lot.outline.is_box else uniform_outset(lot.outline, bleed, lot.gap)
        for lot, bleed in zip(lots, bleeds, strict=True)
    ]
    boxed = [k for k, lot in enumerate(lots) if lot.outline.is_box]
    covered = [
        bounds(placed(lots[k].outline, slots[k], loose[k])) for k in range(len(slots)) if k not in set(boxed)
    ]
    boxes = [trims[k] for k in boxed]
    around = outsets([*boxes, *covered], [*(bleeds[k] for k in boxed), *(0.0 for _ in covered)], mixed.page)
    grown = dict(zip(boxed, around, strict=False))
    marks = crop_marks(boxes, [grown[k] for k in boxed], covered, mixed.page)
    cuts = shared_cuts(
        placed(lot.outline, slot) for lot, slot in zip(lots, slots, strict=True) if not lot.outline.is_box
    )
    ordered = tuple(grown.get(k) or (loose[k],) * 4 for k in range(len(slots)))
    return Seating(slots, ordered, marks, (*_unmarked(boxes, marks), *cuts))


def _inside(outline: Outline, outset: Mm, layout: Layout) -> Mm:
    """The outset, cut back so that no tip of bleed leaves the printable area."""
    if not outset:
        return 0.0
    page = layout.page
    trim = _clearances(outline, 0.0, layout)
    grown = _clearances(outline, outset, layout)
    limits = (
        (room - page.margin) / (room - left) * outset
        for room, left in zip(trim, grown, strict=True)
        if left < page.margin
    )
    return max(0.0, min(limits, default=outset))


def _clearances(outline: Outline, outset: Mm, layout: Layout) -> tuple[Mm, Mm, Mm, Mm]:
    """From each edge of the paper to the nearest grown outline."""
    page = layout.page
    left, top, right, bottom = bounds(p for slot in layout.slots for p in placed(outline, slot, outset))
    return left, top, page.width - right, page.height - bottom


def _touch(boxes: Sequence[Rect], grown: Sequence[Outsets], marks: Sequence[Segment]) -> bool:
    """Whether any bleed comes nearer to a mark than marks keep from bleed."""
    clear = CLEAR - EPSILON
    for box, out in zip(boxes, grown, strict=True):
        left, top = box[0] - out[0] - clear, box[1] - out[1] - clear
        right, bottom = box[2] + out[2] + clear, box[3] + out[3] + clear
        for x1, y1, x2, y2 in marks:
            if left < max(x1, x2) and right > min(x1, x2) and top < max(y1, y2) and bottom > min(y1, y2):
                return True
    return False


def _unmarked(boxes: Sequence[Rect], marks: Sequence[Segment]) -> tuple[Line, ...]:
    """Cut lines that do not have a mark at both ends."""
    upright: dict[int, list[Mm]] = {}
    level: dict[int, list[Mm]] = {}
    for x1, y1, x2, y2 in marks:
        if x1 == x2:
            upright.setdefault(round(x1 * 100), []).append((y1 + y2) / 2)
        else:
            level.setdefault(round(y1 * 100), []).append((x1 + x2) / 2)
    lines: list[Line] = []
    for line in box_cuts(boxes):
        (xa, ya), (xb, yb) = line
        ends = upright.get(round(xa * 100), []) if xa == xb else level.get(round(ya * 100), [])
        first, last = (ya, yb) if xa == xb else (xa, xb)
        if not (any(at < first for at in ends) and any(at > last for at in ends)):
            lines.append(line)
    return tuple(lines)
