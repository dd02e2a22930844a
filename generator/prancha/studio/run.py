"""`prancha studio`: listen, say where, read the games, and follow them until Ctrl-C."""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.studio.server import StudioServer

EDITORS = ("copy", "vscode", "idea", "zed", "subl")
"""How a place in a file is opened: by the address of an editor, or copied."""


class StudioOrder(Struct, frozen=True):
    """What the command asks for; `port` 0 is any that is free."""

    project: Path
    games: Sequence[str] = ()
    port: int = 0
    browser: bool = True
    edit: bool = False
    editor: str = "copy"
    printers: Callable[[], Sequence[str]] = tuple


def run(order: StudioOrder, say: Callable[[str], None]) -> None:
    """Serve until the process is ended; `say` prints the address.

    Raises Failure for a port that is taken, and for a name that is no game.
    """
    try:
        server = StudioServer(order.port)
    except OSError as problem:
        message = f"port {order.port} cannot be used: {problem.strerror}"
        hint = "another studio may be open there; leave --port out for one that is free"
        raise Failure([Diagnostic(Place(""), "no-port", message, hint=hint)]) from None
    # What reads and draws is loaded while the browser starts.
    server.begin()
    say(server.address)
    if order.browser:
        threading.Thread(target=webbrowser.open, args=(server.address,), daemon=True).start()
    from prancha.studio.answers import Answers
    from prancha.studio.session import open_session

    session = open_session(order.project, order.games, server.events)
    from prancha.studio.steps import papers

    settings = {
        "edit": order.edit, "editor": order.editor, "project": str(order.project.resolve()),
        "papers": papers(order.project), "printers": list(order.printers()),
    }  # fmt: skip
    server.open(Answers(session, settings))
    session.run()
