"""Cut faces into fragments of markup, and put drawings together from fragments that were read before.

Cards of a family are mostly the same shapes, icons and styles of text: each element at the top of a face, and
what a text is but for its words, is read or drawn once for all faces that show it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace

from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.scene.split_face import FaceReader, is_surely_plain, text_of
from prancha.graphics.svg.svg_markup import MAX_BYTES, DrawingFault
from prancha.graphics.svg.template_marks import DRAWING, elements_of, lone_element

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


MOST_READ = 500_000
"""Characters of markup that are remembered: a hundred of them take some 3 kB when read."""
_URL = re.compile(r"url\(#([^()\s'\"#]+)\)")


class _Fragment(Struct, frozen=True):
    """The marks of an element, the ids in it, and those that it refers to and has not."""

    marks: tuple[Mark, ...]
    ids: Mapping[str, Element]
    asks: frozenset[str]

    def again(self) -> _Fragment | None:
        """The same once more on one face, as marks of their own; None where groups fade."""
        if any(mark.fades for mark in self.marks):
            return None
        return replace(self, marks=tuple(replace(mark) for mark in self.marks))


_Known = dict[Source, _Fragment | None]
"""Fragments by their markup; None for what only the whole face tells."""


class SceneFragments:
    """Puts drawings together; `marks_of` reads those of an element's children, given the ids among them."""

    def __init__(
        self,
        reader: FaceReader,
        marks_of: Callable[[Element, Mapping[str, Element]], list[Mark]],
        earlier: SceneFragments | None = None,
    ) -> None:
        """Fragments that `earlier` read in another language of the game are reused."""
        self._reader, self._marks_of = reader, marks_of
        self._memory: FragmentMemory = FragmentMemory(MOST_READ) if earlier is None else earlier._memory
        known: dict[str, _Known | None] = {} if earlier is None else earlier.of_any_language()
        self._known: dict[str, _Known | None] = self._memory.register(known)

    def of_any_language(self) -> dict[str, _Known | None]:
        """All fragments but drawings from files, whose texts may use the fonts of one language."""
        return {
            header: known and {s: one for s, one in known.items() if isinstance(s, tuple) or DRAWING not in s}
            for header, known in self._known.items()
        }

    def joined(self, parts: tuple[str, ...]) -> Joined | None:
        """The marks of a face cut by `split_texts`; None where all must be read.  Raises TooManyMarks."""
        face = self._memory.cut(parts)
        if face is None or not face.is_cut:
            return None
        known = self._of_header(face.header)
        if known is None or not self._read(face.header, known, face.sources):
            return None
        return _put_together(face.sources, known)

    def _of_header(self, header: str) -> _Known | None:
        """The fragments read under a header; None if the header is not plain."""
        if header not in self._known:
            self._memory.note(len(header))
            try:
                plain = is_surely_plain(self._reader.parsed(header + END))
            except DrawingFault:
                plain = False
            self._known[header] = {} if plain else None
        return self._known[header]

    def _read(self, header: str, known: _Known, sources: Sequence[Source]) -> bool:
        """Read those that are new, all at once; False where only the whole face can be read."""
        new: list[Source] = []
        for source in sources:
            if source not in known:
                new.append(source)
            elif known[source] is None:
                return False
        elements = self._elements_of(header, new) if new else {}
        if elements is None:
            return False
        known.update({source: self._fragment(element) for source, element in elements.items()})
        return True

    def _elements_of(self, header: str, new: Sequence[Source]) -> Mapping[Source, Element] | None:
        """An element around each fragment; None where the whole face must be read to report what is wrong."""
        read: dict[Source, Element] = {}
        rest: dict[Source, str] = {}
        for source in new:
            markup = source if isinstance(source, str) else text_of(*source, 0)
            self._memory.note(len(markup))
            lone = lone_element(markup)
            if lone is None:
                rest[source] = f"<g>{markup}</g>"
            else:
                read[source] = lone
        if rest:
            try:
                root = self._reader.parsed(f"{header}{''.join(rest.values())}{END}")
            except DrawingFault:
                return None
            read.update(zip(rest, root, strict=True))
        return read

    def _fragment(self, around: Element) -> _Fragment | None:
        """The fragment of an element; None if it is not plain, or has an unusual reference."""
        if not is_surely_plain(around):
            return None
        ids = {element.attrib["id"]: element for element in around.iter() if "id" in element.attrib}
        asks: set[str] = set()
        for element in around.iter():
            for name, value in element.attrib.items():
                if name == "href":
                    asks.add(value.lstrip("#"))
                elif "url(" in value:
                    found = _URL.fullmatch(value)
                    if found is None:
                        return None
                    asks.add(found[1])
        return _Fragment(tuple(self._marks_of(around, ids)), ids, frozenset(asks - ids.keys()))


class Joined(NamedTuple):
    """The marks of a face, its elements by id, and the numbers of the `words` of marks, by theirs."""

    marks: list[Mark]
    ids: Mapping[str, Element]
    words: Mapping[int, int]


def _put_together(sources: Sequence[Source], known: _Known) -> Joined | None:
    """Join fragments; None where one is unknown, or may refer to another."""
    marks: list[Mark] = []
    words: dict[int, int] = {}
    count = 0
    ids: dict[str, Element] = {}
    asks: set[str] = set()
    met: set[Source] = set()
    for source in sources:
        fragment = known[source]
        if isinstance(source, tuple):
            if fragment is not None and fragment.marks:
                words[len(marks)] = count
            count += 1
        elif source in met:
            fragment = fragment and fragment.again()
        else:
            met.add(source)
        if fragment is None or not ids.keys().isdisjoint(fragment.ids):
            return None
        marks += fragment.marks
        ids.update(fragment.ids)
        asks |= fragment.asks
    return Joined(marks, ids, words) if ids.keys().isdisjoint(asks) else None
