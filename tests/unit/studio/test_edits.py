"""What the page changes is written into the files, and only where --edit was given."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from prancha.studio.guard import token
from tests.conftest import CARDS
from tests.unit.studio.conftest import Studio, opened
from tests.unit.studio.test_session import until


@pytest.fixture
def studio(lume: Path) -> Iterator[Studio]:
    yield from opened(lume, edit=True)


def edit(**given: Any) -> dict[str, Any]:
    """A change of the sun's copies, as the page asks for it: with where it knows the card."""
    file = "components/lume/cards.yaml"
    line = CARDS[: CARDS.index("id: sun")].count("\n") + 1
    sun = {"game": token("lume"), "key": "cards/sun", "file": file, "line": line, "path": ["copies"]}
    return {**sun, "old": 8, "new": 9, **given}


def row(**given: Any) -> dict[str, Any]:
    """The same where the sun stands in the second line of cards.csv."""
    return edit(**{"file": "components/lume/cards.csv", "line": 2, **given})


def test_a_value_is_changed_seen_and_taken_back(studio: Studio, lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    name = edit(path=["name", "en"], old="Heart of the sun", new="Sun: its heart")
    assert studio.act("/api/edit", name) == {"undo": 1}
    assert file.read_text() == CARDS.replace("en: Heart of the sun", 'en: "Sun: its heart"')
    game = f"/api/game/{token('lume')}/en"
    until(lambda: studio.get(game)["families"][0]["items"][0]["fields"]["name"]["en"] == "Sun: its heart")
    assert studio.act("/api/undo", {}) == {"undo": 0}
    assert file.read_text() == CARDS
    assert studio.act("/api/undo", {}) == {"undo": 0}


def test_what_was_changed_meanwhile_is_left_alone(studio: Studio, lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    file.write_text(CARDS.replace("copies: 8", "copies: 7"))
    status, told = studio.refused("/api/edit", edit())
    assert status == 422
    assert "the value was changed meanwhile" in told
    assert "look at it again, and then change it" in told
    assert studio.act("/api/edit", edit(old=7, new=6)) == {"undo": 1}
    file.write_text(CARDS)
    status, told = studio.refused("/api/undo", {})
    assert "the file was changed meanwhile" in told
    assert file.read_text() == CARDS


@pytest.mark.parametrize(
    "given",
    [
        {"key": 7},
        {"file": None},
        {"line": True},
        {"line": "1"},
        {"game": "x"},
        {"path": []},
        {"path": "copies"},
        {"path": [True]},
        {"new": [1]},
        {"path": ["a"] * 21},
        {"new": "x" * 20_001},
        {"old": {}},
    ],
)
def test_what_is_no_edit_is_refused(studio: Studio, lume: Path, given: dict[str, Any]) -> None:
    assert studio.refused("/api/edit", edit(**given))[0] == 404
    assert (lume / "components" / "lume" / "cards.yaml").read_text() == CARDS


def test_a_file_that_leads_out_of_the_project_is_not_written(
    studio: Studio, lume: Path, tmp_path: Path
) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    outside = tmp_path / "outside.yaml"
    outside.write_text(CARDS)
    file.unlink()
    file.symlink_to(outside)
    assert "is a link to a place outside its folder" in studio.refused("/api/edit", edit())[1]
    assert outside.read_text() == CARDS


def sheet(project: Path, text: str, name: str = "cards.csv") -> Path:
    """The cards of lume as rows of a file beside their family."""
    components = project / "components" / "lume"
    (components / "cards.yaml").write_text(CARDS.partition("items:")[0] + f"from: {name}\n")
    (components / name).write_text(text, newline="")
    return components / name


ROWS = 'id,copies,cost,name\r\nsun,8,1, Sun \r\n"moon",4,2,"Moon, or ""Lua"""\r\n'


def test_a_cell_of_a_csv_file_is_changed_and_nothing_beside_it(lume: Path) -> None:
    file = sheet(lume, ROWS)
    for studio in opened(lume, edit=True):
        assert studio.act("/api/edit", row()) == {"undo": 1}
        assert file.read_bytes().decode() == ROWS.replace("sun,8", "sun,9")
        assert studio.act("/api/edit", row(path=["name"], old="Sun", new="Sun, sol")) == {"undo": 2}
        assert '9,1,"Sun, sol"\r\n"moon"' in file.read_bytes().decode()
        status, told = studio.refused("/api/edit", row(path=["name"], old="Sol", new="Sun"))
        assert (status, "the value was changed meanwhile" in told) == (422, True)
        for left in (1, 0):
            assert studio.act("/api/undo", {}) == {"undo": left}
        assert file.read_bytes().decode() == ROWS


def test_a_list_elsewhere_in_the_project_is_changed_where_it_lies(lume: Path) -> None:
    file = sheet(lume, ROWS, "../../all cards.csv")
    for studio in opened(lume, edit=True):
        assert studio.act("/api/edit", row(file="all cards.csv")) == {"undo": 1}
        assert file.read_bytes().decode() == ROWS.replace("sun,8", "sun,9")
        assert studio.act("/api/undo", {}) == {"undo": 0}
        assert file.read_bytes().decode() == ROWS


def test_a_workbook_is_read_only(lume: Path) -> None:
    components = lume / "components" / "lume"
    (components / "cards.yaml").write_text(CARDS.partition("items:")[0] + "from: cards.json\n")
    rows = [
        {"id": "sun", "copies": 8, "cost": 1, "name": "Sun"},
        {"id": "moon", "copies": 4, "cost": 2, "name": "Moon"},
    ]
    (components / "cards.json").write_text(json.dumps(rows))
    for studio in opened(lume, edit=True):
        status, told = studio.refused("/api/edit", edit(file="components/lume/cards.json", line=1))
        assert status == 422
        assert ".json is read only here" in told
        assert "change it where it was written" in told


def test_without_edit_there_is_no_such_thing(lume: Path) -> None:
    for studio in opened(lume):
        assert studio.refused("/api/edit", edit()) == (404, "there is nothing here\n")
        assert studio.refused("/api/undo", {}) == (404, "there is nothing here\n")


def test_a_card_that_is_gone_is_not_changed_and_no_other_in_its_place(lume: Path) -> None:
    """A row renamed while its page is open: the value typed there goes nowhere."""
    file = sheet(lume, ROWS)
    for studio in opened(lume, edit=True):
        after = ROWS.replace("sun,", "star,")
        file.write_text(after, newline="")
        status, told = studio.refused("/api/edit", row())
        assert status == 422
        assert "there is no cards/sun any more: it was renamed or deleted" in told
        assert file.read_bytes().decode() == after


@pytest.mark.parametrize(
    ("after", "now"),
    [
        # Another row above it, the two rows swapped, and another file.
        (ROWS.replace("sun,", "dawn,8,1,Dawn\r\nsun,"), 3),
        ("\r\n".join([*(ROWS.split("\r\n")[k] for k in (0, 2, 1)), ""]), 3),
    ],
)
def test_a_card_that_stands_elsewhere_is_not_changed(lume: Path, after: str, now: int) -> None:
    file = sheet(lume, ROWS)
    for studio in opened(lume, edit=True):
        file.write_text(after, newline="")
        status, told = studio.refused("/api/edit", row())
        assert status == 422
        assert f"cards/sun stands at components/lume/cards.csv:{now} now" in told
        assert file.read_bytes().decode() == after
        assert studio.act("/api/edit", row(line=now)) == {"undo": 1}
        assert file.read_bytes().decode() == after.replace("sun,8", "sun,9")


def test_ids_that_change_places_in_yaml_are_told_apart(studio: Studio, lume: Path) -> None:
    """Both have the old value: only the line tells that the card is another one."""
    file = lume / "components" / "lume" / "cards.yaml"
    same = CARDS.replace("copies: 4", "copies: 8")
    after = same.replace("id: sun", "id: x").replace("id: moon", "id: sun").replace("id: x", "id: moon")
    file.write_text(after)
    status, told = studio.refused("/api/edit", edit())
    assert status == 422
    assert "cards/sun stands at components/lume/cards.yaml:" in told
    assert file.read_text() == after


def test_nothing_is_changed_while_the_files_cannot_be_read(studio: Studio, lume: Path) -> None:
    (lume / "components" / "lume" / "hexes.yaml").write_text("items: [")
    status, told = studio.refused("/api/edit", edit())
    assert status == 422
    assert "nothing is changed while the files cannot be read: " in told
    assert "fix it first at components/lume/hexes.yaml:" in told
    assert (lume / "components" / "lume" / "cards.yaml").read_text() == CARDS


FAMILY = CARDS.replace("items:", "defaults: {cost: 1, mark: star}\nitems:").replace(
    "copies: 8, cost: 1", "copies: 8"
)


def test_fields_that_are_written_elsewhere_are_known_before_anybody_types(lume: Path) -> None:
    (lume / "components" / "lume" / "cards.yaml").write_text(FAMILY)
    file = "components/lume/cards.yaml"
    for studio in opened(lume, edit=True):
        sun, moon = (
            studio.get(f"/api/writing/{token('lume')}/{token(key)}")["elsewhere"]
            for key in ("cards/sun", "cards/moon")
        )
        assert {name: place[:2] for name, place in sun.items()} == {"cost": [file, 8], "mark": [file, 8]}
        assert {name: place[:2] for name, place in moon.items()} == {"mark": [file, 8]}
        assert studio.get(f"/api/writing/{token('lume')}/{'0' * 16}") is None


def test_a_row_has_all_its_cells(lume: Path) -> None:
    sheet(lume, ROWS)
    for studio in opened(lume, edit=True):
        assert studio.get(f"/api/writing/{token('lume')}/{token('cards/moon')}")["elsewhere"] == {}


def test_an_empty_cell_is_filled_and_undone(lume: Path) -> None:
    rows = ROWS.replace("sun,8,1, Sun ", "sun,8,, Sun ")
    file = sheet(lume, rows)
    for studio in opened(lume, edit=True):
        assert studio.get(f"/api/writing/{token('lume')}/{token('cards/sun')}")["empty"] == [["cost"]]
        assert studio.get(f"/api/writing/{token('lume')}/{token('cards/moon')}")["empty"] == []
        assert studio.act("/api/edit", row(path=["cost"], old=None, new="1")) == {"undo": 1}
        assert file.read_bytes().decode() == ROWS
        status, told = studio.refused("/api/edit", row(path=["cost"], old=None, new="2"))
        assert (status, "the value was changed meanwhile" in told) == (422, True)
        assert studio.act("/api/undo", {}) == {"undo": 0}
        assert file.read_bytes().decode() == rows
        status, told = studio.refused("/api/edit", row(path=["weight"], old=None, new="2"))
        assert (status, "not written here" in told) == (422, True)
