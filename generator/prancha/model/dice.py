"""Nets of dice, folded in thought: which edges meet tells where the tabs go and what lies opposite.

Faces are laid edge to edge.  Where as many of them meet at a point of the border as do on the die,
the two edges beside it are glued together, which brings more faces to the next point, until no
border is left (so a net that does not close cannot be made here).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from prancha.model.net import Fold, Net, Panel
from prancha.model.outline import Point, polygon_outline
from prancha.model.units import Mm

SHARE = 0.2
"""Height of a glue tab as a share of the edge."""
LEAN = 30.0
"""Angle of a tab's ends to its edge, degrees: less than the narrowest gap of a net, the d12's 36."""

Edge = tuple[int, int]
"""A face and which of its edges, from its first corner on."""

_NETS: dict[int, tuple[int, int, tuple[Edge, ...]]] = {
    4: (3, 3, ((0, 0), (0, 1), (0, 2))),
    6: (4, 3, ((0, 0), (0, 1), (0, 2), (0, 3), (3, 2))),
    8: (3, 4, ((0, 1), (1, 2), (2, 1), (3, 2), (4, 1), (2, 2), (3, 1))),
    12: (5, 3, ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (3, 2), (6, 3), (7, 1), (7, 2), (7, 3), (7, 4))),
}
"""By sides: corners of a face, faces around a corner, and on which edge of which face each next one lies."""


def die(sides: int, edge: Mm) -> Net:
    """The net of a regular die with this edge; KeyError for other sides than 4, 6, 8 and 12."""
    corners, around, joins = _NETS[sides]
    faces = [_first(corners, edge)]
    for face, side in joins:
        faces.append(_beside(faces[face], side, corners))
    pairs, names = _folded(faces, joins, around)
    tabbed = [one for one, _ in pairs]
    border, tabs = _border(faces, joins, tabbed, edge)
    left, top = min(x for x, _ in border), min(y for _, y in border)
    moved = [tuple((x - left, y - top) for x, y in face) for face in faces]
    folds = [_edge(moved[face], side) for face, side in (*joins, *tabbed)]
    numbers = _numbered(names)
    panels = []
    for number, ring, marks in zip(numbers, moved, names, strict=True):
        x, y = (sum(point[k] for point in ring) / corners for k in (0, 1))
        room = 2 * min(_off((x, y), ring[k], ring[(k + 1) % corners]) for k in range(corners))
        turn = math.degrees(math.atan2(ring[0][0] - x, y - ring[0][1])) if corners % 2 else 0.0
        panels.append(
            Panel(
                str(number),
                x,
                y=y,
                width=room,
                height=room,
                turn=round(turn, 6) % 360,
                corners=ring,
                marks=marks,
            )
        )
    panels.sort(key=lambda panel: int(panel.name))
    glue = tuple(tuple((x - left, y - top) for x, y in tab) for tab in tabs)
    return Net(polygon_outline(border), tuple(folds), tuple(panels), glue)


def _first(corners: int, edge: Mm) -> tuple[Point, ...]:
    """A face about (0, 0), clockwise, its first corner on top (of a square: top left)."""
    radius = edge / 2 / math.sin(math.pi / corners)
    start = -math.pi / 2 if corners % 2 else -math.pi * 3 / 4
    angles = [start + 2 * math.pi * k / corners for k in range(corners)]
    return tuple((radius * math.cos(a), radius * math.sin(a)) for a in angles)


def _beside(face: Sequence[Point], side: int, corners: int) -> tuple[Point, ...]:
    """The face across an edge, clockwise too; its edge 0 is that edge, walked back."""
    a, b = face[side], face[(side + 1) % corners]
    return tuple(_mirror(a, b, face[(side + 1 - k) % corners]) for k in range(corners))


def _mirror(a: Point, b: Point, p: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    return 2 * (a[0] + along * dx) - p[0], 2 * (a[1] + along * dy) - p[1]


def _ring(faces: Sequence[Sequence[Point]], joins: Sequence[Edge]) -> list[Edge]:
    """The edges of the border in order."""
    sides = len(faces[0])
    inner = {*joins, *((k + 1, 0) for k in range(len(joins)))}
    free = [(face, side) for face in range(len(faces)) for side in range(sides) if (face, side) not in inner]
    starting = {_at(_edge(faces[face], side)[:2]): (face, side) for face, side in free}
    ring = [free[0]]
    while (after := starting[_at(_edge(faces[ring[-1][0]], ring[-1][1])[2:])]) != ring[0]:
        ring.append(after)
    return ring


def _folded(
    faces: Sequence[Sequence[Point]], joins: Sequence[Edge], around: int
) -> tuple[list[tuple[Edge, Edge]], list[tuple[int, ...]]]:
    """Which edges of the border are glued together, and the corners of the die at those of each face."""
    same: dict[Point, Point] = {_at(point): _at(point) for face in faces for point in face}

    def found(point: Sequence[Mm]) -> Point:
        here = _at(point)
        while same[here] != here:
            here = same[here]
        return here

    def faces_at(point: Sequence[Mm]) -> int:
        return sum(found(corner) == found(point) for face in faces for corner in face)

    ring, pairs = _ring(faces, joins), []
    while ring:
        beside = zip(ring, (*ring[1:], ring[0]), strict=True)
        met = next(
            (pair for pair in beside if faces_at(_edge(faces[pair[0][0]], pair[0][1])[2:]) == around), None
        )
        if met is None:
            raise ValueError("this net does not close")
        before, after = met
        x1, y1, *_ = _edge(faces[before[0]], before[1])
        pairs.append((before, after))
        same[found((x1, y1))] = found(_edge(faces[after[0]], after[1])[2:])
        ring = [edge for edge in ring if edge not in pairs[-1]]
    names = {point: k + 1 for k, point in enumerate(dict.fromkeys(found(p) for face in faces for p in face))}
    return pairs, [tuple(names[found(point)] for point in face) for face in faces]


def _border(
    faces: Sequence[Sequence[Point]], joins: Sequence[Edge], tabbed: Sequence[Edge], edge: Mm
) -> tuple[list[Point], list[tuple[Point, ...]]]:
    """The line to cut, around the tabs too, and the tabs."""
    line: list[Point] = []
    tabs: list[tuple[Point, ...]] = []
    tall = edge * SHARE
    inset = tall / math.tan(math.radians(LEAN))
    for face, side in _ring(faces, joins):
        x1, y1, x2, y2 = _edge(faces[face], side)
        line.append((x1, y1))
        if (face, side) in tabbed:
            ux, uy = (x2 - x1) / edge, (y2 - y1) / edge
            # Clockwise with y down, what is outside lies to the left: (uy, -ux).
            first = x1 + ux * inset + uy * tall, y1 + uy * inset - ux * tall
            last = x2 - ux * inset + uy * tall, y2 - uy * inset - ux * tall
            line += [first, last]
            tabs.append(((x1, y1), first, last, (x2, y2)))
    return line, tabs


def _numbered(names: Sequence[Sequence[int]]) -> list[int]:
    """A number for each face; where faces have one opposite, both add up to one more than there are faces."""
    count = len(names)
    numbers = [0] * count
    low = 1
    for k in range(count):
        if not numbers[k]:
            numbers[k] = low
            apart = [j for j in range(count) if not set(names[j]) & set(names[k])]
            if apart:
                # On a d12 six faces do not touch this one; the one opposite has none of its neighbours.
                beside = _beside_of(names, k)
                numbers[min(apart, key=lambda j: len(beside & _beside_of(names, j)))] = count + 1 - low
            low += 1
    return numbers


def _beside_of(names: Sequence[Sequence[int]], face: int) -> set[int]:
    return {j for j in range(len(names)) if len(set(names[j]) & set(names[face])) == 2}


def _edge(face: Sequence[Point], side: int) -> Fold:
    return (*face[side], *face[(side + 1) % len(face)])


def _at(point: Sequence[Mm]) -> Point:
    return round(point[0], 5), round(point[1], 5)


def _off(point: Point, a: Point, b: Point) -> Mm:
    cross = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
    return abs(cross) / math.dist(a, b)
