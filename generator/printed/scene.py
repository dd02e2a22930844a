"""Faces read as marks in painting order; what many faces share is read once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from xml.etree.ElementTree import Element

from msgspec import Struct

from generator.fonts import FontBook, Letters
from generator.model.face import REVISION_MARK
from generator.pictures import Opacity
from generator.printed.drawing import NUMBER, Drawing, part, whole
from generator.printed.marks import Clip, Mark, Symbol
from generator.printed.regions import Region, made, region
from generator.svg.boxes import view_box
from generator.svg.errors import Fault
from generator.svg.markup import href, parse
from generator.svg.matrix import IDENTITY, Matrix, Point, moved, multiply, parse_transform
from generator.svg.normal import FACE_UNITS
from generator.svg.numbers import first, numbers
from generator.svg.paths import SHAPES
from generator.svg.plain import is_plain
from generator.svg.reading import plain_drawing
from generator.svg.shared import unfolded
from generator.svg.style import START, Style, folded, inherit, seen, share

MAX_MARKS = 50_000
_SILENT = frozenset(
    "defs style symbol title desc metadata linearGradient radialGradient clipPath pattern mask marker".split()
)
KEPT = 256
"""Drawings remembered: faces come by families, so like ones follow each other."""


class Scene(Struct, frozen=True):
    """A face: its drawing, and of each text with a NUMBER there x, y and content, one after another."""

    drawing: Drawing
    words: list[str]


class SceneMaker:
    """Reads faces; icons are read once, however often they are drawn."""

    def __init__(
        self,
        symbols: Mapping[str, str],
        book: FontBook,
        opacity: Callable[[str], Opacity | None] = lambda _: None,
    ) -> None:
        """`opacity` tells that of a picture by its href; None where nobody can tell."""
        self._symbols, self._letters, self._opacity = symbols, Letters(book), opacity
        self._read: dict[str, Symbol] = {}
        self._drawing = lru_cache(maxsize=KEPT)(self._drawn)

    def scene(self, svg: str) -> Scene:
        """A face as it looks; ValueError for more than a face can hold."""
        parts, words = part(svg)
        drawing = self._drawing(parts)
        if drawing is None:  # its words are where others say, so they stay in it
            drawing, words = self._drawing((svg,)), []
        assert drawing is not None  # without words apart it is made plain
        return Scene(drawing, words)

    def _drawn(self, parts: tuple[str, ...]) -> Drawing | None:
        """The drawing of a face; None where words were taken out of one that is not plain."""
        root = parse(unfolded(whole(parts), self._symbols))
        if not is_plain(root, numbers=True):
            if len(parts) > 1:
                return None
            try:
                root = plain_drawing(root, view_box(root), FACE_UNITS, self._letters).root
            except Fault as fault:
                raise ValueError(fault.message) from None
        ids = {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}
        walk = _Walk(ids, self.symbol)
        walk.children(root, START, IDENTITY, 1.0, (), False, 0)
        return Drawing(walk.marks, ids, self.symbol, self._opacity)

    def symbol(self, name: str) -> Symbol | None:
        """An icon by its id; None when it is none of the library's."""
        if name not in self._read and name in self._symbols:
            self._read[name] = _symbol(parse(self._symbols[name]))
        return self._read.get(name)


def _symbol(root: Element) -> Symbol:
    x, y, w, h = numbers(root.get("viewBox", "0 0 1 1"))
    walk = _Walk({}, lambda _: None)
    style = inherit({**START, "fill": "currentColor"}, root.attrib)
    walk.children(root, style, IDENTITY, 1.0, (), False, 0)
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


