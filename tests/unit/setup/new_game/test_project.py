"""`prancha new`: what it writes builds and checks at once, and nothing is written over."""

# ruff: noqa: E501

from __future__ import annotations

import json
import re
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest
import yaml
from PIL import Image

from prancha.building import game_loading, pipeline
from prancha.building.face_drawing import prepare_faces
from prancha.building.order import Kit, Order
from prancha.cli import command_line
from prancha.model.diagnostic import Failure
from prancha.setup.new_game import KINDS, FaceWishes, start, start_with_pictures
from prancha.setup.new_game.field_roles import Wishes, give_roles
from prancha.setup.new_game.list_meanings import ColumnLanguages
from prancha.setup.new_game.pdf_game import PdfWishes, start_from_pdf
from prancha.setup.new_game.proposal import Proposed, fields_of, id_pattern
from prancha.setup.new_game.starter_kinds import kind_title
from prancha.system.file_contents import DEVICE_HINT
from tests.lists.measure import words_of
from tests.unit.catalogue.spreadsheets import xlsx
from tests.unit.setup.new_game import pdfs

HEADER = ["Card Name", "Type", "Cost", "Rules text", "Magic", "Qty", "Icon", "Notes"]
ROWS = [
    [
        "Fire fox",
        "Beast",
        2,
        "When you play this, take **two** cards and discard one.",
        True,
        2,
        "fire",
        None,
    ],
    ["Sea owl", "Bird", 1.5, None, False, 1, "water", None],
]


def propose(
    header: list[str], rows: list[list[Any]], languages: list[str], icons: tuple[str, ...]
) -> list[Proposed]:
    """The fields that columns become, with their roles, where nobody wishes otherwise."""
    found = fields_of(header, rows, languages)
    give_roles(found, icons, Wishes())
    return found


def load_yaml(path: Path) -> dict[str, Any]:
    return dict(yaml.safe_load(path.read_text(encoding="utf-8")))


def build(project: Path, game: str) -> Kit:
    (kit,) = pipeline.build(Order(project), [game])
    return kit


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_builds_and_checks_without_a_word(tmp_path: Path, kind: str) -> None:
    started = start(tmp_path, "My Game", kind, ("en", "pt-BR"))
    assert started.game == "my-game"
    assert game_loading.check(tmp_path, "my-game") == ()
    kit = build(tmp_path, "my-game")
    assert [note.message for note in kit.notes] == []
    assert kit.title == "My Game"
    (row,) = kit.rows
    assert row.copies == (1 if kind == "board" else 7)
    rules = (tmp_path / "components/my-game/rules.yaml").read_text()
    assert f"is: {row.copies}}}" in rules
    game = (tmp_path / "components/my-game/game.yaml").read_text()
    assert "languages: [en, pt-BR]" in game
    assert "# " in game


def test_any_language_may_be_named(tmp_path: Path) -> None:
    assert start(tmp_path, "fuchs", "cards", ("de", "pt")).notes == ()
    assert start(tmp_path, "liska", "cards", ("cs", "pt-BR")).notes == (
        'title: in cards.yaml is "Cards" for cs too: it is on every sheet',
    )
    game = game_loading.load(tmp_path, "fuchs")
    assert game.languages == ("de", "pt")
    assert game.families[0].title == {"de": "Karten", "pt": "Cartas"}
    assert game.title == "Fuchs"


@pytest.mark.parametrize("kind", ["cards", "tiles", "hexes", "tokens"])
def test_spreadsheet_becomes_a_game_that_builds(tmp_path: Path, kind: str) -> None:
    source = tmp_path / "deck.xlsx"
    source.write_bytes(xlsx([HEADER, *ROWS]))
    started = start(tmp_path, "beasts", kind, (), source)
    assert game_loading.check(tmp_path, "beasts") == ()
    kit = build(tmp_path, "beasts")
    assert [note.message for note in kit.notes if note.code != "text-size"] == []
    assert kit.rows[0].copies == 3
    (family,) = game_loading.load(tmp_path, "beasts").families
    assert [item.id for item in family.items] == ["fire-fox", "sea-owl"]
    text = (tmp_path / f"components/beasts/{family.id}.yaml").read_text()
    assert 'id: "{card_name}"' in text
    assert "Cost: cost\n" in text
    assert "Qty: copies" in text
    assert "Notes: null                   # empty so far\n" in text
    assert '  file: "../../deck.xlsx"\n' in text
    assert started.notes == (f"{source} is read in place: change it there, and build",)


