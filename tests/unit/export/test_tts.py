"""Tabletop Simulator: references closed, copies, pixels, slots that stay, and nothing half-written."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from prancha.cli import command_line
from prancha.setup.new_game import start_like
from tests.unit.export.exported_folder import PrintedSheets, folder_problems, unlike, written
from tests.unit.export.table_exports import BOARD, DIE, STANDEE, add
from tests.unit.export.tts_folder import TtsFolder


def export(project: Path, *options: str, game: str = "lume") -> int:
    return command_line.main(["export", game, "--to", "tts", "--project", str(project), *options])


def out(project: Path, name: str = "tts", game: str = "lume") -> Path:
    return project / "output" / game / "export" / name


def test_all_pieces_are_there_as_they_are_printed(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export(lume) == 0
    folder = out(lume)
    assert folder_problems(folder) == []
    read = TtsFolder(folder)
    assert read.problems() == []
    assert [one["Name"] for one in read.save["ObjectStates"]] == ["DeckCustom", "Bag", "Bag", "Notecard"]
    deck = read.save["ObjectStates"][0]
    assert deck["DeckIDs"] == [100] * 8 + [101] * 4
    assert deck["Transform"]["scaleX"] == pytest.approx(88 / 88.9, abs=1e-4)
    assert deck["ContainedObjects"][0]["Nickname"] == "Coração do sol"
    assert deck["ContainedObjects"][0]["GMNotes"] == "lume/cards/sun 1"
    sheet = deck["CustomDeck"]["1"]
    assert (sheet["BackIsHidden"], sheet["UniqueBack"], sheet["Type"]) == (True, False, 0)
    picture = Image.open(read.picture(sheet["FaceURL"]))
    assert picture.size == (5 * 744, 1039)
    printed = PrintedSheets(lume, "lume")
    for slot, name in enumerate(("sun", "moon")):
        cell = picture.crop((744 * slot, 0, 744 * (slot + 1), 1039))
        assert unlike(cell, printed.piece(f"cards/{name}", "front", cell.size)) <= 2, name
    back = Image.open(read.picture(sheet["BackURL"]))
    assert unlike(back, printed.piece("cards/sun", "back", back.size)) <= 2
    hexes = {one["CustomImage"]["ImageURL"] for one in read.pieces() if one["Name"] == "Custom_Token"}
    assert len(hexes) == 2
    assert all(Image.open(read.picture(url)).mode == "RGBA" for url in hexes)
    assert Image.open(read.file.with_suffix(".png")).size == (256, 256)
    assert "sizes of tiles, boards and tokens beside cards are not confirmed" in capsys.readouterr().err
    before = written(folder)
    assert export(lume) == 0
    assert written(folder) == before


def test_a_table_is_set_up_as_table_yaml_says(lume: Path) -> None:
    (lume / "components/lume/table.yaml").write_text(
        """\
size: 600 x 400 mm
lay:
  hand: {family: cards, shuffled: true, count: 2, as: hand, seat: each}
  top: {items: [cards/moon, cards/sun], at: [0 mm, 0 mm]}
  deck: {family: cards, shuffled: true, face: down, at: [100 mm, -50 mm]}
  lands: {family: hexes, where: {id: land}, as: row, at: [-60 mm, 0 mm]}
  coins: {family: tokens, as: bag, at: [200 mm, 100 mm]}
