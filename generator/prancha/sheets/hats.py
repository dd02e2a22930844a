"""One-handed hats nested on the kite grid of [3.4.6.4], by search and from shipped layouts."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product

import msgspec
from msgspec import Struct

from prancha.model.box import Point, bounds
from prancha.model.outline import HAT_LATTICE, SQRT3, Outline, hat
from prancha.model.polygon import to_segment
from prancha.model.sheet import Paper
from prancha.model.units import Mm
from prancha.sheets.sheet_room import EPSILON, Layout, LayoutPage, Slot, centred, pages, placed, reading_order


class HatLayout(Struct, frozen=True, rename={"lines": "poses"}):
    """Hats of `diameter` at least `gap` apart in a `room` of width x height mm.

    `lines` list `x,y,turn` of the lattice origins, y up, turns of 60 degrees counter-clockwise:
    lattice pairs when `scale` is above 0 (mm per lattice unit), else millimetres.
    """

    room: tuple[Mm, Mm]
    diameter: Mm
    gap: Mm
    scale: Mm
    lines: tuple[str, ...]

    def poses(self) -> list[tuple[Mm, Mm, int]]:
        """Return the hats as (x, y, turn) in mm, y up, about any origin."""
        found: list[tuple[Mm, Mm, int]] = []
        for word in " ".join(self.lines).split():
            x, y, turn = word.split(",")
            if self.scale:
                a, b = int(x), int(y)
                found.append((self.scale * (a + b / 2), self.scale * b * SQRT3 / 2, int(turn)))
            else:
                found.append((float(x), float(y), int(turn)))
        return found


@cache
def known_layouts() -> tuple[HatLayout, ...]:
    """Read the layouts of hat_layouts.json."""
    data = files(__package__ or "").joinpath("hat_layouts.json").read_bytes()
    return msgspec.json.decode(data, type=tuple[HatLayout, ...])


_FORBIDDEN = 8
"""Steps for which a place just given up is barred."""
_DOWNHILL = 0.01
"""Share of the steps that give up two places for one."""


def independent_set(conflicts: Sequence[Sequence[int]], steps: int, wanted: int) -> list[int]:
    """Return indices of the largest set found, always the same.

    A free place is always taken.  Otherwise one place is swapped for another that excludes only it,
    preferring places unused for long; now and then one is taken that excludes two.
    """
    state = _SearchState(conflicts)
    chance = random.Random(1)
    best: list[int] = []
    for step in range(steps):
        free, swaps, pairs = state.buckets
        if free:
            state.take(free[int(chance.random() * len(free))])
        elif swaps and not (pairs and chance.random() < _DOWNHILL):
            state.swap(_pick(state, swaps, chance, step), step)
        elif pairs:
            state.swap(pairs[int(chance.random() * len(pairs))], step)
        else:
            break
        if len(state.chosen) > len(best):
            best = sorted(state.chosen)
            if len(best) >= wanted:
                break
    return best


def _pick(state: _SearchState, swaps: list[int], chance: random.Random, step: int) -> int:
    drawn = [swaps[int(chance.random() * len(swaps))] for _ in range(3)]
    allowed = [place for place in drawn if step - state.left[place] > _FORBIDDEN] or drawn
    return min(allowed, key=state.left.__getitem__)


class _SearchState:
    """The chosen set, and the other places by how many chosen ones they exclude (0, 1, 2)."""

    def __init__(self, conflicts: Sequence[Sequence[int]]) -> None:
        self.conflicts = conflicts
        self.chosen: set[int] = set()
        self.left = [-1_000_000] * len(conflicts)
        self.buckets: tuple[list[int], list[int], list[int]] = (list(range(len(conflicts))), [], [])
        self._clashes = [0] * len(conflicts)
        self._position = list(range(len(conflicts)))

    def take(self, place: int) -> None:
        """Choose a place that excludes no chosen one."""
        self._drop(place)
        self.chosen.add(place)
        for other in self.conflicts[place]:
            self._move(other, 1)

    def swap(self, place: int, step: int) -> None:
        """Choose a place and give up those it excludes."""
        for other in [other for other in self.conflicts[place] if other in self.chosen]:
            self.chosen.remove(other)
            self.left[other] = step
            for third in self.conflicts[other]:
                self._move(third, -1)
            self._add(other)
        self.take(place)

    def _move(self, place: int, change: int) -> None:
        self._drop(place)
        self._clashes[place] += change
        self._add(place)

    def _add(self, place: int) -> None:
        count = self._clashes[place]
        if count < 3:
            bucket = self.buckets[count]
            self._position[place] = len(bucket)
            bucket.append(place)

    def _drop(self, place: int) -> None:
        count = self._clashes[place]
        if count < 3:
            bucket = self.buckets[count]
            last = bucket.pop()
            if last != place:
                bucket[self._position[place]] = last
                self._position[last] = self._position[place]


def is_nearer(one: Sequence[Point], other: Sequence[Point], distance: Mm) -> bool:
    """Return whether two polygons with disjoint interiors come nearer than `distance`.

    Between disjoint polygons the least distance is always at a corner of one of them.
    """
    return any(
        to_segment(*corner, start, end) < distance
        for corners, edges in ((one, other), (other, one))
        for corner in corners
        for start, end in zip(edges, (*edges[1:], edges[0]), strict=True)
    )


Pose = tuple[Mm, Mm, int]
"""Where the lattice origin lies, in mm, y up, and the turn in steps of 60 degrees, counter-clockwise."""

_KITES = (
    (0, 0, 0), (0, 0, 3), (0, 0, 4), (0, 0, 5), (4, -2, 0), (4, -2, 1), (2, 2, 2), (2, 2, 3),
)  # fmt: skip
LEAST_BLEED = 0.8
_SURVEY_STEPS = 1200
_STEPS = 9000
_FINALISTS = 8
_MOST_SPOTS = 40_000
"""Limit of spots, which ends the survey of alignments for small hats on large paper."""


class _Spot(Struct, frozen=True):
    """A hat on the grid: the hexagon of its origin and its turn."""

    x: int
    y: int
    turn: int

    def kites(self) -> tuple[tuple[int, int, int], ...]:
        found = []
        for x, y, kite in _KITES:
            dx, dy = _rotated(x, y, self.turn)
            found.append((self.x + dx, self.y + dy, (kite + self.turn) % 6))
        return tuple(found)


class _Start(Struct, frozen=True):
    """One alignment of the grid to a page: the hats that fit, and which of them exclude each other."""

    page: LayoutPage
    offset: tuple[Mm, Mm]
    spots: list[_Spot]
    conflicts: list[list[int]]


def hat_layout(outline: Outline, gap: Mm, outset: Mm, paper: Paper, wanted: int) -> Layout | None:
    """Place as many hats as are known or found to fit; None when not even one fits.

    Bleed may be cut back to four fifths where the outermost tips would leave the margin (`sheet_marks` does
    so).  A layout shipped for this paper, diameter and gap is used as it is; otherwise the larger of a search
    (fixed steps and seed, a few seconds) and any shipped layout that fits.
    """
    outset *= LEAST_BLEED
    shipped = _shipped(outline, gap, outset, paper)
    if shipped and (shipped[1] or len(shipped[0].slots) >= wanted):
        return shipped[0]
    searched = _searched(outline, gap, outset, paper, wanted)
    candidates = [layout for layout in (shipped[0] if shipped else None, searched) if layout]
    return max(candidates, key=lambda layout: len(layout.slots)) if candidates else None


def centred_hats(poses: Iterable[Pose], outline: Outline, outset: Mm, page: LayoutPage) -> Layout | None:
    """Centre poses on a page; None when they do not fit its printable area with their bleed."""
    cx, cy = _centre(outline)
    points: list[tuple[Mm, Mm, float]] = []
    for x, y, turn in poses:
        angle = math.radians(60 * turn)
        dx, dy = cx * math.cos(angle) - cy * math.sin(angle), cx * math.sin(angle) + cy * math.cos(angle)
        points.append((x + dx, -(y + dy), float(-60 * turn % 360)))
    box = bounds(point for at in points for point in placed(outline, Slot(*at), outset))
    across, down = page.room
    if box[2] - box[0] > across + 1e-4 or box[3] - box[1] > down + 1e-4:
        return None
    return Layout(page, tuple(reading_order(centred(page, points, box))))


def _centre(outline: Outline) -> tuple[Mm, Mm]:
    """Return the offset from the hat's lattice origin to the centre of its box, y up."""
    unit = outline.width / 6
    return 1.5 * unit, unit * SQRT3 / 4


