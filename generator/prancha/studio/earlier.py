"""What the game was: snapshots, and what `prancha diff` says of them.

Who knows snapshots lies beside the studio; the command line gives it to us as an `Earlier`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.face import Side
from prancha.model.units import Mm
from prancha.studio.tokens import token
from prancha.system import signals

SECONDS = 300


class Earlier(Protocol):
    """Snapshots of games, and their faces; see `prancha.changes.earlier_faces`."""

    def names(self, game: str) -> Sequence[str]:
        """The snapshots of a game."""

    def sizes(self, game: str, name: str) -> Mapping[str, tuple[Mm, Mm]]:
        """Width and height of every family as it was; raises Failure."""

    def keys(self, game: str, name: str) -> Sequence[str]:
        """The keys of all items as they were; raises Failure."""

    def page(self, game: str, name: str, key: str, lang: str, side: Side) -> bytes:
        """A PDF of one page with a face, cut at its trim; raises Failure, LookupError."""

    def forget(self) -> None:
        """Read snapshots anew."""


def page(earlier: Earlier, game: str, number: int, item: str, lang: str, side: Side) -> bytes:
    """A face of a snapshot, by its place in the list and its item's token; raises LookupError, Failure."""
    name = earlier.names(game)[number]
    for key in earlier.keys(game, name):
        if token(key) == item:
            return earlier.page(game, name, key, lang, side)
    raise LookupError(item)


def difference(project: Path, game: str, name: str) -> dict[str, Any]:
    """What `prancha diff NAME GAME --format json` says; raises Failure.

    It draws the whole game as it is now, so it is another process that does.
    """
    command = [
        sys.executable,
        "-m",
        "prancha",
        "diff",
        name,
        game,
        "--format",
        "json",
        "--project",
        str(project),
    ]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        encoding="utf-8", errors="replace",
    )  # fmt: skip
    with signals.attended(process):
        try:
            told, wrong = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            told, wrong = "", f"prancha diff took more than {SECONDS} seconds"
    try:
        [found] = json.loads(told)
    except ValueError:
        message = wrong.strip() or "prancha diff said nothing"
        raise Failure([Diagnostic(Place(f"components/{game}"), "no-difference", message)]) from None
    return dict(found)
