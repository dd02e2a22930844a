"""Items and tables from CSV, TSV and JSON: what is read, and every message about what cannot be."""

# ruff: noqa: E501 - messages stand as they are read

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.unit.catalogue.projects import HEAD, refused, write_game
from tests.unit.catalogue.spreadsheets import GAME, fields, findings, found, game
from tests.work import counted

CARDS = "id,name_en,name_pt-BR,cost,copies\nfox,Fox,Raposa,2,3\nowl,Owl,Coruja,1,\n"


def test_rows_become_items(tmp_path: Path) -> None:
    loaded = game(tmp_path, "cards.csv", cards_csv=CARDS)
    assert fields(loaded) == {
        "fox": {"name": {"en": "Fox", "pt-BR": "Raposa"}, "cost": 2},
        "owl": {"name": {"en": "Owl", "pt-BR": "Coruja"}, "cost": 1},
    }
    fox, owl = loaded.families[0].items
    assert (fox.copies, owl.copies) == (3, 1)
    assert (str(fox.place), str(owl.where("cost"))) == (
        "components/dual/cards.csv:2:1",
        "components/dual/cards.csv:3:4",
    )
    assert str(fox.where("name.pt-BR")) == "components/dual/cards.csv:2:3"
    assert str(fox.where("copies")) == "components/dual/cards.csv:2:5"


def test_items_and_several_files_join(tmp_path: Path) -> None:
    source = "[a.csv, b.json]\nitems: [{id: own}]\nmatrix: {axes: {n: [1, 2]}, id: 'm{n}'}"
    loaded = game(tmp_path, source, a_csv="id\nx\n", b_json='[{"id": "y"}]')
    assert [item.id for item in loaded.families[0].items] == ["own", "x", "y", "m1", "m2"]


@pytest.mark.parametrize(
    "data",
    [
        CARDS.encode(),
        b"\xef\xbb\xbf" + CARDS.encode(),
        CARDS.encode("utf-16"),
        CARDS.encode("utf-16-le"),
        CARDS.encode("utf-16-be"),
        CARDS.encode("utf-32"),
        CARDS.replace("\n", "\r\n").encode(),
        CARDS.replace("\n", "\r").encode(),
        CARDS.replace(",", ";").encode(),
        CARDS.replace(",", "\t").encode(),
        CARDS.replace(",", "|").encode(),
        b"sep=;\r\n" + CARDS.replace(",", ";").encode(),
        CARDS.replace("\n", "\n,,,,\n\n").encode(),
    ],
)
def test_encodings_delimiters_and_line_ends_are_found_out(tmp_path: Path, data: bytes) -> None:
    loaded = game(tmp_path, "cards.csv", cards_csv=data)
    assert fields(loaded)["fox"] == {"name": {"en": "Fox", "pt-BR": "Raposa"}, "cost": 2}
    assert loaded.notes == ()


def test_tsv_keeps_commas(tmp_path: Path) -> None:
    assert fields(game(tmp_path, "a.tsv", a_tsv="id\tword\nx\ta, b\n")) == {"x": {"word": "a, b"}}


def test_semicolons_between_texts_with_commas(tmp_path: Path) -> None:
    data = "id;word;n\nx;a, b, c;1\ny;d, e;2\n"
    assert fields(game(tmp_path, "a.csv", a_csv=data)) == {
        "x": {"word": "a, b, c", "n": 1},
        "y": {"word": "d, e", "n": 2},
    }


def test_windows_1252_is_read_with_a_warning(tmp_path: Path) -> None:
    data = "id,word\nx,naïve\n".encode("cp1252")
    loaded = game(tmp_path, "a.csv", a_csv=data)
    assert fields(loaded) == {"x": {"word": "naïve"}}
    (note,) = loaded.notes
    assert (note.severity, note.code, str(note.place)) == ("warning", "encoding", "components/dual/a.csv:2:1")
    assert note.message.startswith(
        'the file is not UTF-8; it is read as windows-1252, so that line 2 holds "naïve"'
    )
    assert note.hint.startswith("save it as CSV UTF-8, or write encoding: windows-1252")
    assert game(tmp_path, "{file: a.csv, encoding: windows-1252}").notes == ()


