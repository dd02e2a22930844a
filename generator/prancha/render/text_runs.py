"""Text elements as PDF glyph runs, shaped by HarfBuzz; each word is shaped once a style."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from prancha.graphics.fonts import Font, FontBook, FontError, Letters, words_of
from prancha.graphics.fonts.character_scripts import is_joined, stretches
from prancha.graphics.fonts.letters import LOST
from prancha.graphics.fonts.shaping import Glyph
from prancha.graphics.svg.matrix import finite, length
from prancha.graphics.svg.style import Style
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.units import fine
from prancha.render.path_operators import n
from prancha.render.resources import DocumentResources, FontVariant, PrintedWord

MOST_WORDS = 16384
"""Words remembered of one style."""
_Operands: TypeAlias = tuple[str, ...]
"""Operands of TJ and, at odd places, operators between them."""


class ShownWord(PrintedWord, frozen=True, eq=False):
    """A word as it is shown: its advance in em, its places of letter-spacing.

    A reader then stands `beyond` its end by so many thousandths of an em.  It is `told` when readers
    would not find its text in its glyphs, and are to be told.  `spaced` is the operand of a plain word with
    that of the space after it, "" where either takes more than one or is told.
    """

    operands: _Operands
    beyond: float
    advance: float
    gaps: int
    told: bool
    spaced: str = ""


class ShownWords(dict[str, ShownWord]):
    """Words by their letters, `cut` at `size` mm with `track` mm of letter-spacing; shaped when asked for."""

    def __init__(self, cut: FontVariant, size: float, track: float, rtl: bool) -> None:
        super().__init__()
        self._cut, self._size, self._track, self._rtl = cut, size, track, rtl
        self._widths: dict[int, int] = {}

    def __missing__(self, word: str) -> ShownWord:
        if len(self) > MOST_WORDS:
            self.clear()
        shown = self[word] = self._shape(word)
        return shown

    def _shape(self, word: str) -> ShownWord:
        """Shape one word, or a space.  Raises DrawingFault."""
        cut, track = self._cut, self._track
        font = cut.font
        _refuse_missing(font, word)
        shaped = font.shape(word, self._rtl, bool(track))
        glyphs = shaped.glyphs
        letters = [(glyph.gid, glyph.text) for glyph in glyphs]
        clusters = [glyph.cluster for glyph in glyphs]
        told = not self._rtl and ("" in clusters or "".join([text for _, text in letters]) != word)
        operands, beyond = self._operands(glyphs)
        space = None if word == " " or font.missing(" ") else self[" "]
        plain = space is not None and not told and len(operands) == len(space.operands) == 1
        return ShownWord(
            cut,
            word,
            tuple(letters),
            operands=operands,
            beyond=beyond,
            advance=shaped.advance / font.units_per_em,
            gaps=shaped.gaps,
            told=told,
            spaced=join_operands([operands[0], space.operands[0]]) if space and plain else "",
        )

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
        parts[-1] += write_literal(codes)
        codes.clear()


def least_shift(font: Font) -> float:
    """Thousandths of an em below which a shift waits for the next.

    Where a font counts in other units than thousandths, nearly every width is rounded.
    """
    return 0.5 if font.units_per_em == 1000 else 3.0


def join_operands(operands: list[str]) -> str:
    """Operands of one TJ; strings that meet become one, for inside a string parentheses are escaped."""
    return "".join(operands).replace(")(", "")


def told(word: str) -> str:
    """A text string (ISO 32000-1, 7.9.2.2)."""
    if word.isascii():
        return write_literal(word.encode())
    return f"<feff{word.encode('utf-16-be').hex()}>"


def _refuse_missing(font: Font, text: str) -> None:
    missing = font.missing(text)
    if missing:
        names = ", ".join(f'"{c}" (U+{ord(c):04X})' for c in missing)
        raise DrawingFault(
            f"{font.family} has no glyph for {names}", "use another font, or write the text otherwise"
        )


_ESCAPES = str.maketrans({"\\": "\\\\", "(": "\\(", ")": "\\)", "\r": "\\r"})


def write_literal(codes: bytes | bytearray) -> str:
    """Glyph codes as a PDF string; half the size of hexadecimal once deflated."""
    return "(" + codes.decode("latin-1").translate(_ESCAPES) + ")"


STEP = 80
"""Thousandths of an em by which glyphs are made wider.

