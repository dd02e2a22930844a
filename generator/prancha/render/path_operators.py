"""SVG shapes as PDF path operators with their bounding boxes; numbers and colours as operands."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from prancha.graphics.svg.css_colours import parse_colour
from prancha.graphics.svg.matrix import LIMIT, floats, length
from prancha.graphics.svg.path_data import FAR, FAR_HINT, Arc, extremes, trace
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box
from prancha.model.units import number


@lru_cache(maxsize=16384)
def n(value: float) -> str:
    """Write a number with micrometre precision, shortest form."""
    text = f"{value:.3f}"
    if text.endswith(".000"):
        return "0" if text == "-0.000" else text[:-4]
    return text.rstrip("0")


@lru_cache(maxsize=4096)
def operands(text: str) -> str:
    """The colour as PDF operands, `0.2 0 1`."""
    return " ".join(map(number, parse_colour(text)))


@lru_cache(maxsize=4096)
def grey(text: str) -> str:
    """The grey that a colour is in a mask (CSS Masking 1, 7.10.1), as operands of red, green and blue.

    PDF weighs colours otherwise, but greys alike.
    """
    red, green, blue = parse_colour(text)
    return " ".join([number(0.2125 * red + 0.7154 * green + 0.0721 * blue)] * 3)


KAPPA = 0.5522847498


class PathOperators(Struct, frozen=True):
    """PDF path construction operators and the box (left, top, right, bottom) they fill.

    `flat` says that they enclose nothing: PDF would fill them with a hairline.  `dots` says that
    some part of them has no length: PDF does not end that as SVG does.
    """

    operators: str
    box: Box
    flat: bool = False
    dots: bool = False


class _OperatorPen:
    """Collects operators and the extent of what was drawn."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.xs: list[float] = []
        self.ys: list[float] = []
        self.x = self.y = 0.0
        self.corners = False
        """Whether a part has more than one line, or a curve."""
        self.dots = False
        self._lines = 0
        self._moved = True
        """Whether the part that is drawn goes anywhere."""

    def move(self, x: float, y: float) -> None:
        self.dots = self.dots or not self._moved
        self._at(x, y)
        self._lines, self._moved = 0, False
        self.out.append(f"{n(x)} {n(y)} m")

    def line(self, x: float, y: float) -> None:
        self._moved = self._moved or (x, y) != (self.x, self.y)
        self._at(x, y)
        self._lines += 1
        self.corners = self.corners or self._lines > 1
        self.out.append(f"{n(x)} {n(y)} l")

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        if not (-LIMIT < x1 < LIMIT and -LIMIT < y1 < LIMIT and -LIMIT < x2 < LIMIT and -LIMIT < y2 < LIMIT):
            raise DrawingFault(FAR, FAR_HINT)
        self.corners = self._moved = True
        self.xs += extremes(self.x, x1, x2, x)
        self.ys += extremes(self.y, y1, y2, y)
        self._at(x, y)
        self.out.append(f"{n(x1)} {n(y1)} {n(x2)} {n(y2)} {n(x)} {n(y)} c")

    def arc(self, arc: Arc) -> None:
        for curve in arc.curves():
            self.curve(*curve)

    def close(self) -> None:
        self.out.append("h")

    def _at(self, x: float, y: float) -> None:
        if not (-LIMIT < x < LIMIT and -LIMIT < y < LIMIT):
            raise DrawingFault(FAR, FAR_HINT)
        self.x, self.y = x, y
        self.xs.append(x)
        self.ys.append(y)

    def drawn(self) -> PathOperators:
        if not self.xs:
            return PathOperators("", (0.0, 0.0, 0.0, 0.0))
        box = (min(self.xs), min(self.ys), max(self.xs), max(self.ys))
        flat = box[0] == box[2] or box[1] == box[3] or not self.corners
        return PathOperators("\n".join(self.out), box, flat, self.dots or not self._moved)


def shape(tag: str, attributes: dict[str, str]) -> PathOperators:
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
        pen = _OperatorPen()
        pen.move(length(attributes, "x1"), length(attributes, "y1"))
        pen.line(length(attributes, "x2"), length(attributes, "y2"))
        return pen.drawn()
    cx, cy = length(attributes, "cx"), length(attributes, "cy")
    if tag == "circle":
        r = length(attributes, "r")
        return _ellipse(cx, cy, r, r)
    if "rx" not in attributes or "ry" not in attributes:
        raise DrawingFault("an ellipse has one radius")  # normalised, it has two
    return _ellipse(cx, cy, length(attributes, "rx"), length(attributes, "ry"))


@lru_cache(maxsize=4096)
def _poly(points: str, closed: bool) -> PathOperators:
    values = floats(points)
    if len(values) % 2:
        raise DrawingFault(f'points="{points[:40]}" has an odd count of numbers', "give pairs x,y")
    pen = _OperatorPen()
    for k in range(0, len(values), 2):
        (pen.line if k else pen.move)(values[k], values[k + 1])
    if closed and values:
        pen.close()
    return pen.drawn()


@lru_cache(maxsize=4096)
def _rect(x: float, y: float, w: float, h: float, rx: float, ry: float) -> PathOperators:
    if w <= 0 or h <= 0:
        return PathOperators("", (x, y, x, y))
    rx, ry = (ry if rx < 0 else rx), (rx if ry < 0 else ry)
    rx, ry = max(0.0, min(rx, w / 2)), max(0.0, min(ry, h / 2))
    if not (rx and ry):
        return PathOperators(f"{n(x)} {n(y)} {n(w)} {n(h)} re", (x, y, x + w, y + h))
    pen, kx, ky, right, bottom = _OperatorPen(), rx * (1 - KAPPA), ry * (1 - KAPPA), x + w, y + h
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
def _ellipse(cx: float, cy: float, rx: float, ry: float) -> PathOperators:
    if rx <= 0 or ry <= 0:
        return PathOperators("", (cx, cy, cx, cy))
    pen, kx, ky = _OperatorPen(), rx * KAPPA, ry * KAPPA
    pen.move(cx + rx, cy)
    pen.curve(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)
    pen.curve(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)
    pen.curve(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)
    pen.curve(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)
    pen.close()
    return pen.drawn()


@lru_cache(maxsize=8192)
def path(data: str) -> PathOperators:
    """Convert SVG path data; Fault names the place of the first thing that cannot be read."""
    pen = _OperatorPen()
    trace(data, pen)
    return pen.drawn()
