"""Lists that lie deep in JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from prancha.model.diagnostic import Failure
from prancha.setup.new_game import start
from prancha.setup.new_game.rewritten_lists import flatten_json


@pytest.mark.parametrize(
    "value",
    [
        [{"name": "Owl"}],
        {"cards": [{"name": "Owl", "items": [{"name": "Egg"}, {"name": "Nest"}]}, {"name": "Elk"}]},
        [{"name": "Owl", "faces": [{"name": "Day"}, {"name": "Night"}]}, {"name": "Elk"}],
        {"owl": {"name": "Owl"}, "elk": {"name": "Elk"}},
        {"game": {"rules": ["one", "two"]}},
        {"cards": [{"name": "Owl", "stats": {"cards": [{"draw": 1}, {"draw": 2}]}}]},
        7,
    ],
)
def test_what_is_read_as_it_is(value: Any) -> None:
    assert flatten_json(json.dumps(value), "deck.json") is None


def test_no_json_is_left_to_the_reader() -> None:
    assert flatten_json("{", "deck.json") is None


def test_a_saved_table_without_names_is_refused(tmp_path: Path) -> None:
    cards = [{"Name": "Card", "Nickname": "", "CardID": number} for number in (100, 101)]
    source = tmp_path / "table.json"
    source.write_text(json.dumps({"ObjectStates": [{"Name": "Deck", "ContainedObjects": cards}]}))
    with pytest.raises(Failure, match="have no names, and their faces are pictures on the web"):
        start(tmp_path, "trial", source=source)
    assert not (tmp_path / "components").exists()


def test_cards_are_chosen_before_a_longer_list_of_another_name(tmp_path: Path) -> None:
    source = tmp_path / "board.json"
    actions = [{"id": str(number), "kind": "moved"} for number in range(5)]
    source.write_text(json.dumps({"actions": actions, "cards": [{"name": "Fox"}, {"name": "Owl"}]}))
    told = start(tmp_path, "deck", source=source).guesses
    chosen = 'sheet: "cards" (its name says that it lists components; there is also "actions" (5 entries)'
    assert any(line.startswith(chosen) for line in told)
