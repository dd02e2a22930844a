"""Scenes for shop pages: sizes, grounds, everything in the frame, the same bytes, and what is refused."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from prancha.building import steps
from prancha.building.components import component_kit
from prancha.building.order import Order
from prancha.building.scene_pictures import scene_picture
from prancha.cli import command_line
from prancha.export.scenes.arranging import together
from prancha.export.scenes.table_scene import table_solids
from prancha.model.box import bounds, overlap
from prancha.model.play_table import SCENE
from prancha.model.table_layout import lay_out
from tests.unit.export.exported_folder import folder_problems, written
from tests.unit.export.table_exports import BOARD, DIE, DRAWN, STANDEE, add
from tests.unit.export.test_picture_files import export

TABLE = """\
size: 900 x 900 mm
seats: [fox, hen, owl]
lay:
  track: {items: [track/track], at: [0 mm, 0 mm]}
  hero: {family: hero, count: 2, on: track/track, spaces: [1, 2]}
  hand: {family: cards, shuffled: true, count: 3, as: hand, seat: each}
  deck: {family: cards, shuffled: true, face: down, at: [-300 mm, 0 mm]}
  lands: {family: hexes, as: row, at: [0 mm, -200 mm]}
  bag: {family: tokens, as: bag, at: [300 mm, 0 mm]}
  die: {family: die, at: [300 mm, 200 mm]}
players: {2: {}}
"""
BOX = """\
title: {pt-BR: Caixa, en: Box}
kind: tuck-box
holds: [cards]
items:
  - {id: box, title: Lume, fill: "#334455"}
