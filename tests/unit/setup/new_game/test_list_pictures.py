"""`prancha new --from` a list that names pictures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.setup.new_game import start
from prancha.setup.new_game.field_roles import Wishes, give_roles
from prancha.setup.new_game.list_meanings import is_picture
from prancha.setup.new_game.list_pictures import Beside, gather_art
from prancha.setup.new_game.proposal import Proposed, fields_of

HEADER = "Name,Picture,Focus,Icon,Text"


def propose(
    header: list[str], rows: list[list[Any]], languages: list[str], icons: tuple[str, ...]
) -> list[Proposed]:
    """The fields that columns become, with their roles, where nobody wishes otherwise."""
    found = fields_of(header, rows, languages)
    give_roles(found, icons, Wishes())
    return found


def sheet(folder: Path, *rows: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "deck.csv").write_text("\n".join((HEADER, *rows)) + "\n", encoding="utf-8")
    return folder / "deck.csv"


def save(path: Path, size: tuple[int, int] = (1560, 1140)) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, "teal").save(path)
    return path


def test_a_column_of_pictures_is_copied_and_placed(tmp_path: Path) -> None:
    desk = tmp_path / "desk"
    rows = (
        "Fox,fox.png,top,fire,Run.",
        "Owl,art\\owl.JPG,,water,Fly.",
        "Elk,deep/elk.webp,50% 20%,leaf,",
        "Hen,,,,",
    )
    source = sheet(desk, *rows)
    save(desk / "fox.png")
    save(desk / "art/owl.JPG")
    save(desk / "images/deep/elk.webp")
    started = start(tmp_path, "beasts", source=source)
    assert started.notes == (f"{source} is read in place: change it there, and build",)
    art = tmp_path / "templates/beasts/art"
    assert {p.relative_to(art).as_posix() for p in art.rglob("*.*")} == {
        "fox.png",
        "owl.JPG",
        "deep/elk.webp",
    }
    drawing = (tmp_path / "templates/beasts/cards.svg").read_text()
    assert "art:picture grow:text focus=focus" in drawing
    assert "icon:icon" in drawing
    (kit,) = pipeline.build(Order(tmp_path))
    assert kit.notes == ()


def test_a_card_without_a_picture_has_its_room_for_the_text(tmp_path: Path) -> None:
    save(tmp_path / "fox.png")
    long = "Take two of the cards that lie open, then put one of them back. " * 14
    (tmp_path / "deck.csv").write_text(f"Name,Picture,Text\nFox,fox.png,Run.\nHen,,{long}\n")
    assert start(tmp_path, "beasts", source=tmp_path / "deck.csv").wrong == ()
    drawing = (tmp_path / "templates/beasts/cards.svg").read_text()
    assert re.search(r'label="text:text [^"]*grow:picture', drawing)
    (kit,) = pipeline.build(Order(tmp_path))
    assert kit.notes == ()
    assert kit.rows[0].copies == 2  # nothing goes on on a third card


@pytest.mark.parametrize("kind", ["tiles", "hexes", "tokens"])
def test_small_pieces_show_it(tmp_path: Path, kind: str) -> None:
    source = sheet(tmp_path / "desk", "Fox,fox.png,,,", "Owl,fox.png,,,")
    save(tmp_path / "desk/fox.png")
    start(tmp_path, "beasts", kind, source=source)
    (kit,) = pipeline.build(Order(tmp_path))
    assert kit.notes == ()
    drawing = (tmp_path / f"templates/beasts/{kind}.svg").read_text()
    shape = "rect" if kind == "tiles" else "circle"
    assert re.search(rf'<{shape} inkscape:label="art:picture', drawing)


def test_what_is_not_there_is_told_and_drawn_as_a_box(tmp_path: Path) -> None:
    desk = tmp_path / "desk"
    source = sheet(desk, *(f"Fox {k},fox-{k}.png,,," for k in range(7)))
    started = start(tmp_path, "beasts", source=source)
    note, where = started.notes
    assert where.endswith("is read in place: change it there, and build")
    assert note.startswith("7 of 7 pictures are not in ")
    assert (
        ": fox-0.png, fox-1.png, fox-2.png, fox-3.png, fox-4.png, ...; crossed boxes stand for them" in note
    )
    (kit,) = pipeline.build(Order(tmp_path))
    assert {note.code for note in kit.notes} >= {"missing-art"}
    assert str(kit.notes[0].place) == "desk/deck.csv:2:1"


def test_nothing_outside_the_folder_of_the_list_is_fetched(tmp_path: Path) -> None:
    save(tmp_path / "secret.png")
    desk = tmp_path / "desk"
    desk.mkdir()
    (desk / "link.png").symlink_to(tmp_path / "secret.png")
    (desk / "art").symlink_to(tmp_path)
    (desk / "text.png").write_text("no picture")
    names = ["../secret.png", str(tmp_path / "secret.png"), "link.png", "secret.png", "text.png"]
    fields = propose(["Art"], [[name] for name in names], ["en"], ())
    files, notes = gather_art(fields, Beside(desk), "", {})
    assert files == {}
    assert notes[0].startswith("4 of 5 pictures are not in ")
    assert notes[1] == '"text.png" is not a JPEG, PNG, WebP, SVG or PDF picture; it is not copied'


def test_pictures_are_found_by_names_written_as_in_addresses(tmp_path: Path) -> None:
    (tmp_path / "Deck abc").mkdir()
    Image.new("RGB", (63, 88), "teal").save(tmp_path / "Deck abc/fox é.png")
    (tmp_path / "deck.csv").write_text("Name,Cover\nFox,Deck%20abc/fox%20%C3%A9.png\n")
    started = start(tmp_path, "deck", source=tmp_path / "deck.csv")
    assert started.wrong == ()
    assert not [note for note in started.notes if "are not in" in note]
    assert (tmp_path / "templates/deck/art/Deck%20abc/fox%20%C3%A9.png").is_file()


@pytest.mark.parametrize("folder", ["desk/Card Art/animals", "desk/imagens", "assets", "bilder/final/300dpi"])
def test_pictures_lie_in_any_folder_of_the_list_or_the_project(tmp_path: Path, folder: str) -> None:
    save(tmp_path / folder / "Fox.PNG")
    for hidden in (".cache", "output/beasts", "components/other", "templates/other/art"):
        save(tmp_path / hidden / "owl.png")
    source = sheet(tmp_path / "desk", "Fox,fox.png,,,", "Owl,owl.png,,,")
    started = start(tmp_path, "beasts", source=source)
    assert started.notes[0].startswith("1 of 2 pictures are not in ")
    assert (tmp_path / "templates/beasts/art/fox.png").is_file()


def test_the_folder_that_a_name_has_counts(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        save(tmp_path / "fotos" / folder / "fox.png")
    beside = Beside(tmp_path)
    assert beside.find("b/fox.png") == tmp_path / "fotos/b/fox.png"
    assert beside.find("c\\fox.png") == tmp_path / "fotos/a/fox.png"
    assert beside.find("../../fox.jpg") is None


@pytest.mark.parametrize("ending", [".gif", ".GIF", ".tif", ".bmp", ""])
def test_gif_tiff_and_bmp_become_png(tmp_path: Path, ending: str) -> None:
    save(tmp_path / f"fox{ending or '.gif'}")
    save(tmp_path / f"owl{'.png' if ending else '.gif'}")
    source = sheet(tmp_path, f"Fox,fox{ending},,,", f"Owl,owl{'.png' if ending else ''},,,")
    started = start(tmp_path, "beasts", source=source)
    stored = f"{'1 picture' if ending else '2 pictures'} stored as PNG"
    assert stored in [note.split(":")[0] for note in started.notes]
    (kit,) = pipeline.build(Order(tmp_path))
    assert kit.notes == ()
    assert sorted(path.name for path in (tmp_path / "templates/beasts/art").iterdir()) == [
        "fox.png",
        "owl.png",
    ]


@pytest.mark.parametrize(
    ("size", "focus", "kept"),
    [
        ((900, 900), "", "focus=50%,25%"),
        ((900, 1200), "", "focus=top"),
        ((900, 1200), "bottom", "focus=focus"),
    ],
)
def test_heads_of_square_and_tall_pictures_are_not_cut_off(
    tmp_path: Path, size: tuple[int, int], focus: str, kept: str
) -> None:
    save(tmp_path / "fox.png", size)
    long = "Take two of the cards that lie open. " * 3
    start(tmp_path, "beasts", source=sheet(tmp_path, f"Fox,fox.png,{focus},,{long}", f"Owl,fox.png,,,{long}"))
    drawing = (tmp_path / "templates/beasts/cards.svg").read_text()
    assert re.search(rf'label="art:picture [^"]*{kept}', drawing)


@pytest.mark.parametrize(
    ("values", "role"),
    [
        (["a.png", "b.JPG"], "art"),
        (["a.png", "b"], "title"),
        (["x/a.svg"], "art"),
        (["a.pdf"], "line"),
        (["a.png", "b.png", "2"], "art"),
    ],
)
def test_only_names_of_pictures_make_art(values: list[str], role: str) -> None:
    (one,) = propose(["Art"], [[value] for value in values], ["en"], ())
    assert one.role == role


def test_a_row_that_slipped_leaves_the_pictures_of_the_others(tmp_path: Path) -> None:
    """Its number was an error on the first build, and in Portuguese the column was words at the foot."""
    source = sheet(tmp_path / "desk")
    rows = ("Nome;Texto;Quantidade;Figura", "Raposa;Fuja.;1;fox.png", "Galo;Cante; e cale.;2;cock.png")
    source.write_text("\n".join((*rows, "Pato;Nade.;1;fox.png")) + "\n", encoding="utf-8")
    save(tmp_path / "desk" / "fox.png")
    started = start(tmp_path, "beasts", source=source)
    assert any(note.startswith("1 of 2 pictures are not in ") and ": 2;" in note for note in started.notes)
    (kit,) = pipeline.build(Order(tmp_path))
    (missing,) = (note for note in kit.notes if note.code == "missing-art")
    assert str(missing.place) == "desk/deck.csv:3:4"


def test_a_focus_without_art_is_a_field_like_others() -> None:
    roles = [one.role for one in propose(["Name", "Focus"], [["A", "top"], ["B", "left"]], ["en"], ())]
    assert roles == ["title", "line"]
    assert not is_picture(3)
