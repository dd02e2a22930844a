"""The files of a rulebook beside a kit: pages for the screen, sheets to fold, plain text and HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from prancha.book.book_pages import BLEED, LaidBook, lay_out_book
from prancha.book.book_style import BookStyle, style_of
from prancha.book.booklet import Booklet, half_of, impose_booklet
from prancha.book.plain_book import HtmlBook, as_text, pictured
from prancha.book.setup_pictures import DrawnKit
from prancha.building.components import spaces_of_boards
from prancha.building.face_drawing import render_settings
from prancha.building.order import DEFAULT_PAPER, RULEBOOK, Order
from prancha.building.step_values import DrawnGame, OpenedGame
from prancha.export.metadata import About
from prancha.export.rulebook_pdf import write_book, write_sides
from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Face, Portfolio
from prancha.model.game import THICKNESS, Game
from prancha.model.localised_text import resolve_texts
from prancha.model.rulebook import BookPage, ImposedSide, PageMark
from prancha.model.sheet import Paper
from prancha.model.units import Mm
from prancha.render import render
from prancha.system.cache import key_of
from prancha.system.file_contents import Chunks
from prancha.system.machine import ENCODES_PICTURES
from prancha.system.words import words

if TYPE_CHECKING:
    from prancha.export.target import BookPages

_QUALITY = 80
"""The quality of pictures in HTML; JPEG is packed in a tenth of the time of WebP, in twice the bytes."""
_DPI, _SETUP_DPI = 110, 220
"""The resolution of components in HTML, and of set-ups, whose pieces are small."""
_WIDEST: Mm = 60.0
_TALLEST: Mm = 80.0
"""The greatest width and height of a component in HTML."""


class BookFiles(Struct, frozen=True):
    """The files of a rulebook by name, what the manifest says of it, and warnings."""

    files: Mapping[str, Chunks]
    told: Mapping[str, Any]
    notes: tuple[Diagnostic, ...]


def rulebook_names(order: Order, game: str, first: str, paper: str) -> tuple[str, str, str, str]:
    """Names of the pages, the booklet, the text and the HTML; `first` is the game's first language."""
    marks = [game, paper] if paper != DEFAULT_PAPER else [game]
    marks += [str(order.lang)] if order.lang not in (None, first) else []
    marks += [order.ink] if order.ink != "full" else []
    stem = "-".join((*marks, RULEBOOK))
    return f"{stem}.pdf", f"{stem}-booklet.pdf", f"{stem}.txt", f"{stem}.html"


def lay_out_rulebook(game: Game, lang: str, drawing: DrawnGame, paper: Paper) -> tuple[LaidBook, BookStyle]:
    """Lay out the rulebook that the game declares; raises Failure with everything that is wrong in it."""
    design, drawn = game.book, drawing.toned
    assert design is not None
    style = style_of(game, drawing.book, design, half_of(paper), lang)
    spaces = cache(partial(spaces_of_boards, game, drawn, drawing.book))
    kit = DrawnKit(game, lang, drawn.fronts, drawn.backs, spaces)
    return lay_out_book(kit, drawing.maker, style), style


class PreparedBook(Struct, frozen=True):
    """A rulebook that is laid out, its sheets, and the steps to print, fold and staple them in words."""

    laid: LaidBook
    style: BookStyle
    booklet: Booklet
    steps: tuple[str, ...]


def prepare_rulebook(opened: OpenedGame, drawing: DrawnGame, paper: Paper) -> PreparedBook:
    """Lay out a rulebook and its sheets; raises Failure."""
    laid, style = lay_out_rulebook(opened.game, opened.lang, drawing, paper)
    booklet = _imposed(opened, laid, style, paper)
    return PreparedBook(laid, style, booklet, _steps(opened, booklet))


