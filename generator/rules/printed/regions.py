"""SVG shapes as polygons: enough to ask whether a point lies inside, or near a line.

Curves become chords of about a tenth of their turn: a face is looked at, not cut.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from generator.rules.printed.transforms import NOWHERE, NUMBER, Box, Point, numbers

CHORDS = 6
"""Chords for a cubic curve or a quarter turn."""
SHAPES = frozenset("path rect circle ellipse line polyline polygon".split())
_TOKEN = re.compile(rf"([MmLlHhVvCcSsQqTtAaZz])|({NUMBER})")
_ARC = re.compile(
    rf"({NUMBER})[\s,]*({NUMBER})[\s,]*({NUMBER})[\s,]*([01])[\s,]*([01])[\s,]*({NUMBER})[\s,]*({NUMBER})"
)
_ARCS = re.compile(r"([Aa])([^MmLlHhVvCcSsQqTtAaZz]*)")
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@dataclass(frozen=True, slots=True)
class Region:
    """Rings of corners and the box around them; every ring is closed when filled."""

    rings: tuple[tuple[Point, ...], ...]
    box: Box

    def holds(self, x: float, y: float, evenodd: bool = False) -> bool:
        """Whether (x, y) lies inside, by the fill rule."""
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
        """Whether (x, y) lies within `distance` of the line."""
        left, top, right, bottom = self.box
        if not (left - distance <= x <= right + distance and top - distance <= y <= bottom + distance):
            return False
        return any(
            distance_to(x, y, p, q) <= distance
            for ring in self.rings
            for p, q in zip(ring, ring[1:] + (ring[:1] if closed else ()), strict=False)
        )

    def crosses(self, box: Box, open_: bool = False) -> bool:
        """Whether an edge may run through `box`: if none does, all of it lies inside, or all outside.

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


