"""Polygons: their area, where they cross themselves, and the same polygon grown or shrunk.

Growing and shrinking move every edge by the distance.  Where edges vanish or meet others the moved
line crosses itself; what it winds round once or more, counted anticlockwise, is the answer
(Chen and McMains, Polygon Offsetting by Computing Winding Numbers, 2005).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter

from prancha.model.box import Point
from prancha.model.units import Mm

MITRE_LIMIT = 2.001
"""Corners reach so many times the distance, which keeps those of 60 degrees and more whole; sharper ones
are cut off square there."""
TINY: Mm = 1e-7
"""Far below what any machine resolves, far above the noise of floats."""


def signed_area(points: Sequence[Point]) -> float:
    """The area in mm²; negative for anticlockwise corners (y down)."""
    ring = zip(points, (*points[1:], points[0]), strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ring) / 2


def crossing(points: Sequence[Point]) -> tuple[int, int] | None:
    """The first two edges, by their first corners, that share a point and are no neighbours; None without."""
    count = len(points)
    found = [
        (min(j, k), max(j, k))
        for j, k in _near_pairs(points)
        if (k - j) % count not in (1, count - 1)
        and _meet(points[j], points[(j + 1) % count], points[k], points[(k + 1) % count])
    ]
    return min(found, default=None)


@lru_cache(maxsize=512)
def offset_polygon(points: tuple[Point, ...], distance: Mm) -> tuple[Point, ...]:
    """Grow a simple polygon by `distance`, or shrink it by a negative one; straight vertices are kept.

    Of parts that shrinking leaves apart the largest is kept, and () when nothing is left.  Bays
    that growing closes are filled.
    """
    if not distance:
        return points
    moved = _mitred(points, distance)
    if moved is not None and crossing(moved) is None:
        return moved
    turned = points if signed_area(points) > 0 else points[::-1]
    loops = _wound_regions(_moved_line(turned, distance))
    best = max(loops, key=signed_area, default=())
    if signed_area(best) < TINY if best else True:
        return ()
    return best if turned is points else best[::-1]


@lru_cache(maxsize=512)
def with_rims(
    points: tuple[Point, ...], reaches: tuple[Mm, ...], opened: tuple[int, ...] = ()
) -> tuple[Point, ...]:
    """A polygon with a strip of width `reaches[k]` beside edge k, for the nonzero rule.

    The strip of edge k begins at corner k.  Between the strips of an outer corner the gap is
    filled, up to a point where both are as wide, but for the corners numbered in `opened`.
    """
    side = 1 if signed_area(points) > 0 else -1
    units = [_unit(qx - x, qy - y) for (x, y), (qx, qy) in zip(points, (*points[1:], points[0]), strict=True)]
    ring: list[Point] = []
    for k, (x, y) in enumerate(points):
        (ax, ay), (bx, by), one, two = units[k - 1], units[k], reaches[k - 1], reaches[k]
        convex = (ax * by - ay * bx) * side > 0
        if convex and k not in opened and one == two:
            ring += corner(x, y, (ax, ay), (bx, by), side * one, one)
            continue
        ring.append((x + ay * side * one, y - ax * side * one))
        if not convex or k in opened:
            ring.append((x, y))
        ring.append((x + by * side * two, y - bx * side * two))
    return tuple(point for k, point in enumerate(ring) if math.dist(point, ring[k - 1]) > TINY)


def _mitred(points: tuple[Point, ...], distance: Mm) -> tuple[Point, ...] | None:
    """All corners moved along both edges; None when an edge turns round or vanishes."""
    outward = distance if signed_area(points) > 0 else -distance
    grown: list[list[Point]] = []
    for k, (x, y) in enumerate(points):
        (px, py), (qx, qy) = points[k - 1], points[(k + 1) % len(points)]
        grown.append(corner(x, y, _unit(x - px, y - py), _unit(qx - x, qy - y), outward, distance))
    for k, met in enumerate(grown):
        here, after = points[k], points[(k + 1) % len(points)]
        start, end = met[-1], grown[(k + 1) % len(grown)][0]
        along = (after[0] - here[0]) * (end[0] - start[0]) + (after[1] - here[1]) * (end[1] - start[1])
        if along <= TINY:
            return None
    return tuple(point for met in grown for point in met)


def corner(x: Mm, y: Mm, one: Point, two: Point, outward: Mm, distance: Mm) -> list[Point]:
    """The corner of the moved edges `one` (coming) and `two` (going); two points where it is too far off."""
    (ax, ay), (bx, by) = one, two
    dot = ax * bx + ay * by
    opens = (ax * by - ay * bx) * outward > 0
    if opens and 2 / max(1 + dot, 1e-9) > MITRE_LIMIT**2:
        # Cut off square: from each edge's end on by as much as brings the corner to the limit.
        half = math.atan2(abs(ax * by - ay * bx), dot) / 2
        on = abs(distance) * (MITRE_LIMIT - math.cos(half)) / math.sin(half)
        return [
            (x + ay * outward + ax * on, y - ax * outward + ay * on),
            (x + by * outward - bx * on, y - bx * outward - by * on),
        ]
    # The corner moves along the sum of both outward normals, scaled so that
    # each edge ends up exactly `distance` away.
    scale = outward / max(1 + dot, 1e-9)
    return [(x + (ay + by) * scale, y - (ax + bx) * scale)]


def _moved_line(points: tuple[Point, ...], distance: Mm) -> list[Point]:
    """The moved edges of a polygon, joined where they part; where they meet, by way of the corner."""
    line: list[Point] = []
    for k, (x, y) in enumerate(points):
        (px, py), (qx, qy) = points[k - 1], points[(k + 1) % len(points)]
        (ax, ay), (bx, by) = _unit(x - px, y - py), _unit(qx - x, qy - y)
        # A gentle bend takes less than half of either edge away, and needs no way over the corner.
        half = abs(ax * by - ay * bx) / max(1 + ax * bx + ay * by, 1e-9) * abs(distance)
        gentle = 2 * half < min(math.dist((px, py), (x, y)), math.dist((qx, qy), (x, y)))
        if gentle or (ax * by - ay * bx) * distance >= 0:
            line += corner(x, y, (ax, ay), (bx, by), distance, distance)
        else:
            line += [(x + ay * distance, y - ax * distance), (x, y), (x + by * distance, y - bx * distance)]
    return [point for k, point in enumerate(line) if math.dist(point, line[k - 1]) > TINY]


def _wound_regions(line: Sequence[Point]) -> list[tuple[Point, ...]]:
    """Rings around what a closed line winds round at least once."""
    follow: dict[Point, list[Point]] = {}
    within = beyond = 0
    for start, end, change in _split(line):
        if change is None:
            within, beyond = _windings(line, start, end)
        else:
            within, beyond = within + change, beyond + change
        if within > 0 and beyond <= 0 and end not in follow.setdefault(_grid(start), []):
            follow[_grid(start)].append(end)
    rings: list[tuple[Point, ...]] = []
    while follow:
        here = next(iter(follow))
        ring: list[Point] = []
        at = {here: 0}
        while here in follow:
            ends = follow[here]
            ring.append(ends.pop(0))
            if not ends:
                del follow[here]
            here = _grid(ring[-1])
            if here in at:
                # A ring that comes by a point again has closed: what lies between is one of its own.
                rings.append(tuple(ring[at[here] :]))
                del ring[at[here] :]
                at = {node: place for node, place in at.items() if place <= len(ring)}
            at[here] = len(ring)
    return [ring for ring in rings if len(ring) > 2]


def _split(line: Sequence[Point]) -> list[tuple[Point, Point, int | None]]:
    """The line cut wherever it meets itself: start, end, and how often more the line winds round both sides.

    None where it is met by corners or runs along itself: there that has to be counted anew.
    """
    count = len(line)
    cuts: list[list[tuple[float, Point, int | None]]] = [[] for _ in line]
    touched = [False] * count
    for j, k in _near_pairs(line):
        for a, b in ((j, k), (k, j)):
            start, end = line[a], line[(a + 1) % count]
            for corner in (b, (b + 1) % count):
                if corner in (a, (a + 1) % count):
                    continue
                share = _on(line[corner], start, end)
                if share is not None:
                    touched[corner] = True
                    cuts[a].append((share, line[corner], None))
        met = crosses_at(line[j], line[(j + 1) % count], line[k], line[(k + 1) % count])
        if met is not None and (k - j) % count not in (1, count - 1):
            first, second, point = met
            # To the left of what it crosses the line winds once more round everything.
            left = 1 if _turn(line[k], line[(k + 1) % count], line[(j + 1) % count]) > 0 else -1
            cuts[j].append((first, point, left))
            cuts[k].append((second, point, -left))
    parts: list[tuple[Point, Point, int | None]] = []
    for j, found in enumerate(cuts):
        here = line[j]
        change = None if touched[j] or j == 0 else 0
        for _, point, more in sorted(found, key=itemgetter(0)):
            if math.dist(here, point) > TINY:
                parts.append((here, point, change))
                here, change = point, 0
            change = None if change is None or more is None else change + more
        end = line[(j + 1) % count]
        if math.dist(here, end) > TINY:
            parts.append((here, end, change))
        elif change != 0:
            touched[(j + 1) % count] = True
    return parts


def _windings(line: Sequence[Point], start: Point, end: Point) -> tuple[int, int]:
    """Winding numbers inside and outside a part of the line."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    dx, dy = _unit(end[0] - start[0], end[1] - start[1])
    step = 10 * TINY
    within, beyond = (winding(line, x - side * dy * step, y + side * dx * step) for side in (1, -1))
    return within, beyond


