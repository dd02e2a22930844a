"""`sort:` of a family orders its components, `markup:` says which fields print as they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.catalogue import load_game
from tests.unit.catalogue.spreadsheets import GAME, fields, ods, xlsx
from tests.unit.catalogue.spreadsheets import game as spreadsheet_game

from .projects import HEAD, load, only, refused, write_game

ITEMS = """\
items:
  - {id: a, name: Card 10, suit: hen, value: 2}
  - {id: b, name: Card 9, suit: fox, value: 10}
  - {id: c, name: card 1, suit: fox, value: 2, where: {x: 3}}
  - {id: d, name: 7, suit: hen, where: {x: 1}}
"""


def order(tmp_path: Path, sort: str) -> str:
    game = load(tmp_path, HEAD + f"sort: {sort}\n" + ITEMS)
    return "".join(item.id for item in game.families[0].items)


@pytest.mark.parametrize(
    ("sort", "ids"),
    [
        ("name", "dcba"),
        ("-name", "abcd"),
        ("value", "acbd"),
        ("-value", "bacd"),
        ("[suit, -value]", "bcad"),
        ("[{suit: [hen, fox]}, value]", "adcb"),
        ("where.x", "dcab"),
        ("-id", "dcba"),
        ("copies", "abcd"),
    ],
)
def test_components_come_in_the_order_asked_for(tmp_path: Path, sort: str, ids: str) -> None:
    assert order(tmp_path, sort) == ids


def test_figures_may_be_as_many_as_they_like(tmp_path: Path) -> None:
    """On 409b186a a name with 5,000 figures ended in Python's own words."""
    long = "1" * 5000
    items = f"items:\n  - {{id: a, name: x{long}}}\n  - {{id: b, name: x9}}\n  - {{id: c, name: x007}}\n"
    game = load(tmp_path, HEAD + "sort: name\n" + items)
    assert [item.id for item in game.families[0].items] == ["c", "b", "a"]


@pytest.mark.parametrize(
    ("sort", "code", "message", "hint"),
    [
        (
            "siut",
            "unknown-field",
            'cannot sort by the text "siut", which is not a column',
            'did you mean "suit"?',
        ),
        ("[{suit: [hen]}]", "bad-value", '"suit" is the text "fox" too', "add fox"),
        ("[3]", "wrong-type", "the number 3 is not a sort order", "write sort: suit"),
        ("{suit: hen}", "wrong-type", "is not a sort order", "write sort: suit"),
    ],
)
def test_an_order_of_nothing_is_an_error(
    tmp_path: Path, sort: str, code: str, message: str, hint: str
) -> None:
    found = only(refused(lambda: order(tmp_path, sort)))
    assert found.code == code
    assert message in found.message
    assert hint in found.hint
    assert found.place.line == 6


def test_markup_of_a_field_may_be_left_unread(tmp_path: Path) -> None:
    game = load(
        tmp_path,
        HEAD + "markup: {text: none}\ndefaults: {note: '*a*', text: '{b}'}\nitems:\n"
        "  - {id: a, text: ['2*3', '- x'], name: '*b*'}\n  - {id: b}\n",
    )
    first, second = game.families[0].items
    assert first.fields == {"note": "*a*", "text": ["2\\*3", "\\- x"], "name": "*b*"}
    assert second.fields["text"] == "\\{b\\}"


ROWS = {
    "csv": b"id,text,name_en,name_pt-BR\na,**x** {b},*n*,*m*\n",
    "json": b'[{"id": "a", "text": "**x** {b}", "name": {"en": "*n*", "pt-BR": "*m*"}}]',
    "xlsx": xlsx([["id", "text", "name_en", "name_pt-BR"], ["a", "**x** {b}", "*n*", "*m*"]]),
    "ods": ods([["id", "text", "name_en", "name_pt-BR"], ["a", "**x** {b}", "*n*", "*m*"]]),
}


@pytest.mark.parametrize("ending", ROWS)
def test_markup_of_rows_is_left_unread_too(tmp_path: Path, ending: str) -> None:
    loaded = spreadsheet_game(
        tmp_path, f"cards.{ending}\nmarkup: {{text: none, name: none}}", **{f"cards_{ending}": ROWS[ending]}
    )
    assert fields(loaded)["a"] == {
        "text": "\\*\\*x\\*\\* \\{b\\}",
        "name": {"en": "\\*n\\*", "pt-BR": "\\*m\\*"},
    }


def test_markup_of_many_rows_is_left_unread_too(tmp_path: Path) -> None:
    rows = "".join(f"c{number},*{number}*\n" for number in range(1200))
    files = {
        "game.yaml": GAME,
        "grid.yaml": HEAD + "from: c.csv\nmarkup: {text: none}\n",
        "c.csv": "id,text\n" + rows,
    }
    folder = write_game(tmp_path, files)
    items = load_game(folder, tmp_path).families[0].items
    assert {item.id: item.fields["text"] for item in items} == {
        f"c{number}": f"\\*{number}\\*" for number in range(1200)
    }


def test_what_is_worked_out_or_made_of_a_matrix_is_left_unread_too(tmp_path: Path) -> None:
    source = "{file: c.csv, where: \"text == 'a*'\", fields: {line: \"text + '{b}'\"}}\n"
    source += "markup: {text: none, line: none}"
    loaded = spreadsheet_game(tmp_path, source, c_csv="id,text\na,a*\nb,b*\n")
    assert fields(loaded) == {"a": {"text": "a\\*", "line": "a\\*\\{b\\}"}}
    matrix = (
        HEAD + "markup: {text: none}\nmatrix: {id: \"{suit}\", axes: {suit: [a, b]}, fields: {text: '*x*'}}\n"
    )
    assert {item.fields["text"] for item in load(tmp_path / "m", matrix).families[0].items} == {"\\*x\\*"}


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("{field: text, markup: none}", "\\*x\\* (T)"),  # not twice
        ("{field: text, replace: {(T): '{tree}'}}", "\\*x\\* {tree}"),  # what is replaced is markup
        ("{field: text, markup: none, replace: {(T): '{tree}'}}", "\\*x\\* {tree}"),
    ],
)
def test_a_column_and_its_family_take_markup_away_once(tmp_path: Path, column: str, text: str) -> None:
    source = f"{{file: c.csv, columns: {{Text: {column}}}}}\nmarkup: {{text: none}}"
    loaded = spreadsheet_game(tmp_path, source, c_csv="id,Text\na,*x* (T)\n")
    assert fields(loaded)["a"]["text"] == text


def test_a_table_of_a_file_takes_markup_away_by_its_column(tmp_path: Path) -> None:
    head = HEAD + "tables: {t: {from: {file: t.csv, columns: {Text: {field: text, markup: none}}}}}\n"
    files = {"game.yaml": GAME, "grid.yaml": head + "items:\n  - id: a\n", "t.csv": "Key,Text\nx,*y*\n"}
    loaded = load_game(write_game(tmp_path, files), tmp_path)
    assert loaded.families[0].tables == {"t": {"x": {"text": "\\*y\\*"}}}
