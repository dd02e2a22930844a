"""Hold a rulebook against the catalogue: numbers written by hand, components left out, stale translations.

Numbers in a rulebook age with the first change of a deck, and a translation with the first change of its
source; both are read for years after.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from prancha.book.book_blocks import (
    Block,
    Book,
    Box,
    Heading,
    Inline,
    Listing,
    Pictures,
    SetupPicture,
    Table,
    each_block,
    each_words,
    plain,
)
from prancha.book.book_reading import read_book
from prancha.model.diagnostic import Diagnostic, Document, Failure, Place, excerpt, make_warning
from prancha.model.game import Family, Game

_COUNT = re.compile(r"(?<![\d.,\w])(\d{1,4})(?![\d.,]\d|\w)")
_WORD = re.compile(r"[^\W\d_]{2,}")
_PHRASE = re.compile(r"\s[^.,;:!?()\n]+")
"""The words after a number, up to a sign that ends or divides a sentence."""
_SMALL = 1
"""The most small words, such as "of", in the name of a family in a text."""


def check_books(game: Game, rules: Document | None) -> tuple[Diagnostic, ...]:
    """Findings on the rulebook and the leaflets of a game in all its languages.

    What keeps the book of the first language from being built is an error; another language without one is a
    warning.
    """
    facts = _facts(game, rules)
    leaflets = [family for family in game.families if family.book is not None]
    texts = [*([None] if game.book is not None else []), *leaflets]
    return tuple(one for leaflet in texts for one in _check_book(game, leaflet, facts))


def _check_book(
    game: Game, leaflet: Family | None, facts: Mapping[str, Mapping[int, str]]
) -> list[Diagnostic]:
    """Findings on one text in all languages: that of the rulebook, or of a leaflet."""
    found: list[Diagnostic] = []
    books: list[Book] = []
    for lang in game.languages:
        try:
            book = read_book(game, lang, leaflet=leaflet)
        except Failure as failure:
            first = lang == game.languages[0]
            found += (
                one if first or one.code != "book-missing" else replace(one, severity="warning")
                for one in failure.diagnostics
            )
            continue
        books.append(book)
        found += _written_numbers(book, game, facts)
        found += _unmentioned(book, game) if leaflet is None else ()
    for other in books[1:]:
        found += _stale(books[0], other)
    return found


def _facts(game: Game, rules: Document | None) -> Mapping[str, Mapping[int, str]]:
    """For each family the numbers that rules.yaml states of it, and the id of the rule that does."""
    found: dict[str, dict[int, str]] = {family.id: {} for family in game.families}
    data = rules.data if rules is not None else None
    listed = data.get("rules") if isinstance(data, dict) else None
    for rule in listed if isinstance(listed, list) else ():
        if not isinstance(rule, dict):
            continue
        for kind in ("total", "count"):
            stated = rule.get(kind)
            if not isinstance(stated, dict) or stated.get("of") == "items":
                continue
            family = stated.get("family")
            for number in _numbers(stated.get("is")):
                if isinstance(family, str) and family in found and number > 1:
                    found[family].setdefault(number, str(rule.get("id", kind)))
    return found


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, int) and not isinstance(value, bool):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _numbers(one)


def _stem(word: str) -> str:
    """A word without the ending of its plural."""
    word = word.casefold()
    for ending in ("ões", "ns", "es", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending)
    return word.removesuffix("e") if len(word) > 4 else word


def _written_numbers(book: Book, game: Game, facts: Mapping[str, Mapping[int, str]]) -> Iterator[Diagnostic]:
    """Yield a warning for each number of components that is written by hand."""
    titles = [(family, _title_words(family, book.lang)) for family in game.families]
    for said, place in each_words(book.blocks):
        for at, number, after, begins in _hand_written(said):
            phrase = _PHRASE.match(after)
            stems = [_stem(word) for word in _WORD.findall(phrase[0])] if phrase else []
            family, title = next(
                ((one, name) for one, name in titles if name and _begins(stems, name)), (None, [])
            )
            if family is None:
                continue
            stated = facts[family.id]
            rule = stated.get(number)
            wrong = number != family.copies and rule is None
            # A list of components says "9 cards"; "draw 9 cards" is another number.
            if wrong and (not begins or len(stems) > len(title) + _SMALL):
                continue
            if not wrong and rule is None:
                continue
            where = at or place
            told = f"{excerpt(str(number) + (phrase[0] if phrase else ''))} is written by hand"
            if wrong:
                told += f": there are {family.copies}"
            else:
                told += f", and is a fact of rules.yaml (rule {rule})"
            hint = f"write {{{{ count('{family.id}') }}}}, with a filter where it counts some of them"
            yield make_warning(where, "book-number", told, hint)


def _hand_written(said: Sequence[Inline]) -> Iterator[tuple[Place | None, int, str, bool]]:
    """Yield the place of each number that no expression gave, the number, and the letters after it.

    The last value says whether the text begins with the number.
    """
    for k, one in enumerate(said):
        if one.bound or one.icon:
            continue
        rest = plain(said[k + 1 :])
        for match in _COUNT.finditer(one.text):
            place = one.place
            if place is not None:
                place = Place(place.file, place.line, place.column + match.start())
            yield place, int(match[1]), (one.text[match.end() :] + rest)[:60], not k and not match.start()


def _title_words(family: Family, lang: str) -> list[str]:
    """The words of a family's title that matter, without the ending of their plural."""
    return [_stem(word) for word in _WORD.findall(family.title[lang]) if len(word) > 2]


