"""Text elements as PDF glyph runs, shaped by HarfBuzz."""

from __future__ import annotations

from itertools import zip_longest
from typing import TypeAlias

from msgspec import Struct

from prancha.graphics.fonts import Font, FontBook, FontError, Letters, words_of
from prancha.graphics.fonts.bidi import stretches
from prancha.graphics.fonts.scripts import is_joined
from prancha.graphics.svg.errors import DrawingFault
from prancha.graphics.svg.numbers import finite, length
from prancha.graphics.svg.style import Style
from prancha.model.units import fine
from prancha.render.numbers import n
from prancha.render.resources import DocumentResources, FontVariant, Spoken

STEP = 80
"""Thousandths of an em by which glyphs are made wider.

Readers take letters that stand a tenth of an em apart, kerning included, for words of their own:
poppler, pdf.js (Firefox).  None does where glyphs are as wide as their letter-spacing.  Wider ones
are one more font in the file, so that there are few widths, and the character spacing is the rest.
"""
WIDEST = 1600
MOST_SETTINGS, MOST_WORDS = 512, 16384
"""Settings remembered, and words of each."""
_Operands: TypeAlias = tuple[str, ...]
"""Operands of TJ and, at odd places, operators between them."""


class _Shown(Struct, frozen=True):
    """A word as it is shown: its advance in em, its places of letter-spacing.

    A reader then stands `beyond` its end by so many thousandths of an em.  It is `told` when
    readers would not find its text in its glyphs, and are to be told.
    """

    operands: _Operands
    beyond: float
    advance: float
    gaps: int
    told: bool
    spoken: Spoken


class TextSetting(Struct, frozen=True):
    """How texts of one style are set: `share` is how much of its width a text lies left of its x.

    `anchored` ones name their anchor, so that white space at their ends is not set.  `begin` and `end` are
    the operators around place and glyphs.
    """

    cut: FontVariant
    size: float
    track: float
    rtl: bool
    share: float
    anchored: bool
    begin: str
    end: str


