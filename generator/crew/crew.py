"""Who draws: any `concurrent.futures.Executor`."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from contextlib import AbstractContextManager, nullcontext

from msgspec import Struct

from generator.stopping import FORKED, worker_processes


class Crew(Struct, frozen=True):
    """`hands` workers that `start` brings to work; they end when its block does.

    `lost` are the exceptions that tell of `name` itself, not of what it drew.  Workers that are `forked`
    from the process that starts them have what it has.  Where its `own` end, that process does their work.
    """

    hands: int
    start: Callable[[], AbstractContextManager[Executor]]
    name: str = "a worker process"
    lost: tuple[type[Exception], ...] = (BrokenExecutor,)
    forked: bool = False
    own: bool = False

    @classmethod
    def of(cls, executor: Executor, hands: int) -> Crew:
        """The workers of an executor that its owner starts and ends."""
        return cls(hands, lambda: nullcontext(executor))

    @classmethod
    def processes(cls, hands: int) -> Crew:
        """Processes of this machine; Ctrl-C ends them with the program."""
        return cls(hands, lambda: worker_processes(hands), forked=FORKED, own=True)
