"""A rulebook as plain text and as a page of HTML, for screen readers, rooms and the web."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files

from prancha.book.book_blocks import (
    Block,
    Book,
    Box,
    Contents,
    Heading,
    Inline,
    Inlines,
    Listing,
    PageBreak,
    Paragraph,
    Pictures,
    Rule,
    SetupPicture,
    Table,
    each_block,
    headings_of,
    plain,
)


def as_text(book: Book) -> str:
    """The rulebook as plain text: headings underlined, lists with their marks, pictures in words."""
    return "\n".join(_tidy(_text(book.blocks, book))) + "\n"


def paragraphs(book: Book) -> tuple[str, ...]:
    """Each paragraph, entry and row in one text, headings with `#` as in Markdown."""
    found: list[str] = []
    for block in book.blocks:
        if isinstance(block, Heading):
            found.append(f"{'#' * block.level} {plain(block.words)}")
        else:
            found += (line.strip() for line in _text([block], book) if line.strip())
    return tuple(found)


def _tidy(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines without two empty ones in a row, nor one at an end."""
    waiting, begun = False, False
    for line in lines:
        if not line.strip():
            waiting = begun
            continue
        if waiting:
            yield ""
        waiting, begun = False, True
        yield line.rstrip()


def _text(blocks: Iterable[Block], book: Book) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Heading):
            said = plain(block.words)
            yield from (
                "",
                said,
                ("=" if block.level == 1 else "-") * len(said) if block.level < 3 else "",
                "",
            )
        elif isinstance(block, Paragraph):
            yield from (*plain(block.words).split("\n"), "")
        elif isinstance(block, Listing):
            for number, entry in enumerate(block.entries):
                mark = "- " if block.start is None else f"{block.start + number}. "
                for k, line in enumerate(_tidy(_text(entry, book))):
                    yield (mark if not k else " " * len(mark)) + line
            yield ""
        elif isinstance(block, Table):
            if block.head:
                yield " | ".join(map(plain, block.head))
            for row in block.rows:
                yield " | ".join(map(plain, row))
            yield ""
        elif isinstance(block, Box):
            yield from (f"    {line}" for line in _tidy(_text(block.blocks, book)))
            yield ""
        elif isinstance(block, Pictures):
            for one in block.pictures:
                yield f"[{one.alt}]" + (f" {plain(one.caption)}" if one.caption else "")
            yield ""
        elif isinstance(block, SetupPicture):
            told = plain(block.caption)
            yield f"[{block.alt}]" + ("" if block.alt.startswith(told) else f" {told}")
            yield ""
        elif isinstance(block, Contents):
            yield from (plain(one.words) for one in headings_of(book, block.depth))
            yield ""
        elif isinstance(block, Rule):
            yield from ("* * *", "")


