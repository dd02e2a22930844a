"""Bleed of each piece: as wide as its neighbours, their gap and the edge of the paper allow.

Boxes have one width a side; other outlines have strips beside their edges.  All lengths are in mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from prancha.model.box import Point, bounds, distance, grow
from prancha.model.outline import Outline, Rim
from prancha.model.polygon import MITRE_LIMIT, corner, crosses_at, signed_area
from prancha.model.sheet import Outsets
from prancha.model.units import Mm
from prancha.sheets.sheet_room import EPSILON, LayoutPage, Rect, Slot, placed

SHORT: Mm = 0.01
"""Bleed that is short by less is not reported, in mm."""


def outsets(
    boxes: Sequence[Rect], bleeds: Sequence[Mm], others: Sequence[Rect], page: LayoutPage
) -> tuple[Outsets, ...]:
    """Compute the bleed of each box per side: half the gap to the next box, all of it to one of `others`.

    `others` are boxes around art that must not be covered, its bleed included.
    """
    everything = [*boxes, *others]
    reach = 2 * max(bleeds, default=0.0) + 1
    found: list[Outsets] = []
    for index, box in enumerate(boxes):
        near = [
            (other, 0.5 if number < len(boxes) else 1.0)
            for number, other in enumerate(everything)
            if number != index and distance(box, other) <= reach
        ]
        found.append(_outsets(box, bleeds[index], near, page))
    return tuple(found)


def short_bleeds(
    boxes: Sequence[Rect], bleeds: Sequence[Mm], gutters: Sequence[Mm], found: Sequence[Outsets]
) -> tuple[Mm | None, ...]:
    """Return each box's least bleed on sides where it is short; None where no side is.

    A side whose neighbour is no farther away than the gutter shares that gutter, and is not short.
    """
    told: list[Mm | None] = []
    for index, (box, bleed, out) in enumerate(zip(boxes, bleeds, found, strict=False)):
        sides = [side for side in range(4) if out[side] < bleed - SHORT]
        others = [other for k, other in enumerate(boxes) if k != index] if sides else []
        free = [out[side] for side in sides if not any(_faces(box, side, o, gutters[index]) for o in others)]
        told.append(min(free, default=None))
    return tuple(told)


def _faces(box: Rect, side: int, other: Rect, gutter: Mm) -> bool:
    """Return whether another box lies beside this side, no farther away than the gutter."""
    way = side % 2
    off = box[way] - other[way + 2] if side < 2 else other[way] - box[way + 2]
    beside = other[1 - way] < box[3 - way] - EPSILON and other[3 - way] > box[1 - way] + EPSILON
    return beside and -SHORT <= off <= gutter + SHORT


def _outsets(box: Rect, bleed: Mm, near: list[tuple[Rect, float]], page: LayoutPage) -> Outsets:
    left, top, right, bottom = box
    edge = page.bleed_edge
    l_out = min(bleed, max(0.0, left - edge))
    t_out = min(bleed, max(0.0, top - edge))
    r_out = min(bleed, max(0.0, page.width - edge - right))
    b_out = min(bleed, max(0.0, page.height - edge - bottom))
    diagonal: list[tuple[Rect, float]] = []
    for other, share in near:
        beside = other[1] < bottom - EPSILON and other[3] > top + EPSILON
        above = other[0] < right - EPSILON and other[2] > left + EPSILON
        if beside and other[0] >= right - EPSILON:
            r_out = min(r_out, max(0.0, other[0] - right) * share)
        elif beside:
            l_out = min(l_out, max(0.0, left - other[2]) * share)
        elif above and other[1] >= bottom - EPSILON:
            b_out = min(b_out, max(0.0, other[1] - bottom) * share)
        elif above:
            t_out = min(t_out, max(0.0, top - other[3]) * share)
        else:
            diagonal.append((other, share))
    for other, share in diagonal:
        # Corner against corner: giving way on the axis with more room is enough.
        dx, dy = max(other[0] - right, left - other[2]), max(other[1] - bottom, top - other[3])
        rightwards, downwards = other[0] >= right - EPSILON, other[1] >= bottom - EPSILON
        x_out, y_out = (r_out if rightwards else l_out), (b_out if downwards else t_out)
        if x_out <= dx + EPSILON or y_out <= dy + EPSILON:
            continue
        if dx >= dy:
            x_out = max(0.0, dx) * share
        else:
            y_out = max(0.0, dy) * share
        l_out, r_out = (l_out, x_out) if rightwards else (x_out, r_out)
        t_out, b_out = (t_out, y_out) if downwards else (y_out, b_out)
    return l_out, t_out, r_out, b_out


STEP: Mm = 0.01
"""Widths of strips are rounded down to multiples of this, in mm."""
NOISE = 0.001
"""Tolerance of that rounding, as a part of a step."""
LEAST: Mm = 0.05
"""Narrower strips are ignored: they come from pieces that touch at a corner."""
TOUCH: Mm = 0.0001
"""Smaller overlaps are ignored; well above the noise of floats."""
CORNER: Mm = 0.01
"""How much the corners of strips may come nearer to the paper's edge than the strips: round outlines have
many, and without what fills them bleed would be notched."""
FARTHEST = MITRE_LIMIT + 0.01
"""Pieces within so many times the bleed affect each other: tips reach a little over twice."""
Ring = tuple[Point, ...]


class _EdgeSide(Struct, frozen=True):
    """A stretch of a piece's trim line, with the box around it."""

    start: Point
    end: Point
    box: Rect