def test_card_shows_every_field(tmp_path: Path) -> None:
    source = tmp_path / "deck.csv"
    lines = [",".join("" if cell is None else f'"{cell}"' for cell in row) for row in [HEADER, *ROWS]]
    source.write_text("\n".join(lines))
    assert start(tmp_path, "beasts", "cards", (), source).wrong == ()
    drawing = (tmp_path / "templates/beasts/cards.svg").read_text()
    for name in ("text:card_name", "text:type", "text:cost", "rules_text", "magic", "icon:icon", "fill:tint"):
        assert name in drawing, name
    assert "copies" not in drawing
    words = words_of(build(tmp_path, "beasts").pdf)
    assert "Magic" in words
    assert "discardone" in words


def test_languages_are_found_in_the_names_of_columns(tmp_path: Path) -> None:
    source = tmp_path / "deck.json"
    cards = [{"id": "a", "name_en": "Sword", "name_pt-BR": "Espada", "power": 2, "tags": ["x", "y"]}]
    source.write_text(json.dumps(cards))
    start(tmp_path, "swords", source=source)
    game = game_loading.load(tmp_path, "swords")
    assert game.languages == ("en", "pt-BR")
    assert game.families[0].items[0].fields["name"] == {"en": "Sword", "pt-BR": "Espada"}
    assert build(tmp_path, "swords").rows[0].designs == 1


def test_reading_options_are_proposed(tmp_path: Path) -> None:
    source = tmp_path / "deck.csv"
    source.write_bytes("nome;preço\nÁgua;1,5\nFogo;2\n".encode("cp1252"))
    started = start(tmp_path, "agua", source=source)
    text = (tmp_path / "components/agua/cards.yaml").read_text()
    assert "  encoding: windows-1252\n" in text
    assert "  decimal: comma\n" in text
    assert started.notes[0].startswith("the file is not UTF-8; it is read as windows-1252")
    assert build(tmp_path, "agua").rows[0].designs == 2
    merged = tmp_path / "merged.xlsx"
    merged.write_bytes(xlsx([["name", "kind"], ["a", "x"], ["b", None]], merged=["B2:B3"]))
    start(tmp_path, "merged", source=merged)
    assert "  merged: fill\n" in (tmp_path / "components/merged/cards.yaml").read_text()


def test_awkward_columns_get_names_that_work(tmp_path: Path) -> None:
    source = tmp_path / "deck.csv"
    source.write_text(
        "Name,2nd,class,source,Copie,items,Name!,a: b,true,null\nFox,1,x,y,z,w,v,u,t,s\nOwl,2,x,y,z,w,v,u,t,s\n"
    )
    start(tmp_path, "odd", source=source)
    assert build(tmp_path, "odd").rows[0].designs == 2
    fields = game_loading.load(tmp_path, "odd").families[0].items[0].fields
    assert set(fields) == {
        "name",
        "f_2nd",
        "f_class",
        "source_text",
        "copie_field",
        "items",
        "name_2",
        "a_b",
        "f_true",
        "null",
        "tint",
    }


def test_long_texts_and_many_numbers_still_build(tmp_path: Path) -> None:
    source = tmp_path / "deck.csv"
    numbers = ",".join(f"Number {k}" for k in range(9))
    row = ",".join(str(k * 11) for k in range(9))
    source.write_text(
        f"name,rules,flavour,{numbers}\nThe very long name of a card that has one,{'word ' * 90},{'much ' * 30},{row}\n"
    )
    start(tmp_path, "long", source=source)
    assert build(tmp_path, "long").rows[0].designs == 1


ALONE = "go to the folder of the project first, and write the name alone, such as fox"


