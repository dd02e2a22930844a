"""`prancha new --like EXAMPLE --from LIST`: the rows of a list in a family of a complete game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from prancha.cli import command_line

Said = pytest.CaptureFixture[str]
STORY = (
    "Name,Question,Symbol,Chapter,Author,Qty\n"
    "The Mill,Who turns the wheel?,house,One,Ann,1\n"
    "The Road,What was lost?,footprint,Two,Bo,2\n"
)
SUITS = "Suit,Rank\nsuns,1\nsuns,2\nswords,1\nswords,10\n"
HEXES = "Terrain;Value;Count\nforest;1;2\ndesert;4;3\nforest;2;2\nswamp;3;1\ndesert;1;1\n"
WORDS = (
    "Word,Category,Forbidden words\n"
    'Piano,music,"keys, play, black"\nGuitar,music,"strings, play"\nBread,food,"eat, bake, oven"\n'
)
UNITS = (
    "Unit,Army,Type,Attack,Defence,Move\n"
    "1st Foot,red,infantry,4,4,3\n2nd Foot,red,infantry,3,4,3\nGuns,blue,artillery,6,1,2\n"
)
MONSTERS = (
    "Name,Type,Cost,Text\n"
    "Drake,Dragon,4,Flies over all walls and burns the houses that stand behind them.\n"
    "Imp,Devil,1,Steals a coin.\n"
)


def begin(folder: Path, example: str, rows: str, *options: str) -> int:
    (folder / "list.csv").write_text(rows)
    project = folder / "p"
    given = ("--like", example, "--from", str(folder / "list.csv"), "--project", str(project))
    return command_line.main(["new", "mine", *given, *options])


def catalogue(folder: Path, family: str) -> dict[str, Any]:
    found = yaml.safe_load((folder / f"p/components/mine/{family}.yaml").read_text())
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("example", "rows", "family", "pieces"),
    [
        ("storytelling", STORY, "cards", 3),
        ("trick-taking", SUITS, "cards", 4),
        ("hex-tiles", HEXES, "tiles", 9),
        ("party", WORDS, "cards", 3),
        ("wargame", UNITS, "counters", 3),
    ],
)
def test_a_list_fills_the_family_of_an_example_and_prints(
    example: str, rows: str, family: str, pieces: int, tmp_path: Path, capsys: Said
) -> None:
    assert begin(tmp_path, example, rows) == 0
    told = capsys.readouterr().out
    assert "now: prancha build mine" in told
    assert f"table.yaml and rulebook of {example} are left out" in told
    project = tmp_path / "p"
    assert not [*project.glob("components/mine/table.yaml"), *project.glob("components/mine/*.md")]
    assert "book" not in catalogue(tmp_path, "game")
    assert command_line.main(["build", "mine", "--project", str(project)]) == 0
    assert command_line.main(["check", "mine", "--project", str(project)]) == 0
    manifest = json.loads((project / "output/mine/manifest.json").read_text())
    counts = {one["id"]: sum(item["copies"] for item in one["items"]) for one in manifest["families"]}
    assert counts[family] == pieces


@pytest.mark.parametrize("example", ["roll-and-write", "trick-taking", "hex-tiles", "party", "wargame"])
def test_a_list_that_fits_no_family_is_refused_and_nothing_written(
    example: str, tmp_path: Path, capsys: Said
) -> None:
    assert begin(tmp_path, example, MONSTERS) == 1
    said = capsys.readouterr().err
    assert f'no family of {example} shows what the list has: "Name", "Type", "Cost", "Text"' in said
    assert not (tmp_path / "p").exists()


def test_columns_and_fields_without_a_partner_are_told(tmp_path: Path, capsys: Said) -> None:
    assert begin(tmp_path, "storytelling", STORY) == 0
    said = capsys.readouterr().out
    assert 'guessed ask: "Question" (its text)' in said
    assert 'guessed icon: "Symbol" (its icon)' in said
    assert 'not on the cards: "Author" (the example has no place for it)' in said
    assert 'the list has no art, so cards show "lake.jpg": add a column art' in said
    cards = catalogue(tmp_path, "cards")
    assert cards["defaults"] == {"art": "lake.jpg", "focus": "center"}
    assert "items" not in cards
    assert cards["from"]["columns"]["Author"] is None


def test_words_that_a_table_lacks_get_rows_that_no_card_has(tmp_path: Path, capsys: Said) -> None:
    assert begin(tmp_path, "trick-taking", SUITS) == 0
    assert 'choose how "swords" are drawn, in tables: suit:' in capsys.readouterr().out
    tables = catalogue(tmp_path, "game")["tables"]
    assert isinstance(tables, dict)
    assert {word: row["icon"] for word, row in tables["suit"].items()} == {"suns": "sun", "swords": "moon"}
    assert tables["pips"][10] == {"above": [], "middle": [0]}
    assert len(tables["pips"]) == 10


def test_rules_that_the_rows_break_become_comments_and_the_others_stay(tmp_path: Path, capsys: Said) -> None:
    places = "".join(f"Place {k},What is there?,{k}.jpg\n" for k in range(8))
    assert begin(tmp_path, "storytelling", "Name,Question,Picture\n" + places) == 0
    rules = (tmp_path / "p/components/mine/rules.yaml").read_text()
    assert "\n  - {id: deck" in rules
    assert "\n  - {id: pictures" in rules
    assert "rules.yaml" not in capsys.readouterr().out.replace("/rules.yaml", "")
    assert command_line.main(["check", "mine", "--project", str(tmp_path / "p")]) == 0


def test_a_broken_rule_is_a_comment(tmp_path: Path, capsys: Said) -> None:
    assert begin(tmp_path, "storytelling", STORY) == 0
    said = capsys.readouterr().out
    assert "a rule that the rows break is a comment now (expected 8 copies of cards, found 3)" in said
    rules = (tmp_path / "p/components/mine/rules.yaml").read_text()
    assert "\n#   - {id: deck" in rules


def test_columns_of_numbers_become_the_list_that_a_counter_shows(tmp_path: Path, capsys: Said) -> None:
    assert begin(tmp_path, "wargame", UNITS) == 0
    assert 'guessed full: "Attack", "Defence", "Move" (as many numbers)' in capsys.readouterr().out
    source = catalogue(tmp_path, "counters")["from"]
    assert isinstance(source, dict)
    assert source["fields"]["full"] == "[attack, defence, move]"
    assert (tmp_path / "p/components/mine/counters.csv").read_text() == UNITS


def test_options_that_an_example_brings_are_refused(tmp_path: Path, capsys: Said) -> None:
    assert begin(tmp_path, "party", WORDS, "--lang", "de") == 1
    assert "--like brings components and languages of its own, and takes no --lang" in capsys.readouterr().err
    (tmp_path / "a.png").write_bytes(b"")
    assert command_line.main(["new", "x", "--like", "party", "--from", str(tmp_path / "a.png")]) == 1
    assert "--like takes the rows of a list" in capsys.readouterr().err


def test_a_copied_list_of_cards_can_be_updated(tmp_path: Path, capsys: Said) -> None:
    assert begin(tmp_path, "hex-tiles", HEXES) == 0
    (tmp_path / "list.csv").write_text(HEXES.replace("swamp;3;1", "swamp;3;2"))
    more = ("--from", str(tmp_path / "list.csv"), "--kind", "tiles", "--project", str(tmp_path / "p"))
    assert command_line.main(["new", "mine", *more, "--update"]) == 0
    assert "swamp;3;2" in (tmp_path / "p/components/mine/tiles.csv").read_text()
