"""Blocks of a rulebook: headings, paragraphs, lists, tables, boxes and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from msgspec import Struct

from prancha.model.diagnostic import Place
from prancha.model.localised_text import escape_text
from prancha.model.units import Mm


class Inline(Struct, frozen=True):
    """A run of letters in one style, or an icon, or a line break.

    `colour` is `#rrggbb` or a name of the palette; `link` an address or `#anchor`.  `bound` letters come
    from the catalogue.  An icon has its name in `icon`, and its meaning for those who do not see it in
    `text`.
    """

    text: str = ""
    bold: bool = False
    italic: bool = False
    colour: str = ""
    caps: bool = False
    link: str = ""
    icon: str = ""
    bound: bool = False
    newline: bool = False
    place: Place | None = None


Inlines: TypeAlias = tuple[Inline, ...]


class Heading(Struct, frozen=True):
    """A heading of a level from 1 to 6, and the name by which links find it."""

    level: int
    words: Inlines
    anchor: str
    place: Place


class Paragraph(Struct, frozen=True):
    """Running text, in a `look` of the style other than that around it where one is named."""

    words: Inlines
    place: Place
    look: str = ""


class Listing(Struct, frozen=True):
    """A list: each entry is a sequence of blocks.  `start` is the number of the first, None with bullets.

    `icons` name one for each entry, in place of numbers and bullets.
    """

    entries: tuple[tuple[Block, ...], ...]
    start: int | None
    place: Place
    icons: tuple[str, ...] = ()


class Table(Struct, frozen=True):
    """Rows of cells; `head` is empty where no column has one.  `align` is left, center or right by column.

    Of a table as wide as its column, the first one takes what the others leave where `filled`.
    """

    head: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    align: tuple[str, ...]
    places: tuple[Place, ...]
    place: Place
    filled: bool = False


class Box(Struct, frozen=True):
    """Blocks set apart: `kind` is note, example, aside or quote."""

    kind: str
    blocks: tuple[Block, ...]
    place: Place


class Picture(Struct, frozen=True):
    """A component by its key, with its caption and what it shows in words."""

    key: str
    alt: str
    caption: Inlines
    place: Place


class Pictures(Struct, frozen=True):
    """Pictures side by side; each is `width` wide, or as wide as suits where that is None."""

    pictures: tuple[Picture, ...]
    width: Mm | None
    place: Place


class SetupPicture(Struct, frozen=True):
    """The table of a game laid out for so many players, `width` wide or as wide as its column for None.

    `alt` counts what lies there.
    """

    players: int
    alt: str
    caption: Inlines
    width: Mm | None
    place: Place
    is_labelled: bool = True

    @property
    def key(self) -> str:
        """A name of the picture, which no component has."""
        return f"set-up {self.players}"


class Contents(Struct, frozen=True):
    """The list of headings with their pages, down to a level."""

    depth: int
    place: Place


class Columns(Struct, frozen=True):
    """Blocks side by side on one page, in columns that share the width by `shares`."""

    columns: tuple[tuple[Block, ...], ...]
    shares: tuple[float, ...]
    gap: Mm
    place: Place


class Ornament(Struct, frozen=True):
    """A drawing as wide as its column: the template that the style has for `role`, and what it is told."""

    role: str
    height: Mm
    place: Place
    told: Mapping[str, Any] = MappingProxyType({})


class PageBreak(Struct, frozen=True):
    """A page break: the block after it begins a page."""

    place: Place


class Rule(Struct, frozen=True):
    """A line between two parts."""

    place: Place


Block: TypeAlias = (
    Heading
    | Paragraph
    | Listing
    | Table
    | Box
    | Pictures
    | SetupPicture
    | Contents
    | Columns
    | Ornament
    | PageBreak
    | Rule
)


class Book(Struct, frozen=True):
    """A rulebook in one language.

    `file` is its file, or its first one, `families` the ids of those counted, pictured or listed.
    """

    lang: str
    file: str
    blocks: tuple[Block, ...]
    families: frozenset[str]


def plain(words: Iterable[Inline]) -> str:
    """The letters of some words, icons by their meaning."""
    return "".join("\n" if one.newline else one.text for one in words)


def each_block(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield all blocks in reading order, those inside others after them."""
    for block in blocks:
        yield block
        if isinstance(block, Box):
            yield from each_block(block.blocks)
        elif isinstance(block, Listing):
            for entry in block.entries:
                yield from each_block(entry)


def each_words(blocks: Iterable[Block]) -> Iterator[tuple[Inlines, Place]]:
    """Yield all words of text with the place of their block, in reading order; captions are among them."""
    for block in each_block(blocks):
        if isinstance(block, Heading | Paragraph):
            yield block.words, block.place
        elif isinstance(block, Table):
            rows = (block.head, *block.rows) if block.head else block.rows
            for row, place in zip(rows, block.places, strict=True):
                for cell in row:
                    yield cell, place
        elif isinstance(block, Pictures):
            for one in block.pictures:
                if one.caption:
                    yield one.caption, one.place
        elif isinstance(block, SetupPicture):
            yield block.caption, block.place


def as_markup(
    words: Iterable[Inline],
    link_colours: dict[str, str] | None = None,
    bold_colour: str = "",
    italics: bool = True,
) -> str:
    """Words in the markup of the cards' texts, so that the same engine sets them.

    `link_colours` gives the colour of each link.  Bold words have the `bold_colour` where no bolder letters
    are at hand; without `italics` bold letters stand in place of italic ones.
    """
    parts = []
    for one in words:
        if one.newline:
            parts.append("\n")
            continue
        colour = (link_colours or {}).get(one.link, "") if one.link else one.colour
        if one.icon:
            own = f":{colour}" if colour and not one.link else ""
            parts.append(f"{{{one.icon}{own}}}")
            continue
        text = escape_text(one.text)
        if one.bold or (one.italic and not italics):
            if bold_colour:
                colour = colour or bold_colour
            else:
                text = f"<b>{text}</b>"
        if one.italic and italics:
            text = f"<i>{text}</i>"
        if one.caps:
            text = f"[{text}]{{.smallcaps}}"
        if colour:
            text = f"[{text}]{{{colour if colour.startswith('#') else '.' + colour}}}"
        parts.append(text)
    return "".join(parts)


def headings_of(book: Book, depth: int = 6) -> list[Heading]:
    """The headings of a book down to a level, without its title."""
    all_ = [block for block in each_block(book.blocks) if isinstance(block, Heading) and block.level <= depth]
    first = all_[:1]
    return [one for one in all_ if not (first and one is first[0] and one.level == 1)]
