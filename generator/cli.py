"""The command line: arguments, printing, exit codes; nothing else.

Heavy modules are imported inside the commands, so that `--help` answers at once.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from generator import __version__, cli_changes, cli_check, cli_printers, stopping
from generator.model.diagnostic import Diagnostic, Failure

if TYPE_CHECKING:
    from generator.kit import Kit, Order

FINE, FINDINGS, USAGE, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 130
PAPERS = "a3, a4, letter, legal, tabloid, or one of components/_sheets/papers.yaml"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit code (0 fine, 1 findings, 2 usage, 3 our fault, 130 interrupted)."""
    # A build makes much and drops little: looking for cycles as often as Python does costs a tenth of it.
    gc.set_threshold(100_000, 50, 100)
    if arguments is None:  # the program itself, not a caller who has plans of their own for signals
        stopping.install()
    try:
        return _run(_parser().parse_args(arguments))
    finally:
        if arguments is None:
            stopping.uninstall()


def _run(options: argparse.Namespace) -> int:
    try:
        return int(options.run(options))
    except Failure as failure:
        _report(failure.diagnostics)
        return _code_of(failure.diagnostics)
    except KeyboardInterrupt:
        print(stopping.MESSAGE, file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return FINE
    except Exception as problem:
        if options.debug:
            raise
        print(
            f"prancha itself failed: {type(problem).__name__}: {problem}\n"
            "    this is our fault, not yours; run again with --debug and send us what it prints",
            file=sys.stderr,
        )
        return OUR_FAULT


def _code_of(wrong: Iterable[Diagnostic]) -> int:
    """What cannot be written is no finding about a game: another folder must be given."""
    return USAGE if any(each.code == "not-written" for each in wrong) else FINDINGS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="prancha",
        description="Catalogues of game components become sheets you print, cut and play.",
        epilog="Start with: prancha list, then: prancha build GAME",
    )
    parser.add_argument("--version", action="version", version=f"prancha {__version__}")
    parser.add_argument("--debug", action="store_true", help=argparse.SUPPRESS)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    build = commands.add_parser("build", help="draw components and lay them out as printable PDFs")
    _games(build)
    build.add_argument(
        "--paper", default="", metavar="NAME", help=f"{PAPERS} (default: the sheet profile's, or a4)"
    )
    build.add_argument("--lang", metavar="CODE", help="language of the texts (default: each game's first)")
    build.add_argument(
        "--duplex", choices=("long", "short", "fold", "separate", "none"), default="long",
        help="edge the printer turns the paper about; fold = backs on the same side, to fold and glue; "
        "separate = a file of fronts and one of backs; none = fronts only (default: long)",
    )  # fmt: skip
    build.add_argument(
        "--sheet", default="", metavar="NAME", help="marks or labels, of components/_sheets/profiles.yaml"
    )
    build.add_argument(
        "--gutter", type=_gutter, metavar="MM", help="gap between pieces, such as 0, 3 or 6 mm (default: own)"
    )
    build.add_argument(
        "--show-safe", action="store_true", help="draw trim and safe zone on a layer of their own"
    )
    build.add_argument(
        "--out", type=Path, metavar="DIR", help="where kits go (default: output/ of the project)"
    )
    build.add_argument(
        "--jobs", type=_positive, default=1, metavar="N", help="games built at once (default: 1)"
    )
    build.add_argument(
        "--no-cover", action="store_true", help="only the sheets, without credits and cutting guide"
    )
    build.add_argument(
        "--no-check", action="store_true", help="print even when the catalogue breaks its rules"
    )
    build.add_argument(
        "--proof", action="store_true", help="measure what was written; exit 1 when anything is off"
    )
    cli_changes.add_build_options(build)
    cli_printers.add_build_options(build)
    build.add_argument(
        "--no-cache", action="store_true", help="build all anew; the bytes are the same, it only takes longer"
    )
    build.add_argument(
        "--watch", action="store_true", help="build again whenever a file is saved, until Ctrl-C"
    )
    build.set_defaults(run=_build)

    proof = commands.add_parser("proof", help="measure a finished PDF against what was designed")
    proof.add_argument("file", type=Path, metavar="FILE.pdf")
    proof.add_argument("--manifest", type=Path, metavar="FILE", help="default: manifest.json beside the PDF")
    proof.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    proof.set_defaults(run=_proof)

    new = commands.add_parser("new", help="begin a game: a small project that builds at once")
    new.add_argument("name", metavar="NAME", help='such as fox-and-geese or "Fox and Geese"')
    new.add_argument(
        "--from",
        dest="source",
        type=Path,
        metavar="FILE",
        help="a .csv, .tsv, .xlsx, .ods or .json of components",
    )
    new.add_argument(
        "--kind",
        choices=("cards", "tiles", "hexes", "tokens", "board"),
        default="cards",
        help="default: cards",
    )
    new.add_argument(
        "--lang", default="", metavar="CODES", help="languages, such as en or pt-BR,en (default: en)"
    )
    _project(new)
    new.set_defaults(run=_new)

    schema = commands.add_parser("schema", help="JSON Schemas of the YAML files, for editors")
    schema.add_argument("file", nargs="?", default="family", metavar="game|family|papers|profiles|rules")
    schema.set_defaults(run=_schema)

    cli_check.add_commands(commands, _games, _project)

    listing = commands.add_parser("list", help="games, their families and counts")
    _project(listing)
    listing.set_defaults(run=_list)

    cli_changes.add_commands(commands, _project)
    cli_printers.add_commands(commands, _project)

    cache = commands.add_parser("cache", help="what is kept to build faster: how much it is, or away with it")
    cache.add_argument("action", choices=("info", "clear"), metavar="info|clear")
    cache.set_defaults(run=_cache)

    doctor = commands.add_parser("doctor", help="is everything here that the program needs?")
    doctor.set_defaults(run=_doctor)
    return parser


