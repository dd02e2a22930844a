"""Pieces become fronts: full sheets of one size, then mixed ones, then boards in parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.outline import rectangle
from prancha.model.sheet import Marks, Outsets, Paper, Piece, Placement, Segment, Short, Window
from prancha.model.units import Mm
from prancha.sheets.bleed import SHORT
from prancha.sheets.cuts import Line
from prancha.sheets.drafts import DraftSheet, Sort, check_start, drafted, sorts_of
from prancha.sheets.filling import filled
from prancha.sheets.layout import LayoutPage, Rect, Slot
from prancha.sheets.poster import board_cuts, poster
from prancha.sheets.sheet_marks import Seat, Seating, seating
from prancha.sheets.single import fits
from prancha.sheets.upright import lying


class Front(Struct, frozen=True):
    """A front not yet numbered; `back_marks` as seen from the front.

    Nothing may be printed in what is `closed`: it is cut away, or a slot for something else.
    What is `spare` are slots left empty.
    """

    page: LayoutPage
    placements: tuple[Placement, ...]
    marks: tuple[Segment, ...]
    back_marks: tuple[Segment, ...]
    cuts: tuple[Line, ...]
    light: tuple[Segment, ...] = ()
    aligns: tuple[Segment, ...] = ()
    window: Window | None = None
    backs: tuple[Placement, ...] = ()
    fold: Segment | None = None
    closed: tuple[Rect, ...] = ()
    spare: tuple[Rect, ...] = ()
    short: tuple[Short, ...] = ()


def plain_fronts(
    pieces: Sequence[Piece], paper: Paper, look: Marks, skip: int = 0, kept: Sequence[Rect] = ()
) -> Iterator[Front]:
    """Fronts of all pieces; what is larger than the paper comes last, in parts.

    The first `skip` slots of the first sheet stay empty; Failure when it has not more.  No bleed spreads
    into the boxes `kept`, of the paper in portrait.
    """
    sorts = sorts_of(pieces)
    known: dict[int, tuple[list[Seat], Seating]] = {}
    small = [sort for sort in sorts if fits(sort.outline, paper)]
    if skip and not small:
        check_start(skip, 1)
    for draft in drafts(small, paper, skip):
        # Sheets of a stack share one list of seats, and so one seating.
        if id(draft.seats) not in known:
            free = [_kept_seat(lying(box, draft.page)) for box in kept]
            known[id(draft.seats)] = (
                draft.seats,
                seating(draft.page, draft.seats, draft.spare, look, kept=free),
            )
        front = place_pieces(draft.page, draft.pieces, known[id(draft.seats)][1])
        empty = tuple(seat.box for seat in draft.spare)
        yield replace(front, closed=empty[: draft.gone], spare=empty[draft.gone :]) if empty else front
    for sort in sorts:
        if not fits(sort.outline, paper):
            for piece in sort.pieces:
                yield from _poster(piece, paper, look)


def place_pieces(page: LayoutPage, pieces: Sequence[Piece], made: Seating) -> Front:
    """Put pieces on a page as they are seated."""
    placements = tuple(
        Placement(
            piece, piece.front, outline=piece.outline, x=slot.x, y=slot.y, turn=slot.turn,
            outsets=_limited(bled.outsets, piece.bleed),
            rim=bled.rim.limited(piece.bleed) if bled.rim else None,
        )
        for piece, slot, bled in zip(pieces, made.slots, made.bleeds, strict=True)
    )  # fmt: skip
    short: dict[str, Short] = {}
    for piece, bled in zip(pieces, made.bleeds, strict=True):
        if bled.short is not None and bled.short < piece.bleed - SHORT:
            least = min(bled.short, short[piece.family].found) if piece.family in short else bled.short
            short[piece.family] = Short(piece.family, least, piece.bleed)
    found = tuple(short.values())
    return Front(
        page, placements, marks=made.marks, back_marks=made.back_marks, cuts=made.cuts, light=made.light,
        short=found,
    )  # fmt: skip


def _kept_seat(box: Rect) -> Seat:
    left, top, right, bottom = box
    return Seat(rectangle(right - left, bottom - top), Slot((left + right) / 2, (top + bottom) / 2), 0.0)


def _limited(outsets: Outsets, bleed: Mm) -> Outsets:
    if max(outsets) <= bleed:
        return outsets
    left, top, right, bottom = outsets
    return min(left, bleed), min(top, bleed), min(right, bleed), min(bottom, bleed)


def drafts(sorts: Sequence[Sort], paper: Paper, skip: int = 0) -> list[DraftSheet]:
    """Full sheets of one size each, then what the last ones hold, on the fewest sheets.

    Sheets whose pieces find room on others are left out.  A first sheet used before, of which `skip` slots
    are gone, is shared with no other size.
    """
    made = list(drafted(sorts, paper, skip))
    if skip or len(sorts) < 2 or len(made) < 2:
        return made
    return filled(made, paper)


def _poster(piece: Piece, paper: Paper, look: Marks) -> Iterator[Front]:
    for tile in poster(piece.outline, piece.bleed, paper, look, piece.creases):
        slot: Slot = tile.slot
        placement = Placement(
            piece, piece.front, outline=piece.outline, x=slot.x, y=slot.y, turn=slot.turn,
            outsets=(tile.outset,) * 4,
        )  # fmt: skip
        cuts = board_cuts(piece.outline, tile, look)
        short = (Short(piece.family, tile.outset, piece.bleed),) if tile.outset < piece.bleed - SHORT else ()
        yield Front(
            tile.page, (placement,), tile.marks, tile.marks, cuts, aligns=tile.aligns, window=tile.window,
            short=short,
        )  # fmt: skip
