"""The outlines of a sheet's pieces for a cutting machine: round parts as curves, shared edges once."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from prancha.model.outline import Outline, Point
from prancha.model.sheet import Placement, Sheet, Step, Stroke
from prancha.model.units import Mm
from prancha.sheets.cuts import Corners, trails
from prancha.sheets.layout import EPSILON, SNAP, Slot, turned

ARC = 0.5522847498
"""Control points of a quarter of a circle of radius 1."""
Edge = tuple[Point, Point, tuple[Point, Point] | None]
"""From where to where, and the control points of a curve."""


def contours(sheet: Sheet) -> tuple[Stroke, ...]:
    """Few strokes along the trim lines of all pieces; no stretch is in two of them.

    Neighbours need not agree on their corners: a stretch ends wherever a corner lies on it.
    """
    corners = Corners()
    straight: dict[tuple[int, int], None] = {}
    curved: dict[tuple[int, int], tuple[Point, Point]] = {}
    found: list[tuple[int, int]] = []
    for placement in sheet.placements:
        for start, end, controls in _edges(placement):
            a, b = corners.number(start), corners.number(end)
            if a == b:
                continue
            if controls is None:
                found.append((min(a, b), max(a, b)))
            else:
                curved[a, b] = controls
    for a, b in _split(found, corners.points):
        straight[a, b] = None
    # A half circle may end where another begins, but no two curves run between the same two corners.
    pairs = [*straight, *((min(a, b), max(a, b)) for a, b in curved)]
    return tuple(_stroke(trail, corners.points, straight, curved) for trail in trails(pairs))


def _edges(placement: Placement) -> Iterator[Edge]:
    """The trim line of a piece as it lies on the sheet."""
    outline, slot = placement.outline, Slot(placement.x, placement.y, placement.turn)
    for start, end, controls in ring_edges(outline):
        if controls is None:
            a, b = turned((start, end), outline, slot)
            yield a, b, None
        else:
            a, c, d, b = turned((start, *controls, end), outline, slot)
            yield a, b, (c, d)


def ring_edges(outline: Outline) -> Iterator[Edge]:
    """An outline in its own box, all around."""
    if outline.shape == "circle":
        yield from _rounded(outline.width, outline.height, outline.width / 2)
    elif outline.shape == "rounded":
        yield from _rounded(outline.width, outline.height, outline.radius)
    elif outline.curves:
        before = outline.points[0]
        for *controls, end in outline.curves:
            yield before, end, (controls[0], controls[1]) if controls else None
            before = end
    else:
        points = outline.points
        yield from ((a, b, None) for a, b in zip(points, (*points[1:], points[0]), strict=True))


def _rounded(w: Mm, h: Mm, r: Mm) -> Iterator[Edge]:
    k = r * (1 - ARC)
    corners: tuple[tuple[Point, Point, Point, Point], ...] = (
        ((w - r, 0), (w - k, 0), (w, k), (w, r)),
        ((w, h - r), (w, h - k), (w - k, h), (w - r, h)),
        ((r, h), (k, h), (0, h - k), (0, h - r)),
        ((0, r), (0, k), (k, 0), (r, 0)),
    )
    before: Point = (r, 0)
    for start, one, other, end in corners:
        yield before, start, None
        yield start, end, (one, other)
        before = end


def _split(edges: Sequence[tuple[int, int]], points: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """Edges parted at every corner that lies on them."""
    order = sorted(range(len(points)), key=lambda k: points[k])
    xs = [points[k][0] for k in order]
    for a, b in dict.fromkeys(edges):
        (x1, y1), (x2, y2) = points[a], points[b]
        length = math.dist(points[a], points[b])
        first, last = bisect_left(xs, min(x1, x2) - SNAP), bisect_right(xs, max(x1, x2) + SNAP)
        on: list[tuple[Mm, int]] = [(0.0, a), (length, b)]
        for k in order[first:last]:
            dx, dy = points[k][0] - x1, points[k][1] - y1
            along = (dx * (x2 - x1) + dy * (y2 - y1)) / length
            aside = abs(dx * (y2 - y1) - dy * (x2 - x1)) / length
            if k not in (a, b) and aside < SNAP and 0 < along < length:
                on.append((along, k))
        parts = [k for _, k in sorted(on)]
        yield from ((min(p, q), max(p, q)) for p, q in pairwise(parts))


def _stroke(
    trail: Sequence[int],
    points: Sequence[Point],
    straight: dict[tuple[int, int], None],
    curved: dict[tuple[int, int], tuple[Point, Point]],
) -> Stroke:
    """One stroke through the corners of a trail; straight steps in line are one."""
    steps: list[Step] = [points[trail[0]]]
    before: Point | None = None  # where the last straight step began
    for a, b in pairwise(trail):
        end = points[b]
        if (min(a, b), max(a, b)) in straight:
            if before is not None and _in_line(before, points[a], end):
                steps[-1] = end
            else:
                steps.append(end)
                before = points[a]
            continue
        one, other = curved[a, b] if (a, b) in curved else curved[b, a][::-1]
        steps.append((*one, *other, *end))
        before = None
    return tuple(steps)


def _in_line(a: Point, b: Point, c: Point) -> bool:
    ax, ay, bx, by = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    size = math.hypot(ax, ay) * math.hypot(bx, by)
    return abs(ax * by - ay * bx) <= EPSILON * size and ax * bx + ay * by > 0
