"""The rulebook of a game as the page shows it: its pages, and where each paragraph of its text stands."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from msgspec import Struct

from prancha.book.book_blocks import SetupPicture, each_block
from prancha.book.book_reading import read_book
from prancha.book.plain_book import pictured
from prancha.building.order import DEFAULT_PAPER
from prancha.building.rulebook_files import lay_out_rulebook, screen_pages
from prancha.building.selection import choose_paper
from prancha.model.diagnostic import Diagnostic, Failure
from prancha.studio.game_language import Drawer
from prancha.studio.game_view import GameView
from prancha.studio.guard import token
from prancha.studio.kits import page_picture
from prancha.studio.page_values import findings_json, place_json

_KEPT = 4
"""Books that are kept, one for each game and language."""


class _ShownBook(Struct, frozen=True):
    """The pages as PDF and what the page is told of them; `version` names what they look like."""

    pdf: bytes
    pages: list[dict[str, Any]]
    rtl: bool
    version: str


class BookDesk:
    """Lays out rulebooks as their files are; a book that cannot be laid out stays as it last was."""

    def __init__(self) -> None:
        self._books: OrderedDict[tuple[str, str], _ShownBook] = OrderedDict()
        self._done: dict[tuple[str, str], tuple[Drawer, tuple[Diagnostic, ...]]] = {}

    def state(self, view: GameView, lang: str) -> dict[str, Any]:
        """The pages with their paragraphs, and why they are older than the files; raises LookupError."""
        key = view.token, lang
        drawer = view.drawer(lang)
        if drawer.game.book is None:
            raise LookupError("this game has no rulebook")
        done = self._done.get(key)
        if done is None or done[0] is not drawer:
            wrong: tuple[Diagnostic, ...] = ()
            try:
                self._books[key] = _shown(view, drawer)
                self._books.move_to_end(key)
            except Failure as failure:
                wrong = failure.diagnostics
            self._done[key] = done = drawer, wrong
            while len(self._books) > _KEPT:
                gone, _ = self._books.popitem(last=False)
                self._done.pop(gone, None)
        shown = self._books.get(key)
        return {
            "pages": shown.pages if shown else [],
            "rtl": bool(shown and shown.rtl),
            "version": shown.version if shown else "",
            "findings": findings_json(done[1]),
        }

    def picture(self, view: GameView, lang: str, page: int, pixels: int, *tile: int) -> bytes:
        """A page (from 0) as BMP, or a tile of it; raises LookupError."""
        shown = self._books.get((view.token, lang))
        if shown is None:
            raise LookupError(page)
        return page_picture(shown.pdf, page, pixels, (tile[0], tile[1]) if tile else None)


def _shown(view: GameView, drawer: Drawer) -> _ShownBook:
    """Lay out a book with no more faces than it shows; raises Failure."""
    game, lang = drawer.game, drawer.lang
    book = read_book(game, lang)
    keys = pictured(book)
    if any(isinstance(block, SetupPicture) for block in each_block(book.blocks)):
        keys = [item.key for family in game.families for item in family.items]
    drawing = drawer.drawing(keys)
    laid, style = lay_out_rulebook(game, lang, drawing, choose_paper(view.project, DEFAULT_PAPER))
    pdf = b"".join(screen_pages(game, lang, drawing, laid, style))
    pages = [
        {
            "size": [round(page.width, 2), round(page.height, 2)],
            "blocks": [[*(round(value, 2) for value in box), *place_json(place)] for box, place in blocks],
        }
        for page, blocks in zip(laid.layout.pages, laid.blocks, strict=True)
    ]
    return _ShownBook(pdf, pages, style.rtl, token(pdf.hex()))
