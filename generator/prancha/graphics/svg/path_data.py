"""Path data read command by command, for pens that draw it or walk along it.

Arcs follow the end-point to centre conversion of SVG 1.1, appendix F.6.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Protocol

from msgspec import Struct, field

from prancha.graphics.svg.matrix import HUGE, IDENTITY, LIMIT, NUMBER, Matrix, moved
from prancha.graphics.svg.svg_markup import DrawingFault

FAR, FAR_HINT = "a path leaves the drawing by more than 100 m", "check its numbers"
SHAPES = frozenset("path rect circle ellipse line polyline polygon".split())
_TOKEN = rf"([MmLlHhVvCcSsQqTtAaZz])|({NUMBER})|([^\s,])"
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
Command = tuple[str, list[float]]
"""A letter and its numbers."""


class Arc(Struct, frozen=True):
    """Part of an ellipse that is turned (by `cos` and `sin`): from angle `start` on by `angle`, to (x, y)."""

    cx: float
    cy: float
    rx: float
    ry: float
    cos: float
    sin: float
    start: float
    angle: float
    x: float
    y: float

    def at(self, u: float, w: float) -> tuple[float, float]:
        """The position of point (u, w) of the unit circle."""
        rx, ry, cos, sin = self.rx, self.ry, self.cos, self.sin
        return self.cx + rx * u * cos - ry * w * sin, self.cy + rx * u * sin + ry * w * cos

    def curves(self, most: float = math.pi / 2) -> Iterator[tuple[float, float, float, float, float, float]]:
        """Cubic curves along the arc, each of at most an angle: two control points and the end of each."""
        steps = max(1, math.ceil(abs(self.angle) / most - 1e-9))
        step = self.angle / steps
        k = 4 / 3 * math.tan(step / 4)
        for i in range(steps):
            a, b = self.start + i * step, self.start + (i + 1) * step
            ca, sa, cb, sb = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
            last = (self.x, self.y) if i == steps - 1 else self.at(cb, sb)
            yield (*self.at(ca - k * sa, sa + k * ca), *self.at(cb + k * sb, sb - k * cb), *last)


class Pen(Protocol):
    """Draws a path; `x` and `y` are the current point."""

    x: float
    y: float

    def move(self, x: float, y: float) -> None:
        """Begin a part of the path."""

    def line(self, x: float, y: float) -> None:
        """Draw a straight line."""

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        """Draw a cubic curve."""

    def arc(self, arc: Arc) -> None:
        """Draw part of an ellipse."""

    def close(self) -> None:
        """Draw back to where the part began."""


class Extent:
    """A pen that draws nothing, and finds the box that a path moved by `matrix` fills."""

    def __init__(self, matrix: Matrix = IDENTITY) -> None:
        self.x = self.y = 0.0
        self._matrix = matrix
        self._xs: list[float] = []
        self._ys: list[float] = []

    def move(self, x: float, y: float) -> None:
        """Go to where a part of the path begins, or a straight line ends."""
        across, down = moved(self._matrix, (x, y))
        if not (-LIMIT < across < LIMIT and -LIMIT < down < LIMIT):
            raise DrawingFault(FAR, FAR_HINT)
        self.x, self.y = x, y
        self._xs.append(across)
        self._ys.append(down)

    line = move

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        """Go along a cubic curve."""
        start, end = moved(self._matrix, (self.x, self.y)), moved(self._matrix, (x, y))
        first, second = moved(self._matrix, (x1, y1)), moved(self._matrix, (x2, y2))
        if not all(-LIMIT < value < LIMIT for value in (*first, *second)):
            raise DrawingFault(FAR, FAR_HINT)
        self._xs += extremes(start[0], first[0], second[0], end[0])
        self._ys += extremes(start[1], first[1], second[1], end[1])
        self.move(x, y)

    def arc(self, arc: Arc) -> None:
        """Go along part of an ellipse."""
        for curve in arc.curves():
            self.curve(*curve)

    def close(self) -> None:
        """Go back to where the part began."""

    @property
    def box(self) -> tuple[float, float, float, float] | None:
        """Left, top, right, bottom; None for an empty path."""
        return (min(self._xs), min(self._ys), max(self._xs), max(self._ys)) if self._xs else None


def extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """Values where a cubic Bezier turns back, strictly inside its span."""
    if min(p0, p3) <= p1 <= max(p0, p3) and min(p0, p3) <= p2 <= max(p0, p3):
        return []
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    if abs(a) < 1e-12:
        roots = [-c / b] if b else []
    else:
        inside = b * b - 4 * a * c
        roots = [(-b + s * math.sqrt(inside)) / (2 * a) for s in (1, -1)] if inside >= 0 else []
    return [
        (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t * t * p2 + t**3 * p3
        for t in roots
        if 0 < t < 1
    ]


def trace(data: str, pen: Pen) -> None:
    """Have path data drawn; Fault names the first thing that cannot be read."""
    start = (0.0, 0.0)
    control: tuple[float, float] | None = None
    last = ""
    for command, v in _commands(data):
        upper, relative = command.upper(), command.islower()
        ox, oy = (pen.x, pen.y) if relative else (0.0, 0.0)
        if not last and upper != "M":
            raise DrawingFault(f'path data "{data[:40]}" must start with M')
        reflect = control if control and (last, upper) in _SMOOTH else (pen.x, pen.y)
        control = None
        if upper == "M":
            pen.move(ox + v[0], oy + v[1])
            start = (pen.x, pen.y)
        elif upper == "Z":
            pen.close()
            pen.x, pen.y = start
        elif upper in "LHV":
            pen.line(
                ox + v[0] if upper != "V" else pen.x,
                oy + v[-1] if upper != "H" else pen.y,
            )
        elif upper == "A":
            _arc(pen, v, ox + v[5], oy + v[6])
        else:
            control = _curve(pen, upper, v=v, ox=ox, oy=oy, reflect=reflect)
        last = upper


_SMOOTH = {("C", "S"), ("S", "S"), ("Q", "T"), ("T", "T")}


def _curve(
    pen: Pen, upper: str, v: list[float], ox: float, oy: float, reflect: tuple[float, float]
) -> tuple[float, float]:
    """Draw C, S, Q or T; return the mirrored control point a smooth successor starts with."""
    ex, ey = ox + v[-2], oy + v[-1]
    if upper in "CS":
        first = (ox + v[0], oy + v[1]) if upper == "C" else reflect
        cx, cy = ox + v[-4], oy + v[-3]
        pen.curve(*first, cx, cy, ex, ey)
    else:
        cx, cy = (ox + v[0], oy + v[1]) if upper == "Q" else reflect
        x, y = pen.x, pen.y
        pen.curve(
            x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3, ex + (cx - ex) * 2 / 3, ey + (cy - ey) * 2 / 3, ex, ey
        )
    return 2 * ex - cx, 2 * ey - cy


def _commands(data: str) -> Iterator[Command]:
    """Path data as commands with their numbers, implicit ones repeated."""
    command = ""
    numbers: list[float] = []
    for token in re.finditer(_TOKEN, _spaced(data)):
        if token[3]:
            raise DrawingFault(f'path data "{data[:40]}" has an unexpected "{token[3]}"')
        if token[1]:
            yield from _repeated(data, command, numbers)
            command, numbers = token[1], []
        else:
            numbers.append(float(token[2]))
    yield from _repeated(data, command, numbers)


def _spaced(data: str) -> str:
    # Arc flags may stand without separators ("a1 1 0 01.5.5"); part them before tokenising.
    if "a" not in data and "A" not in data:
        return data
    return re.sub(
        r"([Aa])([^MmLlHhVvCcSsQqTtAaZz]*)",
        lambda arc: arc[1] + re.sub(_ARC, lambda v: f" {' '.join(v.groups())} ", arc[2]),
        data,
    )


def _repeated(data: str, command: str, numbers: list[float]) -> Iterator[Command]:
    if not command:
        if numbers:
            raise DrawingFault(f'path data "{data[:40]}" must start with M')
        return
    size = _ARGUMENTS[command.upper()]
    if size == 0:
        if numbers:
            raise DrawingFault(f'path data "{data[:40]}" has numbers after Z')
        yield command, []
        return
    if not numbers or len(numbers) % size:
        raise DrawingFault(f'path data "{data[:40]}": "{command}" takes {size} numbers, found {len(numbers)}')
    for k in range(0, len(numbers), size):
        yield command, numbers[k : k + size]
        command = {"M": "L", "m": "l"}.get(command, command)


_FLAG = r"\s*,?\s*([01])"
_VALUE = rf"\s*,?\s*({NUMBER})"
_ARC = 3 * _VALUE + 2 * _FLAG + 2 * _VALUE


def _arc(pen: Pen, v: list[float], x: float, y: float) -> None:
    if not (abs(v[0]) < HUGE and abs(v[1]) < HUGE and abs(v[2]) < HUGE and abs(x) < LIMIT and abs(y) < LIMIT):
        raise DrawingFault(FAR, FAR_HINT)
    if not {v[3], v[4]} <= {0.0, 1.0}:
        raise DrawingFault("an arc has a flag that is neither 0 nor 1", "write rx ry angle large sweep x y")
    rx, ry, phi, large, sweep = abs(v[0]), abs(v[1]), math.radians(v[2]), bool(v[3]), bool(v[4])
    x0, y0 = pen.x, pen.y
    if (x0, y0) == (x, y):
        return
    if not (rx and ry):
        pen.line(x, y)
        return
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (x0 - x) / 2, (y0 - y) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    square = max(0.0, (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1)
    root = math.sqrt(square) * (1 if large != sweep else -1)
    qx, qy = root * rx * py / ry, -root * ry * px / rx
    cx, cy = cos * qx - sin * qy + (x0 + x) / 2, sin * qx + cos * qy + (y0 + y) / 2
    start = math.atan2((py - qy) / ry, (px - qx) / rx)
    end = math.atan2((-py - qy) / ry, (-px - qx) / rx)
    angle = (end - start) % (2 * math.pi) - (0 if sweep else 2 * math.pi)
    pen.arc(Arc(cx, cy, rx=rx, ry=ry, cos=cos, sin=sin, start=start, angle=angle, x=x, y=y))


class PathWalk(Struct):
    """A path as chords; a Pen of `prancha.graphics.svg.path_data`.

    With 24 `chords` for a cubic curve or a quarter turn it is on a card less than a hair from the curve, and
    its way there less than two degrees.
    """

    x: float = 0.0
    y: float = 0.0
    points: list[tuple[float, float]] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    parts: int = 0
    chords: int = 24

    def move(self, x: float, y: float) -> None:
        """Begin the path; a second part is counted, and refused later."""
        self.parts += 1
        self.x, self.y = x, y
        if self.parts == 1:
            self.points.append((x, y))
            self.lengths.append(0.0)

    def line(self, x: float, y: float) -> None:
        """Go straight on."""
        step = math.hypot(x - self.x, y - self.y)
        if step > 0 and self.parts == 1:
            self.points.append((x, y))
            self.lengths.append(self.lengths[-1] + step)
        self.x, self.y = x, y

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        """Follow a cubic curve."""
        x0, y0 = self.x, self.y
        for k in range(1, self.chords + 1):
            t = k / self.chords
            s = 1 - t
            a, b, c, e = s**3, 3 * s * s * t, 3 * s * t * t, t**3
            self.line(a * x0 + b * x1 + c * x2 + e * x, a * y0 + b * y1 + c * y2 + e * y)

    def arc(self, arc: Arc) -> None:
        """Follow part of an ellipse."""
        chords = max(2, math.ceil(abs(arc.angle) / (math.pi / 2) * self.chords))
        for k in range(1, chords):
            angle = arc.start + arc.angle * k / chords
            self.line(*arc.at(math.cos(angle), math.sin(angle)))
        self.line(arc.x, arc.y)

    def close(self) -> None:
        """Go back to where the path began."""
        self.line(*self.points[0])

    def at(self, length: float) -> tuple[float, float, float]:
        """The point `length` along, and the way it goes there in radians; straight on past the ends."""
        k = min(max(bisect_right(self.lengths, length), 1), len(self.points) - 1)
        (x0, y0), (x1, y1) = self.points[k - 1], self.points[k]
        share = (length - self.lengths[k - 1]) / (self.lengths[k] - self.lengths[k - 1])
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0), math.atan2(y1 - y0, x1 - x0)