box: [hexes]
counters: {points: {title: Pontos, start: 3, at: [0 mm, 150 mm]}}
""",
        encoding="utf-8",
    )
    given = ["export", "lume", "--to", "tts", "--players", "2", "--project", str(lume)]
    assert command_line.main(given) == 0
    folder = TtsFolder(lume / "output/lume/export/tts-players-2")
    assert folder.problems() == []
    things = folder.save["ObjectStates"]
    units = 3.15 / 88.9  # of the table per mm: as large as cards are

    def at(x: float, y: float) -> list[dict[str, Any]]:
        spots = [(one["Transform"]["posX"], one["Transform"]["posZ"]) for one in things]
        return [
            one
            for one, (right, far) in zip(things, spots, strict=True)
            if abs(right - x * units) < 0.01 and abs(far + y * units) < 0.01
        ]

    (deck,) = at(100, -50)
    assert (deck["Name"], len(deck["DeckIDs"]), deck["Transform"]["rotZ"]) == ("DeckCustom", 6, 180)
    (pile,) = at(0, 0)
    inside = [one["GMNotes"].split()[0] for one in pile["ContainedObjects"]]
    assert inside == ["lume/cards/sun", "lume/cards/moon"]  # face up, the last card is on top
    assert pile["Transform"]["rotZ"] == 0
    (bag,) = at(200, 100)
    assert (bag["Name"], len(bag["ContainedObjects"])) == ("Bag", 6)
    hands = [one["Transform"] | {"count": len(one["DeckIDs"])} for one in (at(0, 200)[0], at(0, -200)[0])]
    assert [(one["rotY"], one["rotZ"], one["count"]) for one in hands] == [(180, 180, 2), (0, 180, 2)]
    (counter,) = at(0, 150)
    assert (counter["Counter"], counter["Nickname"]) == ({"value": 3}, "Pontos")
    lands = sorted(one["Transform"]["posX"] for one in things if one["GMNotes"].startswith("lume/hexes/land"))
    assert len(lands) == 5
    steps = {round((b - a) / units, 1) for a, b in pairwise(lands)}
    assert len(steps) == 1
    # What no place takes waits beside the table.
    (rest,) = (one for one in things if one["Transform"]["posX"] < -300 * units and one["Name"] == "Bag")
    assert [one["GMNotes"].split()[0] for one in rest["ContainedObjects"]] == ["lume/hexes/sea"] * 3


EXAMPLES: dict[tuple[str, int], dict[tuple[str, str, int], int]] = {
    ("roll-and-write", 1): {
        ("Custom_Dice", "up", 0): 3, ("CardCustom", "up", 0): 1, ("DeckCustom", "down", 5): 1,
    },
    ("roll-and-write", 6): {("Custom_Dice", "up", 0): 3, ("CardCustom", "up", 0): 6},
    ("storytelling", 4): {("DeckCustom", "down", 8): 1},
    ("trick-taking", 4): {("DeckCustom", "down", 9): 4, ("Counter", "up", 0): 4},
    ("wargame", 2): {("Custom_Tile", "up", 0): 120},
}  # fmt: skip
"""Objects by name, side that is up and pieces inside, as the rules of the examples say."""


@pytest.mark.parametrize(("example", "players"), list(EXAMPLES))
def test_examples_are_set_up_as_their_rules_say(tmp_path: Path, example: str, players: int) -> None:
    start_like(tmp_path, "Play", example)
    assert export(tmp_path, "--players", str(players), game="play") == 0
    read = TtsFolder(out(tmp_path, f"tts-players-{players}", "play"))
    assert read.problems() == []
    things = [one for one in read.save["ObjectStates"] if one["Name"] != "Notecard"]
    assert EXAMPLES[example, players] == Counter(
        (
            one["Name"],
            "down" if one["Transform"]["rotZ"] == 180 else "up",
            len(one.get("ContainedObjects", ())),
        )
        for one in things
    )
    spots = Counter((one["Transform"]["posX"], one["Transform"]["posZ"]) for one in things)
    assert set(spots.values()) == {1}


def numbers_of(read: TtsFolder) -> dict[str, Any]:
    """The number of each card by its id; None for what is no card."""
    return {one["GMNotes"].partition(" ")[0].rpartition("/")[2]: one.get("CardID") for one in read.pieces()}


def test_a_card_keeps_its_number_over_revisions(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export(lume, "--no-check") == 0
    path = lume / "components" / "lume" / "cards.yaml"
    old = path.read_text()
    tokens = {name for name in written(out(lume)) if "tokens" in name}
    sheet = {name for name in written(out(lume)) if "cards-sheet" in name}
    new = "  - {id: dawn, copies: 2, cost: 3, name: {pt-BR: Aurora, en: Dawn}}\n  - {id: moon"
    path.write_text(old.replace("  - {id: moon", new).replace("id: sun", "id: star"))
    assert export(lume, "--no-check") == 0
    read = TtsFolder(out(lume))
    assert read.problems() == []
    numbers = numbers_of(read)
    assert (numbers["moon"], numbers["star"], numbers["dawn"]) == (101, 102, 103)
    assert "their places are kept empty: cards/sun" in capsys.readouterr().err
    assert {name for name in written(out(lume)) if "tokens" in name} == tokens
    assert {name for name in written(out(lume)) if "cards-sheet" in name}.isdisjoint(sheet)
    path.write_text(old)  # what comes back has its place again
    assert export(lume, "--no-check") == 0
    numbers = numbers_of(TtsFolder(out(lume)))
    assert (numbers["sun"], numbers["moon"]) == (100, 101)


@pytest.mark.parametrize(
    ("assets", "name"),
    [("https://example.org/den", "tts-https-example.org-den"), ("file", "tts-file")],
)
def test_pictures_are_named_as_asked(assets: str, name: str, lume: Path) -> None:
    assert export(lume, "--assets", assets, "--only", "tokens") == 0
    (folder,) = out(lume).parent.glob("tts-only-tokens-*")
    assert folder.name == name.replace("tts-", "tts-only-tokens-")
    base = f"{assets}/" if assets != "file" else f"file:///{folder.as_posix().lstrip('/')}/Mods/Images/"
    assert TtsFolder(folder, base).problems() == []


def test_a_whole_save_has_table_hands_and_notebook(lume: Path) -> None:
    assert export(lume, "--whole-save", "--only", "tokens") == 0
    read = TtsFolder(out(lume, "tts-only-tokens-whole_save"), where="Saves")
    assert read.problems() == []
    assert read.save["TabStates"]["0"]["body"].startswith("Componentes:\nFichas: 6\n= 6 peças")
    assert sum(one["Name"] == "HandTrigger" for one in read.save["ObjectStates"]) == 6


def test_boards_have_snap_points_dice_and_standees_their_sides(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add(lume, track=BOARD, die=DIE.replace("SIDES", "6"), odd=DIE.replace("SIDES", "8"), figures=STANDEE)
    assert export(lume, "--only", "track,die,odd,figures") == 0
    (folder,) = out(lume).parent.glob("tts-only-*")
    read = TtsFolder(folder)
    assert read.problems() == []
    of = {one["Name"]: one for one in read.pieces()}
    assert set(of) == {"Custom_Tile", "Custom_Dice", "Die_8", "Figurine_Custom"}
    points = [one["Position"] for one in of["Custom_Tile"]["AttachedSnapPoints"]]
    # Middles at 10 + 20.75 / 2 mm and every 22.75 mm: from the middle of 200 x 50, in halves of 50 mm.
    assert [p["x"] for p in points] == pytest.approx(
        [(100 - 20.375 - 22.75 * k) / 25 for k in range(8)], abs=1e-4
    )
    assert {p["z"] for p in points} == {0.0}
    assert of["Custom_Tile"]["Locked"]
    die = Image.open(read.picture(of["Custom_Dice"]["CustomImage"]["ImageURL"]))
    assert die.size == (2048, 2048)
    # Pips of side 1 alone are in the middle: the third of its square, and no corner.
    assert die.getpixel((341, 1706)) != die.getpixel((150, 1500)) == (204, 51, 51)
    figure = of["Figurine_Custom"]["CustomImage"]
    front, back = (Image.open(read.picture(figure[key])) for key in ("ImageURL", "ImageSecondaryURL"))
    assert front.size == back.size == (295, 472)
    assert unlike(front, back) <= 2  # its template draws both alike, the back upside down on paper
    said = capsys.readouterr().err
    assert "Trilha: 8 snap points" in said
    assert "how a d8 wears its picture is not known" in said


def test_many_cards_go_on_several_sheets(lume: Path) -> None:
    path = lume / "components" / "lume" / "cards.yaml"
    text = path.read_text().partition("items:")[0] + "items:\n"
    text += "".join(f'  - {{id: c{k:02}, copies: 1, cost: {k}, name: "C {k}"}}\n' for k in range(75))
    path.write_text(text)
    assert export(lume, "--no-check", "--only", "cards") == 0
    read = TtsFolder(out(lume, "tts-only-cards"))
    assert read.problems() == []
    deck = read.save["ObjectStates"][0]
    assert deck["DeckIDs"] == [*range(100, 170), *range(200, 205)]
    assert Image.open(read.picture(deck["CustomDeck"]["1"]["FaceURL"])).size == (4090, 3997)


FAULTS: dict[str, tuple[Callable[[TtsFolder], Any], str]] = {
    "a card more": (lambda f: deck_of(f)["DeckIDs"].append(100), "cards and numbers differ"),
    "a card gone": (
        lambda f: (deck_of(f)["DeckIDs"].pop(), deck_of(f)["ContainedObjects"].pop()), "3 and not 4",
    ),
    "another slot": (
        lambda f: deck_of(f)["ContainedObjects"][0].update(CardID=109), "cards and numbers differ",
    ),
    "no sheet": (lambda f: deck_of(f)["ContainedObjects"][0].update(CardID=300), "card 300 is on no sheet"),
    "a field gone": (lambda f: deck_of(f).pop("GUID"), "DeckCustom: no"),
    "one GUID": (lambda f: deck_of(f).update(GUID=f.save["ObjectStates"][1]["GUID"]), "2 times"),
    "columns": (
        lambda f: [
            one["CustomDeck"]["1"].update(NumWidth=7)
            for one in (deck_of(f), *deck_of(f)["ContainedObjects"])
        ],
        "cells are no whole pixels",
    ),
    "a script": (lambda f: deck_of(f).update(LuaScript="x"), "a script"),
    "no picture": (
        lambda f: f.picture(deck_of(f)["CustomDeck"]["1"]["BackURL"]).rename(f.folder / "x"), "is no file",
    ),
    "another picture": (
        lambda f: f.picture(deck_of(f)["CustomDeck"]["1"]["BackURL"]).write_bytes(
            f.picture(deck_of(f)["CustomDeck"]["1"]["FaceURL"]).read_bytes()
        ),
        "is called after other bytes",
    ),
    "a picture more": (lambda f: f.picture("x.png").write_bytes(b""), "x.png is not used"),
}  # fmt: skip


def deck_of(read: TtsFolder) -> dict[str, Any]:
    found: dict[str, Any] = read.save["ObjectStates"][0]
    return found


def test_the_reader_finds_every_fault(lume: Path) -> None:
    import shutil

    assert export(lume) == 0
    kept = out(lume).with_name("kept")
    out(lume).rename(kept)
    for name, (harm, told) in FAULTS.items():
        shutil.copytree(kept, out(lume))
        read = TtsFolder(out(lume))
        harm(read)
        read.file.write_text(json.dumps(read.save))
        try:
            found = TtsFolder(out(lume)).problems()
        except FileNotFoundError as problem:
            found = [f"{problem} is no file"]
        assert any(told in one for one in found), (name, found)
        shutil.rmtree(out(lume))


WRONG = {
    ("--assets", "ftp://example.org/"): '--assets "ftp://example.org/" says no place for pictures',
    ("--dpi", "60"): "its options: --assets, --tile-mm, --whole-save, --players, --seed",
    ("--assets", "here"): '--assets "here" says no place for pictures',
    ("--tile-mm", "900"): '"900" is not a number of millimetres from 5 to 500',
}


@pytest.mark.parametrize("options", list(WRONG))
def test_what_cannot_be_is_refused(
    options: tuple[str, ...], lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if options[0] == "--tile-mm":
        with pytest.raises(SystemExit):
            export(lume, *options)
    else:
        assert export(lume, *options) == 2
    assert WRONG[options] in capsys.readouterr().err
    assert not (lume / "output").exists() or not list((lume / "output").rglob("*.png"))


def test_a_record_that_was_changed_is_refused(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export(lume, "--only", "cards") == 0
    folder = out(lume, "tts-only-cards")
    record = folder / "export.json"
    record.write_text(record.read_text().replace('"columns": 5', '"columns": 4'))
    before = written(folder)
    assert export(lume, "--only", "cards") == 1
    assert (
        "the record does not tell where cards stood on their sheets: sheet 1 has no such slots"
        in capsys.readouterr().err
    )
    assert written(folder) == before


KITS = ("aperiodik", "automato", "ceramus", "dual", "hexagonal")


@pytest.mark.slow
def test_the_five_kits_are_whole_and_take_no_more_than_30_seconds(kept_faces: None, tmp_path: Path) -> None:
    import time

    root = Path(__file__).resolve().parents[3]
    export(root, "--out", str(tmp_path / "warm"), game="dual")
    start = time.process_time()
    for game in KITS:
        assert export(root, "--out", str(tmp_path), game=game) == 0
    assert time.process_time() - start <= 30
    for game in KITS:
        folder = tmp_path / game / "export" / "tts"
        assert folder_problems(folder) == []
        assert TtsFolder(folder).problems() == []


def test_a_board_too_large_for_its_pixels_is_told(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tokens = lume / "components/lume/tokens.yaml"
    tokens.write_text(
        tokens.read_text().replace("size: 20 mm", "size: 400 mm").replace("copies: 6", "copies: 1")
    )
    assert export(lume, "--only", "tokens") == 0
    assert "Fichas: drawn with 260 dpi: a picture has 4096 pixels" in capsys.readouterr().err