def make_rulebook(opened: OpenedGame, drawing: DrawnGame, paper: Paper, made: PreparedBook) -> BookFiles:
    """Make all files of a rulebook; raises Failure."""
    game, lang, book = opened.game, opened.lang, drawing.book
    laid, style, booklet = made.laid, made.style, made.booklet
    pages = laid.layout.pages
    art, about = _rendered(game, lang, drawing, laid), _about(game, lang)
    printed_pages = write_book(laid.layout, art, book, about, style.rtl)
    names = rulebook_names(opened.order, game.id, game.languages[0], paper.name)
    contents = [
        printed_pages,
        write_sides(booklet.sides, pages, art, book, about),
        Chunks([as_text(laid.book).encode()]),
    ]
    if ENCODES_PICTURES:
        html = HtmlBook(
            laid.book,
            about.title,
            style.colours,
            {**_web_pictures(laid, drawing, art, about), **_web_setups(laid, printed_pages)},
            drawing.maker.tools.icons.symbol,
            rtl=style.rtl,
        )
        contents.append(Chunks([html.page().encode()]))
    files = dict(zip(names, contents, strict=False))  # where no pictures are encoded there is no HTML
    return BookFiles(files, _told(made, paper, files), art.notes)


def book_pages(opened: OpenedGame, drawing: DrawnGame, paper: Paper) -> BookPages:
    """The pages of the rulebook with their bleed, for a print shop; raises Failure."""
    from prancha.export.target import BookPages  # with Pillow

    laid, style = lay_out_rulebook(opened.game, opened.lang, drawing, paper)
    pages = laid.layout.pages
    about = _about(opened.game, opened.lang)

    def as_pdf() -> bytes:
        size = style.width + 2 * BLEED, style.height + 2 * BLEED
        spots = [((number, BLEED, BLEED),) for number in range(len(pages))]
        sides = [ImposedSide(*size, spots=shown, folded=False) for shown in [*spots, ()]]
        art = _rendered(opened.game, opened.lang, drawing, laid)
        return b"".join(write_sides(sides, pages, art, drawing.book, about))

    return BookPages(about.title, style.width, style.height, len(pages), bleed=BLEED, pdf=as_pdf)


def screen_pages(game: Game, lang: str, drawing: DrawnGame, laid: LaidBook, style: BookStyle) -> Chunks:
    """The PDF of the pages for the screen."""
    art = _rendered(game, lang, drawing, laid)
    return write_book(laid.layout, art, drawing.book, _about(game, lang), style.rtl)


def _rendered(game: Game, lang: str, drawing: DrawnGame, laid: LaidBook) -> Portfolio:
    """The art of every drawing that the pages show."""
    return render(
        _shown_faces(laid, drawing),
        symbols=drawing.maker.symbols,
        book=drawing.book,
        pictures=drawing.folders,
        pack=drawing.pack,
        where=drawing.maker,
        settings=render_settings(game, lang),
    )


def _about(game: Game, lang: str) -> About:
    return About(
        f"{game.title}: {words(lang, RULEBOOK)['rules']}",
        author=", ".join(game.designers),
        lang=lang,
        subject=game.subtitle.get(lang, ""),
        rights=str(resolve_texts(game.licence, lang, game.languages)),
    )


def _shown_faces(laid: LaidBook, drawing: DrawnGame) -> list[Face]:
    """Every drawing that a page shows, in the order of pages."""
    drawn = drawing.toned
    known = {face.digest: face for face in (*drawn.fronts.values(), *drawn.backs.values(), *laid.faces)}
    shown = dict.fromkeys(mark.digest for page in laid.layout.pages for mark in page.marks)
    return [known[digest] for digest in shown]


def _imposed(opened: OpenedGame, laid: LaidBook, style: BookStyle, paper: Paper) -> Booklet:
    game = opened.game
    thickness = {**THICKNESS, **game.stocks}
    design = game.book
    assert design is not None
    place = game.places.get("book.page", game.places.get("book", game.place))
    return impose_booklet(
        len(laid.layout.pages),
        (style.width, style.height),
        paper,
        place,
        creep=thickness["paper"],
        cover=thickness[design.cover] if design.cover else None,
        rtl=style.rtl,
    )


