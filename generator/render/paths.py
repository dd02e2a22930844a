"""SVG shapes as PDF path operators, with their bounding boxes.

Arcs follow the end-point to centre conversion of SVG 1.1, appendix F.6.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from generator.render.errors import Fault
from generator.render.numbers import HUGE, LIMIT, NUMBER, floats, length, n

FAR, FAR_HINT = "a path leaves the drawing by more than 100 m", "check its numbers"
KAPPA = 0.5522847498
SHAPES = frozenset("path rect circle ellipse line polyline polygon".split())
_TOKEN = re.compile(rf"([MmLlHhVvCcSsQqTtAaZz])|({NUMBER})|([^\s,])")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Drawn:
    """PDF path construction operators and the box (left, top, right, bottom) they fill."""

    operators: str
    box: Box


class _Pen:
    """Collects operators and the extent of what was drawn."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.xs: list[float] = []
        self.ys: list[float] = []
        self.x = self.y = 0.0

    def move(self, x: float, y: float) -> None:
        self._at(x, y)
        self.out.append(f"{n(x)} {n(y)} m")

    def line(self, x: float, y: float) -> None:
        self._at(x, y)
        self.out.append(f"{n(x)} {n(y)} l")

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        if not (-LIMIT < x1 < LIMIT and -LIMIT < y1 < LIMIT and -LIMIT < x2 < LIMIT and -LIMIT < y2 < LIMIT):
            raise Fault(FAR, FAR_HINT)
        self.xs += _extremes(self.x, x1, x2, x)
        self.ys += _extremes(self.y, y1, y2, y)
        self._at(x, y)
        self.out.append(f"{n(x1)} {n(y1)} {n(x2)} {n(y2)} {n(x)} {n(y)} c")

    def close(self) -> None:
        self.out.append("h")

    def _at(self, x: float, y: float) -> None:
        if not (-LIMIT < x < LIMIT and -LIMIT < y < LIMIT):
            raise Fault(FAR, FAR_HINT)
        self.x, self.y = x, y
        self.xs.append(x)
        self.ys.append(y)

    def drawn(self) -> Drawn:
        if not self.xs:
            return Drawn("", (0.0, 0.0, 0.0, 0.0))
        return Drawn("\n".join(self.out), (min(self.xs), min(self.ys), max(self.xs), max(self.ys)))


def shape(tag: str, attributes: dict[str, str]) -> Drawn:
    """Draw a `path`, `rect`, `circle`, `ellipse`, `line`, `polyline` or `polygon`."""
    if tag == "path":
        return path(attributes.get("d", ""))
    if tag in ("polygon", "polyline"):
        return _poly(attributes.get("points", ""), tag == "polygon")
    if tag == "rect":
        get = (
            length(attributes, k, -1.0 if k[0] == "r" else 0.0)
            for k in ("x", "y", "width", "height", "rx", "ry")
        )
        return _rect(*get)
    if tag == "line":
        pen = _Pen()
        pen.move(length(attributes, "x1"), length(attributes, "y1"))
        pen.line(length(attributes, "x2"), length(attributes, "y2"))
        return pen.drawn()
    cx, cy = length(attributes, "cx"), length(attributes, "cy")
    if tag == "circle":
        r = length(attributes, "r")
        return _ellipse(cx, cy, r, r)
    return _ellipse(cx, cy, length(attributes, "rx"), length(attributes, "ry"))


@lru_cache(maxsize=4096)
def _poly(points: str, closed: bool) -> Drawn:
    values = floats(points)
    if len(values) % 2:
        raise Fault(f'points="{points[:40]}" has an odd count of numbers', "give pairs x,y")
    pen = _Pen()
    for k in range(0, len(values), 2):
        (pen.line if k else pen.move)(values[k], values[k + 1])
    if closed and values:
        pen.close()
    return pen.drawn()


@lru_cache(maxsize=4096)
def _rect(x: float, y: float, w: float, h: float, rx: float, ry: float) -> Drawn:
    if w <= 0 or h <= 0:
        return Drawn("", (x, y, x, y))
    rx, ry = (ry if rx < 0 else rx), (rx if ry < 0 else ry)
    rx, ry = max(0.0, min(rx, w / 2)), max(0.0, min(ry, h / 2))
    if not (rx and ry):
        return Drawn(f"{n(x)} {n(y)} {n(w)} {n(h)} re", (x, y, x + w, y + h))
    pen, kx, ky, right, bottom = _Pen(), rx * (1 - KAPPA), ry * (1 - KAPPA), x + w, y + h
    pen.move(x + rx, y)
    pen.line(right - rx, y)
    pen.curve(right - kx, y, right, y + ky, right, y + ry)
    pen.line(right, bottom - ry)
    pen.curve(right, bottom - ky, right - kx, bottom, right - rx, bottom)
    pen.line(x + rx, bottom)
    pen.curve(x + kx, bottom, x, bottom - ky, x, bottom - ry)
    pen.line(x, y + ry)
    pen.curve(x, y + ky, x + kx, y, x + rx, y)
    pen.close()
    return pen.drawn()