def distance_to(x: float, y: float, p: Point, q: Point) -> float:
    """How far (x, y) is from the segment p q."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else min(1.0, max(0.0, ((x - p[0]) * dx + (y - p[1]) * dy) / square))
    return math.hypot(x - p[0] - t * dx, y - p[1] - t * dy)


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
        return made((((ends[0], ends[1]), (ends[2], ends[3])),))
    radii = ("r", "r") if tag == "circle" else ("rx", "ry")
    return _ellipse(*(_length(get(name)) for name in ("cx", "cy", *radii)))


def made(rings: tuple[tuple[Point, ...], ...]) -> Region:
    """A region of rings, empty ones dropped."""
    rings = tuple(ring for ring in rings if ring)
    if not rings:
        return NOTHING
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    return Region(rings, (min(xs), min(ys), max(xs), max(ys)))


def _length(text: str | None) -> float:
    if not text:
        return 0.0
    try:
        return float(text)
    except ValueError:
        return numbers(text)[0]


@lru_cache(maxsize=8192)
def _poly(points: str) -> Region:
    values = numbers(points)
    return made((tuple(zip(values[::2], values[1::2], strict=False)),))


@lru_cache(maxsize=8192)
def _rect(x: float, y: float, w: float, h: float, rx: float, ry: float) -> Region:
    if w <= 0 or h <= 0:
        return NOTHING
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    if rx <= 0 or ry <= 0:
        return made((((x, y), (x + w, y), (x + w, y + h), (x, y + h)),))
    middles = ((x + w - rx, y + ry), (x + w - rx, y + h - ry), (x + rx, y + h - ry), (x + rx, y + ry))
    quarter = [math.pi / 2 * k / CHORDS for k in range(CHORDS + 1)]
    ring = tuple(
        (mx + rx * math.cos(start + a), my + ry * math.sin(start + a))
        for (mx, my), start in zip(middles, (-math.pi / 2, 0.0, math.pi / 2, math.pi), strict=True)
        for a in quarter
    )
    return made((ring,))


@lru_cache(maxsize=8192)
def _ellipse(cx: float, cy: float, rx: float, ry: float) -> Region:
    if rx <= 0 or ry <= 0:
        return NOTHING
    angles = (2 * math.pi * k / (4 * CHORDS) for k in range(4 * CHORDS))
    return made((tuple((cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles),))


@lru_cache(maxsize=16384)
def _path(data: str) -> Region:
    return made(tuple(tuple(ring) for ring in _Walk(data).rings))


class _Walk:
    """Path data walked from command to command; `rings` gathers the corners."""

    def __init__(self, data: str) -> None:
        self.rings: list[list[Point]] = []
        self.x = self.y = 0.0
        self.start = (0.0, 0.0)
        self.control: Point | None = None
        self.last = ""
        command = ""
        values: list[float] = []
        for token in _TOKEN.finditer(_parted(data)):
            if token[1]:
                self._run(command, values)
                command, values = token[1], []
            else:
                values.append(float(token[2]))
        self._run(command, values)

    def _run(self, command: str, values: list[float]) -> None:
        if not command:
            return
        size = _COUNT[command.upper()]
        if not size:
            self.x, self.y = self.start
            self.last = "Z"
            return
        for k in range(0, len(values) - size + 1, size):
            self._step(command, values[k : k + size])
            command = {"M": "L", "m": "l"}.get(command, command)

    def _step(self, command: str, v: list[float]) -> None:
        upper = command.upper()
        ox, oy = (self.x, self.y) if command != upper else (0.0, 0.0)
        control, self.control = self.control, None
        if upper == "M":
            self.x, self.y = self.start = (ox + v[0], oy + v[1])
            self.rings.append([self.start])
        elif upper in "LHV":
            self._to(ox + v[0] if upper != "V" else self.x, oy + v[-1] if upper != "H" else self.y)
        elif upper == "A":
            for x, y in _arc((self.x, self.y), v, (ox + v[5], oy + v[6])):
                self._to(x, y)
        else:
            smooth = control if control and (self.last in "CS") == (upper in "CS") else (self.x, self.y)
            self._curve(upper, [p + (oy if k % 2 else ox) for k, p in enumerate(v)], smooth)
        self.last = upper

    def _curve(self, upper: str, v: list[float], smooth: Point) -> None:
        x0, y0, (ex, ey) = self.x, self.y, v[-2:]
        if upper in "CS":
            (ax, ay), (bx, by) = (v[0], v[1]) if upper == "C" else smooth, (v[-4], v[-3])
            self.control = (2 * ex - bx, 2 * ey - by)
        else:
            qx, qy = (v[0], v[1]) if upper == "Q" else smooth
            ax, ay = x0 + (qx - x0) * 2 / 3, y0 + (qy - y0) * 2 / 3
            bx, by = ex + (qx - ex) * 2 / 3, ey + (qy - ey) * 2 / 3
            self.control = (2 * ex - qx, 2 * ey - qy)
        for p, q, r, s in _WEIGHTS:
            self._to(p * x0 + q * ax + r * bx + s * ex, p * y0 + q * ay + r * by + s * ey)

    def _to(self, x: float, y: float) -> None:
        if self.last == "Z" or not self.rings:
            self.rings.append([(self.x, self.y)])
            self.last = ""
        self.rings[-1].append((x, y))
        self.x, self.y = x, y


def _bernstein(t: float) -> tuple[float, float, float, float]:
    u = 1 - t
    return u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t


_WEIGHTS = tuple(_bernstein(k / CHORDS) for k in range(1, CHORDS + 1))


def _parted(data: str) -> str:
    """Path data with the flags of arcs set apart ("a1 1 0 01.5.5")."""
    if "a" not in data and "A" not in data:
        return data
    return _ARCS.sub(lambda m: m[1] + _ARC.sub(lambda a: " ".join(a.groups()) + " ", m[2]), data)


def _arc(start: Point, v: list[float], end: Point) -> list[Point]:
    """Points on an elliptical arc, the last one its end (SVG 1.1, appendix F.6)."""
    rx, ry, phi, large, sweep = abs(v[0]), abs(v[1]), math.radians(v[2]), bool(v[3]), bool(v[4])
    if start == end or not (rx and ry):
        return [end]
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    square = max(0.0, (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1)
    root = math.sqrt(square) * (1 if large != sweep else -1)
    qx, qy = root * rx * py / ry, -root * ry * px / rx
    cx = cos * qx - sin * qy + (start[0] + end[0]) / 2
    cy = sin * qx + cos * qy + (start[1] + end[1]) / 2
    first = math.atan2((py - qy) / ry, (px - qx) / rx)
    angle = (math.atan2((-py - qy) / ry, (-px - qx) / rx) - first) % (2 * math.pi)
    angle -= 0 if sweep else 2 * math.pi
    steps = max(2, math.ceil(abs(angle) / (math.pi / 2) * CHORDS))
    turns = [first + angle * k / steps for k in range(1, steps)]
    return [
        *(
            (
                cx + rx * math.cos(a) * cos - ry * math.sin(a) * sin,
                cy + rx * math.cos(a) * sin + ry * math.sin(a) * cos,
            )
            for a in turns
        ),
        end,
    ]
