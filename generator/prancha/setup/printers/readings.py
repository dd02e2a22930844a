"""Readings of a calibration sheet: from the words a person writes to numbers, nonsense refused."""

from __future__ import annotations

import math
import re

from msgspec import Struct

from prancha.model.units import Mm, parse_length

RULED: Mm = 150.0
"""Length of the scales on the calibration sheet."""
_NUMBER = re.compile(r"\s*([-+]?\d+(?:[.,]\d+)?)\s*(mm|cm|in|%|deg|°)?\s*\Z")


class ReadingKind(Struct, frozen=True):
    """A reading: its limits, what it is called, how it is written in a file."""

    name: str
    unit: str
    low: float
    high: float
    refusal: str


KINDS: dict[str, ReadingKind] = {
    kind.name: kind
    for kind in (
        ReadingKind("scale-x", "%", 95.0, 105.0, "a scale off by more than 5 %"),
        ReadingKind("scale-y", "%", 95.0, 105.0, "a scale off by more than 5 %"),
        ReadingKind("back-dx", "mm", -10.0, 10.0, "an offset over 10 mm"),
        ReadingKind("back-dy", "mm", -10.0, 10.0, "an offset over 10 mm"),
        ReadingKind("back-angle", "deg", -5.0, 5.0, "an angle over 5 degrees"),
        ReadingKind("margin", "mm", 0.0, 30.0, "a margin that is not from 0 to 30 mm"),
    )
}
_WHY = {
    "%": "print the calibration sheet at 100 %, without fit to page, and measure again",
    "mm": "read the sheet again: a printer that is off so far needs repair, not a profile",
    "deg": "read the sheet again: is the paper guide of the tray set?",
}


def reading(name: str, text: str) -> float:
    """Read one value: `99.8 %` or the length measured for the scale's 150 mm, `0.4 mm`, `0.1 deg`.

    Returns percent, mm or degrees; without a unit a scale is a factor near 1, percent near 100 or
    else mm, others are what they are kept in.  Raises ValueError, in plain words, for nonsense.
    """
    kind = KINDS[name]
    found = _NUMBER.match(text)
    if not found:
        raise ValueError(f'{name}: "{text}" is not a number, such as {_example(kind)}')
    value, unit = float(found[1].replace(",", ".")), found[2] or {"%": "mm"}.get(kind.unit, kind.unit)
    unit = "deg" if unit == "°" else unit
    if kind.unit == "%" and found[2] is None and abs(value - 1) <= 0.5:
        value, unit = 100 * value, "%"
    elif kind.unit == "%" and found[2] is None and abs(value - 100) <= 10:
        unit = "%"  # nobody measures so little of 150 mm
    if unit in ("mm", "cm", "in") and kind.unit in ("mm", "%"):
        value = parse_length(f"{value:.6f} {unit}")
        if kind.unit == "%":
            value = value / RULED * 100
    elif unit != kind.unit:
        raise ValueError(f'{name}: "{text}" is not in {kind.unit}; write {_example(kind)}')
    return checked(kind, value, text)


def checked(kind: ReadingKind, value: float, text: str) -> float:
    """`value` where it is no nonsense; ValueError otherwise."""
    if not (math.isfinite(value) and kind.low <= value <= kind.high):
        hint = _WHY[kind.unit] if kind.name != "margin" else "the smallest number whose step is printed whole"
        raise ValueError(f'{kind.name}: "{text.strip()}" is {kind.refusal}; {hint}')
    return round(value, 4)


def format_reading(name: str, value: float) -> str:
    """A value with its unit, as the file has it."""
    unit = KINDS[name].unit
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return f"{'0' if text in ('-0', '') else text} {unit}"


def _example(kind: ReadingKind) -> str:
    return {"%": '"149.6 mm" for the 150 mm scale, or "99.7 %"', "mm": '"0.4 mm"', "deg": '"0.1 deg"'}[
        kind.unit
    ]
