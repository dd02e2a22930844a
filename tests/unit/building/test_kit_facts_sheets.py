"""A kit of very many sheets is told of before it is drawn."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from prancha.building import pipeline
from prancha.building.kit_facts import MANY, many_sheets
from prancha.building.leaves import Pieces, group, make_leaves
from prancha.building.order import Order
from prancha.building.selection import choose_sheet
from prancha.catalogue import load_game
from prancha.cli import command_line
from prancha.model.outline import rectangle
from prancha.model.printing import DuplexName
from prancha.sheets import impose

Seen = list[tuple[str, str, int, int]]
LESS = "Stop it if those are too many; --only, --items and --copies print less"


def told(project: Path, order: Order) -> str:
    """What is told of the game before it is drawn; progress is seen in its order."""
    seen: Seen = []
    pipeline.build_game(order, "lume", lambda *step: seen.append(step))
    sentences = [step for step in seen if step[3] == 0]
    assert seen[: len(sentences)] == sentences, "told before anything is drawn"
    return "".join(step for _, step, _, _ in sentences)


def test_a_large_kit_says_how_many_sheets_and_why(lume: Path, tmp_path: Path) -> None:
    order = Order(lume, out=tmp_path, copies=600, only=("cards",), cover=False)
    assert told(lume, order) == (
        f"about 134 sheets of paper: cards 134 (1200 copies of 2 designs, 600 of sun alone). {LESS}"
    )


def test_a_small_kit_says_nothing(lume: Path, tmp_path: Path) -> None:
    assert told(lume, Order(lume, out=tmp_path)) == ""


class _Undrawn(dict[str, Any]):
    """Faces that nobody drew, each called as its component."""

    def __missing__(self, key: str) -> Any:
        return SimpleNamespace(digest=key)


@pytest.mark.parametrize("duplex", ["long", "fold", "none"])
@pytest.mark.parametrize("family", ["cards", "hexes", "tokens"])
def test_sheets_are_counted_as_they_are_laid_out(lume: Path, family: str, duplex: DuplexName) -> None:
    game = load_game(lume / "components/lume", lume)
    few = game.family(family)
    items = tuple(replace(item, copies=999) for item in few.items)
    game = replace(game, families=(replace(few, items=items),))
    order = Order(lume, duplex=duplex)
    paper, profile = choose_sheet(order)
    undrawn: Any = SimpleNamespace(fronts=_Undrawn(), backs=_Undrawn())
    laid = impose(group(game, Pieces(undrawn, profile.bleed, None)), paper, order.backs, profile)
    sheets = len(make_leaves(laid, order.backs))
    sentence = many_sheets(game, order, paper, profile)
    assert (sheets > MANY) == bool(sentence)
    if sentence:
        assert int(sentence.split()[1]) == pytest.approx(sheets, rel=0.02)


def test_boards_in_parts_and_the_largest_families_are_counted(lume: Path) -> None:
    game = load_game(lume / "components/lume", lume)
    one = game.families[0]
    boards = replace(one, id="boards", outline=rectangle(400, 280), items=(replace(one.items[0], copies=60),))
    more = [replace(one, id=f"more-{k}", items=(replace(one.items[0], copies=20),)) for k in range(4)]
    order = Order(lume)
    sentence = many_sheets(replace(game, families=(boards, *more)), order, *choose_sheet(order))
    assert "boards 180 (60 copies of sun)" in sentence
    assert sentence.endswith(f", and 2 more families. {LESS}")


def test_the_command_tells_it_on_the_standard_error_and_goes_on(
    lume: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build = ["build", "--project", str(lume), "--out", str(tmp_path), "--only", "cards", "--copies", "600"]
    assert command_line.main(build) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("lume: about ")
    assert lines[1].endswith("faces and pages drawn")