@pytest.mark.parametrize(
    ("data", "told", "found_out"),
    [
        ("id,word\nx,naïve\n".encode(), "windows-1252", "UTF-8"),
        ("\ufeffid,word\nx,plain\n".encode(), "windows-1252", "UTF-8"),
        ("id,word\nx,naïve\n".encode("utf-16"), "windows-1252", "UTF-16"),
        ("id,word\nx,naïve\n".encode("utf-16-be"), "windows-1252", "UTF-16"),
        ("id,word\nx,naïve\n".encode("utf-16"), "utf-8", "UTF-16"),
        (b"id,word\nx,naive\n", "utf-16", "UTF-8"),
        ("id,word\nx,naïf\n".encode(), "utf-16", "UTF-8"),
    ],
)
def test_a_file_that_was_saved_in_another_encoding_is_no_mojibake(
    tmp_path: Path, data: bytes, told: str, found_out: str
) -> None:
    place, message, hint = found(tmp_path, f"{{file: a.csv, encoding: {told}}}", a_csv=data)
    assert place.startswith("a.csv:")
    assert message == (
        f"encoding: this file is {found_out} now, and encoding: {told} would read other letters"
    )
    assert hint == f"delete encoding: {told}: {found_out} is detected"


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_read_where_it_is_said(tmp_path: Path, codec: str) -> None:
    data = "id,word\nx,naïve\n".encode(codec)
    assert fields(game(tmp_path, "{file: a.csv, encoding: utf-16}", a_csv=data)) == {"x": {"word": "naïve"}}


def test_cells_that_are_no_plain_numbers_stay_text(tmp_path: Path) -> None:
    data = "id,a,b,c,d,e,f,g\nx,+1,007,1e3,TRUE,-2.5,=cmd(),no\n"
    assert fields(game(tmp_path, "a.csv", a_csv=data))["x"] == {
        "a": "+1", "b": "007", "c": "1e3", "d": True, "e": -2.5, "f": "=cmd()", "g": "no",
    }  # fmt: skip


def test_decimal_commas(tmp_path: Path) -> None:
    loaded = game(tmp_path, "{file: a.csv, decimal: comma}", a_csv="id;a;b\nx;1,5;1.5\n")
    assert fields(loaded) == {"x": {"a": 1.5, "b": "1.5"}}


def test_names_of_columns_become_fields(tmp_path: Path) -> None:
    data = "id,Card Name (en),Card Name [pt-BR],Preço: base,stats.attack,assumed.stats,texto.en,texto.pt_br\nx,A,B,1,2,unclear,C,D\n"
    loaded = game(tmp_path, "a.csv", a_csv=data)
    assert fields(loaded)["x"] == {
        "card_name": {"en": "A", "pt-BR": "B"},
        "preço_base": 1,
        "stats": {"attack": 2},
        "texto": {"en": "C", "pt-BR": "D"},
    }
    assert loaded.families[0].items[0].assumed == {"stats": "unclear"}


def test_columns_become_languages_of_a_field(tmp_path: Path) -> None:
    source = "{file: a.csv, columns: {Nome: name_pt-BR, Name: name.en, Nr: nr_of}}"
    loaded = game(tmp_path, source, a_csv="id,Nome,Name,Nr\nfox,Raposa,Fox,3\n")
    assert fields(loaded) == {"fox": {"name": {"pt-BR": "Raposa", "en": "Fox"}, "nr_of": 3}}


def test_columns_are_mapped_typed_and_left_out(tmp_path: Path) -> None:
    source = """
  file: a.csv
  columns:
    ID: id
    Qty: copies
    Name: name.en
    nome: {field: name.pt-BR}
    Level: {field: level, type: text}
    Tags: {field: tags, type: list, separator: ";"}
    Rare: {field: rare, type: boolean}
    Notes: null"""
    data = 'ID,Qty,Name,Nome,Level,Tags,Rare,Notes\nx,2,7,Sete,01,a; 2;,yes,"no"\n'
    loaded = game(tmp_path, source, a_csv=data)
    assert fields(loaded) == {
        "x": {"name": {"en": "7", "pt-BR": "Sete"}, "level": "01", "tags": ["a", 2], "rare": True}
    }
    assert loaded.families[0].copies == 2


