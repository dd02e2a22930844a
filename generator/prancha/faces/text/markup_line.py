"""The markup of one line: stars, tags, icons in braces, spans in brackets and keywords are read."""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

from prancha.faces.text.errors import TextError
from prancha.faces.text.spans import Inline, InlineIcon, Paragraph, Span, Term, styled
from prancha.faces.text.star_marks import Note, literal_stars
from prancha.model.excerpt import excerpt
from prancha.model.text import SYMBOL

_TOKEN = re.compile(
    r"\\([\\*{}\[\].<&#•-])|(\*+)|(</?(?i:b|strong|i|em)\s*>)|\[\[([^\[\]{}|]*)(?:\|([^\[\]{}]*))?\]\]|(\[)|\](\{[#.][^{}]*\})|(\{[^{}]*\}?)"
)
_SYMBOL = rf"\{{({SYMBOL})(?::(#[0-9A-Fa-f]{{3}}|#[0-9A-Fa-f]{{6}}|[A-Za-z]+))?\}}\Z"
_STYLE = r"\{(?:(#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}))|\.([^{}]*\S))\s*\}\Z"
MOST_SIGNS = 200
"""Stars in a row, or braces of a line that close nowhere, which print as letters."""
MOST_TOLD = 10
"""Mistakes of one text that are told at once."""
SMALL_CAPS = "smallcaps"
"""The name of a span that is no colour."""


class _Open(Struct, frozen=True):
    """A bracket that may begin a span; the style that holds there."""

    bold: bool
    italic: bool


class LineReader:
    """Reads one line; holds the style that is open and the spans found so far; adds to `faults`.

    `tags` are those of HTML that are open where the line begins, and after it where it ends.
    """

    def __init__(self, line: str, faults: list[TextError], note: Note, tags: set[str]) -> None:
        self._line, self._faults, self._note, self._tags = line, faults, note, tags
        self._stars_bold = self._stars_italic = False
        self._lost = 0
        self._found: list[Inline | _Open] = []
        self._opens: list[int] = []
        self._pending: list[str] = []

    @property
    def _bold(self) -> bool:
        """Whether letters are bold here."""
        return self._stars_bold or "b" in self._tags

    @property
    def _italic(self) -> bool:
        """Whether letters are italic here."""
        return self._stars_italic or "i" in self._tags

    def paragraph(self) -> Paragraph:
        """What the line is made of, as far as it can be read; for one call."""
        literal = literal_stars(self._line, self._note) if "*" in self._line else ()
        at = 0
        for token in _TOKEN.finditer(self._line):
            if len(self._faults) == MOST_TOLD:
                break
            self._pending.append(self._line[at : token.start()])
            at = token.end()
            escaped, stars, tag, term, shown, bracket, style, braces = token.groups()
            if escaped:
                self._pending.append(escaped)
            elif stars and token.start() in literal:
                if len(stars) > MOST_SIGNS:
                    self._refuse(f"{len(stars)} stars in a row are no text", f"write at most {MOST_SIGNS}")
                    break
                self._pending.append(stars)
            elif stars:
                self._flush()
                self._stars_bold ^= len(stars) >= 2
                self._stars_italic ^= len(stars) != 2
            elif tag:
                self._tag(tag.lower())
            elif term is not None:
                self._flush()
                self._found.append(
                    Term(term.strip(), (shown or "").strip(), Span("", self._bold, self._italic))
                )
            elif bracket:
                self._flush()
                self._opens.append(len(self._found))
                self._found.append(_Open(self._bold, self._italic))
            elif style:
                self._close(style)
            else:
                self._symbol(braces)
        self._pending.append(self._line[at:])
        self._flush()
        return self._merged()

    def _refuse(self, message: str, hint: str) -> None:
        if len(self._faults) < MOST_TOLD:
            self._faults.append(TextError(message, hint, "text-markup"))

    def _tag(self, tag: str) -> None:
        """Begin or end what `<b>`, `<strong>`, `<i>` or `<em>` does."""
        self._flush()
        style = "b" if tag.strip("</>").strip() in ("b", "strong") else "i"
        if tag.startswith("</"):
            self._tags.discard(style)
        else:
            self._tags.add(style)

    def _symbol(self, braces: str) -> None:
        if not braces.endswith("}"):
            self._lost += 1
            if self._lost == 1:
                self._note(
                    f'"{{" is not closed in {excerpt(self._line)}, and prints as it stands',
                    "write {name} for an icon, and \\{ for a literal brace",
                )
            elif self._lost > MOST_SIGNS:
                self._refuse(
                    f'more than {MOST_SIGNS} "{{" of a line are not closed', "close them, or write \\{"
                )
            self._pending.append(braces)
            return
        found = re.match(_SYMBOL, braces)
        if not found:
            self._refuse(
                f"{excerpt(braces)} in {excerpt(self._line)} is no icon",
                "write {name} or {name:#rrggbb}, [words]{#rrggbb} for words, and \\{ for a literal brace",
            )
            return
        self._flush()
        self._found.append(InlineIcon(found[1], found[2]))

    def _close(self, braces: str) -> None:
        """Give all since the last open bracket the style in `braces`."""
        self._flush()
        style = re.match(_STYLE, braces)
        if not style or not self._opens:
            what = "names no colour" if not style else 'closes no "["'
            self._refuse(
                f'"]{braces}" in {excerpt(self._line)} {what}',
                "write [words]{#rrggbb}, [words]{.name} with a name of the palette, or [words]{.smallcaps}",
            )
            return
        start = self._opens.pop()
        inside = self._found[start + 1 :]
        del self._found[start:]
        caps = style[2] == SMALL_CAPS
        fill = None if caps else style[1] or f".{style[2]}"
        self._found += (styled(each, fill, caps) for each in inside if not isinstance(each, _Open))

    def _flush(self) -> None:
        text = "".join(self._pending)
        self._pending.clear()
        if not text:
            return
        last = self._found[-1] if self._found else None
        span = Span(text, self._bold, self._italic)
        if isinstance(last, Span) and _alike(last, span):
            self._found[-1] = Span(last.text + text, span.bold, span.italic)
        else:
            self._found.append(span)

    def _merged(self) -> Paragraph:
        """What was found, brackets that began no span put back as letters."""
        if not self._opens:
            return tuple(each for each in self._found if not isinstance(each, _Open))
        merged: list[Inline] = []
        for each in self._found:
            if isinstance(each, _Open):
                each = Span("[", each.bold, each.italic)
            last = merged[-1] if merged else None
            if isinstance(each, Span) and isinstance(last, Span) and _alike(last, each):
                merged[-1] = replace(last, text=last.text + each.text)
            else:
                merged.append(each)
        return tuple(merged)


def _alike(one: Span, other: Span) -> bool:
    """Whether two spans differ in their letters alone."""
    return (one.bold, one.italic, one.fill, one.caps) == (other.bold, other.italic, other.fill, other.caps)
