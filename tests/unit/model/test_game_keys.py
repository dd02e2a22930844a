"""The key of an item is made of its family and id, whatever becomes of it."""

from __future__ import annotations

from msgspec.structs import replace

from prancha.model.diagnostic import Place
from prancha.model.game import Item

OWL = Item(
    "owl", "cards", copies=1, fields={}, source="stated", why="", assumed={}, place=Place("cards.yaml", 1, 1)
)


def test_an_item_that_is_renamed_has_another_key() -> None:
    assert OWL.key == "cards/owl"
    assert replace(OWL, id="owl.2", part=2).key == "cards/owl.2"
    assert replace(OWL, family="tiles").key == "tiles/owl"
