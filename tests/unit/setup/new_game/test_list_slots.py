"""Which column fills which slot, and which layout suits a list."""

# ruff: noqa: E501 - a list a line reads as a table
from __future__ import annotations

import csv
import io

import pytest

from prancha.setup.new_game.field_roles import Wishes, give_roles
from prancha.setup.new_game.list_slots import ListSlots, fitting_layouts, slots_of
from prancha.setup.new_game.proposal import Proposed, fields_of, give_sides

LONG = "Which tree lives for two thousand years and drops all of its leaves each autumn?"
ICONS = frozenset(("fire", "droplet", "tree"))


def slots(text: str) -> tuple[dict[str, str], list[str], list[str]]:
    """Slots, numbers and other words of the cards of a list."""
    sign = ";" if ";" in text else ","
    head, *rows = csv.reader(io.StringIO(text), delimiter=sign)
    fields = fields_of(head, [[parse(cell) for cell in row] for row in rows], ["en"])
    give_sides(fields)
    give_roles(fields, ICONS, Wishes())
    front = [one for one in fields if not one.behind]
    found = slots_of(front, len(front) < len(fields))
    named = {slot: one.name for slot, one in found.slots.items()}
    return named, [one.name for one in found.stats], [one.name for one in (*found.texts, *found.others)]


def parse(cell: str) -> str | int:
    return int(cell) if cell.isdecimal() else cell


def test_columns_fill_slots_by_their_role() -> None:
    text = (
        "Name;Type;Cost;Rules text;Attack;Magic Defence;Qty;Flavour;Artist\n"
        "Drake;Dragon;4;Flying. When it enters, deal 2 to any target.;5;3;2;The sky was red.;Ana Prado\n"
        "Oak;Druid;2;Draw a card for each forest you control, then discard one.;1;4;3;;Rui Melo\n"
    )
    found, numbers, left = slots(text)
    assert found == {
        "title": "name", "type": "type", "cost": "cost", "rules": "rules_text", "flavour": "flavour",
    }  # fmt: skip
    assert numbers == ["attack", "magic_defence"]
    assert left == ["artist"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Question,Answer\nWho?,I\nWhat?,That\n", {"title": "question"}),
        (f"Question,Answer\n{LONG},I\nWhat?,That\n", {"title": "question", "rules": None}),
        (f"Prompt\n{LONG}\nWhat would you never eat even if you were hungry?\n", {"title": "prompt", "rules": None}),
        (f"Name,Question,Answer\nA,{LONG},I\nB,What?,That\n", {"title": "question", "type": "name"}),
        ("Nome,Custo,Efeito\nRaposa,2,Compre duas cartas e descarte uma.\nLobo,1,Ganhe uma moeda.\n", {"cost": "custo", "rules": "efeito"}),
        ("Name,Suit\nOne,fire\nTwo,droplet\nThree,tree\n", {"icon": "suit"}),
        ("Word\nFire\nTree\nDroplet\n", {"title": "word", "icon": None}),
        ("Name,Suit\nOne,Fire\nTwo,Droplet\nThree,Tree\n", {"icon": "suit", "type": None}),
        ("Card,Power\nWolf,bites the next one\nBear,sleeps until spring\n", {"rules": "power"}),
        ("Card,Quote\nWolf,The night is long.\nBear,\n", {"rules": "quote", "flavour": None}),
        ("Card,Strength\nWolf,4\nBear,6\n", {"cost": None}),
        ("Card,Cost\nWolf,4\nBear,6\n", {"cost": "cost"}),
        ("Card,Colour\nWolf,red\nBear,blue\n", {"type": "colour"}),
        ("Card,Colour\nWolf,#a33\nBear,#33a\n", {"type": None}),
    ],
)  # fmt: skip
def test_other_lists(text: str, wanted: dict[str, str | None]) -> None:
    found, *_ = slots(text)
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
    def column(name: str) -> Proposed:
        return Proposed(name, name, cells=["x" * (longest if name == "rules" else 1)], role=name)

    stats = tuple(column(f"number {number}") for number in range(numbers))
    found = ListSlots({slot: column(slot) for slot in slots.split()}, stats, is_asked="answer" in slots)
    assert fitting_layouts(found, size, True)[0] == layout
    assert fitting_layouts(found, size, False) == ["token"]
