"""Move what lies apart on a table together, for a picture: each group stays on its side of the others.

A group is a place with all that lies on it, such as a board with its pieces; it is moved as a whole.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.box import Box, area, enclose, overlap
from prancha.model.table_layout import LaidPiece, LaidTable
from prancha.model.units import Mm

GAP: Mm = 13.0
"""The gap between groups."""
_STEP: Mm = 3.0
"""How far a group is moved before it is looked at again."""
_FARTHEST = 400
"""Steps after which the search for a free spot ends."""


class _Group(Struct, frozen=True):
    """Pieces that stay together, the boxes they take, and the box around them."""

    pieces: tuple[LaidPiece, ...]
    boxes: tuple[Box, ...]
    around: Box

    @property
    def middle(self) -> tuple[Mm, Mm]:
        return (self.around[0] + self.around[2]) / 2, (self.around[1] + self.around[3]) / 2

    def moved(self, x: Mm, y: Mm) -> _Group:
        return _Group(
            tuple(replace(one, x=one.x + x, y=one.y + y) for one in self.pieces),
            tuple(_shifted(box, x, y) for box in self.boxes),
            _shifted(self.around, x, y),
        )


def together(laid: LaidTable, pieces: Sequence[LaidPiece]) -> list[LaidPiece]:
    """Return `pieces`, which may be more than the laid ones, in their order and close to each other."""
    roots = _roots(laid)
    found: dict[str, list[LaidPiece]] = {}
    for one in pieces:
        found.setdefault(roots[one.place], []).append(one)
    groups = sorted(map(_group, found.values()), key=lambda one: -area(one.around))
    if not groups:
        return []
    first, *rest = groups
    x, y = first.middle
    placed = [first]
    for group in sorted(rest, key=lambda one: (round(math.dist(one.middle, (x, y)), 3), one.around)):
        placed.append(_placed(group, placed, (x, y)))
    where = {(one.key, one.copy): one for group in placed for one in group.pieces}
    return [where[one.key, one.copy] for one in pieces]


def _roots(laid: LaidTable) -> dict[str, str]:
    """Return, for each place, the one that everything on it is moved with."""
    keys = {one.place.key for one in laid.places}
    boards = {one.key: one.place for one in reversed(laid.pieces)}
    below: dict[str, str] = {}
    for place in (one.place for one in laid.places):
        on = place.on
        if on:
            known = f"{on}@{place.seat}" if f"{on}@{place.seat}" in keys else on
            below[place.key] = known if known in keys else boards.get(on, place.key)
    found = {}
    for key in keys:
        root = key
        while below.get(root, root) != root:
            root = below[root]
        found[key] = root
    return found


def _group(pieces: Sequence[LaidPiece]) -> _Group:
    boxes = tuple(dict.fromkeys(one.box for one in pieces))
    return _Group(tuple(pieces), boxes, enclose(boxes))


def _placed(group: _Group, others: Sequence[_Group], goal: tuple[Mm, Mm]) -> _Group:
    """Move a group outwards until it is free, or inwards as far as it is, then along both axes."""
    x, y = group.middle
    dx, dy = x - goal[0], y - goal[1]
    far = math.hypot(dx, dy) or 1.0
    way = dx / far * _STEP, dy / far * _STEP
    shift = (0.0, 0.0)
    for _ in range(_FARTHEST):
        if _is_free(group, shift, others):
            break
        shift = shift[0] + way[0], shift[1] + way[1]
    for step in ((-way[0], -way[1]), *_along(way)):
        shift = _slid(group, shift, step, others, goal)
    return group.moved(*shift)


def _along(way: tuple[Mm, Mm]) -> Iterator[tuple[Mm, Mm]]:
    """Yield steps inwards along the axes, first along the one that leads farther."""
    across, down = (math.copysign(_STEP, -way[0]), 0.0), (0.0, math.copysign(_STEP, -way[1]))
    yield from (across, down) if abs(way[0]) > abs(way[1]) else (down, across)


def _slid(
    group: _Group,
    shift: tuple[Mm, Mm],
    step: tuple[Mm, Mm],
    others: Sequence[_Group],
    goal: tuple[Mm, Mm],
) -> tuple[Mm, Mm]:
    """Move a group by steps as long as it comes nearer to the goal and meets nothing."""
    x, y = group.middle
    length = math.hypot(*step)
    for _ in range(_FARTHEST):
        left = (goal[0] - x - shift[0]) * step[0] + (goal[1] - y - shift[1]) * step[1]
        after = shift[0] + step[0], shift[1] + step[1]
        if left < length * length or not _is_free(group, after, others):
            return shift
        shift = after
    return shift


def _is_free(group: _Group, shift: tuple[Mm, Mm], others: Sequence[_Group]) -> bool:
    around = _shifted(group.around, *shift)
    near = [one for one in others if overlap(around, one.around, -GAP)]
    return not any(
        overlap(_shifted(box, *shift), other, -GAP)
        for one in near
        for box in group.boxes
        for other in one.boxes
    )


def _shifted(box: Box, x: Mm, y: Mm) -> Box:
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y
