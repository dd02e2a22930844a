"""The manifest of every game agrees with its PDF, and the command line tells it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from generator import stocktaking
from generator.catalogue import list_games
from generator.cli import main
from generator.inventory import gather

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", list_games(ROOT))
def test_designed_is_drawn_is_placed_is_in_the_pdf(game: str) -> None:
    inventory, wrong = stocktaking.take_stock(ROOT, game, "a4", None)
    assert wrong == ()
    assert inventory.components
    assert all(one.found == one.designed for one in inventory.components)
    assert sum(one.designed for one in inventory.components) == sum(
        total.copies for total in inventory.totals
    )
    assert inventory.assumptions


def test_a_piece_lost_on_the_way_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def one_short(game, lang, manifest, found):  # type: ignore[no-untyped-def]
        return gather(game, lang, manifest, found[1:])

    monkeypatch.setattr(stocktaking, "gather", one_short)
    assert main(["manifest", "ceramus", "--project", str(ROOT), "--format", "json"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["game"] == "ceramus"
    assert "error not-reconciled" in said.err


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = ["--project", str(ROOT)]
    out = tmp_path / "m.csv"
    assert main(["manifest", "dual", *project, "--format", "csv", "--out", str(out)]) == 0
    assert "grid/x-white" in out.read_text(encoding="utf-8-sig")
    assert main(["manifest", "dual", *project, "--compare", str(out)]) == 0
    assert capsys.readouterr().out == f"{out} says what the catalogue says\n"
    text = re.sub(
        "^pawns/sky,.*", "pawns/sky,,,,,,3", out.read_text(encoding="utf-8-sig"), flags=re.MULTILINE
    )
    out.write_text(text)
    assert main(["manifest", "dual", *project, "--compare", str(out)]) == 1
    assert (
        'error list-count [pawns/sky]: row 29: the list has 3 of "pawns/sky", the catalogue 2'
        in capsys.readouterr().out
    )
    assert main(["manifest", "dul", *project]) == 2
    assert main(["manifest", "dual", *project, "--format", "xlsx"]) == 2
    assert "give --out FILE.xlsx" in capsys.readouterr().err
    assert main(["manifest", "dual", *project, "--compare", str(tmp_path / "none.csv")]) == 1
    assert "error list-unreadable: the list cannot be read: No such file" in capsys.readouterr().err
