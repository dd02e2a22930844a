"""The command line: arguments, printing, exit codes; nothing else.

Heavy modules are imported inside the commands, so that `--help` answers at once.
"""

from __future__ import annotations

import argparse
import errno
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from prancha import __version__
from prancha.cli import build, changes, check, export, help_pages, printers, setup_commands, studio
from prancha.cli.argument_types import add_games
from prancha.cli.output import (
    FINDINGS,
    FINE,
    INTERRUPTED,
    USAGE,
    escape_controls,
    exit_code,
    print_findings,
    ready_streams,
    say,
    silence,
    write_output,
)
from prancha.model.diagnostic import Diagnostic, Failure, Place, counted
from prancha.system import crashes, environment, limits, signals
from prancha.system.crashes import describe_out_of_memory

# argparse asks for a translation of each of its words, a search in the file system every time (a tenth of
# `--help`); what it says stands beside messages of ours, which are English.
setattr(argparse, "_", lambda words: words)  # noqa: B010 (mypy knows no such name)

_UNNAMED = dict.fromkeys(("--game", "--games"), "games stand without --game: prancha build GAME")
"""Options that people expect, and the right usage."""
_MEANT = {
    word: meant
    for meant, words in {"build": "print pdf make", "studio": "view show", "new": "init"}.items()
    for word in words.split()
}
"""Commands of other programs and the matching ones here."""
DEBUG = "--debug"
"""Allowed before a command or anywhere after it; `__main__` handles the supervision."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class ArgumentParser(argparse.ArgumentParser):
    """A parser whose messages stay short, whatever was typed; `whole` gives one with all commands."""

    whole: Callable[[], argparse.ArgumentParser] | None = None

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line; exits."""
        from prancha.cli.reports import shorten_text

        super().error(escape_controls(shorten_text(_with_nearest(message, self._known()))))

    def _known(self) -> Mapping[str, list[str]]:
        """The options that could be meant, with the commands that have them."""
        whole = self if self.whole is None else self.whole()
        choices = [action.choices for action in whole._actions if isinstance(action.choices, dict)]
        parsers = {"": whole} | {name: parser for each in choices for name, parser in each.items()}
        known: dict[str, list[str]] = {}
        for command, parser in parsers.items():
            for option in (option for action in parser._actions for option in action.option_strings):
                known.setdefault(option, []).append(command)
        return known


def _choices_in(message: str) -> list[str]:
    """The words that argparse lists as possible."""
    return re.findall(r"'?([\w-]+)'?(?:, |\))", message.partition("(choose from ")[2])


