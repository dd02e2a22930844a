"""The markup of texts: `**bold**`, `*italic*`, `{coin}`, `[words]{#c0392b}`, `[[keyword]]`, lists.

docs/text.md describes it for those who write texts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from prancha.faces.text.errors import TextError
from prancha.faces.text.star_marks import Note, as_markup, literal_stars
from prancha.model.excerpt import excerpt
from prancha.model.text import SYMBOL


class Span(Struct, frozen=True):
    """Characters of one style; spaces are single and no line breaks remain.

    `fill` is `#rrggbb`, `.name` of the palette, or None for the colour of the
    whole text; `caps` are small capitals.
    """

    text: str
    bold: bool = False
    italic: bool = False
    fill: str | None = None
    caps: bool = False


class InlineIcon(Struct, frozen=True):
    """An icon in the line; `fill` is None where it takes the colour of the text."""

    name: str
    fill: str | None = None


class Term(Struct, frozen=True):
    """A keyword of the game by `id`, printed as `shown` or by its own name, in the `style` of the text."""

    id: str
    shown: str
    style: Span


Inline: TypeAlias = Span | InlineIcon | Term
Paragraph: TypeAlias = tuple[Inline, ...]
Entry: TypeAlias = tuple[str, Paragraph]
"""A paragraph with its list mark: a bullet, a number with its stop, or nothing."""

BULLET = "•"
_TOKEN = re.compile(
    r"\\([\\*{}\[\].<&#•-])|(\*+)|(</?(?i:b|strong|i|em)\s*>)|\[\[([^\[\]{}|]*)(?:\|([^\[\]{}]*))?\]\]|(\[)|\](\{[#.][^{}]*\})|(\{[^{}]*\}?)"
)
_SYMBOL = rf"\{{({SYMBOL})(?::(#[0-9A-Fa-f]{{3}}|#[0-9A-Fa-f]{{6}}|[A-Za-z]+))?\}}\Z"
_STYLE = r"\{(?:(#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}))|\.([^{}]*\S))\s*\}\Z"
MARKS = frozenset("*{<&#[|")
"""Signs without which a text holds no markup that could be amiss."""
_SIGNS = MARKS | frozenset("\\]")
"""Signs without which a line is letters alone."""
_OTHERS = frozenset("<&#(")
_TABLE = re.compile(r"(?m)^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$")
"""The row of dashes under the head of a table in Markdown."""
_SPACES = re.compile(r"[ \t\r\f\v]+")
_MARK = r"(?:[-•]|(\d{1,3}\.)) (?=\S)"
MOST_SIGNS = 200
"""Stars in a row, or braces of a line that close nowhere, which print as letters."""
MOST_TOLD = 10
"""Mistakes of one text that are told at once."""
SMALL_CAPS = "smallcaps"
"""The name of a span that is no colour."""


@lru_cache(maxsize=4096)
def parse(content: str) -> tuple[Paragraph, ...]:
    """Read `content` as paragraphs, one per line; empty lines are dropped.

    A marker that is not closed within its paragraph is letters.  Raises TextError, naming the text, for
    braces that hold no icon name.
    """
    return tuple(line for _, line in _whole(content, lists=False))


@lru_cache(maxsize=4096)
def parse_lists(content: str) -> tuple[Entry, ...]:
    """As `parse`, with lines that begin with `- ` or `1. ` as entries of a list."""
    return _whole(content, lists=True)


def inlines(content: str) -> tuple[Inline, ...]:
    """All that `content` is made of, in order.  Raises TextError as `parse` does."""
    return tuple(each for line in parse(content) for each in line)


@lru_cache(maxsize=4096)
def notes_of(content: str) -> tuple[tuple[str, str], ...]:
    """What should be known of `content` that prints all the same: messages, and what to do."""
    if MARKS.isdisjoint(content):
        return ()
    notes: dict[str, str] = {}
    _read(content, False, lambda message, hint: notes.update({message: hint}))
    if _TABLE.search(content):
        hint = "write its rows as lines of a list, or draw it in the template, a label() for each cell"
        notes[f"the table in {excerpt(content)} prints as it stands, with its bars"] = hint
    return tuple(notes.items())


def read(content: str, lists: bool = False) -> tuple[tuple[Entry, ...], tuple[TextError, ...]]:
    """What can be read of `content`, and what is wrong with the rest: the first MOST_TOLD faults."""
    return _read(content, lists, _unsaid)


def _read(content: str, lists: bool, note: Note) -> tuple[tuple[Entry, ...], tuple[TextError, ...]]:
    found: list[Entry] = []
    faults: list[TextError] = []
    tags: set[str] = set()
    for line in _lines(content, note):
        if len(faults) == MOST_TOLD:
            break
        mark = re.match(_MARK, line) if lists else None
        if mark and mark[1] not in (None, "1.") and not (found and found[-1][0]):
            mark = None  # "6. Tag" is a date: a list begins at 1
        words = line[mark.end() :] if mark else line
        if tags or not _SIGNS.isdisjoint(words):
            rest = _MarkupReader(words, faults, note, tags).paragraph()
        else:
            rest = (Span(words),)
        found.append(((mark[1] or BULLET) if mark else "", rest))
    for tag in sorted(tags):
        note(f"<{tag}> is not closed in {excerpt(content)}", f"write </{tag}> where it ends")
    return tuple(found), tuple(faults)


def _unsaid(_: str, __: str) -> None:
    """Drop a note: they are asked for once, when the text is printed."""


def _whole(content: str, lists: bool) -> tuple[Entry, ...]:
    found, faults = read(content, lists)
    if faults:
        raise faults[0]
    return found


def _lines(content: str, note: Note) -> list[str]:
    if not _OTHERS.isdisjoint(content):
        content = as_markup(content, note)
    lines = (_SPACES.sub(" ", line).strip(" ") for line in content.split("\n"))
    return [line for line in lines if line]


class _Open(Struct, frozen=True):
    """A bracket that may begin a span; the style that holds there."""

    bold: bool
    italic: bool


class _MarkupReader:
    """Reads one line; holds the style that is open and the spans found so far; adds to `faults`."""

    def __init__(self, line: str, faults: list[TextError], note: Note, tags: set[str]) -> None:
        self.line, self.faults, self.note, self.tags = line, faults, note, tags
        self.stars_bold = self.stars_italic = False
        self.lost = 0
        self.found: list[Inline | _Open] = []
        self.opens: list[int] = []
        self.pending: list[str] = []

    @property
    def bold(self) -> bool:
        """Whether letters are bold here."""
        return self.stars_bold or "b" in self.tags

    @property
    def italic(self) -> bool:
        """Whether letters are italic here."""
        return self.stars_italic or "i" in self.tags

    def paragraph(self) -> Paragraph:
        literal = literal_stars(self.line, self.note) if "*" in self.line else ()
        at = 0
        for token in _TOKEN.finditer(self.line):
            if len(self.faults) == MOST_TOLD:
                break
            self.pending.append(self.line[at : token.start()])
            at = token.end()
            escaped, stars, tag, term, shown, bracket, style, braces = token.groups()
            if escaped:
                self.pending.append(escaped)
            elif stars and token.start() in literal:
                if len(stars) > MOST_SIGNS:
                    self._refuse(f"{len(stars)} stars in a row are no text", f"write at most {MOST_SIGNS}")
                    break
                self.pending.append(stars)
            elif stars:
                self._flush()
                self.stars_bold ^= len(stars) >= 2
                self.stars_italic ^= len(stars) != 2
            elif tag:
                self._tag(tag.lower())
            elif term is not None:
                self._flush()
                self.found.append(Term(term.strip(), (shown or "").strip(), Span("", self.bold, self.italic)))
            elif bracket:
                self._flush()
                self.opens.append(len(self.found))
                self.found.append(_Open(self.bold, self.italic))
            elif style:
                self._close(style)
            else:
                self._symbol(braces)
        self.pending.append(self.line[at:])
        self._flush()
        return self._merged()

    def _refuse(self, message: str, hint: str) -> None:
        if len(self.faults) < MOST_TOLD:
            self.faults.append(TextError(message, hint, "text-markup"))

    def _tag(self, tag: str) -> None:
        """Begin or end what `<b>`, `<strong>`, `<i>` or `<em>` does."""
        self._flush()
        style = "b" if tag.strip("</>").strip() in ("b", "strong") else "i"
        if tag.startswith("</"):
            self.tags.discard(style)
        else:
            self.tags.add(style)

    def _symbol(self, braces: str) -> None:
        if not braces.endswith("}"):
            self.lost += 1
            if self.lost == 1:
                self.note(
                    f'"{{" is not closed in {excerpt(self.line)}, and prints as it stands',
                    "write {name} for an icon, and \\{ for a literal brace",
                )
            elif self.lost > MOST_SIGNS:
                self._refuse(
                    f'more than {MOST_SIGNS} "{{" of a line are not closed', "close them, or write \\{"
                )
            self.pending.append(braces)
            return
        found = re.match(_SYMBOL, braces)
        if not found:
            self._refuse(
                f"{excerpt(braces)} in {excerpt(self.line)} is no icon",
                "write {name} or {name:#rrggbb}, [words]{#rrggbb} for words, and \\{ for a literal brace",
            )
            return
        self._flush()
        self.found.append(InlineIcon(found[1], found[2]))

    def _close(self, braces: str) -> None:
        """Give all since the last open bracket the style in `braces`."""
        self._flush()
        style = re.match(_STYLE, braces)
        if not style or not self.opens:
            what = "names no colour" if not style else 'closes no "["'
            self._refuse(
                f'"]{braces}" in {excerpt(self.line)} {what}',
                "write [words]{#rrggbb}, [words]{.name} with a name of the palette, or [words]{.smallcaps}",
            )
            return
        start = self.opens.pop()
        inside = self.found[start + 1 :]
        del self.found[start:]
        caps = style[2] == SMALL_CAPS
        fill = None if caps else style[1] or f".{style[2]}"
        self.found += (_styled(each, fill, caps) for each in inside if not isinstance(each, _Open))

    def _flush(self) -> None:
        text = "".join(self.pending)
        self.pending.clear()
        last = self.found[-1] if self.found else None
        if isinstance(last, Span) and last == Span(last.text, self.bold, self.italic):
            self.found[-1] = Span(last.text + text, self.bold, self.italic)
        elif text:
            self.found.append(Span(text, self.bold, self.italic))

    def _merged(self) -> Paragraph:
        """What was found, brackets that began no span put back as letters."""
        if not any(isinstance(each, _Open) for each in self.found):
            return tuple(each for each in self.found if not isinstance(each, _Open))
        merged: list[Inline] = []
        for each in self.found:
            if isinstance(each, _Open):
                each = Span("[", each.bold, each.italic)
            last = merged[-1] if merged else None
            if isinstance(each, Span) and isinstance(last, Span) and replace(last, text=each.text) == each:
                merged[-1] = replace(last, text=last.text + each.text)
            else:
                merged.append(each)
        return tuple(merged)


def _styled(inline: Inline, fill: str | None, caps: bool) -> Inline:
    """`inline` inside a span; what is nearer to it goes before."""
    if isinstance(inline, InlineIcon):
        return replace(inline, fill=inline.fill or fill)
    if isinstance(inline, Term):
        return replace(inline, style=_coloured(inline.style, fill, caps))
    return _coloured(inline, fill, caps)


def _coloured(span: Span, fill: str | None, caps: bool) -> Span:
    return replace(span, fill=span.fill or fill, caps=span.caps or caps)
