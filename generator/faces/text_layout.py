"""Fitting texts into their boxes: the size of the type and the lines, independent of place and colour."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from generator.faces.text_breaks import Breakable, breakable
from generator.faces.text_errors import TextError, excerpt
from generator.faces.text_lines import Line, line_of, natural_width
from generator.faces.text_words import Word
from generator.faces.wrap import EPSILON, Align, choose, fewest, loosest, widest
from generator.fonts import Font
from generator.model.units import PT_PER_MM, Mm, Pt

VAlign = Literal["top", "middle", "bottom"]

STEP: Pt = 0.05
"""Sizes between the asked one and the least are tried in steps of this."""
TOP = 1.12
"""Room above the first baseline, in cap heights: ascenders fit, accents on capitals stand out."""
BOTTOM = 0.25
"""Room under the last baseline in em, at most the font's descent."""

WORTH_HYPHENS = 0.93
"""Hyphens are not worth it when without them the type is at least this share as large."""
_SHARE = {"left": 0.0, "justify": 0.0, "center": 0.5, "right": 1.0}
"""How much of the space a line leaves lies before it."""
_FIX = "shorten the text, enlarge its box or lower min"


@dataclass(frozen=True, slots=True)
class Placed:
    """A line with its start and baseline relative to the text's (x, y), mm."""

    x: Mm
    y: Mm
    line: Line


@dataclass(frozen=True, slots=True)
class Layout:
    """Set text: `size`, `tracking` and the height of its capitals `cap` in mm."""

    size: Mm
    cap: Mm
    lines: tuple[Placed, ...]
    tracking: Mm = 0.0


@dataclass(frozen=True, slots=True)
class Box:
    """What a paragraph must fit: lengths in mm, sizes in pt, `leading` and `gap` in lines."""

    width: Mm
    height: Mm
    size: Pt
    least: Pt
    align: Align
    valign: VAlign
    leading: float
    gap: float
    hyphenate: bool


def set_label(
    content: str, words: tuple[Word, ...], font: Font, align: str, size: Pt, least: Pt, width: Mm | None,
    tracking: Mm,
) -> Layout:  # fmt: skip
    """One line about the origin; with `width`, at the largest size down to `least` that fits."""
    glyphs = sum(piece.glyphs for word in words for piece in word.pieces) + len(words) - 1
    natural, tracked = natural_width(words), tracking * (glyphs - 1)
    if width is not None and natural * size / PT_PER_MM + tracked > width + EPSILON:
        # Down to a hundredth of a point, so that rounding cannot make it wider than asked.
        fitting = math.floor((width - tracked) / natural * PT_PER_MM * 100 + 1e-9) / 100
        if fitting < least:
            needed = natural * least / PT_PER_MM + tracked
            raise TextError(
                f"{excerpt(content)} needs {needed:.1f} mm at {least:g} pt, its width is {width:g} mm",
                "shorten the text, or give it more width or a lower min",
                "text-overflow",
            )
        size = fitting
    em = size / PT_PER_MM
    line = line_of(words, tracking=tracking / em)
    placed = Placed(_SHARE[align] * -line.width * em, 0.0, line)
    return Layout(em, cap_of(font) * em, (placed,), tracking)


def set_paragraphs(
    content: str, paragraphs: tuple[tuple[Word, ...], ...], font: Font, lang: str, box: Box
) -> Layout:
    """Wrap `paragraphs` into `box`, at the largest size that fits.

    Raises TextError when even the least size is too tall or a word too wide.
    """
    fitter = _Fitter(paragraphs, font, lang, box)
    found = fitter.fitted()
    if found is None:
        raise _overflow(content, fitter.hyphened if fitter.hyphenate else fitter.plain, font, box)
    size, used = found
    return _stacked(fitter.lines(size, used), font, box, size / PT_PER_MM)


