"""What the server's threads ask of the one thread that reads and draws games."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

R = TypeVar("R")
MOST = 200
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
        if self._queue.qsize() >= MOST:
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
