"""Match elements against the selectors of style sheets, in bounded time.

cssselect2 tries every way to match a selector such as `g g g g`, which takes the depth of the drawing to the
power of its length; here each step that it takes is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import Element

import cssselect2

from prancha.graphics.svg.svg_markup import DrawingFault

MOST_STEPS = 1_000_000
"""Steps from element to element for all sheets of a drawing, a second of work at most."""
_AT_ONCE = 2
"""Siblings that are counted in the time of a step."""


class Counted(cssselect2.ElementWrapper):  # type: ignore[misc]
    """An element as selectors see it, which counts how often they look around."""

    def __init__(self, etree_element: Element, parent: Counted | None, **place: Any) -> None:
        self.steps: list[int] = [0] if parent is None else parent.steps
        self.take(1)
        super().__init__(etree_element, parent, **place)

    def take(self, steps: int) -> None:
        """Count steps.  Raises DrawingFault where a drawing takes too many."""
        self.steps[0] += steps
        if self.steps[0] > MOST_STEPS:
            raise DrawingFault("the style sheet takes too long to match", "save the drawing without CSS")

    def along(self, name: str) -> Iterator[Counted]:
        """The elements that one after another names by an attribute."""
        each = getattr(self, name)
        while each is not None:
            self.take(1)
            yield each
            each = getattr(each, name)

    @property
    def ancestors(self) -> Iterator[Counted]:
        """The elements around it, the nearest first."""
        return self.along("parent")

    @property
    def previous_siblings(self) -> Iterator[Counted]:
        """The siblings before it, the nearest first."""
        return self.along("previous")

    @property
    def etree_siblings(self) -> Sequence[Element]:
        """It and its siblings, which `:nth-child()` and its like go through."""
        self.take(len(self._siblings) // _AT_ONCE)
        return self._siblings

    @etree_siblings.setter
    def etree_siblings(self, siblings: Sequence[Element]) -> None:
        self._siblings = siblings


def compiled(prelude: Any, shown: str) -> list[Any]:
    """The selectors that a rule begins with.  Raises DrawingFault; `shown` is what was written."""
    hint = "select by element, class or id"
    try:
        return list(cssselect2.compile_selector_list(prelude))
    except cssselect2.SelectorError as problem:
        why = " ".join(str(each) for each in problem.args)
        raise DrawingFault(f'the selector "{shown}" cannot be read: {why}', hint) from None
    except (RecursionError, SyntaxError, MemoryError):  # it becomes Python, which has limits of its own
        raise DrawingFault(f'the selector "{shown[:40]}" is too long', hint) from None
