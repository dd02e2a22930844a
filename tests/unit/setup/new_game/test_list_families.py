"""A file of several lists becomes a game of several families, which keep their lists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from prancha.model.diagnostic import Failure
from prancha.setup.new_game import Wishes, start
from tests.lists.workbooks import book

MONSTERS = [["Name", "Text", "Qty"], ["Bear", "Roars.", 3], ["Wolf", "Howls.", 2]]
TREASURES = [["Name", "Value"], ["Crown", 9], ["Ring", 4]]
EVENTS = ("Events", [["Name", "Text"], ["Rain", "Wet."]])


def elsewhere(tmp_path: Path, *more: tuple[str, list[list[object]]]) -> Path:
    """A workbook of two lists outside the project."""
    source = tmp_path / "downloads/My deck.xlsx"
    source.parent.mkdir(exist_ok=True)
    source.write_bytes(book(("Monsters", MONSTERS), ("Treasures", TREASURES), *more))
    return source


def family(project: Path, name: str) -> dict[str, Any]:
    return dict(yaml.safe_load((project / f"components/deck/{name}.yaml").read_text()))


def test_families_of_a_workbook_share_its_copy(tmp_path: Path) -> None:
    project = tmp_path / "project"
    started = start(project, "deck", source=elsewhere(tmp_path))
    assert started.wrong == ()
    for name in ("monsters", "treasures"):
        assert family(project, name)["from"]["file"] == "my-deck.xlsx"
        assert family(project, name)["title"] == {"en": name.capitalize()}
        assert family(project, name)["template"] == f"{name}.svg"
    assert sum("was copied to" in note for note in started.notes) == 1


def test_what_is_new_in_one_of_the_lists_is_told_and_copied(tmp_path: Path) -> None:
    project = tmp_path / "project"
    start(project, "deck", source=elsewhere(tmp_path))
    TREASURES.append(["Cup", 2])
    try:
        source = elsewhere(tmp_path, EVENTS)
    finally:
        TREASURES.pop()
    told = start(project, "deck", source=source).guesses
    assert told[0] == f"monsters: nothing is new in {source}"
    assert told[1] == "treasures: new: Cup"
    assert told[2].startswith("to update it: prancha new deck --from")
    assert told[3].startswith('not in the game yet: "Events"; to add it: prancha new deck --from')
    with pytest.raises(Failure, match=r"my-deck\.xlsx is a copy of .* that differs from it"):
        start(project, "deck", source=source, sheet="Events")
    updated = start(project, "deck", source=source, update=True)
    assert [path.name for path in updated.files] == ["my-deck.xlsx"]
    assert "new: Cup" in updated.notes
    added = start(project, "deck", source=source, sheet="Events")
    assert added.wrong == ()
    assert family(project, "events")["from"]["sheet"] == "Events"


def test_a_wish_goes_to_the_lists_that_have_the_column(tmp_path: Path) -> None:
    source = elsewhere(tmp_path)
    started = start(tmp_path / "project", "deck", source=source, wishes=Wishes(copies="Value"))
    assert 'treasures: copies: "Value" (asked for; 13 cards of 2 designs)' in started.guesses
    assert 'monsters: copies: "Qty" (its name says so; 5 cards of 2 designs)' in started.guesses
    with pytest.raises(Failure, match='there is no column "Worth"'):
        start(tmp_path / "other", "deck", source=source, wishes=Wishes(title="Worth"))


def test_nothing_stays_of_the_first_family_where_the_second_fails(tmp_path: Path) -> None:
    source = tmp_path / "deck.csv"
    source.write_text("Name,Text\nBear,Roars.\n\nName,Number\nCrown,30\nRing,4\nCup,30\n")
    with pytest.raises(Failure, match="may say how many"):
        start(tmp_path, "deck", source=source)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deck.csv"]


def test_tables_keep_their_families_too(tmp_path: Path) -> None:
    source = tmp_path / "deck.csv"
    source.write_text("Beasts,\nName,Text\nBear,Roars.\n,\nLoot,\nName,Text\nCrown,Shines.\n")
    start(tmp_path, "deck", source=source)
    source.write_text("Beasts,\nName,Text\nBear,Roars.\n,\nLoot,\nName,Text\nCrown,Glows.\n")
    told = start(tmp_path, "deck", source=source).guesses
    assert told[:2] == (
        f"beasts: nothing is new in {source}",
        "loot: changed: Crown (Text: Shines. -> Glows.)",
    )
    start(tmp_path, "deck", source=source, sheet="Loot", update=True)
    assert "Glows." in (tmp_path / "components/deck/loot.csv").read_text()


def test_a_table_that_is_not_there_is_named(tmp_path: Path) -> None:
    source = tmp_path / "deck.csv"
    source.write_text("Beasts,\nName,Text\nBear,Roars.\n,\nLoot,\nName,Text\nCrown,Shines.\n")
    with pytest.raises(Failure, match='there is no sheet or table "Lot" in the file') as failed:
        start(tmp_path, "deck", source=source, sheet="Lot")
    assert "Loot" in failed.value.diagnostics[0].hint


def test_families_whose_lists_have_no_letters_for_ids_are_numbered(tmp_path: Path) -> None:
    source = tmp_path / "deck.xlsx"
    source.write_bytes(book(("敵", MONSTERS), ("宝", TREASURES)))
    project = tmp_path / "project"
    start(project, "deck", source=source)
    assert family(project, "cards-2")["title"] == {"en": "宝"}
