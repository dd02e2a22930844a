"""Read a face as a plain drawing, and split it into its drawing, which many cards share, and its texts."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec import Struct, field

from prancha.graphics.fonts import FontBook, Letters
from prancha.graphics.pictures import Opacity
from prancha.graphics.scene.painted_marks import Mark, Symbol
from prancha.graphics.svg.css_colours import colour_or_none
from prancha.graphics.svg.matrix import parse_transform, view_box
from prancha.graphics.svg.normal import FACE_UNITS, FILE_UNITS, Plain
from prancha.graphics.svg.plain_svg import is_plain, plain_drawing, restate
from prancha.graphics.svg.style import START
from prancha.graphics.svg.svg_markup import MOST_TRANSLATED, DrawingFault, parse
from prancha.graphics.svg.template_marks import names_in, unfold_shared
from prancha.model.box import Box

_Found = TypeVar("_Found")
_ATTRIBUTE = r' [^ ="<>]++="[^"]*+"'
_WORDS = re.compile(
    rf'<text((?:(?! x="){_ATTRIBUTE})*) x="([^"]*+)" y="([^"]*+)"((?:{_ATTRIBUTE})*+)>'
    r"(\s*+[^<][^<]*+)</text>"
)
"""Every face is cut by it twice: it gives back nothing, and runs to the next quote, which takes half as long.
What is not XML is refused by whoever reads the pieces.  The attributes before x are no possessive group:
Python 3.11.2 matches none that has a lookahead in it."""
NUMBER = "words-number"
"""The attribute that stands in a drawing for place and content of its words."""


Numbered = tuple[int, Mark]
"""A mark with its number in painting order."""


class Sorted(NamedTuple):
    """The texts of a drawing, its other marks, of these the icons and the numbers."""

    texts: list[Numbered]
    others: list[Numbered]
    uses: list[Numbered]
    numbers: list[int]


class MarkedDrawing(Struct, eq=False):
    """The marks of a face in painting order and the elements they refer to; words are kept apart.

    `ids` are the elements by id, `words` of a text mark, by its number, the number of its words where they
    are not in it; `symbol` finds an icon, `opacity` that of a picture by its href.
    """

    marks: list[Mark]
    ids: Mapping[str, Element]
    words: Mapping[int, int]
    symbol: Callable[[str], Symbol | None]
    opacity: Callable[[str], Opacity | None] = lambda _: None
    _known: dict[Hashable, Any] = field(default_factory=dict)

    def once(self, key: Hashable, find: Callable[[], _Found]) -> _Found:
        """The result of `find`, computed once per drawing."""
        if key not in self._known:
            self._known[key] = find()
        found: _Found = self._known[key]
        return found

    def sorted(self) -> Sorted:
        """Its marks by what they are."""
        return self.once("sorted", self._sort)

    def _sort(self) -> Sorted:
        texts: list[Numbered] = []
        others: list[Numbered] = []
        for numbered in enumerate(self.marks):
            (texts if numbered[1].element.tag == "text" else others).append(numbered)
        uses = [numbered for numbered in others if numbered[1].element.tag == "use"]
        return Sorted(texts, others, uses, [number for number, _ in others])

    def level(self, index: int) -> int:
        """The number of marks other than texts that are painted before mark `index`."""
        return bisect_left(self.sorted().numbers, index)

    def below(self, index: int, box: Box) -> Iterator[Mark]:
        """Shapes, icons and pictures painted before mark `index` that may reach into `box`, topmost first."""
        left, top, right, bottom = box
        for _, mark in reversed(self.sorted().others[: self.level(index)]):
            its = mark.box()
            if its[0] <= right and its[2] >= left and its[1] <= bottom and its[3] >= top:
                yield mark


def split_texts(svg: str) -> tuple[tuple[str, ...], list[str]]:
    """An SVG document without the place and content of its plain texts, and these: x, y, content of each.

    `join_texts` puts the first together.  Texts with parts of their own stay in the drawing, and
    all do in a document with comments or characters by number, which could mislead.
    """
    if "<!" in svg or "&#" in svg:
        return (svg,), []
    pieces = _WORDS.split(svg)
    drawing = (*pieces[::6], *pieces[1::6], *pieces[4::6])
    del pieces[::6], pieces[::5], pieces[2::4]
    return drawing, pieces


def join_texts(parts: tuple[str, ...]) -> str:
    """The SVG document of a drawing, its texts without content and with their NUMBER."""
    count = len(parts) // 3
    gaps, before, after = parts[: count + 1], parts[count + 1 : 2 * count + 1], parts[2 * count + 1 :]
    texts = (text_of(a, b, k) for k, (a, b) in enumerate(zip(before, after, strict=True)))
    return gaps[0] + "".join(text + gap for text, gap in zip(texts, gaps[1:], strict=True))


def text_of(before: str, after: str, number: int) -> str:
    """The markup of a text without its words, from the attributes before and after their place."""
    return f'<text{before} {NUMBER}="{number}"{after}/>'


def rounded_out(box: Box, step: float) -> Box:
    """The box with its edges moved outwards to multiples of `step`: like boxes become the same."""
    left, top, right, bottom = box
    return left // step * step, top // step * step, -(-right // step) * step, -(-bottom // step) * step


_PAINTS = ("fill", "stroke", "color", "stop-color")
_MOVES = ("transform", "gradientTransform")
_URL = re.compile(r"url\(#([^)]+)\)")
_START = " ".join(f'{name}="{value}"' for name, value in START.items())
"""What a drawing from a file starts with, whatever it stands in."""


class FaceReader:
    """Reads faces; a drawing from a file is made plain once, however many faces show it."""

    def __init__(self, symbols: Mapping[str, str], book: FontBook) -> None:
        self._symbols, self._letters, self._languages = symbols, Letters(book, stands_in=True), book.languages
        self._contents: dict[str, str] = {}

    def plain(self, svg: str) -> Plain:
        """The plain drawing of a face, with those from files in place.  Raises DrawingFault."""
        root = self.parsed(svg)
        if is_surely_plain(root):
            return Plain(root)
        return plain_drawing(root, view_box(root), FACE_UNITS, self._letters, self._languages)

    def if_plain(self, svg: str) -> Element | None:
        """The drawing of a face if it is already plain, else None.  Raises DrawingFault."""
        root = self.parsed(svg)
        return root if is_surely_plain(root) else None

    def parsed(self, svg: str) -> Element:
        """The elements of markup, with those of drawings from files in place.  Raises DrawingFault."""
        names = names_in(svg)
        if not names:
            return parse(svg)
        return parse(unfold_shared(svg, {name: self._content(name) for name in names}), MOST_TRANSLATED)

    def _content(self, name: str) -> str:
        """The content of a drawing from a file, made plain in the units of files."""
        if name not in self._contents:
            root = parse(self._symbols[name], MOST_TRANSLATED)
            plain = plain_drawing(root, view_box(root), FILE_UNITS, self._letters, self._languages).root
            for element in restate(plain).iter():
                _rename(element, f"{name}-")
            inner = "".join(ElementTree.tostring(child, encoding="unicode") for child in plain)
            self._contents[name] = f"<symbol><g {_START}>{inner}</g></symbol>"
        return self._contents[name]


def _rename(element: Element, prefix: str) -> None:
    """Put a prefix before ids, so that those of two drawings on one face are not the same."""
    for key, value in element.attrib.items():
        if key == "id":
            element.attrib[key] = prefix + value
        elif "url(" in value:
            element.attrib[key] = _URL.sub(rf"url(#{prefix}\1)", value)


def is_surely_plain(root: Element) -> bool:
    """Return whether the renderer draws a parsed drawing without normalising it."""
    return is_plain(root, numbers=True) and all(map(_is_read, root.iter()))


def _is_read(element: Element) -> bool:
    """Return whether all values of a plain element are plain, too."""
    attributes = element.attrib
    for name in _PAINTS:
        paint = attributes.get(name, "none")
        if (
            paint not in ("none", "currentColor")
            and not paint.startswith("url(#")
            and colour_or_none(paint) is None
        ):
            return False
    for name in _MOVES:
        if name in attributes:
            try:
                parse_transform(attributes[name])
            except DrawingFault:
                return False
    # A clip on a use moves with what is used, which only the normaliser knows.
    return element.tag != "use" or "clip-path" not in attributes
