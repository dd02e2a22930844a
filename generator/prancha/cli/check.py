"""Commands that examine games: check, explain, manifest and stats."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from prancha.cli.argument_types import add_games, add_project, names
from prancha.cli.export import add_shop_options, shop_options
from prancha.cli.output import (
    FINDINGS,
    FINE,
    USAGE,
    escape_controls,
    print_findings,
    print_origins,
    progress_bar,
    refuse,
    say,
    write_output,
)
from prancha.model.diagnostic import Diagnostic, suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from prancha.checks.inventory.statistics import DrawTable
    from prancha.export.target import Target
    from prancha.model.game import Family, Game
    from prancha.model.kit_components import Service

    Shop = tuple[Target, Mapping[str, Any], Service]

FORMATS = ("text", "json", "github", "sarif", "junit", "markdown")


def add_commands(commands: Any) -> None:
    """Add the commands."""
    _add_manifest(commands)
    check = commands.add_parser(
        "check", help="check catalogues against the rules of their games, and every printed face"
    )
    add_games(check)
    check.add_argument(
        "--no-faces",
        action="store_true",
        help="check only the catalogues, without drawing the components in every language",
    )
    check.add_argument(
        "--ink",
        choices=("full", "low", "outline", "grey"),
        default="full",
        help="check the faces as printed with less ink (default: full)",
    )
    check.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    check.add_argument(
        "--select",
        action="append",
        default=[],
        metavar="CODE",
        help="report only findings of this code, or codes with this prefix; several with commas",
    )
    check.add_argument(
        "--ignore", action="append", default=[], metavar="CODE", help="no findings of this code"
    )
    check.add_argument("--strict", action="store_true", help="treat warnings as errors")
    check.add_argument(
        "--for",
        dest="shop",
        default="",
        metavar="SHOP",
        help="check the games for a print shop: sizes, bleed, safe zone, pictures, colours and counts",
    )
    check.add_argument(
        "--only", type=names, default=(), metavar="FAMILY[,FAMILY]", help="with --for: these families alone"
    )
    add_shop_options(check)
    check.set_defaults(run=_check)

    explain = commands.add_parser("explain", help="explain why a finding is raised")
    explain.add_argument(
        "code", nargs="?", default="", metavar="CODE", help="such as rule-total (default: list them)"
    )
    explain.set_defaults(run=_explain)


def _add_manifest(commands: Any) -> None:
    manifest = commands.add_parser(
        "manifest", help="list what a kit contains, what to buy for it and what is assumed"
    )
    manifest.add_argument("game", metavar="GAME", help="a folder name in components/")
    manifest.add_argument("--format", choices=("markdown", "csv", "xlsx", "json"), default="markdown")
    manifest.add_argument("--out", type=Path, metavar="FILE", help="default: print it; xlsx needs one")
    manifest.add_argument("--paper", default="", metavar="NAME", help="default: the project's, or a4")
    manifest.add_argument("--lang", metavar="CODE", help="default: the game's first")
    manifest.add_argument(
        "--compare", type=Path, metavar="FILE.csv", help="hold a list kept by hand against the catalogue"
    )
    add_project(manifest)
    manifest.set_defaults(run=_manifest)


def _manifest(options: argparse.Namespace) -> int:
    from prancha.building import kit_inventory
    from prancha.building.selection import choose_games

    (game,) = choose_games(options.project, [options.game])
    if options.compare:
        found = kit_inventory.compare_list(options.project, game, options.compare)
        print_findings(found, sys.stdout)
        if any(one.severity == "error" for one in found):
            return FINDINGS
        say(f"{options.compare} agrees with the catalogue")
        return FINE
    if options.format == "xlsx" and not options.out:
        return _refused(["a workbook is no text to print; give --out FILE.xlsx"])
    from prancha.checks.inventory import render

    inventory, wrong = kit_inventory.count_inventory(options.project, game, options.paper, options.lang)
    data = render(inventory, options.format)
    if options.out:
        from prancha.system.atomic_files import write_whole

        write_whole(options.out, data)
    else:
        write_output(data.decode() if options.format in ("json", "csv") else escape_controls(data.decode()))
    print_findings(wrong)
    return FINDINGS if wrong else FINE


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
            from prancha.building.game_export import check_for_shop

            for game in games:
                found += check_for_shop(options.project, game, shop, options.only, progress)
    for game, seen in checkups.items():
        found += seen.findings
        for waived in seen.waived if options.format == "text" else ():
            say(waived)
        if seen.unknown and options.format == "text":
            where = "on or under pictures, patterns or masks, where contrast cannot be told"
            say(f"{game}: {seen.unknown} texts and icons lie {where}")
        if seen.unread and options.format == "text":
            from prancha.building.kit_facts import unread_remarks  # loads what draws

            for remark in unread_remarks(seen.unread):
                say(f"{game}: {remark}")
    print_origins(options.project, games)
    kept = [
        one for one in set(found) if one.code.startswith(wanted or "") and not one.code.startswith(unwanted)
    ]
    return _write_report(games, sorted(kept), options.format, options.strict)


def _shop(options: argparse.Namespace) -> Shop | None:
    """The print shop asked for, with its options; None without --for."""
    asked = shop_options(options)
    if not options.shop:
        named = [*asked, *(["only"] if options.only else [])]
        if named:
            message, hint = f"--{named[0]} is an option of --for", "name a print shop: --for tgc"
            refuse("export-option", message, hint)
        return None
    from prancha.building.game_export import choose_shop

    return choose_shop(options.project, options.shop, asked)


def _write_report(games: Sequence[str], findings: Sequence[Diagnostic], format: str, strict: bool) -> int:
    """Text goes to the standard error with its summary on the output; other formats are the whole output."""
    from prancha.cli.reports import FORMATS as WRITERS
    from prancha.cli.reports import Report

    reasons = {}
    if format == "sarif":
        from prancha.checks.explanations import rationale

        reasons = {one.code: rationale(one.code) for one in findings}
    report = Report(tuple(games), tuple(findings), reasons, strict)
    written = WRITERS[format](report)
    if format == "text":
        if written:
            say(written, file=sys.stderr)
        say(report.summary)
    else:
        write_output(f"{escape_controls(written) if format in ('github', 'markdown') else written}\n")
    return FINDINGS if report.fails else FINE


def _codes(given: Iterable[str]) -> tuple[str, ...]:
    return tuple(code.strip() for text in given for code in text.split(",") if code.strip())


def _unknown(codes: Sequence[str]) -> list[str]:
    """Check codes on the command line: a misspelt one would silently hide or show everything."""
    if not codes:
        return []
    from prancha.checks.explanations import rationales

    known = rationales()
    strange = [code for code in codes if not any(name.startswith(code) for name in known)]
    return [f'no code is or begins with "{code}"; {_near(code, known)}' for code in strange]


def _near(code: str, known: Iterable[str]) -> str:
    hint = suggestion(code, known)
    return hint if hint.startswith("did") else "prancha explain lists them"


def _refused(messages: Iterable[str]) -> int:
    from prancha.cli.reports import shorten_text

    for message in messages:
        say(shorten_text(message), file=sys.stderr)
    return USAGE


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


def add_stats(commands: Any) -> None:
    """Add the command."""
    stats = commands.add_parser("stats", help="count the values of a game's fields; odds of draws")
    stats.add_argument("game", metavar="GAME", help="a folder name in components/")
    stats.add_argument(
        "--family", action="append", default=[], metavar="NAME", help="only this family; repeatable"
    )
    stats.add_argument(
        "--cross",
        action="append",
        default=[],
        metavar="FAMILY:DOWN,ACROSS",
        help="count copies by two fields, such as cards:colour,cost; repeatable",
    )
    stats.add_argument(
        "--draw", type=int, metavar="N", help="odds of a draw of N pieces; with --of and --where"
    )
    stats.add_argument("--of", default="", metavar="FAMILY", help="the family to draw from")
    stats.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="FIELD=VALUE[,VALUE]",
        help="what counts as a hit; if repeated, all must hold",
    )
    stats.add_argument("--replace", action="store_true", help="put each piece back before the next draw")
    stats.add_argument("--lang", metavar="CODE", help="of titles; default: the game's first")
    stats.add_argument("--format", choices=("text", "json", "html"), default="text", help="default: text")
    stats.add_argument("--out", type=Path, metavar="FILE", help="default: print it")
    add_project(stats)
    stats.set_defaults(run=_stats)


def _stats(options: argparse.Namespace) -> int:
    from prancha.building.game_loading import load
    from prancha.building.selection import choose_games
    from prancha.checks.inventory.box_table import box_table
    from prancha.checks.inventory.statistics import Statistics, cross_table, family_statistics

    (name,) = choose_games(options.project, [options.game])
    game = load(options.project, name)
    lang = options.lang or game.languages[0]
    families = [_family(game, "--family", each) for each in options.family] or game.families
    crosses = []
    for asked in options.cross:
        family_name, _, fields = asked.partition(":")
        down, _, across = fields.partition(",")
        if not across:
            _refuse_stats(
                f'"--cross {asked}" names no family and two fields', "write it as cards:colour,cost"
            )
        family = _family(game, "--cross", family_name)
        crosses.append(cross_table(family, *(_field(family, "--cross", field) for field in (down, across))))
    told = tuple(family_statistics(game, family, lang) for family in families)
    box = box_table(game, families)
    if (crosses or options.draw is not None) and not options.family:
        told, box = (), None  # print only what was asked for
    statistics = Statistics(
        game.id, game.title, told, crosses=tuple(crosses), draws=_draws(options, game), box=box
    )
    text = _render_statistics(statistics, options.format)
    if options.out:
        from prancha.system.atomic_files import write_whole

        write_whole(options.out, text.encode())
    else:
        write_output(escape_controls(text) if options.format == "text" else text)
    return FINE


def _draws(options: argparse.Namespace, game: Game) -> tuple[DrawTable, ...]:
    from prancha.checks.inventory.statistics import MOST_DRAWN, draw_table, values_of
    from prancha.model.values import show

    if options.draw is None:
        if options.of or options.where or options.replace:
            _refuse_stats("--of, --where and --replace belong to --draw", "say how many are drawn: --draw 5")
        return ()
    if not options.of or not options.where:
        _refuse_stats("--draw needs --of and --where", "such as --draw 5 --of cards --where colour=red")
    family = _family(game, "--of", options.of)
    if options.draw < 1 or (options.draw > family.copies and not options.replace):
        hint = f"draw from 1 to {family.copies}, or add --replace where each is put back"
        _refuse_stats(f"--draw {options.draw} of {family.copies} pieces", hint)
    if options.draw > MOST_DRAWN:
        _refuse_stats(f"--draw {options.draw} is more than is counted", f"draw {MOST_DRAWN} at most")
    where: dict[str, tuple[str, ...]] = {}
    for asked in options.where:
        field, _, values = asked.partition("=")
        _field(family, "--where", field)
        where[field] = tuple(value.strip() for value in values.split(","))
        there = {
            v if isinstance(v, str) else show(v) for item in family.items for v in values_of(item, field)
        }
        for value in where[field]:
            if value not in there:
                _refuse_stats(
                    f'no piece of {family.id} has {field} "{value}"', suggestion(value, sorted(there))
                )
    return (draw_table(family, where, options.draw, replaced=options.replace),)


def _family(game: Game, option: str, name: str) -> Family:
    found = next((family for family in game.families if family.id == name), None)
    if found is None:
        names = [family.id for family in game.families]
        _refuse_stats(f'{option}: {game.id} has no family "{name}"', suggestion(name, names))
    return found


def _field(family: Family, option: str, name: str) -> str:
    from prancha.checks.inventory.statistics import values_of

    if not any(values_of(item, name) for item in family.items):
        known: Iterable[str] = dict.fromkeys(key for item in family.items for key in item.fields)
        _refuse_stats(
            f'{option}: no piece of {family.id} has a field "{name}"', suggestion(name, [*known, "copies"])
        )
    return name


def _refuse_stats(message: str, hint: str) -> NoReturn:
    refuse("stats-option", message, hint)


def _render_statistics(statistics: Any, format: str) -> str:
    if format == "json":
        import msgspec

        return msgspec.json.format(msgspec.json.encode(statistics), indent=2).decode() + "\n"
    from prancha.checks.inventory import statistics_pages

    if format == "html":
        return statistics_pages.write_html(statistics)
    return statistics_pages.write_text(statistics)
