"""Worker processes of this machine, a watch over those that are stopped, and memory given back.

A worker that died breaks its pool, and the process that waits for it goes on without.  One that was
stopped (SIGSTOP) would be waited for without end; so it is looked for, and killed when it stays stopped.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from threading import Event, Thread
from typing import Any, ParamSpec, TypeVar

from prancha.system import signals

P = ParamSpec("P")
R = TypeVar("R")


class WorkerPool(ProcessPoolExecutor):
    """A pool of `parallel` processes, each initialised by `begin(parent)`."""

    def __init__(self, parallel: int, begin: Callable[[int], object], parent: int) -> None:
        # Not the default, which since Python 3.14 is a fork server that would be the workers' parent.
        way = get_context("fork" if signals.FORKED else "spawn")
        super().__init__(parallel, way, begin, (parent,))
        self._ended = Event()
        self._watch: Thread | None = None

    def submit(self, work: Callable[P, R], /, *args: P.args, **options: P.kwargs) -> Future[R]:
        """Hand out work; the first begins the watch, for a process that has threads should not be forked."""
        future = super().submit(work, *args, **options)
        if self._watch is None and hasattr(os, "waitid"):
            self._watch = Thread(target=self._look, daemon=True)
            self._watch.start()
        return future

    def shutdown(self, *args: Any, **options: Any) -> None:
        """End the workers, and then the watch over them: a stopped one would not end."""
        super().shutdown(*args, **options)
        self._ended.set()

    def _look(self) -> None:
        looks: Counter[int] = Counter()
        while not self._ended.wait(signals.LOOK):
            for number in list(self._processes or ()):
                looks[number] = looks[number] + 1 if _is_stopped(number) else 0
                if looks[number] > signals.STOPPED_LOOKS:
                    self._give_up(number)
                    return

    def _give_up(self, number: int) -> None:
        seconds = signals.LOOK * signals.STOPPED_LOOKS
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
        signals.tell(
            f"the worker process {number} was stopped from outside and did not resume for {seconds:g} s; "
            "it was ended, and its work is done without it"
        )


def _is_stopped(number: int) -> bool:
    """Return whether a child process is stopped now; its exit status is left for the pool."""
    if sys.platform == "win32":
        return False
    with suppress(OSError):
        return os.waitid(os.P_PID, number, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
    return False


def worker_processes(parallel: int) -> WorkerPool:
    """Processes of this machine that build for this one, and end when it does.

    One that stays stopped is killed and told of; the pool is broken then, as by any worker that died.  Where
    the system has no semaphores (some containers have no /dev/shm that may be written) it is broken at once.
    """
    try:
        return WorkerPool(parallel, signals.install_in_worker, os.getpid())
    except (OSError, ImportError, NotImplementedError) as problem:
        why = getattr(problem, "strerror", None) or problem
        signals.tell(f"worker processes cannot be started here ({why}), so one process does all the work")
        raise BrokenProcessPool(str(why)) from problem


def give_back() -> None:
    """Return free memory to the system, which the C library would keep for later.

    Where the library knows no such call, only what Python itself can free is freed.
    """
    import ctypes  # not needed by workers

    gc.collect()
    with suppress(OSError, AttributeError, TypeError):  # Windows takes no None
        ctypes.CDLL(None).malloc_trim(0)


def look_for_cycles(objects: int = 50_000) -> None:
    """Enable garbage collection in a long-running process, without the objects loaded so far.

    It runs when so many `objects` are new: seldom enough to cost little, often enough that what each save
    leaves behind never adds up.  A process with pauses calls `collect_cycles` in them, and asks for more.
    """
    gc.freeze()
    gc.set_threshold(objects, 5, 10)
    gc.enable()


def collect_cycles() -> None:
    """Free objects that refer to each other and are of no use any more."""
    gc.collect()
