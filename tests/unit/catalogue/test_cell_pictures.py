"""Pictures in the cells of a workbook are those of their rows; others are told."""

# ruff: noqa: E501 - XML stands as it is written

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.drawing.image import Image as Placed
from PIL import Image

from prancha.catalogue import load_game
from prancha.catalogue.spreadsheet.workbook import read_workbook
from prancha.setup.new_game import start
from tests.unit.catalogue.spreadsheets import _zipped, xlsx

REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def picture(colour: str, kind: str = "PNG", size: int = 600) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (size, size), colour).save(out, kind)
    return out.getvalue()


def book(placed: dict[str, bytes], rows: list[list[Any]]) -> bytes:
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    for cell, data in placed.items():
        sheet.add_image(Placed(io.BytesIO(data)), cell)
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


ROWS = [["Name", "Picture", "Text"], ["Fox", None, "Draw."], ["Owl", None, "Fly."]]


def cells(data: bytes, name: str = "a.xlsx") -> tuple[list[list[Any]], dict[str, bytes], list[str]]:
    grid = read_workbook(data, name, None)
    return [row for _, row in grid.rows], grid.pictures, [note.message for note in grid.notes]


def test_a_picture_over_an_empty_cell_is_its_value() -> None:
    red, blue = picture("red"), picture("blue")
    rows, pictures, notes = cells(book({"B2": red, "B3": blue}, ROWS))
    names = [row[1] for row in rows[1:]]
    assert [pictures[name] for name in names] == [red, blue]
    assert all(name.startswith("picture-") and name.endswith(".png") for name in names)
    assert notes == []
    sorted_rows, _, _ = cells(book({"B3": red, "B2": blue}, [ROWS[0], ROWS[2], ROWS[1]]))
    assert [row[1] for row in sorted_rows[1:]] == names[::-1]  # the name goes with the picture


def test_pictures_elsewhere_are_told() -> None:
    rows, pictures, notes = cells(
        book({"A2": picture("red"), "H20": picture("blue"), "B3": picture("green", "GIF")}, ROWS)
    )
    assert [row[1] for row in rows[1:]] == ["", ""]
    assert pictures == {}
    assert sorted(notes) == [
        "the picture at A2 is not read (over a cell that holds something else)",
        "the picture at B3 is not read (a format that cannot be printed: save it as PNG or JPEG)",
        "the picture at H20 is not read (beside the table)",
    ]


def in_cell(data: bytes) -> bytes:
    """A workbook with a picture placed in cell B2, as newer Excel writes it."""
    base = xlsx([["Name", "Picture"], ["Fox", None]], cells="")
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(base)) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            text = source.read(name)
            if name.endswith("sheet1.xml"):
                text = text.replace(b'<row r="2">', b'<row r="2">').replace(
                    b"</row></sheetData>", b'<c r="B2" t="e" vm="1"><v>#VALUE!</v></c></row></sheetData>'
                )
            target.writestr(name, text)
        target.writestr("xl/media/image1.png", data)
        target.writestr(
            "xl/metadata.xml",
            '<metadata xmlns="m"><metadataTypes/><futureMetadata name="XLRICHVALUE" count="1"><bk><extLst><ext>'
            '<xlrd:rvb xmlns:xlrd="x" i="0"/></ext></extLst></bk></futureMetadata>'
            '<valueMetadata count="1"><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>',
        )
        target.writestr(
            "xl/richData/rdrichvalue.xml", '<rvData xmlns="r"><rv s="0"><v>0</v><v>5</v></rv></rvData>'
        )
        target.writestr(
            "xl/richData/rdrichvaluestructure.xml",
            '<rvStructures xmlns="r"><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/></s></rvStructures>',
        )
        target.writestr(
            "xl/richData/richValueRel.xml",
            f'<richValueRels xmlns="r" xmlns:r="{REL}"><rel r:id="rId1"/></richValueRels>',
        )
        target.writestr(
            "xl/richData/_rels/richValueRel.xml.rels",
            f'<Relationships xmlns="p"><Relationship Id="rId1" Type="{REL}/image" Target="../media/image1.png"/></Relationships>',
        )
    return out.getvalue()