def test_rows_are_filtered_worked_out_named_and_sorted(tmp_path: Path) -> None:
    source = """
  file: a.csv
  where: [price > 0, "set != 'old'"]
  fields: {cost: price * 2 + 1, label: "tables.sets[set].name", rank: cost + row, copies: 3 if price > 2 else 1}
  id: "{name.en}-{set}"
  sort: [set, -price]
defaults: {bonus: 1}
tables: {sets: {new: {name: N}, top: {name: T}}}"""
    data = "name_en,name_pt-BR,price,set\nÂmbar Fox!,A,1,new\nOld,B,2,old\nSky,C,3,new\nSea,D,0,new\nTop,E,,top\nTip,F,2.5,top\n"
    (one,) = findings(tmp_path, source, a_csv=data)
    assert (one.message, str(one.place)) == (
        'row 6: where "price > 0": cannot compare null > 0', "components/dual/a.csv:6:1",
    )  # fmt: skip
    loaded = game(tmp_path, source, a_csv=data.replace("E,,", "E,9,"))
    items = loaded.families[0].items
    assert [item.id for item in items] == ["sky-new", "ambar-fox-new", "top-top", "tip-top"]
    assert [item.copies for item in items] == [3, 1, 3, 3]
    assert items[1].fields["cost"] == 3
    assert items[1].fields["rank"] == 5
    assert items[1].fields["label"] == "N"
    assert items[3].fields["cost"] == 6
    assert items[0].fields["bonus"] == 1


def test_ids_are_made_with_the_row_and_sorting_puts_empty_last(tmp_path: Path) -> None:
    loaded = game(tmp_path, '{file: a.csv, id: "c-{row}", sort: -n}', a_csv="n,w\n1,a\n,b\n5,c\nten,d\n")
    assert [item.id for item in loaded.families[0].items] == ["c-5", "c-4", "c-2", "c-3"]


def test_header_may_stand_lower(tmp_path: Path) -> None:
    loaded = game(tmp_path, "{file: a.csv, header: 3}", a_csv="My deck,,\n\nid,n\nx,1\n")
    assert fields(loaded) == {"x": {"n": 1}}


def test_tables_come_from_files(tmp_path: Path) -> None:
    tables = "tables:\n  sign: {from: signs.csv}\n  name: {from: {file: signs.csv, key: sign, value: name}}\n"
    signs = "sign,name_en,name_pt-BR,icon\nstar,Star,Estrela,star\nx,Ex,Xis,cross\n"
    loaded = game(tmp_path, "a.csv", GAME + tables, a_csv="id\nx\n", signs_csv=signs)
    assert loaded.tables["sign"]["star"] == {"name": {"en": "Star", "pt-BR": "Estrela"}, "icon": "star"}
    assert loaded.tables["name"] == {
        "star": {"en": "Star", "pt-BR": "Estrela"},
        "x": {"en": "Ex", "pt-BR": "Xis"},
    }


def test_tables_of_files_serve_computed_fields(tmp_path: Path) -> None:
    source = (
        '{file: a.csv, fields: {icon: "tables.sign[s]"}}\ntables: {sign: {from: {file: s.csv, value: icon}}}'
    )
    loaded = game(tmp_path, source, a_csv="id,s\nx,1\n", s_csv="n,icon\n1,star\n")
    assert fields(loaded)["x"]["icon"] == "star"


JSON = '{"set": 1, "cards": [\n  {"id": "a", "name": {"en": "A", "pt-BR": "B"}, "tags": [1, 2], "n": null},\n  {"id": "b"}\n]}'


def test_json_is_read_with_lines(tmp_path: Path) -> None:
    loaded = game(tmp_path, "a.json", a_json=JSON)
    assert fields(loaded) == {"a": {"name": {"en": "A", "pt-BR": "B"}, "tags": [1, 2]}, "b": {}}
    assert str(loaded.families[0].items[1].place) == "components/dual/a.json:3:3"
    assert fields(game(tmp_path, "{file: a.json, sheet: cards}", a_json=JSON.encode("utf-16"))) == fields(
        loaded
    )