def _web_pictures(
    laid: LaidBook, drawing: DrawnGame, art: Portfolio, about: About
) -> Mapping[str, tuple[bytes, float]]:
    """The components that the book shows as JPEG cut to their outline, each with its width in mm."""
    from prancha.export.pixels_and_bytes import Raster, jpeg, pixels  # with Pillow

    pack = drawing.pack
    sizes: dict[str, tuple[float, tuple[int, int]]] = {}
    for key in pictured(laid.book):
        outline = drawing.toned.fronts[key].outline
        scale = min(1.0, _WIDEST / outline.width, _TALLEST / outline.height)
        size = pixels(outline.width * scale, _DPI), pixels(outline.height * scale, _DPI)
        sizes[key] = outline.width * scale, size
    names = {
        key: key_of("book-jpeg", drawing.toned.fronts[key].digest, repr(size))
        for key, (_, size) in sizes.items()
    }
    known = {key: pack.get(name) for key, name in names.items()}
    missing = [key for key, data in known.items() if data is None]
    if missing:
        with Raster(_pictures_as_pdf(missing, drawing, art, about)) as raster:
            for number, key in enumerate(missing):
                outline = drawing.toned.fronts[key].outline
                shown = raster.draw(number, (0.0, 0.0, outline.width, outline.height), sizes[key][1])
                known[key] = data = jpeg(shown, _DPI, _QUALITY)
                pack.put(names[key], data)
    return {key: (data, sizes[key][0]) for key, data in known.items() if data is not None}


def _web_setups(laid: LaidBook, pages: Chunks) -> Mapping[str, tuple[bytes, float]]:
    """The set-ups that the book shows as JPEG, as they look on its pages, each with its width in mm."""
    if not laid.setups:
        return {}
    from prancha.export.pixels_and_bytes import Raster, jpeg, pixels

    found = {}
    with Raster(b"".join(pages)) as raster:
        for key, (page, box) in laid.setups.items():
            left, top, right, bottom = box
            size = pixels(right - left, _SETUP_DPI), pixels(bottom - top, _SETUP_DPI)
            found[key] = jpeg(raster.draw(page, box, size), _SETUP_DPI, _QUALITY), right - left
    return found


def _pictures_as_pdf(keys: Sequence[str], drawing: DrawnGame, art: Portfolio, about: About) -> bytes:
    """Components cut to their outline, a page each."""
    pages = []
    for key in keys:
        face = drawing.toned.fronts[key]
        mark = PageMark(face.digest, 0.0, 0.0, clip=face.outline.ring())
        pages.append(BookPage(face.outline.width, face.outline.height, (mark,)))
    sides = [
        ImposedSide(one.width, one.height, ((k, 0.0, 0.0),), folded=False) for k, one in enumerate(pages)
    ]
    return b"".join(write_sides(sides, pages, art, drawing.book, about))


def _steps(opened: OpenedGame, booklet: Booklet) -> tuple[str, ...]:
    """The steps to print, fold and staple the sheets, in words."""
    lang, design = opened.lang, opened.game.book
    assert design is not None
    printed = words(lang, RULEBOOK)
    one, several = printed["sheets"]
    sheets = one if booklet.sheets == 1 else several.format(booklet.sheets)
    steps = [printed["print"].format(sheets=sheets)]
    if design.cover and booklet.stapled:
        steps.append(printed["cover"].format(stock=words(lang, "paper")[design.cover]))
    steps += [printed["stack"], printed["staple"]] if booklet.stapled else [printed["fold"]]
    return tuple(steps)


def _told(made: PreparedBook, paper: Paper, files: Mapping[str, Chunks]) -> Mapping[str, Any]:
    """The entry of the manifest: pages, sheets, and the steps to make a book of them."""
    booklet, style = made.booklet, made.style
    return {
        "pages": len(booklet.sides) * 2 - booklet.blank,
        "blank": booklet.blank,
        "page_mm": [round(style.width, 3), round(style.height, 3)],
        "sheets": booklet.sheets,
        "paper": paper.name,
        "staples": 2 if booklet.stapled else 0,
        "steps": list(made.steps),
        "files": {name: {"bytes": len(file), "sha256": file.sha256} for name, file in files.items()},
    }
