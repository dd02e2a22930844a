"""Hostile folders laid over the innocent game, and prancha run on them, as a program or in this process."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from builders import BUILDERS

from prancha.cli.command_line import main

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
INNOCENT = HERE / "_base"
FOLDERS = tuple(sorted(path.name for path in HERE.iterdir() if (path / "expected").is_file()))
NAMES = (*FOLDERS, *sorted(BUILDERS))
SECONDS = 2
"""Of processor time for one piece of work, so that bombs end soon."""
PATIENCE = 600
"""Seconds on the clock: many times what any of them needs, for machines that are busy."""
PROGRAM = (sys.executable, "-P", "-m", "prancha")


@dataclass(frozen=True, slots=True)
class Expected:
    """What is listed for a folder: the threat, the command, exit codes, and beginnings of messages."""

    about: str
    command: tuple[str, ...]
    codes: tuple[int, ...]
    messages: tuple[str, ...]


def expected(name: str) -> Expected:
    text = (
        (HERE / name / "expected").read_text(encoding="utf-8") if name in FOLDERS else BUILDERS[name].__doc__
    )
    about, *lines = [line.strip() for line in (text or "").strip().splitlines() if line.strip()]
    command, codes, *messages = lines
    assert command.startswith("$ prancha ")
    assert codes.startswith("exit ")
    return Expected(
        about.removeprefix("# "),
        tuple(command.split()[2:]),
        tuple(int(code) for code in codes.removeprefix("exit ").split("|")),
        tuple(messages),
    )


def laid_out(name: str, place: Path) -> Path:
    """The project of a hostile folder, in `place`."""
    project = place / "project"
    shutil.copytree(INNOCENT, project)
    if name in FOLDERS:
        shutil.copytree(HERE / name, project, dirs_exist_ok=True)
        (project / "expected").unlink()
    else:
        BUILDERS[name](project)
    return project


def environment(place: Path, seconds: int = SECONDS) -> dict[str, str]:
    kept = {
        name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ
    }
    (place / "home").mkdir(exist_ok=True)
    return {
        **kept, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(place / "home"),
        "PRANCHA_CACHE": str(place / "cache"), "PRANCHA_LIMITS": str(seconds),
    }  # fmt: skip


def run(name: str, place: Path) -> subprocess.CompletedProcess[str]:
    """Run the listed command on a hostile folder laid out in `place`."""
    project = laid_out(name, place)
    return subprocess.run(
        [*PROGRAM, *expected(name).command], cwd=project, env=environment(place), stdin=subprocess.DEVNULL,
        capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False,
    )  # fmt: skip


def errors(said: str) -> list[str]:
    """The messages among what was said, without their hints and the notes of progress."""
    return [line for line in said.splitlines() if re.search(r"(?:^|: )error [a-z-]+( \[|:)", line)]


def run_here(project: Path, command: tuple[str, ...]) -> tuple[int, str]:
    """Run a command in the project, in this process; its exit code, and all it said."""
    said = io.StringIO()
    before = Path.cwd()
    os.chdir(project)
    try:
        with redirect_stdout(said), redirect_stderr(said):
            code = main(command)
    except SystemExit as end:
        code = int(end.code or 0)
    finally:
        os.chdir(before)
    return code, said.getvalue()
