"""Bold and italics made in a spreadsheet program are markup of texts; whole cells are styled alone."""

# ruff: noqa: E501 - XML stands as it is written

from __future__ import annotations

import io
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from prancha.catalogue import load_game
from prancha.catalogue.spreadsheet.cell_formats import XlsxStyles, format_xlsx
from prancha.catalogue.spreadsheet.workbook_xml import XlsxCell, XlsxSheet, read_parts
from prancha.setup.new_game import start
from tests.unit.catalogue.spreadsheets import _zipped, fields, game
from tests.work import AT_ONCE

BOLD, ITALIC, BOTH = InlineFont(b=True), InlineFont(i=True), InlineFont(b=True, i=True)


def book(cells: dict[str, Any], bold: str = "") -> bytes:
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    for name, value in {"A1": "id", "B1": "text", "A2": "a", **cells}.items():
        sheet[name] = value
    if bold:
        sheet[bold].font = Font(bold=True)
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def text_of(tmp_path: Path, value: Any, source: str = "a.xlsx", bold: str = "") -> Any:
    return fields(game(tmp_path, source, a_xlsx=book({"B2": value}, bold)))["a"]["text"]


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["Draw ", TextBlock(BOLD, "two cards"), "."], "Draw <b>two cards</b>."),
        ([TextBlock(BOLD, "Attack: "), "roll ", TextBlock(ITALIC, " again")], "<b>Attack:</b> roll  <i>again</i>"),
        (["un", TextBlock(BOLD, "believ"), "able ", TextBlock(BOTH, "now")], "un<b>believ</b>able <b><i>now</i></b>"),
        (["2 * 3 & <x> ", TextBlock(BOLD, "{leaf}")], "2 * 3 & <x> <b>{leaf}</b>"),
        (["One\n", TextBlock(BOLD, "Two\nThree")], "One\n<b>Two\nThree</b>"),
    ],
)  # fmt: skip
def test_parts_of_a_cell_are_bold_or_in_italics(tmp_path: Path, parts: list[Any], text: str) -> None:
    assert text_of(tmp_path, CellRichText(*parts)) == text


def test_a_cell_that_is_bold_as_a_whole_is_plain(tmp_path: Path) -> None:
    assert text_of(tmp_path, "Draw.", bold="B2") == "Draw."
    assert text_of(tmp_path, CellRichText(TextBlock(BOLD, "Draw"), TextBlock(BOLD, " two."))) == "Draw two."


def test_what_says_nothing_of_its_look_has_that_of_its_cell(tmp_path: Path) -> None:
    value = CellRichText(TextBlock(InlineFont(i=True), "Draw"))
    value.append(" two.")
    assert text_of(tmp_path, value, bold="B2") in ("<i>Draw</i><b> two.</b>", "<i>Draw</i> <b>two.</b>")


def test_replace_reaches_the_words_and_markup_none_leaves_them_alone(tmp_path: Path) -> None:
    value = CellRichText("a* (T) ", TextBlock(BOLD, "b* {c}"))
    plain = "a\\* (T) b\\* \\{c\\}"
    assert text_of(tmp_path, value, "{file: a.xlsx, columns: {text: {field: text, markup: none}}}") == plain
    assert text_of(tmp_path, value, "a.xlsx\nmarkup: {text: none}") == plain
    source = "{file: a.xlsx, columns: {text: {field: text, markup: none, replace: {(T): '{tree}'}}}}"
    assert text_of(tmp_path, value, source) == "a\\* {tree} b\\* \\{c\\}"
    source = source.replace("markup: none, ", "")
    assert text_of(tmp_path, value, source) == "a* {tree} <b>b* {c}</b>"


def test_an_id_is_made_of_the_words_alone(tmp_path: Path) -> None:
    data = book({"B1": "name", "A1": "no", "B2": CellRichText("Red ", TextBlock(BOLD, "Fox"))})
    assert list(fields(game(tmp_path, '{file: a.xlsx, id: "{name}"}', a_xlsx=data))) == ["red-fox"]


