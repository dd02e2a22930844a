"""The commands `build`, which makes kits, and `proof`, which measures them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prancha.cli import changes, printers
from prancha.cli.argument_types import add_games, names, whole_number
from prancha.cli.output import (
    FINDINGS,
    FINE,
    USAGE,
    exit_code,
    print_findings,
    print_kits,
    print_origins,
    progress_bar,
    say,
    write_output,
)
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.printing import DUPLEX
from prancha.system.crashes import caught
from prancha.system.file_contents import is_folder

if TYPE_CHECKING:
    from prancha.building.order import Kit, Order
    from prancha.building.workers import Workers
    from prancha.checks.proof.proof_report import ProofReport

COMMANDS = ("build", "proof")
ALL = "all"
"""In place of a language: every one that the game has."""
SHEETS = (
    "corner, edge, full, cross, bold, lines, unmarked, extended, poker-9, label-12, round-40, "
    "or one of components/_sheets/profiles.yaml"
)
PAPERS = 'a3, a4, letter, legal, tabloid, one of components/_sheets/papers.yaml, or a size, "200 x 280 mm"'


def _add_proof(commands: Any) -> None:
    """Add the command."""
    proof = commands.add_parser(
        "proof", help="measure a finished PDF or an exported folder against its design"
    )
    proof.add_argument("file", type=Path, metavar="FILE.pdf|FOLDER")
    proof.add_argument("--manifest", type=Path, metavar="FILE", help="default: the one written with the PDF")
    proof.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    proof.add_argument(
        "--pdfx",
        nargs="?",
        const="",
        choices=("", "x4", "x1a"),
        metavar="x4|x1a",
        help="check it as a print shop does: PDF/X, inks, black text (default: the standard the file claims)",
    )
    proof.add_argument(
        "--ink-limit",
        type=printers.ink_limit,
        metavar="PERCENT",
        help="with --pdfx: limit for the sum of all four inks (default: the limit it was built with, or 300)",
    )
    proof.add_argument(
        "--ink-map",
        type=Path,
        metavar="FILE.pdf",
        help="with --pdfx: write the pages that exceed the ink limit, with the spots in red",
    )
    proof.set_defaults(run=_proof)


def prove_kits(kits: Sequence[Kit], options: argparse.Namespace) -> int:
    """Proof all files of kits; CMYK files also as a press sees them."""
    from prancha.checks.proof.proof_report import as_text

    inks = options.colour == "cmyk"
    reports = [
        _proof_report(kit.pdf, kit.manifest, kit.written.get(kit.manifest.name, ""), as_press=not inks)
        for kit in kits
    ]
    for report in reports:
        say("\n" + as_text(report))
    fine = all(report.clean for report in reports)
    for path in [path for kit in kits for path in (kit.pdf, kit.backs) if path] if inks else []:
        say("")
        fine = printers.prove_press_file(path, standard=options.pdfx) == FINE and fine
    return FINE if fine else FINDINGS


def _proof(options: argparse.Namespace) -> int:
    from prancha.checks.proof.proof_report import as_json, as_text

    wrong = ""
    if options.pdfx is None and options.ink_limit is not None:
        wrong = "--ink-limit goes with --pdfx"
    elif options.pdfx is None and options.ink_map is not None:
        wrong = "--ink-map goes with --pdfx"
    elif options.ink_map is not None and options.ink_map.absolute() == options.file.absolute():
        wrong = "--ink-map names the file that is measured; give it another name"
    elif options.pdfx is not None and is_folder(options.file):
        wrong = "--pdfx looks at one PDF, and this is a folder"
    if wrong:
        say(wrong, file=sys.stderr)
        return USAGE
    if is_folder(options.file):
        from prancha.checks.proof.folder_proof import folder_as_json, folder_as_text, proof_folder

        with caught(Place(str(options.file)), "measuring this export"):
            found = proof_folder(options.file)
        write_output(f"{folder_as_json(found)}\n") if options.format == "json" else say(folder_as_text(found))
        return FINE if found.clean else FINDINGS
    if options.pdfx is not None:
        return printers.prove_press_file(
            options.file, options.ink_limit, options.pdfx, options.format, options.ink_map
        )
    report = _proof_report(options.file, options.manifest)
    write_output(f"{as_json(report)}\n") if options.format == "json" else say(as_text(report))
    return FINE if report.clean else FINDINGS


def _proof_report(
    file: Path, manifest: Path | None, digest: str = "", *, as_press: bool = True
) -> ProofReport:
    from prancha.checks.proof.proofing import proof

    with caught(Place(str(file)), "measuring this PDF"):
        return proof(file, manifest, digest, press=as_press)


def add_commands(commands: Any) -> None:
    """Add the commands."""
    build = commands.add_parser("build", help="draw components and lay them out as printable PDFs")
    add_games(build)
    _add_sheet_options(build)
    _add_run_options(build)
    build.set_defaults(run=_build)
    _add_proof(commands)


def _add_sheet_options(build: argparse.ArgumentParser) -> None:
    build.add_argument(
        "--paper", default="", metavar="NAME", help=f"{PAPERS} (default: the sheet profile's, or a4)"
    )
    build.add_argument(
        "--lang",
        type=names,
        default=(),
        metavar="CODE[,CODE]",
        help="language of the texts (default: each game's first); several, or all = a kit for each; "
        "pseudo = longer words, to find tight boxes",
    )
    build.add_argument(
        "--duplex",
        choices=tuple(DUPLEX),
        default="long",
        help="edge the printer flips the paper on; fold = backs on the same side, to fold and glue; "
        "separate = one file of fronts and one of backs; board = like long, but pieces for "
        "board have fronts and backs on separate sheets, to glue to both sides of it; "
        "none = fronts only (default: long)",
    )
    build.add_argument(
        "--sheet", default="", metavar="NAME", help=f"marks or labels: {SHEETS} (default: corner)"
    )
    build.add_argument(
        "--gutter",
        type=_gutter,
        metavar="MM",
        help="gap between pieces, such as 0, 3 or 6 mm (default: each family's own)",
    )
    build.add_argument(
        "--only",
        type=names,
        default=(),
        metavar="FAMILY[,FAMILY]",
        help="print only these families, such as cards for a die-cut sheet, or rulebook; all are checked",
    )
    build.add_argument(
        "--items",
        type=names,
        default=(),
        metavar="ITEM[,ITEM]",
        help="print only these components, by id or number: cards/ladder,cards/5-9; all are checked",
    )
    build.add_argument(
        "--copies",
        type=whole_number(1, 999),
        metavar="N",
        help="print N of each component, whatever the catalogue says",
    )
    build.add_argument(
        "--sets",
        type=whole_number(1, 999),
        default=1,
        metavar="N",
        help="print N whole sets: of each component N times its copies",
    )
    build.add_argument(
        "--draft",
        action="store_true",
        help="print texts that do not fit (smaller, framed) and low-resolution pictures, with warnings",
    )
    build.add_argument(
        "--show-safe", action="store_true", help="draw the trim line and the safe zone on a separate layer"
    )


def _add_run_options(build: argparse.ArgumentParser) -> None:
    build.add_argument(
        "--out", type=Path, metavar="DIR", help="output folder (default: output/ in the project)"
    )
    build.add_argument(
        "--jobs",
        type=whole_number(1, 64),
        default=1,
        metavar="N",
        help="number of processes, for several games or the faces of one (default: 1)",
    )
    build.add_argument(
        "--engine", default="", metavar="dask://HOST:PORT", help="draw the faces on a Dask cluster"
    )
    build.add_argument(
        "--no-cover", action="store_true", help="print only the sheets, without credits and cutting guide"
    )
    build.add_argument("--plain-cover", action="store_true", help="print the cover without its pictures")
    build.add_argument("--no-check", action="store_true", help="build even if the catalogue breaks its rules")
    build.add_argument(
        "--strict", action="store_true", help="treat warnings as errors: write nothing if there are any"
    )
    build.add_argument(
        "--proof", action="store_true", help="measure the written files; exit with 1 if anything is off"
    )
    changes.add_build_options(build)
    printers.add_build_options(build)
    printers.add_press_options(build)
    build.add_argument(
        "--no-cache", action="store_true", help="ignore the build cache; same bytes, only slower"
    )
    build.add_argument(
        "--watch", action="store_true", help="build again whenever a file is saved, until Ctrl-C"
    )


def _gutter(text: str) -> float:
    from prancha.model.units import parse_length

    try:
        gap = parse_length(text if text.strip()[-1:].isalpha() else f"{text} mm")
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{text}" is not a length; write 3, or "0.125 in"') from None
    if not 0 <= gap <= 50:
        raise argparse.ArgumentTypeError(f'"{text}" must lie between 0 and 50 mm')
    return gap


def _order(options: argparse.Namespace) -> Order:
    from prancha.building.order import Order

    return Order(
        options.project,
        options.paper,
        None,  # `_orders` has the languages
        options.duplex,
        options.out,
        check=not options.no_check,
        cover=not options.no_cover,
        plain_cover=options.plain_cover,
        sheet=options.sheet,
        gutter=options.gutter,
        show_safe=options.show_safe,
        cache=not options.no_cache,
        printer=printers.printer_of(options),
        ink=options.ink,
        cut_contour=options.cut_contour,
        only=options.only,
        strict=options.strict,
        items=options.items,
        copies=options.copies,
        sets=options.sets,
        draft=options.draft,
        press=printers.press_of(options),
    )


def _orders(options: argparse.Namespace) -> Iterator[tuple[Order, Sequence[str]]]:
    """Yield an order for each language that is asked for, with the games that are built in it."""
    from msgspec.structs import replace

    order = _order(options)
    if options.lang != (ALL,):
        for lang in dict.fromkeys(options.lang or (None,)):
            yield replace(order, lang=lang), options.games
        return
    from prancha.building.game_loading import load
    from prancha.building.selection import choose_games

    for game in choose_games(options.project, options.games):
        languages: Sequence[str | None] = (None,)  # of a broken game the build says what is wrong
        with suppress(Failure):
            languages = load(options.project, game).languages
        for lang in languages:
            yield replace(order, lang=lang), (game,)


def _conflicts(options: argparse.Namespace) -> list[str]:
    """Messages for options that cannot be combined."""
    reprint, watch = bool(options.changed_since), options.watch
    finds = "cannot be combined with --changed-since, which finds out what to print"
    refused = (
        (options.only and reprint, f"--only {finds}"),
        (options.items and reprint, f"--items {finds}"),
        ("pseudo" in options.lang and reprint, "--lang pseudo cannot be combined with --changed-since"),
        (
            (options.copies or options.sets > 1) and reprint,
            "--copies and --sets cannot be combined with --changed-since, which counts the copies",
        ),
        (
            options.copies and options.sets > 1,
            "--sets multiplies the copies that --copies replaces: give one",
        ),
        (options.start_slot and not reprint, "--start-slot goes with --changed-since"),
        (
            options.engine and reprint,
            "--engine cannot be combined with --changed-since: a reprint is drawn here",
        ),
        *printers.press_conflicts(options),
        (
            bool(options.pdfx) and options.show_safe,
            "--show-safe cannot be combined with --pdfx: it would be printed",
        ),
        (
            options.proof and options.only == ("rulebook",),
            "--proof measures pieces on sheets: build the kit, not --only rulebook",
        ),
        (watch and (reprint or options.proof), "--watch cannot be combined with --changed-since or --proof"),
        (
            watch and (len(options.lang) > 1 or options.lang == (ALL,)),
            "--watch follows one language: give --lang one code",
        ),
    )
    return [why for at_odds, why in refused if at_odds]


def _build(options: argparse.Namespace) -> int:
    wrong_use = _conflicts(options)
    if wrong_use:
        say("\n".join(wrong_use), file=sys.stderr)
        return USAGE
    from prancha.building import incremental

    kits: list[Kit] = []
    wrong: set[Diagnostic] = set()
    idle: dict[str, None] = {}
    unknown: dict[str, None] = {}
    stale: dict[str, None] = {}
    if options.watch:
        [(order, games)] = _orders(options)
        return _watch(order, games, options)
    since = options.changed_since
    with _open_workers(options) as workers, progress_bar() as progress:
        for order, games in _orders(options):
            if since:
                from prancha.changes.reprint import build_changes

                changed = build_changes(order, games, since, options.start_slot or 1, progress)
                kits += changed.kits
                idle |= dict.fromkeys(changed.idle)
                unknown |= dict.fromkeys(changed.unknown)
                stale |= dict.fromkeys(changed.remarks)
            else:
                built = incremental.build(order, games, options.jobs, progress, workers)
                kits += built.kits
                wrong.update(built.wrong)
    for game in idle:
        say(f"{game}: nothing to print since {since}")
    for line in stale:
        say(line)
    for game in unknown:
        why = f'not printed, it has no snapshot "{since}"; all of it: prancha build {game}'
        say(f"{game}: {why}", file=sys.stderr)
    print_kits(kits)
    print_origins(options.project, options.games)
    print_findings(sorted(wrong))
    if wrong:
        return exit_code(sorted(wrong))
    return prove_kits(kits, options) if options.proof else FINE


def _open_workers(options: argparse.Namespace) -> AbstractContextManager[Workers | None]:
    """Workers that draw the faces; None if this process draws them alone."""
    if not options.engine:
        return nullcontext()
    from prancha.building.workers import open_engine

    return open_engine(options.engine)


def _watch(order: Order, games: Sequence[str], options: argparse.Namespace) -> int:
    from prancha.building.incremental import watch
    from prancha.system.processes import look_for_cycles

    look_for_cycles()
    print_origins(order.project, games)
    with _open_workers(options) as workers:
        watch(order, games, options.jobs, print_kits, print_findings, workers=workers)
    return FINE
