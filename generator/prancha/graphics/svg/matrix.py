"""Numbers, transform lists and view boxes of SVG attributes; points and boxes moved by a matrix."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from xml.etree.ElementTree import Element

from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box, Point

NUMBER = r"[-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?"
"""It never gives back a digit: trying every way to part a long one would take its square."""
_ONE = re.compile(NUMBER)
_LENGTH_TEXT = re.compile(rf"({NUMBER})\s*(px|mm|)\Z")
LIMIT = 1e5
"""Millimetres; anything larger is a mistake and overflows some readers."""
HUGE = 1e9
"""Beyond it numbers that are no lengths, such as factors, cannot be written either."""


def numbers(text: str) -> list[float]:
    """All numbers in an attribute, ignoring everything between them."""
    return [float(word) for word in _ONE.findall(text)]


@lru_cache(maxsize=4096)
def first(text: str, default: float = 0.0) -> float:
    """The first number in an attribute, where errors are not reported; `default` where there is none."""
    found = _ONE.search(text)
    value = float(found[0]) if found else default
    return value if -HUGE < value < HUGE else default


def length(attributes: dict[str, str], name: str, default: float = 0.0) -> float:
    """Read a length attribute in user units; Fault when it is not a number in range."""
    text = attributes.get(name)
    if text is None:
        return default
    value = _length(text)
    if value is None:
        raise DrawingFault(f'{name}="{text}" is not a length in millimetres', "write a plain number")
    if not -LIMIT < value < LIMIT:
        raise DrawingFault(f'{name}="{text}" is out of range')
    return value


@lru_cache(maxsize=16384)
def _length(text: str) -> float | None:
    found = _LENGTH_TEXT.match(text.strip())
    return float(found[1]) if found else None


def floats(text: str) -> list[float]:
    """All numbers of a list attribute; Fault when there is anything else in it."""
    rest = _ONE.sub("", text).strip(" ,\t\r\n")
    if rest:
        raise DrawingFault(f'"{text[:40]}" is not a list of numbers: "{rest[:10]}"', "write plain numbers")
    return [finite(float(word), text) for word in _ONE.findall(text)]


def finite(value: float, text: str) -> float:
    """Return `value`; Fault when it is no number or beyond all measure."""
    if not -HUGE < value < HUGE:
        raise DrawingFault(f'"{text[:40]}" has a number out of range')
    return value


Matrix = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_CALL = re.compile(r"\s*+(?:,\s*+)?([a-zA-Z]++)\s*+\(([^()]*+)\)")
"""It never gives back what it has read: trying every way to part a long text would take its square."""
_UNIT = re.compile(rf"({NUMBER})(?![eE][-+\d])([a-z%]+)")
_LENGTH: Mapping[str, float] = {"px": 1.0}
_ANGLE: Mapping[str, float] = {"deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0}
_FUNCTIONS: Mapping[str, tuple[Mapping[str, float], tuple[int, ...]]] = {
    "translate": (_LENGTH, (1, 2)), "translateX": (_LENGTH, (1,)), "translateY": (_LENGTH, (1,)),
    "scale": ({}, (1, 2)), "scaleX": ({}, (1,)), "scaleY": ({}, (1,)),
    "rotate": (_ANGLE, (1, 3)), "rotateZ": (_ANGLE, (1,)),
    "skew": (_ANGLE, (1, 2)), "skewX": (_ANGLE, (1,)), "skewY": (_ANGLE, (1,)),
    "matrix": ({}, (6,)),
}  # fmt: skip
"""The units that each function knows, and how many numbers it takes."""
_OF_CSS = frozenset(("translateX", "translateY", "scaleX", "scaleY", "rotateZ", "skew"))


def multiply(m: Matrix, k: Matrix) -> Matrix:
    """The matrix that applies `k` first, then `m`."""
    if k is IDENTITY:
        return m
    if m is IDENTITY:
        return k
    a, b, c, d, e, f = m
    return (
        a * k[0] + c * k[1],
        b * k[0] + d * k[1],
        a * k[2] + c * k[3],
        b * k[2] + d * k[3],
        a * k[4] + c * k[5] + e,
        b * k[4] + d * k[5] + f,
    )


@lru_cache(maxsize=8192)
def inverse(m: Matrix) -> Matrix | None:
    """The matrix that undoes `m`; None when `m` squeezes everything flat."""
    a, b, c, d, e, f = m
    det = a * d - b * c
    if abs(det) < 1e-12:
        return None
    return (d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)


@lru_cache(maxsize=4096)
def parse_transform(text: str, css: bool = False) -> Matrix:
    """Read `translate(..) rotate(..) scale(..) skewX(..) matrix(..)` or none.

    With `css` also what CSS has beyond: units of angles, px, `scaleX()`.  Raises DrawingFault.
    """
    result, position = IDENTITY, 0
    for call in _calls(text):
        position = call.end()
        result = multiply(result, _one(call[1], call[2], text, css))
    if text[position:].strip() not in ("", "none" if not position else ""):
        raise _unread(text)
    return result


def _calls(text: str) -> Iterator[re.Match[str]]:
    """The functions that a transform begins with, one after another."""
    call = _CALL.match(text)
    while call:
        yield call
        call = _CALL.match(text, call.end())


def check_transform(text: str, css: bool) -> None:
    """Refuse a transform that has units as an attribute, or none in CSS.  Raises DrawingFault."""
    parse_transform(text, css=True)
    for call in _calls(text):
        for number, unit in re.findall(rf"({NUMBER})(?![eE][-+\d])([a-z%]*)", call[2]):
            if css and not unit and float(number) and call[1] not in ("matrix", "scale", "scaleX", "scaleY"):
                raise DrawingFault(
                    f'transform="{text}" has no units', "in CSS write rotate(45deg), translate(2px, 3px)"
                )
            if unit and not css:
                raise DrawingFault(
                    f'transform="{text}" has units', "in an attribute write plain numbers: rotate(45)"
                )


def _unread(text: str) -> DrawingFault:
    return DrawingFault(
        f'transform="{text}" cannot be read', "use translate, rotate, scale, skewX, skewY or matrix"
    )


def _one(name: str, inside: str, text: str, css: bool) -> Matrix:
    """The matrix of one function."""
    kind = _FUNCTIONS.get(name)
    if kind is None or (not css and name in _OF_CSS):
        raise _unread(text)
    units, counts = kind
    if units and css:
        inside = _UNIT.sub(lambda found: _without(found, units, text), inside)
    v = floats(inside)
    if len(v) not in counts:
        raise _unread(text)
    return _matrix(name, v)


def _matrix(name: str, v: list[float]) -> Matrix:
    if name == "matrix":
        return (v[0], v[1], v[2], v[3], v[4], v[5])
    if name in ("rotate", "rotateZ"):
        angle = math.radians(v[0])
        turn = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0.0, 0.0)
        return turn if len(v) == 1 else about(turn, v[1], v[2])
    if name.startswith("skew"):
        along = v[0] if name != "skewY" else 0.0
        down = v[-1] if name == "skewY" or len(v) == 2 else 0.0
        return (1.0, math.tan(math.radians(down)), math.tan(math.radians(along)), 1.0, 0.0, 0.0)
    if name.startswith("translate"):
        x, y = (0.0, v[0]) if name == "translateY" else (v[0], v[1] if len(v) == 2 else 0.0)
        return (1.0, 0.0, 0.0, 1.0, x, y)
    across, down = {"scaleX": (v[0], 1.0), "scaleY": (1.0, v[0])}.get(name, (v[0], v[-1]))
    return (across, 0.0, 0.0, down, 0.0, 0.0)


def _without(found: re.Match[str], units: Mapping[str, float], text: str) -> str:
    """A number in the unit that the matrix is made of."""
    if found[2] not in units:
        raise _unread(text)
    factor = units[found[2]]
    return found[1] if factor == 1 else repr(float(found[1]) * factor)


def about(m: Matrix, x: float, y: float) -> Matrix:
    """The matrix that applies `m` about the point (x, y)."""
    return multiply((1.0, 0.0, 0.0, 1.0, x, y), multiply(m, (1.0, 0.0, 0.0, 1.0, -x, -y)))


def moved(m: Matrix, point: Point) -> Point:
    """`point` moved by `m`."""
    x, y = point
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def moved_box(m: Matrix, box: Box) -> Box:
    """The upright box around `box` moved by `m`."""
    if m is IDENTITY or box[0] > box[2]:
        return box
    left, top, right, bottom = box
    a, b, c, d, e, f = m
    if not (b or c):
        x1, x2, y1, y2 = a * left + e, a * right + e, d * top + f, d * bottom + f
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
    xs = a * left + c * top, a * right + c * top, a * left + c * bottom, a * right + c * bottom
    ys = b * left + d * top, b * right + d * top, b * left + d * bottom, b * right + d * bottom
    return min(xs) + e, min(ys) + f, max(xs) + e, max(ys) + f


def scale_of(m: Matrix) -> float:
    """The mean factor by which `m` enlarges lengths."""
    return 1.0 if m is IDENTITY else math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))


ViewBox = tuple[float, float, float, float]
"""x, y, width, height."""
_ASPECT = r"\s*(?:defer\s+)?(none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?:\s+(meet|slice))?\s*\Z"


def view_box(root: Element) -> ViewBox:
    """The viewBox as x, y, width, height; Fault when it is absent or empty."""
    return view_box_of(root.attrib.get("viewBox", ""))


def view_box_of(text: str) -> ViewBox:
    """Read a viewBox: four numbers, the last two above 0.  Raises DrawingFault."""
    values = floats(text)
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise DrawingFault("the drawing has no viewBox of four numbers", 'write viewBox="0 0 width height"')
    return values[0], values[1], values[2], values[3]


def aspect(text: str) -> tuple[str, bool]:
    """The alignment of preserveAspectRatio, and whether it is to slice."""
    found = re.match(_ASPECT, text)
    if not found:
        raise ValueError("none, or xMidYMid and its like with meet or slice")
    return found[1], found[2] == "slice"


def fit(
    box: ViewBox,
    x: float,
    y: float,
    width: float,
    height: float,
    align: str = "xMidYMid",
    cover: bool = False,
) -> Matrix:
    """The matrix that fits `box` into a rectangle (SVG preserveAspectRatio), `cover` for slice."""
    left, top, wide, high = box
    scale = (max if cover else min)(width / wide, height / high)
    shares = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    try:
        across, down = shares[align[1:4]], shares[align[5:8]]
    except KeyError:
        raise DrawingFault(
            f'preserveAspectRatio="{align}" is not known', "write xMidYMid meet or slice"
        ) from None
    return (
        scale,
        0.0,
        0.0,
        scale,
        x + (width - wide * scale) * across - left * scale,
        y + (height - high * scale) * down - top * scale,
    )
