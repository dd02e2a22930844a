"""Set-ups for the page's table: those of table.yaml, or stacks of all families where there is none."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from prancha.building import game_loading
from prancha.studio.game_view import GameView
from prancha.studio.guard import token
from prancha.studio.play_tables import laid_table_json
from tests.unit.studio.conftest import Studio

ROOT = Path(__file__).parents[3]


def everything(table: dict[str, Any]) -> list[str]:
    return [one["piece"] for one in table["pieces"]] + table["box"]


@pytest.mark.parametrize("players", [0, 3, 4])
def test_a_set_up_lays_every_piece_once_or_leaves_it_in_the_box(players: int) -> None:
    game = game_loading.load(ROOT, "dual")
    table = laid_table_json(game, players, 7, {})
    assert (table["players"], table["choices"], table["revision"]) == (players or 2, (2, 3, 4), "1")
    pieces = everything(table)
    assert Counter(pieces) == Counter(
        f"{item.key}#{copy}"
        for family in game.families
        if family.kind != "tuck-box"
        for item in family.items
        for copy in range(1, item.copies + 1)
    )
    grid = next(one for one in table["places"] if one["columns"] == 5)
    assert (len(grid["positions"]), grid["count"], grid["positions"][0]) == (25, 25, [-124.0, -124.0])
    assert table["sizes"]["pawns"] == (20.0, 29.0)  # as it stands, not as its net lies
    assert table["faults"] == []


def test_the_spaces_of_boards_are_those_of_exports() -> None:
    table = GameView(ROOT, "hexagonal", lambda *_: None).laid_table("pt-BR", 3, 1)
    assert {key: len(points) for key, points in table["spaces"].items()} == {
        "board/board": 91,
        "score/spiral": 91,
    }
    at = [(one["x"], one["y"]) for one in table["pieces"] if one["piece"] == "pieces/blue-5#1"]
    *_, name = min(table["spaces"]["board/board"], key=lambda point: abs(point[2] - 87))
    assert (at, name) == ([(-37.5, 108.253)], 87)
    named = GameView(ROOT, "aperiodik", lambda *_: None).laid_table("pt-BR", 2, 1)["spaces"]["score/score"]
    assert [14.0, 9.0, "zero"] in named


def test_hands_are_held_and_counters_belong_to_seats(lume: Path) -> None:
    (lume / "components" / "lume" / "table.yaml").write_text(
        "seats: [fox, hen, owl]\nbox: [hexes, tokens]\n"
        "lay:\n"
        "  hand: {family: cards, count: 2, as: hand, seat: each}\n"
        "  rest: {family: cards, at: [0 mm, 0 mm]}\n"
        "counters:\n"
        "  lives: {title: {pt-BR: Vidas, en: Lives}, start: 3, low: 0, seat: each, at: [0 mm, -90 mm]}\n"
    )
    table = laid_table_json(game_loading.load(lume, "lume"), 2, 1, {})
    assert Counter(one["held"] for one in table["pieces"]) == {"fox": 2, "hen": 2, "": 8}
    assert [(one["key"], one["seat"], one["start"], one["low"]) for one in table["counters"]] == [
        ("lives@fox", "fox", 3, 0),
        ("lives@hen", "hen", 3, 0),
    ]


def test_a_game_without_a_table_has_its_families_in_stacks(lume: Path) -> None:
    game = game_loading.load(lume, "lume")
    assert game.play_table is None
    table = laid_table_json(game, 0, 5, {})
    assert table["choices"] == ((*game.players,) if game.players else (1, 2, 3, 4, 5, 6))
    assert len(table["places"]) == len(game.families)
    assert table["box"] == []
    assert table["pieces"] != laid_table_json(game, 0, 6, {})["pieces"]
    up = {one["piece"].partition("/")[0]: one["up"] for one in table["pieces"]}
    assert up == {family.id: family.back is None for family in game.families}


def test_a_table_that_cannot_be_read_is_told_beside_the_plain_one(lume: Path) -> None:
    (lume / "components" / "lume" / "table.yaml").write_text("lay: {deck: {items: [cards/none]}}\n")
    table = laid_table_json(game_loading.load(lume, "lume"), 0, 1, {})
    assert {one["place"][0] for one in table["faults"]} == {"components/lume/table.yaml"}
    assert len(table["pieces"]) > 0


def test_it_is_asked_by_token_players_and_seed(shared: Studio) -> None:
    game = token("lume")
    first = shared.get(f"/api/table/{game}/en/0/7")
    assert first == shared.get(f"/api/table/{game}/en/{first['players']}/7")
    for path in (f"{game}/en/99/7", f"{game}/xx/0/7", f"{token('none')}/en/0/7", f"{game}/en/0/x"):
        assert shared.send(f"/api/table/{path}")[0] == 404
