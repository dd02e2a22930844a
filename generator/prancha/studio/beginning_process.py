"""A process that begins games: it reads files of strangers, and the studio goes on when it ends.

How games begin is known to a room beside this one; the command line passes it in as `Beginnings`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

import msgspec

from prancha.model.diagnostic import Diagnostic, Failure
from prancha.studio.child_process import ChildProcess, SharedState, apply_limits
from prancha.studio.page_files import batch_folder
from prancha.studio.page_values import Json, findings_json
from prancha.system import limits, processes, signals
from prancha.system.crashes import NO_MEMORY, describe_exception, describe_exit
from prancha.system.limits import Work

REST = 5.0
"""Seconds without a question after which memory is given back."""
QUESTIONS = ("choices", "guess", "layout", "make")


class Beginnings(Protocol):
    """Answers about games that begin; see `prancha.setup.beginning`."""

    def answer(
        self, what: str, asked: Mapping[str, Any], files: Path | None
    ) -> tuple[Json, tuple[Diagnostic, ...]]:
        """Answer one of `QUESTIONS`; raises Failure, msgspec.ValidationError."""


Begin = Callable[[Path, Path], Beginnings]
"""Makes `Beginnings` of a project, and a folder for what is only looked at."""


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
                work = child.last_work()
                if not work.what:  # with PRANCHA_LIMITS=off nothing is written there
                    work = Work("", "", "beginning a game")
                self._child = None
                raise Failure([describe_exit(work, child.wait(1))]) from None
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
    while True:
        try:
            question = pipe.recv()
        except EOFError:
            return
        limits.begin()
        limits.stage("", "beginning a game")
        try:
            pipe.send(("answer", beginnings.answer(*question)))
        except Failure as failure:
            pipe.send(("failure", failure.diagnostics))
        except msgspec.ValidationError as problem:
            pipe.send(("invalid", str(problem)))
        except MemoryError:
            os._exit(NO_MEMORY)
        except Exception as problem:
            pipe.send(("failure", (describe_exception(problem, what="beginning a game"),)))
        limits.stage("", "waiting")
        if not pipe.poll(REST):
            processes.give_back()
