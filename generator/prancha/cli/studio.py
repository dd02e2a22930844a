"""The command `studio`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prancha.cli.argument_types import add_games, whole_number
from prancha.cli.output import FINE, say

if TYPE_CHECKING:
    from prancha.changes.face_pages import EarlierFaces
    from prancha.setup.beginning import Beginnings

EDITORS = ("copy", "vscode", "idea", "zed", "subl")
"""How a place in a file is opened: by the address of an editor, or copied."""


def add_commands(commands: Any) -> None:
    """Add the command."""
    studio = commands.add_parser("studio", help="show every component in the browser as it prints, live")
    add_games(studio)
    studio.add_argument(
        "--port",
        type=whole_number(1024, 65535, "port"),
        default=0,
        metavar="N",
        help="listen there (default: any port that is free)",
    )
    studio.add_argument("--no-open", action="store_true", help="print the address without opening a browser")
    studio.add_argument(
        "--editor",
        choices=EDITORS,
        default="copy",
        help="editor that opens a place in a file; copy = copy file:line (default: copy)",
    )
    editing = studio.add_mutually_exclusive_group()
    editing.add_argument(
        "--edit",
        action="store_true",
        help="allow changing values and beginning games in the page, which writes files (default in a folder "
        "of yours)",
    )
    editing.add_argument("--read-only", action="store_true", help="write nothing but notes and kits")
    studio.set_defaults(run=_studio)


def _studio(options: argparse.Namespace) -> int:
    from prancha.studio.messages import StudioOrder
    from prancha.studio.studio_server import run_studio
    from prancha.system.processes import look_for_cycles

    edit = options.edit or (not options.read_only and _is_own(options.project))
    order = StudioOrder(
        options.project,
        options.games,
        options.port,
        browser=not options.no_open,
        edit=edit,
        editor=options.editor,
        printers=_printers,
        earlier=_earlier,
        begin=_beginnings if edit else None,
    )
    look_for_cycles()
    if not edit and not any(options.project.glob("components/*/game.yaml")):
        told = "no game here yet, and none can be begun in the page:"
        cure = "leave out --read-only" if options.read_only else "the folder is another user's: add --edit"
        say(
            f"{told} {cure}, or in another terminal: prancha new NAME\n"
            "or end this with Ctrl-C, and name a project with --project DIR",
            file=sys.stderr,
        )
    run_studio(order, lambda address: say(address, flush=True))
    return FINE


def _is_own(project: Path) -> bool:
    """Return whether a folder is of the user who runs the program."""
    if sys.platform == "win32":
        return True
    try:
        return project.stat().st_uid == os.getuid()
    except OSError:  # it is told when the studio opens it
        return False


def _beginnings(project: Path, folder: Path) -> Beginnings:
    from prancha.setup.beginning import Beginnings

    return Beginnings(project, folder)


def _printers() -> Sequence[str]:
    """The printers that were calibrated."""
    from prancha.setup import printers_file

    return tuple(printers_file.load_printers())


def _earlier(project: Path) -> EarlierFaces:
    from prancha.changes.face_pages import EarlierFaces

    return EarlierFaces(project)
