"""The process that begins games, and what the page is answered about them."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from prancha.cli.studio import _beginnings
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.studio.answers import Answers
from prancha.studio.beginning_process import BeginningProcess
from tests.unit.setup.new_game.test_proposal import LIST
from tests.unit.studio.conftest import Studio, opened

BATCH = "0123456789abcdef"


class Breaking:
    """Beginnings in which everything fails that can."""

    def answer(
        self, what: str, asked: Mapping[str, Any], files: Path | None
    ) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
        if what == "choices":
            raise RuntimeError("unforeseen")
        if what == "guess":
            time.sleep(60)
        if what == "layout":
            raise Failure([Diagnostic(Place("a.csv", 3), "wrong", "as it is")])
        return {"game": "demo"}, (Diagnostic(Place(""), "odd", "it is odd"),)


def breaking(project: Path, folder: Path) -> Breaking:
    return Breaking()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[BeginningProcess]:
    one = BeginningProcess(breaking, tmp_path, tmp_path)
    yield one
    one.close()


def test_what_fails_is_told_and_the_next_question_is_answered(process: BeginningProcess) -> None:
    with pytest.raises(Failure, match=r"a\.csv:3: error wrong: as it is"):
        process.ask("layout", {})
    with pytest.raises(Failure, match="unforeseen"):
        process.ask("choices", {})
    told = process.ask("make", {})
    assert told["game"] == "demo"
    assert [one["message"] for one in told["wrong"]] == ["it is odd"]


def test_a_process_that_ends_is_told_and_replaced(process: BeginningProcess) -> None:
    process.ask("make", {})
    assert process._child is not None
    pid = process._child.pid
    threading.Timer(0.3, os.kill, (pid, signal.SIGSEGV)).start()
    with pytest.raises(Failure, match="crashed"):
        process.ask("guess", {})
    assert process.ask("make", {})["game"] == "demo"
    assert process._child.pid != pid


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    project, given = tmp_path / "empty", tmp_path / "given"
    project.mkdir()
    (given / BATCH).mkdir(parents=True)
    (given / BATCH / "heroes.csv").write_text(LIST)
    beginning = BeginningProcess(_beginnings, project, given)
    for one in opened(project):
        settings = {"edit": True, "editor": "copy", "project": str(project)}
        one.server.open(Answers(one.session, settings, None, beginning))
        yield one
    beginning.close()


def test_a_game_begins_in_an_empty_folder_and_is_there(studio: Studio) -> None:
    start = studio.get("/api/start")
    assert (start["games"], start["begin"]) == ([], True)
    asked = {"batch": BATCH, "order": {"name": "Heroes"}}
    told = studio.act("/api/begin/guess", asked)
    assert (told["designs"], told["wrong"]) == (3, [])
    face = f"/begin/{told['faces']['file']}/0"
    assert studio.send(f"{face}/4")[2][:2] == b"BM"
    for path in ("/begin/faces-99/0/4", f"{face}/5", f"{face[:-2]}/9/4"):
        assert studio.send(path)[0] == 404
    assert studio.act("/api/begin/layout", {**asked, "order": {"layout": "economy"}})["faces"]["sizes"]
    made = studio.act("/api/begin/make", asked)
    [game] = studio.get("/api/start")["games"]
    assert (game["id"], game["name"]) == (made["game"], "heroes")
    # Once more: it is there already, which is no fault of the request.
    [failed] = studio.act("/api/begin/make", asked)["failed"]
    assert "heroes exists already; nothing is overwritten" in failed["message"]


def test_what_no_page_asks_is_refused(studio: Studio) -> None:
    for asked in (
        {"batch": "../..", "order": {}},
        {"batch": BATCH, "order": {"path": "/etc"}},
        {"batch": BATCH},
    ):
        assert studio.refused("/api/begin/guess", asked)[0] == 404
    [failed] = studio.act("/api/begin/guess", {"batch": "f" * 16, "order": {}})["failed"]
    assert failed["hint"] == "give them once more"


def test_no_game_begins_where_none_may(shared: Studio) -> None:
    assert shared.get("/api/start")["begin"] is False
    assert shared.refused("/api/begin/guess", {"batch": BATCH, "order": {}})[0] == 404
    assert shared.send("/begin/faces-1/0/4")[0] == 404