def _begins(stems: Sequence[str], title: Sequence[str]) -> bool:
    """Return whether a text begins with the name of a family, with words such as "of" and "the" in it."""
    near = stems[: len(title) + (_SMALL if len(title) > 1 else 0)]
    return all(word in near for word in title)


def _unmentioned(book: Book, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each family that a book neither counts nor shows nor names."""
    text = {_stem(word) for said, _ in each_words(book.blocks) for word in _WORD.findall(plain(said))}
    for family in game.families:
        title = _title_words(family, book.lang)
        if family.id in book.families or not family.copies or (title and all(word in text for word in title)):
            continue
        message = (
            f'"{family.title[book.lang]}" ({family.id}) is in the box, and the rulebook does not mention it'
        )
        hint = f"write what it is for, such as {{{{ count('{family.id}') }}}} in the list of components"
        yield make_warning(Place(book.file, 1, 1), "book-unmentioned", message, hint)


def _stale(first: Book, other: Book) -> Iterator[Diagnostic]:
    """Yield a warning at the first block of a translation that is not as in the first language."""
    mine, theirs = list(_shape(first.blocks)), list(_shape(other.blocks))
    for (kind, place), (other_kind, other_place) in zip(mine, theirs, strict=False):
        if kind != other_kind:
            message = f"here is {other_kind}, and {place} in {first.lang} has {kind}"
            yield make_warning(other_place, "book-stale", message, "bring the translation up to date")
            return
    if len(mine) != len(theirs):
        longer, name = (first, mine) if len(mine) > len(theirs) else (other, theirs)
        kind, place = name[min(len(mine), len(theirs))]
        lacking = other.lang if longer is first else first.lang
        message = f"{kind} has no counterpart in {lacking}"
        yield make_warning(place, "book-stale", message, "bring the translation up to date")


def _shape(blocks: Iterable[Block]) -> Iterator[tuple[str, Place]]:
    """Yield what each block is, with the values of the catalogue in it."""
    for block in each_block(blocks):
        kind = type(block).__name__.lower()
        if isinstance(block, Heading):
            kind = f"a heading of level {block.level}"
        elif isinstance(block, Listing):
            kind = f"a list of {len(block.entries)}"
        elif isinstance(block, Table):
            kind = f"a table of {len(block.rows)} rows"
        elif isinstance(block, Pictures):
            kind = "the picture of " + ", ".join(one.key for one in block.pictures)
        elif isinstance(block, SetupPicture):
            kind = f"the picture of the {block.key}"
        elif isinstance(block, Box):
            kind = f"a box ({block.kind})"
        else:
            words = getattr(block, "words", ())
            counts = [one.text for one in words if one.bound and one.text.strip().isdigit()]
            kind = f"a {kind}" + (f" with {', '.join(counts)}" if counts else "")
        yield kind, block.place