@pytest.mark.parametrize(
    ("data", "place", "message", "hint"),
    [
        ("id,copies\nx,two\n", "a.csv:2:2", 'wrong-type: row 2, column "copies": copies must be a whole number, not the text "two"', ""),
        ("id,copies\nx,-1\n", "a.csv:2:2", 'out-of-range: row 2, column "copies": copies must lie between 0 and 9999, not -1', ""),
        ("id,n\nx,1\n\nx,2\n", "a.csv:4:1", 'duplicate-id: row 4, column "id": the id "x" is used twice in this family; first at row 2', "rename one, or raise copies"),
        ("id,n\n,1\n", "a.csv:2:1", "missing-key: row 2: this item has no id", "add a line such as id: star-white"),
        ("id,n\nFire Ball,1\n", "a.csv:2:1", 'bad-id: row 2, column "id": the text "Fire Ball" is not an id', "use lower-case letters, digits and -, such as star-white"),
        ("id,t_en,t_pt-BR\nx,A,\n", "a.csv:2:3", 'untranslated: row 2, column "t_pt-BR": the text is missing in pt-BR', "fill its cell"),
        ("id,t_en,t_fr\nx,A,B\ny,A,B\n", "a.csv:2:1", "untranslated: row 2: the text is missing in pt-BR", 'add a column "t.pt-BR"; "t_fr" is of a language that the game does not have'),
        ("id,t_en\nx,A\n", "a.csv:2:1", "untranslated: row 2: the text is missing in pt-BR", 'add a column "t.pt-BR"'),
        ("n\n1\n", "grid.yaml:6:7", 'missing-key: the rows of components/dual/a.csv have no column "id"', 'make ids from a column: id: "{n}"'),
        ("id,n,N\nx,1,2\n", "a.csv:1:3", 'duplicate-column: row 1: the columns "n" and "N" both fill "n"', "rename one, or leave it out with columns: {N: null}"),
        ("id,n,n.b\nx,1,2\n", "a.csv:1:3", 'duplicate-column: row 1: the columns "n" and "n.b" both fill "n"', "rename one, or leave it out with columns: {n.b: null}"),
        ("id,n\nx,a, b\n", "a.csv:2:3", "nameless-column: row 2: column C holds a value but has no name in row 1", "name the column, or say with header: in which row the names are; put a text that holds the delimiter in quotes"),
        ("id\n", "a.csv", "no-items: the file has no row below its header", ""),
        ("", "a.csv", "no-items: the sheet is empty", "write the names of the columns in the first row"),
        ('id,n\nx,"a\ny,b\n', "a.csv:2:1", "bad-csv: row 2: a quote is opened and never closed", 'close the quote; inside quotes write a quote twice: "he said ""go"""'),
        ('id,n\nx,"a"b\n', "a.csv:2:1", "bad-csv: row 2: text follows the closing quote of a cell", 'close the quote; inside quotes write a quote twice: "he said ""go"""'),
        ("id,n\nx,a\0b\n", "a.csv:2:2", "control-character: row 2: a cell holds the invisible character U+0000", "type the text again"),
        ("id,n\nx,#REF!\n", "a.csv:2:2", 'wrong-type: row 2, column "n": the formula gives #REF!', "correct the formula"),
        ("id,copie\nx,1\n", "a.csv:2:2", 'unknown-key: row 2, column "copie": unknown key "copie"', 'did you mean "copies"? A field of its own needs a less similar name'),
        (b"id,n\nx,\xff\x01\n", "a.csv:2:1", "encoding: line 2 is in no known text encoding", "save the file as CSV UTF-8"),
        (b"\xff\xfei\0d\0\n\0x", "a.csv:1:1", "encoding: the byte 0x78 in line 2 is not utf-16", "save the file as CSV UTF-8"),
    ],
)  # fmt: skip
def test_wrong_table(tmp_path: Path, data: str | bytes, place: str, message: str, hint: str) -> None:
    if message.endswith("utf-16"):
        place = "a.csv:2:1"
    assert found(tmp_path, "a.csv", a_csv=data) == (place, message, hint)


