"""Faces read as marks in painting order; what many faces share is read once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace

from prancha.graphics.fonts import FontBook
from prancha.graphics.pictures import Opacity
from prancha.graphics.scene.mark_reader import MAX_MARKS, OUTERMOST, SceneWalk
from prancha.graphics.scene.painted_marks import Mark, Symbol
from prancha.graphics.scene.scene_fragments import SceneFragments
from prancha.graphics.scene.split_face import NUMBER, FaceReader, MarkedDrawing, join_texts, split_texts
from prancha.graphics.svg.matrix import moved, numbers
from prancha.graphics.svg.style import START, inherit
from prancha.graphics.svg.svg_markup import parse
from prancha.graphics.svg.template_marks import DRAWING
from prancha.model.box import Point

KEY = "data-k"
"""The attribute by which a mark's element is known in another drawing of the same face."""
KEPT = 256
"""Drawings remembered: faces come by families, so like ones follow each other."""


class FaceScene(Struct, frozen=True):
    """A face: its drawing, and of each text with a NUMBER there x, y and content, one after another."""

    drawing: MarkedDrawing
    words: list[str]


class SceneMaker:
    """Reads faces; icons are read once, however often they are drawn."""

    def __init__(
        self,
        symbols: Mapping[str, str],
        book: FontBook,
        opacity: Callable[[str], Opacity | None] = lambda _: None,
        known: dict[tuple[str, ...], MarkedDrawing] | None = None,
        earlier: SceneMaker | None = None,
    ) -> None:
        """`opacity` returns that of a picture by its href; None where unknown.

        `known` holds drawings of a game that look the same in all its languages, for makers of each; what
        these are made of is taken from the `earlier` one.
        """
        self._known = known
        self._symbols, self._reader, self._opacity = symbols, FaceReader(symbols, book), opacity
        self._read: dict[str, Symbol] = {} if earlier is None else earlier._read
        before: SceneFragments | None = None if earlier is None else earlier._fragments
        self._fragments: SceneFragments = SceneFragments(self._reader, self._marks, before)
        self._drawing = lru_cache(maxsize=KEPT)(self._drawn)

    def scene(self, svg: str) -> FaceScene:
        """A face as it looks.  Raises TooManyMarks, and Fault for what the renderer refuses."""
        parts, words = split_texts(svg)
        drawing = self._drawing(parts)
        if drawing is None:  # its words are where others say, so they stay in it
            drawing, words = self._drawing((svg,)), []
        assert drawing is not None  # without words apart it is made plain
        return FaceScene(drawing, words)

    def _drawn(self, parts: tuple[str, ...]) -> MarkedDrawing | None:
        """The drawing of a face; None where words were taken out of one that is not plain."""
        if self._known is not None and parts in self._known:
            return self._known[parts]
        drawing, as_written = self._wordless(parts) if len(parts) > 1 else self._worded(parts[0])
        # What was made plain, or comes from a file, may have texts set in one language's fonts.
        known = self._known
        as_written = as_written and not any(DRAWING in one for one in parts)
        if known is not None and drawing is not None and as_written and len(known) < KEPT:
            known[parts] = drawing
        return drawing

    def _wordless(self, parts: tuple[str, ...]) -> tuple[MarkedDrawing | None, bool]:
        """The drawing of a face without its words, None if it is not plain; whether it is as written."""
        joined = self._fragments.joined(parts)
        if joined is not None and len(joined.marks) <= MAX_MARKS:
            return MarkedDrawing(*joined, self.symbol, self._opacity), True
        root = self._reader.if_plain(join_texts(parts))
        return (None if root is None else self.drawing(root)), True

    def _worded(self, svg: str) -> tuple[MarkedDrawing, bool]:
        """The drawing of a face with its words, made plain where it is not; whether it is as written."""
        plain = self._reader.plain(svg)
        for element, source in plain.sources.items():
            if KEY in source.attrib:
                element.attrib.setdefault(KEY, source.attrib[KEY])
        return self.drawing(plain.root), not plain.sources

    def drawing(self, root: Element) -> MarkedDrawing:
        """Mark a plain drawing; its elements become those of the marks.  Raises TooManyMarks."""
        ids = {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}
        marks = self._marks(root, ids)
        numbered = ((k, mark.element.attrib) for k, mark in enumerate(marks) if mark.element.tag == "text")
        words = {k: int(attributes[NUMBER]) for k, attributes in numbered if NUMBER in attributes}
        return MarkedDrawing(marks, ids, words, self.symbol, self._opacity)

    def _marks(self, root: Element, ids: Mapping[str, Element]) -> list[Mark]:
        walk = SceneWalk(ids, self.symbol, self._opacity)
        walk.children(root, OUTERMOST)
        return walk.marks

    def symbol(self, name: str) -> Symbol | None:
        """An icon by its id; None when it is none of the library's."""
        if name not in self._symbols:
            return None
        if name not in self._read:
            self._read[name] = _symbol(parse(self._symbols[name]))
        return self._read[name]


def _symbol(root: Element) -> Symbol:
    x, y, w, h = numbers(root.get("viewBox", "0 0 1 1"))
    walk = SceneWalk({}, lambda _: None, lambda _: None)
    style = inherit({**START, "fill": "currentColor"}, root.attrib)
    walk.children(root, replace(OUTERMOST, style=style))
    edge = [moved(mark.matrix, point) for mark in walk.marks for point in _edge(mark)]
    return Symbol((x, y, x + w, y + h), tuple(walk.marks), tuple(dict.fromkeys(edge)))


def _edge(mark: Mark) -> Iterator[Point]:
    """Corners of a painted shape, or of its line's two sides where it is only a line."""
    if mark.style.get("fill") != "none":
        yield from (point for ring in mark.region().rings for point in ring)
    elif mark.style.get("stroke") != "none":
        half = mark.stroke_width() / 2
        for ring in mark.region().rings:
            for x, y in ring:
                yield from ((x - half, y), (x + half, y), (x, y - half), (x, y + half))