class Lying(Struct, frozen=True):
    """A piece in its place on the sheet: its trim line, the box around it, and its sides."""

    outline: Outline
    slot: Slot
    ring: Ring
    box: Rect
    sides: tuple[_EdgeSide, ...]


def lying(outline: Outline, slot: Slot) -> Lying:
    """Place an outline in a slot."""
    ring = placed(outline, slot)
    sides = tuple(
        _EdgeSide((x1, y1), (x2, y2), (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)))
        for (x1, y1), (x2, y2) in pairwise((*ring, ring[0]))
    )
    return Lying(outline, slot, ring, bounds(ring), sides)


Bleed = tuple[Rim, Mm | None]


class Rims:
    """Computes the bleed of pieces on a page; pieces with the same surroundings are computed once."""

    def __init__(self, pieces: Sequence[Lying], page: LayoutPage) -> None:
        self._pieces, self._page = pieces, page
        self._known: dict[object, Bleed] = {}

    def of(self, piece: Lying, bleed: Mm) -> Bleed:
        """Return the widest strips beside a piece's edges, up to `bleed`, that leave half of every gap free.

        Also the least of them where the paper, or a piece of another outline, leaves less.
        """
        near = [
            one
            for one in self._pieces
            if one is not piece and distance(piece.box, one.box) < FARTHEST * bleed
        ]
        key = piece.outline, piece.slot.turn, bleed, self._around(piece, near, bleed)
        if key not in self._known:
            self._known[key] = _rim(piece, bleed, near, self._page)
        return self._known[key]

    def _around(self, piece: Lying, near: Sequence[Lying], bleed: Mm) -> object:
        """Return all that a piece's rim depends on, relative to the piece: the key under which it is kept."""
        left, top, right, bottom = piece.box
        page, far = self._page, (1 + MITRE_LIMIT) * bleed
        edges = left, top, page.width - right, page.height - bottom
        x, y = piece.slot.x, piece.slot.y
        return (
            tuple(round(min(edge - page.bleed_edge, far), 6) for edge in edges),
            tuple(
                (one.outline, round(one.slot.x - x, 6), round(one.slot.y - y, 6), one.slot.turn)
                for one in near
            ),
        )


def _rim(piece: Lying, bleed: Mm, near: Sequence[Lying], page: LayoutPage) -> Bleed:
    turn = math.copysign(1.0, signed_area(piece.ring))
    edges = [_Edge.of(side.start, side.end, turn) for side in piece.sides]
    close = grow(piece.box, FARTHEST * bleed)
    sides = [side for other in near for side in _within(close, other.sides)]
    others = [
        side for other in near if other.outline != piece.outline for side in _within(close, other.sides)
    ]
    reaches = []
    short: list[Mm] = []
    for edge, side in zip(edges, piece.sides, strict=True):
        around = grow(side.box, 2 * bleed)
        free = min(map(edge.gap, _within(around, sides)), default=math.inf)
        room = edge.room(page)
        most = min(bleed, free / 2, room)
        reach = round(math.floor(most / STEP + NOISE) * STEP, 3)
        reaches.append(reach if reach > LEAST else 0.0)
        if most < bleed - STEP and (
            room <= most or min(map(edge.gap, _within(around, others)), default=math.inf) / 2 <= most
        ):
            short.append(reaches[-1])
    fills = _fills(edges, reaches, turn)
    barred = [k for k, fill in fills if not _on_paper(fill, page) or _covers(fill, sides, near)]
    return Rim(tuple(reaches), tuple(barred)), min(short, default=None)


