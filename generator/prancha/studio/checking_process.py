"""A process that checks games while another draws them; it stays, so that modules are loaded once.

A foreign file may crash or hang a library: then only the checking process ends, the studio says at what,
and the next check starts another.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic
from prancha.studio import build_calls
from prancha.studio.messages import boards, hold
from prancha.system import limits, processes, signals
from prancha.system.crashes import NO_MEMORY, ended
from prancha.system.limits import Board, Work

REST = 2.0
"""Seconds without a question after which memory is given back."""


class Checked(Struct, frozen=True):
    """What a check found in the game `name` as it was at `revision`."""

    name: str
    revision: int
    kind: build_calls.Kind
    findings: tuple[Diagnostic, ...]


class Checker:
    """Asks the process, one game at a time; started when it is asked first."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._told = boards()
        self._process: Any = None
        self._pipe: Connection | None = None
        self._asked: tuple[str, int, bool] | None = None

    @property
    def busy(self) -> bool:
        """Whether an answer is waited for."""
        return self._asked is not None

    def ask(self, name: str, revision: int, faces: bool) -> None:
        """Check a game, with `faces` its printed faces too."""
        if self._process is None or not self._process.is_alive():
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(
                target=_work, args=(theirs, self._project, self._told.work, os.getpid()), daemon=True
            )
            self._process.start()
            theirs.close()
        assert self._pipe is not None
        self._asked = name, revision, faces
        self._pipe.send(self._asked)

    def answers(self) -> Iterator[Checked]:
        """What was found since the last call."""
        while self._asked is not None and self._pipe is not None and self._pipe.poll():
            name, revision, faces = self._asked
            try:
                kind, findings = self._pipe.recv()
            except (EOFError, OSError):
                self._process.join(1)
                told = self._ended(name, self._process.exitcode or 0)
                self._process, self._asked = None, None
                yield Checked(name, revision, "faces", (told,))
                return
            if kind == "faces" or not faces:
                self._asked = None
            yield Checked(name, revision, kind, findings)

    def _ended(self, name: str, code: int) -> Diagnostic:
        work = limits.last_work(self._told.work)
        if not work.what:  # with PRANCHA_LIMITS=off nothing is written there
            work = Work(f"components/{name}", "", "checking its printed faces")
        return ended(work, code)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.terminate()
            self._process.join(2)


def _work(pipe: Connection, project: Path, board: Board, parent: int) -> None:
    """Check what is asked until there is nobody who asks."""
    signals.install_in_worker(parent)
    hold(board)
    while True:
        try:
            name, _, faces = pipe.recv()
        except EOFError:
            return
        limits.begin()
        try:
            for answer in build_calls.findings(project, name, faces):
                pipe.send(answer)
        except MemoryError:
            os._exit(NO_MEMORY)
        limits.stage("", "waiting")
        if not pipe.poll(REST):
            processes.give_back()
