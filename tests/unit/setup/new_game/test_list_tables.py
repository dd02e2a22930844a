"""Several tables in one grid."""

from __future__ import annotations

from typing import Any

import pytest

from prancha.setup.new_game.list_tables import split_tables


def tables(text: str, title: str = "") -> list[tuple[str, str, list[str]]]:
    """Name, headings and rows of each table of a grid that is written a row a line; `/` parts its cells."""
    lines: list[tuple[int, list[Any]]] = [
        (number, line.split("/")) for number, line in enumerate(text.split("\n"), 1) if line.strip("/")
    ]
    found = split_tables(lines[0][1], lines[1:], title)
    shown = [(one.name, "/".join(one.header), ["/".join(cells) for _, cells in one.rows]) for one in found]
    return [
        (f"({name})" if one.aside else name, *rest) for one, (name, *rest) in zip(found, shown, strict=True)
    ]


BEAR, CROWN = ["Bear/Roars.", "Wolf/Howls."], ["Crown/9", "Ring/4"]


@pytest.mark.parametrize(
    "text",
    [
        "Name/Text\nBear/Roars.\nWolf/Howls.\n\nName/Value\nCrown/9\nRing/4",
        "Name/Text\nBear/Roars.\nWolf/Howls.\nName/Value\nCrown/9\nRing/4",
        "Name/Text//Name/Value\nBear/Roars.//Crown/9\nWolf/Howls.//Ring/4",
    ],
)
def test_tables_below_one_another_and_side_by_side(text: str) -> None:
    assert tables(text) == [("table 1", "Name/Text", BEAR), ("table 2", "Name/Value", CROWN)]


def test_a_cell_alone_above_a_table_is_its_name() -> None:
    text = "Name/Text\nBear/Roars.\nWolf/Howls.\n\nTreasures/\nName/Text\nCrown/9\nRing/4"
    assert tables(text, "Beasts") == [("Beasts", "Name/Text", BEAR), ("Treasures", "Name/Text", CROWN)]


def test_a_list_goes_on_beside_itself() -> None:
    found = tables("Name/Text//Name/Text\nBear/Roars.//Owl/Hoots.\nWolf/Howls.//Elk/Runs.")
    assert found == [("table 1", "Name/Text", [*BEAR, "Owl/Hoots.", "Elk/Runs."])]


def test_a_small_table_beside_a_list_explains_it() -> None:
    found = tables(
        "Name/Text//R/rare\nBear/Roars.//C/common\nWolf/Howls.//U/unusual\nOwl/Hoots.\nElk/Runs.\nHen/Sits."
    )
    assert [name for name, *_ in found] == ["table 1", "(R)"]


@pytest.mark.parametrize(
    "text",
    [
        "Name/Text\nBear/Roars.\n\nWolf/Howls.",  # a gap between rows
        "Name/Text\nBear/Roars.\nName/Text\nWolf/Howls.",  # the names once more
        "Name/Text\nGold/Power\nWolf/Howls.",  # words that name columns in other lists
        "Name/Cost//Text\nBear/3//Roars.\nWolf/2//\nOwl/1//Hoots.",  # a gap between columns
        "Name/Text\nBear/Roars.\nWolf/Howls.\n\nBirds/\nOwl/Hoots.",  # a heading over a group
        "Name/Text//Notes/By\nBear/Roars.//dull/Ann\nWolf/Howls.\nOwl/Hoots.\nElk/Runs.",  # working columns
        "Name\nBear\nWolf\n\nOwl",
    ],
)
def test_one_table_stays_one(text: str) -> None:
    assert len(tables(text)) == 1
