"""One face after another with its large fills pale or white, and what lies on them still readable."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from generator.fonts import FontBook
from generator.model.art import Ink
from generator.model.face import Face
from generator.printed.marks import Mark
from generator.printed.scene import SceneMaker
from generator.svg.matrix import Box
from generator.svg.shared import unfolded
from generator.thrift.areas import fill_area, stroke_area
from generator.thrift.painter import KEY, MANY, Painter

SVG = "http://www.w3.org/2000/svg"
_XMLNS = f' xmlns="{SVG}"'


class Saver:
    """Makes faces thrifty; equal faces are made once."""

    def __init__(self, ink: Ink, symbols: Mapping[str, str], book: FontBook) -> None:
        self._ink, self._book = ink, book
        self._scenes, self._symbols = SceneMaker(symbols, book), symbols
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
        except ElementTree.ParseError:
            return face.svg  # the renderer says better what is broken
        named = _named(root)
        text = ElementTree.tostring(root, encoding="unicode")
        # A comment keeps texts with their drawing; a different one makes two drawings of it.
        before, after = (self._scenes.scene(f"{text}<!--{when}-->").drawing for when in ("before", "after"))
        painter = Painter(self._ink, face, self._book, named, before, after)
        large = _many(before.marks, painter.box)
        for index, mark in enumerate(before.marks):
            painter.paint(index, mark, large)
        painter.finish(root)
        for element in root.iter():
            element.attrib.pop(KEY, None)
        root.set("xmlns", SVG)
        return ElementTree.tostring(root, encoding="unicode")


def _named(root: Element) -> dict[str, Element]:
    """Every element by a name that its copies in a scene keep; inline styles become attributes."""
    found: dict[str, Element] = {}
    for number, element in enumerate(root.iter()):
        for declaration in element.attrib.pop("style", "").split(";"):
            name, colon, value = declaration.partition(":")
            if colon:
                element.set(name.strip(), value.strip())
        element.set(KEY, str(number))
        found[str(number)] = element
    return found


def _many(marks: Sequence[Mark], box: Box) -> frozenset[str]:
    """Paints whose many small shapes together cover much of the face."""
    total: dict[str, float] = defaultdict(float)
    for mark in marks:
        if mark.tag in ("text", "use", "image") or mark.hidden or mark.alpha < 0.3:
            continue
        fill, stroke = mark.style.get("fill", "none"), mark.style.get("stroke", "none")
        if fill != "none" and mark.tag != "line":
            total[fill] += fill_area(mark, box)
        if stroke != "none":
            total[stroke] += stroke_area(mark, box)
    whole = (box[2] - box[0]) * (box[3] - box[1])
    return frozenset(fill for fill, area in total.items() if area >= MANY * whole)
