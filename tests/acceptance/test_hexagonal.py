"""Hexagonal: the kit is whole, its rules bite, a piece fits its hex, both languages build."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from prancha.building import game_loading, pipeline
from prancha.building.order import Order

PROJECT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("kept_faces")
BOX = {
    "board": 1,
    "pieces": 48,
    "markers": 6,
    "score": 1,
    "attributes": 5,
    "reference": 6,
    "dice": 2,
    "box": 1,
}

BREAKS = [
    ("board.yaml", "cells: 91", "cells: 90", "board"),
    ("board.yaml", "side: 6", "side: 7", "board-shape"),
    ("board.yaml", "side: 6", "side: 6\n    copies: 2", "one-board"),
    ("pieces.yaml", "copies: 4", "copies: 3", "pieces"),
    ("pieces.yaml", "id: amber-2,", "id: amber-2, copies: 2,", "eight-each"),
    ("pieces.yaml", "player: teal, importance: 3", "player: teal, importance: 4", "armies-equal-sets"),
    ("pieces.yaml", "player: blue, importance: 5", "player: blue, importance: 4", "army"),
    ("pieces.yaml", "player: lilac, importance: 3", "player: lilac, importance: 2", "one-of-each"),
    ("attributes.yaml", "per_army: 4", "per_army: 5", "per-army"),
    ("pieces.yaml", "id: blue-1, player: blue", "id: blue-1, player: blau", "colours"),
    ("game.yaml", "symbol: cross", "symbol: seal", "symbols"),
    ("attributes.yaml", "importance: 5\n", "importance: 5\n    copies: 2\n", "attribute-cards"),
    ("attributes.yaml", "importance: 4\n", "importance: 6\n", "importances"),
    ("attributes.yaml", "attack: 6", "attack: 5", "attack"),
    ("attributes.yaml", "defence: 6", "defence: 7", "defence"),
    ("attributes.yaml", "attack: 2", "attack: 4", "attack-rises"),
    ("attributes.yaml", "defence: 4", "defence: 1", "defence-rises"),
    ("attributes.yaml", "attack: 2\n    defence: 2", "attack: 1\n    defence: 1", "better"),
    ("dice.yaml", "side: defence", "side: attack", "dice"),
    ("dice.yaml", "[1, 2, 3, 4, 5, 6]", "[1, 2, 3, 4, 5, 5]", "six-sided"),
    ("game.yaml", "tie: defence", "tie: attack", "fight"),
    ("attributes.yaml", "points: 5", "points: 2", "points"),
    ("attributes.yaml", "points: 4", "points: 5", "army-points"),
    ("game.yaml", "points: 18", "points: 17", "eighteen"),
    ("score.yaml", "last: 90", "last: 89", "track"),
    ("score.yaml", "first: 0", "first: 1", "track-ends"),
    ("game.yaml", "[0, 5, 2, 3, 4, 0]", "[0, 5, 3, 2, 4, 0]", "base-row"),
    ("game.yaml", "[0, 0, 1, 1, 1, 0, 0]", "[0, 1, 0, 1, 1, 0, 0]", "second-row"),
    ("game.yaml", "above: 3", "above: 2", "front"),
    ("game.yaml", "[0, 0, 0, 0, 1, 0, 0, 0, 0]", "[0, 0, 0, 1, 0, 0, 0]", "rows"),
    ("game.yaml", "[0, 0, 1, 1, 1, 0, 0]", "[0, 0, 1, 0, 1, 0, 0]", "whole-army"),
    ("game.yaml", "[0, 5, 2, 3, 4, 0]", "[0, 5, 4, 3, 2, 0]", "even-halves"),
    ("attributes.yaml", "moves: [straight]", "moves: [near, straight]", "moves"),
    ("attributes.yaml", "jumps: true", "jumps: false", "jumper"),
    ("game.yaml", "players: [2, 3, 6]", "players: [2, 3, 4, 6]", "players"),
    ("game.yaml", "turns: [0, 120, 240]", "turns: [0, 60, 120]", "symmetry"),
    ("reference.yaml", "players: 3", "players: 4", "setups"),
    ("game.yaml", "army: {pieces: 8", "army: {pieces: 9", "enough-pieces"),
    ("reference.yaml", "copies: 2", "copies: 1", "enough-markers"),
]  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the catalogue alone, free to be broken."""
    shutil.copytree(PROJECT / "components" / "hexagonal", tmp_path / "components" / "hexagonal")
    return tmp_path


def test_the_box_is_complete() -> None:
    game = game_loading.load(PROJECT, "hexagonal")
    assert {family.id: family.copies for family in game.families} == BOX


def test_the_catalogue_keeps_its_rules() -> None:
    assert game_loading.check(PROJECT, "hexagonal") == ()


@pytest.mark.parametrize(("file", "old", "new", "rule"), BREAKS, ids=[row[3] for row in BREAKS])
def test_a_changed_value_breaks_its_rule(project: Path, file: str, old: str, new: str, rule: str) -> None:
    path = project / "components" / "hexagonal" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = "\n".join(map(str, game_loading.check(project, "hexagonal")))
    assert f"rule {rule} at" in found, found


def test_a_piece_fits_a_hex_and_a_marker_a_space() -> None:
    game = game_loading.load(PROJECT, "hexagonal")
    flats = game.family("board").items[0].fields["flats"]
    assert flats >= 24
    assert game.family("pieces").outline.width <= flats - 2
    assert game.family("markers").outline.width <= game.family("score").items[0].fields["flats"] - 2


def test_the_title_is_marked_as_a_working_title() -> None:
    game = game_loading.load(PROJECT, "hexagonal")
    assert "título provisório" in game.subtitle["pt-BR"]
    assert "working title" in game.subtitle["en"]


@pytest.mark.parametrize("lang", ["pt-BR", pytest.param("en", marks=pytest.mark.slow)])
def test_the_kit_builds(tmp_path: Path, lang: str) -> None:
    kit = pipeline.build_game(Order(PROJECT, lang=lang, out=tmp_path), "hexagonal")
    assert kit.pdf.read_bytes().startswith(b"%PDF")
    assert {row.family: row.copies for row in kit.rows} == BOX
    assert {row.family: row.sheets for row in kit.rows}["board"] == 2
    assert kit.notes == ()
