"""PDF objects that ReportLab lacks, digests of them, and finished documents with small objects packed."""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import TypeAlias

from reportlab.pdfbase import pdfdoc

from prancha.graphics.fonts import Font, FontError
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.face import Art, Content, Resource
from prancha.model.units import fine
from prancha.system.file_contents import Begun, Chunks, bytes_of, sha256_of

_PART = re.compile(r"@(\w+)")


class Raw(pdfdoc.PDFObject):  # type: ignore[misc]  # ReportLab has no types
    """An indirect object given as PDF source: a dictionary body and maybe a stream.

    ReportLab's own stream class formats the dictionary anew for each object,
    which for thousands of faces costs more than drawing them.
    In `entries`, `@name` refers to one of `parts`, wherever it stands.
    """

    __RefOnly__ = 1
    canonical: bytes | None = None
    """The canonical form of the object, which its digest is of; None until it is computed."""

    def __init__(
        self,
        entries: str,
        content: Content | None = None,
        parts: Mapping[str, Raw] = MappingProxyType({}),
        **references: pdfdoc.PDFObject | Sequence[Raw],
    ) -> None:
        self.entries, self.content, self.parts, self.references = entries, content, parts, references

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        """Return the object as bytes; references get their numbers here."""
        return b"".join(map(bytes_of, self.pieces(document)))

    def pieces(self, document: pdfdoc.PDFDocument) -> tuple[Content, ...]:
        """Return the same in pieces, its stream uncopied."""
        entries = self.entries
        if self.parts:
            entries = _PART.sub(lambda found: _reference(self.parts[found[1]], document), entries)
        for key, target in sorted(self.references.items()):
            entries += f" /{key} {_reference(target, document)}"
        if self.content is None:
            return (f"<<{entries}>>".encode("latin1"),)
        head = f"<<{entries} /Length {len(self.content)}>>\nstream\n".encode("latin1")
        return head, self.content, b"\nendstream"


def reference(target: pdfdoc.PDFObject, document: pdfdoc.PDFDocument) -> bytes:
    """Return a reference to an object, which gets its number here if it has none.

    ReportLab makes an object of each reference, to be written later.
    """
    if not hasattr(target, "__InternalName__"):
        document.Reference(target)
    return b"%d %d R" % document.idToObjectNumberAndVersion[target.__InternalName__]


def _reference(target: pdfdoc.PDFObject | Sequence[Raw], document: pdfdoc.PDFDocument) -> str:
    if isinstance(target, Sequence):
        return "[" + " ".join(_reference(one, document) for one in target) + "]"
    return reference(target, document).decode("latin1")


def face_form(art: Art, resources: Raw) -> Raw:
    """Make the form XObject of a face, in mm with y down; placing it turns these into points."""
    box = " ".join(map(fine, art.box))
    entries = f"/Subtype /Form /BBox [{box}] /Filter /FlateDecode"
    return Raw(entries, zlib.compress(art.content, 9), Resources=resources)


def shared_resource(
    resource: Resource, mask: Raw | None, resources: Raw, parts: Mapping[str, Raw] = MappingProxyType({})
) -> Raw:
    """Make an icon, gradient, picture or transparency; forms look up names in `resources`.

    Objects of other programs have resources of their own, and refer to `parts`.
    """
    if resource.foreign or resource.kind == "Part":
        return Raw(resource.entries, resource.content, parts)
    references: dict[str, Raw] = {}
    if resource.kind == "ExtGState" and mask is not None:
        # What such a state says itself is how its group masks.
        return Raw("/Type /ExtGState", SMask=Raw(f"/Type /Mask {resource.entries}", G=mask))
    if mask is not None:
        references["SMask"] = mask
    if "/Subtype /Form" in resource.entries:
        references["Resources"] = resources
    return Raw(resource.entries, resource.content, **references)


