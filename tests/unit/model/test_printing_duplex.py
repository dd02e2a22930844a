"""What every way of printing backs means."""

from __future__ import annotations

from typing import get_args

import pytest

from prancha.model.printing import DUPLEX, DuplexName


def test_every_way_is_in_the_table_once() -> None:
    assert tuple(DUPLEX) == get_args(DuplexName)


@pytest.mark.parametrize(
    ("name", "upright", "lying"),
    [("long", True, False), ("short", False, True), ("separate", True, False), ("fold", True, False)],
)
def test_a_back_is_mirrored_about_the_edge_that_the_paper_turns_about(
    name: DuplexName, upright: bool, lying: bool
) -> None:
    assert DUPLEX[name].mirrors_across(210, 297) is upright
    assert DUPLEX[name].mirrors_across(297, 210) is lying


def test_only_board_is_glued_to_both_faces() -> None:
    assert DUPLEX["board"].glues("board")
    assert not DUPLEX["board"].glues("card")
    assert not DUPLEX["long"].glues("board")
