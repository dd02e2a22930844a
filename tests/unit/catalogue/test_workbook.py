"""XLSX and ODS: values, merged cells, formulas, and archives that would explode."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from prancha.model.diagnostic import Failure
from tests.unit.catalogue.spreadsheets import GAME, _zipped, fields, findings, found, game, ods, xlsx

ROWS = [
    ["id", "name.en", "name.pt-BR", "cost", "rare"],
    ["fox", "Fox", "Raposa", 2, True],
    [],
    ["owl", "Owl", "Coruja", 2.5, False],
]
READ = {
    "fox": {"name": {"en": "Fox", "pt-BR": "Raposa"}, "cost": 2, "rare": True},
    "owl": {"name": {"en": "Owl", "pt-BR": "Coruja"}, "cost": 2.5, "rare": False},
}


def test_xlsx_becomes_items_with_rows_and_columns(tmp_path: Path) -> None:
    loaded = game(tmp_path, "a.xlsx", a_xlsx=xlsx(ROWS))
    assert fields(loaded) == READ
    assert str(loaded.families[0].items[1].where("cost")) == "components/dual/a.xlsx:4:4"


def test_ods_becomes_items(tmp_path: Path) -> None:
    loaded = game(tmp_path, "a.ods", a_ods=ods([["id", "cost"], ["fox", 2], ["owl", 2.5]]))
    assert fields(loaded) == {"fox": {"cost": 2}, "owl": {"cost": 2.5}}


def test_text_of_digits_stays_text_and_formulas_give_their_values(tmp_path: Path) -> None:
    data = xlsx([["id", "n", "f"], ["fox", "007", "=cmd()"], ["owl", "1", "'+1"]])
    assert fields(game(tmp_path, "a.xlsx", a_xlsx=data)) == {
        "fox": {"n": "007", "f": "done"},
        "owl": {"n": "1", "f": "'+1"},
    }


def test_sheet_is_chosen_by_name_or_number(tmp_path: Path) -> None:
    data = xlsx([["id"], ["fox"]], sheets=("Notes", "Deck"))
    assert fields(game(tmp_path, "{file: a.xlsx, sheet: Deck}", a_xlsx=data)) == {"fox": {}}
    assert fields(game(tmp_path, "{file: a.xlsx, sheet: 2}")) == {"fox": {}}
    assert found(tmp_path, "{file: a.xlsx, sheet: Dek}")[1:] == (
        'no-sheet: there is no sheet "Dek" in the file',
        'did you mean "Deck"?',
    )
    assert (
        found(tmp_path, "{file: a.xlsx, sheet: 3}")[1]
        == "no-sheet: there is no sheet number 3 in the file; it has 2"
    )


def test_merged_cells_are_refused_or_filled(tmp_path: Path) -> None:
    data = xlsx([["id", "kind"], ["fox", "beast"], ["owl", None], ["oak", "tree"]], merged=["B2:B3"])
    assert found(tmp_path, "a.xlsx", a_xlsx=data) == (
        "a.xlsx:2:2", "merged-cells: row 2: the cells B2:B3 are merged",
        "unmerge them, or write merged: fill to give all of them the value",
    )  # fmt: skip
    filled = fields(game(tmp_path, "{file: a.xlsx, merged: fill}"))
    assert filled == {"fox": {"kind": "beast"}, "owl": {"kind": "beast"}, "oak": {"kind": "tree"}}


def test_merged_header_is_refused_but_not_a_banner_above_it(tmp_path: Path) -> None:
    data = xlsx([["id", "kind"], ["fox", "beast"]], merged=["A1:B1"])
    assert found(tmp_path, "{file: a.xlsx, merged: fill}", a_xlsx=data)[2] == "unmerge them"
    data = xlsx([["My deck", None], ["id", "kind"], ["fox", "beast"]], merged=["A1:B1"])
    assert fields(game(tmp_path, "{file: b.xlsx, header: 2}", b_xlsx=data)) == {"fox": {"kind": "beast"}}


def test_merged_cells_of_an_ods_are_refused_or_filled(tmp_path: Path) -> None:
    def merge(content: bytes) -> bytes:
        content = content.replace(b"<table:table-cell", b'<table:table-cell table:number-rows-spanned="2"', 4)
        content = content.replace(b'rows-spanned="2"', b'rows-spanned="1"', 3)
        empty = b'<table:table-cell  office:value-type="string"><text:p></text:p></table:table-cell>'
        return content.replace(empty, b"<table:covered-table-cell/>")

    rows = [["id", "kind"], ["fox", "beast"], ["owl", ""], ["oak", "tree"]]
    data = _rewritten(ods(rows), merge)
    assert found(tmp_path, "a.ods", a_ods=data) == (
        "a.ods:2:2", "merged-cells: row 2: the cells B2:B3 are merged",
        "unmerge them, or write merged: fill to give all of them the value",
    )  # fmt: skip
    filled = fields(game(tmp_path, "{file: a.ods, merged: fill}"))
    assert filled == {"fox": {"kind": "beast"}, "owl": {"kind": "beast"}, "oak": {"kind": "tree"}}


@pytest.mark.parametrize("cell", ['<c r="{}" s="1"/>', '<c r="{}" s="1" t="n"></c>'])
def test_formats_far_from_the_table_are_no_content(tmp_path: Path, cell: str) -> None:
    bare = "".join(cell.format(f"AMJ{row}") for row in (3, 104_000))
    cells = f'<row r="104000" s="1" customFormat="1">{bare}</row><row r="1048576" ht="20"/>'
    loaded = game(tmp_path, "a.xlsx", a_xlsx=xlsx([["id", "kind"], ["fox", "beast"]], cells=cells))
    assert fields(loaded) == {"fox": {"kind": "beast"}}


def _rewritten(data: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """A workbook, its content.xml changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(old.read(name)) if name == "content.xml" else old.read(name))
    return out.getvalue()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda text: text[: text.index(b"</table:table-row>") + 18], "is cut short"),
        (lambda text: text[: text.index(b"<table:table-cell") + 9], "is cut short"),
        (lambda _: b"", "is cut short"),
        (
            lambda text: text.replace(b"</table:table-row>", b"</table:row>", 1),
            "is damaged at line 1, column ",
        ),
        (lambda text: text.replace(b"fox", b"f\xffx"), "is damaged at line 1, column "),
    ],
    ids=["after a row", "in a tag", "empty", "another end tag", "no UTF-8"],
)
def test_a_damaged_ods_is_told_at_once(tmp_path: Path, change: Callable[[bytes], bytes], what: str) -> None:
    """calamine never came back from the first, in C, where no interrupt reaches it."""
    data = _rewritten(ods([["id"], ["fox"]]), change)
    place, message, hint = found(tmp_path, "a.ods", a_ods=data)
    assert (place, hint) == ("a.ods", "save it again, or as .csv")
    assert message.startswith(f"bad-spreadsheet: the spreadsheet is damaged: content.xml inside it {what}")


