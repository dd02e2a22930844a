"""One-handed hats nested on the kite grid of [3.4.6.4].

Lattice pairs (x, y) lie at (x + y/2, y*sqrt(3)/2) units, y up, unit = diameter / 6; a hat covers
eight kites of that grid (Smith, Myers, Kaplan and Goodman-Strauss 2023).  Nesting by whole kites
makes overlap an exact matter of integers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product

from msgspec import Struct

from prancha.model.outline import HAT_LATTICE, SQRT3, Outline, hat
from prancha.model.sheet import Paper
from prancha.model.units import Mm
from prancha.sheets.distance import nearer_than
from prancha.sheets.hats.independent_set import independent_set
from prancha.sheets.layout import (
    EPSILON,
    Layout,
    LayoutPage,
    Slot,
    bounds,
    centred,
    pages,
    placed,
    reading_order,
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
"""Where small hats on large paper end the survey of alignments."""


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
    """One alignment of the grid to a page: the hats that fit, and which exclude which."""

    page: LayoutPage
    offset: tuple[Mm, Mm]
    spots: list[_Spot]
    conflicts: list[list[int]]


def hat_layout(outline: Outline, gap: Mm, outset: Mm, paper: Paper, wanted: int) -> Layout | None:
    """Place as many hats as are known or found to fit; None when not even one fits.

    Bleed may be cut back to four fifths where the outermost tips would leave the margin
    (`sheet_marks` does so).  A layout shipped for this paper, diameter and gap is used as it is.
    Otherwise the larger of a search (fixed steps and seed, a few seconds) and any shipped
    layout that fits.
    """
    outset *= LEAST_BLEED
    shipped = _shipped(outline, gap, outset, paper)
    if shipped and (shipped[1] or len(shipped[0].slots) >= wanted):
        return shipped[0]
    searched = _searched(outline, gap, outset, paper, wanted)
    candidates = [layout for layout in (shipped[0] if shipped else None, searched) if layout]
    return max(candidates, key=lambda layout: len(layout.slots)) if candidates else None


def centred_hats(poses: Iterable[Pose], outline: Outline, outset: Mm, page: LayoutPage) -> Layout | None:
    """Centre poses on a page; None when they, with bleed, do not fit its printable area."""
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
    """From the hat's lattice origin to the centre of its box, y up."""
    unit = outline.width / 6
    return 1.5 * unit, unit * SQRT3 / 4


SAME: Mm = 1.06
"""How much wider than the room a shipped layout was made for a paper's may be: no hat more fits."""


@lru_cache(maxsize=64)
def _shipped(outline: Outline, gap: Mm, outset: Mm, paper: Paper) -> tuple[Layout, bool] | None:
    """The fullest shipped layout that fits, and whether it was made for this very paper."""
    from prancha.sheets.hats.layouts import known_layouts

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
    best: Layout | None = None
    for page, poses in search(
        outline.width,
        gap,
        outset=outset,
        papers=pages(paper),
        wanted=wanted,
        survey=_SURVEY_STEPS,
        steps=_STEPS,
    ):
        layout = centred_hats(poses, outline, outset, page)
        if layout and (best is None or len(layout.slots) > len(best.slots)):
            best = layout
    return best


def search(
    diameter: Mm,
    gap: Mm,
    outset: Mm,
    papers: Sequence[LayoutPage],
    wanted: int,
    survey: int,
    steps: int,
    finalists: int = _FINALISTS,
    seed: int = 1,
) -> list[tuple[LayoutPage, list[Pose]]]:
    """Search all 48 alignments shortly, then the best `finalists` at length; fullest first.

    The grid lies level on each page; a page on its side stands for the grid turned by 30 degrees.
    Vertices sit every u/2 and every sqrt(3)/2 u, so there are 24 offsets per page.
    """
    scale = _spread(diameter, gap) * diameter / 6
    clashes = _clashes(diameter, gap)
    starts: list[tuple[int, int, _Start]] = []
    work = 0
    for page, ox, oy in product(papers, range(6), range(4)):
        offset = ox * scale / 2, oy * scale * SQRT3 / 2
        spots = _spots(diameter, scale, outset, page, offset)
        if not spots:
            continue
        start = _Start(page, offset, spots, _conflicts(spots, clashes))
        count = len(independent_set(start.conflicts, survey, seed, wanted))
        starts.append((-count, len(starts), start))
        work += len(spots)
        if count >= wanted or work > _MOST_SPOTS:
            break
    found: list[tuple[LayoutPage, list[Pose]]] = []
    for _, _, start in sorted(starts, key=lambda ranked: ranked[:2])[:finalists]:
        chosen = independent_set(start.conflicts, steps, seed, wanted)
        found.append((start.page, [_pose(start.spots[k], scale, start.offset) for k in chosen]))
        if len(chosen) >= wanted:
            break
    return sorted(found, key=lambda item: -len(item[1]))


def _pose(spot: _Spot, scale: Mm, offset: tuple[Mm, Mm]) -> Pose:
    return (
        scale * (spot.x + spot.y / 2) + offset[0],
        scale * spot.y * SQRT3 / 2 + offset[1],
        spot.turn,
    )


def _spots(diameter: Mm, scale: Mm, outset: Mm, page: LayoutPage, offset: tuple[Mm, Mm]) -> list[_Spot]:
    """Every hat of the grid whose box, bleed included, lies in the printable area."""
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
    """The box of a turned hat about its lattice origin, y up, bleed included."""
    outline = hat(diameter)
    cx, cy = _centre(outline)
    grown = [(x - outline.width / 2 + cx, outline.height / 2 - y + cy) for x, y in outline.polygon(outset)]
    angle = math.radians(60 * turn)
    cosine, sine = math.cos(angle), math.sin(angle)
    return bounds((x * cosine - y * sine, x * sine + y * cosine) for x, y in grown)


@lru_cache(maxsize=16)
def _clashes(diameter: Mm, gap: Mm) -> tuple[tuple[_Spot, ...], ...]:
    """For each turn of a hat at the origin the hats it excludes: those that share a kite or come too near."""
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
        if shared or (gap and nearer_than(corners, _corners(spot, unit, scale), gap - 1e-4)):
            found.append(spot)
    return tuple(
        tuple(_Spot(*_rotated(spot.x, spot.y, turn), (spot.turn + turn) % 6) for spot in found)
        for turn in range(6)
    )


def _conflicts(spots: Sequence[_Spot], clashes: tuple[tuple[_Spot, ...], ...]) -> list[list[int]]:
    """For each spot the indices of those it excludes."""
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
    """How far hexagon centres move apart for a gap; hats keep their size."""
    return 1 + gap / (SQRT3 * diameter / 6)


def _corners(spot: _Spot, unit: Mm, scale: Mm) -> list[tuple[Mm, Mm]]:
    at_x, at_y, _ = _pose(spot, scale, (0.0, 0.0))
    corners = (_rotated(a, b, spot.turn) for a, b in HAT_LATTICE)
    return [(at_x + unit * (a + b / 2), at_y + unit * b * SQRT3 / 2) for a, b in corners]


def _rotated(x: int, y: int, turn: int) -> tuple[int, int]:
    for _ in range(turn):
        x, y = -y, x + y
    return x, y
