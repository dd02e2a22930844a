"""Measures of a font at one size."""

from __future__ import annotations

from msgspec import Struct


class FontMeasures(Struct, frozen=True):
    """Heights above the baseline; `descent` and `subscript` are depths.  All in the unit of the size.

    `underline` and `strikeout`: height of a line's middle (negative below the baseline) and thickness.
    """

    ascent: float
    descent: float
    x_height: float
    subscript: float
    superscript: float
    underline: tuple[float, float]
    strikeout: tuple[float, float]
