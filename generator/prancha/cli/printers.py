"""Commands and options for printers and print shops: calibration, inks, PDF/X."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prancha.cli.argument_types import add_project
from prancha.cli.output import FINDINGS, FINE, refuse, say, write_output
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.printing import USUAL_LIMIT
from prancha.system.crashes import caught

if TYPE_CHECKING:
    from prancha.model.printing import Inks, Press, Printer


READINGS = {
    "scale-x": "measured length of the 150 mm across, such as 149.6, or 99.7%%",
    "scale-y": "the same, down the sheet",
    "back-dx": "mm by which backs are too far right, as you look at them",
    "back-dy": "mm by which backs are too far down",
    "back-angle": "degrees by which backs are turned clockwise",
    "margin": "unprintable mm along every edge",
}
LEAST_INK, MOST_INK = 150, 400


def add_build_options(build: argparse.ArgumentParser) -> None:
    """Options of `build` for one printer, for its ink, and for cutting machines."""
    build.add_argument(
        "--printer", default="", metavar="NAME", help="adapt every sheet to a calibrated printer"
    )
    build.add_argument(
        "--ink",
        choices=("full", "low", "outline", "grey"),
        default="full",
        help="low = pale large fills; outline = large fills white with outlines (default: full)",
    )
    build.add_argument(
        "--cut-contour",
        action="store_true",
        help="also draw cut outlines in the spot colour CutContour, for cutting machines",
    )


def printer_of(options: argparse.Namespace) -> Printer | None:
    """The printer that `build` is to make sheets for; raises Failure when there is none of that name."""
    if not options.printer:
        return None
    from prancha.setup import printers_file

    return printers_file.find_printer(options.printer)


def add_commands(commands: Any) -> None:
    """Add the commands."""
    calibrate = commands.add_parser("calibrate", help="make a two-sided sheet to measure your printer with")
    calibrate.add_argument("--paper", default="a4", metavar="NAME", help="default: a4")
    calibrate.add_argument("--out", type=Path, metavar="DIR", help="default: output/ of the project")
    calibrate.add_argument(
        "--printer", default="", metavar="NAME", help="adapt it to a printer, to verify its profile"
    )
    add_project(calibrate)
    calibrate.set_defaults(run=_calibrate)

    printer = commands.add_parser(
        "printer",
        help="set, list, show or remove calibrated printers",
        epilog="Begin with: prancha calibrate; then keep what you read off the sheet: "
        "prancha printer set office --scale-x 149.6; then: prancha build --printer office",
    )
    actions = printer.add_subparsers(title="actions", metavar="ACTION", required=True)
    setting = actions.add_parser("set", help="store readings of a calibration sheet")
    setting.add_argument("name", metavar="NAME", help="such as office or epson-et2850")
    for name, help_ in READINGS.items():
        setting.add_argument(f"--{name}", metavar="VALUE", help=help_)
    setting.add_argument("--paper", metavar="NAME", help="only for this paper (default: any)")
    setting.set_defaults(run=_set)
    actions.add_parser("list", help="list the printers").set_defaults(run=_list)
    rest = (("show", "show the readings of a printer", _show), ("remove", "remove a printer", _remove))
    for action, what, run in rest:
        command = actions.add_parser(action, help=what)
        command.add_argument("name", metavar="NAME", help="as printer list shows it")
        command.set_defaults(run=run)


def _calibrate(options: argparse.Namespace) -> int:
    from prancha.setup.calibration import calibrate

    say(calibrate(options.project, options.paper, options.out, printer_of(options)))
    return FINE


def _set(options: argparse.Namespace) -> int:
    from prancha.model.printing import Printer
    from prancha.setup import printers_file

    values: dict[str, float] = {}
    wrong: list[Diagnostic] = []
    for name in READINGS:
        text = getattr(options, name.replace("-", "_"))
        if text is not None:
            try:
                values[name] = printers_file.parse_reading(name, text)
            except ValueError as problem:
                wrong.append(Diagnostic(Place(""), "bad-reading", f"--{problem}"))
    if wrong:
        raise Failure(wrong)
    if not values and options.paper is None:
        message = "nothing to set: give what you read off the sheet, such as --scale-x 149.6 --back-dx 0.4"
        refuse("no-reading", message, "prancha calibrate prints one")
    kept = printers_file.load_printers().get(options.name) or Printer(options.name)
    kept = printers_file.with_readings(kept, values, options.paper)
    path = printers_file.keep_printer(kept)
    say(f"stored in {path}: {printers_file.format_printer(kept)}")
    say(
        f"use it: prancha build --printer {options.name}; see how well it does: "
        f"prancha calibrate --printer {options.name}"
    )
    return FINE


def _list(_: argparse.Namespace) -> int:
    from prancha.setup import printers_file

    known = printers_file.load_printers()
    for printer in known.values():
        say(printers_file.format_printer(printer))
    if not known:
        say("no printers yet; start with: prancha calibrate")
    return FINE


def _show(options: argparse.Namespace) -> int:
    from prancha.setup import printers_file

    printer = printers_file.find_printer(options.name)
    say(printer.name)
    for key, value in printers_file.format_values(printer).items():
        say(f"  {key:12} {value}")
    return FINE


def _remove(options: argparse.Namespace) -> int:
    from prancha.setup import printers_file

    say(f"removed {options.name} from {printers_file.remove_printer(options.name)}")
    return FINE


def add_press_options(command: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add the options of a press."""
    command.add_argument(
        "--colour",
        choices=("rgb", "cmyk"),
        help="cmyk = inks of a print shop: black text in black only, total ink limited (default: rgb)",
    )
    command.add_argument(
        "--profile",
        type=Path,
        metavar="FILE.icc",
        help="with --colour cmyk: the print shop's profile (default: FOGRA39, coated paper)",
    )
    command.add_argument(
        "--ink-limit",
        type=ink_limit,
        metavar="PERCENT",
        help="with --colour cmyk: limit for the sum of all four inks (default: 300)",
    )
    command.add_argument(
        "--rich-black",
        type=inks,
        metavar="C,M,Y,K",
        help="with --colour cmyk: inks of large black areas, such as 40,0,0,100 (default: black only)",
    )
    command.add_argument(
        "--pdfx",
        choices=("x4", "x1a"),
        help="with --colour cmyk: x4 = PDF/X-4; x1a = PDF/X-1a:2003, without transparency and layers",
    )


