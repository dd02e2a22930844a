"""A process that begins games and adds to them; it reads strangers' files, and may crash without the studio.

The room `setup.beginning` makes the games; the command line passes it in as `Beginnings`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

import msgspec

from prancha.model.diagnostic import Diagnostic, Failure
from prancha.studio.child_process import ChildProcess, SharedState, answer_questions, apply_limits
from prancha.studio.page_files import batch_folder
from prancha.studio.page_values import Json, findings_json
from prancha.system import limits, signals
from prancha.system.crashes import describe_exception
from prancha.system.limits import Work

_WHAT = "beginning a game"
QUESTIONS = ("choices", "guess", "layout", "make")
"""Questions about games that begin; the first is asked for families that are added, too."""
ADDITIONS = ("family", "font", "picture", "size")
"""Additions to a game that is there, and another size of one of its families."""


class Beginnings(Protocol):
    """Answers questions about games that begin; see `prancha.setup.beginning`."""

    def answer(
        self, what: str, asked: Mapping[str, Any], files: Path | None
    ) -> tuple[Json, tuple[Diagnostic, ...]]:
        """Answer one of `QUESTIONS` or `ADDITIONS`; raises Failure, msgspec.ValidationError."""


Begin = Callable[[Path, Path], Beginnings]
"""Makes the `Beginnings` for a project; the second path is a folder for games that are only looked at."""


class BeginningProcess:
    """Asks the process one question at a time, from any thread; it starts with the first."""

    def __init__(self, begin: Begin, project: Path, folder: Path) -> None:
        """Find given files, and keep what is only looked at, in `folder`."""
        self._begin, self._project, self.folder = begin, project, folder
        self._child: ChildProcess | None = None
        self._lock = threading.Lock()

    def ask(self, what: str, asked: Mapping[str, Any]) -> Json:
        """Return the answer with what is `wrong`; raises Failure, LookupError, msgspec.ValidationError."""
        batch = asked.get("batch") or ""
        files = batch_folder(self.folder, str(batch)) if batch else None
        with self._lock:
            if self._child is None or not self._child.is_alive():
                self._child = ChildProcess(_run_beginnings, self._begin, self._project, self.folder)
            child = self._child
            try:
                child.pipe.send((what, dict(asked), files))
                kind, value = child.pipe.recv()
            except (EOFError, OSError):
                self._child = None
                raise Failure([child.describe_end(Work("", "", _WHAT))]) from None
        if kind == "failure":
            raise Failure(value)
        if kind == "invalid":
            raise msgspec.ValidationError(value)
        told, wrong = value
        return {**told, "wrong": findings_json(wrong)}

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.terminate()


def _run_beginnings(
    pipe: Connection, state: SharedState, parent: int, begin: Begin, project: Path, folder: Path
) -> None:
    """Answer until the pipe closes; the target of the process."""
    signals.install_in_worker(parent)
    apply_limits(state.work)
    beginnings = begin(project, folder)
    answer_questions(pipe, lambda asked: [_answer(beginnings, *asked)])


def _answer(
    beginnings: Beginnings, what: str, asked: Mapping[str, Any], files: Path | None
) -> tuple[str, Any]:
    """Return what is sent back: an "answer", or a "failure" or "invalid" with the reason."""
    limits.stage("", _WHAT)
    try:
        return "answer", beginnings.answer(what, asked, files)
    except Failure as failure:
        return "failure", failure.diagnostics
    except msgspec.ValidationError as problem:
        return "invalid", str(problem)
    except MemoryError:
        raise
    except Exception as problem:  # a library may raise anything at a stranger's file; the process goes on
        return "failure", (describe_exception(problem, what=_WHAT),)