SAME: Mm = 1.06
"""How much a paper's room may exceed that of a shipped layout: not one hat more fits."""


@lru_cache(maxsize=64)
def _shipped(outline: Outline, gap: Mm, outset: Mm, paper: Paper) -> tuple[Layout, bool] | None:
    """Return the fullest shipped layout that fits, and whether it was made for this very paper."""
    best: tuple[Layout, bool] | None = None
    for known in known_layouts():
        if abs(known.diameter - outline.width) > EPSILON or known.gap < gap - EPSILON:
            continue
        for page in pages(paper):
            layout = centred_hats(known.poses(), outline, outset, page)
            if layout and (best is None or len(layout.slots) > len(best[0].slots)):
                room = sorted(page.room)
                spare = [b - a for a, b in zip(sorted(known.room), room, strict=True)]
                made_for = min(spare) > -0.06 and max(spare) < SAME
                best = layout, made_for and abs(known.gap - gap) < EPSILON
    return best


@lru_cache(maxsize=64)
def _searched(outline: Outline, gap: Mm, outset: Mm, paper: Paper, wanted: int) -> Layout | None:
    """Search all 48 alignments briefly, then the best few at length; return the fullest layout.

    The grid lies level on each page; a page on its side stands for the grid turned by 30 degrees.
    Vertices lie every u/2 and every sqrt(3)/2 u, so there are 24 offsets a page.
    """
    diameter = outline.width
    scale = _spread(diameter, gap) * diameter / 6
    clashes = _clashes(diameter, gap)
    starts: list[tuple[int, int, _Start]] = []
    work = 0
    for page, ox, oy in product(pages(paper), range(6), range(4)):
        offset = ox * scale / 2, oy * scale * SQRT3 / 2
        spots = _spots(diameter, scale, outset, page, offset)
        if not spots:
            continue
        start = _Start(page, offset, spots, _conflicts(spots, clashes))
        count = len(independent_set(start.conflicts, _SURVEY_STEPS, wanted))
        starts.append((-count, len(starts), start))
        work += len(spots)
        if count >= wanted or work > _MOST_SPOTS:
            break
    found: list[tuple[LayoutPage, list[Pose]]] = []
    for _, _, start in sorted(starts, key=lambda ranked: ranked[:2])[:_FINALISTS]:
        chosen = independent_set(start.conflicts, _STEPS, wanted)
        found.append((start.page, [_pose(start.spots[k], scale, start.offset) for k in chosen]))
        if len(chosen) >= wanted:
            break
    found.sort(key=lambda item: -len(item[1]))
    layouts = (centred_hats(poses, outline, outset, page) for page, poses in found)
    return max(filter(None, layouts), key=lambda layout: len(layout.slots), default=None)


