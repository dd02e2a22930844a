"""What tests call from outside is declared, installed without a password, or skipped by name."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests import programs
from tests.programs import PROGRAMS, WATCH, Program, summary, use

ROOT = Path(__file__).parents[2]
NOWHERE = Program("Nothing", ("prancha-nothing",), {"apt-get": "prancha-nothing"})


def noted() -> list[str]:
    """What `WATCH` noted in this test, taken from it so that the test does not fail for it."""
    found = WATCH.undeclared[:]
    WATCH.undeclared.clear()
    return found


@pytest.mark.parametrize("command", [["true"], "true", ["/bin/true"]])
def test_a_program_that_is_not_declared_is_noted(command: list[str] | str) -> None:
    subprocess.run(command, check=True)
    assert noted() == ["true"]


def test_a_thread_that_starts_a_program_is_noted_too() -> None:
    thread = threading.Thread(target=lambda: subprocess.run(["true"], check=True))
    thread.start()
    thread.join()
    assert noted() == ["true"]


def test_python_and_what_is_always_there_may_be_called() -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)
    subprocess.run(["sh", "-c", "true"], check=True)
    assert noted() == []


def test_a_declared_program_may_be_called_and_a_missing_one_skips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROGRAMS, "true", Program("True", ("true",), {}))
    subprocess.run([use("true")], check=True)
    assert noted() == []
    monkeypatch.setitem(PROGRAMS, "nothing", NOWHERE)
    with pytest.raises(pytest.skip.Exception, match="needs Nothing"):
        use("nothing")


def test_the_run_ends_with_what_was_skipped() -> None:
    told = summary(["needs poppler", "needs Chromium", "needs poppler"])
    assert told == "skipped: 1 for want of Chromium, 2 for want of poppler"
    assert summary([]) == "skipped: no test"


def test_nothing_is_installed_where_a_password_would_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A `sudo` that wants a password, an `apt-get` that leaves a trace, and no terminal."""
    for name, text in {"sudo": "exit 1", "apt-get": f"touch {tmp_path}/called"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    programs.install()
    WATCH.undeclared.clear()
    assert not (tmp_path / "called").exists()
    assert capfd.readouterr().out.startswith(
        "not on this machine, so the tests that need it are skipped: Chromium"
    )


def test_a_package_manager_that_fails_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "apt-get").write_text("#!/bin/sh\nexit 100\n")
    (tmp_path / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    programs.install()
    WATCH.undeclared.clear()
    assert "Firefox, Ghostscript, Inkscape, Node.js, poppler, strace" in capfd.readouterr().out


def test_the_bare_folder_holds_no_program_of_the_table(tmp_path: Path) -> None:
    programs.bare(tmp_path / "bin")
    names = {path.name for path in (tmp_path / "bin").iterdir()}
    assert {"git", "sh", "make"} <= names
    assert not names & {name for each in PROGRAMS.values() for name in each.commands}
