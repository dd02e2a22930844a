"""Colours of SVG as red, green and blue from 0 to 1; WCAG 2.1 contrast."""

from __future__ import annotations

from functools import lru_cache

Rgb = tuple[float, float, float]

WHITE: Rgb = (1.0, 1.0, 1.0)
_NAMES = {
    "black": "000000", "white": "ffffff", "red": "ff0000", "lime": "00ff00", "green": "008000",
    "blue": "0000ff", "yellow": "ffff00", "gray": "808080", "grey": "808080", "silver": "c0c0c0",
    "maroon": "800000", "olive": "808000", "navy": "000080", "purple": "800080", "teal": "008080",
    "aqua": "00ffff", "cyan": "00ffff", "fuchsia": "ff00ff", "magenta": "ff00ff", "orange": "ffa500",
    "brown": "a52a2a", "pink": "ffc0cb", "gold": "ffd700", "beige": "f5f5dc", "ivory": "fffff0",
}  # fmt: skip


@lru_cache(maxsize=4096)
def parse_colour(text: str) -> Rgb | None:
    """Read `#rgb`, `#rrggbb` or one of the common names; None for anything else."""
    digits = text[1:] if text.startswith("#") else _NAMES.get(text.lower(), "")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    if len(digits) != 6:
        return None
    try:
        value = int(digits, 16)
    except ValueError:
        return None
    return (value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255


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
