"""White icons and pictures get a dark ground on a proposed card, or are told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from prancha.setup.new_game import Started, Wishes, start

PATH = "M4 4h16v16H4z"
WHITE = f'<path fill="#fff" d="{PATH}"/>'
CREAM = f'<g fill="#f4efe0"><path d="{PATH}"/></g>'
BLACK = f'<path d="{PATH}"/>'
SQUARE = f'<path d="M0 0h24v24H0z"/>{WHITE}'
NAVY = f'<path fill="#0a1a3a" d="{PATH}"/>'


def begun(folder: Path, drawings: dict[str, str], kind: str = "cards", column: str = "Icon") -> Started:
    for name, inside in drawings.items():
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{inside}</svg>'
        (folder / f"{name}.svg").write_text(svg)
    ending = "" if column == "Icon" else ".svg"
    rows = "".join(f"{name.title()},Draw.,{name}{ending}\n" for name in drawings)
    (folder / "deck.csv").write_text(f"Name,Text,{column}\n{rows}")
    return start(folder, "trial", kind=kind, source=folder / "deck.csv")


def grounds(started: Started) -> list[str]:
    return [line for line in started.guesses if line.startswith(("ground:", "icons in texts:"))]


@pytest.mark.parametrize("kind", ["cards", "tokens"])
def test_white_icons_get_a_dark_ground(tmp_path: Path, kind: str) -> None:
    started = begun(tmp_path, {"crown": WHITE, "moose": CREAM, "newt": BLACK}, kind)
    assert started.wrong == ()
    assert grounds(started) == ['ground: dark behind "Icon" (2 of its 3 drawings are white or pale)']
    assert "icon:icon fill:palette.bright" in (tmp_path / f"templates/trial/{kind}.svg").read_text()


def test_white_icons_on_paper_get_a_ground_of_their_own(tmp_path: Path) -> None:
    begun(tmp_path, {"crown": WHITE, "moose": CREAM})
    game = tmp_path / "templates/trial/cards.svg"
    assert "Ground if:icon" not in game.read_text()  # hero has a coloured disc below its icon
    wishes = Wishes(layout="minimal")
    started = start(tmp_path, "other", source=tmp_path / "deck.csv", wishes=wishes)
    assert started.wrong == ()
    drawing = (tmp_path / "templates/other/cards.svg").read_text()
    assert drawing.index("Ground if:icon fill:palette.shade") < drawing.index("icon:icon")


def test_other_icons_have_no_ground(tmp_path: Path) -> None:
    started = begun(tmp_path, {"crown": SQUARE, "moose": BLACK, "newt": NAVY})
    assert grounds(started) == []
    assert "palette.shade" not in (tmp_path / "templates/trial/cards.svg").read_text()


def test_white_and_dark_icons_together_are_told(tmp_path: Path) -> None:
    (line,) = grounds(begun(tmp_path, {"crown": WHITE, "newt": NAVY}))
    assert line == (
        'ground: crown.svg in "Icon" hardly show on the pale background; '
        "draw them in black, which takes the colour of the card"
    )


def test_white_drawings_get_a_dark_ground_as_art_too(tmp_path: Path) -> None:
    started = begun(tmp_path, {"crown": WHITE, "moose": WHITE}, column="Art")
    assert grounds(started) == ['ground: dark behind "Art" (2 of its 2 drawings are white or pale)']
    assert started.wrong == ()
    drawing = (tmp_path / "templates/trial/cards.svg").read_text()
    assert drawing.index("Ground if:art fill:palette.shade") < drawing.index("art:art")
    assert re.search(r'label="art:art [^"]*fit=fit', drawing)  # a square drawing is a sign and shows whole


def test_white_letters_on_glass_get_a_dark_ground(tmp_path: Path) -> None:
    for name in ("fox", "owl"):
        picture = Image.new("RGBA", (600, 600), (255, 255, 255, 0))
        picture.paste((255, 255, 255, 255), (200, 200, 400, 400))
        picture.save(tmp_path / f"{name}.png")
    (tmp_path / "deck.csv").write_text("Name,Text,Art\nFox,Draw.,fox.png\nOwl,Fly.,owl.png\n")
    assert grounds(start(tmp_path, "trial", source=tmp_path / "deck.csv")) == [
        'ground: dark behind "Art" (2 of its 2 drawings are white or pale)'
    ]


def test_a_white_icon_in_a_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "crown.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{WHITE}</svg>'
    )
    (tmp_path / "deck.csv").write_text("Name,Text\nFox,Pay {crown}.\nOwl,Fly.\n")
    (line,) = grounds(start(tmp_path, "trial", source=tmp_path / "deck.csv"))
    assert line.startswith("icons in texts: crown.svg hardly show on the pale background")