@pytest.mark.parametrize(
    ("name", "code", "message", "hint"),
    [
        ("!!!", "bad-id", '"!!!" does not give a folder name', "use letters a to z and digits"),
        ("../games/fox", "bad-id", '"../games/fox" is a path, and a game needs a name', ALONE),
        ("C:\\games\\fox\\", "bad-id", '"C:\\games\\fox\\" is a path, and a game needs a name', ALONE),
        ("/", "bad-id", '"/" is a path, and a game needs a name', ALONE),
        ("con", "bad-id", '"con" cannot be a folder on Windows', DEVICE_HINT),
    ],
)
def test_names_that_make_no_folder(tmp_path: Path, name: str, code: str, message: str, hint: str) -> None:
    with pytest.raises(Failure) as failure:
        start(tmp_path, name)
    (one,) = failure.value.diagnostics
    assert (one.code, one.message, one.hint) == (code, message, hint)
    assert list(tmp_path.iterdir()) == []


def test_language_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(Failure) as failure:
        start(tmp_path, "fox", languages=("english",))
    (one,) = failure.value.diagnostics
    assert (one.message, one.hint) == ('"english" is not a language', "write codes such as en or pt-BR")
    assert list(tmp_path.iterdir()) == []


def test_no_languages_are_not_english(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command_line.main(["new", "fox", "--lang", ",", "--project", str(tmp_path)])
    assert "give one or more names, separated by commas" in capsys.readouterr().err


def test_finished_faces_take_no_language_that_is_none(tmp_path: Path) -> None:
    picture, document = tmp_path / "fox.png", tmp_path / "deck.pdf"
    Image.new("RGB", (75, 105), "teal").save(picture)
    pdfs.write(document, pdfs.cards())
    project = tmp_path / "p"
    with pytest.raises(Failure, match='"english" is not a language'):
        start_with_pictures(project, "fox", [picture], ("english",), FaceWishes())
    with pytest.raises(Failure, match='"english" is not a language'):
        start_from_pdf(project, "fox", "cards", ("english",), [document], PdfWishes(), print)
    assert not project.exists()


@pytest.mark.parametrize("folder", ["components/fox", "templates/fox"])
def test_nothing_is_written_over(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir(parents=True)
    with pytest.raises(Failure) as failure:
        start(tmp_path, "Fox")
    (one,) = failure.value.diagnostics
    assert one.message.endswith(f"{folder} exists already; nothing is overwritten")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize(
    ("file", "data", "kind", "message"),
    [
        ("a.csv", "name\nx\n", "board", "a board is one piece, and a spreadsheet lists many"),
        ("a.csv", "name\n", "cards", "there is no row below the names of the columns"),
        (
            "a.pdf",
            "name\nx\n",
            "cards",
            '"a.pdf" ends in none of .csv, .tsv, .txt, .xlsx, .ods, .json, .jsonl, .ndjson, .yaml, .yml, .md, .markdown',
        ),
        ("a.yaml", "title: x\n", "cards", "expected a list of components"),
        ("a.xlsx", "name\nx\n", "cards", "the spreadsheet is damaged: File is not a zip file"),
    ],
)
def test_spreadsheets_that_make_no_game(
    tmp_path: Path, file: str, data: str, kind: str, message: str
) -> None:
    source = tmp_path / file
    source.write_text(data)
    with pytest.raises(Failure) as failure:
        start(tmp_path, "x", kind, (), source)
    assert [one.message for one in failure.value.diagnostics] == [message]
    assert list(tmp_path.iterdir()) == [source]


def test_ids_come_from_the_best_column() -> None:
    def pattern(header: list[str], rows: list[list[object]]) -> str:
        return id_pattern(propose(header, rows, ["en"], ()), len(rows))[0]

    assert pattern(["id", "name"], [["a1", "x"], ["a2", "x"]]) == ""
    assert pattern(["id", "name"], [["A 1", "x"], ["A 2", "x"]]) == "{id}"
    assert pattern(["name", "n"], [["x", 1], ["y", 1]]) == "{name}"
    assert pattern(["name", "n"], [["x", 1], ["x", 1]]) == "{name}-{row}"
    assert pattern(["name"], [["狐"], ["鸮"]]) == "row-{row}"


def test_one_suffix_alone_is_no_language() -> None:
    assert ColumnLanguages(["name_en", "cost"], []).all() == []
    assert ColumnLanguages(["name (pt-BR)", "name (en)", "text_de"], []).all() == ["pt-BR", "en"]


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["new", "Fox and Geese", "--project", str(tmp_path), "--lang", "pt-BR, en"]) == 0
    said = capsys.readouterr().out
    assert said.endswith("now: prancha build fox-and-geese\n")
    assert "components/fox-and-geese/cards.yaml" in said
    assert command_line.main(["new", "Fox and Geese", "--project", str(tmp_path)]) == 1
    assert "exists already; nothing is overwritten" in capsys.readouterr().err


def test_where_nothing_can_be_written_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "templates").write_text("a file, so that no folder can be made of it")
    with pytest.raises(
        Failure, match="templates/fox: error not-written: cannot write: Not a directory"
    ) as caught:
        start(tmp_path, "fox")
    assert caught.value.diagnostics[0].hint.startswith("go to a folder that you may write to")
    assert [path.name for path in tmp_path.iterdir()] == ["templates"]


