"""Pictures, families and colours that the page adds, through the same door as every change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from prancha.cli.studio import _beginnings
from prancha.studio.answers import Answers
from prancha.studio.beginning_process import BeginningProcess
from prancha.studio.guard import token
from prancha.studio.session import Session
from tests.conftest import CARDS, GAME
from tests.unit.setup.beginning.test_additions import given, png, tree
from tests.unit.studio.conftest import Studio, opened
from tests.unit.studio.test_edits import edit

BATCH = "0123456789abcdef"
WITH_ART = CARDS.replace("cost: 1", "cost: 1, art: none.png").replace("cost: 2", "cost: 2, art: moon.png")


@pytest.fixture
def studio(lume: Path, tmp_path: Path) -> Iterator[Studio]:
    (lume / "components" / "lume" / "cards.yaml").write_text(WITH_ART)
    (tmp_path / "given").mkdir()
    given(tmp_path / "given" / BATCH, "fox.png", png())
    beginning = BeginningProcess(_beginnings, lume, tmp_path / "given")
    for one in opened(lume, edit=True):
        settings = {"edit": True, "editor": "copy", "project": str(lume)}
        one.server.open(Answers(one.session, settings, None, beginning))
        yield one
    beginning.close()


def picture(**more: Any) -> dict[str, Any]:
    known = edit()
    changed = {name: known[name] for name in ("key", "file", "line")} | {"path": ["art"], "old": "none.png"}
    return {"game": token("lume"), "batch": BATCH, "edit": {**changed, **more}}


def test_a_picture_is_copied_and_its_name_written(studio: Studio, lume: Path) -> None:
    file, art = lume / "components" / "lume" / "cards.yaml", lume / "templates" / "lume" / "art" / "fox.png"
    assert studio.act("/api/add/picture", picture())["name"] == "fox.png"
    assert file.read_text() == WITH_ART.replace("none.png", "fox.png")
    assert art.read_bytes() == png()
    assert studio.act("/api/undo", {}) == {"undo": 0}
    assert file.read_text() == WITH_ART
    assert not art.parent.exists()
    # A picture that lay there before stays.
    art.parent.mkdir()
    art.write_bytes(png())
    assert studio.act("/api/add/picture", picture())["undo"] == 1
    studio.act("/api/undo", {})
    assert (file.read_text(), art.read_bytes()) == (WITH_ART, png())


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"old": "other.png"}, 422),
        ({"line": 1}, 422),
        ({"file": "../outside.yaml"}, 422),
        ({"path": []}, 404),
        ({"key": 7}, 404),
    ],
)
def test_a_picture_whose_name_cannot_be_written_is_not_kept(
    studio: Studio, lume: Path, more: dict[str, Any], status: int
) -> None:
    assert studio.refused("/api/add/picture", picture(**more))[0] == status
    assert not (lume / "templates" / "lume" / "art" / "fox.png").exists()
    assert (lume / "components" / "lume" / "cards.yaml").read_text() == WITH_ART


@pytest.mark.parametrize(
    "asked",
    [
        {"batch": BATCH, "edit": {}},
        {"game": "lume", "batch": BATCH, "edit": {}},
        {"game": token("lume"), "batch": "../..", "edit": {}},
        {"game": token("lume"), "batch": BATCH},
    ],
)
def test_what_is_no_addition_is_refused(studio: Studio, lume: Path, asked: dict[str, Any]) -> None:
    assert studio.refused("/api/add/picture", asked)[0] in (400, 404)
    assert not (lume / "templates" / "lume" / "art" / "fox.png").exists()


def test_nothing_is_added_where_nothing_is_edited(shared: Studio) -> None:
    for what in ("family", "font", "picture"):
        assert shared.refused(f"/api/add/{what}", {"game": token("lume"), "batch": BATCH})[0] == 404
    assert shared.refused("/api/colour", {"game": token("lume")})[0] == 404


def test_families_and_fonts_are_undone_to_the_bytes_that_were_there(studio: Studio, lume: Path) -> None:
    head = lume / "components" / "lume" / "game.yaml"
    head.write_bytes(head.read_bytes().replace(b"\n", b"\r\n", 1))
    before = tree(lume)
    fonts = Path(__file__).parents[3] / "templates" / "_library" / "fonts"
    folder = studio.session.project.parent / "given" / ("f" * 16)
    given(folder, "body.ttf", next(fonts.rglob("400.ttf")).read_bytes())
    named = {"game": token("lume")}
    assert studio.act("/api/add/family", {**named, "kind": "board"})["undo"] == 1
    with_board = tree(lume)
    assert studio.act("/api/add/font", {**named, "batch": "f" * 16})["undo"] == 2
    assert set(tree(lume)) > set(with_board)
    assert studio.act("/api/undo", {}) == {"undo": 1}
    assert tree(lume) == with_board
    assert studio.act("/api/undo", {}) == {"undo": 0}
    assert tree(lume) == before
    assert not (lume / "templates" / "lume" / "fonts").exists()


def test_a_family_that_was_changed_since_stays(studio: Studio, lume: Path) -> None:
    studio.act("/api/add/family", {"game": token("lume"), "kind": "board"})
    board = lume / "components" / "lume" / "board.yaml"
    board.write_text(board.read_text() + "# mine\n")
    after = tree(lume)
    status, wrong = studio.refused("/api/undo", {})
    assert (status, "the file was changed meanwhile" in wrong) == (422, True)
    assert tree(lume) == after


def test_a_snapshot_is_undone(studio: Studio, lume: Path) -> None:
    file = lume / "components" / "lume" / ".snapshots" / "printed.json"
    kept = {"game": token("lume"), "name": "printed"}
    assert studio.act("/api/snapshot", kept)["undo"] == 1
    first = file.read_bytes()
    cards = lume / "components" / "lume" / "cards.yaml"
    cards.write_text(WITH_ART.replace("cost: 1", "cost: 3"))
    studio.act("/api/snapshot", kept)
    assert file.read_bytes() != first
    studio.act("/api/undo", {})
    assert file.read_bytes() == first
    studio.act("/api/undo", {})
    assert not file.parent.exists()


def test_a_family_of_a_kind_is_there_at_once(studio: Studio) -> None:
    told = studio.act("/api/add/family", {"game": token("lume"), "kind": "board"})
    assert told["family"] == "board"
    status, wrong = studio.refused("/api/add/family", {"game": token("lume"), "kind": "board"})
    assert (status, "the game has a family board already" in wrong) == (422, True)


FLOW = 'palette: {ink: "#1b1b1f", sun: "#c0392b"}\n'
PALETTE = GAME.replace(FLOW, 'palette:\n  ink: "#111111"  # of texts\n  sand: "#eeddaa"\n')


def colour(**given: Any) -> dict[str, Any]:
    return {"game": token("lume"), "name": "ink", "old": "#111111", "new": "#0a0b0c", **given}


def test_a_colour_is_changed_and_added_and_undone(studio: Studio, lume: Path) -> None:
    file = lume / "components" / "lume" / "game.yaml"
    file.write_text(PALETTE)
    assert studio.act("/api/colour", colour()) == {"undo": 1}
    assert file.read_text() == PALETTE.replace("#111111", "#0a0b0c")
    assert studio.act("/api/colour", colour(name="sky", old=None)) == {"undo": 2}
    assert '\n  sky: "#0a0b0c"\n' in file.read_text()
    for left in (1, 0):
        assert studio.act("/api/undo", {}) == {"undo": left}
    assert file.read_text() == PALETTE


@pytest.mark.parametrize(
    ("given", "status", "told"),
    [
        ({"old": "#222222"}, 422, "the value was changed meanwhile"),
        ({"name": "sand", "old": None}, 422, "there is a colour sand already"),
        ({"name": "nothing"}, 422, "the value is not written"),
        ({"new": "red"}, 404, ""),
        ({"new": '#000000"\nfamilies: []'}, 404, ""),
        ({"name": "a: b"}, 404, ""),
        ({"name": "a\nb", "old": None}, 404, ""),
    ],
)
def test_a_colour_that_is_none_is_refused(
    studio: Studio, lume: Path, given: dict[str, Any], status: int, told: str
) -> None:
    file = lume / "components" / "lume" / "game.yaml"
    file.write_text(PALETTE)
    found = studio.refused("/api/colour", colour(**given))
    assert found[0] == status
    assert told in found[1]
    assert file.read_text() == PALETTE


def test_where_games_were_named_one_can_be_added_to_and_none_begins(lume: Path, tmp_path: Path) -> None:
    beginning = BeginningProcess(_beginnings, lume, tmp_path)
    session = Session(lume, ("lume",), lambda _name, _data: None, tmp_path)
    answers = Answers(session, {"edit": True, "editor": "copy", "project": str(lume)}, None, beginning)
    assert "/api/add/family" in answers._waiting_posts
    assert "/api/begin/choices" in answers._waiting_posts
    assert "/api/begin/make" not in answers._waiting_posts
    session.close()
    beginning.close()
