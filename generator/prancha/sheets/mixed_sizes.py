"""Pieces of several sizes on one sheet: blocks of equal pieces that straight cuts set free."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.box import area, enclose
from prancha.model.outline import SQRT3, Outline
from prancha.model.sheet import Paper
from prancha.model.units import Mm
from prancha.sheets.one_size import Body, align_blocks, uniform_outset
from prancha.sheets.sheet_room import EPSILON, LayoutPage, Rect, Slot, centred, fitting, pages, spill

UNLIKE_GAP: Mm = 2.0
"""Gap between boxes of which families or backs differ, where it takes no more sheets."""
LOOSE_GAP: Mm = 3.0
"""Gap between pieces cut out by scissors; between equal ones only where it takes no more sheets."""


class Lot(Struct, frozen=True, dict=True):
    """`count` equal pieces, `gap` apart; `unlike` ones differ in what is printed on them."""

    outline: Outline
    bleed: Mm
    gap: Mm
    count: int
    unlike: bool = False

    @cached_property
    def outset(self) -> Mm:
        """Bleed that pieces cut out by scissors always keep, in mm; that of boxes depends on neighbours."""
        return 0.0 if self.outline.is_box else uniform_outset(self.outline, self.bleed, self.gap)

    @cached_property
    def reach(self) -> Mm:
        """How far that bleed reaches beyond the box, mitred corners included."""
        return spill(self.outline, self.outset)

    @cached_property
    def cell(self) -> tuple[Mm, Mm, Mm]:
        """Width and height a piece takes, with bleed for scissors work, and the gap between such cells."""
        reach = self.reach
        return self.outline.width + 2 * reach, self.outline.height + 2 * reach, max(0.0, self.gap - 2 * reach)

    @property
    def roomy(self) -> Mm:
        """The gap at which pieces are easy to cut out."""
        return LOOSE_GAP if not self.outline.is_box else UNLIKE_GAP if self.unlike else 0.0

    @property
    def area(self) -> float:
        """Least area of a page that all pieces take, in mm2: shifted rows never save half of the boxes."""
        whole = self.outline.width * self.outline.height * self.count
        return whole if self.outline.is_box else whole / 2


class Weave(Struct, frozen=True):
    """How pieces of `width` x `height` and `turn` lie in rows: `pitch` apart, the rows `step` apart.

    Odd rows are moved by `shift`.  Rows run down the page instead where `across` is false.
    """

    width: Mm
    height: Mm
    pitch: Mm
    step: Mm
    turn: float
    shift: Mm = 0.0
    across: bool = True


class Block(Struct, frozen=True):
    """Rows of `columns` pieces, or of `shifted` in odd rows."""

    lot: int
    left: Mm
    top: Mm
    columns: int
    shifted: int
    rows: int
    count: int
    weave: Weave

    @property
    def box(self) -> Rect:
        """Left, top, right, bottom of the block."""
        weave = self.weave
        long = (self.columns - 1) * weave.pitch + weave.width
        if self.rows > 1:
            long = max(long, weave.shift + (self.shifted - 1) * weave.pitch + weave.width)
        short = (self.rows - 1) * weave.step + weave.height
        w, h = (long, short) if weave.across else (short, long)
        return self.left, self.top, self.left + w, self.top + h

    @property
    def holes(self) -> int:
        """Places of the block that stay empty."""
        return (self.rows + 1) // 2 * self.columns + self.rows // 2 * self.shifted - self.count

    def slots(self) -> Iterator[tuple[Mm, Mm, float]]:
        """Centre and turn of each piece."""
        left, weave = self.count, self.weave
        for row in range(self.rows):
            start = weave.shift if row % 2 else 0.0
            for column in range(min(left, self.shifted if row % 2 else self.columns)):
                u = start + column * weave.pitch + weave.width / 2
                v = row * weave.step + weave.height / 2
                x, y = (u, v) if weave.across else (v, u)
                yield self.left + x, self.top + y, weave.turn
                left -= 1


def blocks_in(lot: Lot, place: Rect, wanted: int, index: int = 0) -> Iterator[Block]:
    """Return the ways in which up to `wanted` pieces of a lot may lie in a place; `index` is the lot's."""
    across, down = place[2] - place[0], place[3] - place[1]
    wide, high, gap = lot.cell
    if lot.outline.shape in ("circle", "hexagon"):
        yield from _shifted(lot, index, wanted, place)
    for turn in (0.0, 90.0):
        width, height = (high, wide) if turn else (wide, high)
        weave = Weave(width, height, width + gap, height + gap, turn)
        columns, rows = fitting(across, width, gap), fitting(down, height, gap)
        for used in range(1, columns + 1):
            most = min(rows, math.ceil(wanted / used))
            # A last row that is not full may be better off as a block of its own.
            for needed in dict.fromkeys((most, min(rows, wanted // used))) if most else ():
                if needed:
                    yield Block(
                        index,
                        place[0],
                        place[1],
                        columns=used,
                        shifted=used,
                        rows=needed,
                        count=min(wanted, used * needed),
                        weave=weave,
                    )


def _shifted(lot: Lot, index: int, wanted: int, place: Rect) -> Iterator[Block]:
    """Yield honeycombs of hexagons and shifted rows of circles, along the place and down it."""
    reach = lot.reach
    upright = lot.outline.width <= lot.outline.height
    flats, tips = sorted((lot.outline.width, lot.outline.height))
    pitch = flats + lot.gap
    width, height, step = flats + 2 * reach, tips + 2 * reach, pitch * SQRT3 / 2
    for across in (True, False):
        long, short = (place[2] - place[0], place[3] - place[1])[:: 1 if across else -1]
        most = math.floor((long - width + EPSILON) / pitch) + 1 if long + EPSILON >= width else 0
        rows = math.floor((short - height + EPSILON) / step) + 1 if short + EPSILON >= height else 0
        turn = 0.0 if upright == across else 90.0
        weave = Weave(width, height, pitch, step=step, turn=turn, shift=pitch / 2, across=across)
        for columns, moved in product(range(1, most + 1), (0, -1)):
            shifted = columns + moved
            if not shifted or pitch / 2 + (shifted - 1) * pitch + width > long + EPSILON:
                continue
            needed = _rows_for(wanted, columns, shifted)
            used = min(rows, needed)
            count = min(wanted, (used + 1) // 2 * columns + used // 2 * shifted)
            if used:
                yield Block(
                    index,
                    place[0],
                    place[1],
                    columns=columns,
                    shifted=shifted,
                    rows=used,
                    count=count,
                    weave=weave,
                )


def _rows_for(wanted: int, columns: int, shifted: int) -> int:
    pairs, rest = divmod(wanted, columns + shifted)
    return 2 * pairs + (0 if not rest else 1 if rest <= columns else 2)


WAYS = 6
"""First blocks of a sheet that are tried, the fullest first: a smaller one may leave more room."""
FEW = 40
"""Most pieces for which more than the fullest is tried: with many it is slow and gains nothing."""
BLOCK_GAPS: tuple[Mm, ...] = (10.0, 8.0, 6.0, 2.0)
"""Gaps tried between a block of boxes and the next.

They have room for 3 mm of bleed and marks of 3 or 1 mm between,
and at last, to save a sheet, for bleed alone or a third of it.
"""
LEAST_MARKED_GAP: Mm = 8.0
"""How near blocks may come when they are moved to bring cuts in line."""


class Mixed(Struct, frozen=True):
    """One sheet: the page, and the slots with the index of the lot that each is for.

    `lots` are the lots as packed: the gap of loose ones may have grown.
    """

    page: LayoutPage
    slots: tuple[tuple[int, Slot], ...]
    lots: tuple[Lot, ...]


def fits_mixed(lot: Lot, paper: Paper) -> bool:
    """Return whether a piece fits the printable area with the bleed it keeps among others."""
    small, large = sorted(lot.cell[:2])
    across, down = sorted(pages(paper)[0].room)
    return small <= across + EPSILON and large <= down + EPSILON


def mixed_sheets(lots: Sequence[Lot], paper: Paper, most: int | None = None) -> list[Mixed]:
    """Pack all lots on as few sheets as the orders tried give; each lot must pass `fits_mixed`.

    Returns nothing, and sooner, when they take more than `most`.  Room for marks, for cutting out loose
    pieces with ease, and for bleed along the margin is kept where that takes no more sheets.
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
        """Return the places of one sheet, in the middle of its page."""
        blocks = _aligned(blocks, self.lots, self.room, self.gap)
        boxes = [block.box for block in blocks]
        box = enclose(boxes)
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
    """Move blocks so that straight cuts are either in line with each other or clearly apart."""
    bodies = []
    for block in blocks:
        gap = max(min(block_gap, LEAST_MARKED_GAP), lots[block.lot].gap)
        cuts: tuple[tuple[Mm, ...], tuple[Mm, ...]] = ((), ())
        if lots[block.lot].outline.is_box:
            xs, ys = zip(*((x, y) for x, y, _ in block.slots()), strict=True)
            half = block.weave.width / 2, block.weave.height / 2
            cuts = tuple(
                tuple(sorted({round(at + end, 6) for at in row for end in (-size, size)}))
                for row, size in zip((xs, ys), half, strict=True)
            )  # type: ignore[assignment]
        bodies.append(Body(block.box, cuts, gap))
    moved = align_blocks(bodies, (0.0, 0.0, *room))
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
    """Fill one page, and take what it holds off `left`."""
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
    """Return the fullest block without holes but `way`, or the last of these."""
    whole = [option for option in options if not option[0].holes] or list(options)
    ranked = sorted(whole, key=lambda option: (-option[0].count, option[0].weave.turn, -option[0].columns))
    return ranked[min(way, len(ranked)) - 1]


def fullest(options: Sequence[tuple[Block, Rect]], gap: Mm) -> tuple[Block, Rect]:
    """Rank: more pieces, fewer holes, the largest rectangle left, unturned."""
    full = max((block.count, -block.holes) for block, _ in options)
    best = [option for option in options if (option[0].count, -option[0].holes) == full]

    def spare(option: tuple[Block, Rect]) -> tuple[float, float]:
        block, place = option
        left = max((area(rest) for rest in _rest(block.box, place, gap)), default=0.0)
        return round(left - area(place)), -block.weave.turn

    return max(best, key=spare) if len(best) > 1 else best[0]


def _rest(box: Rect, place: Rect, gap: Mm) -> list[Rect]:
    """Return what is left of a place beside and below a block, by the cut that leaves the larger part."""
    right, below = box[2] + gap, box[3] + gap
    across = [(right, place[1], place[2], box[3]), (place[0], below, place[2], place[3])]
    down = [(right, place[1], place[2], place[3]), (place[0], below, box[2], place[3])]
    kept = max((across, down), key=lambda pair: max(map(area, pair)))
    return [rest for rest in kept if area(rest) > EPSILON]
