"""CSS colours (CSS Color 4, sRGB) as red, green, blue and alpha."""

from __future__ import annotations

import colorsys
import re
from functools import lru_cache

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.numbers import NUMBER

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
    from PIL import ImageColor  # only for the rarer spellings; importing it costs 20 ms

    named = ImageColor.colormap.get(word.lower())
    if named is None:
        raise ValueError(_EXPECTED)
    # Pillow puts what it has read in place of the text.
    return rgba(named) if isinstance(named, str) else (named[0] / 255, named[1] / 255, named[2] / 255, 1.0)


def _called(name: str, inside: str) -> tuple[float, float, float, float]:
    """The colour that `rgb(inside)` or `hsl(inside)` means."""
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
