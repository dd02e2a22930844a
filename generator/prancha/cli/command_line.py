"""The command line: arguments, printing, exit codes; nothing else.

Heavy modules are imported inside the commands, so that `--help` answers at once.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from prancha import __version__
from prancha.cli import build, changes, check, export, fonts, new, printers, stats, studio, texts
from prancha.cli.argument_parser import ArgumentParser
from prancha.cli.output import (
    FINDINGS,
    FINE,
    INTERRUPTED,
    USAGE,
    code_of,
    counted,
    emit,
    print_findings,
    ready_streams,
    say,
    silence,
)
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system import environment, limits, signals, unexpected
from prancha.system.ended import out_of_memory

DEBUG = "--debug"
"""Before a command or anywhere behind it; supervised in __main__."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit code (0 fine, 1 findings, 2 usage, 3 our fault, 130 interrupted)."""
    ready_streams()
    given = sys.argv[1:] if arguments is None else arguments
    words = [word for word in given if word != DEBUG]
    return _run(_parser(words[0] if words else "").parse_args(words), debug=len(words) < len(given))


def _run(options: argparse.Namespace, debug: bool) -> int:
    try:
        unexpected.let_through(debug)
        _ready()
        _find_project(options)
        code = int(options.run(options))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        silence(sys.stdout, sys.stderr)
        return FINE
    except Exception as problem:
        return _told(problem, debug)
    except KeyboardInterrupt:
        say(signals.MESSAGE, file=sys.stderr)
        return INTERRUPTED


def _ready() -> None:
    """Look at what every command depends on; raises Failure."""
    environment.check()
    environment.forget_foreign()
    try:
        os.getcwd()  # noqa: PTH109 (whether it is there is asked, not its path)
    except OSError as problem:
        message = f"the folder you are in cannot be used: {problem.strerror}"
        hint = "it was deleted or moved; go to another with cd"
        raise Failure([Diagnostic(Place("."), "no-folder", message, hint=hint)]) from None


def _told(problem: Exception, debug: bool) -> int:
    """Say what ended the command; returns the exit code."""
    if isinstance(problem, Failure):
        found: Sequence[Diagnostic] = problem.diagnostics
    elif isinstance(problem, MemoryError):
        found = [out_of_memory(limits.work())]
    elif isinstance(problem, OSError) and problem.errno in NO_ROOM and problem.filename is None:
        say(f"the output cannot be written: {problem.strerror}", file=sys.stderr)
        silence(sys.stdout)
        return USAGE
    elif debug:
        raise problem
    else:
        found = [unexpected.finding(problem)]
    print_findings(found)
    return code_of(found)


