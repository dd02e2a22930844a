"""The process that reads, draws and answers, and the server's side of it, which replaces it when it ends.

The next process leaves alone what ended the one before, see `child_process.AvoidedWork`.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prancha.model.diagnostic import Diagnostic, Failure
from prancha.studio.child_process import (
    FAILED,
    ChildProcess,
    ParentPipe,
    ProcessEnd,
    SharedState,
    apply_limits,
    process_end,
)
from prancha.studio.guard import Answer, RefusalError
from prancha.studio.messages import SECONDS, BusyError, Events, StudioOrder
from prancha.system import limits, processes, signals
from prancha.system.crashes import NO_MEMORY, describe_exception, is_told_to_end

if TYPE_CHECKING:
    from prancha.studio.answers import Answers

MOST_ENDS, SOON = 3, 30.0
"""The studio gives up when so many processes in a row end within `SOON` seconds of their start, while they
work for no game in particular."""
PAUSE = 2.0
"""Seconds until a process that got SIGINT or SIGTERM is replaced: most often this one is told to end, too."""
MOST_OBJECTS = 250_000
"""New objects after which garbage is collected at once; `Session` does it in pauses."""
ROUND = 20.0
"""Seconds between resets of the limit on the server's own processor time."""


class DrawingProcess:
    """Passes questions to the process, from any thread, and starts another when it is gone."""

    def __init__(self, order: StudioOrder, events: Events, folder: Path) -> None:
        """Start the first process; kits that are only looked at go to `folder`, which outlives it."""
        self._order, self._events, self._folder = order, events, folder
        self._lock = threading.Lock()
        self._numbers = count()
        self._waiting: dict[int, Future[Answer]] = {}
        self._ends: tuple[ProcessEnd, ...] = ()
        self._stamp = ""
        self._early_ends, self._started = 0, 0.0
        self._failure: tuple[Diagnostic, ...] = ()
        self._over = threading.Event()
        self._child: ChildProcess
        self._start()

    def close(self) -> None:
        """End the process and start no other."""
        self._over.set()
        self._child.terminate()

    def run(self) -> None:
        """Wait until the studio gives up; raises Failure then, with the reason."""
        while not self._over.wait(ROUND):
            limits.begin()
            limits.stage("", "waiting")
        raise Failure(self._failure)

    def answer(self, path: str, body: bytes | None) -> Answer:
        """Answer a GET of `path`, or with a `body` a POST; raises RefusalError, BusyError."""
        future: Future[Answer] = Future()
        with self._lock:
            number = next(self._numbers)
            self._waiting[number] = future
            try:
                self._child.pipe.send((number, path, body))
            except OSError:  # it ended this moment
                del self._waiting[number]
                raise BusyError from None
        try:
            return future.result(SECONDS)
        except TimeoutError:
            raise BusyError from None
        finally:
            self._waiting.pop(number, None)

    def _start(self) -> None:
        child = ChildProcess(run_drawing_process, self._order, self._ends, self._folder, has_children=True)
        self._started = time.monotonic()
        with self._lock:
            self._child = child
        threading.Thread(target=self._follow, args=(child,), daemon=True).start()

    def _follow(self, child: ChildProcess) -> None:
        """Pass on what a process sends until it ends, and start the next."""
        failure: tuple[Diagnostic, ...] = ()
        while True:
            try:
                kind, *values = child.pipe.recv()
            except (EOFError, OSError):
                break
            if kind == "event":
                self._events.publish(*values)
            elif kind == "seen":
                [self._stamp] = values
            elif kind == "failure":
                [failure] = values
            else:
                self._resolve(kind, *values)
        code = child.wait(2)
        with self._lock:
            waiting, self._waiting = list(self._waiting.values()), {}
        for future in waiting:
            future.set_exception(BusyError())
        if not self._over.is_set():
            failure = failure or self._note_end(child, code)
        if failure:
            self._failure = failure
            self._over.set()
        if not self._over.is_set():
            self._start()
            self._events.publish("again", {})

    def _resolve(self, kind: str, number: int, value: Any) -> None:
        """Give the question `number` what the process sent for it."""
        future = self._waiting.get(number)
        if future is None:  # nobody waits any more
            return
        if kind == "answer":
            body, media, status = value
            future.set_result(Answer(body, media, HTTPStatus(status)))
        elif kind == "refusal":
            future.set_exception(RefusalError(HTTPStatus(value[0]), value[1]))
        else:
            future.set_exception(BusyError())

    def _note_end(self, child: ChildProcess, code: int) -> tuple[Diagnostic, ...]:
        """Note what the next process must leave alone, or return why there should be none."""
        from_outside = is_told_to_end(code)
        if from_outside:
            self._over.wait(PAUSE)
        end = process_end(child, code, self._stamp)
        if end.phase in ("reading", "drawing") and not from_outside:
            self._ends = (*(one for one in self._ends if one.stamp == self._stamp), end)
            self._early_ends = 0
            return ()
        self._early_ends = self._early_ends + 1 if time.monotonic() - self._started < SOON else 1
        return (end.finding,) if self._early_ends >= MOST_ENDS else ()


