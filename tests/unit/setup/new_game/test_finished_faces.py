"""`prancha new --from` pictures that are finished cards: what each name and size means."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from prancha.building import pipeline
from prancha.building.order import Order
from prancha.model.diagnostic import Failure
from prancha.setup.new_game import FaceWishes, start_with_pictures
from prancha.setup.new_game.finished_faces import measure, pair_pictures
from prancha.setup.new_game.given_pictures import GivenPicture


def picture(name: str, width: int = 750, height: int = 1050) -> GivenPicture:
    return GivenPicture(name, width, height, 0.0)


def paired(*names: str) -> dict[str, tuple[str, int]]:
    """The back and the copies of each card."""
    cards, _ = pair_pictures([picture(name) for name in names])
    return {one.id: (one.back.name if one.back else "", one.copies) for one in cards}


@pytest.mark.parametrize(
    ("pixels", "ppi", "size", "bleed"),
    [
        ((750, 1050), 0, (63.5, 88.9), 0),
        ((822, 1122), 0, (63.5, 88.9), 3.05),  # as MakePlayingCards asks for them
        ((825, 1125), 0, (63.5, 88.9), 3.17),  # as The Game Crafter does
        ((744, 1039), 0, (63, 88), 0),
        ((1488, 2079), 0, (63, 88), 0),
        ((748, 1049), 0, (63.5, 88.9), 0),  # a pixel or two off, and not a micro card at 600
        ((743, 1122), 0, (57.15, 88.9), 2.88),  # the smaller of both rims: no side is stretched
        ((1039, 744), 0, (88, 63), 0),
        ((827, 1417), 300, (70, 120), 0),
        ((496, 850), 180, (70, 120), 0),
        ((827, 827), 0, (70, 70), 0),
        ((488, 680), 72, (63, 88), 0),  # by its proportions
        ((548, 748), 0, (63.5, 88.9), 3.0),
        ((600, 700), 0, (75.5, 88), 0),
        ((600, 700), 200, (76, 89), 0),
    ],
)
def test_size_and_bleed(pixels: tuple[int, int], ppi: float, size: tuple[float, float], bleed: float) -> None:
    found = measure(GivenPicture("a.png", *pixels, ppi))
    assert (found.width, found.height) == size
    assert found.bleed == pytest.approx(bleed, abs=0.01)


def test_a_size_and_a_bleed_that_are_asked_for_stand() -> None:
    asked = measure(picture("a.png", 822, 1122), FaceWishes("tarot"))
    assert (asked.width, asked.height) == (69.85, 120.65)
    assert measure(picture("a.png", 750, 1050), FaceWishes("63 x 88 mm", 0.0)).bleed == 0
    assert measure(picture("a.png", 822, 1122), FaceWishes("", 0.0)).bleed == 0
    with pytest.raises(Failure, match='"huge" is no size of a card'):
        measure(picture("a.png"), FaceWishes("huge"))


def test_what_names_say() -> None:
    assert paired("fox.png", "fox_back.png", "owl x3.png", "owl-back.png", "2x elk.png", "ElkBack.png") == {
        "fox": ("fox_back.png", 1),
        "owl": ("owl-back.png", 3),
        "elk": ("ElkBack.png", 2),
    }
    assert paired("frente/a.png", "frente/b (3).png", "verso/a.png", "verso/b.png") == {
        "a": ("verso/a.png", 1),
        "b": ("verso/b.png", 3),
    }
    assert paired("fox.png", "owl.png", "back.png") == {"fox": ("back.png", 1), "owl": ("back.png", 1)}
    # Numbers that tell cards apart are no copies.
    assert paired("fox (1).png", "fox (2).png") == {"fox-1": ("", 1), "fox-2": ("", 1)}
    assert paired("spell-1.png", "spell-2.png", "hero.png", "spell back.png", "hero back.png") == {
        "spell-1": ("spell back.png", 1),
        "spell-2": ("spell back.png", 1),
        "hero": ("hero back.png", 1),
    }
    assert paired("heroes/fox.png", "beasts/elk.png", "Heroes back.png") == {
        "fox": ("Heroes back.png", 1),
        "elk": ("", 1),
    }
    assert paired("fronts/1.png", "fronts/2.png", "backs/x.png", "backs/y.png")["2"] == ("backs/y.png", 1)
    assert paired("Fall Back.png", "Turn Back.png", "Run.png").keys() == {"fall-back", "turn-back", "run"}
    assert paired("狐.png", "狐_back.png", "梟.png") == {"card": ("狐_back.png", 1), "card-2": ("", 1)}


def test_backs_of_one_name_are_those_of_their_folders() -> None:
    assert paired("beasts/fox.png", "beasts/back.png", "spells/bolt.png", "spells/back.png") == {
        "fox": ("beasts/back.png", 1),
        "bolt": ("spells/back.png", 1),
    }
    assert paired("fox.png", "back.png", "spells/bolt.png", "spells/back.png") == {
        "fox": ("back.png", 1),
        "bolt": ("spells/back.png", 1),
    }
    assert paired("old/fox.png", "old/fox-back.png", "new/fox.png", "new/fox-back.png") == {
        "fox": ("old/fox-back.png", 1),
        "fox-2": ("new/fox-back.png", 1),
    }


@pytest.mark.parametrize("name", ["back.png", "fox-back.png"])
def test_a_back_of_other_proportions_than_its_cards_is_told(name: str) -> None:
    _, told = pair_pictures([picture("fox.png"), picture(name, 750, 750)])
    assert told == [f"backs: not used are {name} (no card has their names and proportions)"]


def test_a_folder_becomes_a_game_that_builds(tmp_path: Path) -> None:
    given = tmp_path / "given"
    for name, size in (
        ("fox x2", (822, 1122)),
        ("owl", (822, 1122)),
        ("back", (822, 1122)),
        ("tile", (827, 827)),
    ):
        given.mkdir(exist_ok=True)
        Image.new("RGB", size, "teal").save(given / f"{name}.png")
    (given / "notes.txt").write_text("x")
    started = start_with_pictures(tmp_path, "beasts", [given], (), FaceWishes())
    assert started.wrong == ()
    assert started.notes == ("left out: 1 file of other kinds: notes.txt",)
    assert started.guesses[1] == "bleed: 2 pictures: 3.05 mm in the pictures, 3 mm kept (--bleed 0 overrules)"
    cards = (tmp_path / "components/beasts/cards.yaml").read_text()
    assert "size: 63.5 x 88.9 mm\n" in cards
    assert "  - {id: fox, copies: 2, face: fox x2.png}\n" in cards
    template = (tmp_path / "templates/beasts/cards.svg.j2").read_text()
    assert "art(item.face, -3.05, -3.05, width + 6.1, height + 6.1, fit='stretch'" in template
    (kit,) = pipeline.build(Order(tmp_path))
    assert kit.notes == ()
    assert [(row.family, row.copies) for row in kit.rows] == [("cards", 3), ("cards-70x70", 1)]
    with pytest.raises(Failure, match="exists already"):
        start_with_pictures(tmp_path, "beasts", [given], (), FaceWishes())
