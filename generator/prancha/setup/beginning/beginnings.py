"""Answers of a page that begins a game: choices, guesses, first cards in a layout, and the game itself."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue import load_game
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.graphics.fonts import FontBook
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.model.game import Game
from prancha.render import render
from prancha.setup.beginning.additions import (
    Addition,
    Resize,
    add_family,
    add_given_font,
    add_picture,
    resize_family,
)
from prancha.setup.beginning.begin_order import BeginOrder, Given, begin_game, find_given
from prancha.setup.layout_pages import first_faces
from prancha.setup.layouts import PLAIN_LOOK, layouts, looks
from prancha.setup.new_game import EXAMPLES
from prancha.setup.new_game.given_list import lists_in
from prancha.setup.new_game.pdf_backs import BACKS
from prancha.setup.new_game.plain_game import DRAWN_KINDS
from prancha.setup.new_game.project import Started
from prancha.setup.new_game.starter_kinds import KINDS, kind_title, sizes_of
from prancha.system import program_folders
from prancha.system.atomic_files import write_whole
from prancha.system.words import words

Json = dict[str, Any]
Told = tuple[Json, tuple[Diagnostic, ...]]
"""An answer as JSON, and findings."""
_TITLE = "My game"
"""The title of a game whose files suggest none."""
_KEPT = 100
"""How many files of faces are kept for the page."""
_FEW = 3
"""How many cards are shown in a layout, and of the game as it was guessed."""
_KINDS_OF_LISTS = ("cards", "tiles", "hexes", "tokens")
_CARD_SIZES = ("63 x 88 mm", "57 x 87 mm", "44 x 68 mm", "70 x 120 mm", "70 x 70 mm", "105 x 148 mm")
_ROW = re.compile(r"\b(?:row|line|entry) \d")
"""Found in lines on single cells, which their author should look at."""
_OPTION = re.compile(r"[;:,]?\s*--[a-z]+\b[^;)]*")
_LABEL = re.compile(r"--(?=[a-z])")


class _Shown(Struct):
    """A game that is only looked at: where it lies, what it was asked to be, and how it began.

    `tried`: it was built, and mended where it did not print.
    """

    order: BeginOrder
    given: Given
    folder: Path
    started: Started
    tried: bool


class Beginnings:
    """Answers one question after another; games that are only looked at lie in `folder`."""

    def __init__(self, project: Path, folder: Path) -> None:
        self._project, self._folder = project, folder
        self._shown: _Shown | None = None
        self._drawn = 0

    def answer(self, what: str, asked: Mapping[str, Any], files: Path | None) -> Told:
        """Answer "choices", "guess", "layout" or "make", or add a "family", "font" or "picture" to a game.

        "size" gives one of its families another size.

        `files` is the folder of what was given.

        Raises Failure, with the paths that a page does not know taken out of its messages, and
        msgspec.ValidationError for an order that no page sends.
        """
        if what == "choices":
            return choices(str(asked.get("lang", ""))), ()
        try:
            if what == "size":
                return resize_family(self._project, msgspec.convert(asked, Resize)), ()
            if what in ("family", "font", "picture"):
                return self._add(what, msgspec.convert(asked, Addition), files)
            order = msgspec.convert(asked.get("order"), BeginOrder)
            given = _given(order, files)
            if what == "guess":
                return self._guess(order, given)
            if what == "layout":
                return self._draw_layout(order, given), ()
            return self._make(order, given)
        except Failure as failure:
            raise Failure(self._told(failure.diagnostics, files)) from None

    def _add(self, what: str, asked: Addition, files: Path | None) -> Told:
        """Add to a game; raises Failure, and ValidationError where a file is needed and none was given."""
        if what == "family":
            return add_family(self._project, asked), ()
        if files is None:
            raise msgspec.ValidationError("batch")
        return (add_given_font if what == "font" else add_picture)(self._project, asked, files), ()

    def _guess(self, order: BeginOrder, given: Given) -> Told:
        """Return what `new` would make of it, with the first cards; a question leaves the copies open."""
        shown, unclear = self._look_at(replace(order, layout=""), given)
        started = shown.started
        game = load_game(shown.folder / "components" / started.game, shown.folder)
        path = self._next_file()
        family = game.families[0]
        backs = given.source in ("pdf", "pictures", "like") and family.back is not None
        faces = draw_faces(shown.folder, game, family.id, path, count=_FEW, backs=backs)
        size = f"{family.outline.width:g} x {family.outline.height:g} mm"
        lines = [line for line in self._plain(started.guesses, given) if not (unclear and "copies: " in line)]
        told: Json = {
            "source": given.source,
            "title": order.name or given.title or _TITLE,
            "taken": any(
                (self._project / where / started.game).exists() for where in ("components", "templates")
            ),
            "lines": [line for line in lines if not _ROW.search(line)],
            "notes": [*(line for line in lines if _ROW.search(line)), *self._plain(started.notes, given)],
            "columns": msgspec.to_builtins(started.guessed.columns),
            "languages": started.guessed.languages or game.languages,
            "size": started.guessed.size or size,
            "grid": started.guessed.grid,
            "backs": started.guessed.backs,
            "sheets": _sheets(given, order.kind),
            "designs": sum(len(one.items) for one in game.families),
            "pieces": sum(one.copies for one in game.families),
            "unclear": [one.message for one in unclear],
            "faces": faces,
        }
        return told, self._told(started.wrong, None)

    def _draw_layout(self, order: BeginOrder, given: Given) -> Json:
        """Return the first cards in the layout of an order; what does not print is mended first."""
        try:
            return self._first_cards(order, given, tried=False)
        except Failure:
            return self._first_cards(order, given, tried=True)

    def _first_cards(self, order: BeginOrder, given: Given, tried: bool) -> Json:
        shown, _ = self._look_at(order, given, tried)
        game = load_game(shown.folder / "components" / shown.started.game, shown.folder)
        family, path = game.families[0], self._next_file()
        backs = family.back == f"{family.id}-back.svg"
        faces = draw_faces(shown.folder, game, family.id, path, count=_FEW - backs, backs=backs)
        notes = [line for line in shown.started.guesses if "has no place for it" in line]
        return {"faces": faces, "notes": notes}

    def _make(self, order: BeginOrder, given: Given) -> Told:
        """Write the game into the project; returns its id, files and notes."""
        started = begin_game(self._project, order, given)
        files = [path.relative_to(self._project).as_posix() for path in started.files]
        told = {"game": started.game, "files": files, "notes": [*self._plain(started.notes, given)]}
        return told, self._told(started.wrong, None)

    def _look_at(
        self, order: BeginOrder, given: Given, tried: bool = True
    ) -> tuple[_Shown, tuple[Diagnostic, ...]]:
        """Return the game of an order, written to be looked at.

        A question which column has the copies is returned beside it; it has one of each then.
        """
        named = replace(order, name=order.name or given.title or _TITLE)
        try:
            return self._written(named, given, tried), ()
        except Failure as failure:
            if {one.code for one in failure.diagnostics} != {"unclear-copies"}:
                raise
            return self._written(replace(named, copies="none"), given, tried), failure.diagnostics

    def _written(self, order: BeginOrder, given: Given, tried: bool) -> _Shown:
        shown = self._shown
        if shown is not None and (shown.order, shown.given) == (order, given) and shown.tried >= tried:
            return shown
        self._shown = None
        folder = self._folder / "shown"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        started = begin_game(folder, order, given, looked_at=True, tried=tried)
        self._shown = _Shown(order, given, folder, started, tried)
        return self._shown

    def _next_file(self) -> Path:
        self._drawn += 1
        (self._folder / f"faces-{self._drawn - _KEPT}.pdf").unlink(missing_ok=True)
        return self._folder / f"faces-{self._drawn}.pdf"

    def _told(self, found: Iterable[Diagnostic], files: Path | None) -> tuple[Diagnostic, ...]:
        """Return findings in which files are named as the page knows them."""
        roots = [f"{root.as_posix()}/" for root in (self._folder / "shown", files, self._project) if root]

        def plain(text: str) -> str:
            for root in roots:
                text = text.replace(root, "")
            return text

        return tuple(
            replace(
                one,
                place=replace(one.place, file=plain(one.place.file)),
                message=plain(one.message),
                hint=_LABEL.sub("", plain(one.hint)),
            )
            for one in found
        )

    def _plain(self, lines: Iterable[str], given: Given) -> Iterator[str]:
        """Yield lines without options of the command, which a page has menus for, and without our folders."""
        for line in lines:
            for folder in {path.parent for path in given.paths}:
                line = line.replace(f"{folder.as_posix()},", "what was given,")
            short = _OPTION.sub("", line.replace(f"{self._folder.as_posix()}/shown/", ""))
            yield short.replace(" ()", "")


def choices(lang: str) -> Json:
    """Return what a game can begin with besides given files, and what can be asked for, in `lang`."""
    texts = words(lang, "new_game")
    return {
        "examples": [{"name": name, **texts["examples"][name]} for name in EXAMPLES],
        "kinds": [{"name": name, "title": kind_title(name, lang)} for name in (*KINDS, *DRAWN_KINDS)],
        "lists": _KINDS_OF_LISTS,
        "layouts": [{"name": name, **texts["layouts"][name]} for name in layouts()],
        "looks": [{"name": name, "title": texts["looks"][name]} for name in looks()],
        "look": PLAIN_LOOK,
        "sizes": {
            name: _CARD_SIZES
            if name == "cards"
            else [f"{size.width:g} x {size.height:g} mm" for size in sizes_of(KINDS[name])]
            for name in _KINDS_OF_LISTS
        },
        "backs": BACKS,
    }


def draw_faces(project: Path, game: Game, family_id: str, path: Path, count: int, backs: bool) -> Json:
    """Write the first faces of a family, a page each; returns the file's name and the sizes in mm."""
    folders = (project / "templates" / game.id, project / "templates", program_folders.TEMPLATES)
    book = FontBook((folders[0], *program_folders.libraries(project)))
    faces, symbols = first_faces(game, family_id, folders, book, count=count, backs=backs)
    art = render(faces, symbols, book, folders)
    pages = [
        PdfPage(face.outline.width, face.outline.height, faces=((face.digest, 0.0, 0.0),)) for face in faces
    ]
    write_whole(path, write_pdf(pages, art, book, About("First cards", lang=game.languages[0]), "none"))
    return {"file": path.stem, "sizes": [[page.width, page.height] for page in pages]}


def _given(order: BeginOrder, files: Path | None) -> Given:
    if files is not None:
        return find_given(files)
    return Given("like", (), "") if order.like else Given("kind", (), "")


def _sheets(given: Given, kind: str) -> list[str]:
    """Return the names of the lists in a file that holds several."""
    if given.source != "list" or len(given.paths) != 1:
        return []
    found, _ = lists_in(given.paths[0], kind)
    return [one.name for one in found]
