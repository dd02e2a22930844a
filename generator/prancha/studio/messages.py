"""What the threads and processes of the studio exchange: jobs, events, states, and what to leave alone.

The drawing process writes to shared memory what it is working on, so that after a crash the server knows
what the next process must leave alone.
"""

from __future__ import annotations

import ctypes
import json
import os
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic, Failure
from prancha.system import limits
from prancha.system.environment import limit_seconds
from prancha.system.limits import Board

if TYPE_CHECKING:
    from prancha.studio.page_values import Earlier


BOARD, NOTE = 2048, 256
"""Bytes of shared memory: of `Boards.work`, and of `Boards.note`."""
FAILED = 78
"""Exit code of a process that sent why it ended."""
Phase = Literal["", "reading", "drawing", "answering"]
_PHASES: Mapping[str, Phase] = {"reading": "reading", "drawing": "drawing", "answering": "answering"}


class StudioOrder(Struct, frozen=True):
    """What the command asks for; `port` 0 is any that is free."""

    project: Path
    games: Sequence[str] = ()
    port: int = 0
    browser: bool = True
    edit: bool = False
    editor: str = "copy"
    printers: Callable[[], Sequence[str]] = tuple
    earlier: Callable[[Path], Earlier] | None = None


class Ended(Struct, frozen=True):
    """The work that ended a process: the game, the phase, and the item or ""; `told` is the finding for it.

    `stamp` is `Watcher.stamp` of the files as they were: when they change, the work is tried again.
    """

    game: str
    phase: Phase
    item: str
    told: Diagnostic
    stamp: str


class Shunned:
    """The parts of one game that ended a process: all of it, items, or families with two such items."""

    def __init__(self, ended: Sequence[Ended]) -> None:
        self._reading = [one.told for one in ended if one.phase == "reading"]
        self._items = {one.item: one.told for one in ended if one.phase == "drawing"}
        families = Counter(key.partition("/")[0] for key in self._items if key)
        self._families = {name for name, times in families.items() if times > 1}

    def check_reading(self) -> None:
        """Raise Failure where the game is not to be read."""
        if self._reading:
            raise Failure(self._reading)

    def of(self, key: str) -> Diagnostic | None:
        """Why an item is not to be drawn; None where it may be."""
        if key in self._items or "" in self._items:
            return self._items.get(key) or self._items[""]
        family = key.partition("/")[0]
        if family not in self._families:
            return None
        return next(told for name, told in self._items.items() if name.partition("/")[0] == family)


class Boards(Struct, frozen=True):
    """Shared memory that a process writes what it is doing to.

    `work` is the board of `limits.hold`; `note` holds the phase, NUL, the game, LF.
    """

    work: Board
    note: Board

    def say(self, phase: Phase, game: str = "") -> None:
        """Write the phase that begins now, and its game."""
        text = f"{phase}\0{game}".encode()[: NOTE - 1]
        self.note[: len(text) + 1] = text + b"\n"

    def said(self) -> tuple[Phase, str]:
        """The phase that was written last, and its game."""
        phase, _, game = self.note[:NOTE].partition(b"\n")[0].decode("utf-8", "replace").partition("\0")
        return _PHASES.get(phase, ""), game


def boards() -> Boards:
    """Empty boards, which can be passed to another process."""
    from multiprocessing.sharedctypes import RawArray

    work, note = (cast(Board, RawArray(ctypes.c_char, size)) for size in (BOARD, NOTE))
    made = Boards(work, note)
    made.say("")
    return made


def hold(work: Board) -> None:
    """Hold this process to the ceilings that PRANCHA_LIMITS asks for, and let it write on `work`."""
    seconds = limit_seconds()
    if seconds != 0:
        limits.hold(work, seconds or limits.SECONDS)


class Outlet:
    """The process's end of the pipe to the server, for all its threads."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._lock = pipe, threading.Lock()

    def send(self, *told: Any) -> None:
        """Send a tuple; ends this process when the server is gone."""
        with self._lock:
            try:
                self._pipe.send(told)
            except OSError:
                os._exit(0)

    def publish(self, name: str, data: dict[str, Any]) -> None:
        """Send an event for all pages."""
        self.send("event", name, data)


R = TypeVar("R")
MOST_JOBS = 200
SECONDS = 120.0
"""How long an answer is waited for: as long as one face may take, with some before it."""


class Busy(Exception):
    """Too much was asked already."""


class Jobs:
    """A queue of calls: games are not made for threads, and limits count the work of one."""

    def __init__(self) -> None:
        # A plain one waits with a tenth of the work of a bounded one; at rest there is nothing else to do.
        self._queue: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()

    def ask(self, call: Callable[[], R]) -> R:
        """Have `call` called by the thread that runs the jobs; returns or raises what it does.

        Raises Busy where too many wait, or it takes too long.
        """
        if self._queue.qsize() >= MOST_JOBS:
            raise Busy
        future: Future[R] = Future()
        self._queue.put((future, call))
        try:
            return future.result(SECONDS)
        except TimeoutError:
            future.cancel()
            raise Busy from None

    def run(self, seconds: float) -> bool:
        """Wait so long for a job and do it; returns whether there was one."""
        try:
            future, call = self._queue.get(timeout=seconds) if seconds else self._queue.get_nowait()
        except Empty:
            return False
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(call())
            except MemoryError:  # there is none to go on with
                raise
            except Exception as problem:  # it is the asker's, who tells of it
                future.set_exception(problem)
        return True


MOST_LISTENERS = 24
"""Listeners at a time; a browser needs one, whatever its number of tabs."""
WAITING = 500
"""Events that may wait for a listener that does not read; then it is dropped, and comes again."""


class Listener:
    """One open stream."""

    def __init__(self) -> None:
        self._events: Queue[bytes | None] = Queue(WAITING)
        self.lost = False

    def put(self, event: bytes) -> None:
        """Add an event; a listener whose queue is full is lost."""
        try:
            self._events.put_nowait(event)
        except Full:
            self.lost = True

    def next(self, seconds: float) -> bytes:
        """The next event, or a comment when none came for a while."""
        try:
            return self._events.get(timeout=seconds) or b": end\n\n"
        except Empty:
            return b": still here\n\n"


class Events:
    """Publishes to all listeners, from any thread."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._lock = threading.Lock()

    def join(self) -> Listener | None:
        """A new listener; None when there are too many."""
        with self._lock:
            self._listeners = {one for one in self._listeners if not one.lost}
            if len(self._listeners) >= MOST_LISTENERS:
                return None
            listener = Listener()
            self._listeners.add(listener)
            return listener

    def leave(self, listener: Listener) -> None:
        """Forget a listener."""
        with self._lock:
            self._listeners.discard(listener)

    @property
    def heard(self) -> bool:
        """Whether anybody listens."""
        return bool(self._listeners)

    def publish(self, name: str, data: dict[str, Any]) -> None:
        """Send an event to all."""
        event = f"event: {name}\ndata: {json.dumps(data, ensure_ascii=True)}\n\n".encode()
        with self._lock:
            for listener in self._listeners:
                listener.put(event)
