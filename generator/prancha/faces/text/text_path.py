"""Letters along a path: each cluster upright on the line under its middle."""

from __future__ import annotations

import math

from prancha.faces.text.arguments import TextError
from prancha.faces.text.line_breaking import Align
from prancha.faces.text.measured_words import ICON_BEARING, ICON_BOX, is_turned, set_apart
from prancha.faces.text.paragraphs import Passage
from prancha.faces.text.text_layout import SHARE, Letter, PlacedLine, TextLayout, fitting_size
from prancha.faces.text.text_lines import TextLine, TextRun, line_of, two_way_line
from prancha.faces.text.text_options import LineForm
from prancha.graphics.fonts import UNSEEN
from prancha.graphics.fonts import ShapedRun as Shaped
from prancha.graphics.svg.path_data import trace
from prancha.graphics.svg.path_walk import PathWalk
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.units import PT_PER_MM


def set_along(
    content: str, passage: Passage, cap: float, d: str, form: LineForm, side: Align
) -> tuple[Letter, ...]:
    """The letters of one line on path data `d`; `cap` is the height of capitals in em.

    Raises TextError when the path cannot be read, or is too short at the size `least`.
    """
    way = _way(d)
    tracking = form.tracking
    words = set_apart(passage.words) if tracking else passage.words
    line = (two_way_line if passage.two_way else line_of)(words)
    parts = _parts(line, bool(tracking))
    tracked = tracking * (len(parts) - 1)
    length = way.lengths[-1]
    told = f"its path is {length:.1f} mm long", "shorten the text, lengthen the path, or give a lower min"
    size = fitting_size(content, line.width, tracked, length, size=form.size, least=form.least, told=told)
    em = size / PT_PER_MM
    start = SHARE[side] * (length - line.width * em - tracked)
    letters = []
    for k, (left, width, run) in enumerate(parts):
        x, y, angle = way.at(start + (left + width / 2) * em + k * tracking)
        x, y = x + form.offset * math.sin(angle), y - form.offset * math.cos(angle)
        layout = TextLayout(em, cap * em, (PlacedLine(0.0, 0.0, TextLine((run,), width)),))
        letters.append(Letter(x, y, math.degrees(angle), layout))
    return tuple(letters)


def _parts(line: TextLine, apart: bool) -> list[tuple[float, float, TextRun]]:
    """Left end, width and run of each cluster of `line`, in em; the run is centred on its place."""
    found: list[tuple[float, float, TextRun]] = []
    for run in line.runs:
        if run.symbol:
            width = ICON_BOX + 2 * ICON_BEARING
            found.append((run.x - width / 2, width, TextRun(0.0, symbol=run.symbol, look=run.look)))
            continue
        assert run.font is not None
        turned, scale = is_turned(run.look), (run.look.scale if run.look else 1.0) / run.font.units_per_em
        shaped = run.font.shape(run.text, turned, apart)
        x = run.x - shaped.advance * scale if turned else run.x
        for text, advance in _clusters(shaped):
            width = advance * scale
            if not UNSEEN.issuperset(text.strip()):
                edge = width / 2 if turned else -width / 2
                found.append((x, width, TextRun(edge, text, run.font, None, run.look)))
            x += width
    return found


def _clusters(shaped: Shaped) -> list[tuple[str, int]]:
    """The letters with their marks, and their advances, from left to right."""
    found: list[tuple[str, int]] = []
    advance = 0
    for glyph in shaped.glyphs:
        advance += glyph.advance
        if glyph.cluster:
            found.append((glyph.cluster, advance))
            advance = 0
    return found


def _way(d: str) -> PathWalk:
    way = PathWalk()
    try:
        trace(d, way)
    except DrawingFault as fault:
        raise TextError(fault.message, fault.hint or "give path data such as arc(...)") from None
    if way.parts != 1 or len(way.points) < 2:
        what = "has no length" if way.parts < 2 else f"has {way.parts} parts"
        raise TextError(
            f'the path "{d[:40]}" {what}', "text follows one line, such as arc(x, y, radius, start, end)"
        )
    return way
