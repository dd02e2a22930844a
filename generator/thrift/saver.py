"""One face after another in less ink: all colours lighter, texts and signs as clear as they were."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from hashlib import blake2b
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from generator.fonts import FontBook
from generator.model.art import Ink
from generator.model.face import Face
from generator.pictures import Opacity
from generator.printed.scene import SceneMaker
from generator.svg.css import settled
from generator.svg.errors import Fault
from generator.svg.shared import unfolded
from generator.svg.style import declared
from generator.thrift.painter import KEY, Painter
from generator.thrift.paints import repaint, with_defaults
from generator.thrift.photographs import backed, fade
from generator.thrift.tone import TONES

SVG = "http://www.w3.org/2000/svg"
_XMLNS = f' xmlns="{SVG}"'


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
        self._scenes, self._symbols = SceneMaker(symbols, opacity), symbols
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
            root = ElementTree.fromstring(unfolded(face.svg, self._symbols).replace(_XMLNS, "", 1))
            return self._saved(face, root)
        except (ElementTree.ParseError, Fault):
            return face.svg  # the renderer says better what is broken

    def _saved(self, face: Face, root: Element) -> str:
        tone = TONES[self._ink]
        _plain(root)
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


def _plain(root: Element) -> None:
    """Make style sheets and styles attributes."""
    settled(root)
    for element in root.iter():
        for name, value, _ in declared(element.attrib.pop("style", "")):
            element.set(name, value)


def _named(root: Element) -> dict[str, Element]:
    """Every element by a name that its copies in a scene keep."""
    with_defaults(root)
    found: dict[str, Element] = {}
    for number, element in enumerate(root.iter()):
        element.set(KEY, str(number))
        found[str(number)] = element
    return found
