"""The order in which solids are painted: what lies below or behind comes before what hides it."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from prancha.export.scenes.camera import Camera
from prancha.export.scenes.solids import Solid, hull
from prancha.model.box import Box, Point, bounds, overlap
from prancha.model.units import Mm

_TOUCHING: Mm = 0.02
"""Feet may reach so far into each other and still stand beside each other."""


def ordered(solids: Sequence[Solid], camera: Camera) -> list[Solid]:
    """Sort solids for painting: where nothing else decides, low ones first, then those farther away."""
    feet = [hull(solid.foot) for solid in solids]
    plans = [bounds(solid.foot) for solid in solids]
    seen = [bounds(camera.exact(spot) for spot in solid.spots) for solid in solids]
    eye = camera.eye[:2]
    after: list[list[int]] = [[] for _ in solids]
    before = [0] * len(solids)
    for one in range(len(solids)):
        for other in range(one):
            if not overlap(seen[one], seen[other]):
                continue
            first = _first(solids, feet, plans, (one, other), eye)
            if first is not None:
                last = other if first == one else one
                after[first].append(last)
                before[last] += 1
    waiting = [(*_usual(solid, camera), k) for k, solid in enumerate(solids)]
    free = [entry for entry in waiting if not before[entry[-1]]]
    heapq.heapify(free)
    done: list[int] = []
    left = {entry[-1]: entry for entry in waiting}
    while left:
        # Solids that hide each other in a circle are painted in the usual order.
        k = heapq.heappop(free)[-1] if free else min(left.values())[-1]
        if k not in left:
            continue
        del left[k]
        done.append(k)
        for later in after[k]:
            before[later] -= 1
            if not before[later] and later in left:
                heapq.heappush(free, left[later])
    return [solids[k] for k in done]


def _usual(solid: Solid, camera: Camera) -> tuple[Mm, Mm]:
    x = sum(point[0] for point in solid.foot) / len(solid.foot)
    y = sum(point[1] for point in solid.foot) / len(solid.foot)
    return solid.high, -camera.depth((x, y, solid.low))


def _first(
    solids: Sequence[Solid],
    feet: Sequence[Sequence[Point]],
    plans: Sequence[Box],
    pair: tuple[int, int],
    eye: Point,
) -> int | None:
    """Return which of two solids is painted first, None where it does not matter."""
    one, other = pair
    if solids[one].low >= solids[other].high - 1e-9:
        return other
    if solids[other].low >= solids[one].high - 1e-9:
        return one
    side = _parting(feet[one], feet[other], plans[one], plans[other], eye)
    if side is None:  # they stand in each other: the later one is meant to be on top
        return min(pair)
    return {1: other, -1: one, 0: None}[side]


def _parting(one: Sequence[Point], other: Sequence[Point], a: Box, b: Box, eye: Point) -> int | None:
    """Return on whose side of a line between two feet the eye is: 1 the first's, -1, 0 between; None."""
    lines = [
        ((1.0, 0.0), a[2], b[0]),
        ((-1.0, 0.0), -a[0], -b[2]),
        ((0.0, 1.0), a[3], b[1]),
        ((0.0, -1.0), -a[1], -b[3]),
    ]
    for sign, ring, rest in ((1, one, other), (-1, other, one)):
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            x, y = by - ay, ax - bx
            length = (x * x + y * y) ** 0.5
            if length > 0:
                x, y = x / length, y / length
                reach = max(px * x + py * y for px, py in ring)
                begin = min(px * x + py * y for px, py in rest)
                if sign == 1:
                    lines.append(((x, y), reach, begin))
                else:
                    lines.append(((-x, -y), -begin, -reach))
    found = None
    for (x, y), end, start in lines:
        # The first one ends at `end` and the second begins at `start`, along (x, y).
        if start < end - _TOUCHING:
            continue
        at = eye[0] * x + eye[1] * y
        if at <= end:
            return 1
        if at >= start:
            return -1
        found = 0
    return found
