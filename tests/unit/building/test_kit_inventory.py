"""An inventory is told again as long as all it was counted from is the same, and not longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from prancha.building import kit_inventory
from prancha.building.kit_inventory import count_inventory


@pytest.fixture
def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that are built to count them."""
    monkeypatch.setenv("PRANCHA_CACHE", str(tmp_path / "cache"))
    seen: list[str] = []
    count = kit_inventory._count

    def counting(project: Path, name: str, paper: str, lang: str | None) -> kit_inventory.Counted:
        seen.append(f"{name} {paper} {lang}")
        return count(project, name, paper, lang)

    monkeypatch.setattr(kit_inventory, "_count", counting)
    return seen


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_an_unchanged_game_is_counted_once(lume: Path, counted: list[str]) -> None:
    first = count_inventory(lume, "lume", "", None)
    assert count_inventory(lume, "lume", "", None) == first
    assert counted == ["lume  None"]


def test_what_is_asked_otherwise_is_counted_anew(lume: Path, counted: list[str]) -> None:
    usual = count_inventory(lume, "lume", "", None)[0]
    letter = count_inventory(lume, "lume", "letter", None)[0]
    english = count_inventory(lume, "lume", "", "en")[0]
    assert len(counted) == 3
    assert (usual.paper, letter.paper) == ("a4", "letter")
    assert usual.totals != english.totals


def test_a_change_is_seen_in_the_catalogue_and_in_the_ink(lume: Path, counted: list[str]) -> None:
    before = count_inventory(lume, "lume", "", None)[0]
    (family,) = {one.family for one in before.components[:1]}
    file = lume / "components" / "lume" / f"{family}.yaml"
    change(file, "copies: ", "copies: 1")
    more = count_inventory(lume, "lume", "", None)[0]
    assert more.components[0].designed != before.components[0].designed
    template = lume / "templates" / "lume" / "card.svg.j2"
    template.write_text(template.read_text() + '\n<rect width="20" height="20" fill="#000000"/>')
    darker = count_inventory(lume, "lume", "", None)[0]
    assert darker.ink[-1].ink[3] > more.ink[-1].ink[3]
    assert len(counted) == 3
