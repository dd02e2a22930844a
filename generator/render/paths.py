"""SVG shapes as PDF path operators, with their bounding boxes."""

from __future__ import annotations

import math
from functools import lru_cache

from msgspec import Struct

from generator.render.numbers import n
from generator.svg.errors import Fault
from generator.svg.matrix import Box
from generator.svg.numbers import LIMIT, floats, length
from generator.svg.paths import FAR, FAR_HINT, Arc, trace

KAPPA = 0.5522847498


class Drawn(Struct, frozen=True):
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

    def arc(self, arc: Arc) -> None:
        at = arc.at
        steps = max(1, math.ceil(abs(arc.angle) / (math.pi / 2) - 1e-9))
        step = arc.angle / steps
        k = 4 / 3 * math.tan(step / 4)

        for i in range(steps):
            a, b = arc.start + i * step, arc.start + (i + 1) * step
            ca, sa, cb, sb = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
            last = (arc.x, arc.y) if i == steps - 1 else at(cb, sb)
            self.curve(*at(ca - k * sa, sa + k * ca), *at(cb + k * sb, sb - k * cb), *last)

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
    pen = _Pen()
    trace(data, pen)
    return pen.drawn()


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
