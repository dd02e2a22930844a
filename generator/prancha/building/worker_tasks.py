"""The worker's part: draw some faces of a game, give back what a cache would keep of them.

What goes to a worker and comes back is plain data, no code.
"""

from __future__ import annotations

import io
import pickle
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from types import FunctionType, MappingProxyType
from typing import Any

from msgspec import Struct, field

from prancha.building.artwork_check import faces_of
from prancha.building.face_drawing import (
    Stopwatch,
    apply_ink,
    faces_context,
    prepare_faces,
    render_settings,
)
from prancha.building.order import Order
from prancha.checks import artwork
from prancha.faces import FaceMaker
from prancha.graphics.fonts import FontBook
from prancha.graphics.pictures import opacities
from prancha.model.diagnostic import Failure
from prancha.model.game import Game
from prancha.render import DirectRenderer, render_part
from prancha.system.cache import Pack, Store, program_digest

_LOCAL = threading.local()
"""The context of each thread that draws: a game is unpacked, and its templates compiled, once."""


class Task(Struct, frozen=True):
    """Faces to draw: those of the items `keys` of a `game`, packed, in one language.

    `game` and `program` are empty where workers have them already.  `limits` are those of the checks of
    printed faces, None for no checks.  `context` tells the files that faces are drawn from, `program`
    what draws them: a worker that sees others must not draw.
    """

    order: Order
    game: bytes
    lang: str
    keys: tuple[str, ...]
    limits: Mapping[str, Mapping[str, Any]] | None
    context: bytes
    program: bytes


class Result(Struct, frozen=True):
    """Entries for the pack and the seconds per family; or how the worker is a `mismatch`."""

    entries: Mapping[str, bytes] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    mismatch: str = ""


class _GamePickler(pickle.Pickler):
    """Serialises read-only mappings, and leaves out functions that find places of list cells when asked."""

    def reducer_override(self, value: Any) -> Any:
        """Return how a value is made again."""
        if isinstance(value, MappingProxyType):
            return _read_only, (dict(value),)
        if isinstance(value, FunctionType) and "<locals>" in value.__qualname__:
            return _leave_out, ()
        return NotImplemented


def pack_game(game: Game) -> bytes:
    """Serialise a game for `unpack_game`; used only between this program and its own workers."""
    out = io.BytesIO()
    _GamePickler(out, pickle.HIGHEST_PROTOCOL).dump(game)
    return out.getvalue()


def unpack_game(data: bytes) -> Game:
    """The game in `data`."""
    game: Game = pickle.loads(data)
    return game


def _read_only(values: dict[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(values)


def _leave_out() -> None:
    """Return None for a function that was left out."""


def draw(task: Task) -> Result:
    """Lay out, render and check the faces of `task`.

    Faces that cannot be drawn are left out: the main process draws them again and reports
    what is wrong.
    """
    if task.program and program_digest() != task.program:
        return Result(mismatch="program")
    worker_context = _context_of(task)
    if faces_context(task.order.project, worker_context.game, task.lang) != task.context:
        return Result(mismatch="files")
    seconds = {}
    with suppress(Failure):
        seconds = worker_context.draw(task)
    return Result(worker_context.pack.take(), seconds)


@contextmanager
def sharing(worker_context: WorkerContext) -> Iterator[None]:
    """Share this process's prepared context with workers forked within the block."""
    _LOCAL.worker_context = worker_context
    try:
        yield
    finally:
        del _LOCAL.worker_context


class WorkerContext:
    """Everything needed to draw the faces of one game in one language, and the pack for the results."""

    def __init__(
        self, name: bytes, game: Game, pack: Pack, maker: FaceMaker, book: FontBook, folders: tuple[Path, ...]
    ) -> None:
        self.name, self.game, self.pack = name, game, pack
        self.maker, self.book, self.folders = maker, book, folders
        self._symbols: dict[str, str] = {}
        # Parts shared by faces of several tasks are drawn and checked once.
        self._renderer = DirectRenderer(book, self._symbols, folders, render_settings(game, maker.lang))
        self._scenes = artwork.SceneMaker(self._symbols, book, opacities(folders))

    @classmethod
    def of(cls, task: Task) -> WorkerContext:
        """The context for a task, with a pack of its own."""
        game, pack = unpack_game(task.game), Pack(Store(), b"", passing=True)
        return cls(context_name(task), game, pack, *prepare_faces(task.order.project, game, task.lang, pack))

    def draw(self, task: Task) -> dict[str, float]:
        """Draw what a task asks for into the pack; returns the seconds of each family.  Raises Failure."""
        laid_out = self.maker.draw(task.keys)
        self._symbols.update(laid_out.symbols)
        drawn = apply_ink(task.order, laid_out, self.book, self.folders)
        faces = {face.digest: face for face in (*drawn.fronts.values(), *drawn.backs.values())}
        stopwatch = Stopwatch(drawn)
        render_part(faces.values(), self._renderer, self.book, stopwatch.lap, self.pack, where=self.maker)
        if task.limits is not None:
            shown = faces_of(self.game, drawn, self.book, self.folders)
            artwork.look(shown, task.limits, self.pack, self._scenes)
        return stopwatch.seconds


def _context_of(task: Task) -> WorkerContext:
    worker_context: WorkerContext | None = getattr(_LOCAL, "worker_context", None)
    if worker_context is None or worker_context.name != context_name(task):
        worker_context = _LOCAL.worker_context = WorkerContext.of(task)
    return worker_context


def context_name(task: Task) -> bytes:
    """Digest that identifies the context of a game and language."""
    told = repr((task.order.project, task.lang, task.order.ink)).encode()
    return blake2b(told + task.context + task.game, digest_size=16).digest()
