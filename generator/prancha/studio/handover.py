"""What the server and the process that draws for it know of each other.

The process tells on shared memory what it is at: the one after it leaves alone what ended this one.
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
"""Bytes of shared memory for what is worked on, and for the game and what is done with it."""
FAILED = 78
"""Exit code of what nothing foresaw, which was told before."""
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
    """What ended a process: its game, what was done with it, and of which item; `told` is what is said of it.

    `stamp` stands for the files as they were: when they change it is tried again.
    """

    game: str
    phase: Phase
    item: str
    told: Diagnostic
    stamp: str


class Shunned:
    """What is left alone because it ended a process: a game, its items, or a family of which two did."""

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
    """Shared memory on which a process tells what it is at."""

    work: Board
    note: Board

    def say(self, phase: Phase, game: str = "") -> None:
        """Tell what is done with which game from now on."""
        text = f"{phase}\0{game}".encode()[: NOTE - 1]
        self.note[: len(text) + 1] = text + b"\n"

    def said(self) -> tuple[Phase, str]:
        """The phase that was told last, and its game."""
        phase, _, game = self.note[:NOTE].partition(b"\n")[0].decode("utf-8", "replace").partition("\0")
        return _PHASES.get(phase, ""), game


def boards() -> Boards:
    """New ones, which another process can be given."""
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
    """Sends to the server, from any thread."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._lock = pipe, threading.Lock()

    def send(self, *told: Any) -> None:
        """Send it; nobody hears what is told after the server's end."""
        with self._lock:
            try:
                self._pipe.send(told)
            except OSError:
                os._exit(0)

    def publish(self, name: str, data: dict[str, Any]) -> None:
        """Send an event for all pages."""
        self.send("event", name, data)
