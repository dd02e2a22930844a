"""One face after another in less ink: all colours lighter, texts and signs as clear as they were."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from hashlib import blake2b
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from generator.fonts import FontBook, Letters
from generator.model.art import Ink
from generator.model.face import Face
from generator.pictures import Opacity
from generator.printed.scene import SceneMaker
from generator.svg.boxes import view_box
from generator.svg.errors import Fault
from generator.svg.grammar import grammar
from generator.svg.markup import parse
from generator.svg.normal import FACE_UNITS
from generator.svg.plain import is_plain
from generator.svg.reading import plain_drawing
from generator.svg.shared import unfolded
from generator.thrift.painter import KEY, Painter
from generator.thrift.paints import repaint, with_defaults
from generator.thrift.photographs import backed, fade
from generator.thrift.tone import TONES

SVG = "http://www.w3.org/2000/svg"


class Saver:
    """Makes faces thrifty; equal faces are made once."""

    def __init__(
        self,
        ink: Ink,
        symbols: Mapping[str, str],
        book: FontBook,
        opacity: Callable[[str], Opacity | None] = lambda _: None,
    ) -> None:
        """`opacity` tells that of a picture by its href; None where nobody can tell."""
        self._ink, self._book, self._opacity = ink, book, opacity
        self._letters = Letters(book)
        self._scenes, self._symbols = SceneMaker(symbols, book, opacity), symbols
        self._made: dict[str, tuple[str, str]] = {}

    def face(self, face: Face) -> Face:
        """The face in less ink, with a digest of its own."""
        if face.digest not in self._made:
            svg = self._svg(face)
            self._made[face.digest] = svg, blake2b(svg.encode(), digest_size=16).hexdigest()
        svg, digest = self._made[face.digest]
        return replace(face, svg=svg, digest=digest)

    def _svg(self, face: Face) -> str:
        try:
            return self._saved(face, self._plain(parse(unfolded(face.svg, self._symbols))))
        except Fault:
            return face.svg  # the renderer says better what is broken

    def _plain(self, root: Element) -> Element:
        """A drawing without styles and whatever else its colours may hide in.  Raises Fault."""
        if is_plain(root):
            return root
        told = dict.fromkeys(element.tag for element in root.iter() if element.tag in grammar().told)
        plain = plain_drawing(root, view_box(root), FACE_UNITS, self._letters).root
        plain.extend(Element(tag) for tag in told)  # left out again when it is printed, and then told
        return plain

    def _saved(self, face: Face, root: Element) -> str:
        tone = TONES[self._ink]
        photographs = backed(root, self._opacity)
        named = _named(root)
        before = deepcopy(root)
        repaint(root, tone)
        fade(photographs, tone)
        # A comment keeps texts with their drawing; a different one makes two drawings of it.
        old, new = (
            self._scenes.scene(f"{ElementTree.tostring(tree, encoding='unicode')}<!--{when}-->").drawing
            for tree, when in ((before, "before"), (root, "after"))
        )
        painter = Painter(self._ink, face, self._book, named, old, new)
        for index, mark in enumerate(old.marks):
            painter.paint(index, mark)
        painter.edge()
        painter.finish(root)
        for element in root.iter():
            element.attrib.pop(KEY, None)
        root.set("xmlns", SVG)
        return ElementTree.tostring(root, encoding="unicode")


def _named(root: Element) -> dict[str, Element]:
    """Every element by a name that its copies in a scene keep."""
    with_defaults(root)
    found: dict[str, Element] = {}
    for number, element in enumerate(root.iter()):
        element.set(KEY, str(number))
        found[str(number)] = element
    return found
