"""Scenes of cards show the cards that sell a game, and fill the frame on both sides."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from prancha.building import steps
from prancha.building.components import component_kit
from prancha.building.order import Order
from prancha.export.scenes.card_scenes import card_families
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
