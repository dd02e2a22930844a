"""Which column fills which slot, and which layout suits a list."""

# ruff: noqa: E501 - a list a line reads as a table
from __future__ import annotations

from pathlib import Path

import pytest

from prancha.catalogue import load_game
from prancha.setup.layouts.list_slots import fitting_layout, slots_of
from prancha.setup.new_game import start

LONG = "Which tree lives for two thousand years and drops all of its leaves each autumn?"
ICONS = frozenset(("fire", "droplet", "tree"))


def slots(folder: Path, text: str) -> tuple[dict[str, str], list[tuple[str, str]], list[str]]:
    """Slots, numbers and what is left of a game that begins with a list."""
    (folder / "deck.csv").write_text(text, encoding="utf-8")
    start(folder, "g", source=folder / "deck.csv")
    game = load_game(folder / "components/g", folder)
    found = slots_of(game, game.family("cards"), ICONS)
    return dict(found.fields.slots), list(found.fields.stats), list(found.left)


def test_columns_fill_slots_by_their_role(tmp_path: Path) -> None:
    text = (
        "Name;Type;Cost;Rules text;Attack;Magic Defence;Qty;Flavour;Artist\n"
        "Drake;Dragon;4;Flying. When it enters, deal 2 to any target.;5;3;2;The sky was red.;Ana Prado\n"
        "Oak;Druid;2;Draw a card for each forest you control, then discard one.;1;4;3;;Rui Melo\n"
    )
    found, numbers, left = slots(tmp_path, text)
    assert found == {
        "title": "name", "type": "type", "cost": "cost", "rules": "rules_text", "flavour": "flavour",
        "footer": "artist", "colour": "tint",
    }  # fmt: skip
    assert numbers == [("attack", "{{ texts.attack }}"), ("magic_defence", "{{ texts.magic_defence }}")]
    assert left == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Question,Answer\nWho?,I\nWhat?,That\n", {"answer": "answer"}),
        (f"Question,Answer\n{LONG},I\nWhat?,That\n", {"title": "question", "rules": None, "answer": "answer"}),
        (f"Prompt\n{LONG}\nWhat would you never eat even if you were hungry?\n", {"title": "prompt", "rules": None}),
        (f"Name,Question,Answer\nA,{LONG},I\nB,What?,That\n", {"title": "question", "type": "name"}),
        ("Nome,Custo,Efeito\nRaposa,2,Compre duas cartas e descarte uma.\nLobo,1,Ganhe uma moeda.\n", {"cost": "custo", "rules": "efeito"}),
        ("Name,Suit\nOne,fire\nTwo,droplet\nThree,tree\n", {"icon": "suit"}),
        ("Word\nFire\nTree\nDroplet\n", {"title": "word", "icon": None}),
        ("Name,Suit\nOne,Fire\nTwo,Droplet\nThree,Tree\n", {"type": "suit", "icon": None}),
        ("Card,Power\nWolf,bites the next one\nBear,sleeps until spring\n", {"rules": "power"}),
        ("Card,Strength\nWolf,4\nBear,6\n", {"cost": None}),
        ("Card,Cost\nWolf,4\nBear,6\n", {"cost": "cost"}),
    ],
)  # fmt: skip
def test_other_lists(tmp_path: Path, text: str, wanted: dict[str, str | None]) -> None:
    found, *_ = slots(tmp_path, text)
    assert {slot: found.get(slot) for slot in wanted} == wanted


@pytest.mark.parametrize(
    ("slots", "numbers", "size", "longest", "layout"),
    [
        ("title answer", 0, (63, 88), 0, "quiz"),
        ("title", 0, (25, 25), 0, "token"),
        ("title art rules", 0, (63, 88), 200, "classic"),
        ("title art rules", 3, (63, 88), 200, "hero"),
        ("title art", 0, (63, 88), 0, "full-art"),
        ("title cost icon", 0, (63, 88), 0, "hand"),
        ("title cost rules", 2, (63, 88), 200, "economy"),
        ("title cost rules", 2, (63, 88), 60, "hero"),
        ("title rules", 0, (63, 88), 200, "minimal"),
        ("title rules", 0, (63, 88), 20, "hero"),
        ("title rules", 6, (63, 88), 20, "economy"),
        ("title type cost", 0, (63, 88), 0, "quiz"),
    ],
)
def test_the_layout_follows_from_the_columns(
    slots: str, numbers: int, size: tuple[float, float], longest: int, layout: str
) -> None:
    assert fitting_layout({slot: slot for slot in slots.split()}, numbers, size, longest) == layout
