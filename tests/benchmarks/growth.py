"""The deck in sizes from 54 to 36,390 cards, with prancha and others: python growth.py [CARDS...].

--typst PYTHON        also with Typst, of an environment with `typst`
--tool NAME=COMMAND   also with another program; {cards} is a CSV file, {number} its cards, {out} the PDF
--slow NAME=COMMAND   the same, for decks of at most 1,000 cards
--base TREE           also with another checkout of prancha that has its own .venv
--runs N              of each, in turn; figures are medians (default 3)
--picture FILE        writes the CPU seconds as a drawing

All draw the same cards, thirty words each; ReportLab by hand is the floor.  No run finds anything kept.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import statistics
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from deck_project import DECK, font_folder, project, write_cards
from growth_picture import Measured, draw
from measured import ROOT, caching, timed

SIZES = (54, 540, 5_400, 36_390)
SMALL = 1_000
OWN, FLOOR = "prancha", "ReportLab by hand"
BUILD = "-m prancha build --no-cover --project {folder}/project --out {out}.kit"
COMPILE = "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2], font_paths=[sys.argv[3]])"


def commands(options: argparse.Namespace, number: int) -> Mapping[str, str]:
    """What is run for a deck of so many cards, by name."""
    found = {FLOOR: f"{sys.executable} {DECK}/floor.py {{cards}} {{out}} {font_folder()}"}
    if options.typst:
        compiled = f"{options.typst} -c {shlex.quote(COMPILE)}"
        found["Typst"] = f"{compiled} {{folder}}/cards.typ {{out}} {font_folder()}"
    for tool in (*options.tool, *(options.slow if number <= SMALL else ())):
        name, _, command = tool.partition("=")
        found[name] = command
    if options.base:
        found["prancha before"] = f"{options.base.resolve()}/.venv/bin/python {BUILD}"
    return {**found, OWN: f"{sys.executable} {BUILD}"}


def measure(number: int, options: argparse.Namespace) -> Mapping[str, Measured]:
    """Run all that is asked for on a deck of so many cards, and print a row of each."""
    wanted = commands(options, number)
    runs: dict[str, list[tuple[float, float, float]]] = {name: [] for name in wanted}
    sizes: dict[str, int] = {}
    with tempfile.TemporaryDirectory(prefix="growth") as scratch:
        folder = Path(scratch)
        write_cards(folder / "cards.csv", number)
        project(folder / "project", folder / "cards.csv")
        shutil.copy(DECK / "cards.typ", folder)
        for run in range(options.runs):
            for name in list(wanted)[:: 1 if run % 2 else -1]:
                out = folder / f"{list(wanted).index(name)}.pdf"
                command = wanted[name].format(
                    cards=folder / "cards.csv", number=number, folder=folder, out=out
                )
                runs[name].append(timed(shlex.split(command), ROOT, caching(None)))
                pdf = out if out.exists() else next(folder.glob(f"{out.name}.kit/*/*.pdf"))
                sizes[name] = pdf.stat().st_size
    found = {
        name: Measured(statistics.median(cpu for _, cpu, _ in taken), max(peak for *_, peak in taken))
        for name, taken in runs.items()
    }
    for name, one in found.items():
        part = f"{found[OWN].seconds / one.seconds:.2f}" if name != OWN else ""
        size = f"{sizes[name] / number:.0f}"
        print(f"| {number:,} | {name} | {one.seconds:.2f} | {part} | {one.peak:.0f} | {size} |", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("cards", nargs="*", type=int)
    parser.add_argument("--typst")
    parser.add_argument("--tool", action="append", default=[])
    parser.add_argument("--slow", action="append", default=[])
    parser.add_argument("--base", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--picture", type=Path)
    options = parser.parse_args()
    print(
        "| cards | tool | CPU s | prancha takes of it | peak MiB | bytes a card |\n|---|---|---|---|---|---|"
    )
    found = {number: measure(number, options) for number in options.cards or SIZES}
    if options.picture:
        options.picture.write_text(draw(found, OWN))


if __name__ == "__main__":
    main()
