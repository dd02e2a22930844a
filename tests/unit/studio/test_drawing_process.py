"""The server goes on when the process that draws for it ends; another leaves alone what ended that one."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.studio.child_process import AvoidedWork, ProcessEnd, SharedState, shared_state
from prancha.studio.drawing_process import DrawingProcess
from prancha.studio.guard import token
from prancha.studio.messages import BusyError, Events, StudioOrder
from tests.conftest import TEMPLATES
from tests.unit.studio.test_session import until

GAME = token("lume")
SLOW = (
    '<filter id="s"><feDropShadow dx="1" dy="1" stdDeviation="1"/></filter>'
    "{% for k in range(SHADOWS) %}"
    '<rect x="2" y="{{ 4 + k % 30 }}" width="30" height="9" filter="url(#s)"/>{% endfor %}'
)


class Heard(Events):
    """Remembers the names of what was published."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def publish(self, name: str, data: dict[str, Any]) -> None:
        self.names.append(name)


class Kept:
    """A drawing process, asked as the server asks it."""

    def __init__(self, project: Path, folder: Path) -> None:
        self.heard = Heard()
        self.process = DrawingProcess(StudioOrder(project), self.heard, folder)

    def get(self, path: str) -> Any:
        answer = self.process.answer(path, None)
        return json.loads(answer.body) if answer.kind == "application/json" else answer.body

    def state(self) -> dict[str, Any]:
        """The game; while no process is there it is asked again."""

        def asked() -> Any:
            try:
                return self.get(f"/api/game/{GAME}/en")
            except BusyError:
                return None

        found: dict[str, Any] = until(asked, 120)
        return found

    def picture(self, key: str) -> bytes:
        found = self.get(f"/face/{GAME}/en/{token(key)}/front/2")
        return found if isinstance(found, bytes) else b""

    def findings(self, kind: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.state()["findings"][kind]
        return found


@contextmanager
def kept(project: Path, folder: Path) -> Iterator[Kept]:
    one = Kept(project, folder)
    try:
        yield one
    finally:
        one.process.close()


def test_a_killed_process_is_followed_by_another(lume: Path, tmp_path: Path) -> None:
    with kept(lume, tmp_path) as studio:
        before = studio.picture("cards/sun")
        assert before.startswith(b"BM")
        os.kill(studio.process._child.pid, signal.SIGKILL)
        until(lambda: "again" in studio.heard.names)
        studio.state()
        assert studio.picture("cards/sun") == before


def test_a_process_that_is_told_to_end_is_followed_by_another(lume: Path, tmp_path: Path) -> None:
    """Its exit code was taken for the number of a signal, and the studio answered nothing more."""
    with kept(lume, tmp_path) as studio:
        before = studio.picture("cards/sun")
        os.kill(studio.process._child.pid, signal.SIGTERM)
        until(lambda: "again" in studio.heard.names)
        assert studio.state()["findings"]["stale"]["en"] == []
        assert studio.picture("cards/sun") == before


@pytest.mark.slow
def test_a_face_that_takes_too_long_is_told_and_the_others_are_drawn(
    lume: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRANCHA_LIMITS", "1")
    file = lume / "templates" / "lume" / "hex.svg.j2"
    with kept(lume, tmp_path) as studio:
        studio.picture("hexes/land")
        file.write_text(TEMPLATES["hex"] + SLOW.replace("SHADOWS", "60"))
        until(lambda: "again" in studio.heard.names or not _asked(studio, "hexes/land"), 120)
        until(lambda: "again" in studio.heard.names, 120)
        until(lambda: _asked(studio, "hexes/land") == b"" and studio.findings("cards"), 120)
        found = studio.state()["findings"]
        [told] = found["cards"][token("hexes/land")]
        assert told["code"] == "too-slow"
        assert (
            "printing its front (hex.svg.j2) takes more than 1 seconds of processor time" in told["message"]
        )
        assert told["place"][:2] == ["components/lume/hexes.yaml", 7]
        assert token("hexes/land") in found["stale"]["en"]
        assert studio.picture("cards/sun").startswith(b"BM")
        # The second of the family ends a process, too; then the family is left alone.
        until(lambda: _asked(studio, "hexes/sea") == b"", 120)
        ends = studio.heard.names.count("again")
        for _ in range(3):
            assert _asked(studio, "hexes/sea") == _asked(studio, "hexes/land") == b""
        assert studio.heard.names.count("again") == ends == 2
        file.write_text(TEMPLATES["hex"])
        until(lambda: _asked(studio, "hexes/land").startswith(b"BM"), 60)
        assert studio.state()["findings"]["stale"]["en"] == []


def _asked(studio: Kept, key: str) -> bytes:
    try:
        return studio.picture(key)
    except BusyError:
        return b"busy"


@pytest.mark.slow
def test_a_game_that_takes_too_long_to_read_is_told_and_comes_back(lume: Path, tmp_path: Path) -> None:
    file = lume / "components" / "lume" / "hexes.yaml"
    good = file.read_text()
    cells = "\n".join(f"  - {{id: c{k}, colour: '#7a5', copies: 1}}" for k in range(20_000))
    with kept(lume, tmp_path) as studio:
        before = studio.picture("cards/sun")
        file.write_text(good + cells + "\n")
        until(lambda: studio.process._child.state.last_phase() == ("reading", "lume"))
        os.kill(studio.process._child.pid, signal.SIGXCPU)  # as the system does
        until(lambda: "again" in studio.heard.names, 60)
        [told] = until(lambda: studio.findings("unread"), 120)
        assert told["code"] == "too-slow"
        file.write_text(good)
        until(lambda: "families" in studio.state(), 60)
        assert studio.picture("cards/sun") == before
        assert studio.heard.names.count("again") == 1


def test_processes_that_cannot_begin_are_given_up(lume: Path, tmp_path: Path) -> None:
    with kept(lume, tmp_path) as studio:
        for _ in range(9):
            if studio.process._over.is_set():
                break
            before = studio.process._child.pid
            os.kill(before, signal.SIGKILL)
            until(lambda: studio.process._child.pid != before or studio.process._over.is_set())  # noqa: B023
        assert studio.process._over.is_set()
        with pytest.raises(Failure, match="most likely because memory ran out"):
            studio.process.run()


def ended(item: str, phase: Any = "drawing") -> ProcessEnd:
    return ProcessEnd("lume", phase, item, Diagnostic(Place("x"), "too-slow", f"{item} is slow", item), "")


def test_what_ended_a_process_is_left_alone() -> None:
    one = AvoidedWork([ended("hexes/land")])
    one.check_reading()
    assert [one.find(key) is not None for key in ("hexes/land", "hexes/sea", "cards/sun")] == [
        True,
        False,
        False,
    ]
    two = AvoidedWork([ended("hexes/land"), ended("hexes/sea")])
    assert [two.find(key) is not None for key in ("hexes/land", "hexes/air", "cards/sun")] == [
        True,
        True,
        False,
    ]
    assert AvoidedWork([ended("")]).find("cards/sun") is not None
    with pytest.raises(Failure, match=" is slow"):
        AvoidedWork([ended("", "reading")]).check_reading()


def test_shared_memory_holds_the_last_phase() -> None:
    state: SharedState = shared_state()
    assert state.last_phase() == ("", "")
    state.set_phase("reading", "a-game-with-a-long-name")
    state.set_phase("drawing", "fox")
    assert state.last_phase() == ("drawing", "fox")
    state.set_phase("reading", "x" * 400)
    assert state.last_phase()[0] == "reading"


def resident(process: int) -> float:
    """MiB of a process."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells memory there")
def test_hundreds_of_saves_leave_memory_flat(lume: Path, tmp_path: Path) -> None:
    """Where Python seldom looked for cycles, and old drawers were kept, it grew with every save."""
    file = lume / "components" / "lume" / "hexes.yaml"
    good = file.read_text()
    seen = []
    with kept(lume, tmp_path) as studio:
        for number in range(360):
            count = studio.heard.names.count("game")
            file.write_text(good.replace("#7a5", f"#{number:03x}"))
            until(lambda: studio.heard.names.count("game") > count)  # noqa: B023
            for key in ("hexes/land", "hexes/sea", "cards/sun"):
                assert studio.picture(key)
            if number % 40 == 39:
                seen.append(resident(studio.process._child.pid))
    assert max(seen[4:]) - max(seen[:4]) < 8, seen
    assert studio.heard.names.count("again") == 0