class _Walk:
    """Goes through elements in painting order."""

    def __init__(self, ids: Mapping[str, Element], symbol: Callable[[str], Symbol | None]) -> None:
        self.marks: list[Mark] = []
        self._ids, self._symbol = ids, symbol

    def children(
        self, parent: Element, style: Style, matrix: Matrix, alpha: float, clips: tuple[Clip, ...],
        hidden: bool, depth: int,
    ) -> None:  # fmt: skip
        for element in parent:
            if element.tag not in _SILENT and element.attrib.get("id") != REVISION_MARK:
                self.element(element, style, matrix, alpha, clips, hidden, depth + 1)

    def element(
        self, element: Element, style: Style, matrix: Matrix, alpha: float, clips: tuple[Clip, ...],
        hidden: bool, depth: int,
    ) -> None:  # fmt: skip
        if depth > 100 or len(self.marks) > MAX_MARKS:
            raise ValueError("the face is too deep or too large to be looked at")
        attributes = element.attrib
        if "style" in attributes:
            attributes = folded(attributes)
            element = _with(element, attributes)
        style = inherit(style, attributes)
        if attributes.get("display") == "none":
            return
        if "transform" in attributes:
            move = _read_move(attributes["transform"])
            hidden = hidden or move is None
            matrix = multiply(matrix, move or IDENTITY)
        if "opacity" in attributes:
            alpha *= share(attributes["opacity"])
        if attributes.get("clip-path", "none") != "none":
            clips = (*clips, self._clip(attributes["clip-path"], matrix))
        hidden = hidden or "class" in attributes or attributes.get("mask", "none") != "none"
        tag = element.tag
        if tag in ("g", "a"):
            self.children(element, style, matrix, alpha, clips, hidden, depth)
        elif tag == "use":
            self._use(element, style, matrix, alpha, clips, hidden, depth)
        elif tag == "text":
            for line in _lines(element):
                its = inherit(style, line.attrib) if line is not element else style
                if seen(its):
                    self.marks.append(Mark(line, its, matrix, alpha, clips, hidden))
        elif (tag in SHAPES or tag in ("image", "svg")) and seen(style):
            self.marks.append(Mark(element, style, matrix, alpha, clips, hidden or tag == "svg"))

    def _use(
        self, element: Element, style: Style, matrix: Matrix, alpha: float, clips: tuple[Clip, ...],
        hidden: bool, depth: int,
    ) -> None:  # fmt: skip
        target = self._ids.get(href(element.attrib).lstrip("#"))
        if target is None:
            if seen(style):
                self.marks.append(Mark(element, style, matrix, alpha, clips, hidden))
            return
        found = {name: first(element.get(name, "0")) for name in ("x", "y")}
        matrix = multiply(matrix, (1.0, 0.0, 0.0, 1.0, found["x"], found["y"]))
        self.element(target, style, matrix, alpha, clips, hidden, depth + 1)

    def _clip(self, reference: str, matrix: Matrix) -> Clip:
        clip = self._ids.get(reference.strip()[4:-1].strip("'\"").lstrip("#"))
        if clip is None:
            return Clip((), matrix)
        parts: list[tuple[Region, bool]] = []
        whole = clip.get("clip-rule", "nonzero")
        for child in clip:
            attributes = folded(child.attrib) if "style" in child.attrib else child.attrib
            if attributes.get("display") == "none" or not seen(attributes):
                continue
            shape = region(child.tag, attributes) if child.tag in SHAPES else made(())
            move = _read_move(attributes.get("transform", ""))
            if move is not None:
                parts.append((_moved_region(shape, move), attributes.get("clip-rule", whole) == "evenodd"))
        return Clip(tuple(parts), matrix)


def _read_move(text: str) -> Matrix | None:
    """The matrix of a transform; None where it cannot be read."""
    try:
        return parse_transform(text)
    except Fault:
        return None


def _moved_region(shape: Region, matrix: Matrix) -> Region:
    if matrix == IDENTITY:
        return shape
    return made(tuple(tuple(moved(matrix, point) for point in ring) for ring in shape.rings))


def _with(element: Element, attributes: Mapping[str, str]) -> Element:
    copy = Element(element.tag, dict(attributes))
    copy.text = element.text
    copy.extend(element)
    return copy


def _lines(element: Element) -> Iterable[Element]:
    """A text, or its tspans where it has some, each with its place."""
    if not len(element):
        if NUMBER in element.attrib:
            return (element,)
        return (element,) if (element.text or "").strip() else ()
    found = []
    for run in element:
        line = Element("text", {**element.attrib, **run.attrib})
        line.text = run.text
        found.append(line)
    if (element.text or "").strip():
        line = Element("text", dict(element.attrib))
        line.text = element.text
        found.insert(0, line)
    return found
