"""Colours in templates: mixing, and the ink that is readable on a colour."""

from __future__ import annotations

import re

from prancha.graphics.svg import css_colours
from prancha.model.diagnostic import UserError

_HEX = r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})\Z"
_NAME = r"[a-zA-Z]{3,24}\Z"


class ColourError(UserError, ValueError):
    """A value that is not a colour; `text` is that value."""

    code = "template"

    def __init__(self, text: object, what: str) -> None:
        self.text = str(text)
        super().__init__(f'"{text}" {what}; write it as "#rrggbb"')


def check_colour(text: str) -> str:
    """Return `text` when it can be a colour (`#rgb`, `#rrggbb` or a name).

    ColourError otherwise; whether a name is a known one is the renderer's to say.
    """
    if isinstance(text, str) and (re.match(_HEX, text) or re.match(_NAME, text)):
        return str(text)
    raise ColourError(text, "is not a colour")


def mix(first: str, second: str, share: float = 0.5) -> str:
    """A colour between two `#rrggbb` colours; `share` 0 is the first, 1 the second."""
    a, b = _channels(first), _channels(second)
    t = min(1.0, max(0.0, share))
    return "#" + "".join(f"{round(p + (q - p) * t):02x}" for p, q in zip(a, b, strict=True))


def lighten(colour: str, share: float = 0.2) -> str:
    """`colour` moved towards white."""
    return mix(colour, "#ffffff", share)


def darken(colour: str, share: float = 0.2) -> str:
    """`colour` moved towards black."""
    return mix(colour, "#000000", share)


def ink_on(colour: str, dark: str = "#000000", light: str = "#ffffff") -> str:
    """Whichever of `dark` and `light` has more contrast (WCAG 2.1) on `colour`."""
    return dark if contrast(colour, dark) >= contrast(colour, light) else light


def contrast(first: str, second: str) -> float:
    """The WCAG 2.1 contrast ratio of two colours, from 1 to 21."""
    return css_colours.contrast(_rgb(first), _rgb(second))


def chroma(colour: str) -> float:
    """How far `colour` is from grey, 0 to 1."""
    channels = _channels(colour)
    return (max(channels) - min(channels)) / 255


def _rgb(colour: str) -> css_colours.Rgb:
    red, green, blue = _channels(colour)
    return red / 255, green / 255, blue / 255


def _channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of `#rgb` or `#rrggbb`, 0 to 255.  Raises ColourError."""
    found = re.match(_HEX, colour) if isinstance(colour, str) else None
    if not found:
        raise ColourError(colour, "cannot be mixed")
    digits = found[1] if len(found[1]) == 6 else "".join(2 * d for d in found[1])
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
