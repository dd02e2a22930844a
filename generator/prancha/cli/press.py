"""Options of print shops: colours in their inks, and the standard of their files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from prancha.cli.output import FINDINGS, FINE, emit, say
from prancha.model.diagnostic import Place
from prancha.system.unexpected import caught

if TYPE_CHECKING:
    from prancha.model.printing import Inks, Press

LEAST_INK, MOST_INK = 150, 400


def add_options(command: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add the options of a press."""
    command.add_argument(
        "--colour", choices=("rgb", "cmyk"),
        help="cmyk = the four inks of a print shop: black text in black alone, ink limited (default: rgb)",
    )  # fmt: skip
    command.add_argument(
        "--profile", type=Path, metavar="FILE.icc",
        help="with --colour cmyk: the print shop's profile (default: FOGRA39, coated paper)",
    )  # fmt: skip
    command.add_argument(
        "--ink-limit", type=ink_limit, metavar="PERCENT",
        help="with --colour cmyk: the most ink of all four together (default: 300)",
    )  # fmt: skip
    command.add_argument(
        "--rich-black", type=inks, metavar="C,M,Y,K",
        help="with --colour cmyk: the inks of large black areas, such as 40,0,0,100 (default: black alone)",
    )  # fmt: skip
    command.add_argument(
        "--pdfx", choices=("x4", "x1a"),
        help="with --colour cmyk: x4 = PDF/X-4; x1a = PDF/X-1a:2003, without transparency and layers",
    )  # fmt: skip


def at_odds(options: argparse.Namespace) -> Iterator[tuple[bool, str]]:
    """Whether an option of a press is given without its inks, and what to say then."""
    inks = options.colour == "cmyk"
    for name in ("profile", "ink_limit", "rich_black", "pdfx"):
        given = getattr(options, name) is not None
        yield given and not inks, f"--{name.replace('_', '-')} goes with --colour cmyk"
    if options.rich_black and sum(options.rich_black) > (options.ink_limit or _usual()):
        limit = options.ink_limit or _usual()
        yield True, f"--rich-black has {sum(options.rich_black):g} % of ink, and the limit is {limit} %"


def press_of(options: argparse.Namespace) -> Press | None:
    """The press that colours are made for; raises Failure for a profile that is none."""
    if options.colour != "cmyk":
        return None
    from prancha.export.colour import read_profile, shipped_profile
    from prancha.model.printing import Press

    profile = read_profile(options.profile) if options.profile else shipped_profile()
    return Press(profile, options.ink_limit or _usual(), options.rich_black, options.pdfx or "")


def prove(
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

    with caught(Place(str(file)), "measuring this PDF"):
        report = prove_press(file, limit, standard or "", inks_alone=standard is None)
        if ink_map is not None:
            say(_mapped(file, report.limit, ink_map), file=sys.stderr)
    emit(f"{press_json(report)}\n") if format == "json" else say(press_text(report))
    return FINE if report.clean else FINDINGS


def _mapped(file: Path, limit: float, out: Path) -> str:
    """Write the pages with too much ink; what to say of them."""
    from prancha.checks.proof.pdfx.ink_map import ink_maps, ink_pages
    from prancha.system.atomic_files import write_whole

    maps = list(ink_maps(file, limit))
    most = max((one.most for one in maps), default=0.0)
    above = [one for one in maps if one.over.getbbox()]
    measured = f"drawn at 100 dpi, {most:.0f} % of ink at most"
    if not above:
        return f"no page has more than {limit:g} % of ink ({measured}); {out} is not written"
    write_whole(out, ink_pages(above, limit))
    return f"{out}: {len(above)} of {len(maps)} pages have more than {limit:g} % of ink ({measured})"


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


def _usual() -> int:
    from prancha.model.printing import USUAL_LIMIT

    return USUAL_LIMIT
