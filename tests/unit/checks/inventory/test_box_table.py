"""The table of stacks: heights bare and in sleeves, grams, and the box that all of it goes into."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from prancha.building.game_loading import load
from prancha.checks.inventory.box_table import box_cells, box_sentences, box_table
from prancha.cli.command_line import main
from tests.unit.export.table_exports import add

BOX = """\
title: {pt-BR: Caixa, en: Box}
kind: tuck-box
holds: [cards]
items:
  - {id: box, title: Lume, fill: "#334455"}
"""


def test_stacks_of_cards_and_board(lume: Path) -> None:
    add(lume, box=BOX)
    game_file = lume / "components/lume/game.yaml"
    game_file.write_text(game_file.read_text() + "stocks: {card: {thickness: 0.3 mm}}\n")
    game = load(lume, "lume")
    box = box_table(game, game.families)
    assert box is not None
    rows = {row.family: row for row in box.rows}
    assert "box" not in rows  # it holds the others
    cards = rows["cards"]
    assert (cards.copies, cards.width, cards.depth) == (12, 63, 88)
    assert cards.height == pytest.approx(12 * 0.3)
    assert cards.sleeved == pytest.approx(12 * (0.3 + 0.18), abs=0.01)
    # 12 cards of 300 g/m² at 0.32 mm, here 0.3 mm thick.
    assert cards.grams == pytest.approx(12 * 0.063 * 0.088 * 300 * 0.3 / 0.32, abs=0.1)
    assert rows["tokens"].sleeved is None
    assert box.grams == pytest.approx(sum(row.grams for row in box.rows), abs=0.2)
    deep = sum(row.height for row in box.rows)
    assert box.bare[2] == pytest.approx(deep + 1, abs=0.05)
    assert box.sleeved is not None
    assert box.sleeved[0] >= 92
    assert box.sleeved[2] == pytest.approx(deep + 1 + 12 * 0.18, abs=0.05)
    assert box_cells(box)[0][0] == "family"
    assert [row[0] for row in box_cells(box)[1:]] == [*rows, "all"]
    assert "smallest tuck box" in next(box_sentences(box))
    assert box_table(game, []) is None


def test_stats_end_with_the_box(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["stats", "lume", "--project", str(lume)]
    assert main(given) == 0
    told = capsys.readouterr().out
    assert "In the box\n  family" in told
    assert "smallest tuck box, all stacks on each other: " in told
    assert main([*given, "--format", "json"]) == 0
    tree = json.loads(capsys.readouterr().out)
    assert [row["family"] for row in tree["box"]["rows"]] == ["cards", "hexes", "tokens"]
    assert main([*given, "--format", "html"]) == 0
    assert "<h2>In the box</h2>" in capsys.readouterr().out
    assert main([*given, "--draw", "1", "--of", "cards", "--where", "id=sun"]) == 0
    assert "In the box" not in capsys.readouterr().out