Readers take letters that stand a tenth of an em apart, kerning included, for words of their own:
poppler, pdf.js (Firefox).  None does where glyphs are as wide as their letter-spacing.  Wider ones
are one more font in the file, so that there are few widths, and the character spacing is the rest.
"""
WIDEST = 1600
MOST_STYLES = 512
"""Styles whose words are remembered."""


class TextSetting(Struct, frozen=True, eq=False):
    """How texts of one style are set: `share` is how much of its width a text lies left of its x.

    `anchored` ones name their anchor, so that white space at their ends is not set.  `begin` and `end` are
    the operators around place and glyphs.  `words` are those shaped so far, `turned` those from right to
    left; a shift of less than `least` thousandths of an em waits for the next.
    """

    size: float
    track: float
    rtl: bool
    share: float
    anchored: bool
    begin: str
    end: str
    words: ShownWords
    turned: ShownWords
    least: float


class TextRenderer:
    """Turns text with a style into operators, and notes the glyphs used."""

    def __init__(self, book: FontBook, document: DocumentResources) -> None:
        self._document, self._letters = document, Letters(book)
        self._known: dict[tuple[FontVariant, float, float], tuple[ShownWords, ShownWords]] = {}

    def shown(self, text: str, setting: TextSetting, x: str, y: str) -> tuple[str, float]:
        """`/Font size Tf ... TJ` for one run at x and y, and its measured advance in mm.

        Colour is the caller's affair.  Raises DrawingFault.
        """
        size, track = setting.size, setting.track
        if LOST in text:
            raise DrawingFault(
                f'"{text[:30]}" has the sign U+FFFD, which stands for a letter that was lost',
                "the file was saved in another encoding: save it as UTF-8, or type the letter anew",
                value=text,
            )
        if track and is_joined(text):
            raise DrawingFault(
                f'"{text[:30]}" is in letters that join, which cannot stand apart', "leave out letter-spacing"
            )
        glyphs, advance, gaps = self._plain(setting, text) or self._stretches(setting, text)
        # Letter-spacing stands between letters, not after the last one (CSS Text 3, 8.2).
        before = (advance * size + track * max(gaps - 1, 0)) * setting.share
        left = n(_number(x, "x") - before) if before else _place(x, "x")
        return (
            f"{setting.begin}{left} {_place(y, 'y')} Tm {glyphs}{setting.end}",
            advance * size + track * gaps,
        )

    def _plain(self, setting: TextSetting, text: str) -> tuple[str, float, int] | None:
        """Return what `_stretches` does for a line from left to right of plain words; None for others.

        Nearly all lines are such, and take half the time: each word comes with the space after it.
        """
        if setting.rtl or not (text.isascii() or stretches(text, False) == [(text, False)]):
            return None
        known, least = setting.words, setting.least
        line = [known[word] for word in text.split(" ")]
        last = line.pop()
        space = known[" "] if line else last
        array: list[str] = []
        advance, gaps, beyond = 0.0, space.gaps * len(line), 0.0
        for word in line:
            if not word.spaced:
                return None
            beyond += word.beyond
            if -least < beyond < least:
                array.append(word.spaced)
            else:
                step = round(beyond)
                array.append(f"{word.operands[0]}{step} {space.operands[0]}")
                beyond -= step
            beyond += space.beyond
            if not -least < beyond < least:
                step = round(beyond)
                array.append(f"{step} ")
                beyond -= step
            advance += word.advance
            advance += space.advance
            gaps += word.gaps
        if last.told or len(last.operands) > 1:
            return None
        array.append(last.operands[0])
        beyond += last.beyond
        if not -least < beyond < least:
            array.append(f"{round(beyond)} ")
        self._document.spoken.update(line, (last, space))
        return f"[{join_operands(array)}] TJ", advance + last.advance, gaps + last.gaps

    def _stretches(self, setting: TextSetting, text: str) -> tuple[str, float, int]:
        """Operators that show a line of text, its advance in em and its places of letter-spacing."""
        found: list[str] = []
        array: list[str] = []
        advance, gaps, beyond = 0.0, 0, 0.0
        least, spoken = setting.least, self._document.spoken
        for stretch, turned in stretches(text, setting.rtl):
            span = ""
            known = setting.turned if turned else setting.words
            words = words_of(stretch, turned)
            line = [known[word] for word in words]
            spoken.update(line)
            for k, shown in enumerate(line):
                if shown.told and words[k] != " ":
                    span = words[k] + (" " if k + 1 < len(words) else "")
                    _end_array(array, found, f"/Span <</ActualText {told(span)}>> BDC")
                operands = shown.operands
                array.append(operands[0])
                if len(operands) > 1:
                    for at in range(1, len(operands), 2):
                        _end_array(array, found, operands[at])
                        array.append(operands[at + 1])
                beyond += shown.beyond
                if not -least < beyond < least:
                    step = round(beyond)
                    array.append(f"{step} ")
                    beyond -= step
                # The space is in the span: alone it shows nothing, and pdfium passes it over.
                if span and (words[k] == " " or k + 1 == len(words)):
                    _end_array(array, found, "EMC")
                    span = ""
                advance += shown.advance
                gaps += shown.gaps
        _end_array(array, found)
        return " ".join(found) or "[] TJ", advance, gaps

    def _words(self, cut: FontVariant, size: float, track: float) -> tuple[ShownWords, ShownWords]:
        """The words of one style, from left to right and from right to left."""
        key = cut, size, track
        if key not in self._known:
            if len(self._known) >= MOST_STYLES:
                self._known.clear()
            self._known[key] = ShownWords(cut, size, track, False), ShownWords(cut, size, track, True)
        return self._known[key]

    def setting(self, style: Style) -> TextSetting:
        """How texts of a style are set.  Raises DrawingFault."""
        try:
            font = self._letters.font(style)
        except FontError as problem:
            raise DrawingFault(problem.message, problem.hint) from problem
        size = length({"font-size": style.get("font-size", "")}, "font-size")
        track = length(style, "letter-spacing") if style.get("letter-spacing", "normal") != "normal" else 0.0
        track = track if size > 0 else 0.0
        cut = FontVariant(font, _extra_width(font, track, size))
        rest = fine(track - cut.wider / font.units_per_em * size)
        spacing = (f"{rest} Tc ", " 0 Tc") if track and rest != "0" else ("", "")
        rtl, anchor = style.get("direction") == "rtl", style.get("text-anchor", "start")
        # By how much of its width a text lies left of its x.
        share = 0.5 if anchor == "middle" else float((anchor == "start") == rtl)
        words, turned = self._words(cut, size, track)
        return TextSetting(
            size=size,
            track=track,
            rtl=rtl,
            share=share,
            anchored="text-anchor" in style,
            begin=f"/{cut.key} {n(size)} Tf {spacing[0]}1 0 0 -1 ",
            end=spacing[1],
            words=words,
            turned=turned,
            least=least_shift(font),
        )


def _extra_width(font: Font, track: float, size: float) -> int:
    """How much wider glyphs are made for letter-spacing, font units; never narrower."""
    if track <= 0:
        return 0
    return min(int(1000 * track / size) // STEP * STEP, WIDEST) * font.units_per_em // 1000


def _end_array(array: list[str], found: list[str], *operators: str) -> None:
    """Add the operands of `array` to `found` as one TJ, which empties it, and `operators` after it."""
    operands = join_operands(array)
    if operands:
        found.append(f"[{operands}] TJ")
    array.clear()
    found += operators


def _number(text: str, name: str) -> float:
    try:
        return finite(float(text), text)
    except ValueError:
        raise DrawingFault(f'{name}="{text}" is not a number') from None


@lru_cache(maxsize=4096)
def _place(text: str, name: str) -> str:
    """A coordinate as PDF writes it; the cards of a deck share nearly all of theirs."""
    return n(_number(text, name))
