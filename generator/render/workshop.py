"""What a content stream asks of the renderer that owns it."""

from __future__ import annotations

from typing import Protocol
from xml.etree.ElementTree import Element

from msgspec import Struct

from generator.model.art import Resource
from generator.svg.boxes import ViewBox
from generator.svg.matrix import Matrix
from generator.svg.style import Style


class Shown(Struct, frozen=True):
    """A picture at hand: the name of its object, its box as it is seen, and the way from the object to it."""

    name: str
    box: ViewBox
    matrix: Matrix


class Workshop(Protocol):
    """What a stream needs of the renderer that owns it: everything shared between streams."""

    def count_element(self) -> None:
        """Take note of one more element; Fault when there are too many."""

    def symbol(self, name: str) -> tuple[str, ViewBox]:
        """The form of an icon, and its view box."""

    def picture(self, href: str) -> Shown:
        """A picture or a drawing from a file."""

    def shared_drawing(self, name: str) -> Shown:
        """A drawing that faces share, in the frame of the face."""

    def form(self, operators: str, box: ViewBox, group: bool = False) -> str:
        """A form made of operators."""

    def by_cairo(self, element: Element, style: Style, root: Element, feature: str) -> str:
        """The form of an element that CairoSVG has to draw."""

    def keep(self, resource: Resource) -> str:
        """The name of a resource put aside for the document."""

    def transparency(self, fill: float, stroke: float) -> str:
        """The graphics state with these opacities."""

    def letters(self, text: str, attributes: dict[str, str], style: Style) -> tuple[str, float]:
        """Operators that print one run of text, and its measured advance in mm."""
