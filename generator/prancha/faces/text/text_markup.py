"""The markup of texts: `**bold**`, `*italic*`, `{coin}`, `[words]{#c0392b}`, `[[keyword]]`, lists.

docs/text.md describes it for those who write texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from prancha.faces.text.markup_line import (
    MOST_TOLD,
    Entry,
    Inline,
    InlineIcon,
    LineReader,
    Note,
    Paragraph,
    Span,
    Term,
    as_markup,
)
from prancha.faces.text.text_options import TextError
from prancha.model.diagnostic import excerpt, suggestion

BULLET = "•"
_SIGNS = re.compile(r"[*{<&#[|\\\]]")
"""Signs without which a line is letters alone."""
_OTHERS = re.compile(r"[<&#(]")
_TABLE = re.compile(r"(?m)^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$")
"""The row of dashes under the head of a table in Markdown."""
_SPACES = re.compile(r"[ \t\r\f\v]{2,}|[\t\r\f\v]")
_MARK = r"(?:[-•]|(\d{1,3}\.)) (?=\S)"


class Content(Struct, frozen=True):
    """The readable entries of a text, its faults, and warnings.

    `faults` are the first MOST_TOLD; `notes` are messages, each with what to do.
    """

    entries: tuple[Entry, ...]
    faults: tuple[TextError, ...]
    notes: tuple[tuple[str, str], ...]

    @property
    def lines(self) -> tuple[Paragraph, ...]:
        """The entries without their marks."""
        return tuple(line for _, line in self.entries)


@lru_cache(maxsize=1024)
def sound(content: str, lists: bool = False) -> Content:
    """Read `content`, one paragraph a line, and with `lists` lines that begin with `- ` or `1. ` as entries.

    Empty lines are dropped, and a marker that is not closed within its paragraph is letters.  Raises the
    first of its faults, a TextError, such as for braces that hold no icon name.
    """
    found = read(content, lists)
    if found.faults:
        raise found.faults[0]
    return found


def notes_of(content: str, lists: bool = False) -> tuple[tuple[str, str], ...]:
    """Return what should be known of `content` that prints all the same: messages, and what to do."""
    try:
        return sound(content, lists).notes
    except TextError:
        return read(content, lists).notes


def read(content: str, lists: bool = False) -> Content:
    """Read `content` as `sound` does, whatever is wrong with it."""
    found: list[Entry] = []
    faults: list[TextError] = []
    notes: dict[str, str] = {}
    tags: set[str] = set()
    note = notes.__setitem__
    for line in _lines(content, note):
        if len(faults) == MOST_TOLD:
            break
        mark = re.match(_MARK, line) if lists else None
        if mark and mark[1] not in (None, "1.") and not (found and found[-1][0]):
            mark = None  # "6. Tag" is a date: a list begins at 1
        words = line[mark.end() :] if mark else line
        if tags or _SIGNS.search(words):
            rest = LineReader(words, faults, note, tags).paragraph()
        else:
            rest = (Span(words),)
        found.append(((mark[1] or BULLET) if mark else "", rest))
    for tag in sorted(tags):
        note(f"<{tag}> is not closed in {excerpt(content)}", f"write </{tag}> where it ends")
    if "|" in content and _TABLE.search(content):
        hint = "write its rows as lines of a list, or draw it in the template, a label() for each cell"
        note(f"the table in {excerpt(content)} prints as it stands, with its bars", hint)
    return Content(tuple(found), tuple(faults), tuple(notes.items()))


_BREAK = re.compile("[\n\u2028\u2029]")
"""Characters that end a line: a line feed, and the separators of Unicode that Figma and InDesign write."""


def _lines(content: str, note: Note) -> list[str]:
    if _OTHERS.search(content):
        content = as_markup(content, note)
    lines = (_SPACES.sub(" ", line).strip(" ") for line in _BREAK.split(content))
    return [line for line in lines if line]


def _inlines(content: str, lists: bool = False) -> Iterator[Inline]:
    return (each for line in sound(content, lists).lines for each in line)


_NBSP = "\u00a0"


class Keywords(Struct, frozen=True):
    """Looks up keywords and colours of one game in one language; notes in `read` and `seen` which.

    `keywords` are mappings with `name`, `icon`, `colour`, `bold` and `reminder`, by id; `palette`
    gives a colour for each name, `symbols` an icon for what stands for it in braces.
    """

    keywords: Mapping[str, Any] = field(default_factory=dict)
    palette: Mapping[str, str] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    symbols: Mapping[str, str] = field(default_factory=dict)

    def note(self, content: str, lists: bool) -> None:
        """Take note of what `content` names, however often it was set before; it may hold `lists`."""
        for each in _inlines(content, lists):
            fill = each.style.fill if isinstance(each, Term) else each.fill
            if fill and fill[0] == ".":
                self.seen.add(fill[1:])
            if isinstance(each, Term):
                name = keyword_id(each.id)
                self.read.add(name)
                self.seen.add(str(self.keywords[name]["colour"]) if name in self.keywords else "")

    def keywords_in(self, content: str) -> list[Any]:
        """The keywords that `content` names, in order, each once.  TextError for an unknown one."""
        named = dict.fromkeys(each.id for each in _inlines(content) if isinstance(each, Term))
        return list({id(found): found for found in (self._keyword(name, content) for name in named)}.values())

    def resolved(self, paragraph: Paragraph, content: str) -> Paragraph:
        """`paragraph` with keywords as icons and words, and names of colours as `#rrggbb`.

        Raises TextError for names that game.yaml does not define.
        """
        found: list[Inline] = []
        for each in paragraph:
            if isinstance(each, InlineIcon) and each.name in self.symbols:
                each = replace(each, name=self.symbols[each.name])
            if isinstance(each, Term):
                found += self._term(each, content)
            elif each.fill and each.fill[0] == ".":
                found.append(replace(each, fill=self._colour(each.fill[1:], content)))
            else:
                found.append(each)
        return tuple(found)

    def _term(self, term: Term, content: str) -> list[Inline]:
        keyword = self._keyword(term.id, content)
        style = term.style
        fill = style.fill or keyword["colour"] or None
        if fill and fill[0] != "#":
            fill = self._colour(fill.removeprefix("."), content)
        words = replace(
            style, text=term.shown or keyword["name"], bold=style.bold or keyword["bold"], fill=fill
        )
        if not keyword["icon"]:
            return [words]
        return [InlineIcon(keyword["icon"], fill), replace(words, text=_NBSP + words.text)]

    def _keyword(self, name: str, content: str) -> Any:
        found = self.keywords.get(keyword_id(name))
        if found is None:
            hint = suggestion(keyword_id(name), self.keywords) or "define it in keywords: of game.yaml"
            raise TextError(
                f'"[[{name}]]" in {excerpt(content)} is no keyword of the game', hint, "text-keyword"
            )
        return found

    def _colour(self, name: str, content: str) -> str:
        colour = self.palette.get(name)
        if colour is None:
            hint = suggestion(name, self.palette) or "define it in palette: of game.yaml"
            raise TextError(
                f'"{name}" in {excerpt(content)} is no colour of the palette', hint, "text-markup"
            )
        return colour


def keyword_id(name: str) -> str:
    """The id that a text means: `First strike` is first-strike."""
    return "-".join(name.lower().split())
