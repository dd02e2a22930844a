"""A face as a list of marks in painting order: shapes, letters, icons and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from generator.model.face import REVISION_MARK
from generator.rules.printed.regions import SHAPES, Region, made, region
from generator.rules.printed.transforms import (
    IDENTITY,
    NOWHERE,
    Box,
    Matrix,
    Point,
    corners,
    inverse,
    moved,
    moved_box,
    multiply,
    numbers,
    parse_transform,
    scale_of,
)

MAX_MARKS = 50_000
_SILENT = frozenset(
    "defs style symbol title desc metadata linearGradient radialGradient clipPath pattern mask marker".split()
)
_PASSED_ON = frozenset(
    "fill stroke fill-opacity stroke-opacity fill-rule stroke-width color visibility "
    "font-family font-size font-weight font-style letter-spacing text-anchor".split()
)
_START = {"fill": "#000000", "stroke": "none", "stroke-width": "1", "color": "#000000"}
Style = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Clip:
    """A region that what it clips cannot leave; `matrix` is the space it is drawn in."""

    parts: tuple[Region, ...]
    matrix: Matrix
    evenodd: bool

    def holds(self, x: float, y: float) -> bool:
        """Whether a point of the face shows through."""
        back = inverse(self.matrix)
        if back is None:
            return False
        px, py = (x, y) if back is IDENTITY else moved(back, (x, y))
        return any(part.holds(px, py, self.evenodd) for part in self.parts)


@dataclass(slots=True)
class Mark:
    """One painted element: `matrix` takes its own space to the face's, `alpha` is its groups' opacity.

    `style` holds its presentation attributes, inherited ones included.  `hidden` says
    that it is painted in a way nobody here can follow (a mask).
    """

    element: Element
    style: Style
    matrix: Matrix
    alpha: float
    clips: tuple[Clip, ...]
    hidden: bool = False
    _box: Box | None = None
    _region: Region | None = None

    @property
    def tag(self) -> str:
        """The name of the element."""
        return self.element.tag

    def shows(self, x: float, y: float) -> bool:
        """Whether a point of the face is inside all clips."""
        return not self.clips or all(clip.holds(x, y) for clip in self.clips)

    def number(self, name: str, default: float = 0.0) -> float:
        """A length of the element itself."""
        text = self.element.get(name)
        found = numbers(text) if text else []
        return found[0] if found else default

    def share(self, name: str) -> float:
        """An opacity of the style."""
        return share(self.style.get(name, "1"))

    def region(self) -> Region:
        """The polygons of a shape, or the frame of an icon or picture, in the element's own space."""
        if self._region is None:
            if self.element.tag in SHAPES:
                self._region = region(self.element.tag, self.element.attrib)
            else:
                x, y, w, h = (self.number(name) for name in ("x", "y", "width", "height"))
                self._region = made((corners((x, y, x + w, y + h)),))
        return self._region

    def box(self) -> Box:
        """The upright box on the face, strokes included."""
        if self._box is None:
            left, top, right, bottom = self.region().box
            half = 0.0 if self.style.get("stroke", "none") == "none" else self.stroke_width() / 2
            self._box = moved_box(self.matrix, (left - half, top - half, right + half, bottom + half))
        return self._box

    def stroke_width(self) -> float:
        """The width of the line in the element's own space."""
        found = numbers(self.style.get("stroke-width", "1"))
        return found[0] if found else 1.0


@dataclass(frozen=True, slots=True)
class Symbol:
    """A drawn icon: its view box, its marks in that space, and points on the edges of its ink."""

    view: Box
    marks: tuple[Mark, ...]
    edge: tuple[Point, ...]


@dataclass(slots=True)
class Scene:
    """The marks of a face in painting order, and what they refer to."""

    marks: list[Mark]
    ids: Mapping[str, Element]
    symbol: Callable[[str], Symbol | None]
    boxes: list[Box] = field(default_factory=list)

    def below(self, index: int, box: Box) -> Iterator[Mark]:
        """Shapes, icons and pictures painted before mark `index` that may reach into `box`, topmost first."""
        left, top, right, bottom = box
        boxes = self.boxes
        while len(boxes) < index:
            mark = self.marks[len(boxes)]
            boxes.append(NOWHERE if mark.element.tag == "text" else mark.box())
        for k in range(index - 1, -1, -1):
            its = boxes[k]
            if its[0] <= right and its[2] >= left and its[1] <= bottom and its[3] >= top:
                yield self.marks[k]


class SceneMaker:
    """Reads faces; icons are read once, however often they are drawn."""

    def __init__(self, symbols: Mapping[str, str]) -> None:
        self._symbols = symbols
        self._read: dict[str, Symbol | None] = {}

    def scene(self, svg: str) -> Scene:
        """The marks of a face; ValueError for more than a face can hold."""
        root = _parse(svg)
        ids = {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}
        ruled = next(root.iter("style"), None) is not None
        walk = _Walk(ids, self.symbol)
        walk.children(root, _START, IDENTITY, 1.0, (), ruled, 0)
        return Scene(walk.marks, ids, self.symbol)

    def symbol(self, name: str) -> Symbol | None:
        """An icon by its id; None when it is none of the library's."""
        if name not in self._read:
            text = self._symbols.get(name)
            self._read[name] = None if text is None else _symbol(_parse(text))
        return self._read[name]


