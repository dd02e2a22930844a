"""Gather what a page of a game holds: all that prints a kit in a browser, or what a shop says of it.

A page that prints has the game's files, ready PDFs, rulebooks and texts.  For the page of a shop the game is
built for every paper and ink, in each language.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from msgspec.structs import replace

from prancha.building import pipeline
from prancha.building.cover_content import facts_of_play
from prancha.building.game_loading import read_game
from prancha.building.kit_files import part_name
from prancha.building.order import DEFAULT_PAPER, RULEBOOK, Order, Progress
from prancha.building.pipeline import KitPart
from prancha.building.selection import Selection, choose_ordered, known_papers
from prancha.building.step_values import DrawnGame, OpenedGame
from prancha.export.page_pixels import page_pixels
from prancha.export.target import PageContents, PageFacts, PageLanguage, PrintedKit
from prancha.faces.text.role_fonts import USUAL
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.face import Ink
from prancha.model.game import Game
from prancha.model.localised_text import resolve_texts
from prancha.model.printing import DUPLEX, DuplexName
from prancha.system import program_folders
from prancha.system.cache import lists_around, settle_cache
from prancha.system.cache.inputs import MOST_READ
from prancha.system.file_contents import Refused, regular_bytes
from prancha.system.machine import settle_pictures
from prancha.system.signals import temporary_folder
from prancha.system.words import words

READY = (DEFAULT_PAPER, "letter")
"""The papers of the PDFs that every page has ready."""
COVER_PIXELS = 720
"""Width of the picture of the cover, enough for a phone and for half a window."""
FACES, PICTURES = "settled/faces", "settled/pictures"
"""Folders of a page's project with what was drawn, and with pictures that a browser cannot draw."""
_SNAPSHOTS = ".snapshots"
_NOT_NEEDED = ("_examples", "_layouts")
"""Shared folders of templates from which no face is drawn."""
_OWN_WEIGHTS = (400, 700)
"""Weights of the usual font on the calibration sheet, and on lists of what to take out of the box."""


def page_contents(order: Order, game: Game, progress: Progress) -> PageContents:
    """Build the kit in every complete language, and gather what a page needs to build it again.

    Raises Failure where a kit cannot be built: then no page could build it either.
    """
    project = _project_files(order.project, game.id)
    books: list[FontBook] = []
    languages = [lang for lang in game.languages if not game.missing(lang)]
    ready, rulebooks = {}, {}
    with TemporaryDirectory(prefix="prancha-") as made, TemporaryDirectory(prefix="prancha-") as kept:
        own = replace(order, out=Path(made), cache=True, cover=True)
        with _settling(Path(kept)):
            for lang in languages:
                _settle_kits(replace(own, lang=lang), game.id, books, progress)
            settled = {path.relative_to(kept).as_posix(): path.read_bytes() for path in _files(Path(kept))}
            for paper in READY:  # what is drawn from here on is for the covers of these alone
                asked = replace(own, lang=languages[0], paper=paper, rulebook=False)
                ready[paper] = pipeline.build_game(asked, game.id, progress).pdf.read_bytes()
        if game.book is not None and not (order.only or order.items):
            for lang in languages:
                asked = replace(own, lang=lang, paper=READY[0], only=(RULEBOOK,))
                book = pipeline.build_rulebook(asked, game.id, progress)
                (page,) = (name for name in book.written if name.endswith(".html"))
                rulebooks[lang] = (book.pdf.parent / page).read_bytes()
    return PageContents(
        languages=tuple(_language(game, lang) for lang in languages),
        papers=tuple(known_papers(order.project)),
        ready=ready,
        rulebooks=rulebooks,
        snapshots=tuple(path.stem for path in _snapshots(order.project, game.id)),
        cover=page_pixels(ready[READY[0]], 0, COVER_PIXELS),
        only=order.only,
        items=order.items,
        project={**project, **settled},
        library=dict(sorted(_library_files(books))),
    )


@contextmanager
def _settling(folder: Path) -> Iterator[None]:
    """Keep in `folder` what is drawn, and the pictures that a browser cannot draw."""
    (folder / PICTURES).mkdir(parents=True)
    settle_cache(folder / FACES)
    settle_pictures(folder / PICTURES)
    try:
        yield
    finally:
        settle_cache(None)
        settle_pictures(None)


def _settle_kits(order: Order, game: str, books: list[FontBook], progress: Progress) -> None:
    """Build the kits of one language that most players choose, so that a browser finds what they hold drawn.

    Raises Failure where the usual one cannot be built; why others cannot is told who chooses them.
    """
    order = replace(order, plain_cover=True, rulebook=False)
    choices: list[tuple[str, DuplexName, Ink]] = [
        *((paper, way, "full") for paper in READY for way in DUPLEX),
        *((READY[0], "long", ink) for ink in get_args(Ink) if ink != "full"),
    ]
    for number, (paper, way, ink) in enumerate(choices):
        asked = replace(order, paper=paper, duplex=way, ink=ink)
        with suppress(Failure) if number else nullcontext():
            pipeline.build_kit(asked, game, partial(_ordered, books=books), progress)


def _ordered(opened: OpenedGame, books: list[FontBook]) -> KitPart:
    """Return the part to print, and keep the fonts that it is printed with."""
    few = choose_ordered(opened.game, opened.order)

    def select(drawing: DrawnGame) -> Selection:
        books.append(drawing.book)
        return Selection(few)

    return KitPart(part_name(opened.order, [family.id for family in few.families]), select, few)