def test_a_picture_placed_in_a_cell_is_its_value() -> None:
    red = picture("red")
    rows, pictures, notes = cells(in_cell(red))
    assert pictures[rows[1][1]] == red
    assert notes == []


def test_a_picture_in_a_cell_of_libreoffice_is_its_value() -> None:
    red, oasis = picture("red"), "urn:oasis:names:tc:opendocument:xmlns"
    spaces = " ".join(f'xmlns:{one}="{oasis}:{kind}:1.0"' for one, kind in {
        "office": "office", "table": "table", "text": "text", "draw": "drawing"}.items())  # fmt: skip
    frame = (
        '<draw:frame draw:name="p"><draw:image xlink:href="Pictures/1.png" xlink:type="simple"/></draw:frame>'
    )
    body = "".join(
        "<table:table-row>" + "".join(
            f'<table:table-cell>{frame}</table:table-cell>' if cell is None else
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>' for cell in row
        ) + "</table:table-row>" for row in [["Name", "Picture"], ["Fox", None]]
    )  # fmt: skip
    data = _zipped({
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{oasis}:manifest:1.0"/>',
        "Pictures/1.png": red,
        "content.xml": f'<office:document-content xmlns:xlink="http://www.w3.org/1999/xlink" {spaces}><office:body><office:spreadsheet>'
        f'<table:table table:name="Deck">{body}</table:table></office:spreadsheet></office:body></office:document-content>',
    })  # fmt: skip
    rows, pictures, _ = cells(data, "a.ods")
    assert pictures[rows[1][1]] == red


@pytest.mark.parametrize(
    "hostile",
    [
        b'<!DOCTYPE x [<!ENTITY a "b">]><xdr:wsDr xmlns:xdr="d">&a;</xdr:wsDr>',
        '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x><wsDr/>'.encode("utf-16"),
        b"<wsDr><oneCellAnchor><from><col>99999999999999999999</col><row>-1</row></from></oneCellAnchor></wsDr>",
        b"<wsDr><oneCellAnchor>",
        b"",
    ],
)
def test_a_strange_drawing_holds_no_pictures(hostile: bytes) -> None:
    data = book({"B2": picture("red")}, ROWS)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            target.writestr(name, hostile if name == "xl/drawings/drawing1.xml" else source.read(name))
    rows, pictures, _ = cells(out.getvalue())
    assert (rows[1][1], pictures) == ("", {})


def test_new_takes_pictures_out_of_the_workbook_and_those_that_came_later(tmp_path: Path) -> None:
    source = tmp_path / "deck.xlsx"
    source.write_bytes(book({"B2": picture("red"), "B3": picture("blue")}, ROWS))
    started = start(tmp_path, "trial", source=source)
    assert started.wrong == ()
    assert "pictures: 2 pictures taken out of the cells of the workbook" in started.guesses
    art = tmp_path / "templates/trial/art"
    assert len(list(art.iterdir())) == 2
    game = load_game(tmp_path / "components/trial", tmp_path)
    assert {item.fields["picture"] for item in game.families[0].items} == {
        path.name for path in art.iterdir()
    }
    assert game.notes == ()

    later = book({"B2": picture("red"), "B3": picture("green")}, ROWS)
    source.write_bytes(later)
    for copy in (tmp_path / "components/trial").glob("*.xlsx"):
        copy.write_bytes(later)
    (note,) = load_game(tmp_path / "components/trial", tmp_path).notes
    assert note.code == "cell-picture"
    assert note.message.startswith('row 3, column "Picture": the picture in the cell is not in the game yet')
    again = start(tmp_path, "trial", source=source)
    assert "pictures: 1 picture taken out of the cells of the workbook" in again.guesses
    assert len(list(art.iterdir())) == 3
    assert load_game(tmp_path / "components/trial", tmp_path).notes == ()