def _games(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="folder names in components/ (default: all)")
    _project(parser)


def _project(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--project", type=Path, default=Path(), metavar="DIR", help="folder with components/ and templates/"
    )


def _positive(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise argparse.ArgumentTypeError(f'"{text}" is not a number from 1 to 64')
    return int(text)


def _gutter(text: str) -> float:
    from generator.model.units import parse_length

    try:
        gap = parse_length(text if text.strip()[-1:].isalpha() else f"{text} mm")
    except ValueError:
        raise argparse.ArgumentTypeError(f'"{text}" is not a length; write 3, or "0.125 in"') from None
    if not 0 <= gap <= 50:
        raise argparse.ArgumentTypeError(f'"{text}" must lie between 0 and 50 mm')
    return gap


def _build(options: argparse.Namespace) -> int:
    from generator import incremental
    from generator.kit import Order

    order = Order(
        options.project,
        options.paper,
        options.lang,
        options.duplex,
        options.out,
        check=not options.no_check,
        cover=not options.no_cover,
        sheet=options.sheet,
        gutter=options.gutter,
        show_safe=options.show_safe,
        cache=not options.no_cache,
        printer=cli_printers.printer_of(options),
        ink=options.ink,
        cut_contour=options.cut_contour,
    )
    if options.start_slot and not options.changed_since:
        print("--start-slot goes with --changed-since", file=sys.stderr)
        return USAGE
    kits: Sequence[Kit]
    wrong: Sequence[Diagnostic] = ()
    idle: Sequence[str] = ()
    if options.watch:
        return _watch(order, options)
    with _progress() as progress:
        if options.changed_since:
            kits, idle = cli_changes.build_changes(options, order, progress)
        else:
            built = incremental.build(order, options.games, options.jobs, progress)
            kits, wrong = built.kits, built.wrong
    for game in idle:
        print(f"{game}: nothing to print since {options.changed_since}")
    _told(kits)
    _report(wrong)
    if wrong:
        return _code_of(wrong)
    return _prove(kits) if options.proof else FINE


def _watch(order: Order, options: argparse.Namespace) -> int:
    if options.changed_since or options.proof:
        print("--watch goes with neither --changed-since nor --proof", file=sys.stderr)
        return USAGE
    from generator.watch import watch

    watch(order, options.games, options.jobs, _told, _report)
    return FINE


def _told(kits: Sequence[Kit]) -> None:
    """Warnings and remarks on kits, then their tables."""
    for kit in kits:
        _report(kit.notes)
        for remark in kit.remarks:
            print(f"{kit.game}: {remark}", file=sys.stderr)
    _table(kits)


def _prove(kits: Sequence[Kit]) -> int:
    from generator.proof import as_text, proof

    written = [(path, kit.manifest) for kit in kits for path in (kit.pdf, kit.backs) if path]
    reports = [proof(path, manifest) for path, manifest in written]
    for report in reports:
        print("\n" + as_text(report))
    return FINE if all(report.clean for report in reports) else FINDINGS


def _proof(options: argparse.Namespace) -> int:
    from generator.proof import as_json, as_text, proof

    report = proof(options.file, options.manifest)
    print(as_json(report) if options.format == "json" else as_text(report))
    return FINE if report.clean else FINDINGS


def _new(options: argparse.Namespace) -> int:
    from generator.starter import start

    languages = [code.strip() for code in options.lang.split(",") if code.strip()]
    started = start(options.project, options.name, options.kind, languages, options.source)
    for path in started.files:
        print(path.as_posix())
    for note in started.notes:
        print(f"note: {note}")
    print(f"now: prancha build {started.game}")
    return FINE


def _schema(options: argparse.Namespace) -> int:
    from generator.schemas import json_schema

    print(json_schema(options.file), end="")
    return FINE


def _list(options: argparse.Namespace) -> int:
    from generator import pipeline

    for game in pipeline.describe(options.project):
        print(f"{game['id']}  {game['title']}  ({', '.join(game['languages'])})")
        for family, title, designs, copies, stock in game["families"]:
            print(f"    {family:20} {copies:4} pieces, {designs:3} designs, {stock:6} {title}")
    return FINE


def _cache(options: argparse.Namespace) -> int:
    from generator.cache import cache_folder, clear, usage

    folder = cache_folder()
    if folder is None:
        print("nothing is kept: PRANCHA_CACHE is off, or there is no home folder")
        return FINE
    if options.action == "clear":
        gone = clear(folder)
        print(f"{folder}: {gone.entries} entries, {gone.size / 1e6:.1f} MB removed")
        return FINE
    found = usage(folder)
    print(f"{folder}: {found.entries} entries, {found.size / 1e6:.1f} of {found.limit / 1e6:.0f} MB")
    return FINE


def _doctor(_: argparse.Namespace) -> int:
    from generator.doctor import examine

    findings = examine()
    for finding in findings:
        print(("ok    " if finding.fine else "WRONG ") + finding.text)
        if finding.remedy:
            print("      " + finding.remedy)
    return FINE if all(finding.fine for finding in findings) else FINDINGS


def _report(diagnostics: Iterable[Diagnostic]) -> None:
    for diagnostic in diagnostics:
        print(diagnostic, file=sys.stderr)


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar on a terminal, one log line per game elsewhere."""
    if not sys.stderr.isatty():
        yield _log
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def advance(game: str, done: int, total: int) -> None:
            if game not in tasks:
                tasks[game] = bar.add_task(game, total=total)
            bar.update(tasks[game], completed=done)

        yield advance


def _log(game: str, done: int, total: int) -> None:
    if done == total:
        print(f"{game}: {total} faces drawn", file=sys.stderr)


def _table(kits: Sequence[Kit]) -> None:
    """Family, different faces, copies, sheets, seconds; a line per kit with pages, seconds and the file."""
    for kit in kits:
        width = max(len("family"), *(len(row.title) for row in kit.rows), 0)
        print(f"\n{kit.title}")
        print(f"  {'family':{width}}  faces  copies  sheets  seconds")
        for row in kit.rows:
            took = "" if kit.unchanged else f"{row.seconds:7.2f}"
            print(f"  {row.title:{width}}  {row.faces:5}  {row.copies:6}  {row.sheets:6}  {took}".rstrip())
        files = str(kit.pdf) if kit.backs is None else f"{kit.pdf} and {kit.backs.name}"
        took = "unchanged" if kit.unchanged else f"in {kit.seconds:.2f} s"
        print(f"  {kit.pages} pages {took}: {files}")


if __name__ == "__main__":
    sys.exit(main())