def _language(game: Game, lang: str) -> PageLanguage:
    licence = str(resolve_texts(game.licence, lang, game.languages))
    return PageLanguage(lang, game.subtitle.get(lang, ""), licence)


def _snapshots(project: Path, game: str) -> list[Path]:
    return sorted((project / "components" / game / _SNAPSHOTS).glob("*.json"))


def _project_files(project: Path, game: str) -> dict[str, bytes]:
    """Return the files of the project that a build of this game may read, by their names in it.

    Raises Failure with every one that cannot be read, or is a link out of the project.
    """
    components, templates = project / "components", project / "templates"
    shared = [
        path
        for path in (*components.glob("_*"), *templates.glob("_*"))
        if path.name not in _NOT_NEEDED and not _is_shipped(path)
    ]
    folders = (components / game, templates / game, *shared)
    paths = [path for folder in folders for path in _files(folder)]
    found, wrong = {}, []
    for path in sorted({*paths, *lists_around(project, game), *_snapshots(project, game)}):
        name = path.relative_to(project).as_posix()
        try:
            found[name] = regular_bytes(path, MOST_READ, project)
        except Refused as refused:
            hint = "replace it by a file of its own: the page carries a copy of the game"
            wrong.append(Diagnostic(Place(name), "unreadable", f"it {refused}", hint=hint))
    if wrong:
        raise Failure(wrong)
    return found


def _is_shipped(path: Path) -> bool:
    """Return whether a shared folder of a project is the program's own, as in its checkout."""
    own = (program_folders.TEMPLATES, program_folders.SHEETS.parent)
    return path.resolve().parent in [folder.resolve() for folder in own]


def _library_files(books: list[FontBook]) -> Iterator[tuple[str, bytes]]:
    """Yield what the program ships for templates, by its names there: of fonts only those in use.

    The other fonts are there without content, since names in a PDF depend on which families there are; one
    that is read all the same is refused.
    """
    root = program_folders.TEMPLATES.parent
    library = program_folders.TEMPLATES / "_library"
    used = {path.resolve() for book in books for path in book.files()}
    used |= {(library / "fonts" / USUAL / f"{weight}.ttf").resolve() for weight in _OWN_WEIGHTS}
    for folder in (library, program_folders.SHEETS, program_folders.RULES):
        for path in _files(folder):
            idle = path.suffix == ".ttf" and path.resolve() not in used
            yield path.relative_to(root).as_posix(), b"" if idle else path.read_bytes()


def _files(folder: Path) -> list[Path]:
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return [
        path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]


PAPERS = ("a4", "letter")
INKS: tuple[Ink, ...] = ("full", "low")
_LICENCES = ("LICENSE", "LICENCE")
"""How the names of files with a licence begin."""


def gather_page_facts(order: Order, name: str, progress: Progress) -> tuple[PageFacts, ...]:
    """Return the kits of a game in the language of the order, without one in all complete ones.

    Raises Failure as a build does.
    """
    game = read_game(order.project, name, rules=order.check).game
    langs = [order.lang] if order.lang else [lang for lang in game.languages if not game.missing(lang)]
    if not langs:
        raise Failure(game.missing(game.languages[0]))
    with temporary_folder() as folder:
        return tuple(_facts(replace(order, lang=lang, out=folder), game, progress) for lang in langs)


def _facts(order: Order, game: Game, progress: Progress) -> PageFacts:
    lang = order.lang or game.languages[0]
    kits = [
        _printed(replace(order, paper=paper, ink=ink, cover=True), game, progress)
        for paper in PAPERS
        for ink in INKS
    ]

    def text(value: object) -> str:
        return str(resolve_texts(value, lang, game.languages) or "")

    def thing(name: object, count: int) -> str:
        return f"{count} × {text(name)}" if count > 1 else text(name)

    printed = {family.id: family for family in game.families}
    return PageFacts(
        lang,
        subtitle=text(game.subtitle),
        pitch=text(game.pitch),
        play=tuple(f"{name}: {value}" for _, name, value in facts_of_play(game, lang)),
        designers=game.designers,
        artists=game.artists,
        publisher=text(game.publisher),
        licence=text(game.licence),
        supplied=tuple(
            thing(one["name"], one["count"])
            for one in game.supplied
            if game.book is None or text(one["name"]).lower() != words(lang, "paper")["book"]
        ),
        contents=tuple(
            f"{family.copies} × {text(family.title)}" for family in printed.values() if family.copies
        ),
        kits=tuple(kits),
        licences=tuple(_licence_files(game.folder)),
    )


def _printed(order: Order, game: Game, progress: Progress) -> PrintedKit:
    """Build one kit; its rulebook is taken of the one in full ink."""
    kit = pipeline.build_game(order, game.id, progress)
    names = [name for name in kit.written if name.endswith(".pdf")]
    if order.ink != "full":
        names = [kit.pdf.name]
    folder = kit.pdf.parent
    return PrintedKit(
        order.paper,
        order.ink,
        files=tuple((name, (folder / name).read_bytes()) for name in names),
        sheets=kit.sheets,
        minutes=kit.minutes,
    )


def _licence_files(folder: Path) -> list[tuple[str, bytes]]:
    found = sorted(path for path in folder.iterdir() if path.name.upper().startswith(_LICENCES))
    return [(path.name, path.read_bytes()) for path in found if path.is_file() and not path.is_symlink()]
