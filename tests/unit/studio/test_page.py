"""Modules of the page by themselves, in a real browser: they are plain functions of plain values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import looking, running
from tests.conftest import write_project


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    project = write_project(tmp_path_factory.mktemp("page") / "project")
    with running(project) as (address, _), looking(address) as (opened, _told):
        opened.locator("svg.face").first.wait_for()
        yield opened


def item(name: str, family: str = "cards", **fields: Any) -> dict[str, Any]:
    """An item as the page has it."""
    own = {"id": name, "key": f"{family}/{name}", "family": {"id": family}, "place": ["cards.csv", 2, 1]}
    return {**own, "copies": 1, "source": "", "fields": fields, "assumed": {}}


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ([item("a", t=1), item("b", t=2)], [item("a", t=1), item("c", t=2)], {"cards/b": "cards/c"}),
        # The id may be a field of its own as well.
        ([item("a", id="a", t=1)], [item("b", id="b", t=1)], {"cards/a": "cards/b"}),
        # Changed too, of another family, or two that are alike: nothing is certain.
        ([item("a", t=1)], [item("b", t=2)], {}),
        ([item("a", t=1)], [item("a", "tokens", t=1)], {}),
        ([item("a", t=1), item("b", t=1)], [item("c", t=1), item("d", t=1)], {}),
        ([item("a", t=1)], [item("b", t=1), item("c", t=1)], {}),
        ([item("a", t=1), item("b", t=1)], [item("c", t=1)], {}),
        # Ids that changed places are there still.
        ([item("a", t=1), item("b", t=2)], [item("a", t=2), item("b", t=1)], {}),
        ([], [item("a")], {}),
    ],
)  # fmt: skip
def test_a_renamed_item_is_known_where_it_is_certain(
    page: Any, before: list[Any], after: list[Any], found: dict[str, str]
) -> None:
    call = "async ([a, b]) => Object.fromEntries((await import('/app/renamed.js')).renamed(a, b))"
    assert page.evaluate(call, [before, after]) == found