@pytest.mark.parametrize("stopped", [False, True])
def test_output_is_ignored_before_the_trial_and_no_longer_when_it_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped: bool
) -> None:
    """A trial that is killed leaves a game whose output no `git add` takes along; one that fails, nothing."""
    source = tmp_path / "deck.csv"
    source.write_text("Name\nFox\nOwl\n")
    seen: list[str] = []

    def build(*_: object) -> SimpleNamespace:
        seen.extend(path.read_text() for path in folder.glob(".gitignore"))
        if stopped:
            raise KeyboardInterrupt
        return SimpleNamespace(rows=())

    monkeypatch.setattr(pipeline, "build_game", build)
    folder = tmp_path / "project"
    with pytest.raises(KeyboardInterrupt) if stopped else nullcontext():
        start(folder, "fox", source=source)
    assert seen == ["output/\n"]
    assert folder.exists() is not stopped


def test_a_few_wrong_cells_leave_a_column_what_it_is(tmp_path: Path) -> None:
    rows = "".join(f"Card {n},{'two' if n == 3 else n % 4 + 1}\n" for n in range(1, 11))
    (tmp_path / "deck.csv").write_text(f"Name,Qty\n{rows}")
    started = start(tmp_path, "deck", source=tmp_path / "deck.csv")
    text = (tmp_path / "components/deck/cards.yaml").read_text()
    assert '    Qty: {field: copies, replace: {"two": "1"}}\n' in text
    assert 'copies: "two" is not a number and counts as 1: fix the cell (row 4)' in started.guesses
    assert build(tmp_path, "deck").rows[0].copies == 22


def test_a_title_above_the_names_of_the_columns_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("Our deck,,\n,,\nName,Cost,Qty\nFox,1,2\nOwl,2,3\n")
    start(tmp_path, "deck", source=tmp_path / "deck.csv")
    assert "  header: 3\n" in (tmp_path / "components/deck/cards.yaml").read_text()
    (row,) = build(tmp_path, "deck").rows
    assert (row.designs, row.copies) == (2, 5)


def test_a_family_is_added_to_a_game_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("Name,Cost\nFox,1\nOwl,2\n")
    (tmp_path / "coins.csv").write_text("Name,Worth,Qty\nCopper,1,4\nSilver,5,2\n")
    start(tmp_path, "market", source=tmp_path / "deck.csv")
    cards = (tmp_path / "components/market/cards.yaml").read_bytes()
    started = start(tmp_path, "market", "tokens", source=tmp_path / "coins.csv")
    assert started.wrong == ()
    assert tmp_path / "components/market/game.yaml" in started.files
    assert (tmp_path / "components/market/cards.yaml").read_bytes() == cards
    kit = build(tmp_path, "market")
    assert [(row.family, row.copies) for row in kit.rows] == [("cards", 2), ("tokens", 6)]
    start(tmp_path, "market", "hexes")
    assert [row.family for row in build(tmp_path, "market").rows] == ["cards", "tokens", "hexes"]


