"""What a content stream asks of the renderer that owns it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeAlias, TypeVar
from xml.etree.ElementTree import Element

from msgspec import Struct

from prancha.graphics.svg.matrix import Matrix, ViewBox
from prancha.graphics.svg.style import Style
from prancha.model.face import Resource
from prancha.render.resources import PrintedWord
from prancha.render.shared_parts import Part
from prancha.render.text_runs import TextSetting


class ShownPicture(Struct, frozen=True):
    """A picture at hand: the name of its object, its box as it is seen, and the way from the object to it."""

    name: str
    box: ViewBox
    matrix: Matrix


Made = TypeVar("Made")
State: TypeAlias = tuple[str, ...]
"""A graphics state: the values of operators.FRESH."""


class Noted(Struct, Generic[Made], frozen=True):
    """A result with what every face that shows it needs: resources, words, remarks, painted elements."""

    made: Made
    resources: set[str]
    spoken: set[PrintedWord]
    remarks: set[str]
    painted: int


class Walked(Struct, frozen=True):
    """Elements drawn: finished parts, the operators after them, the advance of their texts, and the state."""

    parts: tuple[Part, ...]
    out: list[str]
    advance: float
    state: State


class FragmentRenderer(Protocol):
    """What fragments of faces ask of the renderer that owns them."""

    def noted(self, draw: Callable[[], Made]) -> Noted[Made]:
        """Call `draw`, and note what its result needs."""

    def recalled(self, noted: Noted[Made]) -> Made:
        """The noted result; the face being drawn now needs what it needs."""

    def walk(
        self, root: Element, box: ViewBox, state: State, holes: list[TextSetting] | None = None
    ) -> Walked | None:
        """The elements of a drawing from a state on; None for one that blends.  Raises DrawingFault."""

    def shown(self, text: str, setting: TextSetting, x: str, y: str) -> tuple[str, float]:
        """Operators that print a run of text at x and y, and its measured advance in mm."""

    def symbol(self, name: str) -> tuple[str, ViewBox]:
        """The form of an icon, and its view box.  Raises DrawingFault."""

    def has_symbol(self, name: str) -> bool:
        """Return whether a use of this name shows an icon, or a drawing that faces share."""


class RendererProtocol(Protocol):
    """What a stream needs of the renderer that owns it: everything shared between streams."""

    painted: int
    """Elements painted so far, each as often as a viewer will paint it."""

    def count_element(self) -> None:
        """Count one more element.  Raises DrawingFault when there are too many."""

    def paint_again(self, elements: int) -> None:
        """Count elements that are painted once more, as in tiles.  Raises DrawingFault for too many."""

    def symbol(self, name: str) -> tuple[str, ViewBox]:
        """The form of an icon, and its view box."""

    def picture(self, href: str, unit: float | None, smooth: bool, grey: bool = False) -> ShownPicture:
        """A picture or a drawing from a file; `unit` is the length on paper, in mm, of a user unit around it.

        It is None where the picture is painted at several sizes.
        """

    def picture_size(self, href: str) -> tuple[float, float]:
        """Width and height of a picture in pixels, or of a drawing in its own units."""

    def shared_drawing(self, name: str) -> ShownPicture:
        """A drawing that faces share, in the frame of the face."""

    def form(self, operators: str, box: ViewBox, group: bool = False, isolated: bool = False) -> str:
        """A form made of operators; as a transparency group, and one that sees nothing below it, if asked."""

    def mask(self, operators: str, kind: str) -> str:
        """The graphics state that masks by what operators draw, by its `Luminosity` or `Alpha`."""

    def blending(self, mode: str) -> str:
        """The graphics state that blends by a mode of CSS."""

    def effect(
        self, element: Element, matrix: Matrix, box: ViewBox, unit: float, ids: Mapping[str, Element]
    ) -> ShownPicture | None:
        """An element with a filter as a picture in its user space; None where nothing of it is seen.

        `matrix` takes that to the space of the drawing, whose `box` is seen and whose unit is `unit` mm
        on paper; what it refers to is in `ids`.
        """

    def keep(self, resource: Resource) -> str:
        """The name of a resource put aside for the document."""

    def transparency(self, fill: float, stroke: float) -> str:
        """The graphics state with these opacities."""

    def letters(self, text: str, attributes: dict[str, str], style: Style) -> tuple[str, float]:
        """Operators that print one run of text, and its measured advance in mm."""
