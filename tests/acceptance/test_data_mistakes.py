"""Data that would be read wrongly is refused or reported: lists, numbers, totals, formulas, reprints."""

# ruff: noqa: E501 - messages stand as they are read

from __future__ import annotations

import io
import json
import os
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest

from tests.acceptance.card_deck import deck, prancha, refused, words
from tests.unit.catalogue.spreadsheets import xlsx

LIST = "from: cards.csv\n"
ROWS = "id,name,copies\nsun,Sun,2\nmoon,Moon,1\n"
ITEMS = "items:\n  - {id: sun, name: Sun}\n"
RULES = "rules:\n  - {id: n, says: Nine cards., source: '1', total: {family: cards, is: 9}}\n"


def test_a_second_list_behind_the_first_is_not_dropped(tmp_path: Path) -> None:
    """JSON: all that follows the first value is dropped; two lists give one piece."""
    project = deck(
        tmp_path, "from: cards.json\n", cards_json='[{"id": "sun", "name": "Sun"}]\n[{"id": "moon"}]'
    )
    assert "components/deck/cards.json:2:1: error bad-json: text follows the end of the list" in refused(
        project
    )


@pytest.mark.parametrize(
    ("file", "text", "line"),
    [
        ("cards.json", '[{"id": "sun", "name": "Sun"}]\n>>>>>>> theirs\n', 2),
        ("cards.csv", "id,name\n<<<<<<< HEAD\nsun,Sun\n=======\nsun,Sonne\n>>>>>>> theirs\n", 2),
        ("cards.yaml", "title: Cards\n<<<<<<< HEAD\nstock: card\n=======\nstock: board\n>>>>>>> b\n", 2),
        ("rules.yaml", "rules: []\n<<<<<<< HEAD\n=======\n>>>>>>> theirs\n", 2),
    ],
)
def test_marks_of_a_conflict_are_named(tmp_path: Path, file: str, text: str, line: int) -> None:
    """A git conflict mark behind a JSON list: 0 errors."""
    project = deck(tmp_path, f"from: {file}\n" if file.startswith("cards.") else ITEMS)
    (project / "components/deck" / file).write_text(text)
    said = refused(project)
    assert f"components/deck/{file}:{line}:1: error git-conflict: " in said
    assert "keep one version, delete the other and the marker lines" in said


def test_a_second_document_is_not_dropped(tmp_path: Path) -> None:
    """The same in YAML: what stands behind --- or ... ."""
    for tail in ("---\ntitle: Other\n", "...\ntitle: Other\n"):
        project = deck(tmp_path / tail[:1].replace(".", "d"), ITEMS + tail)
        assert re.search(r"components/deck/cards\.yaml:[89]:1: error yaml-syntax: ", refused(project))


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("deck/rules.yml", "deck/rules.yml: error bad-file-name: catalogues end in .yaml"),
        ("deck/Rules.yaml", "deck/Rules.yaml: error bad-file-name: this file is read only as rules.yaml"),
        ("deck/RULES.YML", "deck/RULES.YML: error bad-file-name: "),
        ("_sheets/papers.yml", "_sheets/papers.yml: error bad-file-name: "),
        ("_sheets/Papers.yaml", "_sheets/Papers.yaml: error bad-file-name: "),
        ("deck/more.yml", "deck/more.yml: error bad-file-name: "),
        ("other/game.yml", "other/game.yml: error bad-file-name: catalogues end in .yaml"),
        ("other/Game.yaml", "other/Game.yaml: error bad-file-name: this file is read only as game.yaml"),
    ],
)
def test_a_file_called_nearly_right_is_not_passed_over(tmp_path: Path, name: str, place: str) -> None:
    """`rules.yml` and the like: rules silently not run."""
    project = deck(tmp_path, ITEMS)
    path = project / "components" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(RULES)
    said = refused(project)
    assert f"components/{place}" in said
    assert f"rename it to {path.stem.lower()}.yaml" in said


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of POSIX")
@pytest.mark.parametrize("kind", ["link to nothing", "folder", "pipe"])
@pytest.mark.parametrize("name", ["deck/rules.yaml", "_sheets/papers.yaml", "other/game.yaml"])
def test_a_file_that_cannot_be_read_is_not_passed_over(tmp_path: Path, kind: str, name: str) -> None:
    """`rules.yaml` that is a broken link, a folder, a pipe: rules silently not run."""
    project = deck(tmp_path, ITEMS)
    path = project / "components" / name
    path.parent.mkdir(exist_ok=True)
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("elsewhere.yaml")
    said = refused(project)
    assert f"components/{name}: error unreadable: " in said
    assert re.search(r"(the file itself|copy the file here)", said)


