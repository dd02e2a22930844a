"""Tabletop Club: references closed, copies, sizes, models as they are printed; faults are found."""

# ruff: noqa: E501 - a table of faults

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from prancha.export.mark_operators import outline_points
from prancha.export.targets.solids import triangles
from prancha.export.targets.tabletop_club import EntryNames, config_file
from prancha.model import outline_shapes
from prancha.model.outline import Outline, hat
from tests.unit.export.club_pack import ClubPack, read_config
from tests.unit.export.exported_folder import PrintedSheets, folder_problems, unlike, written
from tests.unit.export.table_exports import BOARD, DIE, STANDEE, Fault, add, assert_told, change, exported

COPIES = {"Coração do sol": 8, "Lua": 4, "land": 5, "sea": 3, "one": 6}


def test_all_pieces_are_in_the_pack_as_they_are_printed(
    lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = exported(lume, "tabletop-club")
    assert folder_problems(folder) == []
    pack = ClubPack(folder)
    assert pack.folder.name == "lume"
    assert pack.problems(COPIES) == []
    sun = pack.entries("cards")["Coração do sol"]
    assert sun["scale"] == (6.3, 8.8)
    assert sun["license"] == "CC0"
    assert pack.stacks["cards"] == {
        "Cartas": {"desc": "Cartas: 12", "items": ["Coração do sol"] * 8 + ["Lua"] * 4}
    }
    assert pack.entries("tokens/cylinder")["one"]["scale"] == (2.0, 0.2, 2.0)
    printed = PrintedSheets(lume, "lume")
    for file, item, side in ((sun["file"], "sun", "front"), (sun["back_face"], "sun", "back")):
        picture = Image.open(pack.folder / "cards" / file)
        assert (picture.size, picture.mode) == ((496, 693), "RGB")
        assert unlike(picture, printed.piece(f"cards/{item}", side, picture.size)) <= 2
    token = Image.open(pack.folder / "tokens/cylinder/tokens-one.png")
    assert token.size == (2 * 157, 2 * 157)
    piece = printed.piece("tokens/one", "front", (157, 157))
    inner = (30, 30, 127, 127)
    assert unlike(token.crop((0, 157, 157, 314)).crop(inner), piece.crop(inner)) <= 2
    said = capsys.readouterr().err
    assert "Hexágonos: models do not stack; its 8 pieces are taken one by one" in said
    before = written(folder)
    exported(lume, "tabletop-club")
    assert written(folder) == before


def test_a_model_has_its_outline_and_its_picture_upright(lume: Path) -> None:
    hexes = lume / "components/lume/hexes.yaml"
    hexes.write_text(hexes.read_text().replace("hex.svg.j2", "hex.svg.j2\nback: hex-back.svg.j2"))
    art = '<path d="{{ shape(bleed) }}" fill="FILL"/><rect x="8" y="9" width="9" height="14" fill="#fff"/>'
    (lume / "templates/lume/hex.svg.j2").write_text(art.replace("FILL", "{{ item.colour }}"))
    (lume / "templates/lume/hex-back.svg.j2").write_text(art.replace("FILL", "#222"))
    pack = ClubPack(exported(lume, "tabletop-club"))
    assert pack.problems(COPIES) == []
    model = pack.model("pieces", "land")
    assert model.size == pytest.approx([4.0, 0.2, 4.0 * 2 / 3**0.5], abs=1e-4)
    assert model.area("front") == pytest.approx(3**0.5 / 2 * 16, abs=1e-3)
    printed = PrintedSheets(lume, "lume")
    size = (315, 364)
    inner = (20, 100, 295, 264)
    for side, turned in (("front", "above"), ("back", "turned over")):
        piece = printed.piece("hexes/land", side, size).crop(inner)
        seen = model.seen(turned, size).convert("RGB").crop(inner)
        assert unlike(piece, seen) <= 3, side
        assert unlike(piece, seen.rotate(180)) > 20


def test_boards_dice_and_stand_ups_are_models(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add(lume, track=BOARD, die=DIE.replace("SIDES", "6"), odd=DIE.replace("SIDES", "8"), figures=STANDEE)
    pack = ClubPack(exported(lume, "tabletop-club", "--only", "track,die,odd,figures"))
    assert pack.problems({"track": 1, "red": 1, "A": 2}) == []
    board = pack.model("boards", "track")
    assert board.size == pytest.approx([20.0, 0.2, 5.0])
    die = pack.model("dice/d6", "red")
    assert die.size == pytest.approx([1.6, 1.6, 1.6])
    assert set(die.pictures) == {f"side{k}" for k in range(1, 7)}
    # Only side 1 has one pip, in the middle; it is on top of a die that is not turned.
    one = Image.open(pack.folder / "dice/d6" / die.pictures["side1"])
    assert one.getpixel((one.width // 2, one.height // 2)) != one.getpixel((6, 6))
    assert {normal for material, _, normal in die.triangles if material == "side1"} == {(0.0, 1.0, 0.0)}
    assert pack.entries("dice/d6")["red"]["face_values"][6] == (180.0, 0.0)
    figure = pack.model("pieces", "A")
    assert figure.size[1] == pytest.approx(4.3)
    assert {normal for name, _, normal in figure.triangles if name == "back"} == {(0.0, 0.0, -1.0)}
    assert "a d8 is left out" in capsys.readouterr().err


def test_cards_without_a_back_have_a_white_one(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = lume / "components/lume/cards.yaml"
    cards.write_text(cards.read_text().replace("back: card-back.svg.j2\n", ""))
    pack = ClubPack(exported(lume, "tabletop-club"))
    assert pack.problems(COPIES) == []
    assert Image.open(pack.folder / "cards/blank.png").getextrema() == ((255, 255),) * 3
    assert "these cards have no back; on the table theirs is white" in capsys.readouterr().err


@pytest.mark.parametrize(
    "outline",
    [hat(40), outline_shapes.spectre(40), outline_shapes.arrow(30, 40), outline_shapes.meeple(20), outline_shapes.polyomino([(0, 0), (1, 0), (2, 0), (1, 1)], 10)],
    ids=lambda one: one.shape,
)  # fmt: skip
def test_triangles_fill_outlines_that_turn_in(outline: Outline) -> None:
    from shapely.geometry import Polygon

    points = list(outline_points(outline, 0.0))
    if not Polygon(points).exterior.is_ccw:  # y runs down: walked round clockwise is counterclockwise there
        points.reverse()
    made = [Polygon([points[k] for k in three]) for three in triangles(points)]
    assert sum(one.area for one in made) == pytest.approx(Polygon(points).area, rel=1e-6)
    assert all(Polygon(points).buffer(1e-6).contains(one) for one in made)


def test_names_are_each_given_once_and_can_be_read_back(tmp_path: Path) -> None:
    names = EntryNames()
    given = [
        names.give("cards", title, ("Deck", "a 1")) for title in ("King", "king", "King", "King", "[a/b]")
    ]
    assert given == ["King", "king (Deck)", "King (a 1)", "King 2", "a b"]
    assert names.give("tokens", "King", ()) == "King"
    keys = {"desc": 'says "go" \\ now\nand on', "mass": 2, "items": ["a", "b"], "v": (1, 2.5)}
    (tmp_path / "x.cfg").write_bytes(config_file([("a", keys)]))
    read = {"desc": 'says "go" \\ now and on', "mass": 2.0, "items": ["a", "b"], "v": (1.0, 2.5)}
    assert read_config(tmp_path / "x.cfg") == {"a": read}
    assert "mass = 2.0" in (tmp_path / "x.cfg").read_text()


FAULTS: dict[str, Fault] = {
    "a card gone": (lambda p: (p / "cards/cards-sun-front.png").unlink(), "named and not there"),
    "a picture more": (lambda p: (p / "cards/x.png").write_bytes(b"x"), "cards/x.png is not used"),
    "a strange folder": (lambda p: (p / "x.png").write_bytes(b"x"), "in no folder of the program"),
    "no back": (change("cards/config.cfg", 'back_face = "cards', 'back_face = "gone'), "has no back"),
    "a back as a card": (change("cards/config.cfg", "ignore = true", "ignore = false"), "has no name"),
    "one name twice": (change("cards/config.cfg", 'name = "Lua"', 'name = "Coração do sol"'), "have one name"),
    "a copy less": (change("cards/stacks.cfg", '\t"Lua",\n', ""), "Lua is 3 times in Cartas"),
    "no such card": (change("cards/stacks.cfg", '"Lua"', '"Moon"'), "Moon in Cartas is no entry"),
    "another count": (change("pieces/config.cfg", "(5 x)", "(4 x)"), "copies are"),
    "two sizes": (change("cards/config.cfg", "Vector2(6.3, 8.8)", "Vector2(6.2, 8.8)"), "several sizes"),
    "scale of a token": (
        change("tokens/cylinder/config.cfg", "Vector3(2.0, 0.2, 2.0)", "Vector2(2.0, 2.0)"), "a wrong scale",
    ),
    "a whole number": (change("tokens/cylinder/config.cfg", "mass = 0.56", "mass = 1"), "tokens-one.png: mass"),
    "no material": (change("pieces/hexes-land.obj", "usemtl front", "usemtl top"), "material top"),
    "inside out": (change("pieces/hexes-land.obj", "f 1/1/1 2/2/2 3/3/3", "f 1/1/1 3/3/3 2/2/2"), "inwards"),
    "no library": (lambda p: (p / "pieces/hexes-sea.mtl").unlink(), "hexes-sea.mtl is not there"),
    "no texture": (lambda p: (p / "pieces/hexes-sea-front.png").unlink(), "hexes-sea-front.png is not there"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_the_reader_finds_faults(lume: Path, fault: str) -> None:
    folder = exported(lume, "tabletop-club", "--dpi", "36")
    assert_told(FAULTS[fault], folder / "lume", lambda: ClubPack(folder).problems(COPIES))
