"""A second opinion on places, by pdfium's own reader of content streams: components it finds, and where."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from prancha.checks.proof.matrix import Matrix

TAG = "Piece"
LONGEST = 512
"""Bytes of a name."""


class SeenPiece(Struct, frozen=True):
    """A component as pdfium read it: item, copy, and from its own mm to points of the page, y up."""

    item: str
    copy: int
    matrix: Matrix


def read_objects(page: Any) -> Iterator[SeenPiece]:
    """The marked components of a page that pdfium has open."""
    from pypdfium2 import raw

    for number in range(raw.FPDFPage_CountObjects(page)):
        thing = raw.FPDFPage_GetObject(page, number)
        if raw.FPDFPageObj_GetType(thing) != raw.FPDF_PAGEOBJ_FORM:
            continue
        for k in range(raw.FPDFPageObj_CountMarks(thing)):
            mark = raw.FPDFPageObj_GetMark(thing, k)
            if _name(mark) == TAG:
                found = raw.FS_MATRIX()
                raw.FPDFPageObj_GetMatrix(thing, found)
                matrix = (found.a, found.b, found.c, found.d, found.e, found.f)
                yield SeenPiece(_string(mark, b"Item"), _number(mark, b"Copy"), matrix)


def _name(mark: Any) -> str:
    from pypdfium2 import raw

    length, text = ctypes.c_ulong(), (ctypes.c_ushort * LONGEST)()
    raw.FPDFPageObjMark_GetName(mark, text, 2 * LONGEST, length)
    return _decoded(text, length)


def _string(mark: Any, key: bytes) -> str:
    from pypdfium2 import raw

    length, text = ctypes.c_ulong(), (ctypes.c_ushort * LONGEST)()
    raw.FPDFPageObjMark_GetParamStringValue(mark, key, text, 2 * LONGEST, length)
    return _decoded(text, length)


def _number(mark: Any, key: bytes) -> int:
    from pypdfium2 import raw

    value = ctypes.c_int()
    raw.FPDFPageObjMark_GetParamIntValue(mark, key, value)
    return value.value


def _decoded(text: Any, length: Any) -> str:
    # The length counts bytes, with two for the end; one that is too long is not copied at all.
    end = length.value - 2
    return bytes(text)[:end].decode("utf-16-le", "replace") if 0 <= end <= 2 * LONGEST else ""
