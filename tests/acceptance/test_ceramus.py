"""Ceramus: the kit is whole, its rules bite, a marker covers an original, both languages build."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from prancha.building import game_loading, pipeline
from prancha.building.order import Order
from prancha.faces import FaceMaker
from prancha.graphics.fonts import FontBook

PROJECT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("kept_faces")
BOX = {"murals": 12, "shapes": 14, "ceramas": 6, "markers": 64, "first-player": 1, "aids": 4, "box": 1}

BREAKS = [
    ("murals.yaml", "copies: 2", "copies: 3", "murals"),
    ("murals.yaml", "[medieval, islamic], [portu", "[medieval, islamic, islamic], [portu", "four-originals"),
    ("murals.yaml", "[medieval, islamic]", "[medieval, medieval]", "four-different-styles"),
    ("murals.yaml", "[medieval, islamic]", "[medieval, gothic]", "mural-styles"),
    ("murals.yaml", "[[medieval, islamic], [portuguese, art-nouveau]]",
     "[[art-nouveau, medieval], [islamic, portuguese]]", "six-arrangements"),
    ("shapes.yaml", "id: square,", "id: square, copies: 2,", "shapes"),
    ("shapes.yaml", "[[0, 0], [1, 0], [0, 1]]", "[[1, 0], [2, 0], [2, 1]]", "one-card-each"),
    ("shapes.yaml", "number: 14", "number: 15", "numbers"),
    ("shapes.yaml", "[[0, 0], [0, 1], [0, 2]]", "[[0, 0], [0, 1]]", "three-in-a-column"),
    ("ceramas.yaml", "count: 1", "count: 1\n    copies: 2", "ceramas"),
    ("ceramas.yaml", '["ABCD"]', '["ABCA"]', "four-in-a-row"),
    ("ceramas.yaml", '[".B", "AC"]', '[".B", "AB"]', "one-alone-two-stacked"),
    ("ceramas.yaml", '[".C.", "ACB"]', '[".C.", "ADB"]', "two-alone-one-pair"),
    ("ceramas.yaml", '["AB", "BA"]', '["ABCD"]', "different-patterns"),
    ("ceramas.yaml", "source: assumed", "source: derived", "three-described"),
    ("ceramas.yaml", "action: mirror", "action: add", "five-bonuses"),
    ("ceramas.yaml", "count: 1", "count: 3", "bonus-of-one"),
    ("ceramas.yaml", "count: 2", "count: 3", "bonus-of-two"),
    ("markers.yaml", "copies: 4", "copies: 5", "markers"),
    ("markers.yaml", "owner: [1, 2, 3, 4]", "owner: [1, 2, 3]", "sets"),
    ("markers.yaml", "owner: [1, 2, 3, 4]", "owner: [1, 2, 3, 4, 5]", "equal-sets"),
    ("markers.yaml", "owner: [1, 2, 3, 4]", "owner: [2, 3, 4, 5]", "owner-dots"),
    ("markers.yaml", "copies: 4", "copies: 3", "reserve"),
    ("markers.yaml", "islamic, art", "gothic, art", "styles"),
    ("game.yaml", "en: yellow", "en: gold", "colours"),
    ("game.yaml", "players: [1, 2, 3, 4]", "players: [2, 3, 4]", "players"),
    ("first-player.yaml", "- id: first-player", "- id: first-player\n    copies: 2", "first-player-total"),
    ("shapes.yaml", "[[0, 0], [1, 0], [2, 0]]", "[[0, 0], [1, 0]]", "shape-sizes"),
    ("aids.yaml", "shapes: 6", "shapes: 7", "deal"),
    ("aids.yaml", "players: 4, shapes: 3", "players: 4, shapes: 4", "enough-shapes"),
    ("aids.yaml", "columns: 2", "columns: 3", "wall-sizes"),
    ("aids.yaml", "columns: 4, rows: 3", "columns: 5, rows: 3", "enough-murals"),
    ("aids.yaml", "reserve_points: -1", "reserve_points: -2", "scoring"),
]  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the catalogue alone, free to be broken."""
    shutil.copytree(PROJECT / "components" / "ceramus", tmp_path / "components" / "ceramus")
    return tmp_path


