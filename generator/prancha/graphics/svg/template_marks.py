"""Recognise what templates write without an XML parser: symbols, icons, elements and creases.

Unlike an icon, a shared drawing has its own colours, gradients and clips, and the size of the face.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from prancha.graphics.svg.matrix import IDENTITY, Matrix, moved, multiply, parse_transform
from prancha.graphics.svg.path_data import Extent, trace
from prancha.graphics.svg.svg_markup import parse
from prancha.model.box import Point

DRAWING = "drawing-"
_SHARED_USE = re.compile(
    rf'<use href="#({DRAWING}[^"]+)" x="([^"]+)" y="([^"]+)" width="[^"]+" height="[^"]+"\s*/>'
)


def names_in(svg: str) -> tuple[str, ...]:
    """The drawings that an SVG uses, in order, each once."""
    if DRAWING not in svg:
        return ()
    return tuple(dict.fromkeys(found[1] for found in _SHARED_USE.finditer(svg)))


def unfold_shared(svg: str, symbols: Mapping[str, str]) -> str:
    """The SVG with the content of its drawings in place, for checks that look at each element."""
    if DRAWING not in svg:
        return svg
    return _SHARED_USE.sub(lambda found: _content(symbols[found[1]]), svg)


def _content(symbol: str) -> str:
    # A drawing has the frame of the face, so nothing need be moved.
    return "<g>" + symbol[symbol.index(">") + 1 : symbol.rindex("</symbol>")] + "</g>"


CREASE = "crease"
"""The class of the element that holds a fold: an aid to making the piece, no part of its picture."""
Crease = tuple[float, float, float, float]
"""x1, y1, x2, y2"""


def creases(svg: str) -> tuple[Crease, ...]:
    """The folds that are drawn on a face, each once, in its own space: mm from the corner of its trim box."""
    if f'class="{CREASE}"' not in svg:
        return ()
    return tuple(dict.fromkeys(_under(parse(svg), IDENTITY, False)))


def _under(element: Element, outer: Matrix, folded: bool) -> Iterator[Crease]:
    matrix = multiply(outer, parse_transform(element.get("transform", "")))
    folded = folded or element.get("class") == CREASE
    if folded and element.tag == "path":
        pen = _Pen()
        trace(element.get("d", ""), pen)
        for start, end in pen.lines:
            (x1, y1), (x2, y2) = moved(matrix, start), moved(matrix, end)
            yield round(x1, 4), round(y1, 4), round(x2, 4), round(y2, 4)
    for child in element:
        yield from _under(child, matrix, folded)


class _Pen(Extent):
    """Takes down the straight lines of a path."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[Point, Point]] = []

    def line(self, x: float, y: float) -> None:
        """Go along a straight line."""
        self.lines.append(((self.x, self.y), (x, y)))
        super().line(x, y)


_TAG = re.compile(r'<(/?+)[A-Za-z][\w.-]*+(?:\s++[\w:.-]++="[^"<>]*+")*+\s*+(/?+)>')
"""A tag as nearly all are written: what is in no doubt may be cut without reading it as XML."""
_EMPTY = re.compile(r'(<[A-Za-z][\w.-]*+(?: [\w:.-]++="[^"<>]*+")*+/>)')
_LONE = re.compile(r'<([a-zA-Z]++)((?: [a-zA-Z][a-zA-Z0-9-]*+="[^"<>&]*+")*+) ?+/>')
_ATTRIBUTE = re.compile(r' ([a-zA-Z0-9-]++)="([^"]*+)"')


def elements_of(markup: str) -> tuple[str, ...] | None:
    """The outermost elements of markup; None if it has more than them, or they begin or end elsewhere."""
    pieces = _EMPTY.split(markup)  # as rows of icons and most frames are
    if not "".join(pieces[::2]).strip():
        return tuple(pieces[1::2])
    found: list[str] = []
    depth = start = end = 0
    for tag in _TAG.finditer(markup):
        between = markup[end : tag.start()]
        if between and ("<" in between or ">" in between or not (depth or between.isspace())):
            return None
        if not depth:
            start = tag.start()
        end = tag.end()
        depth += -1 if tag[1] else 0 if tag[2] else 1
        if depth < 0:
            return None
        if not depth:
            found.append(markup[start:end])
    rest = markup[end:]
    return None if depth or (rest and not rest.isspace()) else tuple(found)


def lone_element(markup: str) -> Element | None:
    """An element with nothing in it, in one around it; None where XML may mean something else by it."""
    found = _LONE.fullmatch(markup)
    if found is None or DRAWING in markup or not markup.isprintable():
        return None
    named = _ATTRIBUTE.findall(found[2])
    attributes = dict(named)
    if len(attributes) < len(named) or "xmlns" in attributes:
        return None
    around = Element("g")
    around.append(Element(found[1], attributes))
    return around
