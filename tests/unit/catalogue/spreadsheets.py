"""Workbooks written with zipfile alone, and games whose items come from data files."""

# ruff: noqa: E501 - messages stand as they are read

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from prancha.catalogue import load_game
from prancha.catalogue.spreadsheet import column_letters
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Game
from tests.unit.catalogue.projects import HEAD, refused, write_game

GAME = "title: G\nlanguages: [en, pt-BR]\nfamilies: [grid]\n"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def game(project: Path, source: str, game_file: str = GAME, **files: str | bytes) -> Game:
    """Load a game whose one family is `from: source`; `files` are named like cards_csv."""
    folder = write_game(project, {"game.yaml": game_file, "grid.yaml": f"{HEAD}from: {source}\n"})
    for name, data in files.items():
        path = folder / name.replace("_", ".")
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return load_game(folder, project)


def findings(project: Path, source: str, **files: str | bytes) -> tuple[Diagnostic, ...]:
    return refused(lambda: game(project, source, **files))


def found(project: Path, source: str, **files: str | bytes) -> tuple[str, str, str]:
    """Return place, code with message, and hint of the only finding."""
    (one,) = findings(project, source, **files)
    place = str(one.place).removeprefix("components/dual/")
    return place, f"{one.code}: {one.message}", one.hint


def fields(loaded: Game) -> dict[str, dict[str, Any]]:
    return {item.id: dict(item.fields) for item in loaded.families[0].items}


def xlsx(
    rows: Sequence[Sequence[Any]],
    merged: Sequence[str] = (),
    sheets: Sequence[str] = ("Deck",),
    cells: str = "",
) -> bytes:
    """Return a workbook; every sheet holds the same `rows`, an `=formula` was worked out to "done"."""
    body = "".join(
        f'<row r="{number}">'
        + "".join(_cell(f"{column_letters(k)}{number}", v) for k, v in enumerate(row))
        + "</row>"
        for number, row in enumerate(rows, 1)
    )
    spans = "".join(f'<mergeCell ref="{area}"/>' for area in merged)
    spans = f"<mergeCells>{spans}</mergeCells>" if merged else ""
    listed = "".join(f'<sheet name="{n}" sheetId="{k}" r:id="rId{k}"/>' for k, n in enumerate(sheets, 1))
    related = "".join(
        f'<Relationship Id="rId{k}" Type="{_DOCUMENT}/worksheet" Target="worksheets/sheet{k}.xml"/>'
        for k in range(1, len(sheets) + 1)
    )
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    files = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kinds}.sheet.main+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_DOCUMENT}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{related}</Relationships>',
    }
    sheet = f'<worksheet xmlns="{_MAIN}"><sheetData>{body}{cells}</sheetData>{spans}</worksheet>'
    files |= {f"xl/worksheets/sheet{k}.xml": sheet for k in range(1, len(sheets) + 1)}
    return _zipped(files)


def ods(rows: Sequence[Sequence[Any]], row_attributes: str = "", cell_attributes: str = "") -> bytes:
    body = ""
    for row in rows:
        cells = "".join(
            f'<table:table-cell {cell_attributes} office:value-type="float" office:value="{v}"/>'.replace(
                "/>", "><text:p/></table:table-cell>"
            )
            if isinstance(v, int | float)
            else f'<table:table-cell {cell_attributes} office:value-type="string"><text:p>{escape(v)}</text:p></table:table-cell>'
            for v in row
        )
        body += f"<table:table-row {row_attributes}>{cells}</table:table-row>"
    # LibreOffice fills the sheet to its end with one repeated empty row.
    body += '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    oasis = "urn:oasis:names:tc:opendocument:xmlns"
    spaces = (
        f'xmlns:office="{oasis}:office:1.0" xmlns:table="{oasis}:table:1.0" xmlns:text="{oasis}:text:1.0"'
    )
    return _zipped({
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{oasis}:manifest:1.0"/>',
        "content.xml": f"<office:document-content {spaces}><office:body><office:spreadsheet>"
        f'<table:table table:name="Deck">{body}</table:table></office:spreadsheet></office:body></office:document-content>',
    })  # fmt: skip


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return f'<c r="{name}" t="b"><v>{int(value)}</v></c>'
    if isinstance(value, int | float):
        return f'<c r="{name}"><v>{value}</v></c>'
    if value.startswith("#"):
        return f'<c r="{name}" t="e"><f>A1/0</f><v>{value}</v></c>'
    if value.startswith("="):
        return f'<c r="{name}" t="str"><f>{escape(value[1:])}</f><v>done</v></c>'
    return f'<c r="{name}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'


def _zipped(files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()
