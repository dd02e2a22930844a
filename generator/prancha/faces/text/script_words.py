"""Words in scripts that run from right to left, break anywhere or reach higher than Latin letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from unicodedata import category

from prancha.faces.text.breaks import thai_breaks
from prancha.faces.text.markup_line import InlineIcon, Paragraph, Span
from prancha.faces.text.measured_words import (
    Measurer,
    PieceStyle,
    TextPiece,
    Word,
    is_turned,
    look_of,
    piece_of,
)
from prancha.graphics.fonts import Font
from prancha.graphics.fonts.character_scripts import CONTROLS, ICON, RTL, breaks, is_joined, levels

ZWJ = "\u200d"


class ScriptMeasurer(Measurer):
    """As Measurer, with the level of each character, and breaks without spaces.

    `rtl` is the direction of the whole text.
    """

    def measure(self, paragraph: Paragraph, rtl: bool) -> list[Word]:
        """The words of a paragraph, their pieces in the order they are read."""
        whole = "".join(inline.text if isinstance(inline, Span) else ICON for inline in paragraph)
        self.at = 0
        self.levels = levels(whole, rtl) if rtl or RTL.search(whole) else (0,) * len(whole)
        self.breaks = breaks(whole) | thai_breaks(whole)
        return self.words(paragraph)

    def _symbol(self, symbol: InlineIcon, look: PieceStyle | None = None) -> None:
        if self.at in self.breaks:
            self._close(0.0, None)
        super()._symbol(symbol, look or look_of(None, False, self.levels[self.at]))
        self.at += 1

    def _span(self, text: str, span: Span) -> None:
        chain = self.chain_of(span.bold, span.italic)
        for start, end in self._parts(text):
            look = look_of(span.fill, False, self.levels[self.at + start])
            if text[start] == " ":
                if self.pieces:
                    self._space(chain, look)
                continue
            if self.at + start in self.breaks:
                self._close(0.0, None)
            part = CONTROLS.sub("", text[start:end])
            if part:
                self._piece(part, chain, look, span.caps)
        self.at += len(text)

    def _close(self, space: float, font: Font | None, look: PieceStyle | None = None) -> None:
        if len(self.pieces) > 1:
            self.pieces = _joined_on(self.pieces)
        super()._close(space, font, look)

    def _parts(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of each stretch of one level between spaces and breaks; spaces stand alone."""
        start = 0
        for k in range(1, len(text) + 1):
            at = self.at + k
            if (
                k == len(text)
                or " " in (text[k - 1], text[k])
                or at in self.breaks
                or self.levels[at] != self.levels[at - 1]
            ):
                yield start, k
                start = k


def _joined_on(pieces: Sequence[TextPiece]) -> list[TextPiece]:
    """The pieces of a word, such as one with letters in a colour, where letters join across them.

    Each piece is set by itself, as if the word ended there: a joiner tells that it goes on.
    """
    found = list(pieces)
    for k, (one, other) in enumerate(pairwise(pieces)):
        if _joins(one, -1) and _joins(other, 0):
            found[k] = _with_text(found[k], found[k].text + ZWJ)
            found[k + 1] = _with_text(other, ZWJ + other.text)
    return found


def _joins(piece: TextPiece, end: int) -> bool:
    """Whether the first (0) or last (-1) letter of a piece takes another form where the word goes on."""
    if piece.font is None or not is_turned(piece.look) or not is_joined(piece.text):
        return False
    letters = [c for c in piece.text if category(c)[0] == "L"]
    if not letters:
        return False
    alone, going_on = letters[end], letters[end] + ZWJ if end else ZWJ + letters[end]
    forms = [[glyph.gid for glyph in piece.font.shape(text, True).glyphs] for text in (alone, going_on)]
    return forms[0] != forms[1]


def _with_text(piece: TextPiece, text: str) -> TextPiece:
    assert piece.font is not None
    return piece_of(text, piece.font, piece.look)


def reach_of(words: Iterable[Word]) -> tuple[float, float]:
    """How far letters of `words` stand above and hang below the baseline at most, em."""
    rise = drop = 0.0
    for word in words:
        for piece in word.pieces:
            if piece.font is not None:
                above, below = piece.font.reach(piece.font.shape(piece.text, is_turned(piece.look)))
                scale = (piece.look.scale if piece.look else 1.0) / piece.font.units_per_em
                rise, drop = max(rise, above * scale), max(drop, below * scale)
    return rise, drop
