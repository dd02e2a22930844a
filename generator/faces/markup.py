"""The markup of texts: `**bold**`, `*italic*`, `{coin}`, `{coin:#c0392b}`, `\\*` for a literal star."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from generator.faces.text_errors import TextError, excerpt


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of one style; spaces are single and no line breaks remain."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """An icon in the line; `fill` is None where it takes the colour of the text."""

    name: str
    fill: str | None = None


Inline: TypeAlias = Span | Symbol
Paragraph: TypeAlias = tuple[Inline, ...]

_TOKEN = re.compile(r"\\([\\*{}])|(\*+)|(\{[^{}]*\}?)")
_SYMBOL = re.compile(r"\{([A-Za-z0-9][\w-]*)(?::(#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|[A-Za-z]+))?\}\Z")
_SPACES = re.compile(r"[ \t\r\f\v]+")


@lru_cache(maxsize=4096)
def parse(content: str) -> tuple[Paragraph, ...]:
    """Read `content` as paragraphs, one per line; empty lines are dropped.

    Raises TextError, naming the text, for a marker that is not closed within
    its paragraph and for braces that hold no icon name.
    """
    lines = (_SPACES.sub(" ", line).strip(" ") for line in content.split("\n"))
    return tuple(_Reader(line).paragraph() for line in lines if line)


class _Reader:
    """Reads one line; holds the style that is open and the spans found so far."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.bold = self.italic = False
        self.found: list[Inline] = []
        self.pending: list[str] = []

    def paragraph(self) -> Paragraph:
        at = 0
        for token in _TOKEN.finditer(self.line):
            self.pending.append(self.line[at : token.start()])
            at = token.end()
            escaped, stars, braces = token.groups()
            if escaped:
                self.pending.append(escaped)
            elif stars:
                self._stars(stars, token.start(), at)
            else:
                self._symbol(braces)
        self.pending.append(self.line[at:])
        self._flush()
        if self.bold or self.italic:
            marker = "**" if self.bold else "*"
            raise TextError(
                f"{marker} is not closed in {excerpt(self.line)}",
                f"close it before the line ends, or write {marker.replace('*', chr(92) + '*')}",
                "text-markup",
            )
        return tuple(self.found)

    def _stars(self, stars: str, start: int, end: int) -> None:
        alone = self.line[start - 1 : start].strip() == "" and self.line[end : end + 1].strip() == ""
        if alone and len(stars) == 1:  # `2 * 3` is arithmetic
            self.pending.append(stars)
            return
        if len(stars) > 3:
            raise TextError(
                f"{stars} in {excerpt(self.line)} is no marker", "write \\* for a literal star", "text-markup"
            )
        self._flush()
        self.bold ^= len(stars) >= 2
        self.italic ^= len(stars) != 2

    def _symbol(self, braces: str) -> None:
        found = _SYMBOL.match(braces)
        if not found:
            raise TextError(
                f"{excerpt(braces)} in {excerpt(self.line)} is no icon",
                "write {name} or {name:#rrggbb}, and \\{ for a literal brace",
                "text-markup",
            )
        self._flush()
        self.found.append(Symbol(found[1], found[2]))

    def _flush(self) -> None:
        text = "".join(self.pending)
        self.pending.clear()
        last = self.found[-1] if self.found else None
        if isinstance(last, Span) and (last.bold, last.italic) == (self.bold, self.italic):
            self.found[-1] = Span(last.text + text, self.bold, self.italic)
        elif text:
            self.found.append(Span(text, self.bold, self.italic))
