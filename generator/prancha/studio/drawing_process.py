"""The process that reads, draws and answers, and the server's side of it, which replaces it when it ends.

The next process leaves alone what ended the one before, see `messages.Shunned`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from http import HTTPStatus
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from prancha.model.diagnostic import Diagnostic, Failure
from prancha.studio import messages
from prancha.studio.guard import Answer, Refusal
from prancha.studio.messages import FAILED, SECONDS, Boards, Busy, Ended, Events, Outlet, StudioOrder, hold
from prancha.system import limits, processes, signals
from prancha.system.crashes import NO_MEMORY, ended, finding, told_to_end


def work(
    pipe: Connection, order: StudioOrder, told: Boards, ended: tuple[Ended, ...], folder: Path, parent: int
) -> None:
    """Answer the questions that come through `pipe` until it closes; the target of the process.

    It writes what it is doing to `told`, leaves alone what `ended` processes before it, and builds kits that
    are only looked at in `folder`; `parent` is the server's process.
    """
    signals.install_in_worker(parent, leads=True)
    hold(told.work)
    outlet = Outlet(pipe)
    code = FAILED
    try:
        from prancha.studio.answers import Answers
        from prancha.studio.build_calls import papers
        from prancha.studio.session import Session

        session = Session(
            order.project, order.games, outlet.publish, told=told, ended=ended, folder=folder,
            seen=lambda stamp: outlet.send("seen", stamp),
        )  # fmt: skip
        settings = {
            "edit": order.edit, "editor": order.editor, "project": str(order.project.resolve()),
            "papers": papers(order.project), "printers": list(order.printers()),
        }  # fmt: skip
        earlier = order.earlier(order.project) if order.earlier else None
        answers = Answers(session, settings, earlier)
        threading.Thread(target=_listen, args=(pipe, outlet, answers.get, answers.post), daemon=True).start()
        processes.look_for_cycles()
        session.run()
    except Failure as failure:
        outlet.send("failure", failure.diagnostics)
    except MemoryError:
        code = NO_MEMORY
    except Exception as problem:
        outlet.send("failure", (finding(problem, what="running the studio"),))
    os._exit(code)


def _listen(
    pipe: Connection, outlet: Outlet, get: Callable[[str], Any], post: Callable[[str, bytes], Any]
) -> None:
    """Answer each question in a thread; end the process when the server is gone."""

    def answer(number: int, path: str, body: bytes | None) -> None:
        try:
            found = get(path) if body is None else post(path, body)
            outlet.send("answer", number, (found.body, found.kind, int(found.status)))
        except Refusal as refusal:
            outlet.send("refusal", number, (int(refusal.status), refusal.message))
        except MemoryError:
            os._exit(NO_MEMORY)
        except Busy:
            outlet.send("busy", number, None)
        except Exception as problem:
            told = finding(problem, what="answering the page")
            outlet.send("refusal", number, (int(HTTPStatus.INTERNAL_SERVER_ERROR), told.message))

    threads = ThreadPoolExecutor(64)
    while True:
        try:
            number, path, body = pipe.recv()
        except (EOFError, OSError):
            os.kill(os.getpid(), signal.SIGTERM)
            return
        threads.submit(answer, number, path, body)


MOST_ENDS, SOON = 3, 30.0
"""The studio is given up when so many processes in a row end within `SOON` seconds of their start, at work
for no game in particular."""
PAUSE = 2.0
"""Seconds until a process that got SIGINT or SIGTERM is replaced: most often this one is told to end, too."""
ROUND = 20.0
"""Seconds between resets of the limit on the server's own processor time."""


class Keeper:
    """Passes questions to the process, from any thread, and starts another when it is gone."""

    def __init__(self, order: messages.StudioOrder, events: Events, folder: Path) -> None:
        """Start the first process; kits that are only looked at go to `folder`, which outlives it."""
        self._order, self._events, self._folder = order, events, folder
        self._lock = threading.Lock()
        self._numbers = count()
        self._waiting: dict[int, Future[Answer]] = {}
        self._ended: tuple[messages.Ended, ...] = ()
        self._stamp = ""
        self._ends, self._began = 0, 0.0
        self._failure: tuple[Diagnostic, ...] = ()
        self._over = threading.Event()
        self._pipe: Connection
        self._process: SpawnProcess
        self._boards: messages.Boards
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
        """What that process is doing, and with which game."""
        return self._boards.said()

    @property
    def over(self) -> bool:
        """Whether no process will answer any more."""
        return self._over.is_set()

    def close(self) -> None:
        """End the process and start no other."""
        self._over.set()
        self._process.terminate()
        self._process.join(2)
        if self._process.is_alive():
            self._process.kill()

    def run(self) -> None:
        """Wait until the studio is given up; raises Failure then, with why."""
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
        boards = messages.boards()
        process = context.Process(
            target=work,
            args=(theirs, self._order, boards, self._ended, self._folder, os.getpid()),
        )
        process.start()
        self._process, self._boards = process, boards
        self._began = time.monotonic()
        theirs.close()
        with self._lock:
            self._pipe = ours
        threading.Thread(target=self._follow, args=(process, ours, boards), daemon=True).start()

    def _follow(self, process: Any, pipe: Connection, boards: messages.Boards) -> None:
        """Pass on what a process sends until it ends, and start the next."""
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
        if not self._over.is_set():
            failure = failure or self._note_end(process.exitcode or 0, boards)
        if failure:
            self._failure = failure
            self._over.set()
        if not self._over.is_set():
            self._begin()
            self._events.publish("again", {})

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

    def _note_end(self, code: int, boards: messages.Boards) -> tuple[Diagnostic, ...]:
        """Note what the next process must leave alone, or return why there should be none."""
        outside = told_to_end(code)
        if outside:
            self._over.wait(PAUSE)
        work = limits.last_work(boards.work)
        phase, game = boards.said()
        told = ended(work, code)
        if phase in ("reading", "drawing") and not outside:
            one = messages.Ended(game, phase, work.item, told, self._stamp)
            self._ended = (*(each for each in self._ended if each.stamp == self._stamp), one)
            self._ends = 0
            return ()
        self._ends = self._ends + 1 if time.monotonic() - self._began < SOON else 1
        return (told,) if self._ends >= MOST_ENDS else ()
