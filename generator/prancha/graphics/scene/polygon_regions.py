"""SVG shapes as polygons: enough to ask whether a point lies inside, or near a line.

Curves become chords of about a tenth of their turn: a face is looked at, not cut.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import chain

from msgspec import Struct

from prancha.graphics.svg.matrix import first, numbers
from prancha.graphics.svg.path_data import Arc, trace
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import NOWHERE, Box, Point, bounds
from prancha.model.polygon import to_segment

CHORDS = 6
"""Chords for a cubic curve or a quarter turn."""


class Region(Struct, frozen=True):
    """Rings of corners and the box around them; every ring is closed when filled."""

    rings: tuple[tuple[Point, ...], ...]
    box: Box

    def holds(self, x: float, y: float, evenodd: bool = False) -> bool:
        """Return whether (x, y) lies inside, by the fill rule."""
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return False
        turns = crossings = 0
        for ring in self.rings:
            px, py = ring[-1]
            for qx, qy in ring:
                if (py <= y) != (qy <= y) and px + (y - py) / (qy - py) * (qx - px) > x:
                    crossings += 1
                    turns += 1 if qy > py else -1
                px, py = qx, qy
        return bool(crossings % 2 if evenodd else turns)

    def near(self, x: float, y: float, distance: float, closed: bool) -> bool:
        """Return whether (x, y) lies within `distance` of the line."""
        left, top, right, bottom = self.box
        if not (left - distance <= x <= right + distance and top - distance <= y <= bottom + distance):
            return False
        return any(
            to_segment(x, y, p, q) <= distance
            for ring in self.rings
            for p, q in zip(ring, ring[1:] + (ring[:1] if closed else ()), strict=False)
        )

    def crosses(self, box: Box, open_: bool = False) -> bool:
        """Return whether an edge may run through `box`; otherwise the box lies fully inside or fully outside.

        The edge that closes a ring counts unless the rings are `open_`.
        """
        left, top, right, bottom = box
        for ring in self.rings:
            px, py = ring[0] if open_ else ring[-1]
            for qx, qy in ring:
                if (
                    (px >= left or qx >= left)
                    and (px <= right or qx <= right)
                    and (py >= top or qy >= top)
                    and (py <= bottom or qy <= bottom)
                ):
                    # Both lie on no common side; the box is clear of the edge if its corners are on one side.
                    dx, dy = qx - px, qy - py
                    a, b = dx * (top - py), dx * (bottom - py)
                    c, d = dy * (left - px), dy * (right - px)
                    if not ((a > c and a > d and b > c and b > d) or (a < c and a < d and b < c and b < d)):
                        return True
                px, py = qx, qy
        return False


NOTHING = Region((), NOWHERE)


def region(tag: str, attributes: Mapping[str, str]) -> Region:
    """The polygons of a shape element; nothing for one without size."""
    get = attributes.get
    if tag == "path":
        return _path(get("d", ""))
    if tag in ("polygon", "polyline"):
        return _poly(get("points", ""))
    if tag == "rect":
        rx, ry = get("rx", get("ry", "0")), get("ry", get("rx", "0"))
        return _rect(*map(_length, (get("x"), get("y"), get("width"), get("height"), rx, ry)))
    if tag == "line":
        ends = tuple(map(_length, (get("x1"), get("y1"), get("x2"), get("y2"))))
        return region_of_rings((((ends[0], ends[1]), (ends[2], ends[3])),))
    radii = ("r", "r") if tag == "circle" else ("rx", "ry")
    return _ellipse(*(_length(get(name)) for name in ("cx", "cy", *radii)))


def region_of_rings(rings: tuple[tuple[Point, ...], ...]) -> Region:
    """A region of rings, empty ones dropped."""
    rings = tuple(ring for ring in rings if ring)
    if not rings:
        return NOTHING
    return Region(rings, bounds(chain.from_iterable(rings)))


def _length(text: str | None) -> float:
    return first(text or "")


@lru_cache(maxsize=8192)
def _poly(points: str) -> Region:
    values = numbers(points)
    return region_of_rings((tuple(zip(values[::2], values[1::2], strict=False)),))


@lru_cache(maxsize=8192)
def _rect(x: float, y: float, w: float, h: float, rx: float, ry: float) -> Region:
    if w <= 0 or h <= 0:
        return NOTHING
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    if rx <= 0 or ry <= 0:
        return region_of_rings((((x, y), (x + w, y), (x + w, y + h), (x, y + h)),))
    middles = ((x + w - rx, y + ry), (x + w - rx, y + h - ry), (x + rx, y + h - ry), (x + rx, y + ry))
    quarter = [math.pi / 2 * k / CHORDS for k in range(CHORDS + 1)]
    ring = tuple(
        (mx + rx * math.cos(start + a), my + ry * math.sin(start + a))
        for (mx, my), start in zip(middles, (-math.pi / 2, 0.0, math.pi / 2, math.pi), strict=True)
        for a in quarter
    )
    return region_of_rings((ring,))


@lru_cache(maxsize=8192)
def _ellipse(cx: float, cy: float, rx: float, ry: float) -> Region:
    if rx <= 0 or ry <= 0:
        return NOTHING
    angles = (2 * math.pi * k / (4 * CHORDS) for k in range(4 * CHORDS))
    return region_of_rings((tuple((cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles),))


@lru_cache(maxsize=16384)
def _path(data: str) -> Region:
    pen = _Chords()
    # What is broken is seen as far as it can be read: the renderer says what is wrong.
    with suppress(DrawingFault):
        trace(data, pen)
    return region_of_rings(tuple(tuple(ring) for ring in pen.rings))


class _Chords:
    """A pen that draws everything as chords; `rings` gathers their corners."""

    def __init__(self) -> None:
        self.rings: list[list[Point]] = []
        self.x = self.y = 0.0
        self._closed = False

    def move(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.rings.append([(x, y)])
        self._closed = False

    def line(self, x: float, y: float) -> None:
        if self._closed:
            self.rings.append([(self.x, self.y)])
            self._closed = False
        self.rings[-1].append((x, y))
        self.x, self.y = x, y

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        x0, y0 = self.x, self.y
        for p, q, r, s in _WEIGHTS:
            self.line(p * x0 + q * x1 + r * x2 + s * x, p * y0 + q * y1 + r * y2 + s * y)

    def arc(self, arc: Arc) -> None:
        steps = max(2, math.ceil(abs(arc.angle) / (math.pi / 2) * CHORDS))
        for k in range(1, steps):
            turn = arc.start + arc.angle * k / steps
            self.line(*arc.at(math.cos(turn), math.sin(turn)))
        self.line(arc.x, arc.y)

    def close(self) -> None:
        self._closed = True


def _bernstein(t: float) -> tuple[float, float, float, float]:
    u = 1 - t
    return u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t


_WEIGHTS = tuple(_bernstein(k / CHORDS) for k in range(1, CHORDS + 1))
