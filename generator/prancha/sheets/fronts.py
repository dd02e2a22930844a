"""Turn pieces into fronts: full sheets of one size, then mixed ones, then boards in parts.

Sparse sheets are dissolved where their pieces fit the free areas of others, to save paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.box import grow, within
from prancha.model.outline import Outline, rectangle
from prancha.model.sheet import Marks, Outsets, Paper, Piece, Placement, Segment, Short, Window
from prancha.model.units import Mm
from prancha.sheets.bleeds import SHORT
from prancha.sheets.cut_lines import Line
from prancha.sheets.cut_plan import tangled
from prancha.sheets.drafts import DraftSheet, Sort, check_start, draft_sheets, group_by_size, needs_gutter
from prancha.sheets.mixed_sizes import Lot, blocks_in, fullest
from prancha.sheets.one_size import fits
from prancha.sheets.poster_parts import board_cuts, poster
from prancha.sheets.sheet_marks import Bled, Seat, Seating, seating
from prancha.sheets.sheet_room import EPSILON, LayoutPage, Rect, Slot, pages
from prancha.sheets.turned_sheets import lying

GAPS: tuple[Mm, ...] = (8.0, 6.0, 4.0, 2.0)
"""Gaps tried between added pieces and those of a sheet: for bleed and marks, at last for some bleed alone."""
NARROWEST: Mm = 8.0
"""Least side of a free place worth searching."""
_SLIVER: Mm = 2.0
"""By how much a paper may be larger than a piece that fills it: less is not worth a cut."""
FEW = 40
"""Most pieces of a sheet worth dissolving."""
Lots = list[tuple[Lot, list[Piece]]]


def dissolve_sparse(drafts: Sequence[DraftSheet], paper: Paper) -> list[DraftSheet]:
    """Dissolve sheets whose pieces fit the free areas of others, the emptiest first."""
    kept = list(drafts)
    for source in sorted(drafts, key=_area):
        if not any(draft is source for draft in kept):
            continue  # it has taken in the pieces of another
        others = [draft for draft in kept if draft is not source and not draft.gone]
        room = sum(_free_area(draft, paper) for draft in others)
        if len(source.pieces) > FEW or _area(source) > room:
            continue
        moved = _spread(source, others)
        if moved is not None:
            kept = [moved.get(id(draft), draft) for draft in kept if draft is not source]
    return kept


def _area(draft: DraftSheet) -> float:
    return sum(seat.outline.width * seat.outline.height for seat in draft.seats)


def _free_area(draft: DraftSheet, paper: Paper) -> float:
    """Return an upper bound of the free area; shifted rows and nested outlines take less than their boxes."""
    taken = _area(draft) * (1.0 if all(seat.outline.is_box for seat in draft.seats) else 0.75)
    return math.prod(pages(paper)[0].room) - taken


def _spread(source: DraftSheet, targets: Sequence[DraftSheet]) -> dict[int, DraftSheet] | None:
    """Move all pieces of the source onto the targets (by id); None where they do not fit."""
    lots = _lots(source)
    for gap in GAPS:
        found: dict[int, DraftSheet] = {}
        left = [(lot, list(pieces)) for lot, pieces in lots]
        for target in sorted(targets, key=_area):
            if not left:
                break
            for start in _starts(target):
                grown, rest = _fill(start, left, gap)
                if len(grown.pieces) > len(target.pieces):
                    found[id(target)], left = grown, rest
                    break
        if not left:
            return found
    return None


def _lots(draft: DraftSheet) -> Lots:
    """Return the pieces of a draft by size, the largest first."""
    together: dict[Outline, tuple[Seat, list[Piece]]] = {}
    for seat, piece in zip(draft.seats, draft.pieces, strict=True):
        together.setdefault(seat.outline, (seat, []))[1].append(piece)
    made = [
        (Lot(outline, seat.bleed, seat.gutter, len(found), needs_gutter(found)), found)
        for outline, (seat, found) in together.items()
    ]
    roomy = [(replace(lot, gap=max(lot.gap, lot.roomy)), found) for lot, found in made]
    return sorted(roomy, key=lambda one: -one[0].outline.width * one[0].outline.height)


def _starts(draft: DraftSheet) -> Iterator[DraftSheet]:
    """Yield a draft as it is, and with its pieces moved to a corner of the page."""
    yield draft
    left, top = (min(seat.box[side] for seat in draft.seats) for side in (0, 1))
    dx, dy = draft.page.margin - left, draft.page.margin - top
    if dx < -EPSILON or dy < -EPSILON:
        seats = [
            replace(seat, slot=Slot(seat.slot.x + dx, seat.slot.y + dy, seat.slot.turn))
            for seat in draft.seats
        ]
        yield replace(draft, seats=seats, spare=[])


def _fill(draft: DraftSheet, lots: Lots, gap: Mm) -> tuple[DraftSheet, Lots]:
    """Add what fits of `lots` to a draft, and return the rest; unchanged if straight cuts would fail."""
    free = list(_free(draft, gap))
    seats, added = list(draft.seats), list(draft.pieces)
    left: Lots = []
    for lot, waiting in lots:
        rest = list(waiting)
        while rest:
            options = [(block, place) for place in free for block in blocks_in(lot, place, len(rest))]
            if not options:
                break
            block, _ = fullest(options, gap)
            slots = [Slot(x, y, turn) for x, y, turn in block.slots()]
            seats += [Seat(lot.outline, slot, lot.bleed, lot.gap) for slot in slots]
            added += rest[: len(slots)]
            rest = rest[len(slots) :]
            free = _split(free, grow(block.box, gap))
        if rest:
            left.append((lot, rest))
    grown = replace(draft, pieces=added, seats=seats, spare=[])
    if len(added) == len(draft.pieces) or _untidy(grown) > _untidy(draft):
        return draft, lots
    return grown, left


def _untidy(draft: DraftSheet) -> int:
    """Count the boxes that no straight cut sets free."""
    boxes = tuple(seat.box for seat in draft.seats if seat.outline.is_box)
    loose = tuple(seat.box for seat in draft.seats if not seat.outline.is_box)
    return len(tangled(boxes, loose, draft.page.width, draft.page.height))


def _free(draft: DraftSheet, gap: Mm) -> Iterable[Rect]:
    page = draft.page
    room = page.margin, page.margin, page.width - page.margin, page.height - page.margin
    places: list[Rect] = [room]
    for seat in draft.seats:
        places = _split(places, grow(seat.box, gap))
    return places


def _split(places: Sequence[Rect], box: Rect) -> list[Rect]:
    """Return the largest rectangles of `places` outside a box (Jylanki 2010, maximal rectangles)."""
    found: list[Rect] = []
    for left, top, right, bottom in places:
        if box[0] >= right or box[2] <= left or box[1] >= bottom or box[3] <= top:
            found.append((left, top, right, bottom))
            continue
        parts = (
            (left, top, box[0], bottom),
            (box[2], top, right, bottom),
            (left, top, right, box[1]),
            (left, box[3], right, bottom),
        )
        found += [part for part in parts if min(part[2] - part[0], part[3] - part[1]) >= NARROWEST]
    unlike = list(dict.fromkeys(found))
    return [one for one in unlike if not any(other is not one and within(one, other) for other in unlike)]


class Front(Struct, frozen=True):
    """A front not yet numbered; `back_marks` as seen from the front.

    Nothing may be printed in what is `closed`: it is cut away, or is a slot for something else.  `spare` are
    slots left empty.
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


