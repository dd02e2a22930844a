"""The workers that draw faces: any `concurrent.futures.Executor`."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import AbstractContextManager, nullcontext

from msgspec import Struct

from prancha.system.processes import worker_processes
from prancha.system.signals import FORKED


class Workers(Struct, frozen=True):
    """`parallel` workers that `start` brings to work; they end when its block does.

    `lost` are the exceptions that tell of `name` itself, not of what it drew.  Workers that are `forked`
    from the process that starts them have what it has.  Where its `own` end, that process does their work.
    """

    parallel: int
    start: Callable[[], AbstractContextManager[Executor]]
    name: str = "a worker process"
    lost: tuple[type[Exception], ...] = (BrokenExecutor,)
    forked: bool = False
    own: bool = False

    @classmethod
    def of(cls, executor: Executor, parallel: int) -> Workers:
        """The workers of an executor that its owner starts and ends."""
        return cls(parallel, lambda: nullcontext(executor))

    @classmethod
    def processes(cls, parallel: int) -> Workers:
        """Processes of this machine; Ctrl-C ends them with the program."""
        return cls(parallel, lambda: worker_processes(parallel), forked=FORKED, own=True)