@pytest.mark.parametrize("member", ["content.xml", "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"])
def test_entities_are_refused(tmp_path: Path, member: str) -> None:
    name = "a.ods" if member == "content.xml" else "a.xlsx"
    data = ods([["id"], ["fox"]]) if name == "a.ods" else xlsx([["id"], ["fox"]])
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        held = {one: old.read(one).decode() for one in old.namelist()}
    root = '<!DOCTYPE a [<!ENTITY b "c">]>' + re.sub(r"<\?xml.*?\?>", "", held.get(member, "<sst/>"))
    changed = _zipped({**held, member: root})
    told = found(tmp_path, name, a_ods=changed) if name == "a.ods" else found(tmp_path, name, a_xlsx=changed)
    assert told[1].startswith("bad-spreadsheet: the spreadsheet cannot be read: its XML defines what no")


def test_a_zip_member_without_a_name_is_told(tmp_path: Path) -> None:
    data = ods([["id"], ["fox"]])
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out := io.BytesIO(), "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
        new.writestr(zipfile.ZipInfo(""), b"nothing")
    message = "bad-spreadsheet: the spreadsheet is damaged: it holds a file without a name"
    assert found(tmp_path, "a.ods", a_ods=out.getvalue())[:2] == ("a.ods", message)


def test_error_cell_is_named(tmp_path: Path) -> None:
    data = xlsx([["id", "n"], ["fox", "#DIV/0!"]])
    message = "cell-error: row 2, column B: the formula gives #DIV/0!"
    assert found(tmp_path, "a.xlsx", a_xlsx=data) == ("a.xlsx:2:2", message, "correct the formula")


