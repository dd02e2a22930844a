"""Texts as measured words: spans become pieces of one font, lengths in em."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from prancha.faces.text.markup_line import InlineIcon, Paragraph, Span
from prancha.faces.text.text_options import LettersError
from prancha.graphics.fonts import Chain, Font
from prancha.graphics.fonts.font import clusters
from prancha.model.localised_text import capitals

ICON_BOX = 1.05
"""Side of an icon in the line, em: it stands out from capitals but not into the next line."""
ICON_BEARING = 0.06
"""Air on either side of an icon, em."""
SMALL = 0.8
"""Size of small capitals: they stand a little above small letters."""
NBSP = "\u00a0"
SOFT_HYPHEN = "\u00ad"
_HYPHENS = str.maketrans({"\u2010": "-", "\u2011": "-"})
_NO_BREAK_HYPHEN = "\u2011"
_STOPS = frozenset(".,:;!?")

ChainOf: TypeAlias = Callable[[bool, bool], Chain]
"""The fonts for (bold, italic)."""


class PieceStyle(Struct, frozen=True):
    """How a piece differs from plain text: its colour, its size, and the level of its direction (UAX #9)."""

    fill: str | None = None
    scale: float = 1.0
    level: int = 0


class TextPiece(Struct, frozen=True):
    """Text of one font, or an icon, with its width in em and the places where letter-spacing is added.

    `look` is None for plain text.
    """

    width: float
    gaps: int
    text: str = ""
    font: Font | None = None
    symbol: InlineIcon | None = None
    look: PieceStyle | None = None


class Word(Struct, frozen=True):
    """What stays together on a line; `space` (em), its font and look belong to the gap after it.

    `soft` are positions in the text where a hyphen is invited, `firm` where a
    hyphen is not wanted (after a no-break hyphen); both only for words of one
    piece.  Without a `space_font` the next word follows at once.  A `solid` word has no place to break but
    where hyphenation finds one.  `plain` is the font of a word of one piece and of the space after it, where
    neither has a look.
    """

    pieces: tuple[TextPiece, ...]
    width: float
    space: float = 0.0
    space_font: Font | None = None
    soft: tuple[int, ...] = ()
    firm: tuple[int, ...] = ()
    space_look: PieceStyle | None = None
    solid: bool = False
    plain: Font | None = None


@lru_cache(maxsize=1024)
def look_of(fill: str | None, caps: bool, level: int = 0) -> PieceStyle | None:
    """The look of a span; equal ones are one object, so that runs are joined by looking at it."""
    look = PieceStyle(fill, SMALL if caps else 1.0, level)
    return None if look == PieceStyle() else look


def is_turned(look: PieceStyle | None) -> bool:
    """Return whether text of that look runs from right to left."""
    return look is not None and look.level % 2 == 1


def piece_of(text: str, font: Font, look: PieceStyle | None = None, apart: bool = False) -> TextPiece:
    """Measure `text`, which has no soft hyphens; `apart` when letter-spacing will be added."""
    run = font.shape(text, is_turned(look), apart)
    width = run.advance / font.units_per_em
    return TextPiece(
        width * look.scale if look else width, run.gaps, text=text, font=font, symbol=None, look=look
    )


def set_apart(words: Iterable[Word]) -> tuple[Word, ...]:
    """`words` measured anew for letter-spacing, which ligatures may not close."""
    found = []
    for word in words:
        pieces = tuple(
            piece_of(piece.text, piece.font, piece.look, apart=True) if piece.font else piece
            for piece in word.pieces
        )
        found.append(replace(word, pieces=pieces, width=sum(piece.width for piece in pieces)))
    return tuple(found)


class Measurer:
    """Collects the pieces of a word until a space ends it; `content` names the text in messages.

    `lang` says which capitals the text has; `stand_in` is the font used last in place of the chain's own,
    until two words in `own` follow.
    """

    def __init__(self, content: str, chain_of: ChainOf, lang: str = "") -> None:
        self.content, self.chain_of, self.lang = content, chain_of, lang
        self.pieces: list[TextPiece] = []
        self.soft: tuple[int, ...] = ()
        self.firm: tuple[int, ...] = ()
        self.found: list[Word] = []
        self.stand_in: Font | None = None
        self.own = 0

    def words(self, paragraph: Paragraph) -> list[Word]:
        """The words of a paragraph without keywords.

        Raises LettersError for characters without a glyph, FontError for a style the family lacks.
        """
        for k, inline in enumerate(paragraph):
            if isinstance(inline, InlineIcon):
                self._symbol(inline)
            elif isinstance(inline, Span):
                self._span(_amount(paragraph, k, inline.text), inline)
            else:
                raise TypeError(inline.id)  # a keyword, which the glossary should have resolved
        self._close(0.0, None)
        return self.found

    def _symbol(self, symbol: InlineIcon, look: PieceStyle | None = None) -> None:
        self.pieces.append(TextPiece(ICON_BOX + 2 * ICON_BEARING, 1, symbol=symbol, look=look))

    def _span(self, text: str, span: Span) -> None:
        chain = self.chain_of(span.bold, span.italic)
        look = look_of(span.fill, False) if span.fill else None
        plain = look is None and not span.caps
        whole = ""
        parts = text.split(" ")
        if self.pieces and not parts[0] and len(parts) > 1:
            self._space(chain, look)
            del parts[0]
        if plain and not self.pieces and self.stand_in is None:
            # Words of one span before a space measure the same in every text, and most were met before.
            met = list(filter(None, map(chain.kept.get, parts[:-1])))
            if len(met) == len(parts) - 1:
                self.found += met
                parts = parts[-1:]
        for k, word in enumerate(parts):
            if k and self.pieces:
                self._space(chain, look)
                if whole and self.found[-1].space_font is chain.font:
                    chain.kept[whole] = self.found[-1]
            whole = ""
            if word and plain and k < len(parts) - 1 and not self.pieces and self.stand_in is None:
                kept = chain.kept.get(word)
                if kept is not None:
                    self.found.append(kept)
                    continue
                whole = word
            if word:
                self._piece(word, chain, look, span.caps)

    def _space(self, chain: Chain, look: PieceStyle | None) -> None:
        """End the word with a space: that of the font that stands in, where one does."""
        font = self._standing_in(chain) or chain.font
        self._close(font.shape(" ").advance / font.units_per_em, font, look)

    def _piece(self, text: str, chain: Chain, look: PieceStyle | None, caps: bool) -> None:
        if _NO_BREAK_HYPHEN in text:
            plain = text.replace(SOFT_HYPHEN, "")
            self.firm = tuple(k + 1 for k, c in enumerate(plain) if c == _NO_BREAK_HYPHEN)
        if SOFT_HYPHEN in text:
            parts = text.split(SOFT_HYPHEN)
            text = "".join(parts)
            invited = (sum(map(len, parts[:k])) for k in range(1, len(parts)))
            self.soft = tuple(at for at in invited if 0 < at < len(text))
        text = text.translate(_HYPHENS)
        if not caps:
            self._set(text, chain, look)
            return
        small = look_of(look.fill if look else None, True, look.level if look else 0)
        for lower, group in groupby(clusters(text), lambda letter: letter[0].islower()):
            part = "".join(group)
            self._set(capitals(part, self.lang) if lower else part, chain, small if lower else look)

    def _set(self, text: str, chain: Chain, look: PieceStyle | None) -> None:
        if not text:
            return
        stand_in = self._standing_in(chain)
        # A figure between words of another font looks like them.
        if stand_in is not None and not any(map(str.isalpha, text)) and stand_in.covers(text):
            self.pieces.append(piece_of(text, stand_in, look))
            return
        if not chain.font.shape(text, is_turned(look)).missing:
            self.pieces.append(piece_of(text, chain.font, look))
            self.own += 1
            if self.own > 1:
                self.stand_in = None
            return
        for font, part in chain.runs(text):
            self._require(part, font, chain)
            self.pieces.append(piece_of(part, font, look))
            if font is not chain.font and any(map(str.isalpha, part)):  # figures of emoji are no figures
                self.stand_in, self.own = font, 0

    def _standing_in(self, chain: Chain) -> Font | None:
        return self.stand_in if self.stand_in is not None and self.stand_in in chain.fonts else None

    def _close(self, space: float, font: Font | None, look: PieceStyle | None = None) -> None:
        pieces = tuple(self.pieces)
        if len(pieces) == 1:
            (first,) = pieces
            plain = first.font if first.look is look is None and font is first.font else None
            self.found.append(
                Word(
                    pieces,
                    first.width,
                    space=space,
                    space_font=font,
                    soft=self.soft,
                    firm=self.firm,
                    space_look=look,
                    solid=not self.soft and _is_solid(first.text),
                    plain=plain,
                )
            )
        elif pieces:
            width = sum(piece.width for piece in pieces)
            self.found.append(Word(pieces, width, space=space, space_font=font, space_look=look))
        self.pieces.clear()
        self.soft = self.firm = ()

    def _require(self, text: str, font: Font, chain: Chain) -> None:
        """Raise LettersError with every character of the whole text that no font of the chain has."""
        if not font.missing(text):
            return
        shown = dict.fromkeys((*font.missing(text), *self.content))
        lacking = [c for c in shown if not c.isspace() and not any(each.covers(c) for each in chain.fonts)]
        raise LettersError("".join(lacking) or font.missing(text), chain.fonts)


def _is_solid(text: str) -> bool:
    """Return whether a word is letters alone, with a stop behind them at most: nothing to break after."""
    return text.isalpha() or (text[-1:] in _STOPS and text[:-1].isalpha())


def _amount(paragraph: Paragraph, k: int, text: str) -> str:
    """`text` of span k with its last space made firm before an icon: "3 {coin}" is one amount."""
    if not text.endswith(" ") or k + 1 == len(paragraph) or not isinstance(paragraph[k + 1], InlineIcon):
        return text
    earlier = paragraph[k - 1] if k else None
    before = text[-2:-1] or (earlier.text[-1:] if isinstance(earlier, Span) else "")
    return text[:-1] + NBSP if before.isdigit() else text
