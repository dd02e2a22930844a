"""Setting texts that fit: lines at their places, independent of place on the face and of colour."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct

from prancha.faces.text.columns import shortest
from prancha.faces.text.errors import TextError
from prancha.faces.text.fitting import Fitter, TextBox, cap_of
from prancha.faces.text.line_breaking import EPSILON
from prancha.faces.text.lines import TextLine, gaps_of, line_of, natural_width, two_way_line
from prancha.faces.text.paragraphs import MARK_GAP, Passage, Prose
from prancha.faces.text.words import set_apart
from prancha.graphics.fonts import Font
from prancha.model.excerpt import excerpt
from prancha.model.units import PT_PER_MM, Mm, Pt

_SHARE = {"left": 0.0, "justify": 0.0, "center": 0.5, "right": 1.0}
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
    """Something set at (x, y), turned by `angle` degrees about it; `cap` is the height of capitals, mm."""

    x: Mm
    y: Mm
    angle: float
    cap: Mm
    placed: tuple[PlacedLine, ...]


def set_label(
    content: str, passage: Passage, font: Font, align: str, size: Pt, least: Pt, width: Mm | None,
    tracking: Mm,
) -> TextLayout:  # fmt: skip
    """One line about the origin; with `width`, at the largest size down to `least` that fits."""
    words = set_apart(passage.words) if tracking else passage.words
    gaps = gaps_of(words)
    tracking = tracking if gaps else 0.0
    natural, tracked = natural_width(words), tracking * (gaps - 1)
    if width is not None and natural * size / PT_PER_MM + tracked > width + EPSILON:
        # Down to a hundredth of a point, so that rounding cannot make it wider than asked.
        room = (width - tracked) / natural if natural else 0.0  # letters may have no width of their own
        fitting = math.floor(room * PT_PER_MM * 100 + 1e-9) / 100
        if fitting < least:
            needed = natural * least / PT_PER_MM + tracked
            raise TextError(
                f"{excerpt(content)} needs {needed:.1f} mm at {least:g} pt, its width is {width:g} mm",
                "shorten the text, or give it more width or a lower min",
                "text-overflow",
            )
        size = fitting
    em = size / PT_PER_MM
    line = (two_way_line if passage.two_way else line_of)(words, tracking=tracking / em)
    placed = PlacedLine(_SHARE[align] * -line.width * em, 0.0, line)
    return TextLayout(em, cap_of(font) * em, (placed,), tracking)


def set_paragraphs(content: str, prose: Prose, font: Font, lang: str, box: TextBox) -> TextLayout:
    """Wrap `prose` into `box`, at the largest size that fits.

    Raises TextError when even the least size is too tall or a word too wide.
    """
    fitter = Fitter(prose, font, lang, box)
    size, lines = fitter.fitted(content)
    em = size / PT_PER_MM
    share, column = _SHARE[box.align], box.column
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
    room = fitter.room
    most = (box.height / em - room.top - room.bottom) / box.leading
    columns, _ = shortest(counts, fitter.gaps, box.columns, most)
    line, steps = box.leading * em, list[Mm]()
    for count, gap in zip(counts, fitter.gaps, strict=True):
        steps += [(1 + gap) * box.leading * em, *[line] * (count - 1)]
    heights, at = [], 0
    for count in columns:
        heights.append([*accumulate(steps[at + 1 : at + count], initial=0.0)])
        at += count
    span = max(each[-1] for each in heights)
    highest, lowest = room.top * em, box.height - room.bottom * em - span
    if box.valign == "middle":
        first = min(max((box.height - span + room.cap * em) / 2, highest), lowest)
    else:
        first = highest if box.valign == "top" else lowest
    for number, each in enumerate(heights):
        place = box.columns - 1 - number if fitter.rtl else number
        left = place * (box.column + box.column_gap)
        for height in each:
            yield left, first + height