def _with_nearest(message: str, known: Mapping[str, Sequence[str]]) -> str:
    """A message of argparse, with the nearest command, option or word where one was mistyped."""
    from prancha.model.diagnostic import nearest

    strange = re.search(r"unrecognized arguments: (--[\w-]+)", message)
    if strange and strange[1] in _UNNAMED:
        return f"{message}; {_UNNAMED[strange[1]]}"
    if strange and strange[1] in known:
        having = ", ".join(filter(None, known[strange[1]]))
        return f"{message}; it is an option of {having or 'prancha alone'}"
    other = re.search(r"invalid choice: '(\w+)'", message)
    if other and other[1] in _MEANT and _MEANT[other[1]] in _choices_in(message):
        return f'{message.partition(" (choose from ")[0]}; did you mean "{_MEANT[other[1]]}"?'
    found = re.search(r"(?:invalid choice: '|unrecognized arguments: )([^'\s=]+)", message)
    listed = _choices_in(message)
    near = nearest(found[1], listed or known) if found else ""
    if not near:
        return message
    plain_message = message.partition(" (choose from ")[0]
    return f'{plain_message}; did you mean "{near}"?'


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit code (0 fine, 1 findings, 2 usage, 3 our fault, 130 interrupted)."""
    ready_streams()
    given = sys.argv[1:] if arguments is None else arguments
    words = [word for word in given if word != DEBUG]
    return _run(_parser(words[0] if words else "").parse_args(words), debug=len(words) < len(given))


def _run(options: argparse.Namespace, debug: bool) -> int:
    try:
        crashes.pass_exceptions(debug)
        environment.check()
        environment.forget_foreign()
        try:
            Path.cwd()
        except OSError as problem:
            message = f"the folder you are in cannot be used: {problem.strerror}"
            hint = "it was deleted or moved; go to another with cd"
            raise Failure([Diagnostic(Place("."), "no-folder", message, hint=hint)]) from None
        _find_project(options)
        code = int(options.run(options))
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        silence(sys.stdout, sys.stderr)
        return FINE
    except Exception as problem:
        return _report_problem(problem, debug)
    except KeyboardInterrupt:
        say(signals.MESSAGE, file=sys.stderr)
        return INTERRUPTED


def _report_problem(problem: Exception, debug: bool) -> int:
    """Report the exception that ended the command; returns the exit code."""
    if isinstance(problem, Failure):
        found: Sequence[Diagnostic] = problem.diagnostics
    elif isinstance(problem, MemoryError):
        found = [describe_out_of_memory(limits.work())]
    elif isinstance(problem, OSError) and problem.errno in NO_ROOM and problem.filename is None:
        say(f"the output cannot be written: {problem.strerror}", file=sys.stderr)
        silence(sys.stdout)
        return USAGE
    elif debug:
        raise problem
    else:
        found = [crashes.describe_exception(problem)]
    print_findings(found)
    return exit_code(found)


def _parser(asked: str = "") -> ArgumentParser:
    """The parser of all commands; of those that build alone, where one of them is `asked`."""
    parser = ArgumentParser(
        prog="prancha",
        description="Turn catalogues of game components into sheets to print, cut and play.",
        epilog="Start with: prancha list, then: prancha build GAME",
    )
    parser.add_argument("--version", action="version", version=f"prancha {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    parser.whole = _parser if asked else None
    build.add_commands(commands)
    if asked in build.COMMANDS:  # the most frequent command, without building the other parsers
        return parser

    setup_commands.add_new(commands)
    schema = commands.add_parser(
        "schema",
        help="print the JSON Schemas of the YAML files, for editors",
        epilog="Such as: prancha schema game > game.schema.json; then, as first line of game.yaml: "
        "# yaml-language-server: $schema=game.schema.json",
    )
    schema.add_argument(
        "file",
        nargs="?",
        default="family",
        metavar="game|family|papers|profiles|rules",
        help="the file: game.yaml, a family's such as cards.yaml, papers.yaml, profiles.yaml or "
        "rules.yaml (default: family)",
    )
    schema.set_defaults(run=_schema)
    check.add_commands(commands)
    check.add_stats(commands)
    export.add_commands(commands)

    listing = commands.add_parser("list", help="list games, their families and counts")
    add_games(listing)
    listing.set_defaults(run=_list)

    changes.add_commands(commands)
    studio.add_commands(commands)
    printers.add_commands(commands)
    setup_commands.add_layouts(commands)
    setup_commands.add_icons(commands)
    setup_commands.add_fonts(commands)
    setup_commands.add_texts(commands)
    cache = commands.add_parser("cache", help="show or clear the build cache")
    cache.add_argument(
        "action",
        choices=("info", "clear"),
        metavar="info|clear",
        help="info: show its folder, entries and size; clear: remove all entries, which costs only time",
    )
    cache.set_defaults(run=_cache)

    help_pages.add_command(commands)
    commands.add_parser("doctor", help="check the installation").set_defaults(run=_doctor)
    return parser


def _find_project(options: argparse.Namespace) -> None:
    """Without --project, use this folder or the project around it, and print which one."""
    if getattr(options, "project", ...) is not None:
        return
    options.project = Path()
    if options.run is not setup_commands.run_new and not Path("components").is_dir():
        from prancha.building.selection import find_project

        found = find_project(Path.cwd())
        if found is not None:
            options.project = found
            say(f"project: {found.as_posix()}", file=sys.stderr)


def _schema(options: argparse.Namespace) -> int:
    from prancha.setup.schemas import json_schema

    write_output(json_schema(options.file))
    return FINE


def _list(options: argparse.Namespace) -> int:
    from prancha.building.game_loading import describe

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
        say("no cache: PRANCHA_CACHE is off, or there is no home folder")
        return FINE
    if options.action == "clear":
        gone = clear(folder)
        say(f"{folder}: {gone.entries} entries, {gone.size / 1e6:.1f} MB removed")
        return FINE
    found = usage(folder)
    say(f"{folder}: {found.entries} entries, {found.size / 1e6:.1f} of {found.limit / 1e6:.0f} MB")
    return FINE


def _doctor(_: argparse.Namespace) -> int:
    from prancha.setup.doctor import examine

    findings = examine()
    for finding in findings:
        say(("ok    " if finding.fine else "WRONG ") + finding.text)
        if finding.remedy:
            say("      " + finding.remedy)
    return FINE if all(finding.fine for finding in findings) else FINDINGS
