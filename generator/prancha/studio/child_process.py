"""A child process of the studio: its pipe, memory that outlives it, how it ended, and what not to try again.

The child writes to shared memory what it is working on, so that after a crash its parent knows what the
next child must leave alone.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Literal, cast

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic, Failure
from prancha.system import limits, processes
from prancha.system.crashes import NO_MEMORY, describe_exit
from prancha.system.environment import limit_seconds
from prancha.system.limits import Board, Work

WORK_BYTES, PHASE_BYTES = 2048, 256
"""Bytes of shared memory: of `SharedState.work`, and of `SharedState.phase`."""
FAILED = 78
"""Exit code of a process that sent why it ended."""
REST = 2.0
"""Seconds without a question after which memory is given back."""
Phase = Literal["", "reading", "drawing", "answering"]
_PHASES: Mapping[str, Phase] = {"reading": "reading", "drawing": "drawing", "answering": "answering"}


class SharedState(Struct, frozen=True):
    """Memory in which a child writes what it is doing.

    `work` is the board of `limits.hold`; `phase` holds the phase, NUL, the game, LF.
    """

    work: Board
    phase: Board

    def set_phase(self, phase: Phase, game: str = "") -> None:
        """Write the phase that begins now, and its game."""
        text = f"{phase}\0{game}".encode()[: PHASE_BYTES - 1]
        self.phase[: len(text) + 1] = text + b"\n"

    def last_phase(self) -> tuple[Phase, str]:
        """Return the phase that was written last, and its game."""
        line = self.phase[:PHASE_BYTES].partition(b"\n")[0]
        phase, _, game = line.decode("utf-8", "replace").partition("\0")
        return _PHASES.get(phase, ""), game


def shared_state() -> SharedState:
    """Return empty shared memory, which can be passed to another process."""
    from multiprocessing.sharedctypes import RawArray

    work, phase = (cast(Board, RawArray(ctypes.c_char, size)) for size in (WORK_BYTES, PHASE_BYTES))
    state = SharedState(work, phase)
    state.set_phase("")
    return state


def apply_limits(work: Board) -> None:
    """Hold this process to the limits that PRANCHA_LIMITS asks for, and let it write to `work`."""
    seconds = limit_seconds()
    if seconds != 0:
        limits.hold(work, seconds or limits.SECONDS)


class ChildProcess:
    """A spawned process, and our end of the pipe to it."""

    def __init__(self, target: Callable[..., None], *args: Any, has_children: bool = False) -> None:
        """Start `target`, called with its end of the pipe, its `SharedState`, our process id, and `args`.

        A process that has children of its own cannot be a daemon, which ends with its parent.
        """
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.state = shared_state()
        self._process: SpawnProcess = context.Process(
            target=target, args=(theirs, self.state, os.getpid(), *args), daemon=not has_children
        )
        self._process.start()
        theirs.close()

    @property
    def pid(self) -> int:
        """The id of the process."""
        return int(self._process.pid or 0)

    def is_alive(self) -> bool:
        """Return whether it still runs."""
        return self._process.is_alive()

    def wait(self, seconds: float) -> int:
        """Wait until it ends, and kill it after `seconds`; returns its exit code."""
        self._process.join(seconds)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        return self._process.exitcode or 0

    def terminate(self) -> None:
        """Ask it to end; kill it when it does not."""
        self._process.terminate()
        self.wait(2)

    def last_work(self) -> Work:
        """Return what it was working on when it wrote last."""
        return limits.last_work(self.state.work)

    def describe_end(self, otherwise: Work) -> Diagnostic:
        """Return why it ended, at its last work, or at `otherwise` if it wrote none (PRANCHA_LIMITS=off)."""
        work = self.last_work()
        return describe_exit(work if work.what else otherwise, self.wait(1))


def answer_questions(pipe: Connection, answer: Callable[[Any], Iterable[Any]]) -> None:
    """Send what `answer` yields for each question of the parent, until it closes the pipe.

    Ends this process with `NO_MEMORY` when memory runs out.
    """
    while True:
        try:
            question = pipe.recv()
        except EOFError:
            return
        limits.begin()
        try:
            for message in answer(question):
                pipe.send(message)
        except MemoryError:
            os._exit(NO_MEMORY)
        limits.stage("", "waiting")
        if not pipe.poll(REST):
            processes.give_back()


class ProcessEnd(Struct, frozen=True):
    """The work that ended a process: the game, the phase, and the item or ""; `finding` tells of it.

    `stamp` is `Watcher.stamp` of the files as they were: when they change, the work is tried again.
    """

    game: str
    phase: Phase
    item: str
    finding: Diagnostic
    stamp: str


def process_end(child: ChildProcess, code: int, stamp: str) -> ProcessEnd:
    """Return what a child that ended with exit code `code` was doing."""
    phase, game = child.state.last_phase()
    work = child.last_work()
    return ProcessEnd(game, phase, work.item, describe_exit(work, code), stamp)


class AvoidedWork:
    """The parts of one game that ended a process: all of it, items, or families with two such items."""

    def __init__(self, ends: Sequence[ProcessEnd]) -> None:
        self._reading = [one.finding for one in ends if one.phase == "reading"]
        self._items = {one.item: one.finding for one in ends if one.phase == "drawing"}
        families = Counter(key.partition("/")[0] for key in self._items if key)
        self._families = {name for name, times in families.items() if times > 1}

    def check_reading(self) -> None:
        """Raise Failure where the game must not be read."""
        if self._reading:
            raise Failure(self._reading)

    def find(self, key: str) -> Diagnostic | None:
        """Return why an item must not be drawn; None where it may be."""
        if key in self._items or "" in self._items:
            return self._items.get(key) or self._items[""]
        family = key.partition("/")[0]
        if family not in self._families:
            return None
        return next(one for name, one in self._items.items() if name.partition("/")[0] == family)


class ParentPipe:
    """The child's end of the pipe to the server, for all its threads."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._lock = pipe, threading.Lock()

    def send(self, *message: Any) -> None:
        """Send a tuple; ends this process when the server is gone."""
        with self._lock:
            try:
                self._pipe.send(message)
            except OSError:
                os._exit(0)
