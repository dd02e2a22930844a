"""DUAL: the kit is whole, its rules bite, pictures follow the data, both languages build."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from prancha.building import game_loading, pipeline
from prancha.building.order import Order

PROJECT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("kept_faces")
BOX = {"grid": 30, "modifiers": 15, "pawns": 8, "tokens": 4, "aids": 4, "box": 1}

BREAKS = [
    ("grid.yaml", "copies: 3", "copies: 2", "grid-cards"),
    ("grid.yaml", "tone: [white, black]", "tone: [white, grey]", "grid-every-card"),
    ("grid.yaml", "[x, star, square", "[x, star, star-two", "six-of-each"),
    ("grid.yaml", "tone: [white, black]", "tone: [white, black, red]", "half-and-half"),
    ("grid.yaml", "[x, star, square", "[x, star, heart", "symbols"),
    ("game.yaml", "rows: 5", "rows: 6", "board-size"),
    ("grid.yaml", "copies: 3", "copies: 4", "left-over"),
    ("grid.yaml", "copies: 3", "copies: 4", "most-pairs"),
    ("tokens.yaml", "copies: 4", "copies: 5", "tokens"),
    ("tokens.yaml", "copies: 4", "copies: 3", "enough-starts"),
    ("game.yaml", "[3, 1], [1, 3], [3, 3]", "[3, 1], [3, 1], [3, 3]", "token-cells"),
    ("pawns.yaml", "copies: 2", "copies: 3", "pawns"),
    ("pawns.yaml", "{id: mint, colour: mint", "{id: mint, colour: sky", "pawn-colours"),
    ("pawns.yaml", "{id: mint, colour: mint", "{id: mint, colour: pink", "pawn-table"),
    ("pawns.yaml", "copies: 2", "copies: 0", "enough-pawns"),
    ("game.yaml", "mark: gate", "mark: moon", "pawn-marks"),
    ("game.yaml", "pattern: checks", "pattern: dots", "pawn-patterns"),
    ("game.yaml", "players: [2, 3, 4]", "players: [2, 3, 4, 5]", "players"),
    ("aids.yaml", "players: 3, each: 1", "players: 3, each: 2", "pawns-per-player"),
    ("modifiers.yaml", "mark: 7", "mark: 7\n    copies: 2", "modifiers"),
    ("modifiers.yaml", "tone: white", "tone: black", "modifier-tones"),
    ("modifiers.yaml", "mark: 7", "mark: 8", "white-numbers"),
    ("modifiers.yaml", "mark: H", "mark: I", "black-letters"),
    ("modifiers.yaml", "en: Ricochet", "en: Diagonal", "names"),
    ("modifiers.yaml", "id: ricochet", "id: bounce", "white-names"),
    ("modifiers.yaml", "id: greed", "id: thrift", "black-names"),
    ("modifiers.yaml", "pt-BR: Oculito", "pt-BR: Oculto", "printed-names"),
    ("game.yaml", "reveal: {white: 1", "reveal: {white: 2", "revealed"),
    ("modifiers.yaml", "uses: 1", "uses: 2", "once-a-game"),
    ("modifiers.yaml", "cells: [[0, 0], [4, 0]", "cells: [[0, 1], [4, 0]", "hidden-cells"),
    ("modifiers.yaml", "steps: 2", "steps: 3", "short-steps"),
    ("modifiers.yaml", "points: -1", "points: -2", "black-points"),
    ("modifiers.yaml", "set: 5", "set: 4", "set-of-five"),
    ("modifiers.yaml", "loses_at: 3", "loses_at: 4", "lose-at-three"),
    ("modifiers.yaml", "pair_points: 0", "pair_points: 1", "clover-pairs"),
    ("modifiers.yaml", "exactly: [0, 3]", "exactly: [0, 4]", "circles"),
    ("modifiers.yaml", "symbol: clover\n    points", "symbol: x\n    points", "symbol-modifiers"),
    ("game.yaml", "pairs: [1, 3, 5]", "pairs: [1, 3, 6]", "pair-points"),
    ("game.yaml", "lone_x: -1", "lone_x: -2", "lone-x"),
    ("game.yaml", "tournament: 2", "tournament: 3", "tournament"),
    ("aids.yaml", "ties:\n", "ties:\n      - {pt-BR: sorte, en: luck}\n", "tie-breakers"),
    ("aids.yaml", "copies: 4", "copies: 3", "aids"),
]  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the catalogue alone, free to be broken."""
    shutil.copytree(PROJECT / "components" / "dual", tmp_path / "components" / "dual")
    return tmp_path


def test_the_box_is_complete() -> None:
    game = game_loading.load(PROJECT, "dual")
    assert {family.id: family.copies for family in game.families} == BOX


def test_the_catalogue_keeps_its_rules() -> None:
    assert game_loading.check(PROJECT, "dual") == ()


@pytest.mark.parametrize(("file", "old", "new", "rule"), BREAKS, ids=[row[3] for row in BREAKS])
def test_a_changed_value_breaks_its_rule(project: Path, file: str, old: str, new: str, rule: str) -> None:
    path = project / "components" / "dual" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = "\n".join(map(str, game_loading.check(project, "dual")))
    assert f"rule {rule} at" in found, found


def test_the_grid_fits_a_small_table() -> None:
    card = game_loading.load(PROJECT, "dual").family("grid").outline
    assert card.width == card.height
    assert 5 * card.width <= 300


@pytest.mark.parametrize("lang", ["pt-BR", "en"])
def test_the_kit_builds(tmp_path: Path, lang: str) -> None:
    kit = pipeline.build_game(Order(PROJECT, lang=lang, out=tmp_path), "dual")
    assert kit.pdf.read_bytes().startswith(b"%PDF")
    assert {row.family: row.copies for row in kit.rows} == BOX
    assert kit.notes == ()
