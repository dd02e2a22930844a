"""Autômato: the kit holds what the box holds, its rules bite, and it builds in both languages."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from prancha.building import game_loading, pipeline
from prancha.building.order import Order

PROJECT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("kept_faces")
BOX = {
    "action": 9,
    "movement": 9,
    "summary": 2,
    "compass-card": 1,
    "guide": 1,
    "compass": 1,
    "adder": 1,
    "box": 1,
}

OTHERS = (("pt-BR", "letter"), ("en", "a4"), ("en", "letter"))
BREAKS = [
    ("action.yaml", "number: 9", "number: 8", "action-numbers"),
    ("action.yaml", "arrow: 4", "arrow: 5", "arrows"),
    ("action.yaml", "mark: star", "mark: feather", "stars"),
    ("action.yaml", ", otherwise: gold", "", "gold-ending"),
    ("action.yaml", "unit: 5", "unit: 6", "units"),
    ("action.yaml", "{do: city}, ", "", "action-lines"),
    ("action.yaml", "form: pentagon, colour: pink", "form: circle, colour: pink", "pink-pentagon"),
    ("movement.yaml", "at: units", "at: moon", "aims"),
    ("action.yaml", "objective: 3", "objective: 4", "objectives"),
    ("movement.yaml", "moves: [0, 60, 0]", "moves: [0, 60]", "three-moves"),
    ("movement.yaml", "explore: [0, 60, 300]", "explore: [0, 60, 310]", "explore-directions"),
    ("movement.yaml", "reshuffle: true", "reshuffle: false", "reshuffle-on-7"),
    ("movement.yaml", "mark: feather", "mark: none", "feathers"),
    ("compass.yaml", "- id: compass", "- id: compass\n    copies: 2", "compass-total"),
    ("game.yaml", "combat: {value: 3", "combat: {value: 4", "limit-combat"),
    ("game.yaml", "play: {used: 2", "play: {used: 3", "combat-used"),
    ("game.yaml", "missions: 1", "missions: 2", "missions-dealt"),
    ("game.yaml", "gold: 1}", "gold: 2}", "gold-gained"),
    ("guide.yaml", "- id: guide", "- id: guide\n    copies: 2", "guide-total"),
    ("game.yaml", "players: [1, 2, 3]", "players: [1, 2]", "humans"),
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the game alone, free to be broken."""
    for part in ("components", "templates"):
        shutil.copytree(PROJECT / part / "automato", tmp_path / part / "automato")
    return tmp_path


def test_the_box_is_complete() -> None:
    game = game_loading.load(PROJECT, "automato")
    assert {family.id: family.copies for family in game.families} == BOX


def test_the_catalogue_keeps_its_rules() -> None:
    assert game_loading.check(PROJECT, "automato") == ()


@pytest.mark.parametrize(("file", "old", "new", "rule"), BREAKS, ids=[row[3] for row in BREAKS])
def test_a_changed_number_breaks_its_rule(project: Path, file: str, old: str, new: str, rule: str) -> None:
    path = project / "components" / "automato" / file
    before = path.read_text(encoding="utf-8")
    path.write_text(re.sub(re.escape(old), new, before, count=1), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != before
    findings = game_loading.check(project, "automato")
    found = [finding for finding in findings if f"rule {rule} at " in finding.hint]
    assert found, f"{rule} did not notice"


def test_gold_ends_eras_two_and_three() -> None:
    """Gold hung on era III only; the book says II or III."""
    cards = game_loading.load(PROJECT, "automato").family("action").items
    for card in cards:
        gold = [era for era in ("era1", "era2", "era3") if "otherwise" in card.fields[era][3]]
        assert gold == (["era2", "era3"] if card.fields["number"] in (5, 6) else [])


def test_no_sentence_counts_the_pile() -> None:
    """Easy and epic decks have 7 cards: no words may say that 9 make the pile."""
    words = game_loading.load(PROJECT, "automato").tables["shuffle"]["legend"]
    assert not any(re.search(r"\d", text) for text in words.values())


@pytest.mark.parametrize(
    ("lang", "paper"),
    [("pt-BR", "a4"), *(pytest.param(*one, marks=pytest.mark.slow) for one in OTHERS)],
)
def test_the_kit_builds_with_two_pages_before_its_sheets(tmp_path: Path, lang: str, paper: str) -> None:
    """On 34f390e4 there were four, the last of them blank."""
    kit = pipeline.build_game(Order(PROJECT, paper, lang=lang, out=tmp_path), "automato")
    assert kit.pdf.read_bytes().startswith(b"%PDF")
    assert {row.family: row.copies for row in kit.rows} == BOX
    placed = json.loads(kit.manifest.read_text(encoding="utf-8"))["placed"]
    assert min(sheet["page"] for sheet in placed["sheets"]) == 3