def _parse(text: str) -> Element:
    return ElementTree.fromstring(text.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1))


def _symbol(root: Element) -> Symbol:
    x, y, w, h = numbers(root.get("viewBox", "0 0 1 1"))
    walk = _Walk({}, lambda _: None)
    style = {**_START, "fill": "currentColor", **_own(root.attrib)}
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


def fit(view: Box, frame: Box) -> Matrix:
    """The matrix that fits a view box into a frame, centred (SVG preserveAspectRatio xMidYMid)."""
    wide, high = view[2] - view[0], view[3] - view[1]
    width, height = frame[2] - frame[0], frame[3] - frame[1]
    scale = min(width / wide, height / high)
    x = frame[0] + (width - wide * scale) / 2 - view[0] * scale
    y = frame[1] + (height - high * scale) / 2 - view[1] * scale
    return (scale, 0.0, 0.0, scale, x, y)


def share(text: str) -> float:
    """An opacity from 0 to 1; a percent sign is allowed."""
    value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    return min(1.0, max(0.0, value))


def href(attributes: Mapping[str, str]) -> str:
    """What a use or an image refers to."""
    return attributes.get("href") or attributes.get("{http://www.w3.org/1999/xlink}href", "")


def point_size(mark: Mark) -> float:
    """Size of a text on paper, in mm."""
    found = numbers(mark.style.get("font-size", "0"))
    return (found[0] if found else 0.0) * scale_of(mark.matrix)


def _own(attributes: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in attributes.items() if name in _PASSED_ON and value != "inherit"}


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
            attributes = {**attributes, **_declared(attributes["style"])}
            element = _with(element, attributes)
        own = _own(attributes)
        if own:
            style = {**style, **own}
        if attributes.get("display") == "none" or style.get("visibility") == "hidden":
            return
        if "transform" in attributes:
            matrix = multiply(matrix, parse_transform(attributes["transform"]))
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
            for part in _lines(element):
                its = {**style, **_own(part.attrib)} if part is not element else style
                self.marks.append(Mark(part, its, matrix, alpha, clips, hidden))
        elif tag in SHAPES or tag in ("image", "svg"):
            self.marks.append(Mark(element, style, matrix, alpha, clips, hidden or tag == "svg"))

    def _use(
        self, element: Element, style: Style, matrix: Matrix, alpha: float, clips: tuple[Clip, ...],
        hidden: bool, depth: int,
    ) -> None:  # fmt: skip
        target = self._ids.get(href(element.attrib).lstrip("#"))
        if target is None:
            self.marks.append(Mark(element, style, matrix, alpha, clips, hidden))
            return
        found = {name: numbers(element.get(name, "0"))[0] for name in ("x", "y")}
        matrix = multiply(matrix, (1.0, 0.0, 0.0, 1.0, found["x"], found["y"]))
        self.element(target, style, matrix, alpha, clips, hidden, depth + 1)

    def _clip(self, reference: str, matrix: Matrix) -> Clip:
        clip = self._ids.get(reference.strip()[4:-1].strip("'\"").lstrip("#"))
        parts: list[Region] = []
        for child in clip if clip is not None else ():
            shape = region(child.tag, child.attrib) if child.tag in SHAPES else made(())
            move = parse_transform(child.get("transform", ""))
            parts.append(_moved_region(shape, move))
        evenodd = any(child.get("clip-rule") == "evenodd" for child in clip) if clip is not None else False
        return Clip(tuple(parts), matrix, evenodd)


def _moved_region(shape: Region, matrix: Matrix) -> Region:
    if matrix == IDENTITY:
        return shape
    return made(tuple(tuple(moved(matrix, point) for point in ring) for ring in shape.rings))


def _declared(text: str) -> dict[str, str]:
    """The declarations of an inline style."""
    pairs = (declaration.partition(":") for declaration in text.split(";"))
    return {name.strip(): value.strip() for name, colon, value in pairs if colon}


def _with(element: Element, attributes: Mapping[str, str]) -> Element:
    copy = Element(element.tag, dict(attributes))
    copy.text = element.text
    copy.extend(element)
    return copy


def _lines(element: Element) -> Iterable[Element]:
    """A text, or its tspans where it has some, each with its place."""
    if not len(element):
        return (element,) if (element.text or "").strip() else ()
    found = []
    for part in element:
        line = Element("text", {**element.attrib, **part.attrib})
        line.text = part.text
        found.append(line)
    if (element.text or "").strip():
        line = Element("text", dict(element.attrib))
        line.text = element.text
        found.insert(0, line)
    return found
