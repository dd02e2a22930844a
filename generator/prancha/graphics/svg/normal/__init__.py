"""Drawings as plain SVG: what other programs write in a hundred ways, in the one way that is drawn here.

A plain drawing has groups, shapes, texts of one style on one place, pictures and icons, with all lengths in
user units, all colours opaque `#rrggbb`, and every inherited property written at the element painted.
`docs/svg.md` has the whole list.

Most decks have only drawings that are plain already, and to load what makes them so (`normaliser`) and the
grammar takes a thirtieth of a build of 54 cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.matrix import Matrix
from prancha.model.units import FontMeasures, LentFont, StandIn

FILE_UNITS: Mapping[str, float] = {
    "": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16.0,
    "q": 96 / 101.6,
}  # fmt: skip
"""User units of a file that other programs wrote: a pixel each, of which 96 make an inch."""
FACE_UNITS: Mapping[str, float] = {"": 1.0, "px": 1.0, "mm": 1.0}
"""User units of a template, in which a unit is a millimetre on paper."""


class LetterMeasures(Protocol):
    """Measures of a drawing's texts as they will be printed."""

    def clusters(self, text: str, style: Mapping[str, str]) -> Sequence[tuple[int, float]]:
        """Characters and advance (user units, letter spacing included) of each cluster, in logical order."""

    def lent(self, text: str, style: Mapping[str, str]) -> Sequence[tuple[int, LentFont | None]]:
        """Runs of `text`, and the font that each is lent where that of `style` lacks letters; () for none."""

    def line_starts(self, text: str) -> frozenset[int]:
        """Positions in `text` before which a line may begin without a space before them."""

    def is_spaced(self, letter: str) -> bool:
        """Return whether letter spacing follows a letter."""

    def stand_in(self, style: Mapping[str, str]) -> StandIn | None:
        """What stands for the font of a style; None where that is there."""

    def measures(self, style: Mapping[str, str]) -> FontMeasures:
        """Measures of the font of a style."""


class DrawingPage(Struct, frozen=True):
    """The page of a file: its view box, its size in pixels, and the matrix from the one to the other."""

    box: tuple[float, float, float, float]
    pixels: tuple[float, float]
    matrix: Matrix

    @property
    def view(self) -> tuple[float, float]:
        """The size that percentages refer to."""
        return self.box[2:]


class Plain(Struct, frozen=True):
    """A plain drawing, the sources of its elements, and messages about what is left out of it."""

    root: Element
    sources: Mapping[Element, Element] = {}
    told: tuple[str, ...] = ()

    def source(self, element: Element | None) -> Element | None:
        """The element of the drawing as it was written that a plain one was made of."""
        return element if element is None else self.sources.get(element, element)
