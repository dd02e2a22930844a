"""Pieces that `manifest` counts are those that `proof` finds, with their faces."""

from __future__ import annotations

from conftest_proof import Built

from prancha.checks.proof.pdf_reader import open_pdf, read_file
from prancha.checks.proof.printed_pieces import read_pieces


def test_pieces_are_those_that_proof_finds(kit: Built) -> None:
    with open_pdf(kit.pdf, unfolded=False) as document:
        printed = read_pieces(document)
    pages = read_file(kit.pdf).pages
    assert [(one.page, one.found) for one in printed.pieces] == [
        (page.number, piece) for page in pages for piece in page.pieces
    ]
    faces = {piece.face for page in pages for piece in page.pieces}
    assert len(faces) > 20
    assert faces < printed.held


def test_a_face_is_told_with_its_form(kit: Built) -> None:
    with open_pdf(kit.pdf, unfolded=False) as document:
        for one in read_pieces(document).pieces:
            form = one.face.form
            assert form.objgen == one.found.form
            assert (form.read_bytes(), tuple(map(float, form.BBox))) == (one.face.content, one.face.box)
