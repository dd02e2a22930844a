"""Letters along a path: each cluster upright on the line under its middle."""

from __future__ import annotations

import math
from bisect import bisect_right

from msgspec import Struct, field

from prancha.faces.text.arguments import TextError
from prancha.faces.text.line_breaking import Align
from prancha.faces.text.measured_words import ICON_BEARING, ICON_BOX, is_turned, set_apart
from prancha.faces.text.paragraphs import Passage
from prancha.faces.text.text_layout import SHARE, Letter, PlacedLine, TextLayout, fitting_size
from prancha.faces.text.text_lines import TextLine, TextRun, line_of, two_way_line
from prancha.faces.text.text_options import LineForm
from prancha.graphics.fonts import UNSEEN
from prancha.graphics.fonts import ShapedRun as Shaped
from prancha.graphics.svg.path_data import Arc, trace
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.units import PT_PER_MM, Mm

_CHORDS = 24
"""Chords for a cubic curve or a quarter turn: on a card less than a hair from the curve."""


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


class _Walked(Struct):
    """A path as chords; a Pen of `prancha.graphics.svg.path_data`."""

    x: float = 0.0
    y: float = 0.0
    points: list[tuple[float, float]] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    parts: int = 0

    def move(self, x: float, y: float) -> None:
        """Begin the path; a second part is counted, and refused later."""
        self.parts += 1
        self.x, self.y = x, y
        if self.parts == 1:
            self.points.append((x, y))
            self.lengths.append(0.0)

    def line(self, x: float, y: float) -> None:
        """Go straight on."""
        step = math.hypot(x - self.x, y - self.y)
        if step > 0 and self.parts == 1:
            self.points.append((x, y))
            self.lengths.append(self.lengths[-1] + step)
        self.x, self.y = x, y

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        """Follow a cubic curve."""
        x0, y0 = self.x, self.y
        for k in range(1, _CHORDS + 1):
            t = k / _CHORDS
            s = 1 - t
            a, b, c, e = s**3, 3 * s * s * t, 3 * s * t * t, t**3
            self.line(a * x0 + b * x1 + c * x2 + e * x, a * y0 + b * y1 + c * y2 + e * y)

    def arc(self, arc: Arc) -> None:
        """Follow part of an ellipse."""
        chords = max(2, math.ceil(abs(arc.angle) / (math.pi / 2) * _CHORDS))
        for k in range(1, chords):
            angle = arc.start + arc.angle * k / chords
            self.line(*arc.at(math.cos(angle), math.sin(angle)))
        self.line(arc.x, arc.y)

    def close(self) -> None:
        """Go back to where the path began."""
        self.line(*self.points[0])

    def at(self, length: Mm) -> tuple[Mm, Mm, float]:
        """The point `length` mm along, and the way it goes there in radians; straight on past the ends."""
        k = min(max(bisect_right(self.lengths, length), 1), len(self.points) - 1)
        (x0, y0), (x1, y1) = self.points[k - 1], self.points[k]
        share = (length - self.lengths[k - 1]) / (self.lengths[k] - self.lengths[k - 1])
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0), math.atan2(y1 - y0, x1 - x0)


def _way(d: str) -> _Walked:
    way = _Walked()
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
