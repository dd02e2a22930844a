"""A family's items are made when a template first asks for them, in whatever way it asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from prancha.faces.templates.context_values import Late, Watched


@pytest.mark.parametrize("ask", [
    lambda record: record["items"],
    lambda record: record.get("items"),
    lambda record: dict(record.items())["items"],
    lambda record: list(record.values())[1],
    lambda record: dict(record)["items"],
    lambda record: {**record}["items"],
])  # fmt: skip
def test_it_is_made_once_and_when_asked_for(ask: Callable[[Late], Any]) -> None:
    made: list[str] = []
    read: set[str] = set()

    def make() -> tuple[int, ...]:
        made.append("items")
        return (1, 2)

    record = Late("the family", {"id": "cards"}, read, {"items": make})
    assert record["id"] == "cards"
    assert (made, read) == ([], {"id"})
    assert ask(record) == ask(record) == (1, 2)
    assert (made, "items" in read) == (["items"], True)
    assert repr(record) == "{'id': 'cards', 'items': (1, 2)}"


def test_to_ask_whether_a_field_is_there_is_to_read_it() -> None:
    read: set[str] = set()
    record = Watched("the item", {"foil": True, "cost": 1}, read)
    assert "foil" in record
    assert "fail" not in record
    assert read == {"foil"}
    assert set(record.keys()) == read == {"foil", "cost"}
