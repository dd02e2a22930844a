"""What plain elements refer to: clips, masks, paints and symbols, each made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar
from xml.etree.ElementTree import Element

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.matrix import Box
from prancha.graphics.svg.normal.context import MAX_ELEMENTS, DrawingSetting, Paint
from prancha.graphics.svg.normal.counting import too_many
from prancha.graphics.svg.normal.elements import make_element, rectangle
from prancha.graphics.svg.values import link

_Made = TypeVar("_Made")


class Definitions:
    """The definitions of one drawing, in the order in which they are made, and what each was made of."""

    def __init__(self, setting: DrawingSetting) -> None:
        self.setting = setting
        self.defs: list[Element] = []
        self.sources: dict[Element, Element] = {}
        self.names: dict[tuple[object, ...], str | None] = {}
        self._paints: dict[tuple[object, ...], Paint | None] = {}
        self._busy: list[Element] = []
        self._count = 0

    def count(self, elements: int) -> None:
        """Note elements that are made; Fault when uses or markers multiply them beyond measure."""
        self._count += elements
        if self._count > MAX_ELEMENTS:
            raise too_many()

    def note(self, plain: Element, source: Element) -> None:
        """Remember what a plain element, and all in it that nothing else made, was made of."""
        if plain not in self.sources:
            self.sources[plain] = source
            for child in plain:
                self.note(child, source)

    def linked(self, text: str, name: str, tags: Sequence[str]) -> Element | None:
        """The element that `url(#id)` names; None for none.

        Raises DrawingFault when it is not one of `tags`.
        """
        reference, _ = link(text)
        if not reference:
            return None
        found = self.setting.ids.get(reference)
        if found is None:
            raise DrawingFault(f'{name}="{text}" refers to an element that does not exist')
        if found.tag not in tags:
            raise DrawingFault(f'{name}="{text}" refers to a <{found.tag}>, not to a <{tags[0]}>')
        return found

    def busy(self, source: Element, make: Callable[[], _Made]) -> _Made:
        """What `make` makes of `source`.  Raises DrawingFault where that needs itself."""
        if source in self._busy:
            raise DrawingFault(f'"#{source.get("id", "")}" refers to itself', "cut the circle of references")
        self._busy.append(source)
        try:
            return make()
        finally:
            self._busy.pop()

    def name(self, letter: str) -> str:
        """An id for what is defined next; those of the file itself are gone."""
        return f"{letter}{len(self.defs) + 1}"

    def define(self, source: Element, plain: Element) -> None:
        """Put something that plain elements refer to into the drawing."""
        self.defs.append(plain)
        self.note(plain, source)

    def rectangle_clip(self, box: Box) -> str:
        """The id of a clip to left, top, right, bottom."""
        key = ("rectangle", box)
        if key not in self.names:
            self.names[key] = self.name("r")
            self.defs.append(make_element("clipPath", {"id": self.names[key] or ""}, [rectangle(box)]))
        return self.names[key] or ""

    def target(self, use: Element) -> Element | None:
        """What a `<use>` shows; None for an icon or drawing of the game.

        Raises DrawingFault for another file.
        """
        reference = use.get("href", "").strip()
        if not reference:
            raise DrawingFault("a use or image has no href")
        if not reference.startswith("#"):
            raise DrawingFault(
                f'href="{reference}" is not of this file', "only what is in the file can be used"
            )
        return self.setting.ids.get(reference[1:])
