"""Fit texts into boxes: the size of the type, the lines at that size, and their places."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise

from msgspec import Struct

from prancha.faces.text.breaks import Breakable, breakable, unspaced
from prancha.faces.text.line_breaking import (
    EPSILON,
    Align,
    choose,
    fewest,
    lines_per_column,
    loosest,
    shortest,
    widest,
)
from prancha.faces.text.measured_words import set_apart
from prancha.faces.text.paragraphs import MARK_GAP, Passage, Prose
from prancha.faces.text.text_lines import TextLine, gaps_of, line_of, natural_width, two_way_line
from prancha.faces.text.text_options import LineForm, TextBox, TextError
from prancha.graphics.fonts import Font
from prancha.model.diagnostic import excerpt
from prancha.model.units import PT_PER_MM, Mm, Pt

STEP: Pt = 0.05
"""Sizes between the asked one and the least are tried in steps of this."""
TOP = 1.12
"""Room above the first baseline, in cap heights: ascenders fit, accents on capitals stand out."""
BOTTOM = 0.25
"""Room under the last baseline in em, at most the font's descent."""

WORTH_HYPHENS = 0.93
"""Hyphens are not worth it when without them the type is at least this share as large."""
LIST_GAP = 0.5
"""Between entries of a list, of the gap between paragraphs."""
_BREAKS = 'write a zero-width space (U+200B) between its words; for Thai: pip install "prancha[thai]"'
_FIX = "shorten the text, enlarge its box, lower min, or write continue: card in its family"


@lru_cache(maxsize=256)
def _breaks(passage: Passage, lang: str, hyphenate: bool) -> Breakable:
    """The breaks of a paragraph, which a cover sets in one size after another."""
    return breakable(passage.words, lang, hyphenate, passage.indent)