def test_all_error_cells_are_told_at_once(tmp_path: Path) -> None:
    data = xlsx([["id", "n"], ["fox", "#DIV/0!"], ["owl", "#N/A"]])
    told = [one.message for one in findings(tmp_path, "a.xlsx", a_xlsx=data)]
    assert told == [
        "row 2, column B: the formula gives #DIV/0!", "row 3, column B: the formula gives #N/A",
    ]  # fmt: skip


CELL = '<row r="3"><c r="A3" t="inlineStr"><is><t>owl</t></is></c>{}</row>'


@pytest.mark.parametrize(
    "cell",
    [
        '<c r="B3"><f>1+2</f></c>',
        '<c r="B3"><f>1+2</f><v></v></c>',
        '<c r="B3"><f>1+2</f><v/></c>',
        '<c r="B3" s="1"><f t="shared" si="0"/></c>',
        '<x:c xmlns:x="urn:x" r="B3"><x:f>1+2</x:f></x:c>',
    ],
)
@pytest.mark.parametrize("column", ["copies", "cost"])
def test_a_formula_that_was_never_worked_out_is_no_empty_cell(tmp_path: Path, cell: str, column: str) -> None:
    data = xlsx([["id", column], ["fox", 2]], cells=CELL.format(cell))
    message = "cell-formula: row 3, column B: the formula has no value in the file"
    hint = "open it in a spreadsheet program and save it there, or write the value itself"
    assert found(tmp_path, "a.xlsx", a_xlsx=data) == ("a.xlsx:3:2", message, hint)


@pytest.mark.parametrize(
    ("cell", "cost"),
    [
        ('<c r="B3"><f>1+2</f><v>3</v></c>', {"cost": 3}),
        ('<c r="B3" t="str"><f>""</f><v></v></c>', {}),  # worked out, to an empty text
        ('<c r="B3"/><c r="C3"><v>1</v></c>', {"more": 1}),
    ],
)
def test_a_formula_that_was_worked_out_is_its_value(tmp_path: Path, cell: str, cost: dict[str, int]) -> None:
    data = xlsx([["id", "cost", "more"], ["fox", 2]], cells=CELL.format(cell))
    assert fields(game(tmp_path, "a.xlsx", a_xlsx=data))["owl"] == cost


def test_wrong_copies_name_the_cell(tmp_path: Path) -> None:
    data = xlsx([["id", "Copies"], ["fox", 2.5]])
    message = 'wrong-type: row 2, column "Copies": copies must be a whole number, not the number 2.5'
    assert found(tmp_path, "a.xlsx", a_xlsx=data)[:2] == ("a.xlsx:2:2", message)


def test_long_cell_is_refused(tmp_path: Path) -> None:
    data = xlsx([["id", "n"], ["fox", "ab" * 100_001]])
    assert (
        found(tmp_path, "a.xlsx", a_xlsx=data)[1] == "too-large: row 2, column B: more than 200000 characters"
    )


@pytest.mark.parametrize(
    "cells",
    [
        '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        "<row r='1048576'><c r = 'A1048576'><v>1</v></c></row>",
        '<row r="9"><c r="XFD9"><v>1</v></c></row>',
        '<row r="99000"><c r="ALL99000"><v>1</v></c></row>',
        '<row r="999999999999"/>',
        '<row r="2000"><c r="A2000"><v>1</v></c></row><row>' + "<c><v>1</v></c>" * 1001 + "</row>",
        '<row r="2000"><c r="A2000"><v>1</v></c></row><row>' + "<c/>" * 1000 + "</row>",
    ],
)
def test_cell_at_the_end_of_the_world_is_refused_before_it_is_read(tmp_path: Path, cells: str) -> None:
    _, message, hint = found(tmp_path, "a.xlsx", a_xlsx=xlsx([["id"], ["fox"]], cells=cells))
    assert message.startswith("too-large: the sheet reaches row ")
    assert hint == "delete what stands far from the table, also empty rows with a format"


