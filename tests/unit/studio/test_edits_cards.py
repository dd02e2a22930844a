"""Cards are added, deleted and moved from the page, and undo gives back the bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from prancha.catalogue import SpliceError
from prancha.catalogue.card_changes import source_of_card
from prancha.studio.game_view import GameView
from prancha.studio.guard import token
from tests.conftest import CARDS
from tests.unit.studio.conftest import opened
from tests.unit.studio.test_edits import ROWS, edit, sheet

SUN = "  - {id: sun, copies: 8, cost: 1, name: {pt-BR: Coração do sol, en: Heart of the sun}}\n"


def card(**given: Any) -> dict[str, Any]:
    """A card as the page names it, with what it asks for."""
    known = edit()
    return {name: known[name] for name in ("game", "key", "file", "line")} | given


def test_a_copy_a_move_and_a_deletion_are_undone_to_the_byte(lume: Path) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    for studio in opened(lume, edit=True):
        told = studio.act("/api/card/copy", card(id="star", values=[[["name", "en"], "Star"], [["cost"], 3]]))
        assert told == {"undo": 1, "key": "cards/star"}
        copied = file.read_text()
        copy = SUN.replace("sun,", "star,").replace("cost: 1", "cost: 3").replace("Heart of the sun", "Star")
        assert copied == CARDS.replace(SUN, SUN + copy)
        assert studio.act("/api/card/move", card(to="cards/moon")) == {"undo": 2}
        assert file.read_text() == CARDS.replace(SUN, copy) + SUN
        star = card(key="cards/star", line=card()["line"])
        assert studio.act("/api/card/delete", star) == {"undo": 3}
        assert file.read_text() == CARDS.replace(SUN, "") + SUN
        for left in (2, 1, 0):
            assert studio.act("/api/undo", {}) == {"undo": left}
        assert file.read_bytes() == CARDS.encode()


def test_rows_are_changed_in_their_list(lume: Path) -> None:
    file = sheet(lume, ROWS)
    row = card(file="components/lume/cards.csv", line=2)
    for studio in opened(lume, edit=True):
        assert studio.act("/api/card/copy", {**row, "id": "star", "values": []})["key"] == "cards/star"
        assert studio.act("/api/card/delete", row) == {"undo": 2}
        assert file.read_bytes().decode() == ROWS.replace("sun,", "star,", 1)
        assert studio.act("/api/undo", {}) == {"undo": 1}
        assert studio.act("/api/undo", {}) == {"undo": 0}
        assert file.read_bytes().decode() == ROWS


@pytest.mark.parametrize("what", ["copy", "delete", "move"])
def test_a_card_that_is_another_by_now_is_left(lume: Path, what: str) -> None:
    file = lume / "components" / "lume" / "cards.yaml"
    for studio in opened(lume, edit=True):
        after = CARDS.replace("items:\n", "items:\n  - {id: dawn, name: {pt-BR: a, en: b}, cost: 1}\n")
        file.write_text(after)
        status, told = studio.refused(f"/api/card/{what}", card(id="star", to="cards/moon"))
        assert status == 422
        assert "cards/sun stands at components/lume/cards.yaml:10 now" in told
        assert file.read_text() == after


@pytest.mark.parametrize("what", ["copy", "delete", "move"])
def test_without_edit_no_card_is_changed(lume: Path, what: str) -> None:
    for studio in opened(lume):
        assert studio.refused(f"/api/card/{what}", card(id="star", to="cards/moon"))[0] == 404


@pytest.mark.parametrize("what", ["copy", "delete", "move"])
def test_a_file_that_leads_out_of_the_project_keeps_its_cards(lume: Path, tmp_path: Path, what: str) -> None:
    file, outside = lume / "components" / "lume" / "cards.yaml", tmp_path / "outside.yaml"
    outside.write_text(CARDS)
    file.unlink()
    file.symlink_to(outside)
    for studio in opened(lume, edit=True):
        told = studio.refused(f"/api/card/{what}", card(id="star", to="cards/moon"))[1]
        assert "is a link to a place outside its folder" in told
    assert outside.read_text() == CARDS


@pytest.mark.parametrize(
    "given",
    [{"id": 7}, {"id": "x" * 65}, {"id": "a", "values": [["cost"], 3]}, {"id": "a", "values": [[[], 1]]}, {}],
)
def test_what_is_no_card_is_refused(lume: Path, given: dict[str, Any]) -> None:
    for studio in opened(lume, edit=True):
        assert studio.refused("/api/card/copy", card(**given))[0] == 404
    assert (lume / "components" / "lume" / "cards.yaml").read_text() == CARDS


@pytest.mark.parametrize("name", ["../x", "a/b", "a\nb", "-x", "Sun", "nul\0"])
def test_an_id_is_no_path(lume: Path, name: str) -> None:
    for studio in opened(lume, edit=True):
        status, told = studio.refused("/api/card/copy", card(id=name))
        assert status == 422
        assert "is not an id" in told
    assert (lume / "components" / "lume" / "cards.yaml").read_text() == CARDS


def test_the_page_knows_what_cannot_be_written_before_anybody_types(lume: Path) -> None:
    items = "  - {id: sun}\n  - {id: moon, name: &moon {pt-BR: Lua, en: Moon}, other: *moon, cost: 2}\n"
    family = CARDS.partition("items:")[0] + "sort: cost\nitems:\n" + items
    (lume / "components" / "lume" / "cards.yaml").write_text(family)
    for studio in opened(lume, edit=True):
        moon = studio.get(f"/api/writing/{token('lume')}/{token('cards/moon')}")
        assert sorted(moon["elsewhere"]) == ["copies", "name", "other"]
        assert (moon["fixed"], moon["order"], moon["hasId"]) == ("", "sorted", True)
        assert moon["place"][:2] == ["components/lume/cards.yaml", 8]


def test_a_page_that_knows_an_older_state_is_told_nothing_of_its_card(lume: Path) -> None:
    """It asked in the moment between a save and the next state, and the browser complained of a fault."""
    view = GameView(lume, "lume", lambda _name, _data: None)
    assert view.writing(token("cards/sun")) is not None
    (lume / "components" / "lume" / "cards.yaml").write_text(CARDS.replace(SUN, ""))
    assert view.writing(token("cards/sun")) is None
    assert view.game is not None
    with pytest.raises(SpliceError, match="cards/sun is not written there any more"):
        source_of_card(view.game, lume, view.item(token("cards/sun")))
    view.follow()
    assert view.writing(token("cards/sun")) is None
    assert view.writing(token("cards/moon")) is not None
