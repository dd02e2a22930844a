"""Colours of SVG as red, green and blue from 0 to 1; WCAG 2.1 contrast."""

from __future__ import annotations

from functools import lru_cache

from prancha.graphics.svg import colours as svg
from prancha.graphics.svg.colours import Rgb as Rgb
from prancha.graphics.svg.errors import DrawingFault

WHITE: Rgb = (1.0, 1.0, 1.0)


@lru_cache(maxsize=4096)
def parse_colour(text: str) -> Rgb | None:
    """The colour of an attribute; None for what is none, as a reference or a keyword."""
    try:
        return svg.parse_colour(text)
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
