"""What the threads of the studio pass on: its order, calls for the one that draws, events for pages."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, Full, Queue, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from prancha.studio.beginning_process import Begin
    from prancha.studio.page_values import Earlier

R = TypeVar("R")
MOST_JOBS = 200
SECONDS = 120.0
"""How long an answer is waited for: as long as one face may take, with some before it."""
MOST_LISTENERS = 24
"""Listeners at a time; a browser needs one, whatever its number of tabs."""
WAITING = 500
"""Events that may wait for a listener that does not read; then it is dropped, and connects again."""


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
    begin: Begin | None = None
    """Begins games and adds to them; None where nothing is written."""


class BusyError(Exception):
    """Too many requests wait, or one takes too long."""


class Jobs:
    """A queue of calls for one thread: games are not thread-safe, and limits count the work of one."""

    def __init__(self) -> None:
        # A plain queue waits with a tenth of the work of a bounded one; at rest there is nothing else to do.
        self._queue: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()

    def ask(self, call: Callable[[], R]) -> R:
        """Have `call` called by the thread of the jobs; returns or raises what it does, or BusyError."""
        if self._queue.qsize() >= MOST_JOBS:
            raise BusyError
        future: Future[R] = Future()
        self._queue.put((future, call))
        try:
            return future.result(SECONDS)
        except TimeoutError:
            future.cancel()
            raise BusyError from None

    def run(self, seconds: float) -> bool:
        """Wait up to `seconds` for a job and do it; returns whether there was one."""
        try:
            future, call = self._queue.get(timeout=seconds) if seconds else self._queue.get_nowait()
        except Empty:
            return False
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(call())
            except MemoryError:  # there is none to go on with
                raise
            except Exception as problem:  # whoever asked handles it
                future.set_exception(problem)
        return True


class Events:
    """Publishes to all listeners, each a queue of its own, from any thread."""

    def __init__(self) -> None:
        self._listeners: set[Queue[bytes]] = set()
        self._lock = threading.Lock()

    def join(self) -> Queue[bytes] | None:
        """Return a new listener; None when there are too many."""
        with self._lock:
            if len(self._listeners) >= MOST_LISTENERS:
                return None
            listener: Queue[bytes] = Queue(WAITING)
            self._listeners.add(listener)
            return listener

    def leave(self, listener: Queue[bytes]) -> None:
        """Forget a listener."""
        with self._lock:
            self._listeners.discard(listener)

    def next(self, listener: Queue[bytes], seconds: float) -> bytes:
        """Return the next event, a comment when none came within `seconds`, b"" for a lost listener."""
        if listener not in self._listeners:
            return b""
        try:
            return listener.get(timeout=seconds)
        except Empty:
            return b": still here\n\n"

    def publish(self, name: str, data: dict[str, Any]) -> None:
        """Send an event to all; a listener whose queue is full is lost."""
        event = f"event: {name}\ndata: {json.dumps(data, ensure_ascii=True)}\n\n".encode()
        with self._lock:
            for listener in list(self._listeners):
                try:
                    listener.put_nowait(event)
                except Full:
                    self._listeners.discard(listener)
