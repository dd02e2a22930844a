"""Pieces that the pages of a finished PDF paint, and what their faces hold, for `prancha manifest`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import pikepdf
from msgspec import Struct

from prancha.checks.proof.form_walk import UnreadForms, check_of, matrix_of
from prancha.checks.proof.inline_faces import faces_in, page_stream, unfold_page
from prancha.checks.proof.measured import Found, Polygon
from prancha.checks.proof.object_digests import NOWHERE, Number, inherited
from prancha.checks.proof.page_walk import page_matrix
from prancha.checks.proof.pdf_geometry import IDENTITY, Box, Matrix, after, corners
from prancha.checks.proof.pdf_reader import normal, read_page
from prancha.checks.proof.written_pieces import PIECE, WrittenPiece, written_pieces


class FaceContent(Struct, frozen=True):
    """What a face holds: operators, box, what these name, its own matrix, and its form, if it is one."""

    content: bytes
    box: Box
    resources: Any
    matrix: Matrix = IDENTITY
    form: Any = None

    def form_in(self, document: pikepdf.Pdf) -> Any:
        """The face as a form of an open document."""
        if self.form is not None:
            return self.form
        stream = pikepdf.Stream(
            document, self.content, Subtype=pikepdf.Name.Form, BBox=list(self.box), Resources=self.resources
        )
        return document.make_indirect(stream)


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
    """What lies on every page of an open document, in the order in which it is painted."""
    reader = _Reader(document)
    pieces = [piece for number, page in enumerate(document.pages, 1) for piece in reader.read(number, page)]
    forms = (thing for thing in document.objects if isinstance(thing, pikepdf.Stream))
    reader.held.update(reader.forms.check(thing) for thing in forms if thing.get("/Subtype") == "/Form")
    return PrintedPages(tuple(pieces), frozenset(reader.held))


class _Reader:
    """Reads page after page; `held` are faces in their streams, as far as those were not made forms."""

    def __init__(self, document: pikepdf.Pdf) -> None:
        self._document = document
        self._known: dict[Number, FaceContent] = {}
        self.forms = UnreadForms()
        self.held: set[str] = set()

    def read(self, number: int, page: pikepdf.Page) -> Iterable[PrintedPiece]:
        """The pieces of a page, read as they are written where that can be, or else by a walk over it."""
        stream = page_stream(page)
        left, _, _, top = normal(inherited(page.obj, "/MediaBox"))
        pieces = written_pieces(stream, page_matrix(left, top))
        resources = inherited(page.obj, "/Resources") or pikepdf.Dictionary()
        forms = dict(resources.get("/XObject", {}).items()) if pieces and any(p.name for p in pieces) else {}
        if pieces is None or not all(_is_form(forms.get(one.name)) for one in pieces if one.name):
            return self._walked(number, page)
        end = stream.rfind(PIECE)
        self.held.update(check_of(content) for _, _, content, _ in faces_in(stream[max(end, 0) :]))
        printed = [
            self._printed(number, one, forms[one.name] if one.name else None, resources) for one in pieces
        ]
        self.held.update(one.found.face for one in printed)
        return printed

    def _printed(self, number: int, piece: WrittenPiece, form: Any, resources: Any) -> PrintedPiece:
        state = piece.state
        if form is None:
            face = FaceContent(piece.content, piece.box, resources)
            matrix, check, held = state.matrix, check_of(piece.content), NOWHERE
        else:
            face = self._face(form)
            matrix, check, held = after(face.matrix, state.matrix), self.forms.check(form), form.objgen
        found = Found(
            piece.item, piece.copy, side=piece.side, matrix=matrix,
            shown=_shown(matrix, face.box, state.clips), face=check, form=held,
        )  # fmt: skip
        return PrintedPiece(number, found, face)

    def _walked(self, number: int, page: pikepdf.Page) -> Iterator[PrintedPiece]:
        unfold_page(self._document, page)
        for piece in read_page(number, page, self.forms).pieces:
            form, under = self._document.get_object(piece.form), piece.under
            beneath = self._face(self._document.get_object(under.form)) if under else None
            yield PrintedPiece(number, piece, self._face(form), beneath)

    def _face(self, form: Any) -> FaceContent:
        if form.objgen not in self._known:
            left, top, right, bottom = map(float, form.BBox)
            resources = form.get("/Resources", pikepdf.Dictionary())
            self._known[form.objgen] = FaceContent(
                form.read_bytes(), (left, top, right, bottom), resources, matrix=matrix_of(form), form=form
            )
        return self._known[form.objgen]


def _is_form(thing: Any) -> bool:
    return thing is not None and thing.get("/Subtype") == "/Form"


@lru_cache(maxsize=256)  # pieces lie at the same places on page after page
def _shown(matrix: Matrix, box: Box, clips: tuple[Polygon, ...]) -> tuple[Polygon, ...]:
    return (corners(matrix, *box), *clips)
