"""A process that checks games while another draws them; it stays, so that modules are loaded once.

A foreign file may crash or hang a library: then only the checking process ends, the studio says at what,
and the next check starts another.
"""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Literal

from msgspec import Struct

from prancha.building import game_loading, pipeline
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.studio.child_process import ChildProcess, SharedState, answer_questions, apply_limits
from prancha.system import signals
from prancha.system.limits import Work

Kind = Literal["rules", "faces"]
"""What findings are of: the catalogue, or the printed faces."""


class CheckResult(Struct, frozen=True):
    """What a check found in the game `name` as it was at `revision`."""

    name: str
    revision: int
    kind: Kind
    findings: tuple[Diagnostic, ...]


class CheckingProcess:
    """Checks one game at a time; the process starts with the first."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._child: ChildProcess | None = None
        self._asked: tuple[str, int, bool] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a result is waited for."""
        return self._asked is not None

    def check(self, name: str, revision: int, faces: bool) -> None:
        """Begin to check a game, with `faces` its printed faces too."""
        if self._child is None or not self._child.is_alive():
            self._child = ChildProcess(_run_checks, self._project)
        self._asked = name, revision, faces
        self._child.pipe.send(self._asked)

    def results(self) -> Iterator[CheckResult]:
        """Yield what was found since the last call."""
        while self._asked is not None and self._child is not None and self._child.pipe.poll():
            name, revision, faces = self._asked
            try:
                kind, findings = self._child.pipe.recv()
            except (EOFError, OSError):
                told = self._child.describe_end(Work(f"components/{name}", "", "checking its printed faces"))
                self._child, self._asked = None, None
                yield CheckResult(name, revision, "faces", (told,))
                return
            if kind == "faces" or not faces:
                self._asked = None
            yield CheckResult(name, revision, kind, findings)

    def close(self) -> None:
        """End the process."""
        if self._child is not None:
            self._child.terminate()


def _run_checks(pipe: Connection, state: SharedState, parent: int, project: Path) -> None:
    """Check what is asked until the pipe closes; the target of the process."""
    signals.install_in_worker(parent)
    apply_limits(state.work)
    answer_questions(pipe, lambda asked: check_game(project, asked[0], faces=asked[2]))


def check_game(project: Path, name: str, faces: bool) -> Iterator[tuple[Kind, tuple[Diagnostic, ...]]]:
    """Yield what `check` finds: in the catalogue and, with `faces`, in printed faces."""
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
                found = pipeline.inspect_game(read).findings
        except Failure as failure:
            found = failure.diagnostics
        yield "faces", found