@pytest.mark.parametrize(
    ("family", "price"),
    [
        ("from: {file: cards.csv, decimal: comma}\n", "1,50"),
        ("from: {file: cards.csv, decimal: comma, columns: {price: {field: price, type: number}}}\n", "1.5"),
        ("from: {file: cards.csv, decimal: comma, fields: {price: price * 3}}\n", "4,5"),
        ("from: {file: cards.csv, decimal: comma, where: price > 1.4}\n", "1,50"),
    ],
)
def test_decimal_commas_print_as_commas(tmp_path: Path, family: str, price: str) -> None:
    """Decimal commas print as points: 1,5 becomes 1.5 in German and Portuguese."""
    project = deck(tmp_path, family, "de, pt-BR", cards_csv='id,name,price\nsun,Sun,"1,50"\n')
    for language in ("de", "pt-BR"):
        assert f"Sun {price} " in words(project, "--lang", language)[0]


@pytest.mark.parametrize(
    "word", ["1.10", "2.0", "+1", "007", "1e3", "-0", "50%", "12345678901234567890", "1,5", "0x1F", ".5"]
)
def test_numbers_print_as_they_are_written(tmp_path: Path, word: str) -> None:
    """1.10 printed as 1.1, +5 as 5, 1e3 as 1000.0, 0x1F as 31."""
    rows = f'id,name,price\nsun,Sun,"{word}"\n'
    project = deck(tmp_path / "csv", LIST, cards_csv=rows)
    assert f"Sun {word} " in words(project)[0]
    if word not in ("50%", "1,5"):
        project = deck(tmp_path / "yaml", f"items:\n  - {{id: sun, name: Sun, price: {word}}}\n")
        assert f"Sun {word} " in words(project)[0]
    if re.fullmatch(r"-?\d+(\.\d+)?(e\d+)?", word) and word != "007":
        project = deck(
            tmp_path / "json", "from: a.json\n", a_json=f'[{{"id": "x", "name": "Sun", "price": {word}}}]'
        )
        assert f"Sun {word.replace('-0', '0')} " in words(project)[0]


def test_what_is_worked_out_has_no_noise(tmp_path: Path) -> None:
    """0.1 + 0.2 printed as 0.30000000000000004."""
    rows = "id,name,a,b\nsun,Sun,0.1,0.2\n"
    project = deck(tmp_path, "from: {file: cards.csv, fields: {price: a + b}}\n", cards_csv=rows)
    assert "Sun 0.3 " in words(project)[0]


def workbook(formats: dict[str, str], *rows: list[object]) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    for cell, code in formats.items():
        sheet[cell].number_format = code
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_large_whole_numbers_of_a_workbook_print_whole(tmp_path: Path) -> None:
    """`10**15` prints as 1000000000000000.0."""
    data = workbook({}, ["id", "name", "price"], ["sun", "Sun", 10**15])
    project = deck(tmp_path, "from: cards.xlsx\n", cards_xlsx=data)
    assert "Sun 1000000000000000 " in words(project)[0]


@pytest.mark.parametrize(
    ("value", "code", "point", "comma"),
    [
        (1.5, "0.00", "1.50", "1,50"), (0.5, "0%", "50%", "50%"), (7, "000", "007", "007"),
        (1234.5, "#,##0.00", "1,234.50", "1.234,50"), (1.5, "General", "1.5", "1,5"), (2.5, "0", "3", "3"),
        (-1.25, "0.0", "-1.3", "-1,3"), (0.1 + 0.2, "General", "0.3", "0,3"),
    ],
)  # fmt: skip
def test_numbers_of_a_workbook_print_as_it_shows_them(
    tmp_path: Path, value: float, code: str, point: str, comma: str
) -> None:
    """Per cent, decimals and zeros of a cell's format were lost: 50 % printed as 0.5."""
    data = workbook({"C2": code}, ["id", "name", "price"], ["sun", "Sun", value])
    for decimal, shown in (("point", point), ("comma", comma)):
        source = f"from: {{file: cards.xlsx, decimal: {decimal}}}\n"
        project = deck(tmp_path / decimal, source, "de", cards_xlsx=data)
        found, said = words(project)
        assert f"Sun {shown} " in found
        assert "warning" not in said


