"""The gradients of a face: their mean colour, and making them pale."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from generator.printed.colours import Rgb, parse_colour, show
from generator.printed.drawing import Drawing
from generator.thrift.tints import median_of, pale


class Gradients:
    """Gradients in the drawing (`named`, by the `key` of each element) and in the scene as it becomes."""

    def __init__(self, named: Mapping[str, Element], after: Drawing, key: str) -> None:
        self._named, self._after, self._key = named, after, key
        self._faded: set[str] = set()

    def _stops(self, fill: str) -> list[Element]:
        return [stop for one in self._twins(fill)[:1] for stop in one if stop.tag == "stop"]

    def _twins(self, fill: str) -> list[Element]:
        """The gradient's element in the drawing and in the scene as it becomes."""
        name = fill.strip()[4:].partition(")")[0].strip("'\" #")
        scene = self._after.ids.get(name)
        real = self._named.get(scene.get(self._key, "")) if scene is not None else None
        return [real, scene] if scene is not None and real is not None else []

    def mean(self, fill: str) -> Rgb | None:
        """The mean colour of a gradient; None for a pattern."""
        colours = [c for stop in self._stops(fill) if (c := parse_colour(stop.get("stop-color", "#000000")))]
        if fill in self._faded:
            return None
        return median_of(colours) if colours else None

    def fade(self, fill: str) -> None:
        """Make every colour of a gradient pale."""
        self._faded.add(fill)
        for gradient in self._twins(fill):
            for stop in gradient:
                colour = parse_colour(stop.get("stop-color", "#000000"))
                if stop.tag == "stop" and colour is not None:
                    stop.set("stop-color", show(pale(colour)))
