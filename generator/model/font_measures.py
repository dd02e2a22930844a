"""Measures of a font at one size."""

from __future__ import annotations

from msgspec import Struct


class FontMeasures(Struct, frozen=True):
    """Heights above the baseline, but for `descent` and `subscript`, which are depths; in the unit of the size.

    `underline` and `strikeout` are the height of a line's middle, negative below the baseline, and its thickness.
    """

    ascent: float
    descent: float
    x_height: float
    subscript: float
    superscript: float
    underline: tuple[float, float]
    strikeout: tuple[float, float]