def test_a_format_that_is_not_followed_is_told(tmp_path: Path) -> None:
    """The same of currencies and dates."""
    data = workbook({"C2": '"€"0.00', "D2": "dd.mm.yy"}, ["id", "name", "price", "day"], ["a", "A", 5, 45000])
    project = deck(tmp_path, "from: cards.xlsx\n", cards_xlsx=data)
    found, said = words(project)
    assert "A 5 " in found
    assert (
        'cards.xlsx:2:3: warning cell-format: row 2, column C: the cell is shown in the format "€"0.00'
        in said
    )
    assert "cards.xlsx:2:4: warning cell-format: row 2, column D: " in said


def test_the_decimal_sign_of_a_workbook_is_asked_for(tmp_path: Path) -> None:
    """In a workbook of a German game 1,5 printed as 1.5."""
    data = workbook({}, ["id", "name", "price"], ["sun", "Sun", 1.5])
    said = words(deck(tmp_path / "de", "from: cards.xlsx\n", "de", cards_xlsx=data))[1]
    assert (
        "cards.xlsx:2:1: warning decimal-sign: numbers with a fraction, such as in row 2, print with a po"
        in said
    )
    assert "decimal-sign" not in words(deck(tmp_path / "en", "from: cards.xlsx\n", "en", cards_xlsx=data))[1]


ODS_CELL = (
    '<table:table-cell office:value-type="{kind}" office:value="{value}"><text:p>{shown}</text:p>'
    "</table:table-cell>"
)
ODS_TEXT = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'


def ods(*tables: str, styles: str = "") -> bytes:
    names = ' xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    names += ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    names += ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    names += ' xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
    body = "".join(tables)
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content{names}>'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    return out.getvalue()


def table(name: str, *rows: str, style: str = "") -> str:
    styled = f' table:style-name="{style}"' if style else ""
    inner = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    return f'<table:table table:name="{name}"{styled}>{inner}</table:table>'


HEADS = "".join(map(ODS_TEXT.format, ("id", "name", "price")))


@pytest.mark.parametrize(
    ("kind", "value", "shown"),
    [
        ("float", "1.5", "1,50"),
        ("percentage", "0.5", "50 %"),
        ("currency", "5", "5,00 €"),
        ("float", "2", "2"),
    ],
)
def test_numbers_of_an_ods_print_as_it_shows_them(tmp_path: Path, kind: str, value: str, shown: str) -> None:
    """The same of LibreOffice's files, which hold what they show."""
    row = "".join(map(ODS_TEXT.format, ("sun", "Sun"))) + ODS_CELL.format(kind=kind, value=value, shown=shown)
    project = deck(tmp_path, "from: cards.ods\n", "de", cards_ods=ods(table("Deck", HEADS, row)))
    found, said = words(project)
    assert f"Sun {shown} " in found
    assert "warning" not in said


def test_hidden_sheets_are_passed_over_and_told(tmp_path: Path) -> None:
    """A hidden first sheet is read without a word."""
    book = openpyxl.Workbook()
    old, new = book.active, book.create_sheet("Deck")
    assert old is not None
    old.title, old.sheet_state = "Old", "hidden"
    for sheet, name in ((old, "Wrong"), (new, "Right")):
        sheet.append(["id", "name"])
        sheet.append(["a", name])
    out = io.BytesIO()
    book.save(out)
    found, said = words(deck(tmp_path / "x", "from: cards.xlsx\n", cards_xlsx=out.getvalue()))
    assert "Right" in found
    assert 'warning several-sheets: the sheet "Deck" is read; the file also has "Old" (hidden)' in said
    assert 'say which is meant: sheet: "Deck"' in said
    named = deck(tmp_path / "n", 'from: {file: cards.xlsx, sheet: "Deck"}\n', cards_xlsx=out.getvalue())
    assert "several-sheets" not in words(named)[1]
    numbered = deck(tmp_path / "2", "from: {file: cards.xlsx, sheet: 2}\n", cards_xlsx=out.getvalue())
    assert 'error no-sheet: sheet number 2 is "Deck" only if hidden sheets are counted' in refused(numbered)
    hidden = '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>'
    rows = (
        [HEADS, "".join(map(ODS_TEXT.format, ("a", "Wrong", "1")))],
        [HEADS, "".join(map(ODS_TEXT.format, ("a", "Right", "1")))],
    )
    data = ods(table("Old", *rows[0], style="h"), table("Deck", *rows[1]), styles=hidden)
    found, said = words(deck(tmp_path / "o", "from: cards.ods\n", cards_ods=data))
    assert "Right" in found
    assert '"Old" (hidden)' in said


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("Sun,2\nMoon,3\nTotal,5\n", 'it is called "Total" and adds up the 2 rows above in "copies": is it a total?'),
        ("Sun,2\nMoon,3\nSumme:,5\n", 'it is called "Summe:" and adds up the 2 rows above in "copies"'),
        ("Sun,2\nMoon,3\nGESAMT,5\n", 'it is called "GESAMT" and adds up'),
        ("Sun,2\nMoon,3\n,5\n", 'it adds up the 2 rows above in "copies": is it a total?'),
    ],
)  # fmt: skip
def test_a_total_is_no_card(tmp_path: Path, rows: str, message: str) -> None:
    """A row "Total" becomes a card."""
    family = 'from: {file: cards.csv, id: "{name}-{row}"}\n'
    said = refused(deck(tmp_path, family, cards_csv=f"name,copies\n{rows}"))
    assert f"components/deck/cards.csv:4:2: error total-row: row 4: {message}" in said.replace(
        ":4:1:", ":4:2:"
    )
    assert 'if it is a component, write where: "true"' in said


