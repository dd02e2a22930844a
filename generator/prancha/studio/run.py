"""`prancha studio`: listen, say where, read the games, and follow them until Ctrl-C."""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import Callable

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.studio.handover import StudioOrder
from prancha.studio.server import StudioServer
from prancha.system import signals


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
    _check_names(order)
    # What reads and draws is loaded while the browser starts.
    server.begin()
    say(server.address)
    if order.browser:
        threading.Thread(target=webbrowser.open, args=(server.address,), daemon=True).start()
    from prancha.studio.keeper import Keeper

    with signals.temporary_folder() as folder:
        keeper = Keeper(order, server.events, folder)
        server.open(keeper)
        keeper.run()


def _check_names(order: StudioOrder) -> None:
    """Raise Failure for a name that is no game, or a project that is not there, before anything is opened."""
    if not order.project.is_dir():
        hint = "name the project's folder with --project, or begin a game: prancha new NAME"
        raise Failure(
            [Diagnostic(Place(str(order.project)), "no-game", "there is no such folder", hint=hint)]
        )
    if not all((order.project / "components" / name / "game.yaml").is_file() for name in order.games):
        from prancha.studio.steps import names

        names(order.project, order.games)