class HtmlBook:
    """Writes a rulebook as one file of HTML.

    `pictures` are components and set-ups by key as JPEG with their width in mm; `icon` gives the SVG of one.
    """

    def __init__(
        self,
        book: Book,
        title: str,
        colours: Mapping[str, str],
        pictures: Mapping[str, tuple[bytes, float]],
        icon: Callable[[str], str],
        rtl: bool = False,
    ) -> None:
        self._book, self._title, self._colours = book, title, colours
        self._pictures, self._icon, self._direction = pictures, icon, ' dir="rtl"' if rtl else ""
        self._icons: dict[str, str] = {}

    def page(self) -> str:
        """The whole file."""
        inside = "\n".join(self._blocks(self._book.blocks))
        symbols = "".join(self._icons[name] for name in sorted(self._icons))
        hidden = f'<svg width="0" height="0" aria-hidden="true">{symbols}</svg>' if symbols else ""
        language = f'lang="{escape(self._book.lang)}"{self._direction}'
        style = files(__package__ or "").joinpath("plain_book.css").read_text(encoding="utf-8")
        return (
            f'<!doctype html>\n<html {language}>\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(self._title)}</title>\n<style>\n{style % self._colours}</style>\n</head>\n"
            f"<body>\n{hidden}<main>\n{inside}\n</main>\n</body>\n</html>\n"
        )

    def _blocks(self, blocks: Iterable[Block]) -> Iterator[str]:
        for block in blocks:
            if isinstance(block, Heading):
                level = block.level
                yield f'<h{level} id="{escape(block.anchor)}">{self._words(block.words)}</h{level}>'
            elif isinstance(block, Paragraph):
                yield f"<p>{self._words(block.words)}</p>"
            elif isinstance(block, Listing):
                yield from self._list(block)
            elif isinstance(block, Table):
                yield from self._table(block)
            elif isinstance(block, Box):
                tag = {"aside": "aside", "quote": "blockquote"}.get(block.kind, "div")
                yield f'<{tag} class="{block.kind}">'
                yield from self._blocks(block.blocks)
                yield f"</{tag}>"
            elif isinstance(block, Pictures):
                yield '<div class="pictures">'
                yield from (self._picture(one.key, one.alt, one.caption) for one in block.pictures)
                yield "</div>"
            elif isinstance(block, SetupPicture):
                yield f'<div class="pictures">{self._picture(block.key, block.alt, block.caption)}</div>'
            elif isinstance(block, Contents):
                yield "<nav><ul>"
                for one in headings_of(self._book, block.depth):
                    yield f'<li><a href="#{escape(one.anchor)}">{self._words(one.words)}</a></li>'
                yield "</ul></nav>"
            elif isinstance(block, Rule):
                yield "<hr>"
            else:
                assert isinstance(block, PageBreak), block

    def _list(self, block: Listing) -> Iterator[str]:
        start = f' start="{block.start}"' if block.start not in (None, 1) else ""
        tag = "ul" if block.start is None else "ol"
        yield f"<{tag}{start}>"
        for entry in block.entries:
            if len(entry) == 1 and isinstance(entry[0], Paragraph):
                yield f"<li>{self._words(entry[0].words)}</li>"
            else:
                yield "<li>"
                yield from self._blocks(entry)
                yield "</li>"
        yield f"</{tag}>"

    def _table(self, block: Table) -> Iterator[str]:
        yield "<table>"
        if block.head:
            yield f"<thead>{self._row(block.head, block.align, 'th')}</thead>"
        yield "<tbody>"
        for row in block.rows:
            yield self._row(row, block.align, "td")
        yield "</tbody></table>"

    def _row(self, row: Sequence[Inlines], align: Sequence[str], tag: str) -> str:
        cells = []
        for cell, side in zip(row, align, strict=False):
            styled = f' class="{side}"' if side in ("center", "right") else ""
            cells.append(f"<{tag}{styled}>{self._words(cell)}</{tag}>")
        return f"<tr>{''.join(cells)}</tr>"

    def _picture(self, key: str, alt: str, caption: Inlines) -> str:
        data, width = self._pictures[key]
        source = f"data:image/jpeg;base64,{b64encode(data).decode()}"
        told = f"<figcaption>{self._words(caption)}</figcaption>" if caption else ""
        return f'<figure><img src="{source}" alt="{escape(alt)}" style="width:{width:.1f}mm">{told}</figure>'

    def _words(self, words: Iterable[Inline]) -> str:
        return "".join(map(self._inline, words))

    def _inline(self, one: Inline) -> str:
        if one.newline:
            return "<br>"
        style = f' style="color:{one.colour}"' if one.colour else ""
        if one.icon:
            text = self._drawn(one.icon, one.text, style)
        else:
            text = escape(one.text, quote=False)
            for on, tag in ((one.caps, "small"), (one.italic, "em"), (one.bold, "strong")):
                text = f"<{tag}>{text}</{tag}>" if on else text
            text = f"<span{style}>{text}</span>" if style else text
        return f'<a href="{escape(one.link)}">{text}</a>' if one.link else text

    def _drawn(self, name: str, meaning: str, style: str) -> str:
        if name not in self._icons:
            self._icons[name] = self._icon(name)
        found = re.search(r'id="([^"]+)"[^>]*viewBox="([^"]+)"', self._icons[name])
        assert found is not None, name
        shown = escape(meaning.strip("[]"))
        return (
            f'<svg class="icon" role="img" aria-label="{shown}" viewBox="{found[2]}"{style}>'
            f'<use href="#{found[1]}"/></svg>'
        )


def pictured(book: Book) -> list[str]:
    """The keys of the components that a book shows, each once, in order."""
    blocks = (block for block in each_block(book.blocks) if isinstance(block, Pictures))
    return list(dict.fromkeys(one.key for block in blocks for one in block.pictures))
