"""Sheets with prescribed places: those folded in the middle, and label and die sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.box import Point
from prancha.model.diagnostic import NOWHERE, Diagnostic, Failure
from prancha.model.outline import Outline
from prancha.model.polygon import signed_area
from prancha.model.sheet import Cell, Marks, Paper, Piece, Profile
from prancha.model.units import Mm
from prancha.sheets.drafts import DraftSheet, Sort, check_start, group_by_size
from prancha.sheets.fronts import Front, drafts, place_pieces
from prancha.sheets.one_size import fits
from prancha.sheets.sheet_marks import Seat, Seating, seating
from prancha.sheets.sheet_room import LayoutPage, Slot, trim_box
from prancha.sheets.turned_sheets import back_placements, mirrored_slot

FOLD_GAP: Mm = 5.0
"""Distance from the fold to the nearest trim edge: bleed, and the tip of a crop mark."""
DOT: Mm = 0.3
"""How far the fold line's round dots reach beyond its ends."""


class _Half(Struct, frozen=True):
    """Half of a paper as a paper of its own, reaching so far beyond the fold that its margin is the gap."""

    paper: Paper
    whole: Paper
    halves_height: bool

    def unfolded(self, page: LayoutPage) -> tuple[LayoutPage, bool]:
        """Return the whole page around a page of this half, and whether its fold is upright."""
        upright = (page.width, page.height) == (self.paper.width, self.paper.height)
        whole = self.whole
        width, height = (whole.width, whole.height) if upright else (whole.height, whole.width)
        return LayoutPage(width, height, whole.margin, whole.reach), self.halves_height != upright


def lay_out_folded(
    pieces: Sequence[Piece], paper: Paper, look: Marks
) -> tuple[list[Front], tuple[Piece, ...]]:
    """Lay out sheets to fold for pieces with backs; returns also the pieces too large for half a sheet.

    The paper is halved either way; the way that takes fewer sheets is used.
    """
    best: tuple[int, _Half, list[DraftSheet], list[Piece]] | None = None
    sorts = group_by_size(pieces)
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
    """Compute bleeds, marks and cuts of the fronts, among their backs."""
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


SLACK: Mm = 0.05
"""Tolerance: sizes of labels are often rounded to a tenth of a millimetre."""


def fill_cells(
    pieces: Sequence[Piece], paper: Paper, profile: Profile, look: Marks, skip: int = 0
) -> Iterator[Front]:
    """Fill the cells of sheet after sheet, each piece in the smallest kind of cell that holds it.

    The first `skip` cells of the first sheet stay empty.  Raises Failure naming every family that fits no
    cell, and when there are no more than `skip` cells.
    """
    check_start(skip, len(profile.cells))
    page = LayoutPage(paper.width, paper.height, paper.margin, paper.reach)
    sorts = group_by_size(pieces)
    kinds = {cell.outline: [c for c in profile.cells if c.outline == cell.outline] for cell in profile.cells}
    chosen = [_kind(sort, kinds) for sort in sorts]
    if None in chosen:
        lost = [sort for sort, kind in zip(sorts, chosen, strict=True) if kind is None]
        families = ((sort, family) for sort in lost for family in {piece.family for piece in sort.pieces})
        raise Failure(_no_cell(sort, family, profile) for sort, family in families)
    waiting: dict[Outline, list[tuple[Piece, Seat]]] = {outline: [] for outline in kinds}
    for sort, kind in zip(sorts, chosen, strict=True):
        assert kind is not None
        outline, turn = kind
        seat = Seat(sort.outline, Slot(0.0, 0.0, turn), sort.bleed, sort.gap)
        waiting[outline] += [(piece, seat) for piece in sort.pieces]
    queues = {outline: iter(listed) for outline, listed in waiting.items()}
    cells = profile.cells[skip:]
    while True:
        taken = [(cell, *found) for cell in cells if (found := next(queues[cell.outline], None))]
        # The cells left of a used sheet may be of a kind that nothing waits for.
        if not taken and len(cells) == len(profile.cells):
            return
        cells = profile.cells
        if not taken:
            continue
        seats = [replace(seat, slot=Slot(cell.x, cell.y, seat.slot.turn)) for cell, _, seat in taken]
        used = {cell.number for cell, _, _ in taken}
        kept = [
            Seat(cell.outline, Slot(cell.x, cell.y), 0.0) for cell in profile.cells if cell.number not in used
        ]
        made = seating(page, seats, [], look, kept=kept)
        front = place_pieces(page, [piece for _, piece, _ in taken], made)
        yield replace(front, closed=tuple(seat.box for seat in kept))


def _kind(sort: Sort, kinds: dict[Outline, list[Cell]]) -> tuple[Outline, float] | None:
    """Return the smallest kind of cell that holds a piece, and the turn in which it does."""
    holding = [
        (outline, turn) for turn in (0.0, 90.0) for outline in kinds if _holds(outline, sort.outline, turn)
    ]
    return min(holding, key=lambda kind: kind[0].width * kind[0].height, default=None)


def _holds(cell: Outline, piece: Outline, turn: float) -> bool:
    """Return whether a piece in the middle of a cell lies inside it; cells are convex."""
    if cell.is_box or piece.shape == cell.shape == "circle":
        left, top, right, bottom = trim_box(piece, Slot(0.0, 0.0, turn))
        return right - left <= cell.width + SLACK and bottom - top <= cell.height + SLACK
    corners: Sequence[Point] = piece.polygon()
    points = [(x - piece.width / 2, y - piece.height / 2) for x, y in corners]
    if turn:
        points = [(-y, x) for x, y in points]
    if cell.shape == "circle":
        return all(x * x + y * y <= (cell.width / 2 + SLACK) ** 2 for x, y in points)
    sides = [(x - cell.width / 2, y - cell.height / 2) for x, y in cell.polygon(SLACK)]
    way = 1.0 if signed_area(sides) > 0 else -1.0
    return all(
        way * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) >= -1e-9
        for (ax, ay), (bx, by) in zip(sides, sides[1:] + sides[:1], strict=True)
        for x, y in points
    )


def _no_cell(sort: Sort, family: str, profile: Profile) -> Diagnostic:
    largest = max(profile.cells, key=lambda cell: (cell.outline.width * cell.outline.height, -cell.number))
    return Diagnostic(
        NOWHERE,
        "no-slot",
        f'{_said(sort.outline)} fits no slot of sheet "{profile.name}"; '
        f"its largest, slot {largest.number}, is {_said(largest.outline)}",
        item=family,
        hint="choose another --sheet, or change the size of the family",
    )


def _said(outline: Outline) -> str:
    if outline.shape == "circle":
        return f"a circle of {outline.width:.4g} mm"
    name = {"rounded": "rounded rectangle"}.get(outline.shape, outline.shape)
    article = "an" if name[0] in "aeo" else "a"
    return f"{article} {name} of {outline.width:.4g} x {outline.height:.4g} mm"
