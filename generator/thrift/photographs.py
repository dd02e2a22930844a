"""Pictures in less ink: as much lighter as the tone curve makes black, with white behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple
from xml.etree.ElementTree import Element

from generator.pictures import Opacity
from generator.svg.markup import href
from generator.svg.style import share
from generator.thrift.tone import Tone


class Photograph(NamedTuple):
    """A picture of a drawing, and the white behind it, which is still unseen; None where none may be."""

    picture: Element
    white: Element | None


def backed(root: Element, opacity: Callable[[str], Opacity | None]) -> list[Photograph]:
    """Put a white rectangle behind every picture of a drawing that lets nothing show through.

    Once it is fainter, what it hides must not shine through it.
    """
    found = []
    for parent in list(root.iter()):
        for place, element in reversed(list(enumerate(parent))):
            if element.tag == "image":
                seen = opacity(href(element.attrib))
                white = _behind(element) if seen is not None and seen.opaque else None
                if white is not None:
                    parent.insert(place, white)
                found.append(Photograph(element, white))
    return found


def fade(photographs: Iterable[Photograph], tone: Tone) -> None:
    """Make pictures as much lighter as `tone` makes black."""
    ink = 1 - tone.of((0.0, 0.0, 0.0))[0]
    for picture, white in photographs:
        was = share(picture.get("opacity", "1"))
        picture.set("opacity", f"{was * ink:.4g}")
        if white is not None:
            white.set("opacity", f"{1 - (1 - was) / (1 - was * ink):.4g}")


def _behind(picture: Element) -> Element:
    sizes = {name: picture.get(name, "0") for name in ("x", "y", "width", "height")}
    kept: dict[str, str] = {k: v for k, v in picture.attrib.items() if k in ("transform", "clip-path")}
    return Element("rect", {**sizes, **kept, "fill": "#ffffff", "stroke": "none", "opacity": "0"})