def ods_book(paragraphs: str, styles: str = "") -> bytes:
    oasis = "urn:oasis:names:tc:opendocument:xmlns"
    spaces = " ".join(
        f'xmlns:{name}="{oasis}:{kind}:1.0"'
        for name, kind in {
            "office": "office", "table": "table", "text": "text", "style": "style",
            "fo": "xsl-fo-compatible",
        }.items()
    )  # fmt: skip
    looks = "".join(
        f'<style:style style:name="{name}" style:family="text"><style:text-properties {look}/></style:style>'
        for name, look in {"B": 'fo:font-weight="bold"', "I": 'fo:font-style="italic"', "N": ""}.items()
    )
    rows = [["id", "text"], ["a", None], ["b", "plain"]]
    body = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string">{paragraphs if cell is None else f"<text:p>{escape(cell)}</text:p>"}</table:table-cell>'
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    return _zipped({
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{oasis}:manifest:1.0"/>',
        "content.xml": f"<office:document-content {spaces}><office:automatic-styles>{looks}{styles}</office:automatic-styles>"
        f'<office:body><office:spreadsheet><table:table table:name="Deck">{body}</table:table></office:spreadsheet></office:body></office:document-content>',
    })  # fmt: skip


@pytest.mark.parametrize(
    ("paragraphs", "text"),
    [
        ('<text:p>Draw <text:span text:style-name="B">two</text:span> cards.</text:p>', "Draw <b>two</b> cards."),
        (
            '<text:p><text:span text:style-name="B">A<text:span text:style-name="I">b</text:span></text:span>c &amp; d</text:p>',
            "<b>A</b><b><i>b</i></b>c & d",
        ),
        ('<text:p>One</text:p><text:p><text:span text:style-name="I">Two</text:span></text:p>', "One\n<i>Two</i>"),
        ('<text:p><text:span text:style-name="B">All</text:span></text:p>', "All"),
        ('<text:p>No <text:span text:style-name="N">look</text:span></text:p>', "No look"),
    ],
)  # fmt: skip
def test_parts_of_a_cell_of_libreoffice(tmp_path: Path, paragraphs: str, text: str) -> None:
    assert fields(game(tmp_path, "a.ods", a_ods=ods_book(paragraphs))) == {
        "a": {"text": text},
        "b": {"text": "plain"},
    }


def test_lists_and_numbers_take_the_words_alone(tmp_path: Path) -> None:
    data = book({"B2": CellRichText("fire, ", TextBlock(BOLD, "ice"))})
    source = "{file: a.xlsx, columns: {text: {field: tags, type: list}}}"
    assert fields(game(tmp_path, source, a_xlsx=data))["a"]["tags"] == ["fire", "ice"]


@pytest.mark.parametrize("part", ["<r><rPr><b/></rPr><t>x</t></r>", "<t>x</t>", "<r><t>x</t></r>", "<rPr/>"])
def test_many_runs_are_read_in_linear_time(part: str) -> None:
    begun = time.process_time()
    parts = read_parts(ElementTree.fromstring(f"<is>{part * 20_000}</is>"))
    cell = XlsxCell(1, 0, kind="inlineStr", style=-1, metadata="", value=None, is_formula=False, parts=parts)
    rows: list[tuple[int, list[Any]]] = [(1, ["x"])]
    format_xlsx(rows, XlsxStyles({}, {}), XlsxSheet([cell], []))
    assert time.process_time() - begun < 2 * AT_ONCE


def test_new_keeps_what_is_bold_in_texts_and_leaves_titles_plain(tmp_path: Path) -> None:
    data = book({
        "A1": "Name", "B1": "Text", "A2": CellRichText("Red ", TextBlock(ITALIC, "fox")),
        "B2": CellRichText("Draw ", TextBlock(BOLD, "two"), "."), "A3": "Owl", "B3": "Fly*.",
    })  # fmt: skip
    (tmp_path / "deck.xlsx").write_bytes(data)
    started = start(tmp_path, "trial", source=tmp_path / "deck.xlsx")
    assert started.wrong == ()
    assert any(line.startswith("bold and italics: those within 2 cells") for line in started.guesses)
    text = (tmp_path / "components/trial/cards.yaml").read_text()
    assert "Name: {field: name, type: text, markup: none}" in text
    assert "Text: {field: text, type: text}" in text
    items = load_game(tmp_path / "components/trial", tmp_path).families[0].items
    assert [item.fields["text"] for item in items] == ["Draw <b>two</b>.", "Fly*."]
