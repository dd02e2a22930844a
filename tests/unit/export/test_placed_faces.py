"""Faces of a page that is kept are named as they were, or not at all."""

from __future__ import annotations

from prancha.export.canvas import Resources
from prancha.export.pdf import PdfPage
from prancha.export.placed_faces import Named, PlacedFaces
from prancha.model.face import Art

ART = {name: Art(name, (0.0, 0.0, 9.0, 9.0), b"0 0 9 9 re f", 1) for name in "ab"}


def _faces(*shown: str) -> PlacedFaces:
    pages = [PdfPage(9.0, 9.0, faces=tuple((name, 0.0, 0.0) for name in shown))]
    return PlacedFaces(ART, pages, Resources("XObject", "Font", "ExtGState"), alone=False)


def test_a_page_whose_forms_are_called_otherwise_names_nothing() -> None:
    """It was drawn anew with the names of both, and its file was not that of a build without a cache."""
    faces = _faces("a", "a", "b", "b")
    faces.operators("b")
    faces.page_resources()
    before = faces.named
    assert not faces.name_again(Named((("a", "f0"), ("b", "f1")), ("x",), True))
    assert faces.named == before
    assert faces.name_again(Named((("b", "f0"), ("a", "f1")), ("x",), False))
    assert faces.named == Named((("b", "f0"), ("a", "f1")), ("x",), False)


def test_a_face_that_is_shown_once_may_stand_in_its_page() -> None:
    faces = _faces("a", "b", "b")
    assert (faces.is_once("a"), faces.is_once("b")) == (True, False)
