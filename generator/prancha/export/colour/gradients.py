"""Gradients in the inks of a press: between two colours of the screen, inks do not change evenly."""

from __future__ import annotations

import re
from itertools import pairwise

from prancha.export.colour.inks import NEUTRAL, InkMixer, Rgb, Shares
from prancha.export.colour.numbers import share

STEPS = 8
"""Stretches that each part of a gradient is made of."""
_PART = re.compile(r"<</FunctionType 2 /Domain \[0 1\] /C0 \[([\d. ]+)\] /C1 \[([\d. ]+)\] /N 1>>")


def shading_in_inks(entries: str, mixer: InkMixer) -> str:
    """The entries of a shading, or of a pattern that has one, with its colours in inks."""
    grey = all(_is_grey(_rgb(part)) for ends in _PART.findall(entries) for part in ends)

    def inks(colour: Rgb) -> Shares:
        return mixer.colour(colour) if grey else mixer.mixed(colour)

    def part(found: re.Match[str]) -> str:
        start, end = _rgb(found[1]), _rgb(found[2])
        steps = 1 if start == end else STEPS
        colours = [
            inks(tuple(a + (b - a) * k / steps for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
            for k in range(steps + 1)
        ]
        return _function(colours)

    return _PART.sub(part, entries).replace("/DeviceRGB", "/DeviceCMYK")


def shading_of_light(entries: str) -> str:
    """The entries of a shading that is a mask, with its greys as such."""
    if "/DeviceGray" in entries:
        return entries

    def part(found: re.Match[str]) -> str:
        c0, c1 = (share(0.3 * r + 0.59 * g + 0.11 * b) for r, g, b in map(_rgb, found.groups()))
        return f"<</FunctionType 2 /Domain [0 1] /C0 [{c0}] /C1 [{c1}] /N 1>>"

    return _PART.sub(part, entries).replace("/DeviceRGB", "/DeviceGray")


def _function(colours: list[Shares]) -> str:
    parts = [
        f"<</FunctionType 2 /Domain [0 1] /C0 [{_operands(a)}] /C1 [{_operands(b)}] /N 1>>"
        for a, b in pairwise(colours)
    ]
    if len(parts) == 1:
        return parts[0]
    bounds = " ".join(share(k / len(parts)) for k in range(1, len(parts)))
    encode = " ".join(["0 1"] * len(parts))
    return (
        f"<</FunctionType 3 /Domain [0 1] /Functions [{' '.join(parts)}] /Bounds [{bounds}] "
        f"/Encode [{encode}]>>"
    )


def _operands(inks: Shares) -> str:
    return " ".join(map(share, inks))


def _rgb(text: str) -> Rgb:
    red, green, blue = map(float, text.split())
    return red, green, blue


def _is_grey(colour: Rgb) -> bool:
    return max(colour) - min(colour) <= NEUTRAL
