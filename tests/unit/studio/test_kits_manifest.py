"""The studio counts a kit as `prancha manifest` does, and says what that says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from prancha.cli import command_line
from tests.unit.studio.conftest import Studio, opened


@pytest.fixture
def studio(lume: Path) -> Iterator[Studio]:
    yield from opened(lume, papers=["a4", "letter"])


def test_a_kit_is_counted_as_the_command_counts_it(
    studio: Studio, lume: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = studio.get("/api/start")["games"][0]["id"]
    found = studio.get(f"/api/inventory/{game}/en/letter")
    assert found.pop("wrong") == ""
    given = ["manifest", "lume", "--format", "json", "--lang", "en", "--paper", "letter"]
    assert command_line.main([*given, "--project", str(lume)]) == 0
    assert found == json.loads(capsys.readouterr().out)
    assert ["card, LETTER", "sheets"] in [[one["what"], one["unit"]] for one in found["shopping"]]


def test_what_the_page_does_not_offer_is_not_counted(studio: Studio) -> None:
    game = studio.get("/api/start")["games"][0]["id"]
    for asked in ("xx/a4", "en/a3", "en/--help"):
        assert studio.send(f"/api/inventory/{game}/{asked}")[0] == 404


def test_a_kit_that_cannot_be_built_says_why(studio: Studio, lume: Path) -> None:
    game = studio.get("/api/start")["games"][0]["id"]
    (lume / "templates/lume/card.svg.j2").write_text("{% if %}")
    found = studio.get(f"/api/inventory/{game}/en/a4")
    assert set(found) == {"wrong"}
    assert "card.svg.j2:1" in found["wrong"]
