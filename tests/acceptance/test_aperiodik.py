"""AperiodiK: the catalogue holds what the rulebook fixes, its rules bite, and both languages build."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from prancha.building import game_loading, pipeline
from prancha.building.order import Order

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.usefixtures("kept_faces")
COLOURS = {"red": 35, "blue": 15, "green": 25, "lilac": 10, "pink": 15, "grey": 1}
KINDS = {"red": 8, "blue": 1, "green": 5, "lilac": 3, "pink": 6, "grey": 1}
COPIES = {
    "tiles": 101, "market": 1, "score": 1, "meeples": 4, "coins": 64, "markers": 120, "setup": 1,
    "reference": 4, "box": 1,
}  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the catalogue and its templates that a test may change."""
    for kind in ("components", "templates"):
        shutil.copytree(ROOT / kind / "aperiodik", tmp_path / kind / "aperiodik")
    return tmp_path


def test_the_box_holds_what_the_rulebook_lists() -> None:
    game = game_loading.load(ROOT, "aperiodik")
    assert {family.id: family.copies for family in game.families} == COPIES
    tiles = game.family("tiles").items
    for colour in COLOURS:
        of_colour = [tile for tile in tiles if tile.fields["colour"] == colour]
        assert (len(of_colour), sum(tile.copies for tile in of_colour)) == (KINDS[colour], COLOURS[colour])


def test_the_catalogue_keeps_its_rules() -> None:
    assert game_loading.check(ROOT, "aperiodik") == ()


@pytest.mark.parametrize(
    ("file", "old", "new", "rule"),
    [
        ("tiles.yaml", "copies: 15", "copies: 14", "tile-colours"),
        ("tiles.yaml", "near-pink\n    copies: 4", "near-pink\n    copies: 0", "tile-every-kind"),
        ("tiles.yaml", "from: 7, to: 8, points: 10", "from: 7, to: 8, points: 9", "blue-scale"),
        ("tiles.yaml", "price: 10", "price: 9", "lilac-steal"),
        ("market.yaml", "[1, 2, 3, 4, 5]", "[1, 2, 3, 4, 6]", "market-costs"),
        ("score.yaml", "rows: 5", "rows: 4", "score-grid"),
        ("game.yaml", "players: 3, points: 40", "players: 3, points: 41", "goals"),
        ("markers.yaml", "copies: 30, player: pi", "copies: 29, player: pi", "marker-sets"),
        ("meeples.yaml", "{id: root, player: root", "{id: root, player: pi", "meeples"),
    ],
)  # fmt: skip
def test_a_changed_number_breaks_its_rule(project: Path, file: str, old: str, new: str, rule: str) -> None:
    path = project / "components" / "aperiodik" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    findings = game_loading.check(project, "aperiodik")
    named = [found for found in findings if f"rule {rule} at" in str(found)]
    assert named, [str(found) for found in findings]
    assert all(Path(found.place.file).name in (file, "rules.yaml") and found.place.line for found in named)


@pytest.mark.parametrize("lang", ["pt-BR", pytest.param("en", marks=pytest.mark.slow)])
def test_the_kit_builds(tmp_path: Path, lang: str) -> None:
    order = Order(project=ROOT, lang=lang, out=tmp_path)
    (kit,) = pipeline.build(order, ["aperiodik"])
    assert {row.family: row.copies for row in kit.rows} == COPIES
    assert {row.family: row.sheets for row in kit.rows}["tiles"] == 3
    assert kit.pdf.read_bytes().startswith(b"%PDF")
    assert json.loads(kit.manifest.read_text(encoding="utf-8"))