def test_a_family_is_added_however_the_game_lists_its_families(tmp_path: Path) -> None:
    start(tmp_path, "market")
    head = tmp_path / "components/market/game.yaml"
    head.write_text(head.read_text().replace("families: [cards]", "families:\n  - cards  # first\n"))
    start(tmp_path, "market", "tokens")
    assert "families:\n  - cards  # first\n  - tokens\n" in head.read_text()
    assert [row.family for row in build(tmp_path, "market").rows] == ["cards", "tokens"]


def test_a_game_to_which_no_family_can_be_added_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "coins.csv").write_text("Name\nCopper\n")
    start(tmp_path, "market")
    head = tmp_path / "components/market/game.yaml"
    text = head.read_text().replace("designers: []", "designers: &same [cards]")
    text = text.replace("families: [cards]", "families: *same")
    head.write_text(text)
    files = sorted(tmp_path.rglob("*"))
    with pytest.raises(Failure) as failure:
        start(tmp_path, "market", "tokens", source=tmp_path / "coins.csv")
    (one,) = failure.value.diagnostics
    assert one.message == "the family cannot be added to it: families: is not a list of its own"
    assert one.hint == "add tokens to families:, and try again"
    assert sorted(tmp_path.rglob("*")) == files
    assert head.read_text() == text


def test_a_changed_list_says_what_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PRANCHA_CONFIG", str(tmp_path / "settings"))
    source, project = tmp_path / "deck.csv", tmp_path / "project"
    source.write_text("Name,Cost\nFox,1\nOwl,2\nElk,3\n")
    start(project, "market", source=source)
    again = ["new", "market", "--from", str(source), "--project", str(project)]
    assert command_line.main(again) == 0
    assert capsys.readouterr().out == f"nothing is new in {source}\n"
    source.write_text("Name,Cost,Power\nFox,4,1\nElk,3,2\nHen,1,1\n")
    assert command_line.main(again) == 0
    copy = project / "components/market/cards.csv"
    assert capsys.readouterr().out.splitlines() == [
        "new column: Power",
        "new: Hen",
        "gone: Owl",
        "changed: Fox (Cost: 1 -> 4)",
        f"to update it: prancha new market --from {source} --update --project {project}",
    ]
    assert "Hen" not in copy.read_text()


@pytest.mark.parametrize("option", ["--copies", "--id", "--title"])
def test_columns_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str) -> None:
    source = tmp_path / "deck.csv"
    source.write_text("Name,Cost\nFox,1.5\nOwl,2\n")
    again = ["new", "market", "--from", str(source), "--project", str(tmp_path), option]
    assert command_line.main([*again, "Nam"]) == 1
    assert f'{option}: there is no column "Nam"\n    did you mean "Name"?' in capsys.readouterr().err
    assert not (tmp_path / "components").exists()
    if option == "--copies":
        assert command_line.main([*again, "Cost"]) == 1
        said = capsys.readouterr().err
        assert '--copies: the column "Cost" holds "1.5", which is no whole number' in said


def test_a_sheet_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "deck.xlsx"
    source.write_bytes(xlsx([HEADER, *ROWS], sheets=("Deck", "Old")))
    assert (
        command_line.main(["new", "x", "--from", str(source), "--sheet", "Dek", "--project", str(tmp_path)])
        == 1
    )
    assert 'there is no sheet "Dek" in the file\n    did you mean "Deck"?' in capsys.readouterr().err


def test_letters_that_no_font_has_name_their_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "deck.csv"
    source.write_text("Name,Text\nЛиса,Беги.\nСова,Лети.\nभालू,दो पत्ते १२।\n")
    assert command_line.main(["new", "x", "--from", str(source), "--project", str(tmp_path)]) == 1
    said = capsys.readouterr()
    told = '"Name" is in Devanagari letters, which no font here has: install Noto Sans Devanagari (Debian package '
    assert told in said.out
    assert "left out" not in said.out  # stops and figures come with the font
    assert "it does not print yet; fix the errors above, then: prancha build x" in said.out


