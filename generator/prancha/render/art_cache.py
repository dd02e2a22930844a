"""Art that an earlier build made of the same face, with all the resources and glyphs it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from operator import or_
from pathlib import Path

import msgspec
from msgspec import Struct

from prancha.graphics.fonts import FontBook
from prancha.graphics.pictures import find
from prancha.model.art import Resource, ResourceKind
from prancha.model.content import Content, FileContent
from prancha.render.glyph_table import GlyphTable
from prancha.render.resources import DocumentResources, FontVariant, PrintedWord
from prancha.render.shared_parts import Draft, FaceParts, Key, Made, digest_key, whole_key
from prancha.system.cache import Pack, table_of

GLYPHS = "glyphs"
"""The list of glyphs of a whole document."""
_DRAFT = "draft"


class _Face(Struct, array_like=True):
    """What is kept before a face's operators; `glyphs` are rows of a `table` with a checksum."""

    box: tuple[float, float, float, float]
    remarks: list[str]
    names: list[str]
    table: str
    glyphs: str
    check: int
    parts: list[tuple[int, bool, float]]

    def advances(self) -> tuple[float, ...]:
        """Those of its parts."""
        return tuple(advance for *_, advance in self.parts)


class _Row(Struct, array_like=True):
    """The same in the table of all faces, with the keys of its parts and how it was written out."""

    head: _Face
    keys: tuple[Key, ...]
    made: Made


class _Thing(Struct, array_like=True):
    """What is kept before a resource's bytes; `streamed` says whether it has any.

    Those of a picture's file stay there: of them only name, size and digest are kept.
    """

    kind: ResourceKind
    entries: str
    mask: str
    streamed: bool
    file: tuple[str, int, str] | None = None


_read_face, _read_thing = msgspec.json.Decoder(_Face).decode, msgspec.json.Decoder(_Thing).decode


class _Masks(dict[PrintedWord, int]):
    """The glyphs of each word as bits, made when first asked for."""

    def __init__(self, make: Callable[[PrintedWord], int]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, word: PrintedWord) -> int:
        mask = self[word] = self._make(word)
        return mask


class ArtCache:
    """Recalls and keeps the drafts of one document.

    A part of a document that is drawn elsewhere needs a `table` of another name.  Pictures lie below the
    folders `pictures`.
    """

    def __init__(
        self, pack: Pack, book: FontBook, document: DocumentResources, pictures: Sequence[Path],
        table: str = GLYPHS,
    ) -> None:  # fmt: skip
        self._pack, self._book, self._document, self._pictures = pack, book, document, pictures
        self._table = GlyphTable(pack, table)
        self._tables = {table: self._table}
        self._name = table
        self._words = _Masks(self._table.bits_of)
        self._kept: set[str] = set()
        self._used: dict[str, int] = {}
        self._rows = table_of(pack, "drafts", of=_DRAFT, kind=_Row)
        self._heads: dict[str, tuple[_Face, tuple[Key, ...]]] = {}  # of faces that have no row yet
        self._key = digest_key if pack.lasts else whole_key

    def recall(self, digest: str) -> tuple[Draft, Sequence[str]] | None:
        """The draft of a face and the remarks on it; its resources are kept in the document."""
        row = self._rows.kept(digest)
        if row is not None:
            told, keys, made = row.head, row.keys, row.made
        else:
            data = self._pack.get(_DRAFT + digest)
            if data is None:
                return None
            told, made = _read_face(data[: data.index(b"\n")]), None
        table, glyphs = told.table, int(told.glyphs, 16)
        if table not in self._tables:
            self._tables[table] = GlyphTable(self._pack, table)
        if not self._tables[table].holds(glyphs, told.check):
            return None
        if told.names:
            if not all(name in self._document or self._fetch(name) for name in told.names):
                return None
            self._document.need(told.names)
        self._used[table] = self._used.get(table, 0) | glyphs
        texts = partial(self._texts, digest, told.parts)
        if row is None:
            parts = zip(texts(), told.parts, strict=True)
            keys = tuple(self._key(text, told.box) if alone else "" for text, (_, alone, _) in parts)
            self._heads[digest] = told, keys
        draft = Draft(digest, told.box, keys=keys, advances=told.advances, texts=texts, made=made)
        return draft, told.remarks

    def _texts(self, digest: str, parts: Sequence[tuple[int, bool, float]]) -> tuple[str, ...]:
        """The operators of the parts of a face that is kept."""
        data = self._pack.get(_DRAFT + digest)
        assert data is not None, "what is there when a pack is opened stays until it is saved"
        text, at, texts = data[data.index(b"\n") + 1 :].decode("latin-1"), 0, []
        for length, *_ in parts:
            texts.append(text[at : at + length])
            at += length
        return tuple(texts)

    def keep(self, face: FaceParts, remarks: set[str]) -> Draft:
        """Keep a face that was just drawn."""
        draft = Draft.of(face, self._key)
        if not self._pack:
            return draft
        names = sorted(self._document.touched)
        for name in names:
            self._keep_resource(self._document[name])
        glyphs = reduce(or_, map(self._words.__getitem__, self._document.spoken), 0)
        parts = [(len(part.operators), part.alone, part.advance) for part in face.parts]
        told = _Face(
            face.box, sorted(remarks), names=names, table=self._name, glyphs=f"{glyphs:x}",
            check=self._table.check(glyphs), parts=parts,
        )  # fmt: skip
        body = "".join(part.operators for part in face.parts).encode("latin-1")
        self._pack.put(_DRAFT + face.digest, msgspec.json.encode(told) + b"\n" + body)
        self._heads[face.digest] = told, draft.keys
        return draft

    def finish(self, made: Mapping[str, Made]) -> None:
        """Note the glyphs of all recalled faces as used, keep their table, and how faces were `made` anew."""
        for name, used in self._used.items():
            for k, glyph in enumerate(self._tables[name].rows):
                if used >> k & 1:
                    font = self._book.font(glyph.family, glyph.weight, glyph.italic)
                    cut = FontVariant(font if glyph.lining else font.as_drawn, glyph.wider)
                    self._document.use(cut, glyph.gid, glyph.text)
        self.keep_glyphs()
        for digest, one in made.items() if self._pack.lasts else ():
            row = None if digest in self._heads else self._rows.get(digest)
            head, keys = self._heads[digest] if row is None else (row.head, row.keys)
            self._rows.put(digest, _Row(head, keys, one))

    def keep_glyphs(self) -> None:
        """Keep the glyphs of the faces that were drawn."""
        self._table.keep()

    def _keep_resource(self, resource: Resource) -> None:
        if resource.name in self._kept:
            return
        self._kept.add(resource.name)
        content, file = resource.content, None
        if isinstance(content, FileContent):
            file = content.name, content.size, content.sha256
        told = _Thing(resource.kind, resource.entries, resource.mask, content is not None, file)
        body = content if isinstance(content, bytes) else b""
        self._pack.put("resource" + resource.name, msgspec.json.encode(told) + b"\n" + body)

    def _fetch(self, name: str) -> bool:
        """Put a kept resource into the document; False when it is not kept."""
        data = self._pack.get("resource" + name)
        if data is None:
            return False
        head, _, body = data.partition(b"\n")
        told = _read_thing(head)
        content: Content | None = body if told.streamed else None
        if told.file is not None:
            href, size, digest = told.file
            path = find(href, self._pictures)
            if path is None:
                return False
            content = FileContent(str(path), href, size, digest)
        self._document.keep(Resource(name, told.kind, told.entries, content, told.mask))
        return True
