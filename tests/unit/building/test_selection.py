"""Which sheet profile and which components an order means."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.building.order import Order
from prancha.building.selection import _item_range, choose_sheet
from prancha.model.sheet import PLAIN

PROFILES = "components/_sheets/profiles.yaml"


def _own(project: Path, text: str) -> Path:
    file = project / PROFILES
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return project


def test_a_project_s_own_corner_profile_needs_no_option(lume: Path) -> None:
    """On 409b186a it was heeded only where --sheet corner was typed."""
    project = _own(lume, "profiles:\n  corner: {marks: {length: 6 mm}, bleed: 2 mm}\n")
    _, profile = choose_sheet(Order(project=project))
    assert (profile.name, profile.marks.length, profile.bleed) == ("", 6.0, 2.0)
    _, typed = choose_sheet(Order(project=project, sheet="Corner"))
    assert (typed.name, typed.marks) == ("corner", profile.marks)


def test_a_project_s_own_corner_profile_brings_its_paper(lume: Path) -> None:
    project = _own(lume, "profiles:\n  corner: {paper: a3}\n")
    paper, _ = choose_sheet(Order(project=project))
    assert paper.name == "a3"


@pytest.mark.parametrize("text", ["", "profiles:\n  mine: {marks: {length: 6 mm}}\n"])
def test_without_one_sheets_are_plain(lume: Path, text: str) -> None:
    _, profile = choose_sheet(Order(project=_own(lume, text) if text else lume))
    assert profile == PLAIN


@pytest.mark.parametrize("part", ["1" * 5000, "1-" + "1" * 5000, "0", "4"])
def test_a_number_beyond_the_last_component_names_none(part: str) -> None:
    """On 409b186a a number of 5,000 digits ended in Python's own words."""
    assert list(_item_range(part, ["a", "b", "c"])) == []
    assert list(_item_range("2-3", ["a", "b", "c"])) == [1, 2]
