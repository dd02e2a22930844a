"""Where a sheet's label fits in its waste area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile

from msgspec import Struct
from msgspec.structs import replace

from generator.model.sheet import Segment, Sheet
from generator.model.units import Mm
from generator.sheets.layout import Rect, Slot, trim_box
from generator.sheets.tick import RADIUS

EDGE: Mm = 3.6
"""Nearest a label comes to the paper's edge, where most home printers reach."""
GAP: Mm = 0.8
SHORTEST: Mm = 1.0
BESIDE: Mm = 1.8
"""Between a mark that stays and the words beside it."""
NARROWEST: Mm = 9.0
"""A run between marks that a word of a label may stand in."""
LEAST_SHARE = 0.6
"""Of the usual width: with less room, words between marks are too small."""
Run = tuple[Mm, Mm]
"""From where to where, mm from the left end of a strip."""


class Strip(Struct, frozen=True):
    """Where a label stands: its top-left corner and size, and the runs of it that no mark crosses."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm
    runs: tuple[Run, ...]


def label_strip(sheet: Sheet, width: Mm, height: Mm, longest: Mm) -> Strip | None:
    """Room for a label of `width` x `height`, whose first part is `longest`; None when pieces leave none.

    Tries the strips under and over the components, from left to right, for a place that
    touches no mark.  When marks stand everywhere: the place where they can be cut short
    (`without_label`), or else a longer strip with room enough in the runs between them.  Where there
    is neither, marks cross the label, since cutting needs them.
    """
    spot = _spot(sheet, width, height)
    if spot is None:
        return None
    lasting = _lasting(sheet, (*spot, spot[0] + width, spot[1] + height))
    parted = _parted(sheet, width, height, longest) if lasting else None
    return parted or Strip(*spot, width, height, ((0.0, width),))


def _parted(sheet: Sheet, width: Mm, height: Mm, longest: Mm) -> Strip | None:
    """A strip as long as the paper, its runs from the first one on that holds the longest part."""
    edge, left, right = _room(sheet)
    for y in (sheet.height - edge - height, edge):
        whole = (left, y, right, y + height)
        taken = [(box[0], box[2]) for box in _obstacles(sheet, edge + height) if _over(box, whole)]
        taken += [(min(m[0], m[2]) - BESIDE, max(m[0], m[2]) + BESIDE) for m in _lasting(sheet, whole)]
        runs = list(_between(sorted(taken), right - left, left))
        runs = list(dropwhile(lambda run: run[1] - run[0] < longest, runs))
        runs = [run for run in runs if run[1] - run[0] > NARROWEST]
        if sum(end - start for start, end in runs) >= LEAST_SHARE * width:
            return Strip(left, y, right - left, height, tuple(runs))
    return None


def _between(taken: Sequence[Run], width: Mm, left: Mm) -> Iterator[Run]:
    at = 0.0
    for start, end in taken:
        yield at, start - left
        at = max(at, end - left)
    yield at, width


def _room(sheet: Sheet) -> tuple[Mm, Mm, Mm]:
    """How near the edge labels come, and where their strips begin and end."""
    edge = max(EDGE, sheet.paper.reach)
    side = max(sheet.paper.margin, edge)
    return edge, side, sheet.width - side


def _obstacles(sheet: Sheet, strip: Mm) -> list[Rect]:
    return [] if sheet.window else _pieces(sheet, strip)


def _lasting(sheet: Sheet, box: Rect) -> list[Segment]:
    """Marks in a strip that cannot give way to it."""
    x, y, right, bottom = box
    return [
        mark
        for mark in (*sheet.marks, *sheet.aligns)
        if _touches(mark, x, y, right - x, bottom - y) and _shortened(mark, y, bottom - y, sheet) is mark
    ]


def _spot(sheet: Sheet, width: Mm, height: Mm) -> tuple[Mm, Mm] | None:
    """Top-left corner of the place with the fewest marks that cannot give way."""
    edge, left, right = _room(sheet)
    right -= width
    steps = [left + (right - left) * k / 24 for k in range(25)] if right > left else [left]
    spots = [(x, y) for y in (sheet.height - edge - height, edge) for x in steps]
    pieces = _obstacles(sheet, edge + height)
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


def without_label(sheet: Sheet, strip: Strip) -> Sheet:
    """The sheet with marks that run into its label cut short; as crossing where too little is left."""
    y, height = strip.y, strip.height

    def in_label(mark: Segment) -> bool:
        return any(_touches(mark, strip.x + start, y, end - start, height) for start, end in strip.runs)

    if not any(map(in_label, sheet.marks)):
        return sheet
    marks = tuple(_shortened(mark, y, height, sheet) if in_label(mark) else mark for mark in sheet.marks)
    return replace(sheet, marks=marks, crossing=tuple(filter(in_label, marks)))


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
