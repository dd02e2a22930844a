"""The commands that hold catalogues to their word: check, explain and manifest."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prancha.cli.export import add_shop_options, names, shop_options
from prancha.cli.output import (
    FINDINGS,
    FINE,
    USAGE,
    emit,
    plain,
    print_findings,
    print_origins,
    progress_bar,
    say,
)
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from prancha.building.order import Progress
    from prancha.export.target import Target
    from prancha.model.kit_components import Service

    Shop = tuple[Target, Mapping[str, Any], Service]
    from prancha.building.full_check import Checkup

FORMATS = ("text", "json", "github", "sarif", "junit", "markdown")
Adds = Callable[[argparse.ArgumentParser], None]


def add_commands(commands: Any, games: Adds, project: Adds) -> None:
    """Add the commands; `games` adds the arguments that name games and project, `project` the latter."""
    _add_manifest(commands, project)
    check = commands.add_parser(
        "check", help="hold catalogues against the rules of their games, and look at every printed face"
    )
    games(check)
    check.add_argument(
        "--no-faces", action="store_true",
        help="only the catalogues; do not draw every component in every language and look at the drawings",
    )  # fmt: skip
    check.add_argument(
        "--ink", choices=("full", "low", "outline", "grey"), default="full",
        help="look at the faces as they print in less ink (default: full)",
    )  # fmt: skip
    check.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    check.add_argument(
        "--select", action="append", default=[], metavar="CODE",
        help="only findings of this code, or of codes that begin so; several with commas",
    )  # fmt: skip
    check.add_argument(
        "--ignore", action="append", default=[], metavar="CODE", help="no findings of this code"
    )
    check.add_argument("--strict", action="store_true", help="fail on warnings as on errors")
    check.add_argument(
        "--for", dest="shop", default="", metavar="SHOP",
        help="hold the games against a print shop: sizes, bleed, safe zone, pictures, colours and counts",
    )  # fmt: skip
    check.add_argument(
        "--only", type=names, default=(), metavar="FAMILY[,FAMILY]", help="with --for: these families alone"
    )
    add_shop_options(check)
    check.set_defaults(run=_check)

    explain = commands.add_parser("explain", help="why a finding is raised")
    explain.add_argument(
        "code", nargs="?", default="", metavar="CODE", help="such as rule-total (default: list them)"
    )
    explain.set_defaults(run=_explain)


def _add_manifest(commands: Any, project: Adds) -> None:
    manifest = commands.add_parser("manifest", help="what a kit holds, what to buy for it, what is assumed")
    manifest.add_argument("game", metavar="GAME", help="a folder name in components/")
    manifest.add_argument("--format", choices=("markdown", "csv", "xlsx", "json"), default="markdown")
    manifest.add_argument("--out", type=Path, metavar="FILE", help="default: print it; xlsx needs one")
    manifest.add_argument("--paper", default="", metavar="NAME", help="default: the project's, or a4")
    manifest.add_argument("--lang", metavar="CODE", help="default: the game's first")
    manifest.add_argument(
        "--compare", type=Path, metavar="FILE.csv", help="hold a list kept by hand against the catalogue"
    )
    project(manifest)
    manifest.set_defaults(run=_manifest)


def _manifest(options: argparse.Namespace) -> int:
    from prancha.building.selection import choose_games

    (game,) = choose_games(options.project, [options.game])
    if options.compare:
        return _compared(options, game)
    if options.format == "xlsx" and not options.out:
        return _refused(["a workbook is no text to print; give --out FILE.xlsx"])
    from prancha.building import kit_inventory
    from prancha.checks.inventory import render

    inventory, wrong = kit_inventory.count_inventory(options.project, game, options.paper, options.lang)
    data = render(inventory, options.format)
    if options.out:
        from prancha.system.atomic_files import write_whole

        write_whole(options.out, data)
    else:
        emit(data.decode() if options.format in ("json", "csv") else plain(data.decode()))
    print_findings(wrong)
    return FINDINGS if wrong else FINE


def _compared(options: argparse.Namespace, game: str) -> int:
    from prancha.building import kit_inventory
    from prancha.cli.reporters.text import lines

    found = kit_inventory.compare_list(options.project, game, options.compare)
    for line in lines(found):
        say(line)
    differs = any(one.severity == "error" for one in found)
    if not differs:
        say(f"{options.compare} says what the catalogue says")
    return FINDINGS if differs else FINE


def _check(options: argparse.Namespace) -> int:
    from prancha.building import full_check
    from prancha.building.selection import choose_games

    wanted, unwanted = _codes(options.select), _codes(options.ignore)
    wrong = _unknown((*wanted, *unwanted))
    if wrong:
        return _refused(wrong)
    games = choose_games(options.project, options.games)
    shop = _shop(options)
    found: list[Diagnostic] = []
    faces = not options.no_faces
    with progress_bar(quiet=True) as progress:
        checkups = {
            game: full_check.examine(options.project, game, faces, progress, options.ink) for game in games
        }
        if shop is not None:
            found += _shop_findings(options, games, shop, progress)
    for game, seen in checkups.items():
        found += seen.findings
        if options.format == "text":
            _faces_seen(game, seen)
    print_origins(options.project, games)
    kept = [one for one in set(found) if _chosen(one.code, wanted, unwanted)]
    return _tell(games, sorted(kept), options.format, options.strict)


def _shop(options: argparse.Namespace) -> Shop | None:
    """The print shop asked for, with its options; None without --for."""
    asked = shop_options(options)
    if not options.shop:
        named = [*asked, *(["only"] if options.only else [])]
        if named:
            message, hint = f"--{named[0]} is an option of --for", "name a print shop: --for tgc"
            raise Failure([Diagnostic(Place(""), "export-option", message, hint=hint)])
        return None
    from prancha.building.shop_check import choose_shop

    return choose_shop(options.project, options.shop, asked)


def _shop_findings(
    options: argparse.Namespace, games: Sequence[str], shop: Shop, progress: Progress
) -> list[Diagnostic]:
    from prancha.building.shop_check import check_for_shop

    each = (check_for_shop(options.project, game, shop, options.only, progress) for game in games)
    return [one for found in each for one in found]


def _tell(games: Sequence[str], findings: Sequence[Diagnostic], format: str, strict: bool) -> int:
    """Text goes to the standard error with its summary on the output; other formats are the whole output."""
    from prancha.cli.reporters import Report, render

    needs = {one.code for one in findings} if format == "sarif" else set()
    report = Report(tuple(games), tuple(findings), {code: _rationale(code) for code in needs}, strict)
    written = render(report, format)
    if format == "text":
        if written:
            say(written, file=sys.stderr)
        say(report.summary)
    else:
        emit(f"{plain(written) if format in ('github', 'markdown') else written}\n")
    return FINDINGS if report.fails else FINE


def _rationale(code: str) -> str:
    from prancha.checks.explanations import rationale

    return rationale(code)


def _codes(given: Iterable[str]) -> tuple[str, ...]:
    return tuple(code.strip() for text in given for code in text.split(",") if code.strip())


def _unknown(codes: Sequence[str]) -> list[str]:
    """What is wrong with codes on the command line: a misspelt one would silently hide or show everything."""
    if not codes:
        return []
    from prancha.checks.explanations import rationales

    known = rationales()
    strange = [code for code in codes if not any(name.startswith(code) for name in known)]
    return [f'no code is or begins with "{code}"; {_near(code, known)}' for code in strange]


def _near(code: str, known: Iterable[str]) -> str:
    hint = suggestion(code, known)
    return hint if hint.startswith("did") else "prancha explain lists them"


def _chosen(code: str, wanted: Sequence[str], unwanted: Sequence[str]) -> bool:
    return (not wanted or code.startswith(tuple(wanted))) and not code.startswith(tuple(unwanted))


def _refused(messages: Iterable[str]) -> int:
    from prancha.cli.reporters.condense import brief

    for message in messages:
        say(brief(message), file=sys.stderr)
    return USAGE


def _faces_seen(game: str, seen: Checkup) -> None:
    """What the checks of the faces let pass, and why."""
    for waived in seen.waived:
        say(waived)
    if seen.unknown:
        where = "on or under pictures, patterns or masks, where contrast cannot be told"
        say(f"{game}: {seen.unknown} texts and icons lie {where}")


def _explain(options: argparse.Namespace) -> int:
    from prancha.checks.explanations import rationales

    known = rationales()
    if not options.code:
        for code, text in known.items():
            say(f"{code:24} {text.partition(chr(10))[0]}")
        return FINE
    code = options.code if options.code in known else f"rule-{options.code.replace('_', '-')}"
    if code not in known:
        return _refused([f'there is no code "{options.code}"; {_near(options.code, known)}'])
    say(f"{code}\n\n{known[code]}")
    return FINE
