"""What a PDF says of itself, in its Info dictionary and in its XMP packet."""

from __future__ import annotations

import io
from typing import Any

import pikepdf
import pytest
from press import BOOK, face, pdf, placement, portfolio, sheet

from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.model.face import Portfolio
from prancha.model.outline import rectangle

FULL = About(
    "Água & <sal>",
    author="Ana, Rui",
    lang="pt-BR",
    subject="um jogo de cartas",
    keywords=("print and play", "Cartas"),
    rights="CC0",
)
DC, PDF, XMP = (
    "{http://purl.org/dc/elements/1.1/}", "{http://ns.adobe.com/pdf/1.3/}", "{http://ns.adobe.com/xap/1.0/}",
)  # fmt: skip


def written(about: About = FULL) -> bytes:
    drawn = face('<rect width="40" height="60"/>', rectangle(40, 60))
    page = PdfPage(210, 297, "Jogo", 0, sheet(placement(drawn, 60, 80)))
    return write_pdf([page], portfolio(drawn), BOOK, about, "long")


def packet(data: bytes) -> dict[str, Any]:
    with pikepdf.open(io.BytesIO(data)) as document:
        return dict(document.open_metadata())


def test_both_say_the_same() -> None:
    data = written()
    with pikepdf.open(io.BytesIO(data)) as document:
        info = {key: str(value) for key, value in document.docinfo.items()}
        lang, preferences = str(document.Root.Lang), document.Root.ViewerPreferences
        assert preferences.DisplayDocTitle is True
    found = packet(data)

    assert (info["/Title"], found[f"{DC}title"]) == ("Água & <sal>", "Água & <sal>")
    assert (info["/Author"], found[f"{DC}creator"]) == ("Ana, Rui", ["Ana, Rui"])
    assert (info["/Subject"], found[f"{DC}description"]) == ("um jogo de cartas", "um jogo de cartas")
    assert info["/Keywords"] == found[f"{PDF}Keywords"] == "print and play, Cartas"
    assert set(found[f"{DC}subject"]) == {"print and play", "Cartas"}
    assert info["/Creator"] == found[f"{XMP}CreatorTool"] == "prancha"
    assert info["/Producer"] == found[f"{PDF}Producer"] == "prancha, ReportLab"
    assert (lang, set(found[f"{DC}language"])) == ("pt-BR", {"pt-BR"})
    assert found[f"{DC}rights"] == "CC0"
    assert info["/CreationDate"].startswith("D:20000101000000")
    assert found[f"{XMP}CreateDate"] == found[f"{XMP}ModifyDate"] == "2000-01-01T00:00:00Z"


def test_what_is_not_known_is_left_out() -> None:
    data = written(About("Jogo"))
    with pikepdf.open(io.BytesIO(data)) as document:
        assert set(document.docinfo.keys()) == {
            "/Title", "/Creator", "/Producer", "/CreationDate", "/ModDate", "/Trapped"
        }  # fmt: skip
    found = packet(data)
    assert f"{DC}description" not in found
    assert f"{DC}creator" not in found


def test_characters_that_xml_has_not_are_left_out_of_the_packet() -> None:
    assert packet(written(About("Jo\x0bgo")))[f"{DC}title"] == "Jogo"


def test_the_packet_is_found_without_unpacking_anything() -> None:
    data = written()
    assert b"<?xpacket begin=" in data


def test_the_day_is_that_of_source_date_epoch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    data = written()
    with pikepdf.open(io.BytesIO(data)) as document:
        assert str(document.docinfo.CreationDate).startswith("D:20231114221320")
    assert packet(data)[f"{XMP}CreateDate"] == "2023-11-14T22:13:20Z"


def test_a_file_of_pages_alone_has_a_packet_too() -> None:
    assert packet(pdf([PdfPage(100, 100)], Portfolio()))[f"{DC}title"] == "Jogo"