def press_conflicts(options: argparse.Namespace) -> Iterator[tuple[bool, str]]:
    """Pairs of a conflict between press options (true or false) and its message."""
    inks = options.colour == "cmyk"
    for name in ("profile", "ink_limit", "rich_black", "pdfx"):
        given = getattr(options, name) is not None
        yield given and not inks, f"--{name.replace('_', '-')} goes with --colour cmyk"
    limit = options.ink_limit or USUAL_LIMIT
    if options.rich_black and sum(options.rich_black) > limit:
        yield True, f"--rich-black has {sum(options.rich_black):g} % of ink, and the limit is {limit} %"


def press_of(options: argparse.Namespace) -> Press | None:
    """The press of the options; None without one.  Raises Failure for an invalid profile."""
    if options.colour != "cmyk":
        return None
    from prancha.export.colour import read_profile, shipped_profile
    from prancha.model.printing import Press

    profile = read_profile(options.profile) if options.profile else shipped_profile()
    return Press(profile, options.ink_limit or USUAL_LIMIT, options.rich_black, options.pdfx or "")


def prove_press_file(
    file: Path,
    limit: int | None = None,
    standard: str | None = None,
    format: str = "text",
    ink_map: Path | None = None,
) -> int:
    """Measure a PDF as a print shop does, and tell; returns the exit code.  None asks for no standard.

    `ink_map` is a PDF to write with the pages that have more ink than the limit.
    """
    from prancha.checks.proof.pdfx import press_json, press_text, prove_press
    from prancha.checks.proof.pdfx.ink_map import draw_ink_pages, measure_ink_maps
    from prancha.system.atomic_files import write_whole

    with caught(Place(str(file)), "measuring this PDF"):
        report = prove_press(file, limit, standard or "", inks_alone=standard is None)
        if ink_map is not None:
            maps = list(measure_ink_maps(file, report.limit))
            most = max((one.most for one in maps), default=0.0)
            above = [one for one in maps if one.over.getbbox()]
            limit_said = f"more than {report.limit:g} % of ink"
            measured = f"drawn at 100 dpi, {most:.0f} % of ink at most"
            if above:
                write_whole(ink_map, draw_ink_pages(above, report.limit))
                told = f"{ink_map}: {len(above)} of {len(maps)} pages have {limit_said} ({measured})"
            else:
                told = f"no page has {limit_said} ({measured}); {ink_map} is not written"
            say(told, file=sys.stderr)
    write_output(f"{press_json(report)}\n") if format == "json" else say(press_text(report))
    return FINE if report.clean else FINDINGS


def ink_limit(text: str) -> int:
    """A percentage of ink."""
    number = text.removesuffix("%").strip()
    if not number.isdecimal() or not LEAST_INK <= int(number) <= MOST_INK:
        raise argparse.ArgumentTypeError(f'"{text}" is not a number from {LEAST_INK} to {MOST_INK}')
    return int(number)


def inks(text: str) -> Inks:
    """Percentages of the four inks."""
    try:
        cyan, magenta, yellow, black = (float(part) for part in text.replace("%", "").split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{text}" is not four percentages: 40,0,0,100') from None
    if not all(0 <= one <= 100 for one in (cyan, magenta, yellow, black)):
        raise argparse.ArgumentTypeError(f'"{text}": each ink is from 0 to 100')
    return cyan, magenta, yellow, black
