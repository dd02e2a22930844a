"""Faces as plain drawings, as the renderer draws them: anything else would be another picture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from prancha.graphics.fonts import FontBook, Letters
from prancha.graphics.scene.colours import parse_colour
from prancha.graphics.svg.boxes import view_box
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.markup import parse
from prancha.graphics.svg.matrix import parse_transform
from prancha.graphics.svg.normal import FACE_UNITS, FILE_UNITS, Plain
from prancha.graphics.svg.plain import is_plain
from prancha.graphics.svg.reading import plain_drawing
from prancha.graphics.svg.restated import restate
from prancha.graphics.svg.shared import names_in, unfold_shared
from prancha.graphics.svg.style import START

_PAINTS = ("fill", "stroke", "color", "stop-color")
_MOVES = ("transform", "gradientTransform")
_URL = re.compile(r"url\(#([^)]+)\)")
_START = " ".join(f'{name}="{value}"' for name, value in START.items())
"""What a drawing from a file starts with, whatever it stands in."""


class FaceReader:
    """Reads faces; a drawing from a file is made plain once, however many faces show it."""

    def __init__(self, symbols: Mapping[str, str], book: FontBook) -> None:
        self._symbols, self._letters, self._languages = symbols, Letters(book), book.languages
        self._contents: dict[str, str] = {}

    def plain(self, svg: str) -> Plain:
        """The plain drawing of a face, with those from files in place.  Raises DrawingFault."""
        root = self.parsed(svg)
        if is_surely_plain(root):
            return Plain(root)
        return plain_drawing(root, view_box(root), FACE_UNITS, self._letters, self._languages)

    def if_plain(self, svg: str) -> Element | None:
        """The drawing of a face if it is plain as it stands; None if it had to be made so.

        Raises DrawingFault.
        """
        root = self.parsed(svg)
        return root if is_surely_plain(root) else None

    def parsed(self, svg: str) -> Element:
        """The elements of markup, with those of drawings from files in place.  Raises DrawingFault."""
        names = names_in(svg)
        return parse(unfold_shared(svg, {name: self._content(name) for name in names}) if names else svg)

    def _content(self, name: str) -> str:
        """The content of a drawing from a file, made plain in the units of files."""
        if name not in self._contents:
            root = parse(self._symbols[name])
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
    """Whether the renderer draws a parsed drawing as it stands: what it may not, it normalises."""
    return is_plain(root, numbers=True) and all(map(_is_read, root.iter()))


def _is_read(element: Element) -> bool:
    """Whether all values of an element of a plain kind are such as stand in plain drawings."""
    attributes = element.attrib
    for name in _PAINTS:
        paint = attributes.get(name, "none")
        if (
            paint not in ("none", "currentColor")
            and not paint.startswith("url(#")
            and parse_colour(paint) is None
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
