"""Cache the art of faces, with all resources and glyphs they need."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prancha.graphics.fonts import FontBook
from prancha.graphics.pictures import find
from prancha.model.face import FileContent, Resource
from prancha.render.resources import DocumentResources, FaceParts, FontVariant, Part, PrintedWord
from prancha.system.cache import Pack, made_of

_Font = tuple[str, int, bool, bool, int]
"""A font: family, weight, italic, with lining figures, and how much wider its glyphs are made."""


class _Head(Struct, array_like=True):
    """What is kept before a face's operators: of each part their length, its key and advance.

    `glyphs` are those of each font, with the texts that they stand for.
    """

    box: tuple[float, float, float, float]
    remarks: list[str]
    names: list[str]
    glyphs: list[tuple[_Font, list[tuple[int, str]]]]
    parts: list[tuple[int, str, float]]


_write = msgspec.msgpack.encode
_read_head = msgspec.msgpack.Decoder(_Head).decode
_read_resource = msgspec.msgpack.Decoder(Resource).decode
_LENGTH = 4
"""The number of bytes that hold the length of a face's head."""


class ArtCache:
    """Load and store the faces of one document; pictures lie below the folders `pictures`."""

    def __init__(
        self, pack: Pack, book: FontBook, document: DocumentResources, pictures: Sequence[Path]
    ) -> None:
        self._pack, self._book, self._document, self._pictures = pack, book, document, pictures
        self._kept: set[str] = set()
        self._used: dict[_Font, set[tuple[int, str]]] = {}
        """The glyphs of recalled faces."""

    def recall(self, digest: str) -> tuple[FaceParts, Sequence[str]] | None:
        """A face and the remarks on it; its resources are kept in the document."""
        found = made_of(self._pack.get("draft" + digest), _split)
        if found is None:
            return None
        head, text = found
        if not all(name in self._document or self._fetch(name) for name in head.names):
            return None
        self._document.need(head.names)
        for font, glyphs in head.glyphs:
            self._used.setdefault(font, set()).update(glyphs)
        at, parts = 0, []
        for length, key, advance in head.parts:
            parts.append(Part(text[at : at + length], key, advance))
            at += length
        return FaceParts(digest, head.box, tuple(parts)), head.remarks

    def keep(self, face: FaceParts, remarks: set[str]) -> None:
        """Keep a face that was just drawn."""
        if not self._pack:
            return
        names = sorted(self._document.touched)
        for name in names:
            self._keep_resource(self._document[name])
        parts = [(len(part.operators), part.key, part.advance) for part in face.parts]
        glyphs = _glyphs_of(self._document.spoken)
        head = _write(_Head(face.box, sorted(remarks), names=names, glyphs=glyphs, parts=parts))
        body = "".join([part.operators for part in face.parts]).encode("latin-1")
        self._pack.put("draft" + face.digest, len(head).to_bytes(_LENGTH, "big") + head + body)

    def finish(self) -> None:
        """Note the glyphs of all recalled faces as used."""
        for (family, weight, italic, lining, wider), glyphs in self._used.items():
            font = self._book.font(family, weight, italic)
            self._document.use(FontVariant(font if lining else font.as_drawn, wider), glyphs)

    def _keep_resource(self, resource: Resource) -> None:
        if resource.name not in self._kept:
            self._kept.add(resource.name)
            content = resource.content
            if isinstance(content, FileContent):  # `_fetch` finds its path anew, perhaps on another machine
                resource = replace(resource, content=replace(content, path=""))
            self._pack.put("resource" + resource.name, _write(resource))

    def _fetch(self, name: str) -> bool:
        """Put a kept resource into the document; False when it is not kept.

        The bytes of a picture's file stay there, and it may lie elsewhere now.
        """
        resource = made_of(self._pack.get("resource" + name), _read_resource)
        if resource is None:
            return False
        content = resource.content
        if isinstance(content, FileContent):
            path = find(content.name, self._pictures)
            if path is None:
                return False
            resource = replace(resource, content=replace(content, path=str(path)))
        self._document.keep(resource)
        return True


def _split(data: bytes) -> tuple[_Head, str]:
    """What is kept of a face, and its operators; raises msgspec's error where it is no face."""
    end = _LENGTH + int.from_bytes(data[:_LENGTH], "big")
    return _read_head(data[_LENGTH:end]), data[end:].decode("latin-1")


def _glyphs_of(words: set[PrintedWord]) -> list[tuple[_Font, list[tuple[int, str]]]]:
    """The glyphs of words by their fonts."""
    found: dict[FontVariant, set[tuple[int, str]]] = {}
    for word in words:
        found.setdefault(word.cut, set()).update(word.glyphs)
    return sorted(
        ((cut.font.family, cut.font.weight, cut.font.italic, cut.font.lining, cut.wider), sorted(glyphs))
        for cut, glyphs in found.items()
    )
