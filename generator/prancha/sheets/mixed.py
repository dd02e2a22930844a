"""Pieces of several sizes on one sheet, in blocks that straight cuts set free.

Every block holds equal pieces in rows, circles and hexagons in shifted ones; a sheet is cut in
two, and each part again, until blocks are left (a guillotine layout).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.sheet import Paper
from prancha.model.units import Mm
from prancha.sheets.blocks import LOOSE_GAP, Block, Lot, blocks_in
from prancha.sheets.layout import EPSILON, LayoutPage, Rect, Slot, centred, pages
from prancha.sheets.snapping import Body, snap_blocks

WAYS = 6
"""How many first blocks of a sheet are tried, the fullest first: a smaller one may leave more room."""
FEW = 40
"""Pieces with which more than the fullest is tried; with many it takes long and gains nothing."""
BLOCK_GAPS: tuple[Mm, ...] = (10.0, 8.0, 6.0, 2.0)
"""Between a block with boxes and the next: room for 3 mm of bleed and marks of 3 or 1 mm between, to save a
sheet for bleed alone, or for a third of it."""
LEAST_MARKED_GAP: Mm = 8.0
"""How near blocks may come when they are moved to bring cuts in line."""


class Mixed(Struct, frozen=True):
    """One sheet: the page, and the slots with the lot (by index) that each is for.

    `lots` are the lots as they were packed: of loose ones the gap may have grown.
    """

    page: LayoutPage
    slots: tuple[tuple[int, Slot], ...]
    lots: tuple[Lot, ...]


def fits_mixed(lot: Lot, paper: Paper) -> bool:
    """Whether a piece fits the printable area with the bleed it keeps among others."""
    small, large = sorted(lot.cell[:2])
    across, down = sorted(pages(paper)[0].room)
    return small <= across + EPSILON and large <= down + EPSILON


def mixed_sheets(lots: Sequence[Lot], paper: Paper, most: int | None = None) -> list[Mixed]:
    """Pack all lots on as few sheets as the tried orders give; each must pass `fits_mixed`.

    Nothing, and sooner, when they take more than `most`.  Room for marks, for loose pieces to be
    cut out with ease and for bleed along the margin is kept where that takes no more sheets.
    """
    outer = max((lot.bleed for lot in lots if lot.outline.is_box), default=0.0)
    roomy = [lot if lot.gap >= lot.roomy else replace(lot, gap=lot.roomy) for lot in lots]
    best: _Packing | None = None
    bar = math.inf if most is None else most + 1
    least = max(1, math.ceil(sum(lot.area for lot in lots) / math.prod(pages(paper)[0].room) - EPSILON))
    ways = WAYS if sum(lot.count for lot in lots) <= FEW else 1
    spacings = [roomy] if roomy == list(lots) else [roomy, lots]
    for way, gap, spaced, inset in product(range(ways), BLOCK_GAPS, spacings, dict.fromkeys((outer, 0.0))):
        for page, order in product(pages(paper), _orders(lots)):
            room = page.room[0] - 2 * inset, page.room[1] - 2 * inset
            sheets = _packed(spaced, order, room=room, block_gap=gap, bar=bar, way=way)
            if sheets is not None:
                best, bar = _Packing(page, room, gap, tuple(spaced), sheets), len(sheets)
        if bar <= least:
            break
    assert best is not None or most is not None
    return [best.sheet(blocks) for blocks in best.sheets] if best is not None else []


class _Packing(Struct, frozen=True):
    """Lots in blocks on sheets, each in the middle `room` of a page, `gap` between blocks."""

    page: LayoutPage
    room: tuple[Mm, Mm]
    gap: Mm
    lots: tuple[Lot, ...]
    sheets: list[list[Block]]

    def sheet(self, blocks: Sequence[Block]) -> Mixed:
        """The places of one sheet, in the middle of its page."""
        blocks = _aligned(blocks, self.lots, self.room, self.gap)
        boxes = [block.box for block in blocks]
        box = (
            min(b[0] for b in boxes), min(b[1] for b in boxes),
            max(b[2] for b in boxes), max(b[3] for b in boxes),
        )  # fmt: skip
        points = [(block.lot, point) for block in blocks for point in block.slots()]
        slots = centred(self.page, (point for _, point in points), box)
        numbered = tuple((lot, slot) for (lot, _), slot in zip(points, slots, strict=True))
        return Mixed(self.page, numbered, self.lots)


def _orders(lots: Sequence[Lot]) -> list[list[int]]:
    everyone = range(len(lots))
    sizes = [lot.cell for lot in lots]
    longest = sorted(everyone, key=lambda k: -max(sizes[k][:2]))
    largest = sorted(everyone, key=lambda k: -math.prod(sizes[k][:2]))
    fullest = sorted(everyone, key=lambda k: -math.prod(sizes[k][:2]) * lots[k].count)
    orders = [list(everyone), longest, largest, fullest]
    return [order for k, order in enumerate(orders) if order not in orders[:k]]


def _packed(
    lots: Sequence[Lot], order: list[int], room: tuple[Mm, Mm], block_gap: Mm, bar: float, way: int
) -> list[list[Block]] | None:
    """Fill sheets until nothing is left; None when that takes `bar` of them.

    Each begins with the fullest block but `way`.
    """
    left = {k: lots[k].count for k in order}
    sheets: list[list[Block]] = []
    while any(left.values()):
        if len(sheets) + 1 >= bar:
            return None
        blocks = _one_sheet(lots, order, left=left, room=room, block_gap=block_gap, way=way)
        if not blocks:
            return None
        sheets.append(blocks)
    return sheets


def _aligned(blocks: Sequence[Block], lots: Sequence[Lot], room: tuple[Mm, Mm], block_gap: Mm) -> list[Block]:
    """Blocks moved so that straight cuts are in line with each other, or clearly not."""
    bodies = []
    for block in blocks:
        gap = max(min(block_gap, LEAST_MARKED_GAP), lots[block.lot].gap)
        cuts: tuple[tuple[Mm, ...], tuple[Mm, ...]] = ((), ())
        if lots[block.lot].outline.is_box:
            xs, ys = zip(*((x, y) for x, y, _ in block.slots()), strict=True)
            half = block.width / 2, block.height / 2
            cuts = tuple(
                tuple(sorted({round(at + end, 6) for at in row for end in (-size, size)}))
                for row, size in zip((xs, ys), half, strict=True)
            )  # type: ignore[assignment]
        bodies.append(Body(block.box, cuts, gap))
    moved = snap_blocks(bodies, (0.0, 0.0, *room))
    return [
        block if new is old else replace(block, left=new.box[0], top=new.box[1])
        for block, old, new in zip(blocks, bodies, moved, strict=True)
    ]


def _one_sheet(
    lots: Sequence[Lot],
    order: list[int],
    left: dict[int, int],
    room: tuple[Mm, Mm],
    block_gap: Mm,
    way: int,
) -> list[Block]:
    """Fill one page; takes what it places off `left`."""
    free: list[Rect] = [(0.0, 0.0, *room)]
    blocks: list[Block] = []
    for position, index in enumerate(order):
        boxed = any(lots[k].outline.is_box for k in order[position:] if left[k])
        gap = max(block_gap if boxed else LOOSE_GAP, lots[index].gap)
        while left[index]:
            options = [
                (block, place)
                for place in free
                for block in blocks_in(lots[index], place, left[index], index)
            ]
            if not options:
                break
            block, place = fullest(options, gap)
            if way and not blocks:
                block, place = _other(options, way)
            free.remove(place)
            free += _rest(block.box, place, gap)
            left[index] -= block.count
            blocks.append(block)
    return blocks


def _other(options: Sequence[tuple[Block, Rect]], way: int) -> tuple[Block, Rect]:
    """The fullest block without holes but `way`, or the last of these."""
    whole = [option for option in options if not option[0].holes] or list(options)
    ranked = sorted(whole, key=lambda option: (-option[0].count, option[0].turn, -option[0].columns))
    return ranked[min(way, len(ranked)) - 1]


def fullest(options: Sequence[tuple[Block, Rect]], gap: Mm) -> tuple[Block, Rect]:
    """More pieces, fewer holes, the largest rectangle left, unturned."""
    full = max((block.count, -block.holes) for block, _ in options)
    best = [option for option in options if (option[0].count, -option[0].holes) == full]

    def spare(option: tuple[Block, Rect]) -> tuple[float, float]:
        block, place = option
        left = max((_area(rest) for rest in _rest(block.box, place, gap)), default=0.0)
        return round(left - _area(place)), -block.turn

    return max(best, key=spare) if len(best) > 1 else best[0]


def _rest(box: Rect, place: Rect, gap: Mm) -> list[Rect]:
    """What is left of a place beside and below a block, by the cut that leaves the larger part."""
    right, below = box[2] + gap, box[3] + gap
    across = [(right, place[1], place[2], box[3]), (place[0], below, place[2], place[3])]
    down = [(right, place[1], place[2], place[3]), (place[0], below, box[2], place[3])]
    kept = max((across, down), key=lambda pair: max(map(_area, pair)))
    return [rest for rest in kept if _area(rest) > EPSILON]


def _area(rect: Rect) -> float:
    return max(0.0, rect[2] - rect[0]) * max(0.0, rect[3] - rect[1])
