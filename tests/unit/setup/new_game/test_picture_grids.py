"""Sheets of faces, as Tabletop Simulator takes decks."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from PIL import Image, ImageDraw

from prancha.cli import command_line
from prancha.model.diagnostic import Failure
from prancha.setup.new_game import FaceWishes, Started, start_with_pictures
from prancha.setup.new_game.given_pictures import read_pictures
from prancha.setup.new_game.picture_grids import likely_grid

CELL = (126, 176)


def sheet(path: Path, columns: int, rows: int, colours: list[str], empty: str = "black") -> Path:
    """A sheet with a framed cell of each of `colours`, the others `empty`."""
    wide, high = CELL
    picture = Image.new("RGB", (columns * wide, rows * high), empty)
    pen = ImageDraw.Draw(picture)
    for number, colour in enumerate(colours):
        x, y = number % columns * wide, number // columns * high
        pen.rectangle((x, y, x + wide - 1, y + high - 1), fill=colour)
        pen.rectangle((x + 10, y + 10, x + wide - 11, y + high - 11), outline="white", width=3)
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path)
    return path


def begun(
    tmp_path: Path, *sources: Path, grid: tuple[int, int] | None
) -> tuple[Started, list[dict[str, object]]]:
    """A game of the faces, and its cards."""
    started = start_with_pictures(tmp_path / "project", "deck", sources, (), FaceWishes(grid=grid))
    assert started.wrong == ()
    return started, yaml.safe_load((tmp_path / "project/components/deck/cards.yaml").read_text())["items"]


def test_a_sheet_is_cut_and_empty_cells_are_left_out(tmp_path: Path) -> None:
    source = sheet(tmp_path / "deck.png", 3, 2, ["red", "green", "blue", "green"])
    started, cards = begun(tmp_path, source, grid=(3, 2))
    assert [(card["id"], card.get("copies", 1)) for card in cards] == [
        ("deck-01", 1),
        ("deck-02", 2),
        ("deck-03", 1),
    ]
    assert started.guesses[0] == "deck.png is cut into 3 x 2 cells: 3 faces, 2 cells of one colour left out"
    assert "copies: 2 of deck-02.png (equal cells; copies: in the catalogue overrules)" in started.guesses
    with Image.open(tmp_path / "project/templates/deck/art/deck-03.png") as face:
        assert (face.size, face.getpixel((2, 2))) == (CELL, (0, 0, 255))


def test_a_single_back_is_not_cut(tmp_path: Path) -> None:
    source = sheet(tmp_path / "deck/deck.png", 3, 3, ["red", "green", "blue", "gold", "pink"])
    sheet(source.with_name("deck-back.png"), 1, 1, ["navy"])
    started, cards = begun(tmp_path, source.parent, grid=(3, 3))
    assert len(cards) == 5
    assert (
        "backs: deck-back.png behind 5 cards (by their names; back: in the catalogue overrules)"
        in started.guesses
    )


def test_cells_of_a_sheet_of_backs_stand_behind_their_fronts(tmp_path: Path) -> None:
    source = sheet(tmp_path / "deck/fronts.png", 2, 2, ["red", "red", "blue"])
    sheet(source.with_name("backs.png"), 2, 2, ["navy", "gold", "pink"])
    _, cards = begun(tmp_path, source.parent, grid=(2, 2))
    assert [card["back"] for card in cards] == [f"backs/card-0{number}.png" for number in (1, 2, 3)]


@pytest.mark.parametrize(("columns", "rows"), [(10, 7), (4, 3), (3, 3), (5, 2)])
def test_a_sheet_is_likely_by_its_edges(tmp_path: Path, columns: int, rows: int) -> None:
    colours = ["#9b2226", "#2d6a4f", "#1f4e8c", "#8a6a00", "#5b2a86"] * 14
    source = sheet(tmp_path / "deck.png", columns, rows, colours[: columns * rows - 1])
    started, _ = begun(tmp_path, source, grid=None)
    assert (
        f"deck.png looks like a sheet of {columns} x {rows} faces: --grid {columns}x{rows} cuts them apart"
        in started.notes
    )


def test_one_face_is_no_sheet(tmp_path: Path) -> None:
    source = sheet(tmp_path / "fox.png", 1, 1, ["red"])
    with Image.open(source) as face:
        face.resize((756, 1056)).save(source)
    Image.effect_mandelbrot((1260, 880), (-2, -1.2, 1, 1.2), 80).save(tmp_path / "photo.png")
    pictures, _ = read_pictures([source, tmp_path / "photo.png"])
    assert [likely_grid(one) for one in pictures] == [None, None]


def test_cells_of_too_few_pixels_are_refused(tmp_path: Path) -> None:
    source = sheet(tmp_path / "deck.png", 3, 2, ["red"])
    with pytest.raises(Failure, match=r"deck\.png has 378 x 352 pixels, too few for 10 x 7 faces"):
        begun(tmp_path, source, grid=(10, 7))
    assert not (tmp_path / "project").exists()


def test_a_list_takes_no_grid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "deck.csv"
    source.write_text("Name\nFox\n")
    assert (
        command_line.main(["new", "x", "--from", str(source), "--grid", "3x3", "--project", str(tmp_path)])
        == 1
    )
    assert "lists take no --grid" in capsys.readouterr().err
