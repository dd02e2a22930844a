"""CSS colours (CSS Color 4, sRGB) as numbers; WCAG 2.1 contrast."""

from __future__ import annotations

import colorsys
import re
from functools import lru_cache

from prancha.graphics.svg.matrix import NUMBER
from prancha.graphics.svg.svg_markup import DrawingFault

Rgb = tuple[float, float, float]
_COMMON = {"black": "#000000", "white": "#ffffff", "none": "", "red": "#ff0000", "gray": "#808080"}
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\Z")
_CALL = re.compile(r"(rgb|hsl)a?\(([^()]*)\)\Z", re.IGNORECASE)
_ICC = re.compile(r"(?<!\s)\s++icc-color\([^()]*+\)\Z")
"""What Illustrator writes behind a colour for other colour spaces; the colour itself is one of sRGB."""
_PART = re.compile(rf"({NUMBER})(%|deg|rad|grad|turn|)\Z")
_TURN = {"": 1 / 360, "deg": 1 / 360, "grad": 1 / 400, "rad": 1 / 6.283185307179586, "turn": 1.0}
_EXPECTED = "a colour: #rrggbb, rgb(), hsl() or a CSS name"


@lru_cache(maxsize=4096)
def parse_colour(text: str) -> Rgb:
    """Read an opaque colour as three shares of 1.  Raises DrawingFault for anything else."""
    try:
        *rgb, alpha = rgba(text)
    except ValueError:
        raise DrawingFault(f'"{text}" is not a colour', "write #rrggbb or a CSS colour name") from None
    if alpha < 1:
        raise DrawingFault(f'the colour "{text}" has an alpha part', "use fill-opacity or stroke-opacity")
    return rgb[0], rgb[1], rgb[2]


@lru_cache(maxsize=4096)
def rgba(text: str) -> tuple[float, float, float, float]:
    """Read any CSS colour of sRGB as four shares of 1.  Raises ValueError with what was expected."""
    word = _COMMON.get(text, text)
    if _HEX.match(word):
        step = 2 if len(word) > 5 else 1
        digits = [word[k : k + step] * (3 - step) for k in range(1, len(word), step)]
        red, green, blue, alpha = (*(int(d, 16) / 255 for d in digits), 1.0)[:4]
        return red, green, blue, alpha
    word = _ICC.sub("", word.strip())
    found = _CALL.match(word)
    if found:
        return _called(found[1].lower(), found[2])
    if word.lower() == "transparent":
        return 0.0, 0.0, 0.0, 0.0
    if word.startswith("#") and word != text:
        return rgba(word)
    from tinycss2.color4 import parse_color  # only for the rarer spellings

    named = parse_color(word) if word.isalpha() else None
    if named is None or named == "currentcolor":
        raise ValueError(_EXPECTED)
    red, green, blue, alpha = named
    return red, green, blue, alpha


def _called(name: str, inside: str) -> tuple[float, float, float, float]:
    """The colour of `rgb(inside)` or `hsl(inside)`."""
    words = inside.replace(",", " ").replace("/", " ").split()
    parts = [_PART.match(word) for word in words]
    if len(words) not in (3, 4) or not all(parts):
        raise ValueError(_EXPECTED)
    values = [(float(part[1]), part[2]) for part in parts if part]
    alpha = _clamped(values[3], 1.0) if len(values) == 4 else 1.0
    if name == "hsl":
        (hue, unit), *others = values[:3]
        if unit not in _TURN or any(each != "%" for _, each in others):
            raise ValueError("hsl(120, 100%, 50%)")
        saturation, lightness = (_clamped(each, 1.0) for each in others)
        red, green, blue = colorsys.hls_to_rgb(hue * _TURN[unit] % 1.0, lightness, saturation)
    else:
        if any(unit not in ("", "%") for _, unit in values):
            raise ValueError("rgb(255, 0, 0) or rgb(100%, 0%, 0%)")
        red, green, blue = (_clamped(each, 255.0) for each in values[:3])
    return red, green, blue, alpha


def _clamped(value: tuple[float, str], whole: float) -> float:
    number, unit = value
    return min(1.0, max(0.0, number / (100 if unit == "%" else whole)))


def hexadecimal(rgb: Rgb) -> str:
    """Write an opaque colour as #rrggbb."""
    return "#" + "".join(f"{int(part * 255 + 0.5):02x}" for part in rgb)


WHITE: Rgb = (1.0, 1.0, 1.0)


@lru_cache(maxsize=4096)
def colour_or_none(text: str) -> Rgb | None:
    """The colour of an attribute; None for what is none, as a reference or a keyword."""
    try:
        return parse_colour(text)
    except DrawingFault:
        return None


def show(colour: Rgb) -> str:
    """`#rrggbb`."""
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in colour)


def over(top: Rgb, alpha: float, ground: Rgb) -> Rgb:
    """`top` with opacity `alpha` painted on `ground`."""
    if alpha >= 1:
        return top
    a, b = alpha, 1 - alpha
    return (
        top[0] * a + ground[0] * b,
        top[1] * a + ground[1] * b,
        top[2] * a + ground[2] * b,
    )


def contrast(first: Rgb, second: Rgb) -> float:
    """The WCAG 2.1 contrast ratio of two colours, from 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=8192)
def luminance(colour: Rgb) -> float:
    """Relative luminance (WCAG 2.1), from 0 to 1."""
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def linear(colour: Rgb) -> Rgb:
    """Light intensities of an sRGB colour."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return r, g, b