class TextRenderer:
    """Turns text with a style into operators, and notes the glyphs used."""

    def __init__(self, book: FontBook, document: DocumentResources) -> None:
        self._document, self._letters = document, Letters(book)
        self._known: dict[tuple[FontVariant, float, float, bool], dict[str, _Shown]] = {}

    def turn_to(self, book: FontBook) -> None:
        """Set texts in another language, with the fonts of `book`."""
        self._letters = Letters(book)

    def _set(self, setting: TextSetting, text: str) -> tuple[str, float, int]:
        """Operators that show a line of text, its advance in em and its places of letter-spacing."""
        found: list[str] = []
        array: list[str] = []
        advance, gaps, beyond = 0.0, 0, 0.0
        least = _least(setting.cut.font)
        for stretch, turned in stretches(text, setting.rtl):
            told = ""
            known = self._words(setting, turned)
            words = words_of(stretch, turned)
            self._speak(setting, words, known, turned)
            for word, following in zip_longest(words, words[1:]):
                shown = known[word]
                if shown.told and word != " ":
                    told = word + (" " if following else "")
                    _end(array, found, f"/Span <</ActualText {_told(told)}>> BDC")
                operands = shown.operands
                array.append(operands[0])
                for k in range(1, len(operands), 2):
                    _end(array, found, operands[k])
                    array.append(operands[k + 1])
                beyond += shown.beyond
                if not -least < beyond < least:
                    step = round(beyond)
                    array.append(f"{step} ")
                    beyond -= step
                # The space is in the span: alone it shows nothing, and pdfium passes it over.
                if told and (word == " " or not following):
                    _end(array, found, "EMC")
                    told = ""
                advance += shown.advance
                gaps += shown.gaps
        _end(array, found)
        return " ".join(found) or "[] TJ", advance, gaps

    def _speak(self, setting: TextSetting, words: list[str], known: dict[str, _Shown], turned: bool) -> None:
        """Let the face need the words of a line, those shaped that are not `known` yet."""
        spoken = self._document.spoken
        for word in dict.fromkeys(words):
            shown = known.get(word)
            if shown is None:
                shown = known[word] = self._shape(setting, word, turned)
            spoken.add(shown.spoken)

    def _words(self, setting: TextSetting, turned: bool) -> dict[str, _Shown]:
        """The words shaped so far as a setting has them, which `_set` adds to."""
        key = setting.cut, setting.size, setting.track, turned
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_SETTINGS:
                self._known.clear()
            known = self._known[key] = {}
        elif len(known) > MOST_WORDS:
            known.clear()
        return known

    def _shape(self, setting: TextSetting, word: str, rtl: bool) -> _Shown:
        """One word, or a space, as it is shown; notes its glyphs as used."""
        cut, size, track = setting.cut, setting.size, setting.track
        font = cut.font
        _refuse_missing(font, word)
        run = font.shape(word, rtl, bool(track))
        glyphs = [(glyph.gid, glyph.text) for glyph in run.glyphs]
        spoken = (cut.key, word, rtl, bool(track))
        self._document.use_word(spoken, cut, glyphs)
        per_em = 1000 / font.units_per_em
        spacing = 1000 * track / size if track else 0.0
        rest = spacing - cut.wider * per_em  # a reader adds it, as Tc, to the width of each glyph
        array, x = _Array(size, _least(font)), 0.0
        for glyph in run.glyphs:
            width = font.told_width(glyph.gid, cut.wider) + rest
            array.show(glyph.gid, x + glyph.x_offset * per_em, glyph.y_offset / font.units_per_em, width)
            x += glyph.advance * per_em + (spacing if glyph.cluster else 0.0)
        told = not rtl and (
            not all(glyph.cluster for glyph in run.glyphs)
            or "".join(glyph.text for glyph in run.glyphs) != word
        )
        return _Shown(*array.ended(x), run.advance / font.units_per_em, run.gaps, told, spoken)

    def _styled(self, style: Style) -> Font:
        try:
            return self._letters.font(style)
        except FontError as problem:
            raise DrawingFault(problem.message, problem.hint) from problem

    def setting(self, style: Style) -> TextSetting:
        """How texts of a style are set.  Raises DrawingFault."""
        font = self._styled(style)
        size = length({"font-size": style.get("font-size", "")}, "font-size")
        track = length(style, "letter-spacing") if style.get("letter-spacing", "normal") != "normal" else 0.0
        track = track if size > 0 else 0.0
        cut = FontVariant(font, _wider(font, track, size))
        rest = fine(track - cut.wider / font.units_per_em * size)
        spacing = (f"{rest} Tc ", " 0 Tc") if track and rest != "0" else ("", "")
        rtl, anchor = style.get("direction") == "rtl", style.get("text-anchor", "start")
        # By how much of its width a text lies left of its x.
        share = 0.5 if anchor == "middle" else float((anchor == "start") == rtl)
        return TextSetting(
            cut, size=size, track=track, rtl=rtl, share=share, anchored="text-anchor" in style,
            begin=f"/{cut.key} {n(size)} Tf {spacing[0]}1 0 0 -1 ", end=spacing[1],
        )  # fmt: skip

    def shown(self, text: str, setting: TextSetting, x: str, y: str) -> tuple[str, float]:
        """`/Font size Tf ... TJ` for one run at x and y, and its measured advance in mm.

        Colour is the caller's affair.  Raises DrawingFault.
        """
        size, track = setting.size, setting.track
        if track and is_joined(text):
            raise DrawingFault(
                f'"{text[:30]}" is in letters that join, which cannot stand apart', "leave out letter-spacing"
            )
        glyphs, advance, gaps = self._set(setting, text)
        left, base = _number(x, "x"), _number(y, "y")
        if setting.share:
            # Letter-spacing stands between letters, not after the last one (CSS Text 3, 8.2).
            left -= (advance * size + track * max(gaps - 1, 0)) * setting.share
        shown = f"{setting.begin}{n(left)} {n(base)} Tm {glyphs}{setting.end}"
        return shown, advance * size + track * gaps


def _wider(font: Font, track: float, size: float) -> int:
    """How much wider glyphs are made for letter-spacing, font units; never narrower."""
    if track <= 0:
        return 0
    return min(int(1000 * track / size) // STEP * STEP, WIDEST) * font.units_per_em // 1000


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
        step = round(self._at - x)
        if abs(self._at - x) >= self._least:
            self._flush()
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


def _least(font: Font) -> float:
    """Thousandths of an em below which a shift waits for the next.

    Where a font counts in other units than thousandths, nearly every width is rounded.
    """
    return 0.5 if font.units_per_em == 1000 else 3.0


def _end(array: list[str], found: list[str], *operators: str) -> None:
    """Add the operands of `array` to `found` as one TJ, which empties it, and `operators` after it."""
    # Strings that meet become one: inside a string both parentheses are escaped.
    operands = "".join(array).replace(")(", "")
    if operands:
        found.append(f"[{operands}] TJ")
    array.clear()
    found += operators


def _told(word: str) -> str:
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


def _number(text: str, name: str) -> float:
    try:
        return finite(float(text), text)
    except ValueError:
        raise DrawingFault(f'{name}="{text}" is not a number') from None
