"""Notes stand in the game's folder; what somebody wrote there by hand is never lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from prancha.catalogue import read_notes
from prancha.model.diagnostic import Failure
from prancha.studio import edits
from prancha.studio.guard import token
from tests.unit.studio.conftest import Studio, opened


@pytest.fixture
def studio(lume: Path) -> Iterator[Studio]:
    yield from opened(lume)


def test_notes_are_kept_and_deleted(studio: Studio, lume: Path) -> None:
    asked = {
        "game": token("lume"),
        "item": token("cards/sun"),
        "notes": ['too "strong"', "ünder: # <b>\nline"],
    }
    kept = studio.act("/api/notes", asked)
    assert kept == {"cards/sun": asked["notes"]}
    file = lume / "components" / "lume" / "notes.yaml"
    assert file.read_text(encoding="utf-8") == (
        "# Notes to components, kept by prancha studio.\n"
        '"cards/sun":\n  - "too \\"strong\\""\n  - "ünder: # <b>\\nline"\n'
    )
    assert studio.get(f"/api/notes/{token('lume')}") == kept
    assert studio.act("/api/notes", {**asked, "notes": []}) == {}
    assert studio.get(f"/api/game/{token('lume')}/en")["findings"]["unread"] == []


@pytest.mark.parametrize("given", ["text", [1], ["x" * 2001], ["x"] * 51, None])
def test_what_is_no_list_of_notes_is_refused(studio: Studio, lume: Path, given: object) -> None:
    asked = {"game": token("lume"), "item": token("cards/sun"), "notes": given}
    status, told = studio.refused("/api/notes", asked)
    assert status == 400
    assert told.startswith("notes: ")
    assert not (lume / "components" / "lume" / "notes.yaml").exists()


def test_a_file_with_comments_is_left_alone(lume: Path) -> None:
    file = lume / "components" / "lume" / "notes.yaml"
    file.write_text("cards/sun: [nice]  # says Ana\n")
    assert read_notes(lume, "lume") == {"cards/sun": ("nice",)}
    with pytest.raises(Failure, match="this file was written by hand: comments or order would be lost"):
        edits.write_notes(lume, "lume", "cards/sun", ["new"])
    file.write_text("- a\n")
    with pytest.raises(Failure, match="expected a list of texts for each component"):
        read_notes(lume, "lume")


def test_a_family_called_notes_keeps_its_file(lume: Path) -> None:
    folder = lume / "components" / "lume"
    game = folder / "game.yaml"
    text = game.read_text(encoding="utf-8")
    assert "families: [cards" in text
    game.write_text(text.replace("families: [cards", "families: [notes, cards"), encoding="utf-8")
    family = (folder / "cards.yaml").read_text(encoding="utf-8")
    (folder / "notes.yaml").write_text(family, encoding="utf-8")
    for studio in opened(lume):
        assert studio.get(f"/api/game/{token('lume')}/en")["findings"]["unread"] == []
        assert studio.get(f"/api/notes/{token('lume')}") == {}
        asked = {"game": token("lume"), "item": token("cards/sun"), "notes": ["new"]}
        _, told = studio.refused("/api/notes", asked)
        assert "a family of this game is called notes" in told
    assert (folder / "notes.yaml").read_text(encoding="utf-8") == family
