"""One face after another in less ink: all colours lighter, texts and signs as clear as they were."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from hashlib import blake2b
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from msgspec.structs import replace

from prancha.faces.ink_saving.masks import own_servers
from prancha.faces.ink_saving.painter import InkSaver
from prancha.faces.ink_saving.paints import repaint, with_defaults
from prancha.faces.ink_saving.photographs import fade, put_white_behind, take_colour
from prancha.faces.ink_saving.tone_curve import TONES, Tone
from prancha.graphics.fonts import FontBook
from prancha.graphics.pictures import Opacity
from prancha.graphics.scene.face_reader import FaceReader
from prancha.graphics.scene.scene import KEY, SceneMaker
from prancha.graphics.scene.walk import TooManyMarks
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.markup import href
from prancha.graphics.svg.restated import restate
from prancha.model.art import Ink
from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Face

SVG = "http://www.w3.org/2000/svg"
CODE = "ink"


class Saver:
    """Makes faces that take less ink; equal faces are made once."""

    def __init__(
        self,
        ink: Ink,
        symbols: Mapping[str, str],
        book: FontBook,
        opacity: Callable[[str], Opacity | None] = lambda _: None,
    ) -> None:
        """`opacity` tells that of a picture by its href; None where nobody can tell."""
        self._ink, self._book, self._opacity = ink, book, opacity
        self._scenes, self._reader = SceneMaker(symbols, book, opacity), FaceReader(symbols, book)
        self._made: dict[str, tuple[str, str]] = {}
        self.notes: list[Diagnostic] = []
        """What of the faces is left out, or could not be done."""

    def face(self, face: Face) -> Face:
        """The face in less ink, with a digest of its own."""
        if face.digest not in self._made:
            svg = self._svg(face)
            self._made[face.digest] = svg, blake2b(svg.encode(), digest_size=16).hexdigest()
        svg, digest = self._made[face.digest]
        return replace(face, source=svg, digest=digest)

    def _svg(self, face: Face) -> str:
        try:
            plain = self._reader.plain(face.svg)
            svg = self._saved(face, plain.root)
        except (DrawingFault, TooManyMarks) as problem:
            # What is broken the renderer refuses, and says better why; all else must not pass for saved.
            message = f"it is printed in full ink: {problem.message} (template {face.template})"
            self._note(face, CODE, message, problem.hint)
            return face.svg
        for told in plain.told:
            self._note(face, "svg-told", f"{told} (template {face.template})")
        return svg

    def _note(self, face: Face, code: str, message: str, hint: str = "") -> None:
        self.notes.append(
            Diagnostic(face.place, code, message=message, item=face.item, hint=hint, severity="warning")
        )

    def _saved(self, face: Face, root: Element) -> str:
        tone = TONES[self._ink]
        if self._ink == "grey":
            return self._grey(face, root, tone)
        photographs = put_white_behind(root, self._opacity)
        own_servers(root)
        named = _named(root)
        before = deepcopy(root)
        repaint(root, tone)
        fade(photographs, tone)
        old, new = (self._scenes.drawing(tree) for tree in (before, root))
        painter = InkSaver(self._ink, face, book=self._book, named=named, before=old, after=new)
        for index, mark in enumerate(old.marks):
            painter.paint(index, mark)
        painter.edge()
        painter.finish(root)
        for element in root.iter():
            element.attrib.pop(KEY, None)
        root.set("xmlns", SVG)
        return ElementTree.tostring(restate(root), encoding="unicode")

    def _grey(self, face: Face, root: Element, tone: Tone) -> str:
        """All in greys as light as the colours are, so that nothing else has to change."""
        for picture in take_colour(root, self._opacity):
            name = href(picture.attrib)
            message = f"the picture {name} is a drawing and printed in its colours"
            self._note(face, CODE, message, "save it as a PNG, or in greys")
        repaint(root, tone)
        root.set("xmlns", SVG)
        return ElementTree.tostring(restate(root), encoding="unicode")


def _named(root: Element) -> dict[str, Element]:
    """Every element by a name that its copies in a scene keep."""
    with_defaults(root)
    found: dict[str, Element] = {}
    for number, element in enumerate(root.iter()):
        element.set(KEY, str(number))
        found[str(number)] = element
    return found
