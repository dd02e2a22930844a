"""A game of 54 cards is made in the browser alone, from an empty folder to a PDF that is measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import looking, running
from tests.journey import STEPS, write_list


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
