"""Play-tests are files of the game's folder; one of another form is told, and none is written over."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from prancha.model.diagnostic import Failure
from prancha.studio.guard import token
from prancha.studio.play_tests import read_play_tests
from tests.unit.studio.conftest import Studio, opened

PLAY: dict[str, Any] = {
    "revision": "2",
    "date": "2026-11-26",
    "seed": "Fox & hen",
    "seats": ["Ana", "Bia"],
    "winners": ["Ana"],
    "turns": 12,
    "points": {"Ana": {"Points": 7}, "Bia": {"Points": -1}},
    "played": {"cards/sun": 3},
    "unplayed": {"cards/sun": 1, "cards/moon": 8},
    "log": ["Ana wins."],
}


@pytest.fixture
def studio(lume: Path) -> Iterator[Studio]:
    yield from opened(lume)


def test_each_is_a_file_of_its_own(studio: Studio, lume: Path) -> None:
    game = token("lume")
    assert studio.get(f"/api/play-tests/{game}") == []
    names = [studio.act("/api/play-tests", {"game": game, "play": PLAY})["file"] for _ in range(2)]
    folder = "components/lume/play-tests"
    assert names == [f"{folder}/2026-11-26-fox-hen.json", f"{folder}/2026-11-26-fox-hen-2.json"]
    assert json.loads((lume / names[0]).read_text()) == PLAY
    found = studio.get(f"/api/play-tests/{game}")
    assert sorted(found, key=lambda one: one["file"]) == [{**PLAY, "file": name} for name in sorted(names)]
    # A log is longer than other requests may be.
    long = {**PLAY, "log": ["x" * 100] * 5_000}
    studio.act("/api/play-tests", {"game": game, "play": long})
    assert studio.get(f"/api/game/{game}/en")["findings"]["unread"] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"date": "../../x"},
        {"turns": -1},
        {"log": "text"},
        {"played": {"a": "b"}},
        {"more": 1},
        {"seats": [1]},
    ],
)
def test_what_is_no_play_test_is_refused(studio: Studio, lume: Path, wrong: dict[str, Any]) -> None:
    status, _ = studio.refused("/api/play-tests", {"game": token("lume"), "play": {**PLAY, **wrong}})
    assert status == 404
    assert not (lume / "components" / "lume" / "play-tests").exists()


def test_a_file_of_another_form_is_told_with_its_name(lume: Path) -> None:
    folder = lume / "components" / "lume" / "play-tests"
    folder.mkdir()
    (folder / "b.json").write_text("{")
    (folder / "a.json").write_text(json.dumps({**PLAY, "turns": "many"}))
    with pytest.raises(Failure) as told:
        read_play_tests(lume, "lume")
    places = [one.place.file for one in told.value.diagnostics]
    assert places == ["components/lume/play-tests/a.json", "components/lume/play-tests/b.json"]
    assert "this is no play-test: Expected `int`, got `str`" in told.value.diagnostics[0].message
    assert told.value.diagnostics[0].hint == "mend the file, or delete it: nothing else needs it"


def test_nothing_is_written_through_a_link(studio: Studio, lume: Path, tmp_path: Path) -> None:
    away = tmp_path / "away"
    away.mkdir()
    (lume / "components" / "lume" / "play-tests").symlink_to(away)
    status, told = studio.refused("/api/play-tests", {"game": token("lume"), "play": PLAY})
    assert status == 422
    assert "link" in told
    assert list(away.iterdir()) == []


def test_there_are_at_most_so_many(studio: Studio, lume: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prancha.studio.play_tests.MOST", 1)
    studio.act("/api/play-tests", {"game": token("lume"), "play": PLAY})
    status, told = studio.refused("/api/play-tests", {"game": token("lume"), "play": PLAY})
    assert status == 422
    assert "there are 1 play-tests of this game already" in told
    monkeypatch.setattr("prancha.studio.play_tests.MOST", 9)
    monkeypatch.setattr("prancha.studio.play_tests._LARGEST", 100)
    _, told = studio.refused("/api/play-tests", {"game": token("lume"), "play": PLAY})
    assert "at most 100 are kept" in told
