"""Cut faces into fragments of markup, and bound the memory of what is made of fragments.

Cards of a family are mostly the same shapes, icons and styles of text: each element at the top of a face, and
what a text is but for its words, is read or drawn once for all faces that show it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from prancha.graphics.svg.svg_markup import MAX_BYTES
from prancha.graphics.svg.template_marks import elements_of

END = "</svg>"
_HEADER = re.compile(r"<svg [^<>]*>")
_ID = ' id="'
"""Markup with it stays whole: one element may refer to another."""

Source: TypeAlias = str | tuple[str, str]
"""Markup of an element, or what stands before and after the place of a text."""


class FaceSources(NamedTuple):
    """The start tag of a face and its fragments in painting order.

    `is_cut` is False where only an XML parser can tell the elements of markup between two texts; it is one
    fragment then.
    """

    header: str
    sources: Sequence[Source]
    is_cut: bool


class FragmentMemory:
    """Tables that are emptied together once they hold more than `limit` characters of markup.

    Whoever adds to a table counts its markup by `note`.
    """

    def __init__(self, limit: int) -> None:
        self._limit, self._size = limit, 0
        self._tables: list[dict[Any, Any] | set[Any]] = []
        self._elements: dict[str, tuple[str, ...] | None] = self.register({})

    def register(self, table: Any) -> Any:
        """The same table, a dictionary or a set, emptied with the others from now on."""
        self._tables.append(table)
        return table

    def note(self, size: int) -> None:
        """Count characters that are going to be remembered; empty the tables first if they are too many."""
        self._size += size
        if self._size > self._limit:
            for table in self._tables:
                table.clear()
            self._size = size

    def cut(self, drawing: tuple[str, ...]) -> FaceSources | None:
        """The fragments of a face without its words, as `part` gives it; None for one that is too unusual."""
        count = len(drawing) // 3
        header = _HEADER.match(drawing[0])
        if header is None or not drawing[count].endswith(END) or sum(map(len, drawing)) > MAX_BYTES:
            return None
        gaps = list(drawing[: count + 1])
        gaps[count] = gaps[count][: -len(END)]
        gaps[0] = gaps[0][header.end() :]
        found: list[Source] = []
        is_cut = True
        for k, gap in enumerate(gaps):
            if gap and not gap.isspace():
                elements = self._elements_of(gap)
                is_cut = is_cut and elements is not None
                found += (gap,) if elements is None else elements
            if k < count:
                found.append((drawing[count + 1 + k], drawing[2 * count + 1 + k]))
        return FaceSources(header[0], found, is_cut)

    def _elements_of(self, gap: str) -> tuple[str, ...] | None:
        """The elements of markup between two texts, remembered; None where they are uncertain."""
        if gap not in self._elements:
            self.note(len(gap))
            elements = elements_of(gap)
            self._elements[gap] = (gap,) if elements and _ID in gap else elements
        return self._elements[gap]
