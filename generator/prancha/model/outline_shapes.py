"""Outlines with a form of their own, from their size in mm.

The spectre is the tile with 14 equal edges of Smith, Myers, Kaplan and
Goodman-Strauss, "A chiral aperiodic monotile" (2023).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from prancha.model.box import Point
from prancha.model.outline import SQRT3, Curve, Outline, Shape, polygon_outline
from prancha.model.units import Mm

FLATNESS: Mm = 0.01
"""How far chords may lie from their curve."""

SPECTRE_TURNS = (0, -60, 30, 90, 0, 60, 150, 210, 120, 180, 180, 240, 330, 270)
"""Directions of its unit edges in order, degrees clockwise."""

MEEPLE_HEAD: Point = (0, -48)
MEEPLE: tuple[Curve, ...] = (
    ((12, -48), (18, -39), (17, -28)),
    ((16, -23), (18, -21), (24, -19)),
    ((38, -14), (49, -8), (49, 0)),
    ((49, 6), (42, 8), (33, 8)),
    ((27, 8), (22, 9), (24, 14)),
    ((40, 41),),
    ((42, 45), (40, 48), (35, 48)),
    ((12, 48),),
    ((8, 48), (7, 46), (5, 41)),
    ((3, 36), (1, 34), (0, 34)),
)
"""The right half of the meeple that the library draws, from the head down to between the feet."""


def spectre(diameter: Mm) -> Outline:
    """The spectre with straight edges and longest diameter `diameter`, one hand."""
    x = y = 0.0
    raw: list[Point] = []
    for turn in SPECTRE_TURNS:
        raw.append((x, y))
        x, y = x + math.cos(math.radians(turn)), y + math.sin(math.radians(turn))
    scale = diameter / max(math.dist(a, b) for a, b in combinations(raw, 2))
    return polygon_outline([(x * scale, y * scale) for x, y in raw], "spectre")


def octagon(across_flats: Mm) -> Outline:
    """A regular octagon lying on a flat side."""
    f, cut = across_flats, across_flats / (2 + math.sqrt(2))
    corners = (
        (cut, 0.0),
        (f - cut, 0.0),
        (f, cut),
        (f, f - cut),
        (f - cut, f),
        (cut, f),
        (0.0, f - cut),
        (0.0, cut),
    )
    return Outline("octagon", f, f, corners)


def triangle(width: Mm, height: Mm | None = None) -> Outline:
    """A triangle on its base `width`, its tip in the middle; without a height its sides are equal."""
    high = width * SQRT3 / 2 if height is None else height
    return Outline("triangle", width, high, ((width / 2, 0.0), (width, high), (0.0, high)))


def arrow(width: Mm, height: Mm) -> Outline:
    """A block arrow that points up: a head as wide as its box, a shaft half as wide."""
    neck = min(width, height) * 0.6
    right = [(width / 2, 0.0), (width, neck), (width * 0.75, neck), (width * 0.75, height)]
    left = [(width - x, y) for x, y in reversed(right[1:])]
    return polygon_outline([*right, *left], "arrow")


def pointer(length: Mm) -> Outline:
    """The arrow of a spinner, pointing up: a tip, a shaft, and a round hub about its pin near the end."""
    hub, shaft, head, neck = length * 0.13, length * 0.045, length * 0.1, length * 0.28
    turn = math.asin(shaft / hub)
    x, y = hub, length - hub
    start = (x, 0.0)
    curves: list[Curve] = [
        ((x + head, neck),),
        ((x + shaft, neck),),
        ((x + shaft, y - hub * math.cos(turn)),),
    ]
    step = (2 * math.pi - 2 * turn) / 8
    # Clockwise from the shaft's right side, all around the hub.
    for unit in _unit_arcs(turn - math.pi / 2, step, 8):
        curves.append(tuple((x + hub * a, y + hub * b) for a, b in unit))
    curves += [((x - shaft, neck),), ((x - head, neck),), (start,)]
    return curved("path", start, curves)


def ellipse(width: Mm, height: Mm) -> Outline:
    """An ellipse of 16 curves, true to a thousandth of a millimetre up to a metre."""
    curves: list[Curve] = [
        tuple((width / 2 * (1 + x), height / 2 * (1 + y)) for x, y in unit)
        for unit in _unit_arcs(0.0, math.pi / 8, 16)
    ]
    return curved("ellipse", (width, height / 2), curves)


def meeple(height: Mm) -> Outline:
    """The figure of wooden meeples, `height` tall."""
    ends = [MEEPLE_HEAD, *(curve[-1] for curve in MEEPLE)]
    # The left half is the right one walked back, left and right exchanged.
    left: list[Curve] = [
        tuple((-x, y) for x, y in (*curve[-2::-1], ends[k])) for k, curve in reversed(list(enumerate(MEEPLE)))
    ]
    scale = height / 96
    return curved("meeple", *scaled(MEEPLE_HEAD, [*MEEPLE, *left], scale, scale))


def polyomino(cells: Iterable[tuple[int, int]], cell: Mm) -> Outline:
    """Squares of `cell` mm, (column, row) each, joined edge to edge.

    Raises ValueError when they hang together by corners only, lie apart, or leave a hole.
    """
    filled = set(cells)
    leaving: dict[tuple[int, int], tuple[int, int]] = {}
    for c, r in sorted(filled):
        ring = ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))
        outside = ((c, r - 1), (c + 1, r), (c, r + 1), (c - 1, r))
        for k in range(4):
            if outside[k] in filled:
                continue
            if ring[k] in leaving:
                raise ValueError(f"cells meet at a corner only, at column {ring[k][0]} and row {ring[k][1]}")
            leaving[ring[k]] = ring[(k + 1) % 4]
    here = start = min(leaving)
    loop: list[tuple[int, int]] = []
    while True:
        loop.append(here)
        here = leaving.pop(here)
        if here == start:
            break
    if leaving:
        raise ValueError("the cells do not hang together, or leave a hole")
    corners = [
        corner
        for k, corner in enumerate(loop)
        if (loop[k - 1][0] == corner[0]) != (corner[0] == loop[(k + 1) % len(loop)][0])
    ]
    return polygon_outline([(x * cell, y * cell) for x, y in corners], "polyomino")


def curved(shape: Shape, start: Point, curves: Sequence[Curve]) -> Outline:
    """A closed outline of lines and cubic curves, moved so that its box starts at (0, 0)."""
    left, top, right, bottom = extent(start, curves)
    (first, moved) = _moved(start, curves, lambda x, y: (x - left, y - top))
    return Outline(
        shape, right - left, height=bottom - top, points=flattened(first, moved), radius=0.0, curves=moved
    )


def scaled(
    start: Point, curves: Sequence[Curve], across: float, down: float
) -> tuple[Point, tuple[Curve, ...]]:
    """The same curves stretched."""
    return _moved(start, curves, lambda x, y: (x * across, y * down))


def extent(start: Point, curves: Sequence[Curve]) -> tuple[Mm, Mm, Mm, Mm]:
    """Left, top, right and bottom of what curves reach."""
    spans = []
    for axis in (0, 1):
        values, here = [start[axis]], start
        for curve in curves:
            values.append(curve[-1][axis])
            if len(curve) == 3:
                values += _turning(here[axis], *(point[axis] for point in curve))
            here = curve[-1]
        spans.append((min(values), max(values)))
    (left, right), (top, bottom) = spans
    return left, top, right, bottom


def flattened(start: Point, curves: Sequence[Curve]) -> tuple[Point, ...]:
    """Corners of chords along curves that close, FLATNESS from them at most."""
    found, here = [start], start
    for curve in curves:
        if len(curve) == 3:
            found += _chords(here, *curve)
        else:
            found.append(curve[0])
        here = curve[-1]
    apart = [
        point for k, point in enumerate(found) if k == 0 or math.dist(point, found[k - 1]) > FLATNESS / 4
    ]
    return tuple(apart[:-1] if math.dist(apart[0], apart[-1]) < FLATNESS else apart)


def _moved(
    start: Point, curves: Sequence[Curve], move: Callable[[Mm, Mm], Point]
) -> tuple[Point, tuple[Curve, ...]]:
    return move(*start), tuple(tuple(move(x, y) for x, y in curve) for curve in curves)


def _chords(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    """Ends of equal steps along a cubic; their number follows from its second derivative."""
    bend = 6 * max(
        math.hypot(p[0] - 2 * q[0] + r[0], p[1] - 2 * q[1] + r[1]) for p, q, r in ((a, b, c), (b, c, d))
    )
    steps = max(1, math.ceil(math.sqrt(bend / 8 / FLATNESS)))
    shares = [k / steps for k in range(1, steps)]
    return [*((_at(t, a[0], b[0], c[0], d[0]), _at(t, a[1], b[1], c[1], d[1])) for t in shares), d]


def _at(t: float, a: float, b: float, c: float, d: float) -> float:
    s = 1 - t
    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d


def _turning(a: float, b: float, c: float, d: float) -> list[float]:
    """Values of one coordinate of a cubic where it turns back."""
    # A third of the derivative is p t^2 - 2 q t + r.
    p, q, r = d - 3 * c + 3 * b - a, 2 * b - a - c, b - a
    if abs(p) < 1e-12:
        roots = [r / (2 * q)] if abs(q) > 1e-12 else []
    else:
        square = q * q - p * r
        roots = [(q + sign * math.sqrt(square)) / p for sign in (1, -1)] if square > 0 else []
    return [_at(t, a, b, c, d) for t in roots if 0 < t < 1]


def _unit_arcs(start: float, step: float, count: int) -> Iterator[Curve]:
    """Curves along the unit circle, from the angle `start` on by `step` each."""
    pull = 4 / 3 * math.tan(step / 4)
    for k in range(count):
        (u, v), (p, q) = ((math.cos(a), math.sin(a)) for a in (start + k * step, start + (k + 1) * step))
        yield (u - pull * v, v + pull * u), (p + pull * q, q - pull * p), (p, q)