def lay_out_fronts(
    pieces: Sequence[Piece], paper: Paper, look: Marks, skip: int = 0, kept: Sequence[Rect] = ()
) -> Iterator[Front]:
    """Lay out fronts for all pieces; those larger than the paper come last, in parts.

    The first `skip` slots of the first sheet stay empty; raises Failure when it has no more.  No bleed
    spreads into the boxes `kept`, given on the paper in portrait.
    """
    sorts = group_by_size(pieces)
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
            page = next((one for one in pages(paper) if _fills(sort.outline, one)), None)
            for piece in sort.pieces:
                if page is not None and piece.edgeless:
                    slot = Slot(page.width / 2, page.height / 2)
                    yield place_pieces(page, [piece], Seating((slot,), (Bled((0.0,) * 4),), (), (), ()))
                else:
                    yield from _poster(piece, paper, look)


def _fills(outline: Outline, page: LayoutPage) -> bool:
    """Return whether a piece is as large as its paper, which is then not cut."""
    return outline.is_box and all(
        -EPSILON <= room - size <= _SLIVER
        for room, size in ((page.width, outline.width), (page.height, outline.height))
    )


def place_pieces(page: LayoutPage, pieces: Sequence[Piece], made: Seating) -> Front:
    """Place pieces on a page by their seats."""
    placements = tuple(
        Placement(
            piece,
            piece.front,
            outline=piece.outline,
            x=slot.x,
            y=slot.y,
            turn=slot.turn,
            outsets=_limited(bled.outsets, piece.bleed),
            rim=bled.rim.limited(piece.bleed) if bled.rim else None,
        )
        for piece, slot, bled in zip(pieces, made.slots, made.bleeds, strict=True)
    )
    short: dict[str, Short] = {}
    for piece, bled in zip(pieces, made.bleeds, strict=True):
        if bled.short is not None and bled.short < piece.bleed - SHORT:
            least = min(bled.short, short[piece.family].found) if piece.family in short else bled.short
            short[piece.family] = Short(piece.family, least, piece.bleed)
    found = tuple(short.values())
    return Front(
        page,
        placements,
        marks=made.marks,
        back_marks=made.back_marks,
        cuts=made.cuts,
        light=made.light,
        short=found,
    )


def _kept_seat(box: Rect) -> Seat:
    left, top, right, bottom = box
    return Seat(rectangle(right - left, bottom - top), Slot((left + right) / 2, (top + bottom) / 2), 0.0)


def _limited(outsets: Outsets, bleed: Mm) -> Outsets:
    if max(outsets) <= bleed:
        return outsets
    left, top, right, bottom = outsets
    return min(left, bleed), min(top, bleed), min(right, bleed), min(bottom, bleed)


def drafts(sorts: Sequence[Sort], paper: Paper, skip: int = 0) -> list[DraftSheet]:
    """Draft full sheets of one size each, then the remainders on the fewest sheets.

    Sheets whose pieces find room on others are dissolved.  A first sheet of which `skip` slots are used up is
    shared with no other size.
    """
    made = list(draft_sheets(sorts, paper, skip))
    if skip or len(sorts) < 2 or len(made) < 2:
        return made
    return dissolve_sparse(made, paper)


def _poster(piece: Piece, paper: Paper, look: Marks) -> Iterator[Front]:
    for tile in poster(piece.outline, piece.bleed, paper, look, piece.creases):
        slot: Slot = tile.slot
        placement = Placement(
            piece,
            piece.front,
            outline=piece.outline,
            x=slot.x,
            y=slot.y,
            turn=slot.turn,
            outsets=(tile.outset,) * 4,
        )
        cuts = board_cuts(piece.outline, tile, look)
        short = (Short(piece.family, tile.outset, piece.bleed),) if tile.outset < piece.bleed - SHORT else ()
        yield Front(
            tile.page,
            (placement,),
            tile.marks,
            tile.marks,
            cuts,
            aligns=tile.aligns,
            window=tile.window,
            short=short,
        )
