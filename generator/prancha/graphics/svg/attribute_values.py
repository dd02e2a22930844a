"""Value types of SVG attributes and properties: validate and read them.

Readers raise ValueError with what was expected.  A length keeps its unit, which only its place gives a size.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache, partial
from typing import TypeVar

from prancha.graphics.svg.css_colours import rgba
from prancha.graphics.svg.matrix import HUGE, LIMIT, NUMBER, aspect, check_transform, floats, view_box_of
from prancha.graphics.svg.path_data import Extent, trace
from prancha.graphics.svg.svg_markup import DrawingFault

_Read = TypeVar("_Read")
UNITS = frozenset(("", "px", "mm", "cm", "in", "pt", "pc", "q", "em", "ex", "rem", "%"))
FONT_SIZES: Mapping[str, float] = {
    "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
    "xxx-large": 48,
}  # fmt: skip
"""Sizes of type by name, in CSS pixels, as browsers set them."""
FONT_WEIGHTS: Mapping[str, int] = {"normal": 400, "bold": 700}
WIDE = ("inherit", "initial", "unset", "revert")
"""What any property may have as its value (CSS Cascading 4)."""

_LENGTH = re.compile(rf"\s*+({NUMBER})\s*+([a-zA-Z]*+|%)\s*+\Z")
_URL = re.compile(r"""\s*+url\(\s*+(['"]?)([^'")]*+)\1\s*+\)\s*+(.*)\Z""", re.DOTALL)
_ANGLE = re.compile(rf"\s*+({NUMBER})\s*+(deg|rad|grad|turn|)\s*+\Z")
_DEGREES: Mapping[str, float] = {"": 1.0, "deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0}
_LINES = frozenset("none underline overline line-through blink solid auto from-font".split())
_FUNCTION = re.compile(
    r"(blur|drop-shadow|brightness|contrast|grayscale|hue-rotate|invert|opacity|saturate|sepia)\("
)
_ORDERED = frozenset("normal fill stroke markers".split())
_SIDES = frozenset("left center right top bottom".split())


@lru_cache(maxsize=4096)
def length(text: str) -> tuple[float, str]:
    """A number and its unit, in small letters; "" for user units."""
    found = _LENGTH.match(text)
    unit = found[2].lower() if found else ""
    if not found or unit not in UNITS:
        raise ValueError("a number, or one with px, mm, cm, in, pt, pc, em or %")
    value = float(found[1])
    if not -HUGE < value < HUGE:
        raise ValueError("a number within reach")
    return value, unit


def fraction(text: str) -> float:
    """A number, or a percentage as a share of 1."""
    value, unit = length(text)
    return value / 100 if unit == "%" else value


def lengths(text: str) -> list[tuple[float, str]]:
    """Lengths with white space or commas between them."""
    return [length(word) for word in text.replace(",", " ").split()]


def _length_or(text: str, expected: str, units: Collection[str]) -> tuple[float, str]:
    """A length in one of `units`; raises ValueError with `expected` for anything else."""
    try:
        value, unit = length(text)
    except ValueError:
        raise ValueError(expected) from None
    if unit not in units:
        raise ValueError(expected)
    return value, unit


def share(text: str) -> float:
    """A number or percentage, within 0 and 1."""
    value, unit = _length_or(text, "a number from 0 to 1, or a percentage", ("", "%"))
    return min(1.0, max(0.0, value / 100 if unit else value))


def angle(text: str) -> float:
    """Degrees."""
    found = _ANGLE.match(text)
    if not found:
        raise ValueError("an angle such as 45 or 45deg")
    return float(found[1]) * _DEGREES[found[2]]


def link(text: str) -> tuple[str, str]:
    """The id that `url(#id)` names, and what follows it; "" for none."""
    if text.strip() == "none":
        return "", ""
    found = _URL.match(text)
    if not found:
        raise ValueError("none or url(#id)")
    name = found[2].strip()
    if not name.startswith("#"):
        raise ValueError("url(#id): only what stands in the same file can be referred to")
    if not name[1:].strip():
        raise ValueError("url(#id): this one names nothing")
    return name[1:].strip(), found[3].strip()


def tidy(text: str) -> str:
    """A value of the grammar without white space around it, and a reference in it as `url(#id)`."""
    text = text.strip()
    if not text.startswith("url("):
        return text
    name, rest = link(text)
    return f"url(#{name}) {rest}".rstrip()


def _paint(text: str) -> None:
    if text.startswith("url("):
        _, rest = link(text)
        if rest and rest != "none":
            _colour(rest)
    elif text not in ("none", "context-fill", "context-stroke"):
        _colour(text)


BARE = re.compile(r"[0-9a-fA-F]{6}\Z")
"""A colour without its #, which browsers leave out."""


def _colour(text: str) -> None:
    if text.lower() != "currentcolor" and not BARE.match(text):
        rgba(text)


def _link(text: str) -> None:
    _, rest = link(text)
    if rest:
        raise ValueError("none or url(#id)")


def _checked(
    read: Callable[[str], _Read], holds: Callable[[_Read], bool], expected: str
) -> Callable[[str], None]:
    """A reader that raises ValueError with `expected` for values of which something does not hold."""

    def check(text: str) -> None:
        if not holds(read(text)):
            raise ValueError(expected)

    return check


_width = _checked(length, lambda found: found[0] >= 0, "a length of 0 or more")


def _limit(text: str) -> None:
    if _length_or(text, "a number of 1 or more", ("",))[0] < 0:
        raise ValueError("a number of 1 or more")


def _font_size(text: str) -> None:
    if text not in FONT_SIZES:
        _width(text)


def _font_weight(text: str) -> None:
    if text in FONT_WEIGHTS:
        return
    expected = "normal, bold, bolder, lighter or a number such as 400 or 700"
    if not 1 <= _length_or(text, expected, ("",))[0] <= 1000:
        raise ValueError(expected)


def _decoration(text: str) -> None:
    for word in re.sub(r"\s*,\s*", ",", text).split():
        if word not in _LINES:
            try:
                _colour(word)
            except ValueError:
                raise ValueError("none, underline, overline or line-through") from None


def _origin(text: str) -> None:
    words = text.replace(",", " ").split()
    if not 1 <= len(words) <= 3:
        raise ValueError("one or two lengths, or left, center, right, top, bottom")
    for word in words:
        if word not in _SIDES:
            length(word)
    if len(words) == 3 and length(words[2])[0]:
        raise ValueError("two lengths: paper has no depth")


def _filter(text: str) -> None:
    if not _FUNCTION.match(text):
        _link(text)


def _path(text: str) -> None:
    if text != "none":
        trace(text, Extent())


def _points(text: str) -> None:
    values = floats(text)
    if len(values) % 2:
        raise ValueError("pairs of numbers x,y")
    if any(not -LIMIT < value < LIMIT for value in values):
        raise ValueError("numbers within reach")


def _number(text: str) -> None:
    _length_or(text, "a number without a unit", ("",))


def _font(text: str) -> None:
    from prancha.graphics.svg.style_sheets import longhands

    longhands(text)


_TYPES: Mapping[str, Callable[[str], object]] = {
    "any": str,
    "length": length,
    "lengths": lengths,
    "share": share,
    "paint": _paint,
    "colour": _colour,
    "link": _link,
    "width": _width,
    "limit": _limit,
    "dashes": _checked(
        lengths, lambda found: all(one >= 0 for one, _ in found), "none, or lengths of 0 or more"
    ),
    "space": _checked(length, lambda found: found[1] != "%", "normal or a length"),
    "font-size": _font_size,
    "font-weight": _font_weight,
    "decoration": _decoration,
    "paint-order": _checked(
        str.split, _ORDERED.issuperset, "normal, or fill, stroke and markers in an order"
    ),
    "origin": _origin,
    "angle": angle,
    "filter": _filter,
    "reference": _checked(str.strip, bool, "#id, or the name of a picture"),
    "path": _path,
    "points": _points,
    "number": _number,
    "numbers": floats,
    "aspect": aspect,
    "frame": view_box_of,
    "transform": partial(check_transform, css=False),
    "css-transform": partial(check_transform, css=True),
    "font": _font,
    "families": _checked(lambda text: text.strip(" ,'\""), bool, "the name of a font"),
}


def value_fault(name: str, text: str, kind: str) -> DrawingFault | None:
    """The fault of a value that should be of `kind`: words and at most one type, with ` | ` between them."""
    if text in WIDE and kind not in ("reference", "path", "points"):
        return None
    words = kind.split(" | ")
    if text in words and text not in _TYPES:
        return None
    wanted = ", ".join(words)
    for word in words:
        if word in _TYPES:
            try:
                _TYPES[word](text)
                return None
            except DrawingFault as fault:
                fault.value = text
                return fault
            except ValueError as error:
                wanted = str(error)
    return DrawingFault(f'{name}="{text}" cannot be read', f"expected {wanted}", value=text)
