"""What a kit's PDF holds: fonts, pages, preferences, forms, text, and the same bytes every time."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from press import BOOK, face, pdf, placement, portfolio, sheet, solid

from prancha.export.pdf import PdfPage
from prancha.export.pdf_objects import subset_name, to_unicode
from prancha.model.outline import rectangle
from prancha.model.printing import Flip

CARD = rectangle(40, 60)
GRADIENT = '<defs><linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient></defs>'


def card(words: str, weight: int = 400) -> object:
    return face(
        f'{GRADIENT}<rect width="40" height="60" fill="url(#g)" opacity=".5"/>'
        f'<text x="2" y="20" font-family="Alegreya Sans" font-weight="{weight}" font-size="5">{words}</text>',
        CARD,
    )


FACES = [card("ação eficaz: (ofício) \\ flor"), card("coração"), card("chão", 700)]


def kit(flip: Flip = "long") -> bytes:
    art = portfolio(*FACES)  # type: ignore[arg-type]
    placed = [placement(FACES[k % 3], 30 + 45 * (k % 4), 50 + 66 * (k // 4)) for k in range(12)]  # type: ignore[arg-type]
    pages = [
        PdfPage(210, 297, "Jogo", 0, sheet(*placed)),
        PdfPage(297, 210, "Cartas", 1, sheet(*placed[:3], width=297, height=210)),
        PdfPage(215.9, 279.4),
    ]
    return pdf(pages, art, flip)


@pytest.fixture(scope="module")
def document() -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(kit()))


def things(document: pikepdf.Pdf, kind: str) -> list[pikepdf.Object]:
    return [
        t
        for t in document.objects
        if isinstance(t, pikepdf.Dictionary | pikepdf.Stream) and t.get("/Type") == kind
    ]


def test_the_file_is_sound(document: pikepdf.Pdf) -> None:
    assert document.check_pdf_syntax() == []


def test_each_font_is_embedded_once_and_helvetica_never(document: pikepdf.Pdf) -> None:
    fonts = things(document, "/Font")
    tops = [str(font.BaseFont) for font in fonts if font.Subtype == "/Type0"]
    assert sorted(name.split("+")[1] for name in tops) == ["AlegreyaSans-Bold", "AlegreyaSans-Regular"]
    assert all(re.fullmatch(r"/[A-Z]{6}\+[\w-]+", name) for name in tops)
    programs = [d for d in things(document, "/FontDescriptor") if "/FontFile2" in d]
    assert len(programs) == 2
    assert b"Helvetica" not in document.open_metadata().__str__().encode() + b"".join(
        t.unparse() for t in document.objects if isinstance(t, pikepdf.Dictionary)
    )


def test_a_font_holds_only_what_is_printed(document: pikepdf.Pdf) -> None:
    for descriptor in things(document, "/FontDescriptor"):
        assert len(descriptor.FontFile2.read_bytes()) < 0.5 * len(BOOK.font("Alegreya Sans").data)


@pytest.mark.parametrize(
    ("flip", "word"),
    [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge"), ("none", "/Simplex")],
)
def test_the_printer_is_told_not_to_scale_and_how_to_turn(flip: Flip, word: str) -> None:
    with pikepdf.open(io.BytesIO(kit(flip))) as document:
        preferences = document.Root.ViewerPreferences
        assert (preferences.PrintScaling, preferences.Duplex) == ("/None", word)
        assert document.Root.Lang == "pt-BR"


def test_pages_are_as_large_as_their_paper(document: pikepdf.Pdf) -> None:
    sizes = [[float(v) * 25.4 / 72 for v in page.MediaBox] for page in document.pages]
    assert sizes == [
        pytest.approx(size, abs=0.001) for size in ([0, 0, 210, 297], [0, 0, 297, 210], [0, 0, 215.9, 279.4])
    ]


def test_bookmarks_lead_to_the_pages(document: pikepdf.Pdf) -> None:
    with document.open_outline() as outline:
        (top,) = outline.root
        assert (top.title, [child.title for child in top.children]) == ("Jogo", ["Cartas"])


def test_title_and_author_are_there_and_no_clock(document: pikepdf.Pdf) -> None:
    info = document.docinfo
    assert (str(info.Title), str(info.Author), str(info.Creator)) == ("Jogo", "Ana, Rui", "prancha")
    assert str(info.CreationDate).startswith("D:2000")


def test_each_face_is_stored_once_however_many_copies(document: pikepdf.Pdf) -> None:
    first = document.pages[0].Resources.XObject
    assert len(first) == 3
    assert (
        len({value.objgen for page in document.pages[:2] for value in page.Resources.XObject.values()}) == 3
    )
    drawn = document.pages[0].Contents.read_bytes()
    assert len(re.findall(rb"/f\d+ Do", drawn)) == 12


def test_pieces_are_named_in_the_file(document: pikepdf.Pdf) -> None:
    assert b"/Piece <</Item (f/i) /Copy 1 /Side /front>> BDC" in document.pages[0].Contents.read_bytes()


def test_texts_can_be_searched() -> None:
    pages = pypdfium2.PdfDocument(kit())
    text = pages[0].get_textpage().get_text_range()
    for word in ("ação eficaz: (ofício) \\ flor", "coração", "chão"):
        assert word in text


def test_ligatures_are_found_by_their_letters() -> None:
    run = BOOK.font("Playfair Display").shape("oficina flor")
    joined = face('<text x="0" y="20" font-family="Playfair Display" font-size="5">oficina flor</text>', CARD)
    page = PdfPage(210, 297, faces=((joined.digest, 20.0, 20.0),))
    text = pypdfium2.PdfDocument(pdf([page], portfolio(joined)))[0].get_textpage().get_text_range()
    assert "oficina flor" in text, run


def test_no_number_in_the_file_has_an_exponent(document: pikepdf.Pdf) -> None:
    for thing in document.objects:
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
            assert not re.search(rb"\d[eE]-?\d", re.sub(rb"\((?:\\.|[^\\)])*\)", b"", thing.read_bytes()))


def test_the_name_of_a_subset_tells_its_glyphs() -> None:
    font = BOOK.font("Alegreya Sans")
    assert subset_name(font, [1, 2]) == subset_name(font, [1, 2]) != subset_name(font, [1, 3])


def test_the_map_to_text_comes_in_blocks_of_a_hundred() -> None:
    written = to_unicode(
        {gid: chr(0x4E00 + gid) for gid in range(250)} | {300: "ffi", 301: "", 302: "\U0001f600"}
    ).decode()
    assert re.findall(r"(\d+) beginbfchar", written) == ["100", "100", "52"]
    assert "<012c> <006600660069>" in written
    assert "<012e> <d83dde00>" in written
    assert "<012d>" not in written


SCRIPT = """
import hashlib, sys
sys.path[:0] = [{here!r}, {root!r}]
from test_pdf_facts import kit
print(hashlib.sha256(kit()).hexdigest())
"""


def test_the_same_bytes_in_every_process() -> None:
    here = Path(__file__).parent
    script = SCRIPT.format(here=str(here), root=str(here.parents[2]))
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1")
    }
    assert digests == {hashlib.sha256(kit()).hexdigest()}


def test_a_page_without_anything_is_a_blank_page() -> None:
    front = solid(CARD)
    data = pdf([PdfPage(210, 297)], portfolio(front))
    with pikepdf.open(io.BytesIO(data)) as document:
        assert len(document.pages) == 1
        assert "/Outlines" not in document.Root or not document.Root.Outlines.get("/Count")