def winding(line: Sequence[Point], x: Mm, y: Mm) -> int:
    """Return how often a closed line goes around a point; odd where the point is inside, by even-odd."""
    turns = 0
    for (x1, y1), (x2, y2) in zip(line, (*line[1:], line[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            turns += 1 if y2 > y1 else -1
    return turns


def _near_pairs(points: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """Pairs of edges whose boxes touch, each once, by sweeping from left to right."""
    ring = list(zip(points, (*points[1:], points[0]), strict=True))
    boxes = [(min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])) for a, b in ring]
    active: list[int] = []
    for k in sorted(range(len(boxes)), key=lambda edge: boxes[edge]):
        left, _, low, high = boxes[k]
        active = [j for j in active if boxes[j][1] >= left - TINY]
        for j in active:
            if boxes[j][2] <= high + TINY and boxes[j][3] >= low - TINY:
                yield min(j, k), max(j, k)
        active.append(k)


def crosses_at(a: Point, b: Point, c: Point, d: Point) -> tuple[float, float, Point] | None:
    """The crossing of segments ab and cd between their ends: shares along both, and the point."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = rx * sy - ry * sx
    if abs(across) < 1e-14:
        return None
    first = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / across
    second = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / across
    if not (0 < first < 1 and 0 < second < 1):
        return None
    return first, second, (a[0] + first * rx, a[1] + first * ry)


def parts_inside(a: Point, b: Point, ring: Sequence[Point]) -> Iterator[tuple[Mm, Mm, Mm, Mm]]:
    """The parts of segment ab inside a polygon, as x1, y1, x2, y2."""
    length = math.dist(a, b)
    shares = {0.0, 1.0}
    for c, d in zip(ring, (*ring[1:], ring[0]), strict=True):
        across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
        if abs(across) > 1e-12:
            share = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across
            shares.add(min(1.0, max(0.0, share)))

    def at(share: float) -> Point:
        return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])

    parts: list[list[float]] = []
    for start, end in pairwise(sorted(shares)):
        if (end - start) * length < TINY or not winding(ring, *at((start + end) / 2)):
            continue
        if parts and (start - parts[-1][1]) * length < TINY:
            parts[-1][1] = end
        else:
            parts.append([start, end])
    yield from ((*at(start), *at(end)) for start, end in parts)


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether segments ab and cd share a point."""
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _on(point: Point, start: Point, end: Point) -> float | None:
    """The share of the way along a segment at which a point lies on it; None beside it."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square
    if not 0 <= share <= 1:
        return None
    off = math.hypot(point[0] - start[0] - share * dx, point[1] - start[1] - share * dy)
    return share if off < TINY else None


def _grid(point: Point) -> Point:
    return round(point[0], 5), round(point[1], 5)


def _unit(x: float, y: float) -> Point:
    length = math.hypot(x, y)
    return x / length, y / length


def to_segment(x: float, y: float, start: Point, end: Point) -> float:
    """The distance of (x, y) from a segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else min(1.0, max(0.0, ((x - start[0]) * dx + (y - start[1]) * dy) / square))
    return math.hypot(x - start[0] - t * dx, y - start[1] - t * dy)
