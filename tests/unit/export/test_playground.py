"""Tabletop Playground: references closed, copies, pixels, snap points; faults are found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.unit.export.exported_folder import PrintedSheets, folder_problems, unlike, written
from tests.unit.export.playground_package import PlaygroundPackage
from tests.unit.export.table_exports import BOARD, DIE, STANDEE, Fault, add, assert_told, exported


def test_all_pieces_are_in_the_package_as_they_are_printed(lume: Path) -> None:
    folder = exported(lume, "playground")
    assert folder_problems(folder) == []
    package = PlaygroundPackage(folder)
    assert package.problems() == []
    assert package.manifest["Name"] == package.folder.name == "Lume"
    cards = package.template("Cartas")
    assert cards["Indices"] == [0] * 8 + [1] * 4
    assert (cards["Width"], cards["Height"], cards["Thickness"]) == (6.3, 8.8, 0.05)
    assert (cards["Model"], cards["BackIndex"], cards["HiddenInHand"]) == ("Rounded", -2, True)
    assert cards["CardNames"] == {"0": "Coração do sol", "1": "Lua"}
    assert package.template("Hexágonos")["Model"] == "hexes-shape.png"
    assert package.template("Fichas")["Model"] == "Round"
    printed = PrintedSheets(lume, "lume")
    for number, item in enumerate(("sun", "moon")):
        cell = package.cell(cards, number)
        assert cell.size == (496, 693)
        assert unlike(cell, printed.piece(f"cards/{item}", "front", cell.size)) <= 2
    back = package.picture(cards["BackTexture"])
    assert unlike(back, printed.piece("cards/sun", "back", back.size)) <= 2
    before = written(folder)
    exported(lume, "playground")
    assert written(folder) == before


def test_boards_snap_and_stand_ups_have_both_sides(lume: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add(lume, track=BOARD, die=DIE.replace("SIDES", "6"), figures=STANDEE)
    package = PlaygroundPackage(exported(lume, "playground", "--dpi", "300"))
    assert package.problems(left_out=("die",)) == []
    board = package.template("Trilha")
    assert (board["CollisionType"], board["CanStack"], board["HiddenInHand"]) == ("Ground", False, False)
    # Middles at 10 + 20.75 / 2 mm and every 22.75 mm, from the middle of 200 x 50.
    assert [p["Y"] for p in board["SnapPoints"]] == pytest.approx(
        [(20.375 + 22.75 * k) / 10 - 10 for k in range(8)], abs=1e-3
    )
    assert {p["X"] for p in board["SnapPoints"]} == {0.0}
    figure = package.template("Figuras")
    assert (figure["Width"], figure["Height"], figure["BackIndex"]) == (2.5, 4.0, -3)
    assert figure["Model"] == "Square"
    front, back = (package.cell(figure, 0, key) for key in ("FrontTexture", "BackTexture"))
    assert front.size == (295, 472)
    assert unlike(front, back) <= 2  # its template draws both alike, the back upside down on paper
    said = capsys.readouterr().err
    assert "Trilha: 8 snap points" in said
    assert "Dado: left out" in said
    assert "Figuras: a standee lies flat" in said


def test_backs_of_their_own_are_in_the_same_cells(lume: Path) -> None:
    cards = lume / "components/lume/cards.yaml"
    cards.write_text(cards.read_text().replace("back: card-back", "back: own-back"))
    art = "<path d=\"{{ shape(bleed) }}\" fill=\"{{ '#a33' if item.id == 'sun' else '#33a' }}\"/>\n"
    (lume / "templates/lume/own-back.svg.j2").write_text(art)
    package = PlaygroundPackage(exported(lume, "playground", "--no-check"))
    assert package.problems() == []
    made = package.template("Cartas")
    assert made["BackIndex"] == -3
    middle = [package.cell(made, k, "BackTexture").getpixel((248, 346)) for k in (0, 1)]
    assert middle == [(170, 51, 51), (51, 51, 170)]


def test_many_cards_go_on_several_sheets(lume: Path) -> None:
    path = lume / "components" / "lume" / "cards.yaml"
    text = path.read_text().partition("items:")[0] + "items:\n"
    text += "".join(f'  - {{id: c{k:02}, copies: 1, cost: {k}, name: "C {k}"}}\n' for k in range(45))
    path.write_text(text)
    package = PlaygroundPackage(exported(lume, "playground", "--no-check", "--only", "cards"))
    assert package.problems() == []
    assert sorted(len(one["Indices"]) for one in package.files.values()) == [5, 40]


def edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    """Change the template called `name`."""

    def act(package: Path) -> None:
        (path,) = (p for p in package.glob("Templates/*.json") if f'"Name": "{name}"' in p.read_text())
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new, 1))

    return act


def cropped(package: Path) -> None:
    picture = Image.open(package / "Textures/cards-front.png")
    picture.crop((0, 0, picture.width - 1, picture.height)).save(package / "Textures/cards-front.png")


FAULTS: dict[str, Fault] = {
    "a texture gone": (lambda p: (p / "Textures/cards-front.png").unlink(), "cards-front.png is not there"),
    "a texture more": (lambda p: (p / "Textures/x.png").write_bytes(b"x"), "x.png is not used"),
    "a seam": (cropped, "Cartas has seams"),
    "no GUID": (edit("Cartas", '"GUID": "', '"GUID": "x'), "is no GUID"),
    "a copy less": (edit("Cartas", '"Indices": [\n  0,', '"Indices": ['), "copies are"),
    "no such cell": (edit("Cartas", '"Indices": [\n  0,', '"Indices": [\n  7,'), "outside its sheet"),
    "no name": (edit("Cartas", '"1": "Lua"', '"3": "Lua"'), "without a name"),
    "a back of a sheet": (edit("Cartas", '"BackIndex": -2', '"BackIndex": -3'), "backs of another size"),
    "wider": (edit("Cartas", '"Width": 6.3', '"Width": 6.6'), "another shape than its cells"),
    "no tags": (edit("Cartas", '"Tags"', '"tags"'), ": Tags"),
    "no shape": (edit("Hexágonos", "hexes-shape.png", "hexes-front.png"), "Hexágonos has no shape"),
    "a version": (lambda p: (p / "Manifest.json").write_text('{"Name": "a", "GUID": "b"}'), "other keys"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_the_reader_finds_faults(lume: Path, fault: str) -> None:
    folder = exported(lume, "playground", "--dpi", "36")
    assert_told(FAULTS[fault], folder / "Lume", lambda: PlaygroundPackage(folder).problems())