def _pose(spot: _Spot, scale: Mm, offset: tuple[Mm, Mm]) -> Pose:
    return (
        scale * (spot.x + spot.y / 2) + offset[0],
        scale * spot.y * SQRT3 / 2 + offset[1],
        spot.turn,
    )


def _spots(diameter: Mm, scale: Mm, outset: Mm, page: LayoutPage, offset: tuple[Mm, Mm]) -> list[_Spot]:
    """Return every hat of the grid whose box, bleed included, lies in the printable area."""
    across, down = page.room
    boxes = [_extent(diameter, outset, turn) for turn in range(6)]
    found: list[_Spot] = []
    # Hexagon (a, b) has its centre at (3a, sqrt(3)(a + 2b)) units.
    columns, rows = 3 * scale, 2 * SQRT3 * scale
    for a in range(math.floor(-diameter / columns), math.ceil((across + diameter) / columns) + 1):
        first = math.floor(-diameter / rows - a / 2) - 1
        for b in range(first, first + math.ceil((down + 2 * diameter) / rows) + 3):
            x, y = 2 * a - 2 * b, 2 * a + 4 * b
            px, py, _ = _pose(_Spot(x, y, 0), scale, offset)
            for turn, (left, low, right, high) in enumerate(boxes):
                level = px + left > -EPSILON and px + right < across + EPSILON
                if level and py + low > -EPSILON and py + high < down + EPSILON:
                    found.append(_Spot(x, y, turn))
    return found


