"""All that a sheet has beside its pieces: bleeds, crop marks and cut lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from prancha.model.box import bounds
from prancha.model.outline import Outline, Rim
from prancha.model.sheet import Marks, Outsets, Segment
from prancha.model.units import Mm
from prancha.sheets.bleeds import Rims, lying, outsets, short_bleeds
from prancha.sheets.cut_lines import Line, box_cuts, shared_cuts, shared_edges
from prancha.sheets.sheet_room import (
    EPSILON,
    SNAP,
    LayoutPage,
    Lines,
    Rect,
    Slot,
    placed,
    trim_box,
    turned,
)

SHORTEST: Mm = 1.0
CLEAR: Mm = 0.5
"""Distance between bleed and mark, in mm."""
BAR: Mm = 1.0
"""Half the crossbar of a cross."""


def crop_marks(
    boxes: Sequence[Rect],
    grown: Sequence[Outsets],
    others: Sequence[Rect],
    page: LayoutPage,
    look: Marks,
    cut: Sequence[Rect] | None = None,
) -> tuple[Segment, ...]:
    """Return marks in line with every edge of `boxes` that has room; with `cut`, only in line with theirs.

    `grown` is the bleed of each box; `others` are rectangles (bleed included) of outlines that are no boxes.
    A mark keeps off both, and ends where the printer no longer reaches.  It begins at its piece: its first
    point is the nearer one.  Two in line share the gap between their pieces, or become one in a narrow gap.
    """
    if look.style == "none":
        return ()
    wanted: tuple[Lines | None, ...] = (None, None)
    if cut is not None:
        wanted = tuple(Lines(box[side] for box in cut for side in sides) for sides in ((0, 2), (1, 3)))
    upright = _columns(
        boxes, grown, others=others, height=page.height, reach=page.reach, look=look, wanted=wanted[0]
    )
    level = _columns(*_flipped(boxes, grown, others), page.width, page.reach, look, wanted[1])
    return tuple(sorted(upright | {(x1, y1, x2, y2) for y1, x1, y2, x2 in level}))


def _flipped(
    boxes: Sequence[Rect], grown: Sequence[Outsets], others: Sequence[Rect]
) -> tuple[list[Rect], list[Outsets], list[Rect]]:
    def swap(four: tuple[Mm, Mm, Mm, Mm]) -> tuple[Mm, Mm, Mm, Mm]:
        return four[1], four[0], four[3], four[2]

    return [swap(box) for box in boxes], [swap(out) for out in grown], [swap(box) for box in others]


def _columns(
    boxes: Sequence[Rect],
    grown: Sequence[Outsets],
    others: Sequence[Rect],
    height: Mm,
    reach: Mm,
    look: Marks,
    wanted: Lines | None,
) -> set[Segment]:
    """Return marks above and below the vertical edges of boxes on paper of `height`, `reach` from its edges.

    Only those on `wanted` lines, unless that is None.
    """
    covered = [
        (b[0] - o[0], b[1] - o[1], b[2] + o[2], b[3] + o[3]) for b, o in zip(boxes, grown, strict=True)
    ]
    # Outlines that are no boxes have no trim edge for a mark to be in line with.
    everything = [(box, out, True) for box, out in zip(boxes, covered, strict=False)]
    everything += [(other, other, False) for other in others]
    ends: dict[tuple[int, int, int], tuple[Mm, Mm]] = {}
    columns, rows = Lines(), Lines()
    for box in boxes:
        for x in (box[0], box[2]):
            if wanted is not None and x not in wanted:
                continue
            column = columns.number(x)
            for y, way in ((box[1], -1), (box[3], 1)):
                ends.setdefault((column, rows.number(y), way), (x, y))
    found: set[Segment] = set()
    for (_, _, way), (x, y) in ends.items():
        free = _free(x, way * y, way, everything, look)
        if free:
            start, end = free[0], min(free[1], (y if way < 0 else height - y) - reach)
            if end - start > SHORTEST - EPSILON:
                found.add((x, y + way * start, x, y + way * end))
                if look.style == "cross":
                    middle = y + way * (start + end) / 2
                    found.add((x - BAR, middle, x + BAR, middle))
    return found


def _free(
    x: Mm, y: Mm, way: int, pieces: Sequence[tuple[Rect, Rect, bool]], look: Marks
) -> tuple[Mm, Mm] | None:
    """Return from where to where, beyond an edge's end, the line is free of components and bleed.

    Of each of the `pieces`: its box, its box with bleed, and whether marks stand in line with its edges.
    """
    start = look.distance
    beside = CLEAR + (BAR if look.style == "cross" else 0.0)
    ahead: list[tuple[Rect, Rect, bool]] = []
    for trim, covered, marked in pieces:
        if covered[0] - beside < x < covered[2] + beside:
            if _ahead(trim, y, way):
                ahead.append((trim, covered, marked))
            else:
                start = max(start, way * (covered[1] if way < 0 else covered[3]) - y + CLEAR)
    if look.style == "full" and not ahead:
        return start, float("inf")
    if look.style == "edge" and ahead:
        return None
    end = start + look.length
    for trim, covered, marked in ahead:
        last = (way * covered[3] if way < 0 else covered[1]) - y - CLEAR
        if marked and min(abs(trim[0] - x), abs(trim[2] - x)) < SNAP:
            middle = (way * trim[3] if way < 0 else trim[1]) / 2 - y / 2
            if min(middle - start, last - middle) >= SHORTEST - EPSILON:
                last = middle
            elif way < 0:
                return None  # the other piece's mark is this one's too
        end = min(end, last)
    return (start, end) if end > start else None


def _ahead(trim: Rect, y: Mm, way: int) -> bool:
    nearest = -trim[3] if way < 0 else trim[1]
    return nearest > y - EPSILON


def unmarked(lines: Iterable[Line], marks: Sequence[Segment]) -> tuple[Line, ...]:
    """Return upright and level cut lines that do not have a mark beyond both ends."""
    columns, rows = Lines(), Lines()
    upright: dict[int | None, list[Mm]] = {}
    level: dict[int | None, list[Mm]] = {}
    for x1, y1, x2, y2 in marks:
        if x1 == x2:
            upright.setdefault(columns.number(x1), []).append((y1 + y2) / 2)
        else:
            level.setdefault(rows.number(y1), []).append((x1 + x2) / 2)
    found: list[Line] = []
    for line in lines:
        (xa, ya), (xb, yb) = line
        ends = upright.get(columns.known(xa), []) if xa == xb else level.get(rows.known(ya), [])
        first, last = sorted((ya, yb) if xa == xb else (xa, xb))
        if not (any(at < first for at in ends) and any(at > last for at in ends)):
            found.append(line)
    return tuple(found)


class Seat(Struct, frozen=True):
    """A slot for a piece of `outline`, whose art may show up to `bleed` beyond it, `gutter` from others."""

    outline: Outline
    slot: Slot
    bleed: Mm
    gutter: Mm = 0.0

    @property
    def box(self) -> Rect:
        """The trim box on the sheet."""
        return trim_box(self.outline, self.slot)


class Bled(Struct, frozen=True):
    """The bleed of a piece: per side of a box, else the same all around or by edges.

    `short` is the least of it where the paper, or anything but neighbours at the gutter, leaves less.
    """

    outsets: Outsets
    rim: Rim | None = None
    short: Mm | None = None


class Seating(Struct, frozen=True):
    """Slots in print order with the bleed of each, and the lines that set the pieces free.

    `back_marks` are the marks that have a piece on this sheet; `marks` may include those of places left
    empty.  Both as seen from the front.
    """

    slots: tuple[Slot, ...]
    bleeds: tuple[Bled, ...]
    marks: tuple[Segment, ...]
    back_marks: tuple[Segment, ...]
    cuts: tuple[Line, ...]
    light: tuple[Segment, ...] = ()


def seating(
    page: LayoutPage,
    seats: Sequence[Seat],
    spare: Sequence[Seat],
    look: Marks,
    own: int | None = None,
    kept: Sequence[Seat] = (),
) -> Seating:
    """Spread bleed, set marks, and draw what marks do not show.

    Marks stand where they would with the `spare` seats taken too, but only in line with edges of `seats`.
    Cut lines are those of the first `own` seats (None: all); beyond them lie backs to be folded behind.
    No bleed spreads into the seats that are `kept` for others.
    """
    loose = list(_loose(page, seats, kept))
    covered = [bounds(turned(_art(seat, bled), seat.outline, seat.slot)) for seat, bled in loose]
    boxed = [seat for seat in seats if seat.outline.is_box]
    empty = [seat for seat in spare if seat.outline.is_box]
    boxes, bleeds = [seat.box for seat in boxed], [seat.bleed for seat in boxed]
    all_boxes = [*boxes, *(seat.box for seat in empty)]
    # Bleed spreads over slots left empty.
    grown = outsets([*boxes, *(seat.box for seat in kept)], [*bleeds, *(0.0 for _ in kept)], covered, page)
    grown = grown[: len(boxes)]
    short = short_bleeds(boxes, bleeds, [seat.gutter for seat in boxed], grown)
    marks = back_marks = crop_marks(boxes, grown, covered, page, look)
    if empty:
        # Marks stand where those of a full sheet do, and begin beyond the bleed that spreads here.
        full = outsets(all_boxes, [*bleeds, *(seat.bleed for seat in empty)], covered, page)
        marks = crop_marks(
            all_boxes, [*grown, *full[len(boxes) :]], others=covered, page=page, look=look, cut=boxes
        )
    sides = (Bled(out, None, least) for out, least in zip(grown, short, strict=True))
    around = iter(bled for _, bled in loose)
    mine = list(seats[:own])
    free = [placed(seat.outline, seat.slot) for seat in mine if not seat.outline.is_box]
    straight = [seat.box for seat in mine if seat.outline.is_box]
    drawn = () if look.style == "none" else unmarked(box_cuts(straight), marks)
    return Seating(
        tuple(seat.slot for seat in mine),
        tuple(next(sides if seat.outline.is_box else around) for seat in seats)[: len(mine)],
        marks=marks,
        back_marks=back_marks,
        cuts=(*drawn, *(() if look.style == "none" else shared_cuts(free))),
        light=shared_edges(boxes) if look.light else (),
    )


def _loose(page: LayoutPage, seats: Sequence[Seat], kept: Sequence[Seat]) -> Iterator[tuple[Seat, Bled]]:
    """Compute the bleed of each piece that is no box."""
    if all(seat.outline.is_box for seat in seats):
        return
    everything = [lying(seat.outline, seat.slot) for seat in (*seats, *kept)]
    rims = Rims(everything, page)
    for seat, piece in zip(seats, everything, strict=False):
        if seat.outline.is_box:
            continue
        rim, short = rims.of(piece, seat.bleed)
        most = rim.most
        even = not rim.opened and min(rim.reaches) == most
        yield seat, Bled((most,) * 4, None if even else rim, short)


def _art(seat: Seat, bled: Bled) -> Sequence[tuple[Mm, Mm]]:
    return seat.outline.rimmed(bled.rim) if bled.rim else seat.outline.polygon(bled.outsets[0])