def glyph_font(font: Font, texts: Mapping[int, str], wider: int = 0) -> Raw:
    """Make a Type 0 font whose codes are glyph ids, embedded as a subset (ISO 32000-1, 9.7).

    All its glyphs are `wider` by so many font units, in the file too: both must agree (9.2.4).
    """
    per_em = 1000 / font.units_per_em
    gids = sorted(texts)
    name = subset_name(font, gids, wider)
    try:
        program = font.subset(gids, wider)
    except FontError as error:  # raised only now: it depends on which glyphs are printed
        raise Failure(
            [Diagnostic(Place(str(font.path)), error.code, error.message, hint=error.hint)]
        ) from None
    file = Raw(f"/Filter /FlateDecode /Length1 {len(program)}", zlib.compress(program, 9))
    box = " ".join(str(round(v * per_em)) for v in font.metrics.bbox)
    flags = 4 | (64 if font.italic else 0)
    descriptor = Raw(
        f"/Type /FontDescriptor /FontName /{name} /Flags {flags} /FontBBox [{box}] "
        f"/ItalicAngle {fine(font.metrics.italic_angle)} /Ascent {round(font.ascent * per_em)} "
        f"/Descent {round(font.descent * per_em)} /CapHeight {round(font.cap_height * per_em)} /StemV 80",
        FontFile2=file,
    )
    widths = " ".join(f"{gid} [{font.told_width(gid, wider)}]" for gid in gids)
    descendant = Raw(
        f"/Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDToGIDMap /Identity "
        f"/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /W [{widths}]",
        FontDescriptor=descriptor,
    )
    unicode_map = Raw("/Filter /FlateDecode", zlib.compress(to_unicode(texts), 9))
    top = f"/Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H"
    return Raw(top, DescendantFonts=[descendant], ToUnicode=unicode_map)


def subset_name(font: Font, gids: list[int], wider: int = 0) -> str:
    """Return `ABCDEF+Name`: the tag that marks a subset is made from its glyphs."""
    value = zlib.crc32(repr((gids, wider) if wider else gids).encode())
    letters = ""
    for _ in range(6):
        value, digit = divmod(value, 26)
        letters += chr(65 + digit)
    named = font.metrics.postscript_name
    plain = "".join(c for c in named if c.isascii() and (c.isalnum() or c == "-"))
    return f"{letters}+{plain or font.key}"


