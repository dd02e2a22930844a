"""Read the rulebook of a game in one language, from a file or a folder of chapters, and check its links."""

from __future__ import annotations

from collections.abc import Callable

from prancha.book.book_blocks import Block, Book, Heading, each_block, each_words, plain
from prancha.book.book_expressions import CatalogueWords
from prancha.book.markdown_reader import CODE, anchor_of, read_markdown
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.game import Family, Game
from prancha.system.file_contents import Refused, regular_bytes

_MOST_BYTES = 2_000_000
"""The most bytes of one file; the longest rulebooks that are sold have a tenth."""


def _texts(game: Game, lang: str, leaflet: Family | None) -> list[tuple[str, str]]:
    """The files of a rulebook, as names from the project and texts.  Raises Failure with all their faults."""
    folder, base = game.folder, f"components/{game.id}"
    stem = leaflet.id if leaflet is not None else "rules"
    single, chapters = folder / f"{stem}.{lang}.md", sorted((folder / f"{stem}.{lang}").glob("*.md"))
    paths = [single] if single.is_file() else chapters
    texts: list[tuple[str, str]] = []
    found: list[Diagnostic] = []
    if not paths:
        message = f"book: is declared, but there is no rulebook in {lang}"
        hint = f"write {base}/{single.name}, or chapters in the folder {base}/{stem}.{lang}/"
        place = game.places.get("book", game.place)
        if leaflet is not None:
            message, place = f"there is no text of this leaflet in {lang}", leaflet.place
        found.append(Diagnostic(place, "book-missing", message, hint=hint))
    elif chapters and single in paths:
        message = f"the folder {stem}.{lang}/ has chapters of the same book"
        found.append(Diagnostic(Place(f"{base}/{single.name}"), CODE, message, hint="keep one of them"))
    for path in paths:
        name = f"{base}/{path.relative_to(folder).as_posix()}"
        try:
            text = regular_bytes(path, _MOST_BYTES, folder).decode("utf-8-sig")
            texts.append((name, text.replace("\r\n", "\n")))
        except UnicodeDecodeError as error:
            message = f"is not UTF-8: byte {error.start} is 0x{error.object[error.start]:02x}"
            found.append(Diagnostic(Place(name), "encoding", message, hint="save it as UTF-8"))
        except Refused as refused:
            found.append(Diagnostic(Place(name), "unreadable", str(refused), hint="make it an ordinary file"))
    if found:
        raise Failure(found)
    return texts


def read_book(
    game: Game, lang: str, page_of: Callable[[str], str] | None = None, leaflet: Family | None = None
) -> Book:
    """The rulebook of a game, or a leaflet, in one language; raises Failure with all that is wrong in it.

    `page_of` gives the number of the page of an anchor, once that is known.
    """
    texts = _texts(game, lang, leaflet)
    catalogue = CatalogueWords(game, lang)
    if page_of is not None:
        catalogue.page_of = page_of
    blocks: list[Block] = []
    found: list[Diagnostic] = []
    anchors: set[str] = set()
    for name, text in texts:
        read, wrong = read_markdown(text, name, catalogue, anchors)
        blocks += read
        found += wrong
    found += _broken_links(blocks)
    if found:
        raise Failure(found)
    return Book(lang, texts[0][0], tuple(blocks), frozenset(catalogue.families))


def _broken_links(blocks: list[Block]) -> list[Diagnostic]:
    """Errors of links to headings that are not there, and of headings of one name that are linked to."""
    found = []
    headings = {block.anchor: block for block in each_block(blocks) if isinstance(block, Heading)}
    told = set()
    for said, _ in each_words(blocks):
        for one in said:
            if not one.link.startswith("#") or one.place is None or (one.place, one.link) in told:
                continue
            told.add((one.place, one.link))
            anchor = one.link[1:]
            second = headings.get(f"{anchor}-1")
            if anchor not in headings:
                message = f'there is no heading "#{anchor}"'
                found.append(Diagnostic(one.place, "book-link", message, hint=suggestion(anchor, headings)))
            elif second is not None and anchor_of(plain(second.words)) == anchor:
                lines = f"{headings[anchor].place.line} and {second.place.line}"
                message = f'the headings at lines {lines} are both "#{anchor}"'
                found.append(Diagnostic(one.place, "book-link", message, hint="give one another name"))
    return found
