"""How many elements a drawing draws, known before any is drawn: uses of uses of uses are refused at once."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.normal.context import MAX_ELEMENTS
from prancha.graphics.svg.style import MAX_DEPTH

SILENT = frozenset(
    "defs style symbol linearGradient radialGradient clipPath pattern mask marker filter stop".split()
)
"""Elements that draw nothing where they stand."""


def too_many() -> DrawingFault:
    """What is wrong with a drawing of more than `MAX_ELEMENTS` elements."""
    return DrawingFault(f"the drawing has more than {MAX_ELEMENTS} elements", "does a use multiply itself?")


def fewest_drawn(root: Element, ids: Mapping[str, Element]) -> int:
    """A lower bound of the elements drawn where `<use>` is followed, in time linear in those written.

    Conditional elements count for one; what refers to itself or is nested too deep counts for what is known
    of it by then: normalising reports both.
    """
    return _Counter(ids).inside(root, 0)


class _Counter:
    def __init__(self, ids: Mapping[str, Element]) -> None:
        self._ids = ids
        self._inside: dict[Element, int] = {}

    def inside(self, parent: Element, depth: int) -> int:
        """How many elements stand in `parent`, references followed."""
        if parent not in self._inside:
            self._inside[parent] = 0  # for what it refers to itself by
            if depth <= 2 * MAX_DEPTH:
                self._inside[parent] = sum(self._one(child, depth + 1) for child in parent)
        return self._inside[parent]

    def _one(self, element: Element, depth: int) -> int:
        own = element.attrib
        if element.tag in SILENT or own.get("display") == "none" or "systemLanguage" in own:
            return 1
        if element.tag in ("g", "a", "svg"):
            return 1 + self.inside(element, depth)
        if element.tag == "switch":  # of which one is shown, the first that has no conditions at the latest
            return 1 + min((self._one(child, depth + 1) for child in element), default=0)
        target = (
            self._ids.get(own.get("href", "").strip().removeprefix("#")) if element.tag == "use" else None
        )
        if target is None:
            return 1
        if target.tag in ("symbol", "svg"):
            return 1 + self.inside(target, depth)
        return 1 + self._one(target, depth + 1) if depth <= 2 * MAX_DEPTH else 1