def _parser(asked: str = "") -> ArgumentParser:
    """The parser of all commands; of those that build alone, where one of them is `asked`."""
    parser = ArgumentParser(
        prog="prancha",
        description="Catalogues of game components become sheets you print, cut and play.",
        epilog="Start with: prancha list, then: prancha build GAME",
    )
    parser.add_argument("--version", action="version", version=f"prancha {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    parser.whole = _parser if asked else None
    build.add_commands(commands, _games)
    if asked in build.COMMANDS:  # asked most, and not to wait for the options of others
        return parser

    new.add_commands(commands, _project)
    _add_schema(commands)
    check.add_commands(commands, _games, _project)
    stats.add_commands(commands, _project)
    export.add_commands(commands, _games)

    listing = commands.add_parser("list", help="games, their families and counts")
    _games(listing)
    listing.set_defaults(run=_list)

    changes.add_commands(commands, _project)
    studio.add_commands(commands, _games)
    printers.add_commands(commands, _project)
    fonts.add_commands(commands, _project)
    texts.add_commands(commands, _project)
    _add_about(commands)
    return parser


def _add_schema(commands: Any) -> None:
    schema = commands.add_parser(
        "schema", help="JSON Schemas of the YAML files, for editors",
        epilog="Such as: prancha schema game > game.schema.json; then, as first line of game.yaml: "
        "# yaml-language-server: $schema=game.schema.json",
    )  # fmt: skip
    schema.add_argument(
        "file", nargs="?", default="family", metavar="game|family|papers|profiles|rules",
        help="which file's: game.yaml, a family's such as cards.yaml, papers.yaml, profiles.yaml or "
        "rules.yaml (default: family)",
    )  # fmt: skip
    schema.set_defaults(run=_schema)


def _add_about(commands: Any) -> None:
    """Add what is about the program itself: its cache, its pages, what it needs."""
    cache = commands.add_parser("cache", help="what is kept to build faster: how much it is, or away with it")
    cache.add_argument(
        "action", choices=("info", "clear"), metavar="info|clear",
        help="info: where it is, how many entries, how large; clear: remove them all, which costs only time",
    )  # fmt: skip
    cache.set_defaults(run=_cache)

    topic = commands.add_parser("help", help="a page of the documentation: help spreadsheets")
    topic.add_argument("topic", nargs="?", default="", metavar="TOPIC", help="default: list the pages")
    topic.set_defaults(run=_help)

    doctor = commands.add_parser("doctor", help="is everything here that the program needs?")
    doctor.set_defaults(run=_doctor)


def _games(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", nargs="*", default=[], metavar="GAME", help="folder names in components/ (default: all)"
    )
    _project(parser)


def _project(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--project", type=Path, metavar="DIR",
        help="folder with components/ and templates/ (default: this one, or the nearest above it)",
    )  # fmt: skip


def _find_project(options: argparse.Namespace) -> None:
    """Where no project is named, take this folder; within a project, the project's, and say so."""
    if getattr(options, "project", ...) is not None:
        return
    options.project = Path()
    if options.run is not new.run and not Path("components").is_dir():
        from prancha.building.selection import find_project

        found = find_project(Path.cwd())
        if found is not None:
            options.project = found
            say(f"project: {found.as_posix()}", file=sys.stderr)


def _schema(options: argparse.Namespace) -> int:
    from prancha.setup.schemas import json_schema

    emit(json_schema(options.file))
    return FINE


def _list(options: argparse.Namespace) -> int:
    from prancha.building.loading import describe

    for game in describe(options.project, options.games):
        say(f"{game['id']}  {game['title']}  ({', '.join(game['languages'])})")
        for family, title, designs, copies, stock in game["families"]:
            pieces, drawn = f"{counted(copies, 'piece')},", f"{counted(designs, 'design')},"
            say(f"    {family:20} {pieces:>12} {drawn:>12} {stock:6} {title}")
        for language, count in game["untranslated"].items():
            say(f"    {counted(count, 'text')} missing in {language}")
    return FINE


def _cache(options: argparse.Namespace) -> int:
    from prancha.system.cache import cache_folder, clear, usage

    folder = cache_folder()
    if folder is None:
        say("nothing is kept: PRANCHA_CACHE is off, or there is no home folder")
        return FINE
    if options.action == "clear":
        gone = clear(folder)
        say(f"{folder}: {gone.entries} entries, {gone.size / 1e6:.1f} MB removed")
        return FINE
    found = usage(folder)
    say(f"{folder}: {found.entries} entries, {found.size / 1e6:.1f} of {found.limit / 1e6:.0f} MB")
    return FINE


def _help(options: argparse.Namespace) -> int:
    from prancha.cli import topics

    if options.topic:
        say(topics.page(options.topic))
        return FINE
    for name, title in topics.pages().items():
        say(f"{name:22} {title}")
    say("\nprancha help TOPIC shows one; prancha COMMAND --help tells the options of a command")
    return FINE


def _doctor(_: argparse.Namespace) -> int:
    from prancha.setup.doctor import examine

    findings = examine()
    for finding in findings:
        say(("ok    " if finding.fine else "WRONG ") + finding.text)
        if finding.remedy:
            say("      " + finding.remedy)
    return FINE if all(finding.fine for finding in findings) else FINDINGS