class Fitter:
    """Looks for the size, and for the lines at that size, with hyphens where they help.

    Lines have 1.12 cap heights above the first baseline, at most the font's ascent, and a quarter of the size
    under the last, at most its descent, or as far as letters of `prose` reach.
    """

    def __init__(self, prose: Prose, font: Font, lang: str, box: TextBox) -> None:
        self.passages, self.rtl, self.lang, self.box = prose.passages, prose.rtl, lang, box
        self.hyphenate = box.hyphenate and box.align in ("left", "justify")
        self.plain = [_breaks(each, lang, False) for each in self.passages]
        em = font.units_per_em
        self.cap, self.space = cap_of(font), font.shape(" ").advance / em
        self.top = max(min(font.ascent, TOP * font.cap_height) / em, 0.0, prose.rise)
        self.bottom = max(min(-font.descent / em, BOTTOM), 0.0, prose.drop)
        self.gaps = [0.0]
        for before, after in pairwise(self.passages):
            self.gaps.append(box.gap * (LIST_GAP if before.mark and after.mark else 1.0))

    @cached_property
    def hyphened(self) -> list[Breakable]:
        """The paragraphs with breaks inside words; only looked up when they may be needed."""
        return [_breaks(each, self.lang, True) for each in self.passages]

    def fitted(self, content: str) -> tuple[Pt, list[list[TextLine]]]:
        """The largest size that fits, and the lines of each paragraph.

        Raises TextError when none does.
        """
        found = self.sized()
        if found is None:
            raise self._overflow(content, self.hyphened if self.hyphenate else self.plain)
        return found[0], self._lines(*found)

    def sized(self) -> tuple[Pt, list[Breakable]] | None:
        """The largest size that fits and the breaks it needs; hyphens only where they gain enough size."""
        plain = self._largest(self.plain)
        if plain == self.box.size or not self.hyphenate:
            return None if plain is None else (plain, self.plain)
        hyphened = self._largest(self.hyphened)
        if plain is not None and (hyphened is None or plain >= WORTH_HYPHENS * hyphened):
            return plain, self.plain
        return None if hyphened is None else (hyphened, self.hyphened)

    def _lines(self, size: Pt, used: list[Breakable]) -> list[list[TextLine]]:
        """Lines of each paragraph at `size`; loose paragraphs without hyphens get some."""
        column, space, lines = self.box.column * PT_PER_MM / size, self.space, []
        for k, each in enumerate(used):
            passage, width = self.passages[k], column - each.indent
            align: Align = "left" if passage.mark and self.box.align == "center" else self.box.align
            ends = choose(each.breaks, width, align, space)
            if self.hyphenate and (
                used is self.hyphened or loosest(each.breaks, ends, width, align, space) > 1
            ):
                other = self.hyphened[k]
                better = choose(other.breaks, width, align, space, short=False)
                if len(better) <= len(ends):
                    each, ends = other, better
            lines.append(_set(each, ends, width, align, passage.two_way))
        return lines

    def _largest(self, paragraphs: list[Breakable]) -> Pt | None:
        """The largest size at which `paragraphs` fit, by bisection: smaller type fits better."""
        box = self.box
        if self._fits(paragraphs, box.size):
            return box.size
        if box.least == box.size or not self._fits(paragraphs, box.least):
            return None
        low, high = 0, math.ceil((box.size - box.least) / STEP)
        while high - low > 1:
            middle = (low + high) // 2
            if self._fits(paragraphs, _size(box, middle)):
                high = middle
            else:
                low = middle
        return _size(box, high)

    def _counts(self, paragraphs: list[Breakable], size: Pt) -> list[int] | None:
        """Lines that each paragraph needs; None when a word is wider than its line."""
        width = self.box.column * PT_PER_MM / size
        counts = []
        for each in paragraphs:
            count = fewest(each.breaks, width - each.indent)
            if count is None:
                return None
            counts.append(count)
        return counts

    def _fits(self, paragraphs: list[Breakable], size: Pt) -> bool:
        em, box = size / PT_PER_MM, self.box
        counts = self._counts(paragraphs, size)
        if counts is None:
            return False
        free = (box.height + EPSILON) / em - self.top - self.bottom
        if box.columns == 1:
            return (sum(counts) - 1 + sum(self.gaps)) * box.leading <= free
        return free >= 0 and lines_per_column(counts, self.gaps, box.columns, free / box.leading) is not None

    def _overflow(self, content: str, paragraphs: list[Breakable]) -> TextError:
        box = self.box
        em = box.least / PT_PER_MM
        for each in paragraphs:
            piece, at = widest(each.breaks)
            wide = (piece + each.indent) * em
            if wide > box.column + EPSILON:
                word = "".join(part.text for w in each.line(at - 1, at) for part in w.pieces)
                what = "column" if box.columns > 1 else "box"
                return TextError(
                    f"{excerpt(word)} in {excerpt(content)} needs {wide:.1f} mm in width"
                    f" at {box.least:g} pt, its {what} is {box.column:g} mm wide",
                    _BREAKS if unspaced(word) else _FIX,
                    "text-overflow",
                )
        counts = self._counts(paragraphs, box.least) or [1] * len(paragraphs)
        _, steps = shortest(counts, self.gaps, box.columns, 0.0)
        needed = (self.top + steps * box.leading + self.bottom) * em
        return TextError(
            f"{excerpt(content)} needs {needed:.1f} mm in height at {box.least:g} pt,"
            f" its box is {box.height:g} mm high",
            _FIX,
            "text-overflow",
        )


def cap_of(font: Font) -> float:
    """Height of capitals in em."""
    return font.cap_height / font.units_per_em


def _size(box: TextBox, steps: int) -> Pt:
    return max(box.least, round(box.size - steps * STEP, 4))


def _set(
    paragraph: Breakable, ends: tuple[int, ...], width: float, align: Align, two_way: bool
) -> list[TextLine]:
    set_line = two_way_line if two_way else line_of
    lines, at = [], 0
    for b in ends:
        words = paragraph.line(at, b)
        extra = 0.0
        if align == "justify" and len(words) > 1:
            slack = width - natural_width(words)
            # The last line of a paragraph is only ever drawn together, never apart.
            extra = slack / (len(words) - 1) if b != ends[-1] or slack < 0 else 0.0
        lines.append(set_line(words, extra))
        at = b
    return lines


SHARE = {"left": 0.0, "justify": 0.0, "center": 0.5, "right": 1.0}
"""How much of the space a line leaves lies before it."""


class PlacedLine(Struct, frozen=True):
    """A line with its start and baseline relative to the text's (x, y), mm."""

    x: Mm
    y: Mm
    line: TextLine


class TextLayout(Struct, frozen=True):
    """Set text: `size`, `tracking` and the height of its capitals `cap` in mm; one of `parts` of a text."""

    size: Mm
    cap: Mm
    lines: tuple[PlacedLine, ...]
    tracking: Mm = 0.0
    parts: int = 1


class Letter(Struct, frozen=True):
    """Something set at (x, y), turned by `angle` degrees about it."""

    x: Mm
    y: Mm
    angle: float
    layout: TextLayout


