"""Lists that are written as running text."""

from __future__ import annotations

import pytest

from prancha.setup.new_game.written_lists import read_written

FOX, OWL = ["Fox", "Draw a card."], ["Owl", "Fly over."]


@pytest.mark.parametrize(
    "text",
    [
        "Fox: Draw a card.\nOwl: Fly over.\n",
        "Fox - Draw a card.\r\n\r\nOwl – Fly over.\r\n",
        "# Deck\n\n- **Fox**: Draw a card.\n- **Owl:** Fly over.\n",
        "1. Fox: Draw a card.\n2. Owl: Fly over.\n",
        "# Deck\n\n## Fox\nDraw a card.\n\n## Owl\n\nFly over.\n",
        "Fox\nDraw a card.\n\nOwl\nFly over.\n",
    ],
)
def test_names_and_texts(text: str) -> None:
    found = read_written(text)
    assert found is not None
    assert found[0] == [["name", "text"], FOX, OWL]


def test_counts_before_names_are_copies() -> None:
    found = read_written("2x Fox - Draw a card.\nOwl - Fly over.\nx3 Elk - Run.\n")
    assert found is not None
    assert found[0] == [["name", "text", "copies"], [*FOX, "2"], [*OWL, "1"], ["Elk", "Run.", "3"]]


def test_entries_that_are_names_alone() -> None:
    found = read_written("* Fox\n* Owl\n")
    assert found is not None
    assert found[0] == [["name"], ["Fox"], ["Owl"]]


@pytest.mark.parametrize(
    "text",
    [
        "Fox\nOwl\nElk\n",
        "Name: Text\nFox: Run\n",
        "Deck\n4 Bolt\n2 Bear\n\nSideboard\n2 Net\n1 Fog\n",
        "This is the story of a fox.\nIt runs.\n\nThis is the story of an owl.\nIt flies.\n",
        "# Rules\nDraw a card.\n",
        "",
    ],
)
def test_other_texts_are_no_such_lists(text: str) -> None:
    assert read_written(text) is None