def test_a_sheet_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    workbook = openpyxl.Workbook()
    workbook.active.title = "Old"
    for row in (["Name", "Cost"], ["Fox", 2], ["Owl", 3]):
        workbook.active.append(row)
    deck = workbook.create_sheet("Deck")
    for row in (["Name", "Twice"], ["Fox", "=B1*2"]):  # a program that does not reckon leaves no value
        deck.append(row)
    source = tmp_path / "deck.xlsx"
    workbook.save(source)
    begin = ["new", "x", "--from", str(source), "--project", str(tmp_path / "a")]
    assert command_line.main(begin) == 0
    said = capsys.readouterr().out
    assert 'guessed sheet: "Old" (the first that is a table' in said
    assert 'guessed sheet: not "Deck" (row 2, column B: the formula has no value in the file' in said
    workbook["Old"].delete_cols(2)
    workbook.save(source)
    begin = ["new", "x", "--from", str(source), "--project", str(tmp_path / "b")]
    assert command_line.main(begin) == 1
    assert "row 2, column B: the formula has no value in the file" in capsys.readouterr().err


def test_a_list_that_was_written_anew_is_not_copied_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "deck.txt"
    source.write_text("4 Rod\n2 Weight\n")
    begin = ["new", "x", "--from", str(source), "--project", str(tmp_path / "a")]
    assert command_line.main(begin) == 0
    source.write_text("4 Rod\n3 Weight\n")
    assert command_line.main(begin) == 0
    said = capsys.readouterr().out
    assert 'changed: "weight"' in said or "changed: Weight" in said
    assert f"to update it: prancha new x --from {source} --update --project" in said


def test_a_markdown_file_without_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "deck.md"
    source.write_text("# Cards\n\n- Fox | Owl\n")
    assert command_line.main(["new", "x", "--from", str(source), "--project", str(tmp_path / "a")]) == 1
    assert "there is no table in it" in capsys.readouterr().err
    assert not (tmp_path / "a").exists()


DECK = """\
Name,Kind,Cost,Attack,Text,Where
Ember fox,beast,2,3,"When you play this, **draw a card**.",wood
Old oak,place,3,1,Beasts here cost 1 less. {leaf},hill
"""


def tints(project: Path, lang: str) -> list[str]:
    """The colour of the ribbon or the ground of each card, in the order of the list."""
    maker, _, _ = prepare_faces(project, game_loading.load(project, "deck"), lang)
    known = set(load_yaml(project / "components/deck/cards.yaml").get("tables", {}).get("tints", {}).values())
    plain = load_yaml(project / "components/deck/game.yaml")["palette"]["accent"]
    faces = [set(re.findall(r'fill="(#\w+)"', face.svg)) for face in maker.draw().fronts.values()]
    return [next(iter(face & (known - {plain})), plain) for face in faces]


@pytest.mark.parametrize(
    ("rows", "translated"),
    [
        ("Name,Kind\nFox,beast\nOak,place\nSea,\n", "Tier"),
        ("Name,Kind\nFox,🔥 {x}\nOak,2\nSea,\n", "Feuer"),
        ("Name,Colour\nFox,red\nOak,blue\nSea,\n", "rot"),
        ("Name,Kind,Tint\nFox,beast,a\nOak,place,b\nSea,,c\n", "Tier"),
    ],
)
def test_a_translated_type_keeps_its_colour(tmp_path: Path, rows: str, translated: str) -> None:
    (tmp_path / "deck.csv").write_text(rows, encoding="utf-8")
    started = start(tmp_path, "deck", languages=("en", "de"), source=tmp_path / "deck.csv")
    assert started.wrong == ()
    before = tints(tmp_path, "en")
    assert len(set(before)) == 3
    name = "colour" if "Colour" in rows else "kind"
    texts = tmp_path / "components/deck/texts/de.yaml"
    texts.parent.mkdir()
    texts.write_text(f"cards: {{items: {{fox: {{{name}: {translated}}}, oak: {{{name}: x}}}}}}\n", "utf-8")
    assert tints(tmp_path, "de") == before


