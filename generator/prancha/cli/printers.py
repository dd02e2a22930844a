"""The commands of a printer: calibrate, and what was read off the sheet."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prancha.cli.output import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from prancha.model.printing import Printer

FINE, FINDINGS = 0, 1
READINGS = {
    "scale-x": "length measured across for 150 mm, such as 149.6, or 99.7%%",
    "scale-y": "the same, down the sheet",
    "back-dx": "mm by which backs come out too far right, as one looks at them",
    "back-dy": "mm by which backs come out too far down",
    "back-angle": "degrees by which backs come out turned clockwise",
    "margin": "mm along every edge that stay blank",
}


def add_build_options(build: argparse.ArgumentParser) -> None:
    """Options of `build` for one printer, for its ink, and for cutting machines."""
    build.add_argument(
        "--printer", default="", metavar="NAME", help="make every sheet for a printer that was calibrated"
    )
    build.add_argument(
        "--ink", choices=("full", "low", "outline", "grey"), default="full",
        help="low = large fills pale; outline = large fills white with outlines (default: full)",
    )  # fmt: skip
    build.add_argument(
        "--cut-contour", action="store_true",
        help="draw outlines to cut as the spot colour CutContour too, for cutting machines",
    )  # fmt: skip


def printer_of(options: argparse.Namespace) -> Printer | None:
    """The printer that `build` is to make sheets for; raises Failure when there is none of that name."""
    if not options.printer:
        return None
    from prancha.setup import printers_file

    return printers_file.find(options.printer)


def add_commands(commands: Any, project: Callable[[argparse.ArgumentParser], None]) -> None:
    """Add the commands; `project` adds the option that names the project."""
    calibrate = commands.add_parser("calibrate", help="a two-sided sheet to measure your printer with")
    calibrate.add_argument("--paper", default="a4", metavar="NAME", help="default: a4")
    calibrate.add_argument("--out", type=Path, metavar="DIR", help="default: output/ of the project")
    calibrate.add_argument(
        "--printer",
        default="",
        metavar="NAME",
        help="make it for a printer, to see whether its profile is right",
    )
    project(calibrate)
    calibrate.set_defaults(run=_calibrate)

    printer = commands.add_parser(
        "printer", help="printers as calibrated: set, list, show, remove",
        epilog="Begin with: prancha calibrate; then keep what you read off the sheet: "
        "prancha printer set office --scale-x 149.6; then: prancha build --printer office",
    )  # fmt: skip
    actions = printer.add_subparsers(title="actions", metavar="ACTION", required=True)
    setting = actions.add_parser("set", help="keep what was read off a calibration sheet")
    setting.add_argument("name", metavar="NAME", help="such as office or epson-et2850")
    for name, help_ in READINGS.items():
        setting.add_argument(f"--{name}", metavar="VALUE", help=help_)
    setting.add_argument("--paper", metavar="NAME", help="only for this paper (default: for any)")
    setting.set_defaults(run=_set)
    listing = actions.add_parser("list", help="the printers there are")
    listing.set_defaults(run=_list)
    showing = actions.add_parser("show", help="what is kept of one")
    showing.add_argument("name", metavar="NAME", help="as printer list shows it")
    showing.set_defaults(run=_show)
    removing = actions.add_parser("remove", help="forget one")
    removing.add_argument("name", metavar="NAME", help="as printer list shows it")
    removing.set_defaults(run=_remove)


def _calibrate(options: argparse.Namespace) -> int:
    from prancha.setup.calibration import calibrate

    say(calibrate(options.project, options.paper, options.out, printer_of(options)))
    return FINE


def _set(options: argparse.Namespace) -> int:
    from prancha.model.diagnostic import Diagnostic, Failure, Place
    from prancha.model.printing import Printer
    from prancha.setup import printers_file

    values: dict[str, float] = {}
    wrong: list[Diagnostic] = []
    for name in READINGS:
        text = getattr(options, name.replace("-", "_"))
        if text is not None:
            try:
                values[name] = printers_file.reading(name, text)
            except ValueError as problem:
                wrong.append(Diagnostic(Place(""), "bad-reading", f"--{problem}"))
    if wrong:
        raise Failure(wrong)
    if not values and options.paper is None:
        message = "nothing to set: give what you read off the sheet, such as --scale-x 149.6 --back-dx 0.4"
        raise Failure([Diagnostic(Place(""), "no-reading", message, hint="prancha calibrate prints one")])
    kept = printers_file.load().get(options.name) or Printer(options.name)
    kept = printers_file.with_readings(kept, values, options.paper)
    path = printers_file.keep(kept)
    say(f"kept in {path}: {printers_file.format_printer(kept)}")
    say(f"use it: prancha build --printer {options.name}; see how well it does: "
          f"prancha calibrate --printer {options.name}")  # fmt: skip
    return FINE


def _list(_: argparse.Namespace) -> int:
    from prancha.setup import printers_file

    known = printers_file.load()
    for printer in known.values():
        say(printers_file.format_printer(printer))
    if not known:
        say("no printers; begin with: prancha calibrate")
    return FINE


def _show(options: argparse.Namespace) -> int:
    from prancha.setup import printers_file

    printer = printers_file.find(options.name)
    say(printer.name)
    for key, value in printers_file.format_values(printer).items():
        say(f"  {key:12} {value}")
    return FINE


def _remove(options: argparse.Namespace) -> int:
    from prancha.setup import printers_file

    say(f"removed {options.name} from {printers_file.remove(options.name)}")
    return FINE