"""
WALLS = """\
title: {pt-BR: Muros, en: Walls}
kind: screen
size: 90 x 60 mm
items: [{id: one, copies: 3}]
"""
RECORDED_WITH = {"pillow": "13.0.0", "pypdfium2": "5.15.2"}
PIXELS = {
    "box.png": "6501d76112335202b490bbbb",
    "contents.png": "716768cd42cf2113f4e3caa2",
    "fan.png": "e25cbbc2e1daf3a060141977",
    "hand.png": "5296b9e74a7bd9b278be602c",
    "spread.png": "b90b055a025a45c093e9c983",
    "table-2.png": "2f6ec0c059a7cea87d5ab6b5",
}
"""What `pixels_of` found for scenes of 480 x 270 pixels."""
ALL = ("box.png", "contents.png", "fan.png", "hand.png", "spread.png", "table-2.png")


@pytest.fixture
def game(lume: Path) -> Path:
    """The tiny game with a board, stand-ups, a die, a tuck box and a set-up."""
    add(lume, track=BOARD, hero=STANDEE, die=DIE.replace("SIDES", "6"), box=BOX)
    (lume / "templates/lume/track.svg.j2").write_text(DRAWN)
    (lume / "components/lume/table.yaml").write_text(TABLE, encoding="utf-8")
    return lume


def scenes(project: Path, *options: str) -> Path:
    assert export(project, "--no-check", *options, to="scenes") == 0
    (folder,) = (project / "output/lume/export").glob("scenes*")
    return folder


def test_all_scenes_at_a_named_size_with_nothing_at_the_edge(game: Path) -> None:
    folder = scenes(game, "--size", "itch", "--ground", "transparent")
    assert folder_problems(folder) == []
    assert tuple(sorted(path.name for path in folder.glob("*.png"))) == ALL
    for name in ALL:
        picture = Image.open(folder / name)
        assert (picture.size, picture.mode) == ((630, 500), "RGBA")
        solid = picture.getchannel("A").point(lambda value: 255 if value > 200 else 0).getbbox()
        assert solid is not None
        left, top, right, bottom = solid
        # Something reaches the margin of 6 % on two sides, and nothing reaches into it.
        assert min(left, top, 630 - right, 500 - bottom) in (29, 30, 31), name
        assert picture.getchannel("A").getbbox() != (0, 0, 630, 500) or name == "table-2.png"


def test_a_part_without_the_board_of_the_set_up_has_no_table(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = scenes(game, "--size", "400x300", "--only", "box")
    assert sorted(path.name for path in folder.glob("*.png")) == ["box.png", "contents.png"]
    assert "no picture of the table in play" in " ".join(capsys.readouterr().err.split())


def test_a_scene_on_a_colour_is_that_of_a_transparent_one(game: Path) -> None:
    first = scenes(game, "--size", "400x300", "--ground", "transparent")
    clear = Image.open(first / "fan.png")
    other = export(game, "--no-check", "--size", "400x300", "--ground", "#ff00ff", to="scenes")
    assert other == 0
    (second,) = (one for one in (game / "output/lume/export").glob("scenes*") if one != first)
    picture = Image.open(second / "fan.png")
    assert picture.mode == "RGB"
    assert picture.getpixel((2, 2)) == (255, 0, 255)
    under = Image.new("RGBA", clear.size, (255, 0, 255, 255))
    under.alpha_composite(clear)
    worst = max(high for _, high in ImageChops.difference(under.convert("RGB"), picture).getextrema())  # type: ignore[misc]
    assert worst <= 3


def test_scenes_are_the_same_bytes_again(game: Path) -> None:
    before = written(scenes(game, "--size", "480x270"))
    assert written(scenes(game, "--size", "480x270", "--no-cache")) == before


def pixels_of(folder: Path) -> dict[str, str]:
    """Digests of mode, size and pixels of the pictures in a folder: PNGs differ with the version of zlib."""
    found = {}
    for path in sorted(folder.glob("*.png")):
        picture = Image.open(path)
        data = f"{picture.mode} {picture.size} ".encode() + picture.tobytes()
        found[path.name] = hashlib.sha256(data).hexdigest()[:24]
    return found


@pytest.mark.skipif(
    any(importlib.metadata.version(name) != known for name, known in RECORDED_WITH.items()),
    reason="the pixels were recorded with other versions of Pillow and PDFium",
)
def test_scenes_have_the_pixels_that_were_recorded(game: Path) -> None:
    assert pixels_of(scenes(game, "--size", "480x270")) == PIXELS


OLDER = "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F,-AVX512VL"
"""Has the C library compute sines and cosines as on processors without these instructions."""


@pytest.mark.parametrize(
    "given",
    [
        {"LC_ALL": "C", "TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "1", "GLIBC_TUNABLES": OLDER},
        {"LC_ALL": "de_DE.UTF-8", "PYTHONHASHSEED": "42", "OMP_NUM_THREADS": "1", "PRANCHA_LIMITS": "off"},
    ],
)
def test_pixels_do_not_depend_on_how_the_process_was_started(
    game: Path, tmp_path: Path, given: Mapping[str, str]
) -> None:
    here = pixels_of(scenes(game, "--size", "480x270"))
    assert tuple(here) == ALL
    shutil.rmtree(game / "output")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    command = ["export", "lume", "--to", "scenes", "--no-check", "--no-cache", "--size", "480x270"]
    run = subprocess.run(
        [sys.executable, "-m", "prancha", *command, "--project", str(game)],
        cwd=elsewhere,
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    (folder,) = (game / "output/lume/export").glob("scenes*")
    assert pixels_of(folder) == here


def test_a_picture_of_the_table_from_python(game: Path) -> None:
    opened = steps.open_game(Order(game, check=False), "lume")
    drawing = steps.draw_game(opened)
    data = scene_picture(opened.game, drawing, opened.lang, (600, 400), ground=(255, 255, 255))
    assert data == scene_picture(opened.game, drawing, opened.lang, (600, 400), ground=(255, 255, 255))
    assert data != scene_picture(
        opened.game, drawing, opened.lang, (600, 400), ground=(255, 255, 255), seed=2
    )
    with pytest.raises(KeyError):
        scene_picture(opened.game, drawing, opened.lang, (600, 400), players=5)


def test_pictures_show_the_scene_and_leave_together_what_lies_close(game: Path) -> None:
    close = "scene: {lay: {die: {at: [-300 mm, 60 mm]}, lands: {at: [0 mm, 250 mm]}}}\n"
    (game / "components/lume/table.yaml").write_text(TABLE + close)
    opened = steps.open_game(Order(game, check=False), "lume")
    drawing = steps.draw_game(opened)
    kit = component_kit(opened.game, drawing, opened.lang)
    for players, stays in ((SCENE, True), (2, False)):
        laid = lay_out(opened.game, players, drawn=kit.spaces)
        moved = {one.place: one for one in together(laid, laid.pieces, 1.5, lambda _: 0.0)}
        die, deck = moved["die"], moved["deck"]
        assert ((deck.x - die.x, deck.y - die.y) == pytest.approx((0, -60))) is stays
        assert deck.x > -250, "moved to the middle"
    data = scene_picture(opened.game, drawing, opened.lang, (300, 200))
    assert data != scene_picture(opened.game, drawing, opened.lang, (300, 200), players=2)
    assert (scenes(game, "--size", "300x200", "--ground", "transparent") / "table-2.png").read_bytes() == data


def test_screens_of_players_show_their_outside_to_the_others_and_hide_nothing(game: Path) -> None:
    add(game, walls=WALLS)
    table = TABLE.replace(
        "players:", "  wall: {family: walls, count: 1, seat: each, at: [0 mm, -40 mm]}\nplayers:"
    )
    (game / "components/lume/table.yaml").write_text(table, encoding="utf-8")
    opened = steps.open_game(Order(game, check=False), "lume")
    kit = component_kit(opened.game, steps.draw_game(opened), opened.lang)
    laid = lay_out(opened.game, drawn=kit.spaces)
    assert [one.seat for one in laid.pieces if one.key == "walls/one"] == ["fox", "hen"]
    solids = table_solids(kit, laid, (1200, 800))
    outsides = {
        one.foot: surface.normal[1]
        for one in solids
        if one.casts == ()
        for surface in one.surfaces
        if surface.face is not None and surface.face.side == "front" and abs(surface.normal[1]) > 0.99
    }
    assert sorted(round(way) for way in outsides.values()) == [-1, 1], "the middle panels of both"
    for foot in outsides:
        left, _, right, _ = bounds(foot)
        top = min(y for _, y in foot)
        hidden = left, top - 40, right, top - 1
        flat = [one for one in solids if one.casts is None and one.high < 20]
        assert flat
        assert not [one for one in flat if overlap(bounds(one.foot), hidden)]


def test_a_game_without_a_set_up_has_the_other_scenes(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = scenes(lume, "--size", "400x300")
    assert sorted(path.name for path in folder.glob("*.png")) == [
        "contents.png", "fan.png", "hand.png", "spread.png",
    ]  # fmt: skip
    assert "no picture of the table in play: there is no table.yaml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--size", "huge"), '--size "huge" is no size of a picture'),
        (("--size", "8000x8000"), "--size 8000x8000: this would take 5120 MB of memory; the most is 1200"),
        (("--size", "9000x900"), "--size 9000x900: a side has 200 to 8000 pixels"),
        (("--ground", "felt"), '--ground "felt" is no colour'),
    ],
)
def test_what_cannot_be_is_refused_before_it_starts(
    options: tuple[str, str], told: str, lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(lume, *options, to="scenes") == 2
    assert told in capsys.readouterr().err
    assert not (lume / "output/lume/export").exists()


def test_a_set_up_that_cannot_be_laid_says_which_place(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = "lay:\n  deck: {family: cards, count: 99, at: [0 mm, 0 mm]}\nplayers: {2: {}}\n"
    (lume / "components/lume/table.yaml").write_text(table)
    assert export(lume, "--no-check", to="scenes") == 1
    assert 'table.yaml:2:32: error too-few-pieces: "deck" takes 99 pieces' in " ".join(
        capsys.readouterr().err.split()
    )


def test_builds_without_checks_refuse_a_set_up_only_where_it_cannot_be_laid(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = lume / "components/lume/table.yaml"
    table.write_text("lay:\n  deck: {family: cards, at: [445 mm, 0 mm]}\nplayers: {2: {}, 3: {}}\n")
    assert command_line.main(["build", "lume", "--project", str(lume)]) == 1
    assert "off-the-table" in capsys.readouterr().err
    assert command_line.main(["build", "lume", "--no-check", "--project", str(lume)]) == 0
    assert "off-the-table" not in capsys.readouterr().err
    table.write_text("lay:\n  deck: {items: [hexes/none], at: [0 mm, 0 mm]}\nplayers: {2: {}, 3: {}}\n")
    assert command_line.main(["build", "lume", "--no-check", "--project", str(lume)]) == 1
    table.write_text("lay:\n  deck: {family: cards, count: 99, at: [0 mm, 0 mm]}\nplayers: {2: {}, 3: {}}\n")
    assert command_line.main(["build", "lume", "--no-check", "--project", str(lume)]) == 1
    assert "too-few-pieces" in capsys.readouterr().err
