"""Groups of pieces become sheets: fronts, each followed by its back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from generator.model.diagnostic import NOWHERE, Diagnostic, Failure
from generator.model.outline import Outline
from generator.model.sheet import Duplex, Group, Outsets, Paper, Piece, Placement, Segment, Sheet, Window
from generator.model.units import Mm
from generator.sheets.backs import back_placements, mirrored_marks
from generator.sheets.cuts import Line
from generator.sheets.layout import Layout, Page, spill
from generator.sheets.mixed import LOOSE_GAP, Lot, fits_mixed, mixed_sheets
from generator.sheets.poster import OVERLAP, board_cuts, poster
from generator.sheets.seats import Seating, mixed_seating, single_seating
from generator.sheets.single import fits, single_layout, uniform_outset


@dataclass(slots=True)
class _Lot:
    """Pieces of one size and outline, in print order."""

    outline: Outline
    pieces: list[Piece] = field(default_factory=list)
    bleed: Mm = 0.0
    gap: Mm = 0.0


@dataclass(frozen=True, slots=True)
class _Front:
    """A front not yet numbered."""

    page: Page
    placements: tuple[Placement, ...]
    marks: tuple[Segment, ...]
    cuts: tuple[Line, ...]
    aligns: tuple[Segment, ...] = ()
    window: Window | None = None


def impose(groups: Sequence[Group], paper: Paper, duplex: Duplex) -> tuple[Sheet, ...]:
    """Place every piece of every group; each front is followed by its back, if it has one.

    Raises Failure when the printable area of the paper is no wider than two overlaps of a poster.
    """
    if min(paper.width, paper.height) - 2 * paper.margin <= 2 * OVERLAP:
        raise Failure([_too_small(paper)])
    return tuple(sheet for group in groups for sheet in _sheets(group, paper, duplex))


def _too_small(paper: Paper) -> Diagnostic:
    return Diagnostic(
        NOWHERE,
        "paper-too-small",
        f"paper {paper.name} ({paper.width:g} x {paper.height:g} mm, margin {paper.margin:g} mm) "
        f"leaves no more than {2 * OVERLAP:g} mm to print on",
        hint="choose a larger paper or a smaller margin",
    )


def _sheets(group: Group, paper: Paper, duplex: Duplex) -> Iterator[Sheet]:
    fronts = list(_fronts(group, paper))
    for number, front in enumerate(fronts, start=1):
        page = front.page
        families = tuple(dict.fromkeys(placement.piece.family for placement in front.placements))
        yield Sheet(
            paper, page.width, page.height, group.stock, group.name, families, "front", number, len(fronts),
            front.placements, front.marks, front.cuts, front.aligns, front.window,
        )  # fmt: skip
        if duplex == "none" or front.window:
            continue
        backs = back_placements(front.placements, page, duplex)
        if backs:
            behind = tuple(dict.fromkeys(placement.piece.family for placement in backs))
            yield Sheet(
                paper, page.width, page.height, group.stock, group.name, behind, "back", number, len(fronts),
                backs, mirrored_marks(front.marks, page, duplex),
            )  # fmt: skip


def _fronts(group: Group, paper: Paper) -> Iterator[_Front]:
    lots = _lots(group.pieces)
    small = [lot for lot in lots if fits(lot.outline, paper)]
    yield from _small(small, paper)
    for lot in lots:
        if not fits(lot.outline, paper):
            for piece in lot.pieces:
                yield from _poster(piece, paper)


def _lots(pieces: Sequence[Piece]) -> list[_Lot]:
    lots: dict[object, _Lot] = {}
    last, lot = None, None
    for piece in pieces:
        outline = piece.outline
        if lot is None or outline is not last:
            key = (outline.width, outline.height) if outline.is_box else outline
            lot = lots.setdefault(key, _Lot(outline))
            last = outline
        lot.pieces.append(piece)
        lot.bleed = max(lot.bleed, piece.bleed)
        lot.gap = max(lot.gap, piece.gutter)
    return list(lots.values())


def _small(lots: list[_Lot], paper: Paper) -> Iterator[_Front]:
    """Full sheets of one size each, then what is left over, on the fewest sheets."""
    layouts: list[Layout] = []
    left: list[int] = []
    for lot in lots:
        layout = single_layout(lot.outline, lot.bleed, lot.gap, paper, len(lot.pieces))
        layouts.append(layout)
        left.append(len(lot.pieces) % len(layout.slots))
    mixed = _to_mix(lots, left, paper) if len(lots) > 1 else []
    for index, (lot, layout) in enumerate(zip(lots, layouts, strict=True)):
        whole = len(lot.pieces) - (left[index] if index in mixed else 0)
        yield from _single(lot, lot.pieces[:whole], layout)
    if mixed:
        yield from _mixed([(lots[k], left[k]) for k in mixed], paper)


def _to_mix(lots: list[_Lot], left: list[int], paper: Paper) -> list[int]:
    """Which left-over lots share sheets: as few sheets as possible, then as few sharing as possible."""
    rest = [k for k, count in enumerate(left) if count and fits_mixed(_mix_lot(lots[k], count), paper)]
    sizes = range(2, len(rest) + 1) if len(rest) <= 4 else (len(rest) - 1, len(rest))
    best: tuple[int, list[int]] = len(rest), []
    for size in sizes:
        for chosen in combinations(rest, size):
            count = len(rest) - size + len(mixed_sheets([_mix_lot(lots[k], left[k]) for k in chosen], paper))
            if count < best[0]:
                best = count, list(chosen)
    return best[1]


def _mix_lot(lot: _Lot, count: int) -> Lot:
    if lot.outline.is_box:
        return Lot(lot.outline, lot.bleed, lot.gap, 0.0, count)
    gap = max(LOOSE_GAP, lot.gap)
    reach = spill(lot.outline, uniform_outset(lot.outline, lot.bleed, gap))
    return Lot(lot.outline, lot.bleed, gap, reach, count)


def _single(lot: _Lot, pieces: list[Piece], layout: Layout) -> Iterator[_Front]:
    capacity = len(layout.slots)
    seatings: dict[int, Seating] = {}
    for start in range(0, len(pieces), capacity):
        chunk = pieces[start : start + capacity]
        if len(chunk) not in seatings:
            seatings[len(chunk)] = single_seating(lot.outline, lot.bleed, lot.gap, layout, len(chunk))
        yield _front(layout.page, chunk, seatings[len(chunk)])


def _mixed(lots: list[tuple[_Lot, int]], paper: Paper) -> Iterator[_Front]:
    packed = [_mix_lot(lot, count) for lot, count in lots]
    waiting = [iter(lot.pieces[len(lot.pieces) - count :]) for lot, count in lots]
    for mixed in mixed_sheets(packed, paper):
        chunk = [next(waiting[lot]) for lot, _ in mixed.slots]
        kinds = [packed[lot] for lot, _ in mixed.slots]
        yield _front(
            mixed.page, chunk, mixed_seating(mixed, kinds, [lots[k][0].bleed for k, _ in mixed.slots])
        )


def _front(page: Page, pieces: Sequence[Piece], seating: Seating) -> _Front:
    placements = tuple(
        Placement(
            piece, piece.front, piece.outline, slot.x, slot.y, slot.turn, _limited(outsets, piece.bleed)
        )
        for piece, slot, outsets in zip(pieces, seating.slots, seating.outsets, strict=True)
    )
    return _Front(page, placements, seating.marks, seating.cuts)


def _limited(outsets: Outsets, bleed: Mm) -> Outsets:
    if max(outsets) <= bleed:
        return outsets
    left, top, right, bottom = outsets
    return min(left, bleed), min(top, bleed), min(right, bleed), min(bottom, bleed)


def _poster(piece: Piece, paper: Paper) -> Iterator[_Front]:
    for tile in poster(piece.outline, piece.bleed, paper):
        slot, outset = tile.slot, tile.outset
        placement = Placement(
            piece, piece.front, piece.outline, slot.x, slot.y, slot.turn, (outset, outset, outset, outset)
        )
        cuts = board_cuts(piece.outline, tile)
        yield _Front(tile.page, (placement,), tile.marks, cuts, tile.aligns, tile.window)