def set_label(
    content: str, passage: Passage, font: Font, form: LineForm, side: Align, least: Pt
) -> TextLayout:
    """One line about the origin; with a width, at the largest size down to `least` that fits."""
    words = set_apart(passage.words) if form.tracking else passage.words
    gaps = gaps_of(words)
    tracking = form.tracking if gaps else 0.0
    natural, size = natural_width(words), form.size
    if form.width is not None:
        told = f"its width is {form.width:g} mm", "shorten the text, or give it more width or a lower min"
        size = fitting_size(
            content, natural, tracking * (gaps - 1), form.width, size=size, least=least, told=told
        )
    em = size / PT_PER_MM
    line = (two_way_line if passage.two_way else line_of)(words, tracking=tracking / em)
    placed = PlacedLine(SHARE[side] * -line.width * em, 0.0, line)
    return TextLayout(em, cap_of(font) * em, (placed,), tracking)


def fitting_size(
    content: str, natural: float, tracked: Mm, room: Mm, size: Pt, least: Pt, told: tuple[str, str]
) -> Pt:
    """The largest size up to `size` at which a line, `natural` em wide and `tracked` mm more, fits a room.

    Raises TextError where that is below `least`; `told` says how large the room is, and what to do.
    """
    if natural * size / PT_PER_MM + tracked <= room + EPSILON:
        return size
    # Down to a hundredth of a point, so that rounding cannot make it wider than asked.
    share = (room - tracked) / natural if natural else 0.0  # letters may have no width of their own
    fitting = math.floor(share * PT_PER_MM * 100 + 1e-9) / 100
    if fitting < least:
        needed = natural * least / PT_PER_MM + tracked
        message = f"{excerpt(content)} needs {needed:.1f} mm at {least:g} pt, {told[0]}"
        raise TextError(message, told[1], "text-overflow")
    return fitting


def set_paragraphs(content: str, prose: Prose, font: Font, lang: str, box: TextBox) -> TextLayout:
    """Wrap `prose` into `box`, at the largest size that fits.

    Raises TextError when even the least size is too tall or a word too wide.
    """
    fitter = Fitter(prose, font, lang, box)
    size, lines = fitter.fitted(content)
    em = size / PT_PER_MM
    share, column = SHARE[box.align], box.column
    placed: list[PlacedLine] = []
    starts = _baselines([len(each) for each in lines], fitter, box, em)
    for passage, paragraph in zip(prose.passages, lines, strict=True):
        indent = passage.indent * em
        for k, line in enumerate(paragraph):
            x, y = next(starts)
            before = 0.0 if prose.rtl else indent
            free = column - indent - line.width * em
            # A list stands at its edge, however other lines are set.
            part = share if passage.mark is None else float(prose.rtl)
            placed.append(PlacedLine(x + before + part * free, y, line))
            if passage.mark and not k:
                placed.append(_mark(passage, prose, x=x, y=y, box=box, em=em))
    return TextLayout(em, cap_of(font) * em, tuple(placed))


def _mark(passage: Passage, prose: Prose, x: Mm, y: Mm, box: TextBox, em: Mm) -> PlacedLine:
    """The mark of a list entry beside its first line."""
    assert passage.mark is not None
    line = (two_way_line if passage.two_way or prose.rtl else line_of)((passage.mark,))
    inner = (passage.indent - MARK_GAP) * em
    return PlacedLine(x + (box.column - inner if prose.rtl else inner - line.width * em), y, line)


def _baselines(counts: list[int], fitter: Fitter, box: TextBox, em: Mm) -> Iterator[tuple[Mm, Mm]]:
    """Left end and baseline of each line, column after column."""
    most = (box.height / em - fitter.top - fitter.bottom) / box.leading
    columns, _ = shortest(counts, fitter.gaps, box.columns, most)
    line, steps = box.leading * em, list[Mm]()
    for count, gap in zip(counts, fitter.gaps, strict=True):
        steps += [(1 + gap) * box.leading * em, *[line] * (count - 1)]
    heights, at = [], 0
    for count in columns:
        heights.append([*accumulate(steps[at + 1 : at + count], initial=0.0)])
        at += count
    span = max(each[-1] for each in heights)
    highest, lowest = fitter.top * em, box.height - fitter.bottom * em - span
    if box.valign == "middle":
        first = min(max((box.height - span + fitter.cap * em) / 2, highest), lowest)
    else:
        first = highest if box.valign == "top" else lowest
    for number, each in enumerate(heights):
        place = box.columns - 1 - number if fitter.rtl else number
        left = place * (box.column + box.column_gap)
        for height in each:
            yield left, first + height
