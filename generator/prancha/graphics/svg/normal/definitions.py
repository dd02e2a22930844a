"""Definitions of a plain drawing (clips, masks, paints, symbols), made once and counted beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, TypeVar
from xml.etree.ElementTree import Element

from prancha.graphics.svg.attribute_values import link
from prancha.graphics.svg.normal.context import MAX_ELEMENTS, DrawingSetting, Paint
from prancha.graphics.svg.normal.plain_elements import make_element, rectangle
from prancha.graphics.svg.style import MAX_DEPTH
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box

SILENT = frozenset(
    "defs style symbol linearGradient radialGradient clipPath pattern mask marker filter stop".split()
)
"""Elements that draw nothing where they stand."""


def too_many() -> DrawingFault:
    """The fault of a drawing of more than `MAX_ELEMENTS` elements."""
    return DrawingFault(f"the drawing has more than {MAX_ELEMENTS} elements", "does a use multiply itself?")


def fewest_drawn(root: Element, ids: Mapping[str, Element]) -> int:
    """A lower bound of the elements drawn where `<use>` is followed, in time linear in those written.

    Conditional elements count for one; what refers to itself or is nested too deep counts for what is known
    of it by then: normalising reports both.
    """
    known: dict[Element, int] = {}

    def inside(parent: Element, depth: int) -> int:
        if parent not in known:
            known[parent] = 0  # for what it refers to itself by
            if depth <= 2 * MAX_DEPTH:
                known[parent] = sum(count(child, depth + 1) for child in parent)
        return known[parent]

    def count(element: Element, depth: int) -> int:
        own = element.attrib
        if element.tag in SILENT or own.get("display") == "none" or "systemLanguage" in own:
            return 1
        if element.tag in ("g", "a", "svg"):
            return 1 + inside(element, depth)
        if element.tag == "switch":  # of which one is shown, the first that has no conditions at the latest
            return 1 + min((count(child, depth + 1) for child in element), default=0)
        target = ids.get(own.get("href", "").strip().removeprefix("#")) if element.tag == "use" else None
        if target is None:
            return 1
        if target.tag in ("symbol", "svg"):
            return 1 + inside(target, depth)
        return 1 + count(target, depth + 1) if depth <= 2 * MAX_DEPTH else 1

    return inside(root, 0)


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
        """The element, one of `tags`, that `url(#id)` names; None for none.  Raises DrawingFault."""
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
        """The result of `make` for `source`.  Raises DrawingFault for a reference to itself."""
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
        """The target of a `<use>`; None for an icon or drawing of the game.  Raises DrawingFault."""
        reference = use.get("href", "").strip()
        if not reference:
            raise DrawingFault("a use or image has no href")
        if not reference.startswith("#"):
            raise DrawingFault(
                f'href="{reference}" is not of this file', "only what is in the file can be used"
            )
        return self.setting.ids.get(reference[1:])


MAX_LINKS = 60


def chain(
    source: Element, ids: Mapping[str, Element], kind: Literal["gradient", "pattern"]
) -> Iterator[Element]:
    """A gradient or pattern, and those it refers to one after another.  Raises DrawingFault."""
    seen: list[Element] = []
    each: Element | None = source
    while each is not None:
        if each in seen:
            raise DrawingFault(f'"#{each.get("id", "")}" refers to itself', "cut the circle of references")
        if len(seen) > MAX_LINKS:
            raise DrawingFault(
                f"{kind}s refer to each other more than {MAX_LINKS} times",
                "write the last one's parts into the first",
            )
        seen.append(each)
        refuse_transform(each, f"{kind}Transform")
        yield each
        reference = each.get("href", "").strip()
        each = ids.get(reference.removeprefix("#")) if reference else None
        if reference and (each is None or not each.tag.lower().endswith(kind)):
            raise DrawingFault(f'href="{reference}" of a {kind} refers to no {kind}')


def refuse_transform(element: Element, instead: str = "the transform of what shows it") -> None:
    """Raise Fault for a transform on an element that no program moves."""
    if element.get("transform", "none").strip() not in ("none", ""):
        raise DrawingFault(f"a transform has no meaning on <{element.tag}>", f"write {instead}")