@lru_cache(maxsize=4096)
def _ellipse(cx: float, cy: float, rx: float, ry: float) -> Drawn:
    if rx <= 0 or ry <= 0:
        return Drawn("", (cx, cy, cx, cy))
    pen, kx, ky = _Pen(), rx * KAPPA, ry * KAPPA
    pen.move(cx + rx, cy)
    pen.curve(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)
    pen.curve(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)
    pen.curve(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)
    pen.curve(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)
    pen.close()
    return pen.drawn()


@lru_cache(maxsize=8192)
def path(data: str) -> Drawn:
    """Convert SVG path data; Fault names the place of the first thing that cannot be read."""
    pen, reader = _Pen(), _Reader(data)
    start = (0.0, 0.0)
    control: tuple[float, float] | None = None
    last = ""
    for command, v in reader:
        upper, relative = command.upper(), command.islower()
        ox, oy = (pen.x, pen.y) if relative else (0.0, 0.0)
        if not last and upper != "M":
            raise Fault(f'path data "{data[:40]}" must start with M')
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
            control = _curve(pen, upper, v, ox, oy, reflect)
        last = upper
    return pen.drawn()


_SMOOTH = {("C", "S"), ("S", "S"), ("Q", "T"), ("T", "T")}


def _curve(
    pen: _Pen, upper: str, v: list[float], ox: float, oy: float, reflect: tuple[float, float]
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


class _Reader:
    """Splits path data into commands with their numbers, repeating implicit ones."""

    def __init__(self, data: str) -> None:
        self.data = data

    def __iter__(self) -> Iterator[tuple[str, list[float]]]:
        command = ""
        numbers: list[float] = []
        for token in _TOKEN.finditer(self._spaced()):
            if token[3]:
                raise Fault(f'path data "{self.data[:40]}" has an unexpected "{token[3]}"')
            if token[1]:
                yield from self._flush(command, numbers)
                command, numbers = token[1], []
            else:
                numbers.append(float(token[2]))
        yield from self._flush(command, numbers)

    def _spaced(self) -> str:
        # Arc flags may stand without separators ("a1 1 0 01.5.5"); part them before tokenising.
        if "a" not in self.data and "A" not in self.data:
            return self.data
        return re.sub(r"([Aa])([^MmLlHhVvCcSsQqTtAaZz]*)", lambda m: m[1] + _part_flags(m[2]), self.data)

    def _flush(self, command: str, numbers: list[float]) -> Iterator[tuple[str, list[float]]]:
        if not command:
            if numbers:
                raise Fault(f'path data "{self.data[:40]}" must start with M')
            return
        size = _ARGUMENTS[command.upper()]
        if size == 0:
            if numbers:
                raise Fault(f'path data "{self.data[:40]}" has numbers after Z')
            yield command, []
            return
        if not numbers or len(numbers) % size:
            raise Fault(
                f'path data "{self.data[:40]}": "{command}" takes {size} numbers, found {len(numbers)}'
            )
        for k in range(0, len(numbers), size):
            yield command, numbers[k : k + size]
            command = {"M": "L", "m": "l"}.get(command, command)


_ARC = re.compile(
    rf"\s*,?\s*({NUMBER})\s*,?\s*({NUMBER})\s*,?\s*({NUMBER})\s*,?\s*([01])\s*,?\s*([01])\s*,?\s*({NUMBER})\s*,?\s*({NUMBER})"
)


def _part_flags(arguments: str) -> str:
    return _ARC.sub(lambda m: " " + " ".join(m.groups()) + " ", arguments)


def _arc(pen: _Pen, v: list[float], x: float, y: float) -> None:
    if not (abs(v[0]) < HUGE and abs(v[1]) < HUGE and abs(v[2]) < HUGE and abs(x) < LIMIT and abs(y) < LIMIT):
        raise Fault(FAR, FAR_HINT)
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
    steps = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-9))
    step = angle / steps
    k = 4 / 3 * math.tan(step / 4)

    def at(u: float, w: float) -> tuple[float, float]:
        return cx + rx * u * cos - ry * w * sin, cy + rx * u * sin + ry * w * cos

    for i in range(steps):
        a, b = start + i * step, start + (i + 1) * step
        ca, sa, cb, sb = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
        last = (x, y) if i == steps - 1 else at(cb, sb)
        pen.curve(*at(ca - k * sa, sa + k * ca), *at(cb + k * sb, sb - k * cb), *last)


def _extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
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