class _Fitter:
    """Looks for the size, and for the lines at that size, with hyphens where they help."""

    def __init__(self, paragraphs: tuple[tuple[Word, ...], ...], font: Font, lang: str, box: Box) -> None:
        self.paragraphs, self.font, self.lang, self.box = paragraphs, font, lang, box
        self.hyphenate = box.hyphenate and box.align in ("left", "justify")
        self.plain = [breakable(words, lang, False) for words in paragraphs]

    @cached_property
    def hyphened(self) -> list[Breakable]:
        """The paragraphs with breaks inside words; only looked up when they may be needed."""
        return [breakable(words, self.lang, True) for words in self.paragraphs]

    def fitted(self) -> tuple[Pt, list[Breakable]] | None:
        """The largest size that fits and the breaks it needs; hyphens only where they gain enough size."""
        plain = self._largest(self.plain)
        if plain == self.box.size or not self.hyphenate:
            return None if plain is None else (plain, self.plain)
        hyphened = self._largest(self.hyphened)
        if plain is not None and (hyphened is None or plain >= WORTH_HYPHENS * hyphened):
            return plain, self.plain
        return None if hyphened is None else (hyphened, self.hyphened)

    def lines(self, size: Pt, used: list[Breakable]) -> list[list[Line]]:
        """Lines of each paragraph at `size`; loose paragraphs without hyphens get some."""
        width = self.box.width * PT_PER_MM / size
        space = self.font.shape(" ").advance / self.font.units_per_em
        found = [(each, choose(each.breaks, width, self.box.align, space)) for each in used]
        for k, (each, ends) in enumerate(found):
            if self.hyphenate and (
                used is self.hyphened or loosest(each.breaks, ends, width, self.box.align, space) > 1
            ):
                other = self.hyphened[k]
                better = choose(other.breaks, width, self.box.align, space, short=False)
                if len(better) <= len(ends):
                    found[k] = other, better
        return [_lines(each, ends, width, self.box.align) for each, ends in found]

    def _largest(self, paragraphs: list[Breakable]) -> Pt | None:
        """The largest size at which `paragraphs` fit, by bisection: smaller type fits better."""
        box = self.box
        if _fits(paragraphs, self.font, box, box.size):
            return box.size
        if box.least == box.size or not _fits(paragraphs, self.font, box, box.least):
            return None
        low, high = 0, math.ceil((box.size - box.least) / STEP)
        while high - low > 1:
            middle = (low + high) // 2
            if _fits(paragraphs, self.font, box, _size(box, middle)):
                high = middle
            else:
                low = middle
        return _size(box, high)


def _fits(paragraphs: list[Breakable], font: Font, box: Box, size: Pt) -> bool:
    em = size / PT_PER_MM
    counts = [fewest(each.breaks, box.width / em) for each in paragraphs]
    return None not in counts and _height(sum(c or 0 for c in counts), counts, font, box) * em <= (
        box.height + EPSILON
    )


def _height(lines: int, paragraphs: list[int | None], font: Font, box: Box) -> float:
    """Height in em from the top of ascenders to the foot of descenders."""
    steps = lines - 1 + box.gap * (len(paragraphs) - 1)
    return top_of(font) + steps * box.leading + bottom_of(font)


def cap_of(font: Font) -> float:
    """Height of capitals in em."""
    return font.cap_height / font.units_per_em


def top_of(font: Font) -> float:
    """Room above the first baseline in em: 1.12 cap heights, at most the font's ascent."""
    return min(font.ascent, TOP * font.cap_height) / font.units_per_em


def bottom_of(font: Font) -> float:
    """Room under the last baseline in em: a quarter, at most the font's descent."""
    return min(-font.descent / font.units_per_em, BOTTOM)


def _size(box: Box, steps: int) -> Pt:
    return max(box.least, round(box.size - steps * STEP, 4))


def _overflow(content: str, paragraphs: list[Breakable], font: Font, box: Box) -> TextError:
    em = box.least / PT_PER_MM
    for each in paragraphs:
        piece, at = widest(each.breaks)
        if piece * em > box.width + EPSILON:
            word = "".join(part.text for w in each.line(at - 1, at) for part in w.pieces)
            return TextError(
                f"{excerpt(word)} in {excerpt(content)} needs {piece * em:.1f} mm in width"
                f" at {box.least:g} pt, its box is {box.width:g} mm wide",
                _FIX,
                "text-overflow",
            )
    counts = [fewest(each.breaks, box.width / em) for each in paragraphs]
    needed = _height(sum(c or 0 for c in counts), counts, font, box) * em
    return TextError(
        f"{excerpt(content)} needs {needed:.1f} mm in height at {box.least:g} pt,"
        f" its box is {box.height:g} mm high",
        _FIX,
        "text-overflow",
    )


def _lines(paragraph: Breakable, ends: tuple[int, ...], width: float, align: Align) -> list[Line]:
    lines, at = [], 0
    for b in ends:
        words = paragraph.line(at, b)
        slack = width - natural_width(words)
        # The last line of a paragraph is only ever drawn together, never apart.
        justified = align == "justify" and len(words) > 1 and (b != ends[-1] or slack < 0)
        lines.append(line_of(words, slack / (len(words) - 1) if justified else 0.0))
        at = b
    return lines


def _stacked(paragraphs: list[list[Line]], font: Font, box: Box, em: Mm) -> Layout:
    baselines: list[tuple[Mm, Line]] = []
    y = 0.0
    for k, lines in enumerate(paragraphs):
        y += box.gap * box.leading * em if k else 0.0
        for line in lines:
            baselines.append((y, line))
            y += box.leading * em
    span, cap, share = baselines[-1][0], cap_of(font) * em, _SHARE[box.align]
    highest, lowest = top_of(font) * em, box.height - bottom_of(font) * em - span
    if box.valign == "middle":
        first = min(max((box.height - span + cap) / 2, highest), lowest)
    else:
        first = highest if box.valign == "top" else lowest
    placed = (Placed(share * (box.width - line.width * em), first + at, line) for at, line in baselines)
    return Layout(em, cap, tuple(placed))
