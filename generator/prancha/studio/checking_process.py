"""A process that checks games while another draws them; it stays, so that modules are loaded once.

It makes way for what is looked at: it runs at a lower priority, and a check is broken off when files change,
for its findings would be of no interest.  A foreign file may crash or hang a library: then only the checking
process ends, the studio says at what, and the next check starts another.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Literal

from msgspec import Struct

from prancha.building import game_loading, pipeline
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.studio.child_process import ChildProcess, SharedState, answer_questions, apply_limits
from prancha.system import limits, signals
from prancha.system.limits import Work

Kind = Literal["rules", "faces", "progress"]
"""The kind of a result: findings in the catalogue, in printed faces, or none yet."""
Question = tuple[str, int, bool]
"""A game, its revision, and whether its printed faces are to be checked."""
NICE = 10
"""Added to the `nice` of the process, so that the one that draws goes first."""
TOLD = 0.25
"""Seconds between two messages of how far a check is."""
WORKS = 3
"""Steps of the check of one face: it is drawn, printed and looked at."""


class CheckResult(Struct, frozen=True):
    """What a check found in the game `name` as it was at `revision`, or how far it is: a share of 1."""

    name: str
    revision: int
    kind: Kind
    findings: tuple[Diagnostic, ...] = ()
    share: float = 0.0


class CheckingProcess:
    """Checks one game at a time; the process starts with the first."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._child: ChildProcess | None = None
        self._asked: Question | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a result is waited for."""
        return self._asked is not None

    def is_outdated(self, name: str, revision: int) -> bool:
        """Return whether another revision of a game is being checked."""
        return self._asked is not None and self._asked[0] == name and self._asked[1] != revision

    def check(self, name: str, revision: int, faces: bool) -> None:
        """Begin to check a game, with `faces` its printed faces too; a check that runs is broken off."""
        if self._child is None or not self._child.is_alive():
            self._child = ChildProcess(_run_checks, self._project)
        self._asked = name, revision, faces
        with suppress(OSError):  # it ended this moment, which `results` tells
            self._child.pipe.send(self._asked)

    def results(self) -> Iterator[CheckResult]:
        """Yield what was found since the last call."""
        while self._asked is not None and self._child is not None and self._child.pipe.poll():
            name, revision, faces = self._asked
            try:
                asked, kind, findings, share = self._child.pipe.recv()
            except (EOFError, OSError):
                told = self._child.describe_end(Work(f"components/{name}", "", "checking its printed faces"))
                self._child, self._asked = None, None
                yield CheckResult(name, revision, "faces", (told,))
                return
            if asked != self._asked:
                continue
            if kind == "faces" or (kind == "rules" and not faces):
                self._asked = None
            yield CheckResult(name, revision, kind, findings, share)

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.terminate()


class _OutdatedError(BaseException):
    """Files changed: what is being checked is of no interest.  No handler of errors may take it for one."""


class _Progress:
    """Tells how far the check of a question is, and breaks it off for another question."""

    def __init__(self, pipe: Connection, asked: Question) -> None:
        self._pipe, self._asked = pipe, asked
        self._done, self._all = 0, 0
        self._told_at = time.monotonic()
        limits.call_between_work(self.step)

    def expect(self, faces: int) -> None:
        """Expect the check of so many faces."""
        self._all = WORKS * faces

    def step(self) -> None:
        """Count a step; raises _OutdatedError."""
        self._done += 1
        now = time.monotonic()
        if now < self._told_at + TOLD:
            return
        self._told_at = now
        if self._pipe.poll():
            raise _OutdatedError
        if self._all:
            self._pipe.send((self._asked, "progress", (), min(0.99, self._done / self._all)))


def _run_checks(pipe: Connection, state: SharedState, parent: int, project: Path) -> None:
    """Check what is asked until the pipe closes; the target of the process."""
    signals.install_in_worker(parent)
    apply_limits(state.work)
    if hasattr(os, "nice"):
        os.nice(NICE)

    def answer(asked: Question) -> Iterator[tuple[Question, Kind, tuple[Diagnostic, ...], float]]:
        progress = _Progress(pipe, asked)
        with suppress(_OutdatedError):
            for kind, found in check_game(project, asked[0], faces=asked[2], expect=progress.expect):
                yield asked, kind, found, 0.0

    answer_questions(pipe, answer)


def check_game(
    project: Path, name: str, faces: bool, expect: Callable[[int], object] = bool
) -> Iterator[tuple[Kind, tuple[Diagnostic, ...]]]:
    """Yield what `check` finds: in the catalogue and, with `faces`, in printed faces.

    `expect` is told how many faces there are in all languages that are checked.
    """
    read, found = None, tuple[Diagnostic, ...]()
    try:
        read = game_loading.read_game(project, name)
        found = (*game_loading.check_rules(read), *game_loading.untranslated(read.game))
    except Failure as failure:
        found = failure.diagnostics
    yield "rules", found
    if faces:
        found = ()
        try:
            if read is not None:
                game = read.game
                sides = sum(len(one.items) * (2 if one.back is not None else 1) for one in game.families)
                expect(sides * sum(not game.missing(lang) for lang in game.languages))
                found = pipeline.inspect_game(read).findings
        except Failure as failure:
            found = failure.diagnostics
        yield "faces", found
