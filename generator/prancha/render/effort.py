"""How long filters take to draw: some take no end for a number that is written quickly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.numbers import numbers

MOST_SECONDS = 8.0
_OCTAVE, _WINDOW, _WEIGHT, _OTHER = 600e-9, 10e-9, 15e-9, 80e-9
"""Seconds for a pixel (resvg-py 0.5): of an octave, each pixel a morphology looks at, a weight, all else."""


def check_effort(element: Element, ids: Mapping[str, Element], pixels: int, scale: float) -> None:
    """Raise Fault for filters in `element` that take too long on a picture of so many `pixels`.

    `scale` is pixels to a user unit.
    """
    seconds = pixels * sum(_of_one(part, scale) for found in _filters(element, ids) for part in found)
    if seconds > MOST_SECONDS:
        hint = "write fewer octaves or a smaller radius, or lower raster: in game.yaml"
        raise DrawingFault(f"a filter takes about {min(seconds, 1e6):.0f} s to draw", hint)


def _filters(element: Element, ids: Mapping[str, Element]) -> Iterator[Element]:
    for part in element.iter():
        name = part.get("filter", "").removeprefix("url(#").removesuffix(")")
        if name in ids:
            yield ids[name]


def _of_one(part: Element, scale: float) -> float:
    """Seconds that a part of a filter takes for a pixel."""
    if part.tag == "feTurbulence":
        return _OCTAVE * max(numbers(part.get("numOctaves", "1"))[:1], default=1.0)
    if part.tag == "feMorphology":
        across, *down = numbers(part.get("radius", "0"))[:2] or [0.0]
        return _WINDOW * (2 * across * scale + 1) * (2 * (down or [across])[0] * scale + 1)
    if part.tag == "feConvolveMatrix":
        return _WEIGHT * len(numbers(part.get("kernelMatrix", "")))
    return _OTHER