def test_the_box_is_complete() -> None:
    game = game_loading.load(PROJECT, "ceramus")
    assert {family.id: family.copies for family in game.families} == BOX


def test_the_catalogue_keeps_its_rules() -> None:
    assert game_loading.check(PROJECT, "ceramus") == ()


@pytest.mark.parametrize(("file", "old", "new", "rule"), BREAKS, ids=[row[3] for row in BREAKS])
def test_a_changed_value_breaks_its_rule(project: Path, file: str, old: str, new: str, rule: str) -> None:
    path = project / "components" / "ceramus" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = "\n".join(map(str, game_loading.check(project, "ceramus")))
    assert f"rule {rule} at" in found, found


def test_only_tetrominoes_take_an_original_and_three_tiles(project: Path) -> None:
    path = project / "components" / "ceramus" / "shapes.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line for line in lines if line.count("[") != 5) + "\n", encoding="utf-8")
    assert "rule original-and-three at" in "\n".join(map(str, game_loading.check(project, "ceramus")))


def test_a_marker_covers_exactly_one_original() -> None:
    game = game_loading.load(PROJECT, "ceramus")
    cell, joint = game.tables["wall"]["cell"], game.tables["wall"]["joint"]
    mural, marker = game.family("murals").outline, game.family("markers").outline
    assert (mural.width, mural.height) == (2 * cell, 2 * cell)
    assert (marker.width, marker.height) == (cell - joint, cell - joint)


def test_half_a_millimetre_shows_no_neighbour() -> None:
    """Markers and murals had art to the cut, and borders of cards ended exactly at the trim."""
    wall = game_loading.load(PROJECT, "ceramus").tables["wall"]
    assert wall["rim"] > 0.5
    assert wall["joint"] / 2 >= 0.5


def test_eight_markers_to_a_row_leave_none_alone() -> None:
    kit = game_loading.load(PROJECT, "ceramus").family("markers")
    assert 8 * kit.outline.width + 2 * kit.bleed <= 210 - 2 * 8


def test_the_licence_is_kept() -> None:
    licence = game_loading.load(PROJECT, "ceramus").licence
    for lang in ("pt-BR", "en"):
        words = licence[lang]  # type: ignore[index]
        # The authors ask for the line about ODD COLAB; Masdon Studio and Ode Odd support it.
        assert all(name in words for name in ("CC BY-NC-SA 4.0", "ODD COLAB", "Masdon Studio", "Ode Odd"))
    assert not game_loading.load(PROJECT, "ceramus").publisher
    for folder in ("components", "templates"):
        text = (PROJECT / folder / "ceramus" / "LICENSE.md").read_text(encoding="utf-8")
        assert "Wash Albuquerque" in text
        assert "Cau Spindola" in text
        assert "CC BY-NC-SA 4.0" in text


def test_the_cover_has_its_own_head() -> None:
    templates = (PROJECT / "templates" / "ceramus", PROJECT / "templates")
    book = FontBook((templates[0], PROJECT / "templates" / "_library"))
    maker = FaceMaker(game_loading.load(PROJECT, "ceramus"), "en", templates, book)
    cover = maker.page("head.svg.j2", 180, 44, s=1).svg
    assert all(f'"{style}-glazed"' in cover for style in ("medieval", "islamic", "art-nouveau", "portuguese"))


@pytest.mark.parametrize("lang", ["pt-BR", pytest.param("en", marks=pytest.mark.slow)])
def test_the_kit_builds(tmp_path: Path, lang: str) -> None:
    kit = pipeline.build_game(Order(PROJECT, lang=lang, out=tmp_path), "ceramus")
    assert kit.pdf.read_bytes().startswith(b"%PDF")
    assert {row.family: row.copies for row in kit.rows} == BOX
    assert kit.notes == ()
