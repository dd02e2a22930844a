"""Words as they are shown: the operands of TJ that print one, worked out once for each style."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from prancha.graphics.fonts import Font
from prancha.graphics.fonts.shaped import Glyph
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
        cut, track = self._cut, self._track
        font = cut.font
        _refuse_missing(font, word)
        shaped = font.shape(word, self._rtl, bool(track))
        glyphs = shaped.glyphs
        letters = [(glyph.gid, glyph.text) for glyph in glyphs]
        clusters = [glyph.cluster for glyph in glyphs]
        told = not self._rtl and ("" in clusters or "".join([text for _, text in letters]) != word)
        operands, beyond = self._operands(glyphs)
        run = operands[0] if len(operands) == 1 and not told else None
        return ShownWord(
            cut, word, tuple(letters), operands=operands,
            beyond=beyond, advance=shaped.advance / font.units_per_em, gaps=shaped.gaps, told=told, run=run,
            spaced=joined((run or "", after or "")),
        )  # fmt: skip

    def _operands(self, glyphs: Sequence[Glyph]) -> tuple[_Operands, float]:
        """Operands of TJ that put glyphs at their places, with operators between; how far beyond a reader is.

        Lengths are thousandths of an em, as TJ counts them, and heights parts of the size.  How far a
        reader has moved is kept, so that what is rounded never adds up: a glyph stands within `least_shift`
        of its place.
        """
        cut, size, track, widths = self._cut, self._size, self._track, self._widths
        units = cut.font.units_per_em
        per_em, least = 1000 / units, least_shift(cut.font)
        spacing = 1000 * track / size if track else 0.0
        rest = spacing - cut.wider * per_em  # a reader adds it, as Tc, to the width of each glyph
        parts, codes = [""], bytearray()
        at = x = raised = 0.0
        for glyph in glyphs:
            gid, rise = glyph.gid, glyph.y_offset / units
            if gid not in widths:
                widths[gid] = cut.font.told_width(gid, cut.wider)
            if rise != raised:  # TJ cannot rise
                _flush(codes, parts)
                parts += (f"{n(rise * size)} Ts", "")
                raised = rise
            shift = at - (x + glyph.x_offset * per_em)
            if abs(shift) >= least:
                _flush(codes, parts)
                step = round(shift)
                parts[-1] += str(step)
                at -= step
            codes += gid.to_bytes(2, "big")
            at += widths[gid] + rest
            x += glyph.advance * per_em + (spacing if glyph.cluster else 0.0)
        _flush(codes, parts)
        if raised:
            parts += ("0 Ts", "")
        return tuple(parts), at - x


def _flush(codes: bytearray, parts: list[str]) -> None:
    """Move glyph codes to the last of the operands."""
    if codes:
        parts[-1] += literal(codes)
        codes.clear()


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