def run_drawing_process(
    pipe: Connection,
    state: SharedState,
    parent: int,
    order: StudioOrder,
    ends: tuple[ProcessEnd, ...],
    folder: Path,
) -> None:
    """Answer the questions that come through `pipe` until it closes; the target of the process.

    It writes what it is doing to `state`, leaves alone what caused the `ends` of processes before it, and
    builds kits that are only looked at in `folder`; `parent` is the server's process.
    """
    signals.install_in_worker(parent, leads=True)
    apply_limits(state.work)
    server = ParentPipe(pipe)
    code = FAILED
    try:
        from PIL import Image

        from prancha.building.selection import known_papers
        from prancha.studio.answers import Answers
        from prancha.studio.beginning_process import BeginningProcess
        from prancha.studio.page_files import given_folder
        from prancha.studio.session import Session

        session = Session(
            order.project,
            order.games,
            lambda name, data: server.send("event", name, data),
            state=state,
            ends=ends,
            folder=folder,
            seen=lambda stamp: server.send("seen", stamp),
        )
        papers: tuple[str, ...] = ()
        with suppress(Failure):  # a build tells what is wrong with the files of papers
            papers = tuple(known_papers(order.project))
        settings = {
            "edit": order.edit,
            "editor": order.editor,
            "project": str(order.project.resolve()),
            "papers": papers,
            "printers": list(order.printers()),
        }
        earlier = order.earlier(order.project) if order.earlier else None
        beginning = None
        if order.begin is not None:
            beginning = BeginningProcess(order.begin, order.project, given_folder(folder))
        answers = Answers(session, settings, earlier, beginning)
        Image.preinit()  # what is loaded on first use must not be loaded by two threads at once
        threading.Thread(target=_listen, args=(pipe, server, answers), daemon=True).start()
        processes.look_for_cycles(objects=MOST_OBJECTS)
        session.run()
    except Failure as failure:
        server.send("failure", failure.diagnostics)
    except MemoryError:
        code = NO_MEMORY
    except Exception as problem:
        server.send("failure", (describe_exception(problem, what="running the studio"),))
    os._exit(code)


def _listen(pipe: Connection, server: ParentPipe, answers: Answers) -> None:
    """Answer each question in a thread; end the process when the server is gone."""

    def answer(number: int, path: str, body: bytes | None) -> None:
        try:
            found = answers.answer(path, body)
            server.send("answer", number, (found.body, found.kind, int(found.status)))
        except RefusalError as refusal:
            server.send("refusal", number, (int(refusal.status), refusal.message))
        except MemoryError:
            os._exit(NO_MEMORY)
        except BusyError:
            server.send("busy", number, None)
        except Exception as problem:
            told = describe_exception(problem, what="answering the page")
            server.send("refusal", number, (int(HTTPStatus.INTERNAL_SERVER_ERROR), told.message))

    threads = ThreadPoolExecutor(64)
    while True:
        try:
            number, path, body = pipe.recv()
        except (EOFError, OSError):
            os.kill(os.getpid(), signal.SIGTERM)
            return
        threads.submit(answer, number, path, body)
