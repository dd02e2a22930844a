"""Set texts: a label, a paragraph or a text along a path, as lines or letters in place.

Equal texts of one form are set once, wherever they are drawn.
"""

from __future__ import annotations

import math
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from prancha.faces.text.continued_texts import PartWanted, measured_sign, set_part
from prancha.faces.text.line_breaking import Align
from prancha.faces.text.measured_words import ICON_BEARING, ICON_BOX, ChainOf, Word, is_turned, set_apart
from prancha.faces.text.paragraphs import RTL_LANGUAGES, Passage, Prose, prose_of
from prancha.faces.text.role_fonts import RoleFonts
from prancha.faces.text.text_layout import (
    SHARE,
    Letter,
    PlacedLine,
    TextLayout,
    cap_of,
    fitting_size,
    set_label,
    set_paragraphs,
)
from prancha.faces.text.text_lines import TextLine, TextRun, line_of, two_way_line
from prancha.faces.text.text_markup import Keywords
from prancha.faces.text.text_options import LettersError, LineForm, ParagraphForm, TextError, TextStyle
from prancha.graphics.fonts import UNSEEN, Font
from prancha.graphics.fonts import ShapedRun as Shaped
from prancha.graphics.fonts.character_scripts import is_joined
from prancha.graphics.svg.path_data import PathWalk, trace
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.diagnostic import excerpt
from prancha.model.units import PT_PER_MM, Mm, Pt

if TYPE_CHECKING:
    from prancha.faces.text.line_breaking import Align


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


_CACHE = 1024
"""Texts of each kind that are remembered: in a large deck no two are alike, and they are 3 kB each."""
_NOTHING = TextLayout(0.0, 0.0, ())
LEADING, TALL_LEADING = 1.2, 1.4
"""From line to line in lines; the second for texts with scripts that reach further than Latin letters."""


class TextSetter:
    """Sets texts in `fonts`; `lang` chooses hyphenation and direction.

    `prose`, `label` and `paragraph` remember what they were asked for, so all they are asked for comes by
    position.  They raise TextError, FontError.
    """

    def __init__(self, fonts: RoleFonts, lang: str, glossary: Keywords, longer: bool) -> None:
        self._fonts, self._lang, self._glossary, self._longer = fonts, lang, glossary, longer
        self._faces = lru_cache(_CACHE)(self._face)
        self.prose = lru_cache(_CACHE)(self._prose)
        self.label = lru_cache(_CACHE)(self._label)
        self.paragraph = lru_cache(_CACHE)(self._paragraph)

    def lengthen(self, longer: bool) -> None:
        """Set texts in pseudo-words from now on, or as they are: the program's own pages always are."""
        if longer != self._longer:
            self._longer = longer
            for kept in (self.prose, self.label, self.paragraph):
                kept.cache_clear()

    def _face(self, style: TextStyle) -> tuple[Font, ChainOf]:
        """The font of a style, and those of markup in it."""
        font, weight, italic = style.font, style.weight, style.italic
        return self._fonts.font(font, weight, italic), self._fonts.chains(font, weight, italic)

    def _prose(self, text: str, style: TextStyle, lists: bool) -> Prose:
        """`text` measured, its lines not yet broken; with `lists`, `- ` begins an entry of one."""
        try:
            _, chains = self._faces(style)
            return prose_of(
                text, chains, glossary=self._glossary, lang=self._lang, lists=lists, longer=self._longer
            )
        except LettersError as lack:
            raise self._fonts.lack(lack, text, self._lang) from None

    def _label(self, text: str, form: LineForm, least: Pt) -> TextLayout:
        """`text` on one line, at least `least` pt high."""
        prose = self._line(text, form.style, tracking=form.tracking, what="a label")
        if prose is None:
            return _NOTHING
        font, _ = self._faces(form.style)
        side = self._side(form.align, prose, text)
        return set_label(text, prose.passages[0], font=font, form=form, side=side, least=least)

    def _paragraph(self, text: str, form: ParagraphForm, least: Pt, wanted: PartWanted | None) -> TextLayout:
        """`text` wrapped into its box, at least `least` pt high, or the part of it that is `wanted`."""
        prose = self.prose(text, form.style, True)
        if not prose.passages:
            return _NOTHING
        font, chains = self._faces(form.style)
        leading = form.box.leading or (TALL_LEADING if prose.scripted else LEADING)
        side = self._side(form.box.align, prose, text)
        box = replace(form.box, align=side, least=least, leading=leading)
        try:
            return set_paragraphs(text, prose, font, self._lang, box)
        except TextError:
            if wanted is None:
                raise
        sign: tuple[Word, ...] = ()
        with suppress(LettersError):  # the font may lack the sign that a text goes on
            sign = measured_sign(prose, chains)
        return set_part(text, prose, font, lang=self._lang, box=box, wanted=wanted, sign=sign)

    def path(self, text: str, d: str, form: LineForm) -> tuple[Letter, ...]:
        """`text` along the path data `d`."""

        prose = self._line(text, form.style, tracking=1.0, what="text along a path")
        if prose is None:
            return ()
        font, _ = self._faces(form.style)
        side = self._side(form.align, prose, text)
        return set_along(text, prose.passages[0], cap=cap_of(font), d=d, form=form, side=side)

    def _line(self, text: str, style: TextStyle, tracking: Mm, what: str) -> Prose | None:
        """Text that must be one line, None where it is none; with `tracking` its letters stand apart."""
        prose = self.prose(text, style, False)
        if len(prose.passages) > 1:
            raise TextError(f"{excerpt(text)} has a line break, {what} is one line", "use paragraph()")
        if tracking and prose.scripted and is_joined(text):
            raise TextError(
                f"{excerpt(text)} is in letters that join, which cannot stand apart",
                "leave out tracking" if what == "a label" else "set it in a label()",
            )
        return prose if prose.passages else None

    def _side(self, align: str, prose: Prose, text: str) -> Align:
        """`start` and `end` as the side they mean: of the text, or of its language where it is figures."""
        if align not in ("start", "end"):
            return cast("Align", align)
        figures = self._lang.split("-")[0] in RTL_LANGUAGES and not any(map(str.isalpha, text))
        rtl = prose.rtl or figures
        return "right" if rtl == (align == "start") else "left"
