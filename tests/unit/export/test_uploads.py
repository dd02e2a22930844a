"""Tables that take pictures by hand: lists closed, copies, sizes to the pixel; faults are found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.unit.export.exported_folder import PrintedSheets, folder_problems, unlike, written
from tests.unit.export.table_exports import BOARD, DIE, STANDEE, add, assert_told, change, exported
from tests.unit.export.upload_lists import rows, screentop_problems, tabletopia_problems

PROBLEMS = {"tabletopia": tabletopia_problems, "screentop": screentop_problems}


@pytest.mark.parametrize("table", PROBLEMS)
def test_lists_name_every_picture_and_every_copy(lume: Path, table: str) -> None:
    folder = exported(lume, table)
    assert folder_problems(folder) == []
    assert PROBLEMS[table](folder) == []
    before = written(folder)
    exported(lume, table)
    assert written(folder) == before


def test_the_licence_stands_in_the_language_of_each_part(lume: Path) -> None:
    game = lume / "components/lume/game.yaml"
    text = game.read_text().replace("licence: CC0", 'licence: {pt-BR: "uso livre", en: "free to use"}')
    game.write_text(text)
    told = (exported(lume, "screentop") / "READ-ME-FIRST.txt").read_text("utf-8")
    portuguese, english = told.split("What to do with this folder")
    assert "uso livre" in portuguese
    assert "free" not in portuguese
    assert english.strip().endswith("free to use")


def test_each_side_of_a_piece_is_a_picture(lume: Path) -> None:
    folder = exported(lume, "tabletopia")
    sun = rows(folder, "upload.csv")[0]
    assert (sun["id"], sun["title"], sun["copies"]) == ("sun", "Coração do sol", "8")
    assert (sun["front"], sun["back"]) == ("cards/sun-front.png", "cards/common-back.png")
    printed = PrintedSheets(lume, "lume")
    for side in ("front", "back"):
        picture = Image.open(folder / sun[side])
        assert (picture.size, picture.mode) == ((496, 693), "RGB")
        assert unlike(picture, printed.piece("cards/sun", side, picture.size)) <= 2
    token = Image.open(folder / "tokens/one-front.png")
    assert (token.size, token.mode) == ((157, 157), "RGBA")
    assert token.getchannel("A").getpixel((0, 0)) == 0


def test_a_sheet_has_its_pieces_in_rows(lume: Path) -> None:
    folder = exported(lume, "screentop")
    printed = PrintedSheets(lume, "lume")
    for one in rows(folder, "components.csv")[:2]:
        sheet = Image.open(folder / one["front_sheet"])
        width, height = int(one["width_px"]), int(one["height_px"])
        x, y = (int(one["column"]) - 1) * width, (int(one["row"]) - 1) * height
        cell = sheet.crop((x, y, x + width, y + height))
        assert unlike(cell, printed.piece(f"cards/{one['id']}", "front", cell.size)) <= 2
    hexes = Image.open(folder / "hexes-front.png")
    assert hexes.mode == "RGBA"
    assert hexes.getchannel("A").getpixel((1, 1)) == 0


@pytest.mark.parametrize("table", PROBLEMS)
def test_boards_and_stand_ups_are_there_and_dice_are_not(
    lume: Path, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    add(lume, track=BOARD, die=DIE.replace("SIDES", "6"), figures=STANDEE)
    folder = exported(lume, table)
    assert PROBLEMS[table](folder, left_out=("die",)) == []
    assert "Dado: left out" in capsys.readouterr().err
    name = "figures/hero-back.png" if table == "tabletopia" else "figures-back.png"
    assert Image.open(folder / name).size == (197, 315)


def cropped(name: str) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        picture = Image.open(folder / name)
        picture.crop((0, 0, picture.width - 1, picture.height)).save(folder / name)

    return act


FAULTS: list[tuple[str, Callable[[Path], object], str]] = [
    ("tabletopia", lambda p: (p / "cards/sun-front.png").unlink(), "sun-front.png is not there"),
    ("tabletopia", lambda p: (p / "cards/x.png").write_bytes(b"x"), "cards/x.png is not used"),
    ("tabletopia", change("upload.csv", ",8,", ",7,"), "copies are"),
    ("tabletopia", cropped("cards/moon-front.png"), "moon-front.png has (88, 125)"),
    ("tabletopia", change("upload.csv", "63.0,88.0", "63.0,63.0"), "sun is of another shape"),
    ("screentop", lambda p: (p / "cards-front.png").unlink(), "cards-front.png is not there"),
    ("screentop", change("components.csv", "sol,8", "sol,9"), "copies are"),
    ("screentop", change("components.csv", ",2,2,1,moon", ",2,1,1,moon"), "moon is in no cell"),
    ("screentop", cropped("cards-front.png"), "cards-front.png has"),
    ("screentop", cropped("cards-common-back.png"), "cards-common-back.png has (88, 125)"),
]


@pytest.mark.parametrize(("table", "break_it", "told"), FAULTS)
def test_the_readers_find_faults(
    lume: Path, table: str, break_it: Callable[[Path], object], told: str
) -> None:
    folder = exported(lume, table, "--dpi", "36")
    assert PROBLEMS[table](folder) == []
    assert_told((break_it, told), folder, lambda: PROBLEMS[table](folder))
