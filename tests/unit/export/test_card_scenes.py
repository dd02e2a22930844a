"""Scenes of cards show the cards that sell a game, and fill the frame on both sides."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from PIL import Image

from prancha.building import steps
from prancha.building.components import component_kit
from prancha.building.order import Order
from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import Size
from prancha.export.scenes.card_scenes import card_families, lively_cards
from prancha.model.kit_components import ComponentFace, ComponentKit
from tests.unit.export.table_exports import add
from tests.unit.export.test_scenes import BOX, scenes


def opaque(path: Path, share: tuple[float, float]) -> tuple[float, float]:
    """Return from where to where pieces reach across a picture, in widths of it.

    Looks only at the part of the pieces between two `share`s of their height from the top.
    """
    solid = Image.open(path).getchannel("A").point(lambda value: 255 if value > 200 else 0)
    found = solid.getbbox()
    assert found is not None
    _, top, _, bottom = found
    start, end = (round(top + (bottom - top) * part) for part in share)
    strip = solid.crop((0, start, solid.width, end)).getbbox()
    assert strip is not None
    return strip[0] / solid.width, strip[2] / solid.width


def test_the_tuck_box_stands_in_the_middle_with_cards_on_both_sides(lume: Path) -> None:
    add(lume, box=BOX)
    picture = scenes(lume, "--size", "640x400", "--ground", "transparent") / "box.png"
    left, right = opaque(picture, (0.0, 0.3))
    assert abs((left + right) / 2 - 0.5) < 0.1, "the box"
    first, last = opaque(picture, (0.6, 1.0))
    assert left - first > 0.05, "cards to the left"
    assert last - right > 0.05, "cards to the right"


def test_short_rows_of_a_spread_are_drawn_out_to_the_widest(lume: Path) -> None:
    picture = scenes(lume, "--size", "640x400", "--ground", "transparent") / "spread.png"
    whole, row = opaque(picture, (0.0, 1.0)), opaque(picture, (0.85, 1.0))
    assert row[1] - row[0] > 0.6 * (whole[1] - whole[0])


def test_tiles_stand_for_a_game_whose_only_cards_are_a_few_aids(lume: Path) -> None:
    def first() -> str:
        opened = steps.open_game(Order(lume, check=False), "lume")
        kit = component_kit(opened.game, steps.draw_game(opened), opened.lang)
        return card_families(kit)[0].id

    catalogue = lume / "components/lume"
    assert first() == "cards", "two designs of each"
    hexes = catalogue / "hexes.yaml"
    hexes.write_text(hexes.read_text() + '  - {id: hill, copies: 1, colour: "#a75"}\n')
    assert first() == "hexes", "three of tiles"
    cards = catalogue / "cards.yaml"
    more = "".join(f"  - {{id: star-{k}, cost: 1, name: Sol}}\n" for k in range(3))
    cards.write_text(cards.read_text() + more)
    assert first() == "cards", "five designs are a deck"


class Painted:
    """Faces in plain colours, which a face tells by its title."""

    def __init__(self, kit: ComponentKit, colours: dict[str, tuple[str, str]]) -> None:
        self._colours = {one.front.digest: colours[one.key] for one in kit.components if one.key in colours}

    def draw(self, face: ComponentFace, reach: tuple[float, float], size: Size) -> Image.Image:
        left, right = self._colours[face.digest]
        picture = Image.new("RGB", size, left)
        picture.paste(right, (size[0] // 2, 0, *size))
        return picture


def kit_of(project: Path, cards: int, hexes: int) -> ComponentKit:
    """The tiny game with so many designs of cards and hexes."""
    catalogue = project / "components/lume"
    for name, count, item in (
        ("cards", cards, "cost: {0}, name: Sol"),
        ("hexes", hexes, 'colour: "#0{0:02}"'),
    ):
        path = catalogue / f"{name}.yaml"
        head = path.read_text().partition("items:")[0]
        items = (f"  - {{id: a{k}, {item.format(k + 1)}}}\n" for k in range(count))
        path.write_text(head + "items:\n" + "".join(items))
    opened = steps.open_game(Order(project, check=False), "lume")
    return component_kit(opened.game, steps.draw_game(opened), opened.lang)


def test_a_fan_has_the_designs_that_differ_most_in_their_order(lume: Path) -> None:
    kit = kit_of(lume, 12, 1)
    greys = {f"cards/a{k}": ("#eee", f"#{200 + k:02x}eeee") for k in range(12)}
    colours = {**greys, "cards/a4": ("#a00", "#a00"), "cards/a7": ("#00a", "#00a")}
    shown = lively_cards(cast(FacePictures, Painted(kit, colours)), kit, 3)
    assert [one.id for _, one in shown] == ["a4", "a7", "a11"]


@pytest.mark.parametrize(("plain", "other"), [("cards", "hexes"), ("hexes", "cards")])
def test_a_fan_is_of_the_family_that_shows_most_where_cards_cover_each_other(
    lume: Path, plain: str, other: str
) -> None:
    hexes = lume / "components/lume/hexes.yaml"
    made_cards = {
        "stock: board": "stock: card",
        "size: 40 mm": "size: 40 x 40 mm",
        ": hexagon": ": rectangle",
    }
    for old, new in made_cards.items():
        hexes.write_text(hexes.read_text().replace(old, new))
    kit = kit_of(lume, 6, 6)
    # What is drawn on the right of a card is hidden by the next one.
    colours = {f"{plain}/a{k}": ("#fff", ("#f00", "#00f")[k % 2]) for k in range(6)}
    colours |= {f"{other}/a{k}": (("#999", "#555")[k % 2], "#fff") for k in range(6)}
    shown = lively_cards(cast(FacePictures, Painted(kit, colours)), kit, 4)
    assert {family.id for family, _ in shown} == {other}
