"""Pieces read as they are written are those that a walk over their page finds."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from conftest_proof import Built
from msgspec.structs import replace

from prancha.checks.proof import printed_pieces
from prancha.checks.proof.object_digests import NOWHERE
from prancha.checks.proof.pdf_geometry import IDENTITY, Matrix
from prancha.checks.proof.pdf_reader import opened, read_file
from prancha.checks.proof.printed_pieces import PrintedPages, PrintedPiece, read_pieces
from prancha.checks.proof.written_pieces import WrittenPiece, written_pieces

PAGE = (
    b"2 0 0 -2 0 9 cm\n"
    b"/Piece <</Item (cards/a) /Copy 1 /Side /front>> BDC q\n1 0 0 1 3 4 cm\n"
    b"/Face BMC q 0 0 6 8 re W n\n0 0 1 1 re\nf\nQ EMC\nQ EMC\n"
    b"/Piece <</Item (cards/b.2) /Copy 12 /Side /back>> BDC q\n1 0 0 1 5 4 cm -1 -1 8 10 re W n\n"
    b"/f7 Do\nQ EMC\n"
    b"q 1 0 0 1 8 9 cm\n/f0 Do\nQ\n/OC /Cut BDC\nq 0 G 1 2 m 3 4 l S Q\nEMC\n"
)


def read_pages(pdf: Path) -> PrintedPages:
    with opened(pdf, unfolded=False) as document:
        return read_pieces(document)


def test_all_pieces_are_told_as_they_lie() -> None:
    found = written_pieces(PAGE, IDENTITY)
    assert found is not None
    one, other = found
    assert (one.item, one.copy, one.side, one.name) == ("cards/a", 1, "front", "")
    assert (one.box, one.content) == ((0, 0, 6, 8), b"0 0 1 1 re\nf")
    assert one.state.matrix == (2, 0, 0, -2, 6, 1)
    assert (other.item, other.copy, other.side, other.name) == ("cards/b.2", 12, "back", "/f7")
    assert other.state.clips == (((8, 3), (24, 3), (24, -17), (8, -17), (8, 3)),)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"2 0 0 -2 0 9 cm\n", b"/G gs\n"),
        (b"1 0 0 1 3 4 cm", b"0.5 w"),
        (b"1 0 0 1 3 4 cm", b"1 0 0 3 4 cm"),
        (b"1 0 0 1 3 4 cm", b"1 0 0 1 3 4 cm 5"),
        (b"1 0 0 1 3 4 cm", b"1 0 0 1 3 4 cm 0 0 5 5 re"),
        (b"1 0 0 1 3 4 cm", b"1 0 0 1 3 4 cmcm"),
        (b"f\nQ EMC\nQ EMC\n", b"f\nQ EMC\n0 g\nQ EMC\n"),
        (b"/f7 Do\nQ EMC\n", b"/f7 Do /f7 Do\nQ EMC\n"),
        (b"/f0 Do", b"/Piece /P BDC /f0 Do EMC"),
        (b"/f0 Do", b"/P#69ece /P BDC /f0 Do EMC"),
        (b"/f7 Do\nQ EMC", b"/f7 Do\nQ EMC\nq"),
    ],
)
def test_nothing_is_told_of_what_may_be_otherwise(old: bytes, new: bytes) -> None:
    assert old in PAGE
    page = PAGE.replace(old, new, 1)
    if new.endswith(b"\nq"):
        page += PAGE[PAGE.index(b"/Piece") :]
    assert written_pieces(page, IDENTITY) is None


def test_a_page_without_pieces_has_none() -> None:
    assert written_pieces(b"q 0 0 1 1 re f Q\n"[:0], IDENTITY) == []
    assert written_pieces(b"1 0 0 1 0 0 cm\n/f0 Do\n", IDENTITY) == []


def _without_objects(pages: PrintedPages) -> list[PrintedPiece]:
    return [
        replace(
            one, found=replace(one.found, form=NOWHERE), face=replace(one.face, form=None, resources=None)
        )
        for one in pages.pieces
        if one.under is None
    ]


def test_a_walk_tells_the_same(kit: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    quick: list[bool] = []

    def noted(stream: bytes, base: Matrix) -> list[WrittenPiece] | None:
        found = written_pieces(stream, base)
        quick.append(found is not None)
        return found

    monkeypatch.setattr(printed_pieces, "written_pieces", noted)
    written = read_pages(kit.pdf)
    assert all(quick)
    monkeypatch.setattr(printed_pieces, "written_pieces", lambda *_: None)
    walked = read_pages(kit.pdf)
    assert _without_objects(written) == _without_objects(walked)
    assert written.held == walked.held
    faces = {piece.face for page in read_file(kit.pdf).pages for piece in page.pieces}
    assert len(faces) > 20
    assert faces < written.held


def test_a_face_of_a_page_becomes_a_form_where_one_is_needed(kit: Built) -> None:
    with opened(kit.pdf, unfolded=False) as document:
        face = next(one.face for one in read_pieces(document).pieces if one.face.form is None)
        form = face.form_in(document)
        assert isinstance(form, pikepdf.Stream)
        assert (form.read_bytes(), tuple(map(float, form.BBox))) == (face.content, face.box)