@pytest.mark.parametrize(
    ("row", "cell"),
    [
        ('table:number-rows-repeated="1000000"', ""),
        ("", 'table:number-columns-repeated="16384"'),
        ("", """a=">" b='/>' table:number-columns-repeated='16384'"""),
        ('table:number-rows-repeated="50000"', 'table:number-columns-repeated="900"'),
    ],
)
def test_repetitions_of_an_ods_are_bounded(tmp_path: Path, row: str, cell: str) -> None:
    data = ods([["id"], ["fox"]], row, cell)
    assert found(tmp_path, "a.ods", a_ods=data)[1].startswith("too-large: the sheet reaches row ")


def test_zip_bomb_is_refused_without_unpacking_it(tmp_path: Path) -> None:
    data = xlsx([["id"], ["fox"]], cells=" " * 50_000_000)
    assert len(data) < 100_000
    _, message, hint = found(tmp_path, "a.xlsx", a_xlsx=data)
    assert message.startswith(f"too-large: the file has {len(data)} bytes and unpacks to 5")
    assert hint == "save the table as .csv"


def test_archive_that_lies_about_its_sizes_is_refused(tmp_path: Path) -> None:
    data = xlsx([["id"], ["fox"]], cells=" " * 3_000_000)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        size = archive.getinfo("xl/worksheets/sheet1.xml").file_size
    lying = data.replace(size.to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    assert lying != data
    assert found(tmp_path, "a.xlsx", a_xlsx=lying)[1].startswith(
        "bad-spreadsheet: the spreadsheet is damaged: "
    )


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"hello", xlsx([["id"]])[:300]])
def test_damaged_file_is_refused(tmp_path: Path, data: bytes) -> None:
    place, message, hint = found(tmp_path, "a.xlsx", a_xlsx=data)
    assert (place, hint) == ("a.xlsx", "save it again, or as .csv")
    assert message.startswith("bad-spreadsheet: the spreadsheet is damaged: ")


def test_archive_with_two_files_of_one_name_is_refused(tmp_path: Path) -> None:
    out = io.BytesIO(xlsx([["id"], ["fox"]]))
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("XL/worksheets/sheet1.xml", "<worksheet/>")
    message = "bad-spreadsheet: the spreadsheet is damaged: it holds two files of one name"
    assert found(tmp_path, "a.xlsx", a_xlsx=out.getvalue())[1] == message


def test_sheet_kept_elsewhere_is_measured_too(tmp_path: Path) -> None:
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    data = xlsx([["id"], ["fox"]], cells=far)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            text = old.read(name).replace(b"worksheets/sheet1.xml", b"media/picture.png")
            new.writestr(name.replace("worksheets/sheet1.xml", "media/picture.png"), text)
    assert found(tmp_path, "a.xlsx", a_xlsx=out.getvalue())[1].startswith(
        "too-large: the sheet reaches row 1048576"
    )


def _archive(name: str, text: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, text)
    return out.getvalue()


def test_other_archives_are_refused(tmp_path: Path) -> None:
    assert found(tmp_path, "a.xlsx", a_xlsx=_archive("word/document.xml", "<x/>"))[1] == (
        "bad-spreadsheet: the file is neither XLSX nor ODS"
    )
    message = found(tmp_path, "b.xlsx", b_xlsx=_archive("xl/workbook.xml", "<x"))[1]
    assert message.startswith("bad-spreadsheet: the spreadsheet cannot be read: ")


def _mutated(whole: bytes, chance: random.Random) -> bytes:
    data = bytearray(whole)
    for _ in range(chance.randint(1, 8)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data[: chance.randrange(1, len(data))] if chance.random() < 0.2 else data)


CSV = b'id,name_en,name_pt-BR,cost\r\nfox,"Fox, ""red""",Raposa,2\r\nowl,Owl,Coruja,"1,5"\r\n'