@lru_cache(maxsize=32)
def _extent(diameter: Mm, outset: Mm, turn: int) -> tuple[Mm, Mm, Mm, Mm]:
    """Return the box of a turned hat about its lattice origin, y up, bleed included."""
    outline = hat(diameter)
    cx, cy = _centre(outline)
    grown = [(x - outline.width / 2 + cx, outline.height / 2 - y + cy) for x, y in outline.polygon(outset)]
    angle = math.radians(60 * turn)
    cosine, sine = math.cos(angle), math.sin(angle)
    return bounds((x * cosine - y * sine, x * sine + y * cosine) for x, y in grown)


@lru_cache(maxsize=16)
def _clashes(diameter: Mm, gap: Mm) -> tuple[tuple[_Spot, ...], ...]:
    """Map each turn of a hat at the origin to the hats it excludes: they share a kite or are too near."""
    unit = diameter / 6
    scale = _spread(diameter, gap) * unit
    own = set(_Spot(0, 0, 0).kites())
    corners = _corners(_Spot(0, 0, 0), unit, scale)
    found: list[_Spot] = []
    for a, b, turn in product(range(-4, 5), range(-4, 5), range(6)):
        spot = _Spot(2 * a - 2 * b, 2 * a + 4 * b, turn)
        if spot == _Spot(0, 0, 0):
            continue
        shared = not own.isdisjoint(spot.kites())
        if shared or (gap and is_nearer(corners, _corners(spot, unit, scale), gap - 1e-4)):
            found.append(spot)
    return tuple(
        tuple(_Spot(*_rotated(spot.x, spot.y, turn), (spot.turn + turn) % 6) for spot in found)
        for turn in range(6)
    )


def _conflicts(spots: Sequence[_Spot], clashes: tuple[tuple[_Spot, ...], ...]) -> list[list[int]]:
    """Return for each spot the indices of those it excludes."""
    index = {(spot.x, spot.y, spot.turn): k for k, spot in enumerate(spots)}
    offsets = [[(clash.x, clash.y, clash.turn) for clash in row] for row in clashes]
    return [
        [
            index[key]
            for dx, dy, turn in offsets[spot.turn]
            if (key := (spot.x + dx, spot.y + dy, turn)) in index
        ]
        for spot in spots
    ]


def _spread(diameter: Mm, gap: Mm) -> float:
    """Return the factor by which hexagon centres move apart for a gap; hats keep their size."""
    return 1 + gap / (SQRT3 * diameter / 6)


def _corners(spot: _Spot, unit: Mm, scale: Mm) -> list[tuple[Mm, Mm]]:
    at_x, at_y, _ = _pose(spot, scale, (0.0, 0.0))
    corners = (_rotated(a, b, spot.turn) for a, b in HAT_LATTICE)
    return [(at_x + unit * (a + b / 2), at_y + unit * b * SQRT3 / 2) for a, b in corners]


def _rotated(x: int, y: int, turn: int) -> tuple[int, int]:
    for _ in range(turn):
        x, y = -y, x + y
    return x, y
