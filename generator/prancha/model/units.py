"""Lengths: millimetres everywhere, points only where a PDF is written; measures of a font at one size."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

Mm: TypeAlias = float
Pt: TypeAlias = float

MM_PER_INCH: Mm = 25.4
PT_PER_MM = 72 / 25.4
DPI = 300
"""Dots per inch of pictures where nobody asks for others."""
_PER_UNIT: dict[str, Mm] = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
_LENGTH = r"\s*(-?\d+(?:\.\d+)?)\s*(mm|cm|in|pt)\s*\Z"
_SIZE = r"\s*(\d+(?:\.\d+)?)\s*(mm|cm|in|pt)?\s*[x×]\s*(\d+(?:\.\d+)?)\s*(mm|cm|in|pt)\s*\Z"


def parse_length(text: str) -> Mm:
    """Read `3 mm`, `0.125 in`, `8pt` as millimetres.

    Raises ValueError when the number or the unit is missing.
    """
    found = _match(_LENGTH, text, "length", 'a number and a unit, such as "3 mm"')
    return float(found[1]) * _PER_UNIT[found[2]]


def parse_size(text: str) -> tuple[Mm, Mm]:
    """Read `63 x 88 mm` as (width, height) in millimetres.

    Raises ValueError when it is not two numbers and a unit.
    """
    found = _match(_SIZE, text, "size", 'two numbers and a unit, such as "63 x 88 mm"')
    unit = found[4]
    return float(found[1]) * _PER_UNIT[found[2] or unit], float(found[3]) * _PER_UNIT[unit]


def _match(pattern: str, text: str, what: str, example: str) -> re.Match[str]:
    found = re.match(pattern, text)
    if found:
        return found
    point = text.replace(",", ".")
    hint = f'with a point: "{point.strip()}"' if re.match(pattern, point) else ""
    raise ValueError(f'"{text}" is not a {what}; write {"it " + hint if hint else example}')


@lru_cache(maxsize=16384)
def number(value: float) -> str:
    """Write a number to a tenth of a micrometre, in its shortest form."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def fine(value: float, digits: int = 6) -> str:
    """Write a number with so many significant digits and never an exponent, which PDF does not know."""
    text = f"{value:.{digits}g}"
    if "e" not in text:
        return text
    plain = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if plain == "-0" else plain


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


class LentFont(Struct, frozen=True):
    """The font of letters that the font of their text lacks, and what is told of it; "" for nothing."""

    family: str
    weight: int
    italic: bool
    told: str


class StandIn(Struct, frozen=True):
    """The font that a text is set in whose own, called `named`, is absent.

    `why` is to be told and `hint` names what else to do; it is `meant` where the drawing names it by its role
    or by a generic name such as sans-serif.
    """

    named: str
    family: str
    weight: int
    italic: bool
    why: str
    hint: str
    meant: bool
