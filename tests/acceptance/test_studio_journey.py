"""A game of 54 cards is made in the browser alone, from an empty folder to a PDF that is measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import looking, running
from tests.journey import STEPS, write_list
from tests.unit.studio.test_session import until


@pytest.mark.slow
def test_a_game_is_made_in_the_browser_alone(tmp_path: Path) -> None:
    write_list(tmp_path)
    project = tmp_path / "project"
    project.mkdir()
    with running(project) as (address, _), looking(address, (1080, 680)) as (page, told):
        for _, do in STEPS:
            do(page, tmp_path)
        assert told.wrong == []
    assert (project / "output" / "hedgerow" / "hedgerow-a4.pdf").read_bytes().startswith(b"%PDF")
    rows = (project / "components" / "hedgerow" / "cards.csv").read_text()
    assert rows.replace("Badger,Wood,9,", "Badger,Wood,3,") == (tmp_path / "hedgerow.csv").read_text()


def test_a_size_of_ones_own_is_drawn(tmp_path: Path) -> None:
    cards = tmp_path / "deck.csv"
    cards.write_text("Name,Cost,Rules\nFox,2,Draw a card.\nOwl,1,Look at a hand.\n")
    project = tmp_path / "project"
    project.mkdir()
    with running(project) as (address, _), looking(address) as (page, told):
        page.locator("#begin-files").set_input_files(cards)
        page.get_by_text("2 designs, 2 pieces").wait_for()
        page.locator("#begin-size").select_option("own")
        page.locator("#begin-own").fill("9 miles")
        page.keyboard.press("Enter")
        page.get_by_text('"9 miles" is no size of a card').wait_for()
        page.locator("#begin-size").select_option("own")
        page.locator("#begin-own").fill("2,5 x 5 in")
        page.keyboard.press("Enter")
        first = page.locator(".layout img").first
        until(lambda: first.count() and first.get_attribute("width") == "86")  # 172 pixels high
        assert page.locator("#begin-size").input_value() == "2,5 x 5 in"
        assert told.wrong == []
