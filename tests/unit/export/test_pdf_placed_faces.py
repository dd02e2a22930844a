"""Which faces stand in their pages, and which in forms."""

from __future__ import annotations

from prancha.export.canvas import Resources
from prancha.export.pdf import BEGIN, PdfPage, PlacedFaces
from prancha.model.face import Art

ART = {name: Art(name, (0.0, 0.0, 9.0, 9.0), b"0 0 9 9 re f", 1) for name in "ab"}


def test_only_a_face_that_is_shown_once_stands_in_its_page() -> None:
    pages = [PdfPage(9.0, 9.0, faces=tuple((name, 0.0, 0.0) for name in "abb"))]
    faces = PlacedFaces(ART, pages, Resources("XObject", "Font", "ExtGState"), alone=False)
    assert faces.operators("a").startswith(BEGIN)
    assert faces.operators("b") == "/f0 Do"
