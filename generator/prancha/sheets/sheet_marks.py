"""Everything a full or partly filled sheet has beside its pieces: bleeds, marks and cut lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from prancha.model.outline import Outline, Rim
from prancha.model.sheet import Marks, Outsets, Segment
from prancha.model.units import Mm
from prancha.sheets.bleed import outsets, short_of
from prancha.sheets.cuts import Line, box_cuts, shared_cuts, shared_edges
from prancha.sheets.layout import Layout, LayoutPage, Rect, Slot, bounds, placed, trim_box, turned
from prancha.sheets.marks import crop_marks, unmarked
from prancha.sheets.mixed import Mixed
from prancha.sheets.rims import Rims, lying


class Seat(Struct, frozen=True):
    """A slot for a piece of `outline`, whose art may show up to `bleed` beyond it, `gutter` from others."""

    outline: Outline
    slot: Slot
    bleed: Mm
    gutter: Mm = 0.0

    @property
    def box(self) -> Rect:
        """The trim box on the sheet."""
        return trim_box(self.outline, self.slot)


class Bled(Struct, frozen=True):
    """The bleed of a piece: per side of a box; the same all around or by edges elsewhere.

    `short` is the least of it where paper, or other than neighbours at the gutter, leave less.
    """

    outsets: Outsets
    rim: Rim | None = None
    short: Mm | None = None


class Seating(Struct, frozen=True):
    """Slots in print order with the bleed of each, and the lines that set the pieces free.

    `back_marks` are the marks that have a piece in this sheet; `marks` may also be
    those of places left empty.  Both as seen from the front.
    """

    slots: tuple[Slot, ...]
    bleeds: tuple[Bled, ...]
    marks: tuple[Segment, ...]
    back_marks: tuple[Segment, ...]
    cuts: tuple[Line, ...]
    light: tuple[Segment, ...] = ()


def single_seats(
    outline: Outline, bleed: Mm, gap: Mm, layout: Layout, count: int
) -> tuple[list[Seat], list[Seat]]:
    """Seats for `count` equal pieces in the first slots of a layout, and those left empty."""
    seats = [Seat(outline, slot, bleed, gap) for slot in layout.slots]
    return seats[:count], seats[count:]


def mixed_seats(mixed: Mixed) -> list[Seat]:
    """Seats for pieces of several sizes."""
    chosen = ((mixed.lots[index], slot) for index, slot in mixed.slots)
    return [Seat(lot.outline, slot, lot.bleed, lot.gap) for lot, slot in chosen]


def seating(
    page: LayoutPage,
    seats: Sequence[Seat],
    spare: Sequence[Seat],
    look: Marks,
    own: int | None = None,
    kept: Sequence[Seat] = (),
) -> Seating:
    """Spread bleed, set marks and draw what marks do not show.

    Marks stand where they would with the `spare` seats taken too, but only in line with edges of `seats`.
    Cut lines are those of the first `own` seats (None: all); beyond them lie backs to be folded behind.
    Into the seats that are `kept` for others no bleed spreads.
    """
    loose = list(_loose(page, seats, kept))
    covered = [
        bounds(turned(art, seat.outline, seat.slot)) for seat, bled in loose for art in (_art(seat, bled),)
    ]
    boxed = [seat for seat in seats if seat.outline.is_box]
    empty = [seat for seat in spare if seat.outline.is_box]
    boxes, bleeds = [seat.box for seat in boxed], [seat.bleed for seat in boxed]
    all_boxes = [*boxes, *(seat.box for seat in empty)]
    # Bleed spreads over slots left empty.
    grown = outsets([*boxes, *(seat.box for seat in kept)], [*bleeds, *(0.0 for _ in kept)], covered, page)
    grown = grown[: len(boxes)]
    short = short_of(boxes, bleeds, [seat.gutter for seat in boxed], grown)
    marks = back_marks = crop_marks(boxes, grown, covered, page, look)
    if empty:
        # Marks stand where those of a full sheet do, and begin beyond the bleed that spreads here.
        full = outsets(all_boxes, [*bleeds, *(seat.bleed for seat in empty)], covered, page)
        marks = crop_marks(
            all_boxes, [*grown, *full[len(boxes) :]], others=covered, page=page, look=look, cut=boxes
        )
    sides, around = map(_bled, grown, short), iter(bled for _, bled in loose)
    mine = list(seats[:own])
    free = [placed(seat.outline, seat.slot) for seat in mine if not seat.outline.is_box]
    straight = [seat.box for seat in mine if seat.outline.is_box]
    drawn = () if look.style == "none" else unmarked(box_cuts(straight), marks)
    return Seating(
        tuple(seat.slot for seat in mine),
        tuple(next(sides if seat.outline.is_box else around) for seat in seats)[: len(mine)], marks=marks,
        back_marks=back_marks, cuts=(*drawn, *(() if look.style == "none" else shared_cuts(free))),
        light=shared_edges(boxes) if look.light else (),
    )  # fmt: skip


def _loose(page: LayoutPage, seats: Sequence[Seat], kept: Sequence[Seat]) -> Iterator[tuple[Seat, Bled]]:
    """The bleed of each piece that is no box."""
    if all(seat.outline.is_box for seat in seats):
        return
    everything = [lying(seat.outline, seat.slot) for seat in (*seats, *kept)]
    rims = Rims(everything, page)
    for seat, piece in zip(seats, everything, strict=False):
        if seat.outline.is_box:
            continue
        rim, short = rims.of(piece, seat.bleed)
        most = rim.most
        even = not rim.opened and min(rim.reaches) == most
        yield seat, Bled((most,) * 4, None if even else rim, short)


def _bled(outsets: Outsets, short: Mm | None) -> Bled:
    return Bled(outsets, None, short)


def _art(seat: Seat, bled: Bled) -> Sequence[tuple[Mm, Mm]]:
    return seat.outline.rimmed(bled.rim) if bled.rim else seat.outline.polygon(bled.outsets[0])
