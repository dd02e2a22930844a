"""Cache the art of faces, with all resources and glyphs they need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from itertools import accumulate
from operator import or_
from pathlib import Path
from zlib import crc32

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prancha.graphics.fonts import FontBook
from prancha.graphics.pictures import find
from prancha.model.face import Content, FileContent, Resource, ResourceKind
from prancha.render.resources import DocumentResources, FontVariant, PrintedWord
from prancha.render.shared_parts import Draft, FaceParts, Key, Made, Part, digest_key, whole_key
from prancha.system.cache import Pack, Row, made_of, table_of


class GlyphRow(Struct, frozen=True, array_like=True):
    """A glyph of a font under the name `key`, and the text that it stands for."""

    key: str
    family: str
    weight: int
    italic: bool
    lining: bool
    wider: int
    gid: int
    text: str


_write, _read = msgspec.json.Encoder().encode, msgspec.json.Decoder(list[GlyphRow]).decode


class GlyphTable:
    """The rows under `name` in `pack`, which only grow: glyphs of hundreds of faces are united at once.

    A build that ended early, or another one at the same time, may have kept faces and other rows than
    these: `check` is the checksum of all rows up to the last one of a face, and `holds` compares it.
    """

    def __init__(self, pack: Pack, name: str) -> None:
        self._pack, self._name = pack, name
        self.rows: list[GlyphRow] = made_of(pack.get(name), _read) or []
        self._kept = len(self.rows)
        self._bits = {(row.key, row.gid, row.text): 1 << k for k, row in enumerate(self.rows)}
        self._checks = list(accumulate(self.rows, _checked, initial=0))

    def bits_of(self, word: PrintedWord) -> int:
        """The glyphs of a word, with rows for those that have none."""
        bits, cut = 0, word.cut
        for gid, text in word.glyphs:
            bit = self._bits.get((cut.key, gid, text))
            bits |= self._added(cut, gid, text) if bit is None else bit
        return bits

    def _added(self, cut: FontVariant, gid: int, text: str) -> int:
        font, bit = cut.font, 1 << len(self.rows)
        row = GlyphRow(
            cut.key,
            font.family,
            weight=font.weight,
            italic=font.italic,
            lining=font.lining,
            wider=cut.wider,
            gid=gid,
            text=text,
        )
        self.rows.append(row)
        self._checks.append(_checked(self._checks[-1], row))
        self._bits[cut.key, gid, text] = bit
        return bit

    def check(self, bits: int) -> int:
        """The checksum of all rows up to the last one that `bits` name."""
        return self._checks[bits.bit_length()]

    def holds(self, bits: int, check: int) -> bool:
        """Return whether the rows that `bits` name are those that had this checksum when they were kept."""
        last = bits.bit_length()
        return last < len(self._checks) and self._checks[last] == check

    def keep(self) -> None:
        """Put the rows into the pack, if there are new ones."""
        if len(self.rows) > self._kept:
            self._pack.put(self._name, _write(self.rows))
            self._kept = len(self.rows)


def _checked(before: int, row: GlyphRow) -> int:
    return crc32(_write(row), before)


GLYPHS = "glyphs"
"""The list of glyphs of a whole document."""
_DRAFT = "draft"


class _Face(Struct, array_like=True):
    """What is kept before a face's operators; `glyphs` are rows of a `table`, of which
    `listed` is the checksum up to the last of them.
    """

    box: tuple[float, float, float, float]
    remarks: list[str]
    names: list[str]
    table: str
    glyphs: str
    listed: int
    parts: list[tuple[int, bool, float]]


class _Look(Struct, frozen=True, array_like=True):
    """What faces have in common in the table of all of them: what is kept before their operators, the keys
    of their parts, and under which names these were shared.
    """

    box: tuple[float, float, float, float]
    remarks: tuple[str, ...]
    names: tuple[str, ...]
    table: str
    keys: tuple[Key, ...]
    shares: tuple[str, ...]


class _Row(Row, array_like=True):
    """What is a face's own there: its glyphs, and how it was written out."""

    glyphs: str
    listed: int
    check: int
    advance: float


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
    """Load and store the drafts of one document.

    A part of a document that is drawn elsewhere needs a `table` of another name.  Pictures lie below the
    folders `pictures`.
    """

    def __init__(
        self,
        pack: Pack,
        book: FontBook,
        document: DocumentResources,
        pictures: Sequence[Path],
        table: str = GLYPHS,
    ) -> None:
        self._pack, self._book, self._document, self._pictures = pack, book, document, pictures
        self._table = GlyphTable(pack, table)
        self._tables = {table: self._table}
        self._name = table
        self._words = _Masks(self._table.bits_of)
        self._kept: set[str] = set()
        self._used: dict[str, int] = {}
        """The glyphs of recalled faces, by the names of their lists."""
        self._rows = table_of(pack, "drafts", of=_DRAFT, look=_Look, row=_Row)
        self._ready: dict[int, bool] = {}
        """Whether all is there that faces of a look need, by its number."""
        self._heads: dict[str, tuple[_Face, tuple[Key, ...]]] = {}  # of faces that have no row yet
        self._key = digest_key if pack.lasts else whole_key

    def recall(self, digest: str) -> tuple[Draft, Sequence[str]] | None:
        """The draft of a face and the remarks on it; its resources are kept in the document."""
        row = self._rows.kept(digest)
        if row is None:
            return self._recall_told(digest)
        look = self._rows.looks[row.look]
        ready = self._ready.get(row.look)
        if ready is None:
            ready = self._ready[row.look] = self._have(look.table, look.names)
        if not ready or not self._needs(look.table, row.glyphs, row.listed):
            return None
        parts = partial(self._parts, digest)
        draft = Draft(
            digest, look.box, look.keys, parts, shares=look.shares, check=row.check, advance=row.advance
        )
        return draft, look.remarks

    def _recall_told(self, digest: str) -> tuple[Draft, Sequence[str]] | None:
        """The same of a face that has no row: it was drawn elsewhere in this build."""
        data = self._pack.get(_DRAFT + digest)
        told = made_of(data, lambda data: _read_face(data[: data.index(b"\n")]))
        if (
            told is None
            or not self._have(told.table, told.names)
            or not self._needs(told.table, told.glyphs, told.listed)
        ):
            return None
        parts = partial(self._parts, digest)
        keys = tuple(self._key(part.operators, told.box) if part.alone else "" for part in parts())
        self._heads[digest] = told, keys
        return Draft(digest, told.box, keys, parts), told.remarks

    def _have(self, table: str, names: Sequence[str]) -> bool:
        """Whether resources are there, by their names, which are put into the document; open their list."""
        if not all(name in self._document or self._fetch(name) for name in names):
            return False
        if table not in self._tables:
            self._tables[table] = GlyphTable(self._pack, table)
        self._used.setdefault(table, 0)
        self._document.need(names)
        return True

    def _needs(self, table: str, glyphs: str, listed: int) -> bool:
        """Note the glyphs of a face as used; False where the list is not the one they were kept with."""
        bits = int(glyphs, 16)
        if not self._tables[table].holds(bits, listed):
            return False
        self._used[table] |= bits
        return True

    def _parts(self, digest: str) -> list[Part]:
        """The parts of a face that is kept."""
        data = self._pack.get(_DRAFT + digest)
        assert data is not None, "what is there when a pack is opened stays until it is saved"
        end, at, parts = data.index(b"\n"), 0, []
        text = data[end + 1 :].decode("latin-1")
        for length, alone, advance in _read_face(data[:end]).parts:
            parts.append(Part(text[at : at + length], alone, advance))
            at += length
        return parts

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
            face.box,
            sorted(remarks),
            names=names,
            table=self._name,
            glyphs=f"{glyphs:x}",
            listed=self._table.check(glyphs),
            parts=parts,
        )
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
            self._rows.put(digest, self._row(digest, one))

    def _row(self, digest: str, made: Made) -> _Row:
        """The table row of a face that was written anew."""
        if digest in self._heads:
            head, keys = self._heads[digest]
            remarks, names = tuple(head.remarks), tuple(head.names)
            look = _Look(head.box, remarks, names, head.table, keys=keys, shares=made.shares)
            glyphs, listed = head.glyphs, head.listed
        else:
            row = self._rows.get(digest)
            assert row is not None, "a face without a row has a head"
            look, glyphs, listed = self._rows.looks[row.look], row.glyphs, row.listed
            look = replace(look, shares=made.shares)
        number = self._rows.number_of(look)
        return _Row(number, glyphs, listed=listed, check=made.check, advance=made.advance)

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
        told = made_of(head, _read_thing)
        if told is None:
            return False
        content: Content | None = body if told.streamed else None
        if told.file is not None:
            href, size, digest = told.file
            path = find(href, self._pictures)
            if path is None:
                return False
            content = FileContent(str(path), href, size, digest)
        self._document.keep(Resource(name, told.kind, told.entries, content, told.mask))
        return True
