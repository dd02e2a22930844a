"""The command `export`: pictures and files for virtual tables, print shops and screens."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prancha.cli.argument_types import add_games, names, whole_number
from prancha.cli.output import FINE, USAGE, exit_code, print_findings, progress_bar, say
from prancha.model.diagnostic import Diagnostic, Failure, counted

if TYPE_CHECKING:
    from prancha.building.order import Order

_OPTIONS = (
    "area arm assets crop dpi duplex format ground gutter inset marks names paper players seed shadow single "
    "size stock tile_mm whole_save"
).split()


def add_commands(commands: Any) -> None:
    """Add the command."""
    export = commands.add_parser(
        "export", help="export pictures of each piece, and files for virtual tables, print shops and screens"
    )
    add_games(export)
    export.add_argument("--to", default="", metavar="TARGET", help="where it goes; --list tells the targets")
    export.add_argument("--list", action="store_true", help="list the targets and their options")
    export.add_argument("--lang", metavar="CODE", help="language of the texts (default: each game's first)")
    export.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="output folder, with each export in DIR/GAME/export/TARGET (default: output/ in the project)",
    )
    export.add_argument(
        "--only", type=names, default=(), metavar="FAMILY[,FAMILY]", help="export these families alone"
    )
    export.add_argument(
        "--items",
        type=names,
        default=(),
        metavar="ITEM[,ITEM]",
        help="export only these components, by id or number: cards/ladder,cards/5-9",
    )
    _add_target_options(export)
    _add_sheet_options(export)
    add_shop_options(export)
    export.add_argument(
        "--no-check", action="store_true", help="export even if the catalogue breaks its rules"
    )
    export.add_argument(
        "--strict", action="store_true", help="treat warnings as errors: write nothing if there are any"
    )
    export.add_argument(
        "--no-cache", action="store_true", help="ignore the build cache; same bytes, only slower"
    )
    export.set_defaults(run=_export)


def _add_target_options(export: argparse.ArgumentParser) -> None:
    own = export.add_argument_group("options of some targets (--list tells which)")
    own.add_argument(
        "--area",
        choices=("trim", "bleed", "rounded"),
        help="cut at the trim line, with bleed, or transparent outside the outline",
    )
    own.add_argument(
        "--crop", type=_crop, metavar="L,T,W,H", help="a part of each face: left, top, width, height in mm"
    )
    own.add_argument("--shadow", type=_mm(0, 10), metavar="MM", help="width of a shadow in mm; 0 for none")
    own.add_argument(
        "--size", metavar="SIZE", help="of scenes: wide, 3:2, square, itch, or pixels such as 1920x1080"
    )
    own.add_argument(
        "--ground", metavar="COLOUR", help='of scenes: transparent, or a colour such as "#e2ddd3"'
    )
    own.add_argument("--dpi", type=whole_number(36, 1200), metavar="N", help="pixels an inch, 36 to 1200")
    own.add_argument("--format", choices=("png", "jpeg", "webp", "pdf", "svg", "dxf"), help="file format")
    own.add_argument(
        "--names", metavar="PATTERN", help='how files are called, such as "{family}/{id}-{side}" (the usual)'
    )
    own.add_argument(
        "--stock", choices=("S27", "S30", "S33", "M31", "P10"), help="card stock of an order (mpc)"
    )
    own.add_argument(
        "--assets", metavar="WHERE", help="where a table finds pictures: name, file, or an https:// address"
    )
    own.add_argument(
        "--tile-mm", type=_millimetres, metavar="MM", help="how high a tile of scale 1 is beside the cards"
    )
    own.add_argument(
        "--players", type=whole_number(1, 999), metavar="N", help="set up for so many, as table.yaml says"
    )
    own.add_argument("--seed", type=whole_number(0, 10**9), metavar="N", help="another shuffle (usual: 1)")
    own.add_argument(
        "--whole-save", action="store_true", default=None, help="a save with table, hands and notebook"
    )

    own.add_argument(
        "--single", action="store_true", default=None, help="one HTML file, for a double click (web)"
    )


def _crop(text: str) -> tuple[float, ...]:
    try:
        values = tuple(float(part) for part in text.split(","))
    except ValueError:
        values = ()
    if len(values) != 4 or not all(math.isfinite(v) and v >= 0 for v in values) or not min(values[2:]) > 0:
        raise argparse.ArgumentTypeError(f'"{text}" is not LEFT,TOP,WIDTH,HEIGHT in mm, such as 0,0,63,30')
    return values


def _add_sheet_options(export: argparse.ArgumentParser) -> None:
    own = export.add_argument_group("options of targets that lay out sheets, for cutting machines")
    own.add_argument("--paper", metavar="NAME", help="paper of the sheets, such as a4 or letter")
    own.add_argument(
        "--duplex",
        choices=("long", "short", "none"),
        help="edge the printer flips the paper on; none = no backs",
    )
    own.add_argument("--gutter", type=_mm(0, 20), metavar="MM", help="the least between two pieces, in mm")
    own.add_argument("--marks", type=int, choices=(3, 4), help="registration marks: 3, or 4 (Cameo 5 Alpha)")
    own.add_argument(
        "--inset", type=_mm(5, 40), metavar="MM", help="from registration marks to the edges, mm"
    )
    own.add_argument(
        "--arm",
        type=_mm(5, 20),
        metavar="MM",
        help="length of registration marks in mm (default: the longest of 20, 10 and 5 that costs no sheet)",
    )


def add_shop_options(command: argparse.ArgumentParser) -> None:
    """Add the options of print shops, which `check --for` takes too."""
    own = command.add_argument_group("options of print shops")
    own.add_argument(
        "--product",
        action="append",
        metavar="FAMILY=NAME",
        help="product for a family (default: the one of its size and shape); several with commas",
    )
    own.add_argument(
        "--fit",
        action="store_true",
        default=None,
        help="enlarge the bleed where a product is slightly larger than the pieces",
    )
    own.add_argument(
        "--colour", choices=("rgb", "cmyk"), help="colours of PDFs (default: what the shop asks for)"
    )
    own.add_argument(
        "--profile", metavar="FILE.icc", help="the shop's profile of inks (usual: FOGRA39, coated paper)"
    )


def shop_options(options: argparse.Namespace) -> dict[str, Any]:
    """The print shop options that were given."""
    asked = {
        name: getattr(options, name)
        for name in ("fit", "colour", "profile")
        if getattr(options, name) is not None
    }
    return asked | ({"product": ",".join(options.product)} if options.product else {})


def _mm(least: float, most: float) -> Callable[[str], float]:
    def length(text: str) -> float:
        try:
            value = float(text.replace(",", "."))
        except ValueError:
            value = math.nan
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f'"{text}" is not a length from {least:g} to {most:g} mm')
        return value

    return length


def _millimetres(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 5 <= value <= 500:
        raise argparse.ArgumentTypeError(f'"{text}" is not a number of millimetres from 5 to 500')
    return value


def _export(options: argparse.Namespace) -> int:
    from prancha.building.game_export import choose_target, export_game
    from prancha.building.selection import choose_games

    if options.list:
        return _list()
    if not options.to:
        say("name a target with --to; prancha export --list shows them", file=sys.stderr)
        return USAGE
    asked = {name: getattr(options, name) for name in _OPTIONS if getattr(options, name) is not None}
    asked |= shop_options(options)
    target, wanted = choose_target(options.to, asked)
    order = _order(options)
    wrong: list[Diagnostic] = []
    with progress_bar() as progress:
        for game in choose_games(options.project, options.games):
            try:
                made = export_game(order, game, target, wanted, progress)
            except Failure as failure:
                wrong += failure.diagnostics
                continue
            print_findings(made.notes)
            for remark in made.told:
                say(f"{made.game}: {remark}", file=sys.stderr)
            say(f"{made.title}: {counted(made.files, 'file')}, {made.size / 1e6:.1f} MB: {made.folder}")
    print_findings(wrong)
    return exit_code(wrong) if wrong else FINE


def _order(options: argparse.Namespace) -> Order:
    from prancha.building.order import Order

    return Order(
        options.project,
        lang=options.lang,
        out=options.out,
        check=not options.no_check,
        cover=False,
        cache=not options.no_cache,
        only=options.only,
        items=options.items,
        strict=options.strict,
    )


def _list() -> int:
    from prancha.export.targets import load_targets

    for target in load_targets().values():
        say(f"{target.name:14} {target.summary}")
        for option, usual in target.options.items():
            shown = "" if usual in ("", False, (), None) else f" (usual: {usual})"
            say(f"{'':14}   --{option.replace('_', '-')}{shown}")
    return FINE
