"""The command that counts: what the fields of a game hold, and the odds of draws."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from prancha.cli.output import FINE, emit, plain
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion

if TYPE_CHECKING:
    from prancha.checks.inventory.statistics import DrawTable
    from prancha.model.game import Family, Game

Adds = Callable[[argparse.ArgumentParser], None]


def add_commands(commands: Any, project: Adds) -> None:
    """Add the command; `project` adds the argument that names the project."""
    stats = commands.add_parser("stats", help="what the fields of a game hold, counted; odds of draws")
    stats.add_argument("game", metavar="GAME", help="a folder name in components/")
    stats.add_argument(
        "--family", action="append", default=[], metavar="NAME", help="only of this family; may be repeated"
    )
    stats.add_argument(
        "--cross", action="append", default=[], metavar="FAMILY:DOWN,ACROSS",
        help="copies by two fields, such as cards:colour,cost; may be repeated",
    )  # fmt: skip
    stats.add_argument(
        "--draw", type=int, metavar="N", help="odds of drawing N pieces; with --of and --where"
    )
    stats.add_argument("--of", default="", metavar="FAMILY", help="what is drawn from")
    stats.add_argument(
        "--where", action="append", default=[], metavar="FIELD=VALUE[,VALUE]",
        help="what counts as a hit; repeated, all must hold",
    )  # fmt: skip
    stats.add_argument("--replace", action="store_true", help="each piece drawn is put back before the next")
    stats.add_argument("--lang", metavar="CODE", help="of titles; default: the game's first")
    stats.add_argument("--format", choices=("text", "json", "html"), default="text", help="default: text")
    stats.add_argument("--out", type=Path, metavar="FILE", help="default: print it")
    project(stats)
    stats.set_defaults(run=_stats)


def _stats(options: argparse.Namespace) -> int:
    from prancha.building.loading import load
    from prancha.building.selection import choose_games
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
            _refuse(f'"--cross {asked}" names no family and two fields', "write it as cards:colour,cost")
        family = _family(game, "--cross", family_name)
        crosses.append(cross_table(family, *(_field(family, "--cross", field) for field in (down, across))))
    told = tuple(family_statistics(game, family, lang) for family in families)
    if (crosses or options.draw is not None) and not options.family:
        told = ()  # what is asked for is all that is wanted
    statistics = Statistics(game.id, game.title, told, tuple(crosses), _draws(options, game))
    _write(_rendered(statistics, options.format), options)
    return FINE


def _draws(options: argparse.Namespace, game: Game) -> tuple[DrawTable, ...]:
    from prancha.checks.inventory.statistics import MOST_DRAWN, draw_table, values_of
    from prancha.model.values import show

    if options.draw is None:
        if options.of or options.where or options.replace:
            _refuse("--of, --where and --replace belong to --draw", "say how many are drawn: --draw 5")
        return ()
    if not options.of or not options.where:
        _refuse("--draw needs --of and --where", "such as --draw 5 --of cards --where colour=red")
    family = _family(game, "--of", options.of)
    if options.draw < 1 or (options.draw > family.copies and not options.replace):
        hint = f"draw from 1 to {family.copies}, or add --replace where each is put back"
        _refuse(f"--draw {options.draw} of {family.copies} pieces", hint)
    if options.draw > MOST_DRAWN:
        _refuse(f"--draw {options.draw} is more than is counted", f"draw {MOST_DRAWN} at most")
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
                _refuse(f'no piece of {family.id} has {field} "{value}"', suggestion(value, sorted(there)))
    return (draw_table(family, where, options.draw, replaced=options.replace),)


def _family(game: Game, option: str, name: str) -> Family:
    found = next((family for family in game.families if family.id == name), None)
    if found is None:
        names = [family.id for family in game.families]
        _refuse(f'{option}: {game.id} has no family "{name}"', suggestion(name, names))
    return found


def _field(family: Family, option: str, name: str) -> str:
    from prancha.checks.inventory.statistics import values_of

    if not any(values_of(item, name) for item in family.items):
        known: Iterable[str] = dict.fromkeys(key for item in family.items for key in item.fields)
        _refuse(
            f'{option}: no piece of {family.id} has a field "{name}"', suggestion(name, [*known, "copies"])
        )
    return name


def _refuse(message: str, hint: str) -> NoReturn:
    raise Failure([Diagnostic(Place(""), "stats-option", message, hint=hint)])


def _rendered(statistics: Any, format: str) -> str:
    if format == "json":
        import msgspec

        return msgspec.json.format(msgspec.json.encode(statistics), indent=2).decode() + "\n"
    if format == "html":
        from prancha.checks.inventory import statistics_pages

        return statistics_pages.write_html(statistics)
    from prancha.checks.inventory import statistics_pages

    return statistics_pages.write_text(statistics)


def _write(text: str, options: argparse.Namespace) -> None:
    if options.out:
        from prancha.system.atomic_files import write_whole

        write_whole(options.out, text.encode())
    else:
        emit(plain(text) if options.format == "text" else text)
