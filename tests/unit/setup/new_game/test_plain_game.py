"""`prancha new --kind` of every kind that the program draws by itself, alone and in a game that is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.building import game_loading, pipeline
from prancha.building.game_loading import load
from prancha.building.order import Order
from prancha.cli import command_line, setup_commands
from prancha.model import component_kinds
from prancha.model.diagnostic import Failure
from prancha.setup.new_game import DRAWN_KINDS, KINDS, start


def build(project: Path, game: str, lang: str | None = None) -> pipeline.Kit:
    (kit,) = pipeline.build(Order(project, lang=lang), [game])
    return kit


def test_there_is_one_for_each_kind_of_the_program() -> None:
    assert set(DRAWN_KINDS) == set(component_kinds.KINDS)
    assert set(setup_commands.KINDS) == {*KINDS, *DRAWN_KINDS}


@pytest.mark.parametrize("kind", DRAWN_KINDS)
def test_each_kind_builds_at_once_without_a_word(kind: str, tmp_path: Path) -> None:
    start(tmp_path, "My Game", kind, ("en", "pt-BR"))
    assert game_loading.check(tmp_path, "my-game") == ()
    kit = build(tmp_path, "my-game")
    assert [note.message for note in kit.notes] == []
    assert kit.rows[-1].copies == DRAWN_KINDS[kind].copies
    assert "en" not in load(tmp_path, "my-game").families[-1].title.values()


def test_a_box_comes_with_cards_or_holds_those_of_the_game(tmp_path: Path) -> None:
    start(tmp_path, "boxed", "tuck-box")
    assert [family.id for family in load(tmp_path, "boxed").families] == ["cards", "box"]
    start(tmp_path, "fox", "cards")
    start(tmp_path, "fox", "tuck-box")
    assert "holds: cards " in (tmp_path / "components/fox/box.yaml").read_text()
    assert build(tmp_path, "fox").notes == ()
    start(tmp_path, "dice", "die")
    with pytest.raises(Failure, match="dice has no cards that a box could hold"):
        start(tmp_path, "dice", "tuck-box")


@pytest.mark.parametrize("palette", ["", 'palette: {ink: "#101010"}\n', 'palette:\n  ink: "#101010"\n'])
def test_cards_bring_the_colours_that_a_game_lacks(palette: str, tmp_path: Path) -> None:
    start(tmp_path, "dice", "die")
    head = tmp_path / "components/dice/game.yaml"
    assert "palette" not in head.read_text()
    head.write_text(head.read_text() + palette)
    start(tmp_path, "dice", "cards")
    colours = load(tmp_path, "dice").palette
    assert set(colours) == {"ink", "paper", "pale", "accent"}
    assert colours["ink"] == ("#101010" if palette else "#1d2b3a")


def test_a_list_becomes_no_die(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "list.csv").write_text("name\nFox\n")
    arguments = [
        "new",
        "x",
        "--kind",
        "die",
        "--from",
        str(tmp_path / "list.csv"),
        "--project",
        str(tmp_path),
    ]
    assert command_line.main(arguments) == 1
    said = capsys.readouterr()
    assert "a die has a drawing of its own, and lists become what a template draws" in said.out + said.err
