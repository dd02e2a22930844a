"""Choose which pieces share a sheet and where they lie, with gutters between pieces that differ."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from prancha.model.diagnostic import NOWHERE, Diagnostic, Failure
from prancha.model.outline import Outline
from prancha.model.sheet import Paper, Piece
from prancha.model.units import Mm
from prancha.sheets.mixed_sizes import Lot, fits_mixed, mixed_sheets
from prancha.sheets.one_size import lone_layout, single_layout
from prancha.sheets.sheet_marks import Seat
from prancha.sheets.sheet_room import EPSILON, Layout, LayoutPage, Lines, Slot

LEAST: Mm = 1.0
"""Least gutter that hides a crooked cut, in mm: half a millimetre at each side."""
MOST: Mm = 3.0
STEP: Mm = 0.5


def widen_gutters(layout: Layout, outline: Outline, gap: Mm, bleed: Mm) -> tuple[Layout, Mm] | None:
    """Widen the gutters of a grid on the same page, kept in its middle; return also the widest in mm.

    Where only one direction has room, slots are listed along lines of touching pieces, so that equal ones
    touch.  None where there is no room, where gutters are wide enough, or where the slots form no grid.
    """
    turns = {slot.turn for slot in layout.slots}
    if not outline.is_box or gap >= LEAST or len(turns) != 1:
        return None
    columns, rows = (
        Lines(sorted(places)) for places in zip(*((s.x, s.y) for s in layout.slots), strict=True)
    )
    xs, ys = columns.places, rows.places
    (turn,) = turns
    upright = turn % 180 == 0
    width, height = (outline.width, outline.height) if upright else (outline.height, outline.width)
    places = {(columns.number(slot.x), rows.number(slot.y)) for slot in layout.slots}
    if not _even(xs, width + gap) or not _even(ys, height + gap):
        return None
    room_x, room_y = layout.page.room
    most = max(LEAST, min(MOST, 2 * bleed)) if bleed else MOST
    gap_x, gap_y = _gap(len(xs), width, gap, room_x, most), _gap(len(ys), height, gap, room_y, most)
    if max(gap_x, gap_y) < LEAST:
        return None
    page = layout.page
    new_x = [page.width / 2 + (k - (len(xs) - 1) / 2) * (width + gap_x) for k in range(len(xs))]
    new_y = [page.height / 2 + (k - (len(ys) - 1) / 2) * (height + gap_y) for k in range(len(ys))]
    down = gap_y < LEAST <= gap_x
    order = sorted(places, key=(lambda at: at) if down else (lambda at: (at[1], at[0])))
    slots = tuple(Slot(new_x[x], new_y[y], turn) for x, y in order)
    return Layout(page, slots), max(gap_x, gap_y)


def _even(places: list[Mm], pitch: Mm) -> bool:
    return all(abs(b - a - pitch) < 1e-3 for a, b in pairwise(places))


def _gap(count: int, size: Mm, gap: Mm, room: Mm, most: Mm) -> Mm:
    """Return the widest gutter, in whole steps, that has room; `gap` where that would be below LEAST."""
    if count < 2:
        return most
    free = math.floor((room - count * size + EPSILON) / (count - 1) / STEP + EPSILON) * STEP
    return min(free, most) if free >= LEAST else gap


class Sort(Struct):
    """Pieces of one size and outline, in print order."""

    outline: Outline
    pieces: list[Piece] = field(default_factory=list)
    bleed: Mm = 0.0
    gap: Mm = 0.0

    def seats(self, layout: Layout, gap: Mm) -> list[Seat]:
        """Return a seat in each slot of a layout."""
        return [Seat(self.outline, slot, self.bleed, gap) for slot in layout.slots]

    def lot(self, count: int) -> Lot:
        """Return the last `count` of them as a lot, to be packed among others."""
        unlike = needs_gutter(self.pieces[len(self.pieces) - count :])
        return Lot(self.outline, self.bleed, self.gap, count, unlike)


class DraftSheet(Struct, frozen=True):
    """Pieces in their seats; `spare` seats are empty, on the last sheet of a stack.

    The first `gone` of the spare seats are no longer there: the sheet was used before.
    """

    page: LayoutPage
    pieces: Sequence[Piece]
    seats: list[Seat]
    spare: list[Seat]
    gone: int = 0


def group_by_size(pieces: Sequence[Piece]) -> list[Sort]:
    """Group pieces by size and outline; boxes with round and with sharp corners go together."""
    sorts: dict[object, Sort] = {}
    last, sort = None, None
    for piece in pieces:
        outline = piece.outline
        if sort is None or outline is not last:
            key = (outline.width, outline.height) if outline.is_box else outline
            sort = sorts.setdefault(key, Sort(outline))
            last = outline
        sort.pieces.append(piece)
        sort.bleed = max(sort.bleed, piece.bleed)
        sort.gap = max(sort.gap, piece.gutter)
    return list(sorts.values())


def check_start(skip: int, slots: int) -> None:
    """Raise Failure when a sheet with so many slots has none left after `skip`."""
    if skip >= slots:
        message = f"the first sheet has {slots} slots, so none is numbered {skip + 1}"
        raise Failure([Diagnostic(NOWHERE, "start-slot", message, hint="count them in reading order from 1")])


def draft_sheets(sorts: Sequence[Sort], paper: Paper, skip: int) -> Iterator[DraftSheet]:
    """Yield full sheets of one size each, then the remainders packed on the fewest sheets."""
    if skip and sorts:
        first = sorts[0]
        layout = single_layout(first.outline, first.bleed, first.gap, paper, len(first.pieces) + skip)
        check_start(skip, len(layout.slots))
        yield _used(first, layout, skip)
        rest = first.pieces[len(layout.slots) - skip :]
        sorts = [*([replace(first, pieces=rest)] if rest else []), *sorts[1:]]
    capacities: list[int] = []
    left: list[int] = []
    for sort in sorts:
        layout = single_layout(sort.outline, sort.bleed, sort.gap, paper, len(sort.pieces))
        capacities.append(len(layout.slots))
        left.append((len(sort.pieces) - 1) % len(layout.slots) + 1)
    mixed = _to_mix(sorts, left, paper) if len(sorts) > 1 else []
    for index, sort in enumerate(sorts):
        whole = len(sort.pieces) - (left[index] if index in mixed else 0)
        yield from _single(sort, sort.pieces[:whole], capacities[index], paper)
    if mixed:
        yield from _mixed([(sorts[k], left[k]) for k in mixed], paper)


def _to_mix(sorts: Sequence[Sort], left: list[int], paper: Paper) -> list[int]:
    """Choose whose last sheets are shared: fewest sheets, then fewest sizes and pieces that share."""
    rest = [k for k, count in enumerate(left) if fits_mixed(sorts[k].lot(count), paper)]
    sizes = range(2, len(rest) + 1) if len(rest) <= 4 else (len(rest) - 1, len(rest))
    best: tuple[int, list[int]] = len(rest), []
    for size in sizes:
        for chosen in sorted(combinations(rest, size), key=lambda some: sum(left[k] for k in some)):
            alone = len(rest) - size
            shared = mixed_sheets([sorts[k].lot(left[k]) for k in chosen], paper, best[0] - alone - 1)
            if shared:
                best = alone + len(shared), list(chosen)
    return best[1]


def _used(sort: Sort, layout: Layout, skip: int) -> DraftSheet:
    chunk = sort.pieces[: len(layout.slots) - skip]
    seats = sort.seats(layout, sort.gap)
    taken = seats[skip : skip + len(chunk)]
    return DraftSheet(layout.page, chunk, taken, [*seats[:skip], *seats[skip + len(chunk) :]], skip)


def needs_gutter(pieces: Sequence[Piece]) -> bool:
    """Return whether families or backs differ, so that a crooked cut shows unless a gutter hides it."""
    return len({(piece.family, piece.back) for piece in pieces if not piece.close}) > 1


def _single(sort: Sort, pieces: list[Piece], capacity: int, paper: Paper) -> Iterator[DraftSheet]:
    """Lay out sheets of one sort: a stack keeps one grid, to be cut together; a lone one is centred."""
    make = single_layout if len(pieces) > capacity else lone_layout
    if not pieces:
        return
    layout = make(sort.outline, sort.bleed, sort.gap, paper, len(pieces))
    seats: dict[tuple[int, Mm], tuple[list[Seat], list[Seat]]] = {}
    for start in range(0, len(pieces), capacity):
        chunk = pieces[start : start + capacity]
        wide = widen_gutters(layout, sort.outline, sort.gap, sort.bleed) if needs_gutter(chunk) else None
        laid, gap = wide or (layout, sort.gap)
        if (len(chunk), gap) not in seats:
            every = sort.seats(laid, gap)
            seats[len(chunk), gap] = every[: len(chunk)], every[len(chunk) :]
        yield DraftSheet(laid.page, chunk, *seats[len(chunk), gap])


def _mixed(sorts: list[tuple[Sort, int]], paper: Paper) -> Iterator[DraftSheet]:
    waiting = [iter(sort.pieces[len(sort.pieces) - count :]) for sort, count in sorts]
    for mixed in mixed_sheets([sort.lot(count) for sort, count in sorts], paper):
        chunk = [next(waiting[index]) for index, _ in mixed.slots]
        lots = [(mixed.lots[index], slot) for index, slot in mixed.slots]
        seats = [Seat(lot.outline, slot, lot.bleed, lot.gap) for lot, slot in lots]
        yield DraftSheet(mixed.page, chunk, seats, [])
