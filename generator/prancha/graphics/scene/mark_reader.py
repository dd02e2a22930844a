"""Walk through the elements of a plain drawing and make marks of what they paint, with their clips."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.etree.ElementTree import Element

from msgspec import Struct
from msgspec.structs import replace

from prancha.graphics.pictures import Opacity
from prancha.graphics.scene.painted_marks import Clip, Fade, Fades, Mark, Symbol
from prancha.graphics.scene.polygon_regions import Region, region, region_of_rings
from prancha.graphics.scene.split_face import NUMBER
from prancha.graphics.svg.matrix import (
    IDENTITY,
    Matrix,
    first,
    inverse,
    moved,
    moved_box,
    multiply,
    parse_transform,
)
from prancha.graphics.svg.path_data import SHAPES
from prancha.graphics.svg.style import MAX_DEPTH, START, Style, clip_shapes, inherit, is_visible, share
from prancha.graphics.svg.svg_markup import DrawingFault, href
from prancha.model.box import Box, enclose
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
        parts.append((_moved_region(region(child.tag, attributes), move), evenodd))
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


def rectangle(box: Box) -> Element:
    """A `<rect>` of a box."""
    left, top, right, bottom = box
    sides = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    return Element("rect", {name: repr(value) for name, value in sides.items()})


def read_move(text: str) -> Matrix | None:
    """The matrix of a transform; None where it cannot be read."""
    try:
        return parse_transform(text)
    except DrawingFault:
        return None


def _moved_region(shape: Region, matrix: Matrix) -> Region:
    if matrix == IDENTITY:
        return shape
    return region_of_rings(tuple(tuple(moved(matrix, point) for point in ring) for ring in shape.rings))


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
            tag in SHAPES or tag == "image" or (tag == "text" and _has_words(element))
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


def _has_words(element: Element) -> bool:
    return NUMBER in element.attrib or bool((element.text or "").strip(_SPACE))