def test_colours_of_columns_in_languages_do_not_tint(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text("Name,Colour_en,Colour_de\nFox,red,rot\nOak,blue,blau\n")
    start(tmp_path, "deck", source=tmp_path / "deck.csv")
    assert tints(tmp_path, "en") == tints(tmp_path, "de")


@pytest.mark.parametrize("name", ["card id", "CardID", "Card No", "uid"])
def test_a_column_of_ids_is_the_id(tmp_path: Path, name: str) -> None:
    (tmp_path / "deck.csv").write_text(f"{name},Name\n101,Fox\n205,Owl\n117,Elk\n")
    started = start(tmp_path, "deck", source=tmp_path / "deck.csv")
    assert f'id: "{name}" (made of its words, which all differ)' in started.guesses


def test_what_is_built_is_kept_out_of_version_control(tmp_path: Path) -> None:
    started = start(tmp_path, "deck")
    assert tmp_path / ".gitignore" in started.files
    assert (tmp_path / ".gitignore").read_text() == "output/\n"
    (tmp_path / ".gitignore").write_text("mine\n")
    assert tmp_path / ".gitignore" not in start(tmp_path, "other").files
    assert (tmp_path / ".gitignore").read_text() == "mine\n"


@pytest.mark.parametrize("kind", ["cards", "tiles", "hexes", "tokens", "board"])
@pytest.mark.parametrize("lang", ["de", "fr", "sv", "fi"])
def test_a_kind_is_called_in_the_language_of_the_game(tmp_path: Path, kind: str, lang: str) -> None:
    start(tmp_path, "deck", kind=kind, languages=(lang,))
    (kit,) = pipeline.build(Order(tmp_path))
    assert kit.rows[0].title == kind_title(kind, lang) != kind_title(kind, "en")


@pytest.mark.parametrize(
    ("rows", "layout"),
    [
        (
            "Prompt\nWhat would your neighbour never say at dinner?\nWhat is the worst gift you ever got?\n",
            "quiz",
        ),
        ("Word\nanchor\nbasket\n", "quiz"),
        ("Image,Text\nowl.png,A quiet bird that nobody hears when it flies over the wood.\n", "classic"),
        ("Name,Text\nOwl,Fly.\nElk,Run.\n", "hero"),
    ],
)
def test_the_layout_follows_from_the_list(tmp_path: Path, rows: str, layout: str) -> None:
    (tmp_path / "deck.csv").write_text(rows)
    started = start(tmp_path, "trial", source=tmp_path / "deck.csv")
    assert started.wrong == ()
    assert f"layout: {layout} (by the columns; prancha layouts LIST shows all)" in started.guesses


def test_a_picture_alone_is_all_of_a_token(tmp_path: Path) -> None:
    deck = tmp_path / "deck.csv"
    deck.write_text("Token,Qty\ncoin,2\ngem,1\n")
    assert start(tmp_path, "trial", "tokens", source=deck).wrong == ()
    drawing = (tmp_path / "templates/trial/tokens.svg").read_text()
    assert "text:" not in drawing
    (x, y, width, height) = map(
        float, re.findall(r'icon:token [^>]*?x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"', drawing)[0]
    )
    assert (x + width / 2, y + height / 2) == pytest.approx((15, 15), abs=1)


@pytest.mark.parametrize(
    ("link", "hint"),
    [
        (
            "https://docs.google.com/spreadsheets/d/1/edit?usp=sharing",
            "in Google Sheets: File > Download > Comma",
        ),
        ("https://example.org/deck.csv", "download the file, and write its name here"),
    ],
)
def test_a_link_is_answered_with_a_download(tmp_path: Path, link: str, hint: str) -> None:
    with pytest.raises(Failure) as failure:
        start(tmp_path, "x", "cards", (), Path(link))
    (one,) = failure.value.diagnostics
    assert one.message.endswith(" and prancha fetches nothing")
    assert one.hint.startswith(hint)
