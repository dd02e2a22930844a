"""Cuts that are nearly in line are brought in line: two marks half a millimetre apart look like one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.units import Mm
from prancha.sheets.layout import EPSILON, Rect

NEAR: Mm = 1.0
"""Cuts are in line, or at least so far apart."""
FARTHEST: Mm = 10.0
"""No block is moved farther."""
ROUNDS = 4


class Body(Struct, frozen=True):
    """A block of pieces that is moved as one: its box, and where it is cut across and down.

    Others keep `gap` from it, where they do.
    """

    box: Rect
    cuts: tuple[tuple[Mm, ...], tuple[Mm, ...]]
    gap: Mm

    def moved(self, way: int, by: Mm) -> Body:
        """The block farther to the right (0) or down (1)."""
        left, top, right, bottom = self.box
        box = (left + by, top, right + by, bottom) if way == 0 else (left, top + by, right, bottom + by)
        cuts = [tuple(cut + by for cut in row) if k == way else row for k, row in enumerate(self.cuts)]
        return replace(self, box=box, cuts=(cuts[0], cuts[1]))


def snap_blocks(bodies: Sequence[Body], room: Rect) -> list[Body]:
    """Blocks moved a little inside their room, so that as few cuts as can be are nearly in line."""
    placed = list(bodies)
    for _ in range(ROUNDS):
        before = list(placed)
        for way in (0, 1):
            for index, body in enumerate(placed):
                others = [other for k, other in enumerate(placed) if k != index]
                if _nearly(body, others, way):
                    placed[index] = min(
                        _moves(body, others, way, room),
                        key=lambda one: (_nearly(one, others, way), abs(one.box[way] - body.box[way])),
                    )
        if placed == before:
            break
    return placed


def _nearly(body: Body, others: Iterable[Body], way: int) -> int:
    """How many cuts of a block are nearly in line with one of the others."""
    theirs = sorted({round(cut, 6) for other in others for cut in other.cuts[way]})
    return sum(
        EPSILON * 10 < abs(cut - other) < NEAR - EPSILON and abs(abs(cut - other) - body.gap) > EPSILON * 10
        for cut in body.cuts[way]
        for other in theirs
    )


def _moves(body: Body, others: Sequence[Body], way: int, room: Rect) -> Iterator[Body]:
    """The block where it is, and wherever a cut of it comes in line with another or just far enough off."""
    yield body
    steps = {
        round(other_cut + off - cut, 6)
        for other in others
        for other_cut in other.cuts[way]
        for cut in body.cuts[way]
        for off in (0.0, NEAR, -NEAR)
    }
    for step in sorted(steps):
        if abs(step) <= FARTHEST:
            found = body.moved(way, step)
            if _free(found, body, others, room):
                yield found


def _free(body: Body, before: Body, others: Sequence[Body], room: Rect) -> bool:
    """Whether a moved block is inside the room, and no nearer to others than it was or than it must be."""
    (left, top, right, bottom), (low, high, across, down) = body.box, room
    inside = left > low - EPSILON and top > high - EPSILON
    inside = inside and right < across + EPSILON and bottom < down + EPSILON
    return inside and all(
        _apart(body.box, other.box) > min(_apart(before.box, other.box), max(body.gap, other.gap)) - EPSILON
        for other in others
    )


def _apart(one: Rect, other: Rect) -> Mm:
    return max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])
