"""Keeps a process that answers for the server: where one ends, the next goes on without what ended it."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from concurrent.futures import Future
from http import HTTPStatus
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from prancha.model.diagnostic import NOWHERE, Diagnostic, Failure
from prancha.studio import brain, handover
from prancha.studio.events import Events
from prancha.studio.guard import Answer, Refusal
from prancha.studio.jobs import SECONDS, Busy
from prancha.system import limits
from prancha.system.ended import ended, told_to_end

MOST_ENDS, SOON = 3, 30.0
"""Processes that may end one after the other without a game that ended them, each after so many seconds."""
PAUSE = 2.0
"""Seconds until another is begun for one that was told to end: most often all of us are."""
ROUND = 20.0
"""Seconds after which the server's own processor time is counted anew."""


class Keeper:
    """Asks the process, from any thread, and begins another when it is gone."""

    def __init__(self, order: handover.StudioOrder, events: Events, folder: Path) -> None:
        """`folder` is for the kits that are only looked at; it outlives the processes."""
        self._order, self._events, self._folder = order, events, folder
        self._lock = threading.Lock()
        self._numbers = count()
        self._waiting: dict[int, Future[Answer]] = {}
        self._ended: tuple[handover.Ended, ...] = ()
        self._stamp = ""
        self._ends, self._began = 0, 0.0
        self._failure: tuple[Diagnostic, ...] = ()
        self._over = threading.Event()
        self._pipe: Connection
        self._process: SpawnProcess
        self._boards: handover.Boards
        self._begin()

    def get(self, path: str) -> Answer:
        """Answer a GET of `path`; raises Refusal, Busy."""
        return self._ask(path, None)

    def post(self, path: str, body: bytes) -> Answer:
        """Do what the page asks; raises Refusal, Busy."""
        return self._ask(path, body)

    @property
    def process(self) -> int:
        """The number of the process that answers now."""
        return int(self._process.pid or 0)

    @property
    def at(self) -> tuple[str, str]:
        """What that process does, and with which game."""
        return self._boards.said()

    @property
    def over(self) -> bool:
        """Whether there is no process any more, and none comes."""
        return self._over.is_set()

    def close(self) -> None:
        """End the process and begin no other."""
        self._over.set()
        self._process.terminate()
        self._process.join(2)
        if self._process.is_alive():
            self._process.kill()

    def run(self) -> None:
        """Go on until processes cannot be kept; raises Failure then."""
        while not self._over.wait(ROUND):
            limits.begin()
            limits.stage("", "waiting")
        raise Failure(self._failure)

    def _ask(self, path: str, body: bytes | None) -> Answer:
        future: Future[Answer] = Future()
        with self._lock:
            number = next(self._numbers)
            self._waiting[number] = future
            try:
                self._pipe.send((number, path, body))
            except OSError:  # it ended this moment
                del self._waiting[number]
                raise Busy from None
        try:
            return future.result(SECONDS)
        except TimeoutError:
            raise Busy from None
        finally:
            self._waiting.pop(number, None)

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        boards = handover.boards()
        process = context.Process(
            target=brain.work,
            args=(theirs, self._order, boards, self._ended, self._folder, os.getpid()),
        )
        process.start()
        self._process, self._boards = process, boards
        self._began = time.monotonic()
        theirs.close()
        with self._lock:
            self._pipe = ours
        threading.Thread(target=self._follow, args=(process, ours, boards), daemon=True).start()

    def _follow(self, process: Any, pipe: Connection, boards: handover.Boards) -> None:
        """Hand on what a process says; begin the next when it has ended."""
        failure: tuple[Diagnostic, ...] = ()
        while True:
            try:
                kind, *told = pipe.recv()
            except (EOFError, OSError):
                break
            if kind == "event":
                self._events.publish(*told)
            elif kind == "seen":
                [self._stamp] = told
            elif kind == "failure":
                [failure] = told
            else:
                self._answered(kind, *told)
        process.join(2)
        if process.is_alive():
            process.kill()
            process.join()
        with self._lock:
            waiting, self._waiting = list(self._waiting.values()), {}
        for future in waiting:
            future.set_exception(Busy())
        if self._over.is_set():
            return
        if failure:
            self._give_up(failure)
        else:
            self._go_on(process.exitcode or 0, boards)

    def _answered(self, kind: str, number: int, told: Any) -> None:
        future = self._waiting.get(number)
        if future is None:  # it was given up
            return
        if kind == "answer":
            body, media, status = told
            future.set_result(Answer(body, media, HTTPStatus(status)))
        elif kind == "refusal":
            future.set_exception(Refusal(HTTPStatus(told[0]), told[1]))
        else:
            future.set_exception(Busy())

    def _go_on(self, code: int, boards: handover.Boards) -> None:
        """Begin a process that leaves alone what ended the last one."""
        outside = told_to_end(code)
        if outside and self._over.wait(PAUSE):
            return None
        work = limits.last_work(boards.work)
        phase, game = boards.said()
        told = ended(work, code)
        if phase in ("reading", "drawing") and not outside:
            one = handover.Ended(game, phase, work.item, told, self._stamp)
            self._ended = (*(each for each in self._ended if each.stamp == self._stamp), one)
            self._ends = 0
        else:
            self._ends = self._ends + 1 if time.monotonic() - self._began < SOON else 1
            if self._ends >= MOST_ENDS:
                return self._give_up((told,))
        self._begin()
        self._events.publish("again", {})
        return None

    def _give_up(self, failure: tuple[Diagnostic, ...]) -> None:
        self._failure = failure or (Diagnostic(NOWHERE, "crashed", "the studio cannot go on"),)
        self._over.set()
