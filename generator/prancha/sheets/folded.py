"""Sheets to fold and glue: fronts on one side of the fold, their backs beyond it, both printed at once."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.sheet import Marks, Paper, Piece
from prancha.model.units import Mm
from prancha.sheets.backs import back_placements, mirrored_slot
from prancha.sheets.drafts import DraftSheet, Sort, sorts_of
from prancha.sheets.fronts import Front, drafts, place_pieces
from prancha.sheets.layout import LayoutPage
from prancha.sheets.sheet_marks import Seat, Seating, seating
from prancha.sheets.single import fits

FOLD_GAP: Mm = 5.0
"""From the fold to the nearest trim edge: bleed, and the tip of a crop mark."""
DOT: Mm = 0.3
"""The fold line's dots are round: they go as far beyond its ends."""


class _Half(Struct, frozen=True):
    """Half of a paper as a paper of its own, reaching beyond the fold so far that its margin is the gap."""

    paper: Paper
    whole: Paper
    halves_height: bool

    def unfolded(self, page: LayoutPage) -> tuple[LayoutPage, bool]:
        """The whole page around a page of this half, and whether its fold is upright."""
        upright = (page.width, page.height) == (self.paper.width, self.paper.height)
        whole = self.whole
        width, height = (whole.width, whole.height) if upright else (whole.height, whole.width)
        return LayoutPage(width, height, whole.margin, whole.reach), self.halves_height != upright


def folded_fronts(
    pieces: Sequence[Piece], paper: Paper, look: Marks
) -> tuple[list[Front], tuple[Piece, ...]]:
    """Sheets to fold for pieces with backs, and the pieces too large for half a sheet.

    The paper is halved either way; the way that takes fewer sheets is used.
    """
    best: tuple[int, _Half, list[DraftSheet], list[Piece]] | None = None
    sorts = sorts_of(pieces)
    for half in _halves(paper):
        small = [sort for sort in sorts if _fits(sort, half)]
        large = [piece for sort in sorts if not _fits(sort, half) for piece in sort.pieces]
        made = list(drafts(small, half.paper)) if small else []
        cost = len(made) + 2 * len(large)
        if best is None or cost < best[0]:
            best = cost, half, made, large
    assert best is not None
    _, half, made, large = best
    known: dict[int, Seating] = {}
    for draft in made:
        # Sheets of a stack share one list of seats, and so one seating.
        if id(draft.seats) not in known:
            known[id(draft.seats)] = _seating(draft, half, look)
    return [_folded(draft, half, known[id(draft.seats)]) for draft in made], tuple(large)


def _halves(paper: Paper) -> tuple[_Half, _Half]:
    wider = paper.margin - FOLD_GAP
    return (
        _Half(replace(paper, height=paper.height / 2 + wider), paper, True),
        _Half(replace(paper, width=paper.width / 2 + wider), paper, False),
    )


def _fits(sort: Sort, half: _Half) -> bool:
    return min(half.paper.width, half.paper.height) > 2 * half.paper.margin and fits(sort.outline, half.paper)


def _seating(draft: DraftSheet, half: _Half, look: Marks) -> Seating:
    """Bleeds, marks and cuts of the fronts, among their backs."""
    page, across = half.unfolded(draft.page)
    seats = [*draft.seats, *_behind(draft.seats, page, across)]
    spare = [*draft.spare, *_behind(draft.spare, page, across)]
    return seating(page, seats, spare, look, len(draft.seats))


def _folded(draft: DraftSheet, half: _Half, made: Seating) -> Front:
    page, across = half.unfolded(draft.page)
    front = place_pieces(page, draft.pieces, made)
    edge = max(page.margin, page.reach + DOT)
    middle_x, middle_y = page.width / 2, page.height / 2
    fold = (
        (middle_x, edge, middle_x, page.height - edge)
        if across
        else (edge, middle_y, page.width - edge, middle_y)
    )
    spare = [*draft.spare, *_behind(draft.spare, page, across)]
    return replace(
        front,
        backs=back_placements(front.placements, page, across),
        fold=fold,
        spare=tuple(seat.box for seat in spare),
    )


def _behind(seats: Sequence[Seat], page: LayoutPage, across: bool) -> list[Seat]:
    return [
        replace(seat, outline=seat.outline.mirrored(), slot=mirrored_slot(seat.slot, page, across))
        for seat in seats
    ]
