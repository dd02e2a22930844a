"""Read the pieces of a finished PDF and their faces, for `prancha manifest`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf
from msgspec import Struct

from prancha.checks.proof.form_walk import UnreadForms, form_matrix
from prancha.checks.proof.inline_faces import unfold_page
from prancha.checks.proof.measured import Found
from prancha.checks.proof.object_digests import Number
from prancha.checks.proof.pdf_geometry import Box, Matrix
from prancha.checks.proof.pdf_reader import read_page


class FaceContent(Struct, frozen=True):
    """A face: operators, box, matrix, and the form that holds it."""

    content: bytes
    box: Box
    matrix: Matrix
    form: Any


class PrintedPiece(Struct, frozen=True):
    """A piece on a page, its face, and that painted larger beneath it, if there is one."""

    page: int
    found: Found
    face: FaceContent
    under: FaceContent | None = None


class PrintedPages(Struct, frozen=True):
    """All pieces of a file, and the CRC-32 of each face in it, whether a page paints it or not."""

    pieces: tuple[PrintedPiece, ...]
    held: frozenset[str]


def read_pieces(document: pikepdf.Pdf) -> PrintedPages:
    """Read the pieces of all pages of an open document, in painting order."""
    reader = _Reader(document)
    pieces = [piece for number, page in enumerate(document.pages, 1) for piece in reader.read(number, page)]
    forms = (thing for thing in document.objects if isinstance(thing, pikepdf.Stream))
    held = frozenset(reader.forms.check(thing) for thing in forms if thing.get("/Subtype") == "/Form")
    return PrintedPages(tuple(pieces), held)


class _Reader:
    """Reads page after page, and each face once."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        self._document = document
        self._known: dict[Number, FaceContent] = {}
        self.forms = UnreadForms()

    def read(self, number: int, page: pikepdf.Page) -> Iterator[PrintedPiece]:
        """The pieces of a page."""
        unfold_page(self._document, page)
        for piece in read_page(number, page, self.forms).pieces:
            under = piece.under
            beneath = self._face(under.form) if under else None
            yield PrintedPiece(number, piece, self._face(piece.form), beneath)

    def _face(self, number: Number) -> FaceContent:
        if number not in self._known:
            form: Any = self._document.get_object(number)
            left, top, right, bottom = map(float, form.BBox)
            box = left, top, right, bottom
            self._known[number] = FaceContent(form.read_bytes(), box, form_matrix(form), form)
        return self._known[number]