@pytest.mark.parametrize(
    "rounds", [pytest.param(60, id="few"), pytest.param(3000, id="many", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    ("name", "whole"),
    [
        ("a_xlsx", xlsx(ROWS)), ("b_xlsx", None), ("a_ods", ods([["id"], ["fox"]])), ("a_csv", CSV),
        ("b_csv", CSV.decode().encode("utf-16")),
        ("a_json", b'[{"id": "fox", "cost": 2, "tags": ["a", null]}]'),
    ],
)  # fmt: skip
def test_mutated_files_raise_nothing_but_failures(
    tmp_path: Path, name: str, whole: bytes | None, rounds: int
) -> None:
    chance = random.Random(6)
    for _ in range(rounds):
        # Mutating what is inside gets past the checksums of the archive.
        data = _mutated_inside(chance) if whole is None else _mutated(whole, chance)
        # Anything but a Failure is a mistake of the reader.
        with suppress(Failure):
            game(tmp_path, name.replace("_", "."), **{name: data})


def _mutated_inside(chance: random.Random) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(xlsx(ROWS))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, _mutated(data, chance) if chance.random() < 0.4 else data)
    return out.getvalue()


def test_a_name_that_reaches_down_to_the_header_names_its_column(tmp_path: Path) -> None:
    rows = [["Card", None, "copies"], ["id", "kind", None], ["fox", "beast", 2]]
    data = xlsx(rows, merged=["A1:B1", "C1:C2"])
    (item,) = game(tmp_path, "{file: a.xlsx, header: 2}", a_xlsx=data).families[0].items
    assert (item.id, item.copies) == ("fox", 2)


def changed(data: bytes, member: str, *pairs: tuple[str, str]) -> bytes:
    """A workbook with other words in one of its members: the last of each pair for the first."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            for before, after in pairs if name == member else ():
                assert before in text
                text = text.replace(before, after, 1)
            new.writestr(name, text)
    return stream.getvalue()


def told(project: Path, source: str, **files: bytes) -> list[str]:
    """The warnings of a game."""
    notes = game(project, source, game_file=GAME, **files).notes
    return [f"{note.place.line}: {note.message}" for note in notes]


def test_hidden_rows_and_columns_of_an_xlsx_are_told(tmp_path: Path) -> None:
    rows = [["id", "kind", "note"], *([name, "beast", "n"] for name in ("fox", "owl", "elk"))]
    columns = '<cols><col min="3" max="3" hidden="1"/><col min="9" max="9" hidden="1"/></cols><sheetData>'
    data = changed(
        xlsx(rows), "xl/worksheets/sheet1.xml", ('r="3"', 'r="3" hidden="1"'),
        ('r="4"', 'r="4" hidden="true"'), ("<sheetData>", columns),
    )  # fmt: skip
    assert told(tmp_path, "a.xlsx", a_xlsx=data) == [
        "3: rows 3, 4: hidden in the spreadsheet, and read like the others",
        "1: column C: hidden in the spreadsheet, and read like the others",
    ]


@pytest.mark.parametrize("how", ["collapse", "filter"])
def test_hidden_rows_and_columns_of_an_ods_are_told(tmp_path: Path, how: str) -> None:
    row, column = "<table:table-row ", '<table:table-column table:number-columns-repeated="2"/>'
    hidden = f'<table:table-column table:visibility="{how}"/>'
    data = changed(
        ods([["id", "kind", "note"], ["fox", "beast", "n"], ["owl", "bird", "n"]]), "content.xml",
        (f'"Deck">{row}', f'"Deck">{column}{hidden}{row}'),
        (">n</text:p></table:table-cell></table:table-row><table:table-row ",
         f'>n</text:p></table:table-cell></table:table-row><table:table-row table:visibility="{how}" '),
    )  # fmt: skip
    assert told(tmp_path, "a.ods", a_ods=data) == [
        "3: row 3: hidden in the spreadsheet, and read like the others",
        "1: column C: hidden in the spreadsheet, and read like the others",
    ]


def test_what_is_hidden_and_left_out_is_not_told(tmp_path: Path) -> None:
    columns = '<cols><col min="2" max="2" hidden="1"/></cols><sheetData>'
    data = changed(
        xlsx([["id", "kind"], ["fox", "beast"], ["owl", "bird"]]), "xl/worksheets/sheet1.xml",
        ('r="3"', 'r="3" hidden="1"'), ("<sheetData>", columns),
    )  # fmt: skip
    assert len(told(tmp_path, "a.xlsx", a_xlsx=data)) == 2
    source = "{file: a.xlsx, where: id != 'owl', columns: {id: id, kind: null}}"
    assert told(tmp_path, source, a_xlsx=data) == []
