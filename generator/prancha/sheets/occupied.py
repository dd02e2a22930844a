"""All that is printed on a sheet before it gets ruler, label and tick, and what they keep off."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from prancha.model.outline import Outline, Point, Rim
from prancha.model.sheet import Outsets, Placement, Segment, Sheet
from prancha.model.units import Mm
from prancha.sheets.layout import Rect, Slot, bounds, trim_box, turned
from prancha.sheets.waste import SLACK, Waste

EDGE: Mm = 3.6
"""Nearest a label comes to the paper's edge, where most home printers reach."""
GAP: Mm = 0.8
"""Between words and a mark."""
CLEAR: Mm = GAP - SLACK
"""What is asked for where places are compared exactly, not by cells."""
AIR: Mm = 0.4
"""Between words and art, anywhere but in the strips along the edges, where bleed may touch."""
SHORTEST: Mm = 1.0
"""What is left at least of a mark that gives way."""
RADIUS: Mm = 1.8
"""What a tick takes, with a little air."""
TOUCH: Mm = 0.01
"""By so much boxes may overlap."""


Lie = tuple[Outline, Mm, Mm, float, Outsets, Rim | None]
"""How a piece lies: outline, centre, turn and bleed."""


class Occupied(Struct, frozen=True):
    """All that ruler and label are to keep off on a sheet.

    `boxes` and `rings` are art, its bleed included; of `marks` the outer part may give way,
    `fixed` lines and the `discs` (boxes of them) not.  Nothing is printed in what is `closed`; in what
    is `spare`, slots left empty, only where there is no room elsewhere.
    """

    width: Mm
    height: Mm
    margin: Mm
    reach: Mm
    boxes: tuple[Rect, ...]
    rings: tuple[tuple[Point, ...], ...] = ()
    marks: tuple[Segment, ...] = ()
    fixed: tuple[Segment, ...] = ()
    discs: tuple[Rect, ...] = ()
    closed: tuple[Rect, ...] = ()
    spare: tuple[Rect, ...] = ()

    @property
    def taken(self) -> tuple[Rect, ...]:
        """Boxes around all that is printed or kept free, lines left out."""
        return (*self.boxes, *map(bounds, self.rings), *self.discs, *self.closed, *self.spare)

    @property
    def edge(self) -> Mm:
        """How near to the paper's edge words come."""
        return max(EDGE, self.reach)

    def printed(self) -> Waste:
        """The parts of the sheet beside all art and discs, and beside what is closed."""
        waste = Waste(self.width, self.height, self.edge)
        for box in self.boxes:
            waste.block(grown(box, AIR))
        for box in (*self.discs, *self.closed):
            waste.block(box)
        for ring in self.rings:
            waste.block_ring(ring)
        return waste

    def waste(self, printed: Waste, marks: Sequence[Segment], spare: bool) -> Waste:
        """Of what is `printed` beside, that beside these marks; with `spare`, slots left empty too."""
        waste = printed.copy()
        for box in () if spare else self.spare:
            waste.block(box)
        for line in (*marks, *self.fixed):
            waste.block(grown(span(line), GAP))
        return waste


def occupied_of(sheet: Sheet, closed: Sequence[Rect] = (), spare: Sequence[Rect] = ()) -> Occupied:
    """What there is on a sheet."""
    boxes, rings = _arts(tuple(map(_lie, (*sheet.placements, *sheet.backs))))
    window = sheet.window
    if window is not None:
        # A part of a board shows no more than its window.
        shown = window.x, window.y, window.x + window.width, window.y + window.height
        boxes, rings = tuple(_common(shown, box) for box in (*boxes, *map(bounds, rings))), ()
    bars = sheet.pen.style == "cross"
    fixed = (*sheet.aligns, *([sheet.fold] if sheet.fold else []), *(sheet.marks if bars else ()))
    discs = [disc(sheet.tick)] if sheet.tick else []
    return Occupied(
        sheet.width, sheet.height, margin=sheet.paper.margin, reach=sheet.paper.reach, boxes=boxes,
        rings=rings,
        marks=() if bars else sheet.marks, fixed=fixed, discs=tuple(discs), closed=tuple(closed),
        spare=tuple(spare),
    )  # fmt: skip


def lines_of(sheet: Sheet) -> tuple[Segment, ...]:
    """Marks, crosses of joints and the fold."""
    return (*sheet.marks, *sheet.aligns, *([sheet.fold] if sheet.fold else []))


def disc(at: Point) -> Rect:
    """The box around a pairing tick, with a little air."""
    return grown((*at, *at), RADIUS)


def _lie(piece: Placement) -> Lie:
    return piece.outline, piece.x, piece.y, piece.turn, piece.outsets, piece.rim


@lru_cache(maxsize=32)
def _arts(lies: tuple[Lie, ...]) -> tuple[tuple[Rect, ...], tuple[tuple[Point, ...], ...]]:
    """The boxes and the rings that pieces print on: those of a stack lie alike."""
    boxes: list[Rect] = []
    rings: list[tuple[Point, ...]] = []
    for outline, x, y, turn, out, rim in lies:
        slot = Slot(x, y, turn)
        if outline.is_box:
            left, top, right, bottom = trim_box(outline, slot)
            boxes.append((left - out[0], top - out[1], right + out[2], bottom + out[3]))
        else:
            art = outline.rimmed(rim) if rim else outline.polygon(out[0])
            rings.append(turned(art, outline, slot))
    return tuple(boxes), tuple(rings)


def _common(one: Rect, other: Rect) -> Rect:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def stub(mark: Segment) -> Segment:
    """The part of a mark that stays at its piece, whatever else gives way."""
    x1, y1, x2, y2 = mark
    share = min(1.0, SHORTEST / max(abs(x2 - x1), abs(y2 - y1)))
    return x1, y1, x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


def shorten_marks(marks: Sequence[Segment], box: Rect) -> tuple[Segment, ...]:
    """Marks as far as they keep off words in a box."""
    near, kept = around(box), grown(box, GAP)
    return tuple(_shortened(mark, kept) if over(span(mark), near) else mark for mark in marks)


def _shortened(mark: Segment, kept: Rect) -> Segment:
    (x1, y1, x2, y2), (left, top, right, bottom) = mark, kept
    if x1 == x2:
        return x1, y1, x2, top if y2 > y1 else bottom
    return x1, y1, left if x2 > x1 else right, y2


def around(box: Rect) -> Rect:
    """What lines near words in a box must not reach into."""
    return grown(box, CLEAR)


def span(line: Segment) -> Rect:
    """The box around a line."""
    x1, y1, x2, y2 = line
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def grown(box: Rect, by: Mm) -> Rect:
    """A box with so much more on every side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def over(one: Rect, other: Rect) -> bool:
    """Whether two boxes share more than a touch."""
    # A bleed may touch the strip, as it may touch the margin.
    return (
        one[0] < other[2] - TOUCH
        and one[2] > other[0] + TOUCH
        and one[1] < other[3] - TOUCH
        and one[3] > other[1] + TOUCH
    )
