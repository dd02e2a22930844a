"""Pieces of several sizes on one sheet, in blocks that straight cuts set free.

Every block is a grid of equal pieces; a sheet is cut in two, and each part again, until blocks
are left (a guillotine layout).  Blocks with boxes keep 8 mm apart, room for the crop marks of both.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from generator.model.outline import Outline
from generator.model.sheet import Paper
from generator.model.units import Mm
from generator.sheets.layout import EPSILON, Page, Rect, Slot, centred, fitting, pages

BLOCK_GAP: Mm = 8.0
LOOSE_GAP: Mm = 3.0
"""Between pieces that are cut out by scissors."""


@dataclass(frozen=True, slots=True)
class Lot:
    """`count` equal pieces; `reach` is the bleed beyond their boxes that they always keep (0 for boxes)."""

    outline: Outline
    bleed: Mm
    gap: Mm
    reach: Mm
    count: int

    @property
    def cell(self) -> tuple[Mm, Mm]:
        """Width and height a piece takes, bleed of scissors work included."""
        return self.outline.width + 2 * self.reach, self.outline.height + 2 * self.reach

    @property
    def spacing(self) -> Mm:
        """The gap between cells of one block."""
        return max(0.0, self.gap - 2 * self.reach)


@dataclass(frozen=True, slots=True)
class Mixed:
    """One sheet: the page, and for each lot (by index) the slots it got."""

    page: Page
    slots: tuple[tuple[int, Slot], ...]


@dataclass(frozen=True, slots=True)
class _Block:
    lot: int
    left: Mm
    top: Mm
    columns: int
    rows: int
    count: int
    width: Mm
    height: Mm
    spacing: Mm
    turn: float

    @property
    def box(self) -> Rect:
        """Left, top, right, bottom of the block."""
        across = self.columns * (self.width + self.spacing) - self.spacing
        down = self.rows * (self.height + self.spacing) - self.spacing
        return self.left, self.top, self.left + across, self.top + down

    def slots(self) -> Iterator[tuple[Mm, Mm, float]]:
        for index in range(self.count):
            row, column = divmod(index, self.columns)
            x = self.left + column * (self.width + self.spacing) + self.width / 2
            yield x, self.top + row * (self.height + self.spacing) + self.height / 2, self.turn


def fits_mixed(lot: Lot, paper: Paper) -> bool:
    """Whether a piece fits the printable area with the bleed it keeps among others."""
    small, large = sorted(lot.cell)
    across, down = sorted(pages(paper)[0].room)
    return small <= across + EPSILON and large <= down + EPSILON


def mixed_sheets(lots: Sequence[Lot], paper: Paper) -> list[Mixed]:
    """Pack all lots on as few sheets as the tried orders give; each must pass `fits_mixed`.

    Room for bleed along the margin is kept where that takes no more sheets.
    """
    outer = max((lot.bleed for lot in lots if lot.outline.is_box), default=0.0)
    best: list[Mixed] | None = None
    for inset, page, order in product((outer, 0.0), pages(paper), _orders(lots)):
        sheets = _packed(lots, order, page, inset)
        if sheets is not None and (best is None or len(sheets) < len(best)):
            best = sheets
    assert best is not None
    return best


def _orders(lots: Sequence[Lot]) -> list[list[int]]:
    everyone = range(len(lots))
    longest = sorted(everyone, key=lambda k: -max(lots[k].cell))
    largest = sorted(everyone, key=lambda k: -math.prod(lots[k].cell))
    fullest = sorted(everyone, key=lambda k: -math.prod(lots[k].cell) * lots[k].count)
    orders = [list(everyone), longest, largest, fullest]
    return [order for k, order in enumerate(orders) if order not in orders[:k]]


def _packed(lots: Sequence[Lot], order: list[int], page: Page, inset: Mm) -> list[Mixed] | None:
    left = {k: lots[k].count for k in order}
    sheets: list[Mixed] = []
    while any(left.values()):
        blocks = _one_sheet(lots, order, left, (page.room[0] - 2 * inset, page.room[1] - 2 * inset))
        if not blocks:
            return None
        boxes = [block.box for block in blocks]
        box = (
            min(b[0] for b in boxes), min(b[1] for b in boxes),
            max(b[2] for b in boxes), max(b[3] for b in boxes),
        )  # fmt: skip
        points = [(block.lot, point) for block in blocks for point in block.slots()]
        slots = centred(page, (point for _, point in points), box)
        sheets.append(Mixed(page, tuple((lot, slot) for (lot, _), slot in zip(points, slots, strict=True))))
    return sheets


def _one_sheet(
    lots: Sequence[Lot], order: list[int], left: dict[int, int], room: tuple[Mm, Mm]
) -> list[_Block]:
    """Fill one page; takes what it places off `left`."""
    free: list[Rect] = [(0.0, 0.0, *room)]
    blocks: list[_Block] = []
    for position, index in enumerate(order):
        boxed = any(lots[k].outline.is_box for k in order[position:] if left[k])
        gap = max(BLOCK_GAP if boxed else LOOSE_GAP, lots[index].gap)
        while left[index]:
            options = [
                (block, place) for place in free for block in _blocks(lots[index], index, left[index], place)
            ]
            if not options:
                break
            block, place = max(options, key=lambda option: _worth(option[0], option[1], gap))
            free.remove(place)
            free += _rest(block.box, place, gap)
            left[index] -= block.count
            blocks.append(block)
    return blocks


def _blocks(lot: Lot, index: int, wanted: int, place: Rect) -> Iterator[_Block]:
    across, down = place[2] - place[0], place[3] - place[1]
    for turn in (0.0, 90.0):
        width, height = lot.cell if not turn else lot.cell[::-1]
        columns, rows = fitting(across, width, lot.spacing), fitting(down, height, lot.spacing)
        for used in range(1, columns + 1):
            needed = min(rows, math.ceil(wanted / used))
            if needed:
                count = min(wanted, used * needed)
                yield _Block(index, place[0], place[1], used, needed, count, width, height, lot.spacing, turn)


def _worth(block: _Block, place: Rect, gap: Mm) -> tuple[float, ...]:
    """More pieces, fewer holes, the largest rectangle left, unturned."""
    left = max((_area(rest) for rest in _rest(block.box, place, gap)), default=0.0)
    return block.count, -block.columns * block.rows, round(left - _area(place)), -block.turn


def _rest(box: Rect, place: Rect, gap: Mm) -> list[Rect]:
    """What is left of a place beside and below a block, by the cut that leaves the larger part."""
    right, below = box[2] + gap, box[3] + gap
    across = [(right, place[1], place[2], box[3]), (place[0], below, place[2], place[3])]
    down = [(right, place[1], place[2], place[3]), (place[0], below, box[2], place[3])]
    kept = max((across, down), key=lambda pair: max(map(_area, pair)))
    return [rest for rest in kept if _area(rest) > EPSILON]


def _area(rect: Rect) -> float:
    return max(0.0, rect[2] - rect[0]) * max(0.0, rect[3] - rect[1])