@pytest.mark.parametrize(
    ("source", "place", "message", "hint"),
    [
        ("3", "6:7", 'wrong-type: "from" must be the name of a file, or file: with more keys, not the number 3', "write from: cards.csv"),
        ("{sheet: 1}", "6:7", 'missing-key: the key "file" is missing', "add a line such as file: cards.csv"),
        ("{file: a.csv, wher: x}", "6:21", 'unknown-key: unknown key "wher"', 'did you mean "where"?'),
        ("b.csv", "6:7", 'missing-file: there is no file "b.csv" in this folder', 'did you mean "a.csv"?'),
        ("{file: ../a.csv}", "6:14", 'missing-file: there is no file "../a.csv"', "was it moved? Write its new path"),
        ("{file: ../../../a.csv}", "6:14", 'bad-path: "../../../a.csv" leads out of the project', "copy the file into the project"),
        ("x/../a.csv", "6:7", 'bad-path: "x/../a.csv" has .. after a folder name', "write all ../ at the beginning"),
        ("/etc/a.csv", "6:7", 'bad-path: "/etc/a.csv" is not a file of this folder', "put the file beside the family file and write its name, such as cards.csv"),
        ("'x\\a.csv'", "6:7", 'bad-path: "x\\a.csv" is not a file of this folder', "write / between folders: x/a.csv"),
        ("c:a.csv", "6:7", 'bad-path: "c:a.csv" leads out of the folder of the game', "put the file beside the family file and write its name, such as cards.csv"),
        ("https://docs.google.com/d/1/edit", "6:7", "bad-path: this is a link to docs.google.com, and prancha fetches nothing", "in Google Sheets: File > Download > Comma Separated Values (.csv); write that file's name here"),
        ("game.yaml", "6:7", 'bad-path: "game.yaml" ends in none of .csv, .tsv, .txt, .xlsx, .ods, .json, .jsonl, .ndjson', "prancha new NAME --from game.yaml makes a list of it that can be read here"),
        ("{file: a.csv, sheet: Deck}", "6:21", 'unknown-key: unknown key "sheet": it has no effect on a .csv file', "delete the line"),
        ("{file: a.csv, merged: fill}", "6:21", 'unknown-key: unknown key "merged": it has no effect on a .csv file', "delete the line"),
        ("{file: a.csv, delimiter: dot}", "6:32", 'unknown-word: "delimiter" cannot be the text "dot"', "known: bar, comma, semicolon, tab"),
        ("{file: a.csv, header: 9}", "a.csv", "no-items: there is nothing in row 9 or below", "write the names of the columns in the first row"),
        ("{file: a.csv, columns: {Nam: x}}", "6:31", 'unknown-column: there is no column "Nam" in components/dual/a.csv', 'did you mean "name"?'),
        ("{file: a.csv, columns: {name: 3}}", "6:37", 'wrong-type: "name" must be the name of a field, not the number 3', "write name: name, or name: null to leave it out"),
        ("{file: a.csv, columns: {name: {type: text}}}", "6:37", 'missing-key: the key "field" is missing', "add field: and the name of the field it fills"),
        ("{file: a.csv, columns: {name: {field: x, type: word}}}", "6:54", 'unknown-word: "type" cannot be the text "word"', "known: auto, boolean, list, number, text, whole"),
        ("{file: a.csv, columns: {name: {field: x, type: number}}}", "a.csv:2:2", 'wrong-type: row 2, column "name": expected a number, found the text "1,5"', "write decimal: comma if that is a number"),
        ("{file: a.csv, columns: {n: {field: x, type: whole}}}", "a.csv:2:3", 'wrong-type: row 2, column "n": expected a whole number, found the number 2.5', ""),
        ("{file: a.csv, columns: {name: {field: x, type: boolean}}}", "a.csv:2:2", 'wrong-type: row 2, column "name": expected true or false, found the text "1,5"', "write true, yes, x, false or no"),
        ("{file: a.csv, where: n > 5}", "a.csv", "no-items: the file has no row for which where: is true", ""),
        ("{file: a.csv, where: m > 5}", "6:28", 'bad-expression: in "m > 5": unknown name "m"', "known: id, n, name, row, tables"),
        ("{file: a.csv, where: 5}", "6:28", "bad-expression: expected an expression, found the number 5", 'write one such as "cost > 2"'),
        ("{file: a.csv, fields: {id: n}}", "6:30", 'reserved-key: "id" cannot be a computed field', 'write id: "{name}" beside file:'),
        ("{file: a.csv, fields: {x: n * name}}", "a.csv:2:1", 'bad-expression: row 2: x: "n * name": * takes numbers, found 2.5 * "1,5"', ""),
        ("{file: a.csv, fields: {x: ().__class__}}", "a.csv:2:1", 'bad-expression: row 2: x: "().__class__": [] has no field "__class__"', "walk over its elements: [x.__class__ for x in ...]"),
        ("{file: a.csv, id: '{nam}'}", "6:25", "bad-id", ""),
        ("{file: a.csv, id: x}", "6:25", 'bad-id: the id "x" is the same for every row', 'write the fields it is made of in braces: id: "{name}"'),
        ("{file: a.csv, id: '{e}'}", "a.csv:2:4", 'bad-id: row 2, column "e": the id is made of "e", which has no letters a to z and no digits here', 'fill it, add a column id, or make ids of the numbers of rows: id: "{row}"'),
        ("{file: a.csv, sort: q}", "6:27", 'unknown-field: cannot sort by the text "q", which is not a column or field', "known: e, id, n, name"),
    ],
)  # fmt: skip
def test_wrong_source(tmp_path: Path, source: str, place: str, message: str, hint: str) -> None:
    data = (
        'id,name,n,e\nx,"1,5",2.5,!\n' if "e}" in source or "sort" in source else 'id,name,n\nx,"1,5",2.5\n'
    )
    if "{nam}" in source:
        message, hint = (
            "unknown-field: the id uses {nam}, which is not a column or field",
            'did you mean "name"?',
        )
    if place[0].isdigit():
        place = f"grid.yaml:{place}"
    assert found(tmp_path, source, a_csv=data) == (place, message, hint)


