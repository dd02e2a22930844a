"""Read a rulebook's Markdown into blocks, with everything that is wrong and its line and column at once.

The grammar is CommonMark with tables, read by markdown-it-py.  Beside it are understood: expressions of the
catalogue `{{ ... }}`, icons `{coin}`, keywords `[[burning]]` and coloured words `[words]{.ember}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, count
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from msgspec.structs import replace

from prancha.book.book_blocks import (
    Block,
    Box,
    Heading,
    Inline,
    Inlines,
    Listing,
    Paragraph,
    Picture,
    Pictures,
    Rule,
    Table,
    plain,
)
from prancha.book.book_expressions import CatalogueWords
from prancha.model.diagnostic import Diagnostic, Place, UserError, excerpt
from prancha.model.localised_text import SYMBOL
from prancha.system.words import words

_SIGNS = {
    # Braces in quotes end no expression.
    "expression": re.compile(r"""\{\{(?P<content>(?:[^'"}]|'[^']*'|"[^"]*"|\}(?!\}))*)\}\}"""),
    "icon": re.compile(rf"\{{(?P<content>{SYMBOL})(?::(?P<info>#[0-9A-Fa-f]{{6}}|[\w-]+))?\}}"),
    "keyword": re.compile(r"(?P<content>\[\[[^\[\]{}|]+(?:\|[^\[\]{}]*)?\]\])"),
    "coloured": re.compile(r"\[(?P<content>[^\[\]]*)\]\{(?P<info>#[0-9A-Fa-f]{6}|\.[\w-]+)\}"),
}
"""Inline signs of rulebooks that CommonMark lacks, by name."""
_ADDRESS = re.compile(r"https?://|mailto:")
_ALERT = re.compile(r"\[!(\w+)\]\s*", re.ASCII)
_KINDS = {"note": "note", "tip": "note", "important": "note", "warning": "note", "caution": "note"}
_KINDS |= {"example": "example", "aside": "aside"}
_OPENINGS = {"expression": "{{", "icon": "{"}
CODE = "book-text"


def anchor_of(heading: str) -> str:
    """The name by which links find a heading, as GitHub makes it; letters keep their accents."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") or "-"


def read_markdown(
    text: str, file: str, catalogue: CatalogueWords, anchors: set[str]
) -> tuple[tuple[Block, ...], list[Diagnostic]]:
    """The blocks of a text, and what is wrong in it.

    `file` is named in places.  `anchors` are those of the headings before it; its own are added.
    """
    reader = _Reader(text, file, catalogue, anchors)
    return reader.blocks(), reader.found


@lru_cache(maxsize=8)
def _tokens(text: str) -> Sequence[Token]:
    """The tokens of a text, which is read to be checked, and again for each layout."""
    return _grammar().parse(text)


def _grammar() -> MarkdownIt:
    grammar = MarkdownIt("commonmark").enable("table")
    for name, pattern in _SIGNS.items():
        before = "link" if name == "coloured" else "escape"
        grammar.inline.ruler.before(before, name, partial(_sign, kind=name, pattern=pattern))
    # Letters that begin one of these must end a run of plain text.
    grammar.inline.ruler.at("text", _text)
    return grammar


def _text(state: StateInline, silent: bool) -> bool:
    """Take letters up to the next sign that may mean something."""
    at = state.pos
    while at < state.posMax and state.src[at] not in "\n!#$%&*+-:<=>@[\\]^_`{}~":
        at += 1
    if at == state.pos:
        return False
    if not silent:
        state.pending += state.src[state.pos : at]
    state.pos = at
    return True


def _sign(state: StateInline, silent: bool, kind: str, pattern: re.Pattern[str]) -> bool:
    """Take one of _SIGNS, as a token with what it names, and the colour of that."""
    found = pattern.match(state.src, state.pos)
    if not found:
        return False
    if not silent:
        token = state.push(kind, "", 0)
        token.content, token.info = found["content"], (found.groupdict().get("info") or "").removeprefix(".")
    state.pos = found.end()
    return True


class _Reader:
    """Turns tokens into blocks; `found` are the faults so far."""

    def __init__(self, text: str, file: str, catalogue: CatalogueWords, anchors: set[str]) -> None:
        self._file, self._catalogue, self._anchors = file, catalogue, anchors
        self._lines = text.split("\n")
        self._tokens = _tokens(text)
        self._at = 0
        self.found: list[Diagnostic] = []
        self._examples = [str(word) for word in words(catalogue.lang, "rulebook")["examples"]]

    def blocks(self) -> tuple[Block, ...]:
        """All blocks of the text."""
        return tuple(self._until(""))

    def _until(self, end: str) -> Iterator[Block]:
        """Yield the blocks up to a token of the type `end`, and pass it."""
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == end:
                return
            yield from self._block(token)

    def _block(self, token: Token) -> Iterator[Block]:
        place = self._place(token.map[0] if token.map else 0)
        if token.type == "heading_open":
            said = self._inline(self._next())
            self._at += 1
            if not plain(said).strip():
                self._wrong(place, "a heading has no words", "write some, or take its signs away")
            yield Heading(int(token.tag[1]), said, self._anchor(plain(said)), place)
        elif token.type == "paragraph_open":
            inline = self._next()
            self._at += 1
            yield from self._paragraph(inline, place)
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            yield self._list(token, place)
        elif token.type == "blockquote_open":
            yield self._box(place)
        elif token.type == "table_open":
            yield self._table(place)
        elif token.type == "hr":
            yield Rule(place)
        elif token.type in ("fence", "code_block"):
            self._wrong(place, "a rulebook has no blocks of code", "take the four spaces or the fence away")
        elif token.type == "html_block":
            if not token.content.lstrip().startswith("<!--"):
                self._wrong(
                    place, f"{excerpt(token.content)} is HTML, which is not printed", "write Markdown"
                )
        else:
            raise AssertionError(token.type)

    def _anchor(self, heading: str) -> str:
        """The anchor of a heading; a number follows where an earlier heading has the same words."""
        first = anchor_of(heading)
        names = chain([first], (f"{first}-{number}" for number in count(1)))
        anchor = next(name for name in names if name not in self._anchors)
        self._anchors.add(anchor)
        return anchor

    def _next(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _list(self, token: Token, place: Place) -> Listing:
        end = token.type.replace("open", "close")
        entries = []
        while (item := self._next()).type != end:
            assert item.type == "list_item_open"
            entries.append(tuple(self._until("list_item_close")))
        start = int(token.attrGet("start") or 1) if token.type == "ordered_list_open" else None
        return Listing(tuple(entries), start, place)

    def _box(self, place: Place) -> Box:
        """Blocks behind `>`: an example where the first word says so, a note or aside with [!NOTE]."""
        blocks = list(self._until("blockquote_close"))
        kind = "quote"
        if any(isinstance(block, Box) for block in blocks):
            self._wrong(place, "a box stands in a box", "end the first before the second begins")
        first = blocks[0] if blocks else None
        if isinstance(first, Paragraph):
            said = plain(first.words)
            alert = _ALERT.match(said)
            if alert:
                kind = _KINDS.get(alert[1].lower(), "")
                if not kind:
                    hint = "known: " + ", ".join(f"[!{name.upper()}]" for name in _KINDS)
                    self._wrong(place, f"there is no box [!{alert[1]}]", hint)
                rest = _without(first.words, alert.end())
                blocks[0:1] = [replace(first, words=rest)] if rest else []
            elif (word := next((w for w in self._examples if said.startswith(w)), None)) is not None:
                kind = "example"
                head = replace(first.words[0], text=word, bold=True)
                rest = _without(first.words, len(word))
                blocks[0] = replace(first, words=(head, *rest))
        return Box(kind or "note", tuple(blocks), place)

    def _table(self, place: Place) -> Table:
        rows: list[tuple[Inlines, ...]] = []
        places: list[Place] = []
        align: list[str] = []
        cells: list[Inlines] = []
        while (token := self._next()).type != "table_close":
            if token.type == "tr_open":
                cells = []
                places.append(self._place(token.map[0] if token.map else 0))
            elif token.type in ("th_open", "td_open"):
                if token.type == "th_open":
                    align.append(str(token.attrGet("style") or "left").removeprefix("text-align:"))
                cells.append(self._cell(self._next(), places[-1]))
            elif token.type == "tr_close":
                rows.append(tuple(cells))
        head, *rest = rows
        if not any(head) and not rest:
            self._wrong(place, "a table has no words", "write some, or take it away")
        if not any(head):
            return Table((), tuple(rest), tuple(align), tuple(places[1:]), place)
        return Table(head, tuple(rest), tuple(align), tuple(places), place)

    def _cell(self, token: Token, place: Place) -> Inlines:
        if token.map is None:
            token.map = [place.line - 1, place.line]
        return self._inline(token)

    def _paragraph(self, token: Token, place: Place) -> Iterator[Block]:
        """Running text, or the blocks of expressions that stand alone in it."""
        parts = list(self._parts(token))
        blocks = [one for one in parts if not isinstance(one, Inline)]
        said = tuple(one for one in parts if isinstance(one, Inline))
        if not blocks:
            if said:
                yield Paragraph(_trimmed(said), place)
            return
        if plain(said).strip():
            first = blocks[0].place
            self._wrong(
                first, "a picture or table stands in the middle of a text", "give it lines of its own"
            )
            return
        pictures: list[Picture] = []
        width = None
        for one in blocks:
            if isinstance(one, Pictures):
                pictures += one.pictures
                width = one.width or width
        if pictures:
            yield Pictures(tuple(pictures), width, place)
        yield from (one for one in blocks if not isinstance(one, Pictures))

    def _inline(self, token: Token) -> Inlines:
        """The words of a heading or cell, where only words may stand."""
        parts = list(self._parts(token))
        for one in parts:
            if not isinstance(one, Inline):
                self._wrong(
                    one.place, "a picture or table stands in a heading or cell", "give it lines of its own"
                )
        return _trimmed(tuple(one for one in parts if isinstance(one, Inline)))

    def _parts(self, token: Token) -> Iterator[Inline | Block]:
        """Yield what the children of an inline token stand for."""
        bold = italic = 0
        link = ""
        line, searched = (token.map or [0])[0], 0
        for child in token.children or ():
            place = self._place(line, searched)
            base = Inline(bold=bold > 0, italic=italic > 0, link=link, place=place)
            kind = child.type
            if kind == "text":
                at = self._find(line, searched, child.content)
                if at >= 0:
                    searched = at + len(child.content)
                    base = replace(base, place=self._place(line, at))
                if child.content:
                    if "{{" in child.content:
                        self._wrong(place, "{{ is not closed", "write {{ count('cards') }}")
                    yield replace(base, text=child.content)
            elif kind == "softbreak":
                yield replace(base, text=" ")
                line, searched = line + 1, 0
            elif kind == "hardbreak":
                yield replace(base, newline=True)
                line, searched = line + 1, 0
            elif kind in ("strong_open", "strong_close"):
                bold += 1 if kind == "strong_open" else -1
            elif kind in ("em_open", "em_close"):
                italic += 1 if kind == "em_open" else -1
            elif kind == "link_open":
                link = self._target(str(child.attrGet("href") or ""), place)
            elif kind == "link_close":
                link = ""
            elif kind == "code_inline":
                yield replace(base, text=child.content)
            elif kind == "image":
                hint = "show a component: {{ picture('cards/fox') }}"
                self._wrong(
                    place, f"the picture {excerpt(str(child.attrGet('src')))} is not of the catalogue", hint
                )
            elif kind == "html_inline":
                if re.fullmatch(r"<br\s*/?>", child.content):
                    yield replace(base, newline=True)
                elif not child.content.startswith("<!--"):
                    self._wrong(
                        place, f"{child.content} is HTML, which is not printed", "write Markdown, or \\<"
                    )
            else:
                opening = _OPENINGS.get(child.type, "") + child.content
                at = self._find(line, searched, opening)
                if at >= 0:
                    searched = at + len(opening)
                    place = self._place(line, at)
                    base = replace(base, place=place)
                yield from self._special(child, base, place)

    def _target(self, address: str, place: Place) -> str:
        """An address in ASCII, or `#` and an anchor; empty where it is neither, which is a fault."""
        if address.startswith("#"):
            return unquote(address)
        if _ADDRESS.match(address):
            return address
        hint = "write [words](https://...), [words](mailto:...) or [words](#the-end)"
        self._wrong(place, f"a link leads to {excerpt(unquote(address))}, not to an address or heading", hint)
        return ""

    def _special(self, child: Token, base: Inline, place: Place) -> Iterator[Inline | Block]:
        """Yield what an expression, icon, keyword or coloured text stands for."""
        try:
            if child.type == "expression":
                for one in self._catalogue.evaluate(child.content, place):
                    if isinstance(one, Inline):
                        one = replace(
                            one,
                            bold=one.bold or base.bold,
                            italic=one.italic or base.italic,
                            link=one.link or base.link,
                        )
                    yield one
            elif child.type == "icon":
                yield self._catalogue.icon(child.content, child.info, base, place)
            elif child.type == "keyword":
                yield from self._catalogue.marked(child.content, place, bound=True, base=base)
            elif child.type == "coloured":
                yield replace(base, text=child.content, colour=self._catalogue.colour(child.info))
            else:
                raise AssertionError(child.type)
        except UserError as error:
            self._wrong(place, error.message, error.hint)

    def _find(self, line: int, after: int, written: str) -> int:
        """The column from 0 of what is written on a line, behind what was found before; -1 if not found."""
        return self._lines[line].find(written, after) if line < len(self._lines) else -1

    def _place(self, line: int, column: int = 0) -> Place:
        return Place(self._file, line + 1, column + 1)

    def _wrong(self, place: Place, message: str, hint: str) -> None:
        self.found.append(Diagnostic(place, CODE, message, hint=hint))


def _trimmed(said: Inlines) -> Inlines:
    """Words without space at their ends."""
    found: list[Any] = list(said)
    while found and not found[0].icon and not found[0].newline and not found[0].text.strip():
        found.pop(0)
    while found and not found[-1].icon and not found[-1].newline and not found[-1].text.strip():
        found.pop()
    return tuple(found)


def _without(said: Inlines, letters: int) -> Inlines:
    """Words without their first letters; the line break or space after these goes too."""
    found = list(said)
    while found and letters >= len(found[0].text) and letters:
        letters -= len(found[0].text)
        found.pop(0)
    if found and letters:
        found[0] = replace(found[0], text=found[0].text[letters:])
    return tuple(found)
