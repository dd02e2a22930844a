"""Pictures in less ink: as much lighter as the tone curve makes black, with white behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple
from xml.etree.ElementTree import Element

from prancha.faces.ink_saving.tone_curve import Tone
from prancha.graphics.pictures import Opacity
from prancha.graphics.scene.ground import picture_matrix
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.markup import GREY, INK, href
from prancha.graphics.svg.matrix import moved_box
from prancha.graphics.svg.numbers import first
from prancha.graphics.svg.style import share

_SHEER = frozenset("mask filter mix-blend-mode".split())
"""Attributes of a picture through or around which something may show."""


class Photograph(NamedTuple):
    """A picture of a drawing, and the white behind it, which is still unseen; None where none may be."""

    picture: Element
    white: Element | None


def put_white_behind(root: Element, opacity: Callable[[str], Opacity | None]) -> list[Photograph]:
    """Put a white rectangle behind every picture of a drawing that lets nothing show through.

    Once it is fainter, what it hides must not shine through it.
    """
    found = []
    waiting = [root]
    while waiting:
        parent = waiting.pop()
        for place, element in reversed(list(enumerate(parent))):
            if element.tag == "image":
                white = _behind(element, opacity(href(element.attrib)))
                if white is not None:
                    parent.insert(place, white)
                found.append(Photograph(element, white))
            elif element.tag != "mask":
                waiting.append(element)
    return found


def take_colour(root: Element, opacity: Callable[[str], Opacity | None]) -> list[Element]:
    """Have every picture of pixels printed in greys; returns all others."""
    left = []
    for element in root.iter("image"):
        if opacity(href(element.attrib)) is None:
            left.append(element)
        else:
            element.set(INK, GREY)
    return left


def fade(photographs: Iterable[Photograph], tone: Tone) -> None:
    """Make pictures as much lighter as `tone` makes black."""
    ink = 1 - tone.of((0.0, 0.0, 0.0))[0]
    for picture, white in photographs:
        was = share(picture.get("opacity", "1"))
        picture.set("opacity", f"{was * ink:.4g}")
        if white is not None:
            white.set("opacity", f"{1 - (1 - was) / (1 - was * ink):.4g}")


def _behind(picture: Element, seen: Opacity | None) -> Element | None:
    """White where a picture is painted; None where something may show through it."""
    if seen is None or not seen.opaque or not _SHEER.isdisjoint(picture.attrib):
        return None
    try:
        matrix = picture_matrix(picture, seen.width, seen.height)
    except DrawingFault:  # the renderer says what is wrong with it
        return None
    left, top, right, bottom = moved_box(matrix, (0.0, 0.0, seen.width, seen.height))
    if "slice" in picture.get("preserveAspectRatio", ""):
        x, y, wide, high = (first(picture.get(name, "0")) for name in ("x", "y", "width", "height"))
        left, top, right, bottom = x, y, x + wide, y + high
    sizes = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    kept: dict[str, str] = {k: v for k, v in picture.attrib.items() if k in ("transform", "clip-path")}
    drawn = {name: f"{value:.6g}" for name, value in sizes.items()}
    return Element("rect", {**drawn, **kept, "fill": "#ffffff", "stroke": "none", "opacity": "0"})