def test_a_total_that_does_not_add_up_is_no_card(tmp_path: Path) -> None:
    """A row "Summe" whose number was not brought up to date becomes ten cards."""
    rows = "Bär,2,Brummt.\nElf,3,Singt.\nTrank,1,Heilt.\nSumme,10,\n"
    family = 'from: {file: cards.csv, id: "{name}"}\n'
    said = refused(deck(tmp_path / "a", family, cards_csv=f"name,copies,text\n{rows}"))
    assert (
        'it is called "Summe" and has only numbers, where the 3 rows above have "text": is it a total' in said
    )
    for last in ("Summe,10,Rechnet.\n", "Summe,,\n", "Zahl,10,\n"):
        project = deck(tmp_path / last[:8], family, cards_csv=f"name,copies,text\n{rows[:-10]}{last}")
        assert prancha(project, "check", "--no-faces").code == 0


def test_totals_are_found_wherever_they_stand(tmp_path: Path) -> None:
    """Subtotals, and a total with a remark below it, become cards."""
    rows = "Sun,2\nMoon,3\nSubtotal,5\nSea,1\nSky,1\nSubtotal,2\nTotal,7\nas of May,\n"
    family = 'from: {file: cards.csv, id: "{name}-{row}"}\n'
    said = refused(deck(tmp_path / "a", family, cards_csv=f"name,copies\n{rows}"))
    assert [said.count(f"row {row}: it is called") for row in (4, 8)] == [1, 1]
    assert "(and 1 more like it: line 7)" in said
    for where in ("name != 'Sea'", ["name != 'Sea'", "row > 1"]):
        family = f'from: {{file: cards.csv, id: "{{name}}-{{row}}", where: {json.dumps(where)}}}\n'
        assert "row 8" in refused(deck(tmp_path / str(len(where)), family, cards_csv=f"name,copies\n{rows}"))


def test_what_leaves_out_a_nameless_total_keeps_rows_that_are_added_later(tmp_path: Path) -> None:
    """A hint such as where: row < 4 leaves out the cards of a longer list."""
    family = 'from: {file: cards.csv, id: "{name}-{row}"}\n'
    for number, last in enumerate((",5\n", ",5,avg 3\n")):
        text = f"name,copies,note\nSun,2,a\nMoon,3,b\n{last}"
        said = refused(deck(tmp_path / str(number), family, cards_csv=text))
        assert """or leave it out with where: "name != null";""" in said


@pytest.mark.parametrize(
    "rows",
    ["Sun,1\nMoon,1\nBoth,2\n", "Sun,2\nMoon,3\nTotal,1\n", "Sun,5\nTotal,5\n", "Total,2\nSun,1\nMoon,1\n"],
)
def test_a_card_that_looks_like_a_total_is_none(tmp_path: Path, rows: str) -> None:
    project = deck(tmp_path, 'from: {file: cards.csv, id: "{name}"}\n', cards_csv=f"name,copies\n{rows}")
    assert prancha(project, "check", "--no-faces").code == 0


