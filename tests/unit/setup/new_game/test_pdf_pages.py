"""PDFs of strangers: what is refused, in a line that names the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from reportlab.lib.pdfencrypt import StandardEncryption

from prancha.model.diagnostic import Failure
from prancha.setup.new_game import pdf_pages
from prancha.setup.new_game.pdf_pages import PdfPages
from tests.unit.setup.new_game import pdfs


def refused(path: Path) -> str:
    def look() -> None:
        with PdfPages(path) as pages:
            for number in range(1, pages.count + 1):
                pages.marks(number)

    with pytest.raises(Failure) as failure:
        look()
    (one,) = failure.value.diagnostics
    assert one.code == "bad-pdf"
    assert one.hint
    return f"{one.place}: {one.message}".removeprefix(f"{path.parent.as_posix()}/")


def changed(path: Path, change: Callable[[pikepdf.Pdf], None]) -> Path:
    with pikepdf.open(pdfs.write(path, pdfs.cards(), pdfs.cards()), allow_overwriting_input=True) as document:
        change(document)
        document.save(path, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    return path


def test_missing_damaged_and_locked_files(tmp_path: Path) -> None:
    assert refused(tmp_path / "a.pdf") == "a.pdf: there is no such file"
    (tmp_path / "b.pdf").write_bytes(b"hello")
    assert refused(tmp_path / "b.pdf").startswith("b.pdf: the file is damaged: unable to find trailer")
    locked = pdfs.write(tmp_path / "c.pdf", pdfs.cards(), encrypt=StandardEncryption("secret"))
    assert refused(locked) == "c.pdf: the file is locked with a password"


def test_scripts(tmp_path: Path) -> None:
    script = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")

    def at_once(document: pikepdf.Pdf) -> None:
        document.Root.OpenAction = script

    def on_a_page(document: pikepdf.Pdf) -> None:
        document.pages[0].obj.AA = pikepdf.Dictionary(O=document.make_indirect(script))

    for change in (at_once, on_a_page):
        told = refused(changed(tmp_path / "a.pdf", change))
        assert told == "a.pdf: the file holds a script, which a deck of cards does not need"


def test_forms_that_few_programs_show(tmp_path: Path) -> None:
    def filled(document: pikepdf.Pdf) -> None:
        document.Root.AcroForm = pikepdf.Dictionary(XFA=document.make_stream(b"<xdp/>"))

    assert (
        refused(changed(tmp_path / "a.pdf", filled))
        == "a.pdf: the file is a form (XFA) that few programs show"
    )


def test_pages_with_notes_are_named(tmp_path: Path) -> None:
    def noted(document: pikepdf.Pdf) -> None:
        for page, kind in zip(document.pages, ("/Link", "/FreeText"), strict=True):
            note = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name(kind))
            page.obj.Annots = pikepdf.Array([note])

    with PdfPages(changed(tmp_path / "a.pdf", noted)) as pages:
        assert pages.noted == [2]


def test_pages_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    def broken(document: pikepdf.Pdf) -> None:
        stream = document.make_stream(b"")
        stream.write(b"no deflated data", filter=pikepdf.Name.FlateDecode)
        document.pages[1].obj.Contents = stream

    def scaled(document: pikepdf.Pdf) -> None:
        document.pages[1].obj.UserUnit = 10

    def long(document: pikepdf.Pdf) -> None:
        document.pages[1].obj.MediaBox = pikepdf.Array([0, 0, 595, 28346])

    told = refused(changed(tmp_path / "a.pdf", broken))
    assert told.startswith("a.pdf, page 2: the page is damaged: stream inflate")
    told = refused(changed(tmp_path / "a.pdf", scaled))
    assert told == "a.pdf, page 2: the page counts in units of its own, which readers understand differently"
    told = refused(changed(tmp_path / "a.pdf", long))
    assert told == "a.pdf, page 2: the page is 210 x 10000 mm, expected at most 1500"


def test_large_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = pdfs.write(tmp_path / "a.pdf", *[pdfs.cards()] * 3)
    monkeypatch.setattr(pdf_pages, "_MAX_OBJECTS", 3)
    assert refused(path) == "a.pdf: the file has more than 3 parts"
    monkeypatch.setattr(pdf_pages, "MAX_PAGES", 2)
    assert refused(path) == "a.pdf: the file has 3 pages, expected 1 to 2"
    with path.open("r+b") as file:
        file.truncate(500_000_000)
    assert refused(path) == "a.pdf: the file has 500 MB, and at most 200 can be taken apart"
