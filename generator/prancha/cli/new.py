"""The command that begins a game: from nothing, from a list of components, or from an example."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from prancha.cli.output import FINDINGS, FINE, print_findings, say, say_slow
from prancha.model import component_kinds
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system import unexpected

if TYPE_CHECKING:
    from prancha.setup.new_game import Started

KINDS = ("cards", "tiles", "hexes", "tokens", "board", *component_kinds.KINDS)
EXAMPLES = ("trick-taking", "hex-tiles", "roll-and-write", "storytelling", "wargame", "party")
"""As `prancha.setup.new_game` has them, which is not read for the options alone."""
Adds = Callable[[argparse.ArgumentParser], None]


def add_commands(commands: Any, project: Adds) -> None:
    """Add the command; `project` adds the argument that names the project."""
    new = commands.add_parser("new", help="begin a game, or add a family to one: what builds at once")
    new.add_argument(
        "name", nargs="?", default="", metavar="NAME", help='such as fox-and-geese or "Fox and Geese"'
    )
    new.add_argument(
        "--like", nargs="?", const="", metavar="EXAMPLE",
        help=f"begin with a complete game: {', '.join(EXAMPLES)}; without a name, tell what they are",
    )  # fmt: skip
    new.add_argument(
        "--from", dest="source", type=Path, action="append", metavar="FILE",
        help="a list of components: .csv, .tsv, .xlsx, .ods, .json, .jsonl, .yaml, .md; may be given again",
    )  # fmt: skip
    for option, what in (("copies", "says how many"), ("id", "names each"), ("title", "is the title")):
        also = '; "none": one of each' if option == "copies" else ""
        new.add_argument(
            f"--{option}", default="", metavar="COLUMN",
            help=f"the column that {what}{also} (default: found out)",
        )  # fmt: skip
    new.add_argument(
        "--sheet", default="", metavar="NAME", help="the sheet of a workbook, the list in a JSON file"
    )
    new.add_argument(
        "--update", action="store_true",
        help="take over what changed in a list that was copied into the game: copy it once more",
    )  # fmt: skip
    new.add_argument("--kind", choices=KINDS, help="what the family is made of; default: cards")
    new.add_argument(
        "--lang", default="", metavar="CODES", help="languages, such as en or pt-BR,en (default: en)"
    )
    project(new)
    new.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write what is asked for and tell of it, or list the examples."""
    from prancha.setup.new_game import EXAMPLES

    if options.like == "" and not options.name:
        for example, what in EXAMPLES.items():
            say(f"{example:16} {what}")
        say("\nprancha new NAME --like EXAMPLE writes one of them under a name of yours, to change")
        return FINE
    if not options.name:
        _refuse("no-name", "what shall the game be called?", "such as: prancha new fox-and-geese")
    return _told(_started(options))


def _started(options: argparse.Namespace) -> Started:
    from prancha.setup.new_game import Wishes, start, start_like

    languages = [code.strip() for code in options.lang.split(",") if code.strip()]
    wishes = Wishes(options.copies, options.id, options.title)
    sources = options.source or []
    if options.like is not None:
        others = {"--from": sources, "--kind": options.kind, "--lang": languages, "--sheet": options.sheet}
        others |= {
            "--update": options.update,
            "--copies": wishes.copies,
            "--id": wishes.id,
            "--title": wishes.title,
        }
        given = ", ".join(option for option, value in others.items() if value)
        if given:
            message = f"--like brings components and languages of its own, and takes no {given}"
            _refuse("like-option", message, f"leave out {given}, and change the files it writes")
        return start_like(options.project, options.name, options.like)
    with unexpected.caught(Place(str(sources[0] if sources else options.name)), "beginning a game of it"):
        return start(
            options.project, options.name, kind=options.kind or "cards", languages=languages,
            source=sources, wishes=wishes, sheet=options.sheet, slow=say_slow,
            update=options.update,
        )  # fmt: skip


def _refuse(code: str, message: str, hint: str) -> NoReturn:
    raise Failure([Diagnostic(Place(""), code, message, hint=hint)])


def _told(started: Started) -> int:
    """Say what was written, and what to do next; returns the exit code."""
    for path in started.files:
        say(path.as_posix())
    for guess in started.guesses:
        say(f"guessed {guess}" if started.files else guess)
    for note in started.notes:
        say(f"note: {note}")
    if not started.files:
        return FINE
    if started.wrong:
        print_findings(started.wrong)
        say(f"it does not print yet; mend what is told above, then: prancha build {started.game}")
        return FINDINGS
    say(f"now: prancha build {started.game}")
    return FINE
