"""The commands snapshot, printed and diff, and the options of `build --changed-since`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from prancha.cli.argument_types import add_project, whole_number
from prancha.cli.output import FINE, USAGE, escape_controls, say, write_output

if TYPE_CHECKING:
    from prancha.changes.difference import Difference

FORMATS = ("text", "json", "markdown", "html", "pdf")


def add_build_options(build: argparse.ArgumentParser) -> None:
    """Options of `build` that print only what is new."""
    build.add_argument(
        "--changed-since",
        metavar="NAME",
        help="print only new and changed copies since a snapshot or git revision, and list discards",
    )
    build.add_argument(
        "--start-slot",
        type=whole_number(1, 999, "slot"),
        metavar="N",
        help="with --changed-since: start at slot N of a partly used sheet (default: 1)",
    )


def add_commands(commands: Any) -> None:
    """Add the commands."""
    snapshot = commands.add_parser("snapshot", help="store games as they are now, to compare with later")
    snapshot.add_argument("name", metavar="NAME", help="such as v1.0 or playtest-3")
    snapshot.add_argument("games", nargs="*", default=[], metavar="GAME", help="default: all")
    snapshot.add_argument("--replace", action="store_true", help="overwrite an older snapshot of that name")
    add_project(snapshot)
    snapshot.set_defaults(run=_snapshot)

    printed = commands.add_parser(
        "printed", help='store what you have just printed as the snapshot "printed"'
    )
    printed.add_argument("games", nargs="*", default=[], metavar="GAME", help="default: all")
    add_project(printed)
    printed.set_defaults(run=_snapshot, name="printed", replace=True)

    diff = commands.add_parser("diff", help="show what changed since a snapshot or git revision")
    diff.add_argument("old", metavar="OLD", help="a snapshot or git revision")
    diff.add_argument(
        "rest", nargs="*", default=[], metavar="NEW GAME", help="NEW: another (default: as it is now)"
    )
    diff.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    diff.add_argument("--out", type=Path, metavar="FILE", help="default: print it; html and pdf need one")
    diff.add_argument(
        "--pictures-at",
        default="",
        metavar="URL",
        help="for markdown with --out: URL or folder of its pictures (default: the folder beside FILE)",
    )
    diff.add_argument("--paper", default="a4", metavar="NAME", help="of a pdf (default: a4)")
    add_project(diff)
    diff.set_defaults(run=_diff)


def _snapshot(options: argparse.Namespace) -> int:
    from prancha.changes import snapshot_store

    for path in snapshot_store.keep_states(options.project, options.games, options.name, options.replace):
        say(f"stored in {path}")
    return FINE


def _diff(options: argparse.Namespace) -> int:
    if options.format in ("html", "pdf") and options.out is None:
        say(f"--format {options.format} needs --out FILE", file=sys.stderr)
        return USAGE
    differences = _differences(options)
    if options.format == "pdf":
        return _pdfs(options, differences)
    if options.format == "markdown":
        return _markdown(options, differences)
    from prancha.changes import comparison, difference_report

    if options.format == "json":
        report = difference_report.as_json(differences)
    elif options.format == "text":
        report = "\n\n".join(difference_report.as_text(one) for one in differences)
    else:
        report = comparison.html_report(options.project, differences)
    if options.out is None:
        write_output(f"{report}\n") if options.format == "json" else say(report)
        return FINE
    from prancha.system.atomic_files import write_whole

    write_whole(options.out, report.encode() + b"\n")
    say(f"written to {options.out}")
    return FINE


def _markdown(options: argparse.Namespace, differences: list[Difference]) -> int:
    """Markdown on the terminal, or a file with a folder of pictures beside it."""
    from prancha.changes import comparison

    out: Path | None = options.out
    if out is None:
        text, _ = comparison.markdown_report(options.project, differences, "")
        write_output(f"{escape_controls(text)}\n")
        return FINE
    from prancha.system.atomic_files import write_set, write_whole

    folder = out.with_name(f"{out.stem}-pictures")
    text, files = comparison.markdown_report(
        options.project, differences, options.pictures_at or quote(folder.name)
    )
    if files:
        write_set(folder, files)
    write_whole(out, text.encode() + b"\n")
    say(f"written to {out}" + (f", its pictures to {folder}" if files else ""))
    return FINE


def _pdfs(options: argparse.Namespace, differences: list[Difference]) -> int:
    """A PDF for the one game there is, or one for each of several that has changed, named for it."""
    from prancha.building.selection import choose_paper
    from prancha.changes import comparison
    from prancha.system.atomic_files import write_whole

    paper, out = choose_paper(options.project, options.paper), options.out
    for one in differences:
        path = out if len(differences) == 1 else out.with_name(f"{out.stem}-{one.new.game}{out.suffix}")
        if one.is_empty and path != out:
            say(f"{one.new.game}: no difference")
            continue
        write_whole(path, comparison.pdf_report(options.project, one, paper))
        say(f"written to {path}")
    return FINE


def _differences(options: argparse.Namespace) -> list[Difference]:
    from prancha.catalogue import NOTES, read_notes
    from prancha.changes.difference import compare
    from prancha.changes.snapshot_store import new_and_games, pair_states

    new, games = new_and_games(options.project, options.old, options.rest)
    pairs = pair_states(options.project, games, options.old, new)
    for note in pairs.notes:
        say(note, file=sys.stderr)
    found = []
    for before, after in pairs.states:
        # Notes belong to the current state of the game; a family may have their file.
        mine = new is None and after.there and not any(family.id == NOTES for family in after.families)
        notes = read_notes(options.project, after.game) if mine else {}
        found.append(compare(before, after, notes))
    return found