@pytest.mark.parametrize(
    ("data", "place", "message"),
    [
        ("[{]", "1:3", "bad-json: this is not JSON: expecting property name enclosed in double quotes"),
        ('[{"id": "a"} {"id": "b"}]', "1:14", "bad-json: this is not JSON: expected , or ]"),
        ('{"a" 1}', "1:6", "bad-json: this is not JSON: expected a key and a colon"),
        ('"x"', "1:1", "bad-json: expected a list of objects"),
        ('[{"id": "a"},\n 3]', "2:2", "bad-json: entry 2 of the list is neither an object nor a text"),
        ('[{"id": "a", "id": "b"}]', "1:2", 'bad-json: the key "id" is written twice'),
        ('[{"id": "a", "n": NaN}]', "1:2", "bad-json: NaN is not a number that can be printed or counted"),
        ('[{"id": "a", "n": 1e999}]', "1:2", "bad-json: the number 1e999 is too large"),
        ('[{"id": "a", "n": ' + "9" * 5000 + "}]", "1:2", "bad-json: a number with too many digits"),
        ('[{"id": "a", "n": "\\ud800"}]', "1:28", "bad-json: a text holds the control character U+D800"),
        ('[{"id": "a", "n": ' + "[" * 70 + "]" * 70 + "}]", "1:160", "too-deep: lists and objects are nested too deep"),
        ('[{"id": "a", "n": ' + "[" * 100_000, "1:2", "too-deep: lists and objects are nested too deep"),
        ('[{"id": "a"}]\n[{"id": "b"}]', "2:1", "bad-json: text follows the end of the list, and would not be read"),
        ('{"a": [{"id": "a"}]} x', "1:22", "bad-json: text follows the end of the object, and would not be read"),
        ('[{"id": "a"}]\n<<<<<<< HEAD\n', "2:1", 'git-conflict: "<<<<<<<" is a conflict marker of git: the file has two unresolved versions here'),
        ('{"a": [], "b": []}', "1:1", "no-sheet: the file holds 2 lists"),
        ('[{"id": "a", "copies": "x"}]', "1:2", 'wrong-type: entry 1, column "copies": copies must be a whole number, not the text "x"'),
    ],
)  # fmt: skip
def test_wrong_json(tmp_path: Path, data: str, place: str, message: str) -> None:
    assert found(tmp_path, "a.json", a_json=data)[:2] == (f"a.json:{place}", message)


