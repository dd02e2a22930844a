"""The command `studio`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prancha.cli.argument_types import add_games, whole_number
from prancha.cli.output import FINE, say

if TYPE_CHECKING:
    from prancha.changes.face_pages import EarlierFaces

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
    studio.add_argument(
        "--edit",
        action="store_true",
        help="allow changing values in the page, which writes them to YAML and CSV files",
    )
    studio.set_defaults(run=_studio)


def _studio(options: argparse.Namespace) -> int:
    from prancha.studio.messages import StudioOrder
    from prancha.studio.studio_server import run_studio
    from prancha.system.processes import look_for_cycles

    order = StudioOrder(
        options.project,
        options.games,
        options.port,
        browser=not options.no_open,
        edit=options.edit,
        editor=options.editor,
        printers=_printers,
        earlier=_earlier,
    )
    look_for_cycles()
    if not any(options.project.glob("components/*/game.yaml")):
        told = "no game here yet, so the page is empty; in another terminal, in this folder:"
        say(
            f"{told}\n    prancha new NAME\nor end this with Ctrl-C, and name a project with --project DIR",
            file=sys.stderr,
        )
    run_studio(order, lambda address: say(address, flush=True))
    return FINE


def _printers() -> Sequence[str]:
    """The printers that were calibrated."""
    from prancha.setup import printers_file

    return tuple(printers_file.load_printers())


def _earlier(project: Path) -> EarlierFaces:
    from prancha.changes.face_pages import EarlierFaces

    return EarlierFaces(project)
