"""Limits of processor time and memory, enforced by the system while a project is open.

Counted ceilings (steps, elements, bytes, pixels) come first and tell more; these end
whatever gets past them, even in a library that does not come back.  `work_on` says what
is worked on and gives it time; without `hold` it does nothing, as in a program that only
imports this one.  Workers forked from a held process are held too.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from msgspec import Struct

from prancha.model.diagnostic import Place
from prancha.system import machine

T = TypeVar("T")
_POSITION = re.compile(r"(.+):(\d{1,9}):(\d{1,9})\Z")
SECONDS = 10
"""Processor time for one piece of work, such as reading a file or drawing a face."""
ALL_SECONDS = 900
"""Processor time for a whole run."""
SECONDS_A_MEGABYTE = 5
"""Additional seconds per megabyte for reading a file."""
MEMORY = 2 * 1024**3
"""Bytes of address space."""
_NOTED = "prancha_work"
"""Attribute of an exception that stores the work it was raised in."""


class Board(Protocol):
    """Memory that two processes share: one says what it works on, the other reads it later."""

    def __len__(self) -> int: ...
    def __getitem__(self, part: slice, /) -> bytes: ...
    def __setitem__(self, part: slice, value: bytes, /) -> None: ...


class Work(Struct, frozen=True):
    """Last report of a process: the place and component it works on, the work, and its limit in seconds."""

    where: str = ""
    item: str = ""
    what: str = ""
    seconds: int = 0

    @property
    def place(self) -> Place:
        """Where it stands, as a position in a file again."""
        found = _POSITION.match(self.where)
        return Place(found[1], int(found[2]), int(found[3])) if found else Place(self.where)


class _Held:
    """Limits and current work of this process."""

    def __init__(self) -> None:
        self.board: Board | None = None
        self.seconds = SECONDS
        self.wanted = self.given = 0
        """Seconds that were asked for when the ceiling was moved, and those that there were to give."""
        self.moved = float("-inf")
        """When that was, by the clock."""
        self.last = float(ALL_SECONDS)
        self.within: work_on | None = None
        self.between: Callable[[], object] = bool


_STATE = _Held()


def last_work(board: Board) -> Work:
    """Read the last report from `board`; an empty Work if there was none."""
    size = int.from_bytes(board[:2], "big")
    parts = board[2 : 2 + size].decode("utf-8", "replace").split("\0")
    if len(parts) < 4 or not parts[0].isdecimal():
        return Work()
    return Work(parts[1], parts[2], parts[3], int(parts[0]))


def work() -> Work:
    """The current work of this process."""
    return Work() if _STATE.board is None else last_work(_STATE.board)


def work_of(problem: BaseException) -> Work | None:
    """The innermost `work_on` that `problem` was raised in."""
    found = getattr(problem, _NOTED, None)
    return found if isinstance(found, Work) else None


def hold(board: Board, seconds: int = SECONDS) -> None:
    """Apply the limits to this process, `seconds` for one piece of work, reported on `board`."""
    machine.limit_memory(MEMORY)
    _STATE.board, _STATE.seconds = board, seconds
    stage("", "starting")


def session_memory() -> int | None:
    """Bytes that the session allows a process, where that is less than `MEMORY`."""
    return machine.memory_allowed(MEMORY)


def begin() -> None:
    """Start a run with all of its processor time."""
    _STATE.moved, _STATE.last = float("-inf"), time.process_time() + ALL_SECONDS


def stage(where: object, what: str) -> None:
    """Report the start of a stage, which may use all time that is left."""
    if _STATE.board is not None:
        _say(where, "", what, ALL_SECONDS)


class work_on:  # noqa: N801 (a word for `with`, like `suppress`)
    """Context manager: report work on a file or place (and component), and limit it to `seconds`.

    Within other work, that one goes on when this one ends, with its time anew.
    """

    __slots__ = ("_around", "_item", "_seconds", "_what", "_where")

    def __init__(self, where: object, item: str = "", what: str = "", seconds: int = 0) -> None:
        self._where, self._item, self._what = where, item, what
        self._seconds = seconds or _STATE.seconds
        self._around: work_on | None = None

    def __enter__(self) -> None:
        """Begin; raises MemoryError where the system holds no ceiling of memory and it is reached."""
        self._around, _STATE.within = _STATE.within, self
        if _STATE.board is not None:
            _say(self._where, self._item, self._what, self._seconds)

    def __exit__(self, kind: object, problem: BaseException | None, _: object) -> None:
        """Leave the work; an exception that ends it keeps what was worked on, for its message."""
        around = _STATE.within = self._around
        # Without memory there is none for a note; the board has the work.
        if problem is not None and kind is not MemoryError and not hasattr(problem, _NOTED):
            work = Work(str(self._where), self._item, self._what, self._seconds)
            setattr(problem, _NOTED, work)
        if _STATE.board is None:
            return
        if kind is MemoryError:
            _give(ALL_SECONDS)
        elif around is not None:
            _say(around._where, around._item, around._what, around._seconds)
        else:
            _say(self._where, "", "going on", ALL_SECONDS)


def work_on_each(things: Iterable[T], where: object, what: str) -> Iterator[T]:
    """Go through `things`, with work on each of them, without moving the ceiling at every one's end."""
    with work_on(where, "", what):
        for thing in things:
            _STATE.between()
            yield thing


def call_between_work(call: Callable[[], object]) -> None:
    """Have `call` called before each of the things of `work_on_each`, which ends the work by an exception."""
    _STATE.between = call


def reading(file: str, size: int) -> work_on:
    """The same for a file of `size` bytes."""
    return work_on(file, "", "reading this file", _STATE.seconds + SECONDS_A_MEGABYTE * (size // 1_000_000))


def _say(where: object, item: str, what: str, seconds: int) -> None:
    board = _STATE.board
    assert board is not None
    seconds = _give(seconds)
    text = f"{seconds}\0{where}\0{item}\0{what}".encode("utf-8", "replace")[: len(board) - 2]
    board[: 2 + len(text)] = len(text).to_bytes(2, "big") + text


def _give(seconds: int) -> int:
    """Move the ceiling of processor time; returns how many seconds there were to give."""
    # The system counts whole seconds, so there is no need to move its ceiling more often; and asking for the
    # processor time is a call of the system, which the clock is not.
    now = time.monotonic()
    if seconds != _STATE.wanted or now - _STATE.moved >= 1:
        until = time.process_time() + seconds
        _STATE.wanted, _STATE.moved, _STATE.given = seconds, now, seconds
        if until > _STATE.last:
            until, _STATE.given = _STATE.last, ALL_SECONDS
        _move(int(until) + 1)
    return _STATE.given


def _move(until: int) -> None:
    if machine.memory_used() > MEMORY:
        raise MemoryError
    machine.limit_processor(until)
