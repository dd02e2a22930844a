"""Card Game Simulator: references closed, copies, one size of all cards; faults are found."""

# ruff: noqa: E501 - a table of faults

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.unit.export.cgs_game import CgsGame
from tests.unit.export.exported_folder import PrintedSheets, folder_problems, unlike, written
from tests.unit.export.table_exports import BOARD, DIE, STANDEE, Fault, add, assert_told, change, exported

COPIES = {"cards-sun": 8, "cards-moon": 4, "hexes-land": 5, "hexes-sea": 3, "tokens-one": 6}


def test_all_pieces_are_cards_as_they_are_printed(lume: Path) -> None:
    folder = exported(lume, "cgs")
    assert folder_problems(folder) == []
    game = CgsGame(folder)
    assert game.problems(COPIES) == []
    assert game.folder.name == game.about["name"] == "Lume"
    assert game.about["cardSize"] == {"x": 2.4803, "y": 3.4646}
    assert game.cards[0] == {
        "id": "cards-sun", "name": "Coração do sol", "set": "cards", "setname": "Cartas",
        "backs": ["cards-common"], "family": "Cartas", "text": "Coração do sol custo: 1",
    }  # fmt: skip
    printed = PrintedSheets(lume, "lume")
    inner = (20, 20, 476, 673)
    for file, side in (("sets/cards/cards-sun", "front"), ("backs/cards-common", "back")):
        picture = Image.open(game.folder / f"{file}.png")
        assert (picture.size, picture.mode) == ((496, 693), "RGBA")
        piece = printed.piece("cards/sun", side, (496, 693)).crop(inner)
        assert unlike(picture.crop(inner), piece) <= 2
    token = Image.open(game.folder / "sets/tokens/tokens-one.png")
    assert token.getchannel("A").getbbox() == (169, 267, 326, 425)  # 20 mm across, in the middle
    blank = Image.open(game.folder / "backs/tokens-blank.png")
    assert blank.getchannel("A").tobytes() == token.getchannel("A").tobytes()
    assert blank.convert("RGB").crop((230, 330, 260, 360)).getextrema() == ((255, 255),) * 3
    before = written(folder)
    exported(lume, "cgs")
    assert written(folder) == before


def test_what_is_larger_is_made_smaller_and_told(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hexes = lume / "components/lume/hexes.yaml"
    hexes.write_text(hexes.read_text().replace("size: 40 mm", "size: 80 mm"))
    game = CgsGame(exported(lume, "cgs", "--no-check"))
    assert game.problems(COPIES) == []
    box = Image.open(game.folder / "sets/hexes/hexes-sea.png").getchannel("A").getbbox()
    assert box is not None
    assert (box[0], box[2]) == (0, 496)
    assert "Hexágonos: larger than the cards" in capsys.readouterr().err


def test_boards_come_with_a_card_and_dice_are_left_out(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(lume, track=BOARD, die=DIE.replace("SIDES", "6"), figures=STANDEE)
    game = CgsGame(exported(lume, "cgs"))
    assert game.problems(COPIES | {"figures-hero": 2}) == []
    (board,) = game.about["gameBoardCards"]
    assert board["card"] == "figures-hero.figures-hero"
    assert board["boards"][0]["size"] == {"x": 7.874, "y": 1.9685}
    assert Image.open(game.folder / "boards/track-track-front.png").size == (1575, 394)
    assert "Dado: left out" in capsys.readouterr().err


def test_a_board_alone_is_a_card(lume: Path) -> None:
    add(lume, track=BOARD)
    game = CgsGame(exported(lume, "cgs", "--only", "track"))
    assert game.problems({"track-track": 1}) == []


FAULTS: dict[str, Fault] = {
    "a card gone": (lambda p: (p / "sets/cards/cards-sun.png").unlink(), "cards-sun.png is not there"),
    "a back gone": (lambda p: (p / "backs/hexes-blank.png").unlink(), "hexes-blank.png is not there"),
    "a picture more": (lambda p: (p / "sets/x.png").write_bytes((p / "CardBack.png").read_bytes()), "sets/x.png is not used"),
    "a strange key": (change("cgs.json", '"autoUpdate"', '"autoupdate"'), "no property autoupdate"),
    "a deck less": (lambda p: (p / "decks/Fichas.txt").unlink(), "decks/Fichas.txt is not there"),
    "another id": (change("decks/Cartas.txt", "cards-sun.", "cards-son."), "cards-son.cards-common in Cartas"),
    "another count": (change("decks/Cartas.txt", "8 [", "7 ["), "copies are"),
    "no back told": (change("cgs.json", '"url": "backs/cards-common.png"', '"url": "backs/c.png"'), "lacks backs/cards-common"),
    "not on the table": (change("cgs.json", '"gameStartDecks": [\n  {', '"gameStartDecks": [\n  {"name": "x"}, {'), "not all decks"),
    "another size": (lambda p: Image.new("RGBA", (9, 9)).save(p / "backs/cards-common.png"), "sizes"),
    "another shape": (change("cgs.json", "2.4803", "2.6"), "another shape than cards"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_the_reader_finds_faults(lume: Path, fault: str) -> None:
    folder = exported(lume, "cgs", "--dpi", "36")
    assert_told(FAULTS[fault], folder / "Lume", lambda: CgsGame(folder).problems(COPIES))
