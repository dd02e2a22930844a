"""The commands of a change of rules: snapshot, printed, diff; and building only what changed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from prancha.cli.output import emit, plain, say
from prancha.model.diagnostic import Diagnostic, Failure, Place

if TYPE_CHECKING:
    from prancha.building.order import Kit, Order, Progress
    from prancha.catalogue import Notes
    from prancha.changes.difference import Difference
    from prancha.changes.snapshot import Snapshot

FINE, FINDINGS = 0, 1
FORMATS = ("text", "json", "markdown", "html", "pdf")


def add_build_options(build: argparse.ArgumentParser) -> None:
    """Options of `build` that print only what is new."""
    build.add_argument(
        "--changed-since", metavar="NAME",
        help="only new and changed copies since a snapshot or git revision, and what to take out of the box",
    )  # fmt: skip
    build.add_argument(
        "--start-slot", type=_slot, metavar="N",
        help="with --changed-since: go on at slot N of a sheet used before (default: 1)",
    )  # fmt: skip


def add_commands(commands: Any, project: Callable[[argparse.ArgumentParser], None]) -> None:
    """Add the commands; `project` adds the option that names the project."""
    snapshot = commands.add_parser("snapshot", help="remember games as they are now, to compare with later")
    snapshot.add_argument("name", metavar="NAME", help="such as v1.0 or playtest-3")
    snapshot.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    snapshot.add_argument("--replace", action="store_true", help="forget an older snapshot of that name")
    project(snapshot)
    snapshot.set_defaults(run=_snapshot)

    printed = commands.add_parser("printed", help='remember what you have just printed, as "printed"')
    printed.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    project(printed)
    printed.set_defaults(run=_printed)

    diff = commands.add_parser("diff", help="what changed since a snapshot or git revision")
    diff.add_argument("old", metavar="OLD", help="a snapshot or git revision")
    diff.add_argument("rest", nargs="*", metavar="NEW GAME", help="NEW: another (default: as it is now)")
    diff.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    diff.add_argument("--out", type=Path, metavar="FILE", help="default: print it; html and pdf need one")
    diff.add_argument(
        "--pictures-at", default="", metavar="URL",
        help="of markdown with --out: where its pictures will lie (default: the folder beside FILE)",
    )  # fmt: skip
    diff.add_argument("--paper", default="a4", metavar="NAME", help="of a pdf (default: a4)")
    project(diff)
    diff.set_defaults(run=_diff)


def build_changes(
    options: argparse.Namespace, order: Order, progress: Progress
) -> tuple[Sequence[Kit], Sequence[str]]:
    """The kits of `build --changed-since`, and the games that need none."""
    from prancha.changes.reprint import build_changes

    return build_changes(order, options.games, options.changed_since, options.start_slot or 1, progress)


def _slot(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 999:
        raise argparse.ArgumentTypeError(f'"{text}" is not a slot from 1 to 999')
    return int(text)


def _snapshot(options: argparse.Namespace) -> int:
    from prancha.changes import snapshot_store

    for path in snapshot_store.keep(options.project, options.games, options.name, options.replace):
        say(f"kept in {path}")
    return FINE


def _printed(options: argparse.Namespace) -> int:
    from prancha.changes import snapshot_store

    for path in snapshot_store.keep(options.project, options.games, snapshot_store.PRINTED, replace=True):
        say(f"kept in {path}")
    return FINE


def _diff(options: argparse.Namespace) -> int:
    if options.format in ("html", "pdf") and options.out is None:
        say(f"--format {options.format} needs --out FILE", file=sys.stderr)
        return 2
    differences = _differences(options)
    if options.format == "pdf":
        return _pdfs(options, differences)
    if options.format == "markdown":
        return _markdown(options, differences)
    report = _report(options, differences)
    if options.out is None:
        emit(f"{report}\n") if options.format == "json" else say(report)
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
        emit(f"{plain(text)}\n")
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
        if one.empty and path != out:
            say(f"{one.new.game}: no difference")
            continue
        write_whole(path, comparison.pdf_report(options.project, one, paper))
        say(f"written to {path}")
    return FINE


def _differences(options: argparse.Namespace) -> list[Difference]:
    from prancha.building.selection import choose_games
    from prancha.changes import snapshot_store
    from prancha.changes.difference import compare

    new, games = _new_and_games(options)
    olds = snapshot_store.find_states(options.project, games, options.old)
    here = choose_games(options.project, games) if new is None else ()
    news = (
        snapshot_store.current_states(options.project, [game for game in olds if game in here])
        if new is None
        else snapshot_store.find_states(options.project, games, new)
    )
    both = [game for game in olds if game in news]
    if not both:
        message = f"no game is both in {options.old} and in {new or 'the project now'}"
        raise Failure([Diagnostic(Place(""), "nothing-to-compare", message)])
    # Notes are kept of the game as it is now.
    notes = {game: _notes(options.project, news[game]) for game in both if new is None}
    return [compare(olds[game], news[game], notes.get(game, {})) for game in both]


def _notes(project: Path, now: Snapshot) -> Notes:
    """The notes to components, none where a family has their file; raises Failure."""
    from prancha.catalogue import NOTES, read_notes

    return {} if any(family.id == NOTES for family in now.families) else read_notes(project, now.game)


def _new_and_games(options: argparse.Namespace) -> tuple[str | None, list[str]]:
    """The first word after OLD is a game when there is one of that name, else NEW."""
    from prancha import catalogue
    from prancha.changes import snapshot_store

    rest: list[str] = options.rest
    known = catalogue.list_games(options.project)
    if not rest or (
        rest[0] in known and not any(rest[0] in snapshot_store.names(options.project, g) for g in known)
    ):
        return None, rest
    return rest[0], rest[1:]


def _report(options: argparse.Namespace, differences: list[Difference]) -> str:
    from prancha.changes import text_report

    if options.format == "json":
        return text_report.as_json(differences)
    if options.format == "text":
        return "\n\n".join(text_report.as_text(one) for one in differences)
    from prancha.changes import comparison

    return comparison.html_report(options.project, differences)
