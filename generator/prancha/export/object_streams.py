"""A finished ReportLab document as bytes, its small objects packed (ISO 32000-1, 7.5.7 and 7.5.8).

ReportLab writes each object and its offset as plain text, which for a deck of
hundreds of faces is a fifth of the file.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterator, Sequence
from operator import sub

from prancha.export.objects import Raw
from prancha.export.reportlab_parts import pdfdoc
from prancha.model.content import Content
from prancha.system.contents import Begun, Chunks, bytes_of

GROUP = 200
"""Objects in one stream: a reader that wants one of them unpacks all."""
_HEAD = b"%%PDF-%b\n%%\xe2\xe3\xcf\xd3\n"  # bytes above 127 tell mail and editors that it is no text
_FREE, _PLAIN, _PACKED = 0, 1, 2
_ENTRY = struct.Struct(">BIH")
"""An entry of the cross-reference stream: type, offset or stream, generation or index."""
_ROW = _ENTRY.size
_BYTE = bytes(range(256)) + bytes(range(1, 256))
"""The differences of two bytes as a byte, those below 0 counted from the end."""


def pack_document(document: pdfdoc.PDFDocument, version: str = "1.6") -> Chunks:
    """The bytes of a document that is prepared for its own `format`; its objects are formatted here.

    The file's identifier is made of its content, so the same objects give the same bytes.  Before version 1.5
    PDF knows no packed objects: each then stands by itself.
    """
    root, info = document.Reference(document.Catalog), document.Reference(document.info)
    file = _File(_HEAD % version.encode())
    if version < "1.5":
        for number, pieces in _formatted(document):
            file.add(number, *pieces)
        return file.finished_plain(root.format(document), info.format(document))
    small: list[tuple[int, bytes]] = []
    for number, pieces in _formatted(document):
        if bytes_of(pieces[-1]).endswith(b"endstream"):
            file.add(number, *pieces)
        else:
            small.append((number, b"".join(map(bytes_of, pieces))))
    for start in range(0, len(small), GROUP):
        file.add_packed(small[start : start + GROUP])
    return file.finished(root.format(document), info.format(document))


def _formatted(document: pdfdoc.PDFDocument) -> Iterator[tuple[int, tuple[Content, ...]]]:
    """Number and source of every object, of a stream in three pieces; formatting one may add others."""
    number = 1
    while number in document.numberToId:
        content = document.idToObject[document.numberToId[number]]
        if isinstance(content, Raw):
            yield number, content.pieces(document)
        else:
            yield number, (pdfdoc.format(content, document, toplevel=1).strip(),)
        number += 1


class _File:
    """Bytes so far, and where each object lies."""

    def __init__(self, head: bytes) -> None:
        self._parts: list[Content] = [head]
        self._length = len(head)
        self._entries: dict[int, tuple[int, int, int]] = {0: (_FREE, 0, 65535)}
        self._waiting: list[Sequence[tuple[int, bytes]]] = []

    def add(self, number: int, *pieces: Content) -> None:
        """Write an object by itself; what is large in it is not copied."""
        self._entries[number] = (_PLAIN, self._length, 0)
        source = (b"%d 0 obj\n" % number, *pieces, b"\nendobj\n")
        self._parts += source
        self._length += sum(map(len, source))

    def add_packed(self, objects: Sequence[tuple[int, bytes]]) -> None:
        """Write objects together, once all numbers are given."""
        self._waiting.append(objects)
        for number, _ in objects:
            self._entries[number] = (_PACKED, 0, 0)

    def finished(self, root: bytes, info: bytes) -> Chunks:
        """The whole file, with its cross-reference stream."""
        for objects in self._waiting:
            self._write_stream(objects)
        number, start = len(self._entries), self._length
        self._entries[number] = (_PLAIN, start, 0)
        rows = b"".join([_ENTRY.pack(*self._entries[k]) for k in range(len(self._entries))])
        identity, begun = self._identity()
        entries = b"/Type /XRef /W [1 4 2] /Size %d /Root %b /Info %b /ID [<%b> <%b>]" % (
            number + 1, root, info, identity, identity,
        )  # fmt: skip
        entries += b" /DecodeParms <</Columns %d /Predictor 12>>" % _ROW
        self.add(number, _stream(entries, _upped(rows)))
        return Chunks((*self._parts, b"startxref\n%d\n%%%%EOF\n" % start), begun)

    def finished_plain(self, root: bytes, info: bytes) -> Chunks:
        """The whole file, with a table of its objects (ISO 32000-1, 7.5.4)."""
        start, (identity, begun) = self._length, self._identity()
        rows = b"".join(
            b"%010d %05d %b \n" % (where, last, b"f" if kind == _FREE else b"n")
            for kind, where, last in (self._entries[k] for k in range(len(self._entries)))
        )
        trailer = b"<</Size %d /Root %b /Info %b /ID [<%b> <%b>]>>" % (
            len(self._entries), root, info, identity, identity,
        )  # fmt: skip
        return Chunks((
            *self._parts, b"xref\n0 %d\n%btrailer\n%b\nstartxref\n%d\n%%%%EOF\n"
            % (len(self._entries), rows, trailer, start),
        ), begun)  # fmt: skip

    def _identity(self) -> tuple[bytes, Begun]:
        """What tells the file from others; with it the other digest of the same parts, for each is read."""
        digest, begun = hashlib.md5(usedforsecurity=False), hashlib.sha256()
        for part in self._parts:
            data = bytes_of(part)
            digest.update(data)
            begun.update(data)
        return digest.hexdigest().encode(), (begun, len(self._parts))

    def _write_stream(self, objects: Sequence[tuple[int, bytes]]) -> None:
        own = len(self._entries)
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


def _upped(rows: bytes) -> bytes:
    """Each row as its difference from the row above: offsets grow slowly, so that deflates well."""
    above = bytes(_ROW) + rows[:-_ROW]
    differences = bytes(map(_BYTE.__getitem__, map(sub, rows, above)))
    lines = bytearray(b"\x02" * (len(rows) // _ROW * (_ROW + 1)))
    for column in range(_ROW):
        lines[column + 1 :: _ROW + 1] = differences[column::_ROW]
    return bytes(lines)
