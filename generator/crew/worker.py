"""The worker's part: draw some faces of a game, give back what a cache would keep of them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

from generator import printed
from generator.cache import Pack, Store, program_digest
from generator.crew.task import Result, Task, unpacked
from generator.drawing import easel, faces_context, in_ink, render_ahead, render_settings, workshop
from generator.faces import FaceMaker
from generator.fonts import FontBook
from generator.inspection import faces_of
from generator.model.diagnostic import Failure
from generator.model.game import Game
from generator.pictures import opacities
from generator.stopwatch import Stopwatch

_LOCAL = threading.local()
"""The bench of each thread that works: a game is unpacked, and its templates compiled, once."""


def draw(task: Task) -> Result:
    """Lay out, render and check the faces of `task`.

    Faces that cannot be drawn are left out: whoever gave the task draws them
    again, and says what is wrong with them.
    """
    if task.program and program_digest() != task.program:
        return Result(stranger="program")
    bench = _bench(task)
    if faces_context(task.order.project, bench.game, task.lang) != task.context:
        return Result(stranger="files")
    seconds = {}
    with suppress(Failure):
        seconds = bench.draw(task)
    return Result(bench.pack.take(), seconds)


@contextmanager
def lent(bench: Bench) -> Iterator[None]:
    """Within it, processes forked from this one need not make a bench: they have this one's."""
    _LOCAL.bench = bench
    try:
        yield
    finally:
        del _LOCAL.bench


class Bench:
    """What draws the faces of one game in one language, and where they gather."""

    def __init__(
        self, name: bytes, game: Game, pack: Pack, maker: FaceMaker, book: FontBook, folders: tuple[Path, ...]
    ) -> None:
        self.name, self.game, self.pack = name, game, pack
        self.maker, self.book, self.folders = maker, book, folders
        self._symbols: dict[str, str] = {}
        # What faces of several tasks share is drawn, and looked at, once.
        self._easel = easel(self._symbols, book, folders, render_settings(game, maker.lang))
        self._scenes = printed.SceneMaker(self._symbols, book, opacities(folders))

    @classmethod
    def of(cls, task: Task) -> Bench:
        """The bench for a task, with a pack of its own."""
        game, pack = unpacked(task.game), Pack(Store(), b"", passing=True)
        return cls(name_of(task), game, pack, *workshop(task.order.project, game, task.lang, pack))

    def draw(self, task: Task) -> dict[str, float]:
        """Draw what a task asks for into the pack; returns the seconds of each family.  Raises Failure."""
        laid_out = self.maker.draw(task.keys)
        self._symbols.update(laid_out.symbols)
        drawn = in_ink(task.order, laid_out, self.book, self.folders)
        faces = [*drawn.fronts.values(), *drawn.backs.values()]
        stopwatch = Stopwatch(drawn)
        # Two parts of a deck must not number their glyphs in tables of the same name.
        table = f"glyphs {blake2b(repr((self.name, task.keys)).encode(), digest_size=16).hexdigest()}"
        render_ahead(faces, self._easel, self.book, self.pack, stopwatch, table, self.maker)
        if task.limits is not None:
            shown = faces_of(self.game, drawn, self.book, self.folders)
            printed.look(shown, task.limits, self.pack, self._scenes)
        return stopwatch.seconds


def _bench(task: Task) -> Bench:
    bench: Bench | None = getattr(_LOCAL, "bench", None)
    if bench is None or bench.name != name_of(task):
        bench = _LOCAL.bench = Bench.of(task)
    return bench


def name_of(task: Task) -> bytes:
    """What tells the bench of one game and language from that of another."""
    told = repr((task.order.project, task.lang, task.order.ink)).encode()
    return blake2b(told + task.context + task.game, digest_size=16).digest()
