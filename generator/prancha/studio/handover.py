"""What the studio's server and the process that draws for it exchange.

The process writes to shared memory what it is working on, so that after a crash the server knows what the
next process must leave alone.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic, Failure
from prancha.system import limits
from prancha.system.environment import limit_seconds
from prancha.system.limits import Board

if TYPE_CHECKING:
    from prancha.studio.earlier import Earlier

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
