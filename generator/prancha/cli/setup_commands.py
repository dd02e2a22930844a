"""Commands that set up a game: new, icons, font add, texts export and texts import."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prancha.cli.argument_types import add_project, names, whole_number
from prancha.cli.output import FINDINGS, FINE, print_findings, refuse, say, say_slow
from prancha.model import component_kinds
from prancha.model.diagnostic import Diagnostic, Failure, Place, counted
from prancha.model.units import DPI
from prancha.system import crashes

if TYPE_CHECKING:
    from prancha.setup.new_game import Started


KINDS = ("cards", "tiles", "hexes", "tokens", "board", *component_kinds.KINDS)
EXAMPLES = ("trick-taking", "hex-tiles", "roll-and-write", "storytelling", "wargame", "party")
"""Same as in `prancha.setup.new_game`, which is not imported for the options alone."""
WEIGHTS = "400,700"
BACKS = ("long", "short", "fold", "separate", "common", "none")
"""Same as in `prancha.setup.new_game.pdf_backs`, which is not imported for the options alone."""
_FOR_PDFS = ("pages", "backs", "dpi", "pictures")


def add_new(commands: Any) -> None:
    """Add the command."""
    new = commands.add_parser("new", help="create a game (or add a family) that builds right away")
    new.add_argument(
        "name", nargs="?", default="", metavar="NAME", help='such as fox-and-geese or "Fox and Geese"'
    )
    new.add_argument(
        "--like",
        nargs="?",
        const="",
        metavar="EXAMPLE",
        help=f"start from a complete game: {', '.join(EXAMPLES)}; without NAME, list them; with --from, the "
        "rows of a list become the family that they fit",
    )
    new.add_argument(
        "--from",
        dest="source",
        type=Path,
        action="append",
        metavar="FILE",
        help="a list of components: .csv, .tsv, .xlsx, .ods, .json, .jsonl, .yaml, .md; or finished faces: "
        "a folder of pictures, a .zip, a .png, a .pdf made for printing; repeatable",
    )
    for option, what in (("copies", "says how many"), ("id", "names each"), ("title", "is the title")):
        also = '; "none": one of each' if option == "copies" else ""
        new.add_argument(
            f"--{option}",
            default="",
            metavar="COLUMN",
            help=f"the column that {what}{also} (default: detected)",
        )
    new.add_argument(
        "--sheet",
        default="",
        metavar="NAME",
        help="the sheet of a workbook, the table or list in a file (default: a family for each)",
    )
    new.add_argument(
        "--size",
        default="",
        metavar="SIZE",
        help='such as "63 x 88 mm" or poker (default: detected; of lists the smallest that their words need)',
    )
    new.add_argument(
        "--bleed",
        type=_bleed,
        metavar="MM",
        help="finished faces in pictures: what they hold beyond the trim, on each side (default: detected)",
    )
    new.add_argument(
        "--grid",
        type=_grid,
        metavar="COLUMNSxROWS",
        help="finished faces: how many a page of a PDF or a picture has, such as 10x7 (default: detected in "
        "PDFs, one in a picture)",
    )
    pdf = new.add_argument_group("with --from FILE.pdf; without NAME nothing is written")
    pdf.add_argument(
        "--pages", type=_pages, metavar="PAGES", help="such as 2-9,12 (default: those with faces of one size)"
    )
    pdf.add_argument(
        "--backs",
        choices=BACKS,
        help="where backs are: long, short = every second page, for paper turned about that edge; "
        "fold = beside their fronts; separate = the second half of the pages, or the second file; "
        "common = the last face is the back of all (default: detected)",
    )
    pdf.add_argument(
        "--dpi",
        type=whole_number(150, 1200, "resolution"),
        metavar="DPI",
        help=f"dots per inch of faces that are pictures, 150 to 1200 (default: {DPI})",
    )
    pdf.add_argument(
        "--pictures", action="store_true", help="make pictures of all faces, not vectors where it can be done"
    )
    layout = new.add_argument_group("a drawing for the cards of a list, to change in Inkscape and the like")
    layout.add_argument(
        "--layout",
        default="",
        metavar="LAYOUT",
        help="one that prancha layouts lists (default: the one that suits the columns)",
    )
    layout.add_argument(
        "--look", default="", metavar="LOOK", help="its colours, fonts and frames (default: parchment)"
    )
    layout.add_argument(
        "--drawing",
        type=Path,
        metavar="CARD.SVG",
        help="a drawing of yours with named objects (prancha help art)",
    )
    new.add_argument(
        "--update",
        action="store_true",
        help="apply the changes of a list that was copied into the game, and copy it again",
    )
    new.add_argument("--kind", choices=KINDS, help="kind of the family (default: cards)")
    new.add_argument(
        "--lang",
        type=names,
        default=(),
        metavar="CODES",
        help="languages, such as en or pt-BR,en (default: en)",
    )
    add_project(new)
    new.set_defaults(run=run_new)


def run_new(options: argparse.Namespace) -> int:
    """Create a game or family and report it, or list the examples."""
    from prancha.system.words import FALLBACK, words

    if options.like == "" and not options.name:
        for example, said in words(FALLBACK, "new_game")["examples"].items():
            say(f"{example:16} {said['about']}")
        say("\nprancha new NAME --like EXAMPLE writes one of them under a name of yours, to change")
        return FINE
    if not options.name and not _are_pdfs(options):
        refuse("no-name", "what shall the game be called?", "such as: prancha new fox-and-geese")
    if options.layout or options.look or options.drawing:
        _check_layout(options)
    return _report_started(_start(options))


def _check_layout(options: argparse.Namespace) -> None:
    """Refuse options that no layout or drawing goes with, before anything is written.  Raises Failure."""
    from prancha.setup.layouts import find_layout, find_look
    from prancha.setup.new_game import are_pictures

    lists = options.source and not are_pictures(options.source) and not _are_pdfs(options)
    if not lists or options.like is not None or options.update:
        refuse(
            "layout-option", "--layout, --look and --drawing are for a new list", "name the list with --from"
        )
    if options.drawing and (options.layout or options.look):
        refuse(
            "layout-option", "--drawing brings a layout and look of its own", "leave out --layout and --look"
        )
    wrong: list[Diagnostic] = []
    for find, name in ((find_layout, options.layout), (find_look, options.look)):
        try:
            if name:
                find(name)
        except Failure as failure:
            wrong += failure.diagnostics
    if wrong:
        raise Failure(wrong)
    if options.drawing and not options.drawing.is_file():
        refuse("no-drawing", f"there is no file {options.drawing}", "name an SVG file, such as card.svg")


def _bleed(text: str) -> float:
    number = text.removesuffix("mm").strip()
    if not number.replace(".", "", 1).isdecimal() or not float(number) <= 20:
        raise argparse.ArgumentTypeError(f'"{text}" is not a number of millimetres from 0 to 20')
    return float(number)


def _grid(text: str) -> tuple[int, int]:
    from prancha.setup.new_game.pdf_game import read_grid

    try:
        return read_grid(text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def _pages(text: str) -> frozenset[int]:
    from prancha.setup.new_game.pdf_game import read_pages

    try:
        return read_pages(text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def _are_pdfs(options: argparse.Namespace) -> bool:
    return any(source.suffix.lower() == ".pdf" for source in options.source or ())


def _start_from_pdf(options: argparse.Namespace) -> Started:
    from prancha.setup.new_game.finished_faces import read_size
    from prancha.setup.new_game.pdf_game import PdfWishes, start_from_pdf

    given = [
        f"--{name}"
        for name in ("copies", "id", "title", "sheet", "bleed", "update")
        if getattr(options, name)
    ]
    given += [f"--from {source}" for source in options.source if source.suffix.lower() != ".pdf"]
    if given:
        refuse("not-with-from", f"the faces of a PDF take no {', '.join(given)}", f"leave out {given[0]}")
    wishes = PdfWishes(
        read_size(options.size) if options.size else None,
        options.grid,
        options.pages or frozenset(),
        options.backs or "",
        dpi=options.dpi or DPI,
        pictures=options.pictures,
    )
    with crashes.caught(Place(str(options.source[0])), "taking it apart"):
        return start_from_pdf(
            options.project,
            options.name,
            options.kind or "cards",
            languages=options.lang,
            sources=options.source,
            wishes=wishes,
            tell=say,
        )


def _start(options: argparse.Namespace) -> Started:
    from prancha.setup.new_game import (
        FaceWishes,
        Wishes,
        are_pictures,
        start,
        start_like,
        start_like_with_lists,
        start_with_pictures,
    )
    from prancha.setup.new_game.finished_faces import read_size

    sources = options.source or []
    faces = are_pictures(sources)
    wishes = Wishes(
        options.copies,
        options.id,
        options.title,
        size=read_size(options.size) if options.size and sources and not faces else None,
        layout=options.layout,
        look=options.look,
        drawing=options.drawing,
    )
    if options.like is not None:
        of_lists = () if sources else ("sheet", "copies", "id", "title")
        others = ("kind", "lang", "size", "bleed", "grid", "update", *of_lists, *_FOR_PDFS)
        given = ", ".join(f"--{name}" for name in others if getattr(options, name))
        if given:
            message = f"--like brings components and languages of its own, and takes no {given}"
            refuse("like-option", message, f"leave out {given}, and change the files it writes")
        if not sources:
            return start_like(options.project, options.name, options.like)
        if _are_pdfs(options) or faces:
            refuse(
                "like-option", "--like takes the rows of a list", "name a list with --from, such as cards.csv"
            )
        with crashes.caught(Place(str(sources[0])), "beginning a game of it"):
            return start_like_with_lists(
                options.project,
                options.name,
                options.like,
                sources=sources,
                wishes=wishes,
                sheet=options.sheet,
            )
    if _are_pdfs(options):
        return _start_from_pdf(options)
    if given := ", ".join(f"--{name}" for name in _FOR_PDFS if getattr(options, name)):
        refuse(
            "not-with-from",
            f"{given} is for the faces of a PDF",
            f"name one with --from, or leave out {given}",
        )
    place = Place(str(sources[0] if sources else options.name))
    strange = ("kind", "sheet", "update", "copies", "id", "title") if faces else ("bleed", "grid")
    strange = (*strange, *(() if sources else ("size",)))
    if given := ", ".join(f"--{name}" for name in strange if getattr(options, name) not in (None, "", False)):
        what = (
            "finished faces take"
            if faces
            else "a game without --from takes"
            if options.size
            else "lists take"
        )
        refuse("not-with-from", f"{what} no {given}", f"leave out {given}")
    with crashes.caught(place, "beginning a game of it"):
        if faces:
            asked = FaceWishes(options.size, options.bleed, options.grid)
            return start_with_pictures(options.project, options.name, sources, options.lang, asked)
        return start(
            options.project,
            options.name,
            kind=options.kind or "cards",
            languages=options.lang,
            source=sources,
            wishes=wishes,
            sheet=options.sheet,
            slow=say_slow,
            update=options.update,
        )


def _report_started(started: Started) -> int:
    """Report what was written and what to do next; returns the exit code."""
    for path in started.files:
        say(path.as_posix())
    for guess in started.guesses:
        say(f"guessed {guess}" if started.files else guess)
    for note in started.notes:
        say(f"note: {note}")
    if not started.files:
        return FINE
    if started.wrong:
        print_findings(started.wrong)
        say(f"it does not print yet; fix the errors above, then: prancha build {started.game}")
        return FINDINGS
    say(f"now: prancha build {started.game}")
    return FINE


def add_layouts(commands: Any) -> None:
    """Add the command."""
    layouts = commands.add_parser(
        "layouts",
        help="list layouts and looks; with a list, write a PDF of its first cards in each layout",
        epilog="Such as: prancha layouts cards.xlsx --look slate; then: prancha new NAME --from cards.xlsx "
        "--layout economy --look slate",
    )
    layouts.add_argument(
        "source", nargs="*", type=Path, metavar="LIST", help="a list of cards, as for prancha new --from"
    )
    layouts.add_argument("--look", default="", metavar="LOOK", help="colours, fonts and frames")
    layouts.add_argument("--sheet", default="", metavar="NAME", help="the sheet of a workbook")
    layouts.add_argument("--paper", default="a4", metavar="NAME", help="default: a4")
    layouts.add_argument("--out", type=Path, metavar="DIR", help="default: output/ of the project")
    add_project(layouts)
    layouts.set_defaults(run=_layouts)


def _layouts(options: argparse.Namespace) -> int:
    from prancha.setup.layout_pages import write_layout_pages
    from prancha.setup.layouts import find_look, layouts, looks

    if options.source:
        with crashes.caught(Place(str(options.source[0])), "drawing its cards"):
            path = write_layout_pages(
                options.project,
                options.source,
                look=options.look,
                paper_name=options.paper,
                out=options.out,
                sheet=options.sheet,
                tell=say,
            )
        say(path.as_posix())
        return FINE
    if options.look:
        find_look(options.look)
    for layout in layouts().values():
        say(f"{layout.name:10} {layout.about}")
    say(f"\nlooks: {', '.join(looks())}")
    say("prancha layouts LIST shows the cards of a list in each")
    return FINE


def add_icons(commands: Any) -> None:
    """Add the command."""
    icons = commands.add_parser(
        "icons",
        help="list the icons at hand, and write a PDF to look at them",
        epilog="Such as: prancha icons sword shield",
    )
    icons.add_argument("words", nargs="*", metavar="WORD", help="only icons called so (default: all)")
    icons.add_argument("--paper", default="a4", metavar="NAME", help="default: a4")
    icons.add_argument("--out", type=Path, metavar="DIR", help="default: output/ of the project")
    add_project(icons)
    icons.set_defaults(run=_icons)


def _icons(options: argparse.Namespace) -> int:
    from prancha.setup.icon_sheet import find_icons, write_icon_sheet

    names = find_icons(options.project, options.words)
    say(textwrap.fill(", ".join(names), 100, break_on_hyphens=False))
    path = write_icon_sheet(options.project, names, options.paper, options.out)
    say(f"{counted(len(names), 'icon')}: {path.as_posix()}")
    return FINE


def add_fonts(commands: Any) -> None:
    """Add the commands."""
    font = commands.add_parser("font", help="add a font to a project, from a file or an installed one")
    actions = font.add_subparsers(title="actions", metavar="ACTION", required=True)
    adding = actions.add_parser(
        "add",
        help="install a font where games look for it, as static TrueType files",
        epilog='Such as: prancha font add "Noto Sans Georgian"; or: prancha font add Downloads/Lora.ttf',
    )
    adding.add_argument(
        "fonts",
        nargs="+",
        metavar="FILE|FAMILY",
        help="a .ttf, .otf, .ttc or .woff file, or an installed family (such as Debian's fonts-noto-core)",
    )
    adding.add_argument("--game", default="", metavar="GAME", help="only for this game (default: for all)")
    adding.add_argument("--face", default="", metavar="NAME", help="the family to take from a collection")
    adding.add_argument(
        "--weights",
        type=_weights,
        default=WEIGHTS,
        metavar="N[,N]",
        help=f"weights to add, 1 to 999 (default: {WEIGHTS})",
    )
    add_project(adding)
    adding.set_defaults(run=_add_font)


def _weights(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and 1 <= int(part) <= 999 for part in parts):
        raise argparse.ArgumentTypeError(f'"{text}" is not a list of weights; write 400,700')
    return tuple(sorted({int(part) for part in parts}))


def _add_font(options: argparse.Namespace) -> int:
    from prancha.setup.font_adding import add_font

    for wanted in options.fonts:
        added = add_font(
            options.project,
            wanted,
            game=options.game,
            face=options.face,
            weights=options.weights,
            slow=say_slow,
        )
        for path in added.files:
            say(path.as_posix())
        for note in added.notes:
            say(f"note: {note}")
    say("now add it to the fonts in game.yaml, and build:")
    for game, line in added.lines.items():
        say(f"    components/{game}/game.yaml: {line}")
    return FINE


def add_texts(commands: Any) -> None:
    """Add the commands."""
    texts = commands.add_parser("texts", help="export texts to a PO file for translators, or import them")
    actions = texts.add_subparsers(title="actions", metavar="ACTION", required=True)
    export = actions.add_parser(
        "export", help="write a game's texts to translate, as a PO file for Poedit or Weblate"
    )
    export.add_argument("game", metavar="GAME", help="a folder name in components/")
    export.add_argument("--lang", required=True, metavar="CODE", help="the language to translate into")
    export.add_argument("--out", type=Path, metavar="FILE.po", help="default: texts/CODE.po of the game")
    add_project(export)
    export.set_defaults(run=_export_texts)
    take = actions.add_parser(
        "import", help="import the translations of a PO file into texts/CODE.yaml of a game"
    )
    take.add_argument("game", metavar="GAME", help="a folder name in components/")
    take.add_argument("file", type=Path, metavar="FILE.po")
    take.add_argument("--lang", default="", metavar="CODE", help="default: the one the file names")
    add_project(take)
    take.set_defaults(run=_import_texts)


def _export_texts(options: argparse.Namespace) -> int:
    from prancha.building.selection import choose_games
    from prancha.setup.text_exchange import export_texts

    (game,) = choose_games(options.project, [options.game])
    done = export_texts(options.project, game, options.lang, options.out)
    fuzzy = f", {done.fuzzy} fuzzy" if done.fuzzy else ""
    say(f"{done.path.as_posix()}: {counted(done.texts, 'text')}, {done.translated} translated{fuzzy}")
    for note in done.notes:
        say(f"note: {note}")
    if done.ahead:
        ahead = counted(done.ahead, "translation")
        say(f"note: {ahead} not in the game yet: prancha texts import {game} {done.path.as_posix()}")
    return FINE


def _import_texts(options: argparse.Namespace) -> int:
    from prancha.building.selection import choose_games
    from prancha.setup.text_exchange import import_texts

    (game,) = choose_games(options.project, [options.game])
    done = import_texts(options.project, game, options.file, options.lang)
    say(f"{done.path.as_posix()}: {counted(done.taken, 'text')}")
    for note in done.notes:
        say(f"left out: {note}")
    return FINE
