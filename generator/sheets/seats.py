"""Everything a full or partly filled sheet has beside its pieces: bleeds, marks and cut lines."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from generator.model.outline import Outline
from generator.model.sheet import Marks, Outsets, Segment
from generator.model.units import Mm
from generator.sheets.bleed import outsets
from generator.sheets.cuts import Line, box_cuts, shared_cuts, shared_edges
from generator.sheets.layout import Layout, Page, Rect, Slot, bounds, placed, trim_box
from generator.sheets.marks import crop_marks, unmarked
from generator.sheets.mixed import Mixed
from generator.sheets.single import uniform_outset


class Seat(Struct, frozen=True):
    """A slot for a piece of `outline`; a box may bleed up to `bleed`, another outline exactly `outset`."""

    outline: Outline
    slot: Slot
    bleed: Mm
    outset: Mm = 0.0

    @property
    def box(self) -> Rect:
        """The trim box on the sheet."""
        return trim_box(self.outline, self.slot)


class Seating(Struct, frozen=True):
    """Slots in print order with the bleed of each, and the lines that set the pieces free.

    `back_marks` are the marks that have a piece in this sheet; `marks` may also be
    those of places left empty.  Both as seen from the front.
    """

    slots: tuple[Slot, ...]
    outsets: tuple[Outsets, ...]
    marks: tuple[Segment, ...]
    back_marks: tuple[Segment, ...]
    cuts: tuple[Line, ...]
    light: tuple[Segment, ...] = ()


def single_seats(
    outline: Outline, bleed: Mm, gap: Mm, layout: Layout, count: int
) -> tuple[list[Seat], list[Seat]]:
    """Seats for `count` equal pieces in the first slots of a layout, and those left empty."""
    outset = 0.0
    if not outline.is_box:
        outset = _inside(outline, uniform_outset(outline, bleed, gap), layout)
    seats = [Seat(outline, slot, bleed, outset) for slot in layout.slots]
    return seats[:count], seats[count:]


def mixed_seats(mixed: Mixed) -> list[Seat]:
    """Seats for pieces of several sizes."""
    chosen = ((mixed.lots[index], slot) for index, slot in mixed.slots)
    return [Seat(lot.outline, slot, lot.bleed, lot.outset) for lot, slot in chosen]


def seating(
    page: Page, seats: Sequence[Seat], spare: Sequence[Seat], look: Marks, own: int | None = None
) -> Seating:
    """Spread bleed, set marks and draw what marks do not show.

    Marks are those of a sheet on which the `spare` seats are taken too.  Cut lines are those
    of the first `own` seats (None: all); beyond them lie backs to be folded behind.
    """
    loose = [seat for seat in seats if not seat.outline.is_box]
    covered = [bounds(placed(seat.outline, seat.slot, seat.outset)) for seat in loose]
    boxed = [seat for seat in seats if seat.outline.is_box]
    empty = [seat for seat in spare if seat.outline.is_box]
    boxes, bleeds = [seat.box for seat in boxed], [seat.bleed for seat in boxed]
    all_boxes = [*boxes, *(seat.box for seat in empty)]
    # Bleed spreads over slots left empty.
    grown = outsets(boxes, bleeds, covered, page)
    marks = back_marks = crop_marks(boxes, grown, covered, page, look)
    if empty:
        # Marks stand where those of a full sheet do, and begin beyond the bleed that spreads here.
        full = outsets(all_boxes, [*bleeds, *(seat.bleed for seat in empty)], covered, page)
        marks = crop_marks(all_boxes, [*grown, *full[len(boxes) :]], covered, page, look)
    around = iter(grown)
    mine = list(seats[:own])
    free = [placed(seat.outline, seat.slot) for seat in mine if not seat.outline.is_box]
    straight = [seat.box for seat in mine if seat.outline.is_box]
    drawn = () if look.style == "none" else unmarked(box_cuts(straight), marks)
    return Seating(
        tuple(seat.slot for seat in mine),
        tuple(next(around) if seat.outline.is_box else (seat.outset,) * 4 for seat in seats)[: len(mine)],
        marks,
        back_marks,
        (*drawn, *(() if look.style == "none" else shared_cuts(free))),
        shared_edges(boxes) if look.light else (),
    )


def _inside(outline: Outline, outset: Mm, layout: Layout) -> Mm:
    """The outset, cut back so that no tip of bleed comes nearer to the edge than it may."""
    if not outset:
        return 0.0
    page = layout.page
    trim = _clearances(outline, 0.0, layout)
    grown = _clearances(outline, outset, layout)
    limits = (
        (room - page.bleed_edge) / (room - left) * outset
        for room, left in zip(trim, grown, strict=True)
        if left < page.bleed_edge
    )
    return max(0.0, min(limits, default=outset))


def _clearances(outline: Outline, outset: Mm, layout: Layout) -> tuple[Mm, Mm, Mm, Mm]:
    """From each edge of the paper to the nearest grown outline."""
    page = layout.page
    left, top, right, bottom = bounds(p for slot in layout.slots for p in placed(outline, slot, outset))
    return left, top, page.width - right, page.height - bottom
