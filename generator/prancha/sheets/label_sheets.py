"""Label and die sheets: pieces go to the places such a sheet has, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from prancha.model.diagnostic import NOWHERE, Diagnostic, Failure
from prancha.model.outline import Outline, Point
from prancha.model.sheet import Cell, Marks, Paper, Piece, Profile
from prancha.model.units import Mm
from prancha.sheets.drafts import Sort, check_start, sorts_of
from prancha.sheets.fronts import Front, place_pieces
from prancha.sheets.layout import LayoutPage, Slot, trim_box
from prancha.sheets.sheet_marks import Seat, seating

SLACK: Mm = 0.05
"""Sizes of labels are often rounded to a tenth of a millimetre."""


def cell_fronts(
    pieces: Sequence[Piece], paper: Paper, profile: Profile, look: Marks, skip: int = 0
) -> Iterator[Front]:
    """Fill the cells of sheet after sheet, each piece in the smallest kind of cell that holds it.

    The first `skip` cells of the first sheet stay empty.  Raises Failure naming every family that
    fits no cell, and when there are not more than `skip`.
    """
    check_start(skip, len(profile.cells))
    page = LayoutPage(paper.width, paper.height, paper.margin, paper.reach)
    sorts = sorts_of(pieces)
    kinds = {cell.outline: [c for c in profile.cells if c.outline == cell.outline] for cell in profile.cells}
    chosen = [_kind(sort, kinds) for sort in sorts]
    if None in chosen:
        lost = [sort for sort, kind in zip(sorts, chosen, strict=True) if kind is None]
        raise Failure(_no_cell(sort, family, profile) for sort in lost for family in _families(sort))
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
    """The smallest kind of cell that holds a piece, and the turn in which it does."""
    holding = [
        (outline, turn) for turn in (0.0, 90.0) for outline in kinds if _holds(outline, sort.outline, turn)
    ]
    return min(holding, key=lambda kind: kind[0].width * kind[0].height, default=None)


def _holds(cell: Outline, piece: Outline, turn: float) -> bool:
    """Whether a piece in the middle of a cell lies inside it; cells are convex."""
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
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(sides, sides[1:] + sides[:1], strict=True))
    way = 1.0 if area > 0 else -1.0
    return all(
        way * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) >= -1e-9
        for (ax, ay), (bx, by) in zip(sides, sides[1:] + sides[:1], strict=True)
        for x, y in points
    )


def _families(sort: Sort) -> list[str]:
    return list(dict.fromkeys(piece.family for piece in sort.pieces))


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
