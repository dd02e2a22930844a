"""Draw faces in other processes: workers of this machine, or a Dask cluster.

A worker returns the entries that a cache would have kept, and the build goes its usual way with them: so
its bytes, and what it says of mistakes, are the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, as_completed
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.building.face_drawing import FaceSetup, faces_context
from prancha.building.order import DRAW, Ahead, Order, Progress
from prancha.building.worker_tasks import Result, Task, WorkerContext, context_name, draw, pack_game, sharing
from prancha.faces import FaceMaker
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.game import Game
from prancha.system.cache import Pack, program_digest
from prancha.system.processes import worker_processes
from prancha.system.signals import FORKED

WORTH = 100
"""Least number of items to draw for which workers are worth starting."""
LEAST, SHARE = 60, 2
"""A task is this part of a worker's share of the rest: large at first, because each has a cost of its
own, small at the end, but at least `LEAST`, so that all workers finish together."""
WAIT = 10
"""Seconds to wait for an answer of the scheduler."""
_ADDRESS = re.compile(r"dask://([\w.-]+|\[[0-9a-fA-F:]+\]):(\d{1,5})\Z")


class Workers(Struct, frozen=True):
    """`parallel` workers, started by `start`; they end with its block.

    `lost` are the exceptions about `name` itself, not about a face.  `forked` workers inherit the data of
    the starting process.  If its `own` workers end, that process does their work.
    """

    parallel: int
    start: Callable[[], AbstractContextManager[Executor]]
    name: str = "a worker process"
    lost: tuple[type[Exception], ...] = (BrokenExecutor,)
    forked: bool = False
    own: bool = False

    @classmethod
    def of(cls, executor: Executor, parallel: int) -> Workers:
        """Workers of an executor that its owner starts and shuts down."""
        return cls(parallel, lambda: nullcontext(executor))

    @classmethod
    def processes(cls, parallel: int) -> Workers:
        """Processes of this machine; Ctrl-C ends them with the program."""
        return cls(parallel, lambda: worker_processes(parallel), forked=FORKED, own=True)


def draw_ahead(
    workers: Workers,
    order: Order,
    game: Game,
    pack: Pack,
    setup: FaceSetup,
    limits: Mapping[str, Mapping[str, Any]] | None,
    progress: Progress,
) -> Ahead:
    """Let `workers` draw the faces missing from `pack`, the one of `setup`, and add them to it.

    Raises Failure if a worker ends early or has another program or other files.  What a worker
    of this process leaves is drawn here.
    """
    maker = setup[0]
    keys = maker.undrawn()
    if len(keys) < WORTH:
        return Ahead()
    task = _task_template(workers, order, game, maker, limits)
    seconds: Counter[str] = Counter()
    done = 0
    try:
        worker_context = (
            sharing(WorkerContext(context_name(task), game, pack, *setup))
            if workers.forked
            else nullcontext()
        )
        with worker_context, workers.start() as executor:
            tasks = _split_task(task, keys, workers.parallel)
            for future, count in _results(executor, tasks, maker.prepare):
                result = future.result()
                if result.mismatch:
                    _refuse_mismatch(workers, result, game, task)
                pack.add(result.entries)
                seconds.update(result.seconds)
                done += count
                # One more: the covers and labels, which come after.
                progress(game.id, DRAW, done, len(keys) + 1)
    except Failure:
        raise
    except workers.lost as problem:
        if workers.own:  # drawn here, the same face ends this process too and is named, or the cause is gone
            return Ahead(done, seconds)
        message = f"{workers.name} ended before its faces were drawn: {type(problem).__name__}: {problem}"
        hint = "it may lack memory; without workers this process draws the faces"
        raise Failure([Diagnostic(game.place, "worker-lost", message, hint=hint)]) from problem
    return Ahead(done, seconds)


def _task_template(
    workers: Workers,
    order: Order,
    game: Game,
    maker: FaceMaker,
    limits: Mapping[str, Mapping[str, Any]] | None,
) -> Task:
    """The task without its keys: what all tasks have in common."""
    here = replace(order, project=order.project.resolve(), out=None)
    data, program = (b"", b"") if workers.forked else (pack_game(game), program_digest())
    context = faces_context(order.project, game, maker.lang)
    return Task(here, data, lang=maker.lang, keys=(), limits=limits, context=context, program=program)


def _split_task(task: Task, keys: tuple[str, ...], parallel: int) -> Iterator[Task]:
    while keys:
        size = max(LEAST, len(keys) // (parallel * SHARE))
        yield replace(task, keys=keys[:size])
        keys = keys[size:]


def _results(
    executor: Executor, tasks: Iterator[Task], meanwhile: Callable[[], None]
) -> Iterator[tuple[Future[Result], int]]:
    """Yield results with their numbers of items as they arrive; runs `meanwhile` while workers start."""
    counts = {executor.submit(draw, task): len(task.keys) for task in tasks}
    try:
        meanwhile()
        for future in as_completed(counts):
            yield future, counts[future]
    finally:
        for future in counts:
            future.cancel()


def _refuse_mismatch(workers: Workers, result: Result, game: Game, task: Task) -> None:
    """Raise Failure for a worker with another program or other files; not if the files changed for both."""
    if result.mismatch == "program":
        message = f"{workers.name} runs another version of prancha, Python or a library"
        hint = "install the same versions there as here"
    elif faces_context(task.order.project, game, task.lang) == task.context:
        message = f"{workers.name} sees other files in {task.order.project} than are here"
        hint = "the project must be at the same path there, with the same contents"
    else:
        return
    raise Failure([Diagnostic(game.place, "worker-stranger", message, hint=hint)])


@contextmanager
def open_engine(address: str) -> Iterator[Workers]:
    """The workers of the Dask cluster at `dask://HOST:PORT`.

    Raises Failure for an address that is none, without the extra `dask`, and
    where no scheduler answers or it has no workers.
    """
    found = _ADDRESS.match(address)
    if found is None:
        raise _engine_failure(f'"{address}" is not the address of an engine', "write dask://HOST:PORT")
    try:
        from distributed import Client
    except ImportError:
        hint = 'install it: pip install "prancha[dask]"'
        raise _engine_failure(f"{address} needs the package distributed", hint) from None
    try:
        client = Client(f"tcp://{found[1]}:{found[2]}", timeout=WAIT, set_as_default=False)
    except OSError as problem:
        hint = "start one: dask scheduler, and on each machine: dask worker HOST:PORT --nthreads 1"
        raise _engine_failure(f"no Dask scheduler answers at {address}: {problem}", hint) from None
    with client:
        parallel = sum(client.nthreads().values())
        if not parallel:
            raise _engine_failure(
                f"the Dask cluster at {address} has no workers", "start: dask worker HOST:PORT"
            )
        with client.get_executor(pure=False) as executor:
            # Any exception from there, a lost connection or a missing module, is about the cluster.
            yield Workers(
                parallel, Workers.of(executor, parallel).start, f"the engine {address}", (Exception,)
            )


def _engine_failure(message: str, hint: str) -> Failure:
    return Failure([Diagnostic(Place("--engine"), "no-engine", message, hint=hint)])
