"""The process that reads, draws and answers for the studio's server, which outlives it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from prancha.model.diagnostic import Failure
from prancha.studio.guard import Refusal
from prancha.studio.handover import FAILED, Boards, Ended, Outlet, StudioOrder, hold
from prancha.studio.jobs import Busy
from prancha.system import memory, signals
from prancha.system.ended import NO_MEMORY
from prancha.system.unexpected import finding


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
        from prancha.studio.session import Session
        from prancha.studio.steps import papers

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
        memory.look_for_cycles()
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