def test_a_numbered_card_is_no_total(tmp_path: Path) -> None:
    project = deck(tmp_path, "from: cards.csv\n", cards_csv="id,copies\n1,1\n2,2\n3,3\n")
    assert prancha(project, "check", "--no-faces").code == 0


def test_where_says_that_a_total_is_meant(tmp_path: Path) -> None:
    family = 'from: {file: cards.csv, id: "{name}", where: "true"}\n'
    project = deck(tmp_path, family, cards_csv="name,copies\nSun,2\nMoon,3\nTotal,5\n")
    assert "Total" in words(project)[0]


@pytest.mark.parametrize(
    ("file", "key"),
    [("cards.csv", "sheet: Deck"), ("cards.tsv", "merged: fill"), ("cards.json", "header: 1"),
     ("cards.xlsx", "encoding: utf-8"), ("cards.ods", "delimiter: comma")],
)  # fmt: skip
def test_a_key_without_effect_is_unknown(tmp_path: Path, file: str, key: str) -> None:
    """`sheet:` on a CSV is ignored."""
    project = deck(tmp_path, f"from:\n  file: {file}\n  {key}\n")
    (project / "components/deck" / file).write_bytes(b"id,name\nsun,Sun\n")
    name = key.partition(":")[0]
    ending = file.partition(".")[2]
    said = refused(project)
    assert (
        f'cards.yaml:8:3: error unknown-key: unknown key "{name}": it has no effect on a .{ending} file'
        in said
    )


# XLSX and ODS: told, never empty in silence


@pytest.mark.parametrize(
    ("cell", "shown"),
    [('<c r="B3" t="s"><v>999</v></c>', "999"), ('<c r="B3" t="s"><v>-1</v></c>', "-1"),
     ('<c r="B3" t="zzz"><v>what</v></c>', "what")],
)  # fmt: skip
def test_a_text_that_a_workbook_lacks_is_not_empty(tmp_path: Path, cell: str, shown: str) -> None:
    """XLSX string index out of range reads as empty."""
    row = f'<row r="3"><c r="A3" t="inlineStr"><is><t>moon</t></is></c>{cell}</row>'
    data = xlsx([["id", "name"], ["sun", "Sun"]], cells=row)
    said = refused(deck(tmp_path, "from: cards.xlsx\n", cards_xlsx=data))
    assert "components/deck/cards.xlsx" in said
    assert (
        "bad-spreadsheet"
        if "zzz" in cell
        else f"cell-lost: row 3, column B: the cell names text number {shown}"
    ) in said


@pytest.mark.parametrize("value", ["#REF!", "#N/A", "#DIV/0!", "#BEZUG!", "#NV", "Err:502"])
def test_an_error_of_a_formula_is_no_text(tmp_path: Path, value: str) -> None:
    project = deck(tmp_path, LIST, cards_csv=f"id,name\nsun,{value}\n")
    assert f"the formula gives {value}" in refused(project)


# house.md, "The worst faults", 1


def test_a_reprint_refuses_what_a_build_refuses(tmp_path: Path) -> None:
    """With a text of 2.5 pt `build` refuses, `build --changed-since v1` prints it without a word."""
    project = deck(tmp_path, "items:\n  - {id: sun, name: Sun}\n  - {id: moon, name: Moon}\n")
    assert prancha(project, "snapshot", "v1").code == 0
    template = project / "templates/deck/card.svg.j2"
    template.write_text(template.read_text().replace("size=12", "size=2.5"))
    built, reprinted = refused(project), refused(project, "build", "--changed-since", "v1")
    assert "error text-size [" in built
    assert built == reprinted


def test_a_reprint_refuses_an_error_on_a_card_that_is_not_printed(tmp_path: Path) -> None:
    project = deck(tmp_path, "items:\n  - {id: sun, name: Sun}\n  - {id: moon, name: Moon}\n")
    card = "{% if item.id == 'moon' %}<foreignObject width='9' height='9'><p xmlns='http://www.w3.org/1999/xhtml'>a</p></foreignObject>{% endif %}"
    template = project / "templates/deck/card.svg.j2"
    template.write_text(template.read_text() + card)
    assert prancha(project, "snapshot", "v1").code == 0
    catalogue = project / "components/deck/cards.yaml"
    catalogue.write_text(catalogue.read_text().replace("name: Sun", "name: Sol"))
    built, reprinted = refused(project), refused(project, "build", "--changed-since", "v1")
    assert "error svg [cards/moon]" in built
    assert built == reprinted
