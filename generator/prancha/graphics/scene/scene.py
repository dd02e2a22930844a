"""Faces read as marks in painting order; what many faces share is read once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace

from prancha.graphics.fonts import FontBook
from prancha.graphics.pictures import Opacity
from prancha.graphics.scene.painted_marks import Clip, Fade, Fades, Mark, Symbol
from prancha.graphics.scene.polygon_regions import Region, region, region_of_rings
from prancha.graphics.scene.scene_fragments import SceneFragments
from prancha.graphics.scene.split_face import NUMBER, FaceReader, MarkedDrawing, join_texts, split_texts
from prancha.graphics.svg.matrix import (
    IDENTITY,
    Matrix,
    first,
    inverse,
    moved,
    moved_box,
    multiply,
    numbers,
    parse_transform,
)
from prancha.graphics.svg.normal.plain_elements import rectangle
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.style import MAX_DEPTH, START, Style, clip_shapes, inherit, is_visible, share
from prancha.graphics.svg.svg_markup import DrawingFault, href, parse
from prancha.graphics.svg.template_marks import DRAWING
from prancha.model.box import Box, Point, enclose
from prancha.model.diagnostic import UserError
from prancha.model.face import REVISION_MARK

FAR = 1000.0
"""Millimetres that reach over any face."""
_REGION = {"x": "-10%", "y": "-10%", "width": "120%", "height": "120%"}


def referred(ids: Mapping[str, Element], reference: str) -> Element | None:
    """The element of `url(#id)`."""
    return ids.get(reference.strip()[4:-1].strip("'\"").lstrip("#"))


def clip_of(ids: Mapping[str, Element], reference: str, matrix: Matrix) -> Clip | None:
    """A clip of shapes; None for one that other clips cut, or that has texts in it."""
    clip = referred(ids, reference)
    if clip is None:
        return Clip((), matrix)
    if "clip-path" in clip.attrib:
        return None
    parts: list[tuple[Region, bool]] = []
    for child, evenodd in clip_shapes(clip):
        attributes = child.attrib
        move = read_move(attributes.get("transform", ""))
        if child.tag not in SHAPES or "clip-path" in attributes or move is None:
            return None
        rings = region(child.tag, attributes).rings
        rings = tuple(tuple(moved(move, point) for point in ring) for ring in rings)
        parts.append((region_of_rings(rings), evenodd))
    return Clip(tuple(parts), matrix)


def filter_region(source: Element | None, box: Box) -> Box:
    """The region a plain filter may paint for an object in `box`; by default a tenth more on each side."""
    left, top, right, bottom = box
    own: dict[str, str] = {} if source is None else source.attrib
    texts = {name: own.get(name, text) for name, text in _REGION.items()}
    if own.get("filterUnits") == "userSpaceOnUse":
        x, y, wide, high = map(first, texts.values())
        return x, y, x + wide, y + high
    x, y, wide, high = (first(text) / 100 if text.endswith("%") else first(text) for text in texts.values())
    width, height = right - left, bottom - top
    return left + x * width, top + y * height, left + (x + wide) * width, top + (y + high) * height


def read_move(text: str) -> Matrix | None:
    """The matrix of a transform; None where it cannot be read."""
    try:
        return parse_transform(text)
    except DrawingFault:
        return None


MAX_MARKS = 50_000
_SILENT = frozenset("defs title desc linearGradient radialGradient clipPath pattern mask filter".split())
_UNFOLLOWED = frozenset("mask filter mix-blend-mode".split())
"""Attributes of what is painted in a way that is not evaluated."""
_EFFECTS = frozenset(("transform", "opacity", "clip-path", *_UNFOLLOWED))
_SPACE = " \t\r\n"


class TooManyMarks(UserError):
    """A face with more marks than are checked."""


class _Around(Struct, frozen=True):
    """State inherited from the elements around; `hidden` means that painting is not evaluated."""

    style: Style
    matrix: Matrix = IDENTITY
    alpha: float = 1.0
    clips: tuple[Clip, ...] = ()
    hidden: bool = False
    fades: Fades = ()
    depth: int = 0


OUTERMOST = _Around(START)


class SceneWalk:
    """Goes through the elements of a plain drawing in painting order."""

    def __init__(
        self,
        ids: Mapping[str, Element],
        symbol: Callable[[str], Symbol | None],
        opacity: Callable[[str], Opacity | None],
    ) -> None:
        self.marks: list[Mark] = []
        self._ids, self._symbol, self._opacity = ids, symbol, opacity

    def children(self, parent: Element, around: _Around) -> None:
        """Walk through what is in an element.  Raises TooManyMarks."""
        for element in parent:
            if element.tag not in _SILENT and element.attrib.get("id") != REVISION_MARK:
                self.element(element, around)

    def element(self, element: Element, around: _Around) -> None:
        """Walk through an element.  Raises TooManyMarks."""
        attributes = element.attrib
        if around.depth > MAX_DEPTH + 1 or len(self.marks) > MAX_MARKS:
            raise TooManyMarks(
                f"the drawing has more than {MAX_MARKS} shapes and texts", "show a part as a picture"
            )
        if attributes.get("display") == "none":
            return
        here = around if _EFFECTS.isdisjoint(attributes) else self._inside(element, around)
        style = inherit(here.style, attributes)
        before, tag = len(self.marks), element.tag
        if tag == "g":
            self.children(element, replace(here, style=style, depth=around.depth + 1))
        elif tag == "use":
            self._use(element, style, here)
        elif is_visible(style) and (
            tag in SHAPES
            or tag == "image"
            or (tag == "text" and (NUMBER in attributes or (element.text or "").strip(_SPACE)))
        ):
            self._mark(element if tag != "image" else self._sized(element), style, here)
        if "filter" in attributes:
            self._filtered(attributes["filter"], here, before)

    def _mark(self, element: Element, style: Style, here: _Around) -> None:
        self.marks.append(
            Mark(element, style, here.matrix, here.alpha, here.clips, hidden=here.hidden, fades=here.fades)
        )

    def _inside(self, element: Element, around: _Around) -> _Around:
        """The inherited state inside an element with its own effects."""
        attributes, tag = element.attrib, element.tag
        matrix, alpha, clips, fades = around.matrix, around.alpha, around.clips, around.fades
        hidden = around.hidden or not _UNFOLLOWED.isdisjoint(attributes)
        if "transform" in attributes:
            move = read_move(attributes["transform"])
            hidden = hidden or move is None
            matrix = multiply(matrix, move or IDENTITY)
        opacity = share(attributes["opacity"]) if "opacity" in attributes else 1.0
        if opacity < 1:
            alpha *= opacity
            if opacity and (tag in ("g", "use") or (tag in SHAPES and "stroke" in attributes)):
                fades = (*fades, Fade(opacity))
        if attributes.get("clip-path", "none") != "none":
            clip = clip_of(self._ids, attributes["clip-path"], matrix)
            hidden = hidden or clip is None
            clips = clips if clip is None else (*clips, clip)
        return _Around(around.style, matrix, alpha, clips, hidden, fades=fades, depth=around.depth)

    def _use(self, element: Element, style: Style, here: _Around) -> None:
        target = self._ids.get(href(element.attrib).lstrip("#"))
        if target is None:
            if is_visible(style):
                self._mark(element, style, here)
            return
        x, y = (first(element.get(name, "0")) for name in ("x", "y"))
        matrix = multiply(here.matrix, (1.0, 0.0, 0.0, 1.0, x, y))
        self.element(target, replace(here, style=style, matrix=matrix, depth=here.depth + 1))

    def _sized(self, picture: Element) -> Element:
        """A picture with width and height filled in from its file; of a drawing, any size."""
        if "width" in picture.attrib and "height" in picture.attrib:
            return picture
        file = self._opacity(href(picture.attrib))
        sized = Element("image", dict(picture.attrib))
        if file is None:
            sized.attrib.update(x=f"{-FAR}", y=f"{-FAR}", width=f"{2 * FAR}", height=f"{2 * FAR}")
            return sized
        ratio = file.height / file.width
        if "width" in picture.attrib:
            sized.set("height", repr(first(picture.attrib["width"]) * ratio))
        else:
            high = first(picture.get("height", ""), file.height)
            sized.attrib.update(width=repr(high / ratio), height=repr(high))
        return sized

    def _filtered(self, reference: str, here: _Around, before: int) -> None:
        """Cover the region of a filter with a mark that is not evaluated: it reaches beyond its shapes."""
        back = inverse(here.matrix)
        boxes = [moved_box(back, mark.box()) for mark in self.marks[before:]] if back is not None else []
        if boxes:
            source = referred(self._ids, reference)
            self._mark(rectangle(filter_region(source, enclose(boxes))), START, replace(here, hidden=True))


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
