"""The order of a page for a new game, the files it gives, and the writing of the game, all or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from prancha.catalogue.spreadsheet import slug
from prancha.model.units import DPI
from prancha.setup.layouts import find_layout, find_look
from prancha.setup.new_game import start_like
from prancha.setup.new_game.field_roles import Wishes
from prancha.setup.new_game.finished_faces import FaceWishes, read_size
from prancha.setup.new_game.given_list import LISTS
from prancha.setup.new_game.list_meanings import ENDINGS as PICTURES
from prancha.setup.new_game.pdf_backs import BACKS
from prancha.setup.new_game.pdf_game import OVERRULING, PdfWishes, read_grid, read_pages, start_from_pdf
from prancha.setup.new_game.project import Started, start, start_with_pictures
from prancha.setup.new_game.project_files import (
    GameFiles,
    distinct_languages,
    game_id,
    game_title,
    new_folders,
    refusal,
    refuse_taken,
)

Source = Literal["list", "pictures", "pdf", "like", "kind"]


class Given(Struct, frozen=True):
    """The `source` of a new game, the `paths` of its files, and the `title` that their names suggest."""

    source: Source
    paths: tuple[Path, ...] = ()
    title: str = ""


def find_given(folder: Path) -> Given:
    """Return what a folder of given files holds; raises Failure for what no game can begin with.

    Files beside a list are pictures that it names; a PDF must be alone.
    """
    top = _entries(folder)
    if len(top) == 1 and top[0].is_dir() and any(_is_list(path) for path in _entries(top[0])):
        top = _entries(top[0])
    files = [path for path in top if path.is_file()]
    lists = [path for path in files if _is_list(path)]
    pdfs = [path for path in files if path.suffix.lower() == ".pdf"]
    pictures = [path for path in top if path.is_dir() or path.suffix.lower() in (".zip", *PICTURES)]
    if pdfs and (lists or pictures):
        message = f"{pdfs[0].name} has all faces of a game, and was given with {(lists or pictures)[0].name}"
        raise refusal("not-with-from", message, "give the PDF alone, or leave it out")
    sources: tuple[tuple[Source, list[Path]], ...] = (("list", lists), ("pdf", pdfs), ("pictures", pictures))
    for source, chosen in sources:
        if chosen:
            return Given(source, tuple(chosen), _title(chosen))
    names = ", ".join(path.name for path in top[:3]) or "nothing"
    hint = "give a list (.csv, .xlsx, .ods, .json, .txt), pictures, a folder or zip of them, or a PDF"
    raise refusal("unknown-file", f"no game can begin with {names}", hint)


def _entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))


def _is_list(path: Path) -> bool:
    return path.is_file() and path.suffix.lower() in LISTS


def _title(paths: Sequence[Path]) -> str:
    """Return the title that the name of a file suggests; "" where several files were given."""
    return game_title(slug(paths[0].stem)[:64].strip("-")) if len(paths) == 1 else ""


Word = Annotated[str, Meta(max_length=200)]
FAST_DPI = 150
"""Resolution of faces of a PDF in a game that is only looked at."""


class BeginOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """What a page asks for; "" is to be guessed, also the layout.

    `roles` are those of columns, by their headings; with `copies` "none" there is one of each card.
    """

    name: Word = ""
    like: Word = ""
    kind: Word = "cards"
    languages: Annotated[list[Word], Meta(max_length=20)] = []
    sheet: Word = ""
    copies: Literal["", "none"] = ""
    roles: Annotated[dict[str, str], Meta(max_length=1000)] = {}
    size: Word = ""
    bleed: Annotated[float, Meta(ge=0, le=20)] | None = None
    grid: Word = ""
    pages: Word = ""
    backs: Word = ""
    layout: Word = ""
    look: Word = ""


def begin_game(
    project: Path, order: BeginOrder, given: Given, looked_at: bool = False, tried: bool = True
) -> Started:
    """Write a new game of what was given; raises Failure and then writes nothing.

    In a game that is only `looked_at`, faces of a PDF are pictures of `FAST_DPI`.  `tried` is for a list: the
    game is built, and mended where it does not print.
    """
    place = GameFiles(project, new_folders(project, game_id(order.name)))
    refuse_taken(place.folders)
    distinct_languages(order.languages)
    if order.layout:
        find_layout(order.layout)
    if order.look:
        find_look(order.look)
    with place.undone():
        return _write(project, order, given, FAST_DPI if looked_at else DPI, tried)


def _write(project: Path, order: BeginOrder, given: Given, dpi: int, tried: bool) -> Started:
    if given.source == "like":
        return start_like(project, order.name, order.like)
    if given.source == "pdf":
        wishes = _pdf_wishes(order, dpi)
        told: list[str] = []
        started = start_from_pdf(
            project,
            order.name,
            order.kind,
            languages=order.languages,
            sources=given.paths,
            wishes=wishes,
            tell=told.append,
        )
        return _told(started, told)
    if given.source == "pictures":
        asked = FaceWishes(order.size, order.bleed, _grid_and_pages(order)[0])
        return start_with_pictures(project, order.name, given.paths, order.languages, asked)
    if given.source == "kind":
        return start(project, order.name, order.kind, order.languages)
    return start(
        project,
        order.name,
        order.kind,
        order.languages,
        source=given.paths,
        wishes=replace(_list_wishes(order), tried=tried),
        sheet=order.sheet,
        follow=False,
    )


def _list_wishes(order: BeginOrder) -> Wishes:
    """Return the wishes for a list: columns of copies and title have a wish of their own."""
    copies = next((name for name, role in order.roles.items() if role == "copies"), order.copies)
    roles = {name: role for name, role in order.roles.items() if role != "copies"}
    size = read_size(order.size) if order.size else None
    return Wishes(copies, roles=roles, size=size, layout=order.layout, look=order.look)


def _pdf_wishes(order: BeginOrder, dpi: int) -> PdfWishes:
    """Return the wishes for a PDF; raises Failure for a grid, pages or backs that are none."""
    if order.backs not in ("", *BACKS):
        raise refusal(
            "bad-backs", f'"{order.backs}" is no place of backs', f"choose one of {', '.join(BACKS)}"
        )
    grid, pages = _grid_and_pages(order)
    return PdfWishes(read_size(order.size) if order.size else None, grid, pages, order.backs, dpi)


def _grid_and_pages(order: BeginOrder) -> tuple[tuple[int, int] | None, frozenset[int]]:
    try:
        grid = read_grid(order.grid) if order.grid else None
        return grid, read_pages(order.pages) if order.pages else frozenset[int]()
    except ValueError as problem:
        raise refusal("bad-pages", str(problem), "correct it, or leave it empty") from None


def _told(started: Started, lines: list[str]) -> Started:
    """Return what was begun with a PDF with the lines that were told, in the words of a page."""
    # The game that is made has finer pictures than the one that is looked at.
    notes = tuple(note.replace(f"{FAST_DPI} dots", f"{DPI} dots") for note in started.notes)
    return replace(
        started, notes=notes, guesses=(*(line for line in lines if line != OVERRULING), *started.guesses)
    )
