"""Fitting texts into their boxes: the size of the type and the lines, independent of place and colour."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
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
    hyphenate = box.hyphenate and box.align in ("left", "justify")
    plain = [breakable(words, lang, False) for words in paragraphs]
    hyphened: list[Breakable] = []

    def broken() -> list[Breakable]:
        if not hyphened:
            hyphened.extend(breakable(words, lang, True) for words in paragraphs)
        return hyphened

    def fitting(size: Pt) -> list[Breakable] | None:
        if _fits(plain, font, box, size):
            return plain
        return broken() if hyphenate and _fits(broken(), font, box, size) else None

    steps = _largest(lambda k: fitting(_size(box, k)) is not None, math.ceil((box.size - box.least) / STEP))
    if steps is None:
        raise _overflow(content, broken() if hyphenate else plain, font, box)
    size = _size(box, steps)
    used = fitting(size) or plain
    width, space = box.width * PT_PER_MM / size, font.shape(" ").advance / font.units_per_em
    lines: list[list[Line]] = []
    for k, paragraph in enumerate(used):
        ends = choose(paragraph.breaks, width, box.align, space)
        if used is plain and hyphenate and loosest(paragraph.breaks, ends, width, box.align, space) > 1:
            tighter = choose(broken()[k].breaks, width, box.align, space, short=False)
            if len(tighter) <= len(ends):
                paragraph, ends = broken()[k], tighter
        lines.append(_lines(paragraph, ends, width, box.align))
    return _stacked(lines, font, box, size / PT_PER_MM)


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
    return max(box.least, box.size - steps * STEP)


def _largest(fits: Callable[[int], bool], limit: int) -> int | None:
    """The least k in 0..limit for which `fits(k)`, given that smaller type fits better."""
    if fits(0):
        return 0
    if limit == 0 or not fits(limit):
        return None
    low, high = 0, limit
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high


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