def _within(box: Rect, sides: Sequence[_EdgeSide]) -> list[_EdgeSide]:
    """Return the sides whose boxes overlap a box."""
    left, top, right, bottom = box
    return [
        side
        for side in sides
        if side.box[0] < right and side.box[2] > left and side.box[1] < bottom and side.box[3] > top
    ]


class _Edge(Struct, frozen=True):
    """A stretch of trim line: from where, along which unit vector, how far; `normal` points outwards."""

    start: Point
    along: Point
    length: Mm
    normal: Point

    @classmethod
    def of(cls, start: Point, end: Point, turn: float) -> _Edge:
        length = math.dist(start, end)
        x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        return cls(start, (x, y), length, (y * turn, -x * turn))

    def at(self, along: Mm, beyond: Mm) -> Point:
        (x, y), (ax, ay), (nx, ny) = self.start, self.along, self.normal
        return x + ax * along + nx * beyond, y + ay * along + ny * beyond

    def gap(self, side: _EdgeSide) -> Mm:
        """Return how wide a strip beside this edge is when it meets another piece's side."""
        (s, u), (t, v) = self._seen(side.start), self._seen(side.end)
        # What only touches an end of the edge is not beside it.
        low, high = max(min(s, t), TOUCH), min(max(s, t), self.length - TOUCH)
        if low > high or max(u, v) < -TOUCH:
            return math.inf
        heights = (u, v) if s == t else (u + (v - u) * (at - s) / (t - s) for at in (low, high))
        return min((max(0.0, height) for height in heights if height > -TOUCH), default=math.inf)

    def _seen(self, point: Point) -> Point:
        """Return how far along the edge a point lies, and how far outside it."""
        dx, dy = point[0] - self.start[0], point[1] - self.start[1]
        return dx * self.along[0] + dy * self.along[1], dx * self.normal[0] + dy * self.normal[1]

    def room(self, page: LayoutPage) -> Mm:
        """Return how wide a strip beside this edge is as near to the paper's edge as bleed may come."""
        least = math.inf
        for point in (self.start, self.at(self.length, 0.0)):
            for value, way, size in zip(point, self.normal, (page.width, page.height), strict=True):
                if abs(way) > EPSILON:
                    room = (size - value if way > 0 else value) - page.bleed_edge
                    least = min(least, room / abs(way))
        return least


def _fills(edges: Sequence[_Edge], reaches: Sequence[Mm], turn: float) -> Iterator[tuple[int, list[Point]]]:
    """Yield outer corners between two strips, with the polygon that fills the gap there."""
    for k, edge in enumerate(edges):
        before, one, two = edges[k - 1], reaches[k - 1], reaches[k]
        cross = (before.along[0] * edge.along[1] - before.along[1] * edge.along[0]) * turn
        if cross > EPSILON and min(one, two) > 0:
            ends = before.at(before.length, one), edge.at(0.0, two)
            met = corner(*edge.start, before.along, edge.along, turn * one, one) if one == two else ()
            yield k, [edge.start, ends[0], *met, ends[1]]


def _on_paper(fill: Sequence[Point], page: LayoutPage) -> bool:
    low = page.bleed_edge - CORNER
    return all(low <= x <= page.width - low and low <= y <= page.height - low for x, y in fill)


def _covers(fill: Sequence[Point], sides: Sequence[_EdgeSide], near: Sequence[Lying]) -> bool:
    """Return whether a small convex polygon lies on another piece; its first point may touch one."""
    middle = sum(x for x, _ in fill) / len(fill), sum(y for _, y in fill) / len(fill)
    shrunk = [_towards(point, middle, TOUCH) for point in fill]
    crossed = (
        crosses_at(a, b, side.start, side.end) is not None
        for side in _within(bounds(shrunk), sides)
        for a, b in pairwise((*shrunk, shrunk[0]))
    )
    return any(crossed) or any(_inside(middle, other) for other in near)


def _towards(point: Point, middle: Point, by: Mm) -> Point:
    share = min(1.0, by / max(math.dist(point, middle), EPSILON))
    return point[0] + (middle[0] - point[0]) * share, point[1] + (middle[1] - point[1]) * share


def _inside(point: Point, piece: Lying) -> bool:
    x, y = point
    left, top, right, bottom = piece.box
    inside = False
    if left < x < right and top < y < bottom:
        for (x1, y1), (x2, y2) in pairwise((*piece.ring, piece.ring[0])):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                inside = not inside
    return inside
