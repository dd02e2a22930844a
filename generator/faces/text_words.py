"""Texts as measured words: spans become pieces of one font, lengths in em."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from generator.faces.markup import Paragraph, Span, Symbol, parse
from generator.faces.text_errors import TextError, excerpt
from generator.fonts import Font

ICON_BOX = 1.05
"""Side of an icon in the line, em: it stands out from capitals but not into the next line."""
ICON_BEARING = 0.06
"""Air on either side of an icon, em."""
NBSP = "\u00a0"
SOFT_HYPHEN = "\u00ad"
_HYPHENS = str.maketrans({"\u2010": "-", "\u2011": "-"})
_NO_BREAK_HYPHEN = "\u2011"

FontOf: TypeAlias = Callable[[bool, bool], Font]
"""The font for (bold, italic)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of one font, or an icon, with its width in em and its number of glyphs."""

    width: float
    glyphs: int
    text: str = ""
    font: Font | None = None
    symbol: Symbol | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """What stays together on a line; `space` (em) and `space_font` belong to the gap after it.

    `soft` are positions in the text where a hyphen is invited, `firm` where a
    hyphen is not wanted (after a no-break hyphen); both only for words of one piece.
    """

    pieces: tuple[Piece, ...]
    width: float
    space: float = 0.0
    space_font: Font | None = None
    soft: tuple[int, ...] = ()
    firm: tuple[int, ...] = ()


def words_of(content: str, font_of: FontOf) -> tuple[tuple[Word, ...], ...]:
    """Measured words of each paragraph of `content`.

    Raises TextError for bad markup and for a character without a glyph,
    FontError for a style the family lacks.
    """
    return tuple(tuple(_Measurer(content, font_of).words(each)) for each in parse(content))


def piece_of(text: str, font: Font, content: str) -> Piece:
    """Measure `text`; raises TextError naming the character and font where a glyph is missing."""
    run = font.shape(text)
    if run.missing:
        style = f"weight {font.weight}{' italic' if font.italic else ''}"
        raise TextError(
            f'the font "{font.family}" {style} has no {_names(run.missing)}, used in {excerpt(content)}',
            "write it otherwise, use a font that has it, or draw an icon such as {arrow}",
            "text-glyph",
        )
    return Piece(run.advance / font.units_per_em, len(run.glyphs), text, font)


def _names(characters: str) -> str:
    return ", ".join(f'"{c}" (U+{ord(c):04X})' if c.isprintable() else f"U+{ord(c):04X}" for c in characters)


class _Measurer:
    """Collects the pieces of a word until a space ends it."""

    def __init__(self, content: str, font_of: FontOf) -> None:
        self.content, self.font_of = content, font_of
        self.pieces: list[Piece] = []
        self.soft: tuple[int, ...] = ()
        self.firm: tuple[int, ...] = ()
        self.found: list[Word] = []

    def words(self, paragraph: Paragraph) -> list[Word]:
        for k, inline in enumerate(paragraph):
            if isinstance(inline, Symbol):
                self.pieces.append(Piece(ICON_BOX + 2 * ICON_BEARING, 1, symbol=inline))
                continue
            self._span(_amount(paragraph, k, inline.text), inline)
        self._close(0.0, None)
        return self.found

    def _span(self, text: str, span: Span) -> None:
        font = self.font_of(span.bold, span.italic)
        first, *rest = text.split(" ")
        if first:
            self._piece(first, font)
        for word in rest:
            self._close(font.shape(" ").advance / font.units_per_em, font)
            if word:
                self._piece(word, font)

    def _piece(self, text: str, font: Font) -> None:
        if _NO_BREAK_HYPHEN in text:
            plain = text.replace(SOFT_HYPHEN, "")
            self.firm = tuple(k + 1 for k, c in enumerate(plain) if c == _NO_BREAK_HYPHEN)
        if SOFT_HYPHEN in text:
            parts = text.split(SOFT_HYPHEN)
            text = "".join(parts)
            self.soft = tuple(sum(map(len, parts[:k])) for k in range(1, len(parts)))
        if text:
            self.pieces.append(piece_of(text.translate(_HYPHENS), font, self.content))

    def _close(self, space: float, font: Font | None) -> None:
        if self.pieces:
            pieces = tuple(self.pieces)
            alone = len(pieces) == 1
            self.found.append(
                Word(
                    pieces,
                    sum(piece.width for piece in pieces),
                    space,
                    font,
                    self.soft if alone else (),
                    self.firm if alone else (),
                )
            )
        self.pieces.clear()
        self.soft = self.firm = ()


def _amount(paragraph: Paragraph, k: int, text: str) -> str:
    """`text` of span k with its last space made firm before an icon: "3 {coin}" is one amount."""
    if not text.endswith(" ") or k + 1 == len(paragraph) or not isinstance(paragraph[k + 1], Symbol):
        return text
    earlier = paragraph[k - 1] if k else None
    before = text[-2:-1] or (earlier.text[-1:] if isinstance(earlier, Span) else "")
    return text[:-1] + NBSP if before.isdigit() else text