def to_unicode(texts: Mapping[int, str]) -> bytes:
    """Return the CMap that gives searching and copying its text back."""
    pairs = [(gid, text) for gid, text in sorted(texts.items()) if text]
    blocks = []
    for start in range(0, len(pairs), 100):
        part = pairs[start : start + 100]
        lines = "\n".join(f"<{gid:04x}> <{text.encode('utf-16-be').hex()}>" for gid, text in part)
        blocks.append(f"{len(part)} beginbfchar\n{lines}\nendbfchar")
    body = "\n".join(blocks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n"
        f"{body}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    ).encode("ascii")


GROUP = 200
"""Objects in one stream: a reader that needs one unpacks all."""
_HEAD = b"%%PDF-%b\n%%\xe2\xe3\xcf\xd3\n"  # bytes above 127 tell mail and editors that it is no text
_FREE, _PLAIN, _PACKED = 0, 1, 2
_ENTRY = struct.Struct(">BIH")
"""An entry of the cross-reference stream: type, offset or stream, generation or index."""
_ROW = _ENTRY.size


def pack_document(document: pdfdoc.PDFDocument, version: str = "1.6") -> Chunks:
    """Write a document that is prepared for its own `format`; its objects are formatted here.

    The file's identifier is made of its content, so the same objects give the same bytes.  PDF before 1.5 has
    no object streams: there each object stands by itself.
    """
    root, info = document.Reference(document.Catalog), document.Reference(document.info)
    document.Reference(document.Pages)
    file = _File(_HEAD % version.encode())
    if version < "1.5":
        for number, pieces in _format_objects(document):
            file.add(number, *pieces)
        return file.finished_plain(root.format(document), info.format(document))
    small: list[tuple[int, bytes]] = []
    for number, pieces in _format_objects(document):
        if bytes_of(pieces[-1]).endswith(b"endstream"):
            file.add(number, *pieces)
        else:
            small.append((number, b"".join(map(bytes_of, pieces))))
    return file.finished(small, root.format(document), info.format(document))


def _format_objects(document: pdfdoc.PDFDocument) -> Iterator[tuple[int, tuple[Content, ...]]]:
    """Yield number and source of every object, a stream in three pieces; formatting one may add others."""
    number = 1
    while number in document.numberToId:
        content = document.idToObject[document.numberToId[number]]
        if isinstance(content, Raw):
            yield number, content.pieces(document)
        else:
            yield number, (pdfdoc.format(content, document, toplevel=1).strip(),)
        number += 1


class _File:
    """The bytes so far, and the offset of each object."""

    def __init__(self, head: bytes) -> None:
        self._parts: list[Content] = [head]
        self._length = len(head)
        self._entries: dict[int, tuple[int, int, int]] = {0: (_FREE, 0, 65535)}

    def add(self, number: int, *pieces: Content) -> None:
        """Write an object by itself; large parts of it are not copied."""
        self._entries[number] = (_PLAIN, self._length, 0)
        source = (b"%d 0 obj\n" % number, *pieces, b"\nendobj\n")
        self._parts += source
        self._length += sum(map(len, source))

    def finished(self, small: Sequence[tuple[int, bytes]], root: bytes, info: bytes) -> Chunks:
        """Return the whole file, with `small` objects packed together, and its cross-reference stream."""
        own = len(self._entries) + len(small)
        for at in range(0, len(small), GROUP):
            self._write_stream(own, small[at : at + GROUP])
            own += 1
        number, start = len(self._entries), self._length
        self._entries[number] = (_PLAIN, start, 0)
        rows = b"".join([_ENTRY.pack(*self._entries[k]) for k in range(len(self._entries))])
        identity, begun = self._identity()
        entries = b"/Type /XRef /W [1 4 2] /Size %d /Root %b /Info %b /ID [<%b> <%b>]" % (
            number + 1,
            root,
            info,
            identity,
            identity,
        )
        entries += b" /DecodeParms <</Columns %d /Predictor 12>>" % _ROW
        self.add(number, _stream(entries, _row_differences(rows)))
        return Chunks((*self._parts, b"startxref\n%d\n%%%%EOF\n" % start), begun)

    def finished_plain(self, root: bytes, info: bytes) -> Chunks:
        """Return the whole file, with a table of its objects (ISO 32000-1, 7.5.4)."""
        start, (identity, begun) = self._length, self._identity()
        rows = b"".join(
            b"%010d %05d %b \n" % (where, last, b"f" if kind == _FREE else b"n")
            for kind, where, last in (self._entries[k] for k in range(len(self._entries)))
        )
        trailer = b"<</Size %d /Root %b /Info %b /ID [<%b> <%b>]>>" % (
            len(self._entries),
            root,
            info,
            identity,
            identity,
        )
        return Chunks(
            (
                *self._parts,
                b"xref\n0 %d\n%btrailer\n%b\nstartxref\n%d\n%%%%EOF\n"
                % (len(self._entries), rows, trailer, start),
            ),
            begun,
        )

    def _identity(self) -> tuple[bytes, Begun]:
        """Return the identifier of the file, made of digests of its parts."""
        digest, begun = hashlib.md5(usedforsecurity=False), hashlib.sha256()
        for part in self._parts:
            data = bytes_of(part)
            digest.update(data)
            begun.update(data)
        return digest.hexdigest().encode(), (begun, len(self._parts))

    def _write_stream(self, own: int, objects: Sequence[tuple[int, bytes]]) -> None:
        index, sources, at = [], [], 0
        for place, (number, data) in enumerate(objects):
            self._entries[number] = (_PACKED, own, place)
            index.append(b"%d %d" % (number, at))
            sources.append(data)
            at += len(data) + 1
        head = b" ".join(index) + b"\n"
        entries = b"/Type /ObjStm /N %d /First %d" % (len(objects), len(head))
        self.add(own, _stream(entries, head + b"\n".join(sources)))


def _stream(entries: bytes, content: bytes) -> bytes:
    data = zlib.compress(content, 9)
    return b"<<%b /Filter /FlateDecode /Length %d>>\nstream\n%b\nendstream" % (entries, len(data), data)


def _row_differences(rows: bytes) -> bytes:
    """Return each row as its difference from the row above: offsets grow slowly, so that deflates well."""
    above = bytes(_ROW) + rows
    lines = bytearray()
    for at in range(0, len(rows), _ROW):
        here = zip(rows[at : at + _ROW], above[at : at + _ROW], strict=True)
        lines += bytes((2, *((value - before) % 256 for value, before in here)))
    return bytes(lines)


DIGITS = 12
_TOKEN = re.compile(
    r"<<|>>|[\[\]]|/[^\s/<>\[\]()]*|\((?:[^()\\]|\\[()\\])*\)|<[0-9A-Fa-f\s]*>|[^\s/<>\[\]()]+"
)
_WORDS = ("true", "false", "null")


def digest_raw(raw: Raw) -> str:
    """Return the digest of an object as it will be written."""
    return digest_of(_canonical(raw))


def digest_of(canonical: bytes) -> str:
    """Return the digest of a canonical form."""
    return sha256(canonical).hexdigest()[:DIGITS]


def _canonical(raw: Raw) -> bytes:
    if raw.parts:
        # Parts are shared by many, and each stands whole in the form of all that refer to it.
        if raw.canonical is None:
            raw.canonical = stream_form(_entries(raw.entries, raw.parts), raw.content)
        return raw.canonical
    entries = _entries(raw.entries)
    for key, target in raw.references.items():
        if key == "Resources":
            continue
        if isinstance(target, Raw):
            entries[key] = _canonical(target)
        else:
            entries[key] = b"[" + b" ".join(map(_canonical, target)) + b"]"
    return stream_form(entries, raw.content)


def stream_form(entries: Mapping[str, bytes], content: Content | None) -> bytes:
    """Return the canonical form of a dictionary, and of its stream's encoded bytes if it has any."""
    body = b" ".join(b"/%s %s" % (key.encode(), value) for key, value in sorted(entries.items()))
    end = b"" if content is None else b"stream " + sha256_of(content).encode()
    return b"<<" + body + b">>" + end


def number_form(value: float) -> bytes:
    """Return a number in its canonical form."""
    text = f"{value:.5f}".rstrip("0").rstrip(".")
    return b"0" if text in ("-0", "") else text.encode()


_ESCAPE = re.compile(rb"#([0-9a-fA-F]{2})")
Parts: TypeAlias = Mapping[str, Raw]


def _entries(source: str, parts: Parts = MappingProxyType({})) -> dict[str, bytes]:
    """Return the entries of a dictionary's body, each value in its canonical form."""
    tokens = iter(_TOKEN.findall(source))
    return _dictionary(tokens, "", parts)


def _dictionary(tokens: Iterator[str], end: str, parts: Parts) -> dict[str, bytes]:
    entries: dict[str, bytes] = {}
    for token in tokens:
        if token == end:
            return entries
        entries[_unescape(token[1:])] = _value(next(tokens), tokens, parts)
    return entries


def _unescape(name: str) -> str:
    """Return a name as it reads: #20 stands for a space."""
    if "#" not in name:
        return name
    return _ESCAPE.sub(lambda found: bytes.fromhex(found[1].decode()), name.encode()).decode()


def _value(token: str, tokens: Iterator[str], parts: Parts) -> bytes:
    if token == "<<":
        return stream_form(_dictionary(tokens, ">>", parts), None)
    if token == "[":
        values: list[bytes] = []
        for part in tokens:
            if part == "]":
                break
            values.append(_value(part, tokens, parts))
        return b"[" + b" ".join(values) + b"]"
    if token.startswith("@"):
        return _canonical(parts[token[1:]])
    if token.startswith("/") or token in _WORDS:
        return _unescape(token).encode()
    if token.startswith("("):
        return b"(" + re.sub(r"\\(.)", r"\1", token[1:-1]).encode("latin-1").hex().encode() + b")"
    if token.startswith("<"):
        return b"(" + bytes.fromhex(token[1:-1]).hex().encode() + b")"
    return number_form(float(token))
