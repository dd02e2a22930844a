"""The builder's part: hand out what is not drawn yet, gather what comes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, as_completed
from contextlib import nullcontext
from typing import Any

from msgspec.structs import replace

from generator.cache import Pack, program_digest
from generator.crew.crew import Crew
from generator.crew.task import Result, Task, packed
from generator.crew.worker import Bench, draw, lent, name_of
from generator.drawing import Workshop, faces_context
from generator.faces import FaceMaker
from generator.kit import Ahead, Order, Progress
from generator.model.diagnostic import Diagnostic, Failure
from generator.model.game import Game

WORTH = 100
"""Items to draw; fewer are drawn before a worker has begun."""
LEAST, SHARE = 60, 2
"""A task is this part of a worker's share of what is left: large at first, for each costs some time by
itself, small at last, but no smaller than `LEAST`, so that all workers end together."""


def draw_ahead(
    crew: Crew,
    order: Order,
    game: Game,
    pack: Pack,
    shop: Workshop,
    limits: Mapping[str, Mapping[str, Any]] | None,
    progress: Progress,
) -> Ahead:
    """Have `crew` draw what `pack`, that of a `shop`, does not hold yet, and put it there.

    Raises Failure where a worker ends before its work, or draws with another
    program or other files than this one.  Where one of this process's own ends,
    what it leaves is drawn here.
    """
    maker = shop[0]
    keys = maker.undrawn()
    if len(keys) < WORTH:
        return Ahead()
    task = _task(crew, order, game, maker, limits)
    seconds: Counter[str] = Counter()
    done = 0
    try:
        bench = lent(Bench(name_of(task), game, pack, *shop)) if crew.forked else nullcontext()
        with bench, crew.start() as executor:
            tasks = _tasks(task, keys, crew.hands)
            for future, count in _gathered(executor, tasks, maker.prepare):
                result = future.result()
                if result.stranger:
                    _refuse_stranger(crew, result, game, task)
                pack.add(result.entries)
                seconds.update(result.seconds)
                done += count
                # One more: the covers and labels, which come after.
                progress(game.id, done, len(keys) + 1)
    except Failure:
        raise
    except crew.lost as problem:
        if crew.own:  # what ended it ends this process too, which says at which face, or does not come again
            return Ahead(done, seconds)
        message = f"{crew.name} ended before its faces were drawn: {type(problem).__name__}: {problem}"
        hint = "is there memory enough? without workers this process draws them"
        raise Failure([Diagnostic(game.place, "worker-lost", message, hint=hint)]) from problem
    return Ahead(done, seconds)


def _task(
    crew: Crew, order: Order, game: Game, maker: FaceMaker, limits: Mapping[str, Mapping[str, Any]] | None
) -> Task:
    """What all tasks have alike."""
    here = replace(order, project=order.project.resolve(), out=None)
    data, program = (b"", b"") if crew.forked else (packed(game), program_digest())
    context = faces_context(order.project, game, maker.lang)
    return Task(here, data, maker.lang, (), limits, context, program)


def _tasks(task: Task, keys: tuple[str, ...], hands: int) -> Iterator[Task]:
    while keys:
        size = max(LEAST, len(keys) // (hands * SHARE))
        yield replace(task, keys=keys[:size])
        keys = keys[size:]


def _gathered(
    executor: Executor, tasks: Iterator[Task], meanwhile: Callable[[], None]
) -> Iterator[tuple[Future[Result], int]]:
    """Each finished piece of work, as it comes, with its number of items; `meanwhile` there is this to do."""
    counts = {executor.submit(draw, task): len(task.keys) for task in tasks}
    try:
        meanwhile()
        for future in as_completed(counts):
            yield future, counts[future]
    finally:
        for future in counts:
            future.cancel()


def _refuse_stranger(crew: Crew, result: Result, game: Game, task: Task) -> None:
    """Failure for a worker that is not as we are; none where the files changed under both of us."""
    if result.stranger == "program":
        message = f"{crew.name} runs another version of prancha, Python or a library"
        hint = "install the same versions there as here"
    elif faces_context(task.order.project, game, task.lang) == task.context:
        message = f"{crew.name} sees other files in {task.order.project} than are here"
        hint = "the project must be at the same path there, with the same contents"
    else:
        return
    raise Failure([Diagnostic(game.place, "worker-stranger", message, hint=hint)])