def test_list_of_a_json_that_is_not_there(tmp_path: Path) -> None:
    place, message, hint = found(tmp_path, "{file: a.json, sheet: card}", a_json='{"cards": []}')
    assert (place, message) == ("a.json:1:1", 'no-sheet: there is no list "card"')
    assert hint == 'say which with sheet: did you mean "cards"?'


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ("{t: {from: {file: s.csv, key: x}}}", 'unknown-column: there is no column "x" in components/dual/s.csv'),
        ("{t: {from: s.csv}}", 'duplicate-key: row 3, column "k": the key "a" is there twice'),
        ("{t: {from: {file: s.csv, key: v}}}", 'wrong-type: row 2, column "v": the key "v" must be a text or a whole number, not nothing'),
    ],
)  # fmt: skip
def test_wrong_table_of_values(tmp_path: Path, tables: str, message: str) -> None:
    text = GAME + f"tables: {tables}\n"
    data = "k,v\na,\na,2\n"
    (one,) = refused(lambda: game(tmp_path, "a.csv", text, a_csv="id\nx\n", s_csv=data))
    assert f"{one.code}: {one.message}" == message


def test_links_and_pipes_are_refused(tmp_path: Path) -> None:
    folder = write_game(tmp_path, {"game.yaml": GAME})
    secret = tmp_path / "secret.csv"
    secret.write_text("id\nx\n")
    (folder / "a.csv").symlink_to(secret)
    assert (
        found(tmp_path, "a.csv")[1] == 'bad-path: "a.csv" is a link that leads out of the folder of the game'
    )
    os.mkfifo(folder / "b.csv")
    assert found(tmp_path, "b.csv")[1] == 'unreadable: "b.csv" is not a regular file'
    (folder / "c.csv").symlink_to("c.csv")
    assert found(tmp_path, "c.csv")[1].startswith('unreadable: "c.csv" cannot be read')
    (folder / "in").mkdir()
    (folder / "in" / "d.csv").write_text("id\nx\n")
    assert fields(game(tmp_path, "in/d.csv")) == {"x": {}}
    (folder / "in..").mkdir()
    (folder / "in.." / "e.csv").symlink_to(secret)
    message = 'bad-path: "in../e.csv" is a link that leads out of the folder of the game'
    assert found(tmp_path, "in../e.csv")[1] == message


def test_files_and_cells_have_a_largest_size(tmp_path: Path) -> None:
    big = b"id\n" + b"x\n" * 10_000_001
    assert found(tmp_path, "a.csv", a_csv=big)[1] == 'too-large: "a.csv" has more than 20 MB'
    cell = "id,n\nx," + "a" * 200_000 + "\n"
    assert len(fields(game(tmp_path, "b.csv", b_csv=cell))["x"]["n"]) == 200_000
    message = "too-large: row 2: a cell has more than 200000 characters"
    assert found(tmp_path, "c.csv", c_csv=cell.replace("x,a", "x,aa"))[:2] == ("c.csv:2:1", message)
    text = '[{"id": "x", "n": "' + "a" * 200_001 + '"}]'
    assert found(tmp_path, "d.json", d_json=text)[1] == "bad-json: a text has more than 200000 characters"
    wide = "id" + ",x" * 1001 + "\n"
    assert "columns and 2000000 cells" in found(tmp_path, "e.csv", e_csv=wide)[1]


def test_too_many_findings_stop_the_reading(tmp_path: Path) -> None:
    data = "id,copies\n" + "".join(f"c{k},x\n" for k in range(500))
    diagnostics = findings(tmp_path, "a.csv", a_csv=data)
    assert len(diagnostics) == 101
    assert "100 findings in this file; the rest is not checked" in {one.message for one in diagnostics}


@pytest.mark.slow
def test_ten_thousand_cards_are_read_in_time(tmp_path: Path) -> None:
    rows = (
        f"c{k},Name {k},Nome {k},{k % 9},{k % 7},A text about {k},Um texto,{k % 4}\n" for k in range(10_000)
    )
    data = "id,name_en,name_pt-BR,cost,power,text_en,text_pt-BR,copies\n" + "".join(rows)
    source = '{file: a.csv, where: "cost < 9", fields: {twice: cost * 2}, sort: [cost, name]}'
    folder = write_game(tmp_path, {"game.yaml": GAME, "grid.yaml": f"{HEAD}from: {source}\n", "a.csv": data})
    from prancha.catalogue import load_game

    loaded, calls = counted(lambda: load_game(folder, tmp_path))
    assert calls < 2_800_000, f"{calls} calls"
    assert len(loaded.families[0].items) == 10_000
