"""Words as they are shown: the operands of TJ that print one, worked out once for each style."""

from __future__ import annotations

from typing import TypeAlias

from prancha.graphics.fonts import Font
from prancha.graphics.svg.errors import DrawingFault
from prancha.render.numbers import n
from prancha.render.resources import FontVariant, PrintedWord

MOST_WORDS = 16384
"""Words remembered of one style."""
_Operands: TypeAlias = tuple[str, ...]
"""Operands of TJ and, at odd places, operators between them."""


class ShownWord(PrintedWord, frozen=True, eq=False):
    """A word as it is shown: its advance in em, its places of letter-spacing.

    A reader then stands `beyond` its end by so many thousandths of an em.  It is `told` when readers
    would not find its text in its glyphs, and are to be told.  `run` is a word that takes one operand and
    needs no telling, None for others, and `spaced` that word with the space behind it.
    """

    operands: _Operands
    beyond: float
    advance: float
    gaps: int
    told: bool
    run: str | None
    spaced: str


class ShownWords(dict[str, ShownWord]):
    """Words by their letters, `cut` at `size` mm with `track` mm of letter-spacing; shaped when asked for."""

    def __init__(self, cut: FontVariant, size: float, track: float, rtl: bool) -> None:
        super().__init__()
        self._cut, self._size, self._track, self._rtl = cut, size, track, rtl
        self._widths: dict[int, int] = {}

    def __missing__(self, word: str) -> ShownWord:
        if len(self) > MOST_WORDS:
            self.clear()
        spaced = word != " " and not self._cut.font.missing(" ")
        shown = self[word] = self._shape(word, self[" "].run if spaced else None)
        return shown

    def _shape(self, word: str, after: str | None) -> ShownWord:
        """One word, or a space; `after` is the space behind it.  Raises DrawingFault."""
        cut, size, track = self._cut, self._size, self._track
        font = cut.font
        _refuse_missing(font, word)
        shaped = font.shape(word, self._rtl, bool(track))
        per_em = 1000 / font.units_per_em
        spacing = 1000 * track / size if track else 0.0
        rest = spacing - cut.wider * per_em  # a reader adds it, as Tc, to the width of each glyph
        array, x, widths = _Array(size, least_shift(font)), 0.0, self._widths
        for glyph in shaped.glyphs:
            gid = glyph.gid
            if gid not in widths:
                widths[gid] = font.told_width(gid, cut.wider)
            rise = glyph.y_offset / font.units_per_em
            array.show(gid, x + glyph.x_offset * per_em, rise, widths[gid] + rest)
            x += glyph.advance * per_em + (spacing if glyph.cluster else 0.0)
        told = not self._rtl and (
            not all(glyph.cluster for glyph in shaped.glyphs)
            or "".join(glyph.text for glyph in shaped.glyphs) != word
        )
        operands, beyond = array.ended(x)
        run = operands[0] if len(operands) == 1 and not told else None
        return ShownWord(
            cut, word, tuple((glyph.gid, glyph.text) for glyph in shaped.glyphs), operands=operands,
            beyond=beyond, advance=shaped.advance / font.units_per_em, gaps=shaped.gaps, told=told, run=run,
            spaced=joined((run or "", after or "")),
        )  # fmt: skip


class _Array:
    """Operands of TJ, made as glyphs are put at their places.

    Lengths are thousandths of an em, as TJ counts them, and heights parts of the size.  How far a
    reader has moved is kept, so that what is rounded never adds up: a glyph stands within `least`
    of its place.
    """

    def __init__(self, size: float, least: float) -> None:
        self._size, self._least = size, least
        self._parts = [""]
        self._codes = bytearray()
        self._at = self._rise = 0.0

    def show(self, gid: int, x: float, rise: float, width: float) -> None:
        """Show a glyph at x; a reader goes on by `width` from there."""
        if rise != self._rise:  # TJ cannot rise
            self._flush()
            self._parts += (f"{n(rise * self._size)} Ts", "")
            self._rise = rise
        shift = self._at - x
        if abs(shift) >= self._least:
            self._flush()
            step = round(shift)
            self._parts[-1] += str(step)
            self._at -= step
        self._codes += gid.to_bytes(2, "big")
        self._at += width

    def ended(self, x: float) -> tuple[_Operands, float]:
        """Operands of TJ, and between them operators; how far beyond x a reader then is."""
        self._flush()
        if self._rise:
            self._parts += ("0 Ts", "")
        return tuple(self._parts), self._at - x

    def _flush(self) -> None:
        if self._codes:
            self._parts[-1] += literal(self._codes)
            self._codes.clear()


def least_shift(font: Font) -> float:
    """Thousandths of an em below which a shift waits for the next.

    Where a font counts in other units than thousandths, nearly every width is rounded.
    """
    return 0.5 if font.units_per_em == 1000 else 3.0


def joined(operands: list[str] | tuple[str, ...]) -> str:
    """Operands of one TJ; strings that meet become one, for inside a string parentheses are escaped."""
    return "".join(operands).replace(")(", "")


def told(word: str) -> str:
    """A text string (ISO 32000-1, 7.9.2.2)."""
    if word.isascii():
        return literal(word.encode())
    return f"<feff{word.encode('utf-16-be').hex()}>"


def _refuse_missing(font: Font, text: str) -> None:
    missing = font.missing(text)
    if missing:
        names = ", ".join(f'"{c}" (U+{ord(c):04X})' for c in missing)
        raise DrawingFault(
            f"{font.family} has no glyph for {names}", "use another font, or write the text otherwise"
        )


_ESCAPES = str.maketrans({"\\": "\\\\", "(": "\\(", ")": "\\)", "\r": "\\r"})


def literal(codes: bytes | bytearray) -> str:
    """Glyph codes as a PDF string; half the size of hexadecimal once deflated."""
    return "(" + codes.decode("latin-1").translate(_ESCAPES) + ")"
