"""The markup of one line: stars, tags, icons in braces, spans in brackets and keywords."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from prancha.faces.text.text_options import TextError
from prancha.model.diagnostic import excerpt
from prancha.model.localised_text import SYMBOL


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


def styled(inline: Inline, fill: str | None, caps: bool) -> Inline:
    """`inline` inside a span; its own style takes precedence."""
    if isinstance(inline, InlineIcon):
        return replace(inline, fill=inline.fill or fill)
    span = inline.style if isinstance(inline, Term) else inline
    span = replace(span, fill=span.fill or fill, caps=span.caps or caps)
    return replace(inline, style=span) if isinstance(inline, Term) else span


Note = Callable[[str, str], None]
"""Takes what should be known of a text: a message and what to do."""

_STARS = re.compile(r"\\.|(\*+)")
_BREAK = r"(?i)(?<!\\)<(?:br\s*/?|/?p(?:\s[^<>]*)?|/?div(?:\s[^<>]*)?|/?[ou]l|/li)\s*>"
_ENTRY = r"(?i)(?<!\\)<li\s*>"
_ENTITY = r"(?<!\\)&(nbsp|amp|lt|gt|quot|apos|hellip|ndash|mdash|#\d{2,6}|#x[0-9a-fA-F]{2,5});"
_OTHER_TAG = (
    r"(?i)(?<!\\)</?(?:u|s|span|font|a|img|h[1-6]|table|tr|td|th|sup|sub|strike|del|code|small|big|center)\b"
    r"[^<>]*>"
)
_MERGED = r"<<[^<>\n]{1,40}>>"
_HEADING = r"(?m)^[ \t]*#{2,6}[ \t]+(.*?)[ \t]*#*[ \t]*$"
_LINK = r"(?<!\\)\[([^\[\]]+)\]\(((?:https?://|mailto:|www\.)[^()\s]*)\)"
_BACK = {"*": "\\*", "{": "\\{", "}": "\\}", "[": "\\[", "]": "\\]", "\\": "\\\\", "<": "\\<", "&": "\\&"}
_MOST = 8
"""Times that a line is read anew without a star that closes nowhere."""


def as_markup(content: str, note: Note) -> str:
    """Return `content` with line breaks, entries, entities, headings and links as the markup has them."""
    if "<" in content:
        content = re.sub(_ENTRY, "\n- ", re.sub(_BREAK, "\n", content))
        other = re.search(_OTHER_TAG, content)
        if other:
            note(
                f"{excerpt(other[0])} is HTML that is not understood, and prints as it stands",
                "<b>, <i> and <br> are; delete it, or write \\< if it is meant so",
            )
        merged = re.search(_MERGED, content)
        if merged:
            note(
                f"{excerpt(merged[0])} is the mark of a merge, and prints as it stands",
                "write the value itself; in a template write {{ item.name }} with the name of the field",
            )
    if "&" in content:
        content = re.sub(_ENTITY, _letter, content)
    if "#" in content:
        content = re.sub(
            _HEADING, lambda found: f"**{found[1].replace('**', '')}**" if found[1] else "", content
        )
    if "](" in content:
        found = re.search(_LINK, content)
        if found:
            note(
                f'the link to "{found[2]}" prints without its address',
                "write the address out, if it is to be read",
            )
        content = re.sub(_LINK, r"\1", content)
    return content


def literal_stars(line: str, note: Note) -> frozenset[int]:
    """Return where the stars begin that are no markers of `line`; what closes nowhere is noted.

    A star between spaces or between figures is one silently.  A marker opens before a letter; a single star
    closes behind one.
    """
    stars = [(found.start(), found.end()) for found in _STARS.finditer(line) if found[1]]
    silent = {start for start, end in stars if _is_sign(line, start, end)}
    lost = {start for start, end in stars if end - start > 3}
    for _ in range(_MOST):
        signs = silent | lost
        more = _unpaired(line, [one for one in stars if one[0] not in signs])
        if not more:
            break
        lost |= more
    else:
        lost |= {start for start, _ in stars}
    ends = dict(stars)
    for start in sorted(lost)[:1]:
        marker = line[start : ends[start]]
        note(
            f"{marker} is not closed in {excerpt(line)}, and prints as it stands",
            f"close it before the line ends, or write {marker.replace('*', chr(92) + '*')}",
        )
    return frozenset(silent | lost)


def _is_sign(line: str, start: int, end: int) -> bool:
    """Return whether a single star is one of arithmetic: `2 * 3`, `2*3`."""
    before, after = line[max(start - 1, 0) : start], line[end : end + 1]
    return end - start == 1 and (
        before.strip() + after.strip() == "" or (before.isdigit() and after.isdigit())
    )


def _unpaired(line: str, stars: Sequence[tuple[int, int]]) -> set[int]:
    """Return the stars that neither open nor close anything, were the others markers."""
    bold = italic = -1
    lost: set[int] = set()
    for start, end in stars:
        opens = line[end : end + 1].strip() != ""
        closes = line[max(start - 1, 0) : start].strip() != ""
        if end - start == 3 and bold >= 0 and italic >= 0:
            bold = italic = -1
            continue
        if end - start >= 2:
            if bold >= 0:
                bold = -1
            elif opens:
                bold = start
            else:
                lost.add(start)
        if end - start != 2:
            if italic >= 0 and closes:
                italic = -1
            elif opens:
                lost |= {italic} - {-1}
                italic = start
            else:
                lost.add(start)
    return lost | ({bold, italic} - {-1})


def _letter(found: re.Match[str]) -> str:
    from html import unescape  # its table takes 2 ms to read, and few texts have entities

    letter = unescape(found[0])
    return _BACK.get(letter, letter)


_TOKEN = re.compile(
    r"\\([\\*{}\[\].<&#•-])|(\*+)|(</?(?i:b|strong|i|em)\s*>)|\[\[([^\[\]{}|]*)(?:\|([^\[\]{}]*))?\]\]|(\[)|\](\{[#.][^{}]*\})|(\{[^{}]*\}?)"
)
_SYMBOL = rf"\{{({SYMBOL})(?::(#[0-9A-Fa-f]{{3}}|#[0-9A-Fa-f]{{6}}|[A-Za-z]+))?\}}\Z"
_STYLE = r"\{(?:(#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}))|\.([^{}]*\S))\s*\}\Z"
MOST_SIGNS = 200
"""Stars in a row, or braces of a line that close nowhere, which print as letters."""
MOST_TOLD = 10
"""Mistakes reported for one text at most."""
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
        """Return what the line is made of, as far as it can be read; for one call."""
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
        """Return what was found, brackets that began no span put back as letters."""
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
    """Return whether two spans differ in their letters alone."""
    return (one.bold, one.italic, one.fill, one.caps) == (other.bold, other.italic, other.fill, other.caps)
