"""Fields that name other items: each must name one that is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.catalogue.game_loader import MOST_TOLD
from tests.unit.catalogue.projects import GAME, HEAD, load, only, refused

BEASTS = HEAD + "items: [{id: fox}, {id: owl}, {id: 7}]\n"
BOTH = GAME.replace("[grid]", "[grid, beasts]")


@pytest.mark.parametrize("value", ["fox", "7", "[fox, owl, 7]", "", "[]"])
def test_ids_that_are_there_are_fine(tmp_path: Path, value: str) -> None:
    grid = HEAD + f"references: {{eats: beasts}}\nitems:\n  - id: x\n    eats: {value}\n  - id: y\n"
    assert load(tmp_path, grid, BOTH, beasts=BEASTS).families[0].items[0].id == "x"


@pytest.mark.parametrize(
    ("value", "message", "hint"),
    [
        ("foxx", '"eats" names the text "foxx", which is not an item of beasts', 'did you mean "fox"?'),
        ("[fox, 8]", '"eats" names the number 8, which is not an item of beasts', "known: 7, fox, owl"),
        ("true", '"eats" names true, which is not an item of beasts', "known: 7, fox, owl"),
        ("{a: b}", '"eats" names a mapping, which is not an item of beasts', "known: 7, fox, owl"),
    ],
)
def test_ids_that_are_not_there(tmp_path: Path, value: str, message: str, hint: str) -> None:
    grid = HEAD + f"references: {{eats: beasts}}\nitems:\n  - id: x\n    eats: {value}\n"
    finding = only(refused(lambda: load(tmp_path, grid, BOTH, beasts=BEASTS)))
    assert (finding.code, finding.item, finding.place.line) == ("unknown-item", "grid/x", 9)
    assert (finding.message, finding.hint) == (message, hint)


def test_family_that_is_not_there(tmp_path: Path) -> None:
    grid = HEAD + "references: {eats: beast}\nitems: [{id: x}]\n"
    finding = only(refused(lambda: load(tmp_path, grid, BOTH, beasts=BEASTS)))
    assert (finding.code, finding.message) == ("unknown-family", 'there is no family "beast"')
    assert finding.hint == 'did you mean "beasts"?'


def test_broken_family_is_told_once(tmp_path: Path) -> None:
    grid = HEAD + "references: {eats: beasts}\nitems: [{id: x, eats: fox}]\n"
    finding = only(refused(lambda: load(tmp_path, grid, BOTH, beasts=BEASTS.replace("owl", "Owl"))))
    assert finding.code == "bad-id"


def test_of_many_that_are_not_there_the_first_are_told(tmp_path: Path) -> None:
    beasts = HEAD + "items:\n" + "".join(f"  - id: beast-number-{k}\n" for k in range(400))
    items = "".join(f"  - {{id: x{k}, eats: beast-nomber-{k}}}\n" for k in range(400))
    grid = HEAD + f"references: {{eats: beasts}}\nitems:\n{items}"
    found = refused(lambda: load(tmp_path, grid, BOTH, beasts=beasts))
    assert len(found) == MOST_TOLD
    assert found[0].message == '"eats" names the text "beast-nomber-0", which is not an item of beasts'
    assert found[-1].message.endswith(f"(and {400 - MOST_TOLD} more)")
