"""Move what lies apart on a table together, for a picture: each group stays on its side of the others.

A group is a place with all that lies on it, such as a board with its pieces; it is moved as a whole.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.box import Box, area, enclose, overlap
from prancha.model.table_layout import LaidPiece, LaidTable, turned
from prancha.model.units import Mm

Hidden = Callable[[LaidPiece], Mm]
"""How much of the table a piece hides behind it."""
GAP: Mm = 13.0
"""The gap between groups."""
_APART: Mm = 2.0
"""The gap that is enough where table.yaml has it."""
_STEP: Mm = 3.0
"""How far a group is moved before it is looked at again."""
_FARTHEST = 400
"""Steps after which the search for a free spot ends."""
_TURNS = (0.0, -15.0, 15.0, -30.0, 30.0, -45.0, 45.0, -60.0, 60.0, -75.0, 75.0, -90.0, 90.0)
"""By how many degrees groups are moved around the middle."""
_LARGE = 0.2
"""The least part of the largest group's area that the group in the middle has."""
_NEAR = 0.1
"""How much being a mm nearer to the middle counts."""
_AS_GOOD = 1.01
"""How much more room a set-up may take as table.yaml has it and still be left as it is."""
_PER_DEGREE: Mm = 0.6
"""How much a picture must become smaller for a group to be moved around by a degree."""
_SMALLER = 0.2
_LONGER = 1.15
"""How much longer than the largest group a row must be to be broken."""
_BETWEEN: Mm = 4.0


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


def together(laid: LaidTable, pieces: Sequence[LaidPiece], aspect: float, hidden: Hidden) -> list[LaidPiece]:
    """Return `pieces`, which may be more than the laid ones, in their order and close to each other.

    They fill a part of the table that is `aspect` times as wide as deep, as far as they can.  What is
    `hidden` behind a piece stays free.
    """
    roots = _roots(laid)
    found: dict[str, list[LaidPiece]] = {}
    for one in pieces:
        found.setdefault(roots[one.place], []).append(one)
    groups = [_group(each, hidden) for each in found.values()]
    if laid.setup is laid.table.scene:
        groups = _joined(groups)
    if not groups:
        return []
    largest = max(area(one.around) for one in groups)
    inmost = min(
        (one for one in groups if area(one.around) >= _LARGE * largest),
        key=lambda one: (round(math.hypot(*one.middle), 3), one.around),
    )
    most = max(_extent([one], aspect) for one in groups if area(one.around) == largest)
    laid_out = groups
    groups = [inmost, *(_wrapped(one, most, aspect, hidden) for one in groups if one is not inmost)]
    groups[1:] = sorted(groups[1:], key=lambda one: (-round(area(one.around), 3), one.around))
    goal = inmost.middle
    placed = [inmost]
    for group in groups[1:]:
        placed.append(_best(group, placed, goal, aspect))
    if _extent(laid_out, aspect) <= _extent(placed, aspect) * _AS_GOOD and all(
        _is_free(one, (0.0, 0.0), [other for other in laid_out if other is not one], _APART)
        for one in laid_out
    ):
        placed = laid_out
    where = {(one.key, one.copy): one for group in placed for one in group.pieces}
    return [where[one.key, one.copy] for one in pieces]


def _joined(groups: Sequence[_Group]) -> list[_Group]:
    """Join groups that lie close to each other, as they were laid for a picture."""
    found: list[_Group] = []
    for group in groups:
        near = [one for one in found if not _is_free(group, (0.0, 0.0), [one])]
        same = [*near, group]
        boxes = tuple(box for one in same for box in one.boxes)
        joined = _Group(tuple(piece for one in same for piece in one.pieces), boxes, enclose(boxes))
        found = [*(one for one in found if one not in near), joined]
    return found


def _best(group: _Group, others: Sequence[_Group], goal: tuple[Mm, Mm], aspect: float) -> _Group:
    """Place a group where the whole takes the least room, rather on its own side than elsewhere."""
    ways = [_placed(group, others, goal, turn) for turn in _TURNS]
    costs = [
        round(
            _extent([*others, one], aspect) + abs(turn) * _PER_DEGREE + _NEAR * math.dist(one.middle, goal),
            3,
        )
        for one, turn in zip(ways, _TURNS, strict=True)
    ]
    return ways[costs.index(min(costs))]


def _extent(groups: Sequence[_Group], aspect: float) -> Mm:
    """The depth of the part of the table that holds groups, at this aspect; less where that is emptier."""
    left, top, right, bottom = enclose(one.around for one in groups)
    wide, deep = right - left, bottom - top
    return max(wide / aspect, deep) + _SMALLER * (wide / aspect + deep)


def _wrapped(group: _Group, most: Mm, aspect: float, hidden: Hidden) -> _Group:
    """Break a row or column that is longer than all else into two."""
    left, top, right, bottom = group.around
    wide, deep = right - left, bottom - top
    spots = list(dict.fromkeys((one.x, one.y) for one in group.pieces))
    level, upright = (len({round(spot[k], 1) for spot in spots}) == 1 for k in (1, 0))
    if len(spots) < 4 or not (level or upright) or max(wide / aspect, deep) <= most * _LONGER:
        return group
    half = -(-len(spots) // 2)
    across, down = group.pieces[0].width + _BETWEEN, group.pieces[0].height + _BETWEEN
    first = spots[0]
    moved = {}
    for number, spot in enumerate(spots):
        line, step = divmod(number, half)
        moved[spot] = (
            (spots[step][0], first[1] + line * down) if level else (first[0] + line * across, spots[step][1])
        )
    pieces = [replace(one, x=moved[one.x, one.y][0], y=moved[one.x, one.y][1]) for one in group.pieces]
    return _group(pieces, hidden)


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


def _group(pieces: Sequence[LaidPiece], hidden: Hidden) -> _Group:
    boxes = tuple(dict.fromkeys(_with_hidden(one.box, hidden(one)) for one in pieces))
    return _Group(tuple(pieces), boxes, enclose(boxes))


def _placed(group: _Group, others: Sequence[_Group], goal: tuple[Mm, Mm], turn: float) -> _Group:
    """Move a group outwards until it is free, or inwards as far as it is, then along both axes.

    It is moved along the line from the goal through its middle, turned about the goal by `turn` degrees.
    """
    x, y = group.middle
    dx, dy = turned((x - goal[0], y - goal[1]), turn)
    far = math.hypot(dx, dy) or 1.0
    way = dx / far * _STEP, dy / far * _STEP
    shift = goal[0] + dx - x, goal[1] + dy - y
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


def _is_free(group: _Group, shift: tuple[Mm, Mm], others: Sequence[_Group], gap: Mm = GAP) -> bool:
    around = _shifted(group.around, *shift)
    near = [one for one in others if overlap(around, one.around, -gap)]
    return not any(
        overlap(_shifted(box, *shift), other, -gap)
        for one in near
        for box in group.boxes
        for other in one.boxes
    )


def _with_hidden(box: Box, behind: Mm) -> Box:
    return box[0], box[1] - behind, box[2], box[3]


def _shifted(box: Box, x: Mm, y: Mm) -> Box:
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y
