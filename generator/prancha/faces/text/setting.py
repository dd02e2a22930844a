"""Setting of texts: a label, a paragraph or a text along a path, as lines or letters in place.

Equal texts of equal size are set once, wherever they are drawn.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from prancha.faces.text.arguments import least_of, one_of, positive
from prancha.faces.text.continuing import PartWanted, measured_sign, set_part
from prancha.faces.text.errors import LettersError, TextError
from prancha.faces.text.fitting import TextBox, cap_of
from prancha.faces.text.keywords import Keywords
from prancha.faces.text.layout import TextLayout, set_label, set_paragraphs
from prancha.faces.text.mixed import MixedWord, mixed_words
from prancha.faces.text.paragraphs import RTL_LANGUAGES, Prose, prose_of
from prancha.faces.text.role_fonts import RoleFonts
from prancha.faces.text.words import Word
from prancha.graphics.fonts.scripts import is_joined
from prancha.model.excerpt import excerpt
from prancha.model.units import Mm, Pt

if TYPE_CHECKING:
    from prancha.faces.text.fitting import VAlign
    from prancha.faces.text.line_breaking import Align

_LABEL = ("left", "center", "right", "start", "end")
_PARAGRAPH = ("start", "end", "left", "center", "right", "justify")
_VALIGNS = ("top", "middle", "bottom")
_MOST_COLUMNS = 12
_CACHE = 8192
_NOTHING = TextLayout(0.0, 0.0, ())
LEADING, TALL_LEADING = 1.2, 1.4
"""From line to line in lines; the second for texts with scripts that reach further than Latin letters."""


class TextSetter:
    """Sets texts in `fonts`; `lang` chooses hyphenation and direction.

    `prose`, `mixed`, `label`, `paragraph` and `path` remember what they were asked for, so all they are
    asked for comes by position.  They raise TextError, FontError.
    """

    def __init__(self, fonts: RoleFonts, lang: str, glossary: Keywords, longer: bool) -> None:
        self._fonts, self._lang, self._glossary, self._longer = fonts, lang, glossary, longer
        self.prose = lru_cache(_CACHE)(self._prose)
        self.mixed = lru_cache(_CACHE)(self._mixed)
        self.label = lru_cache(_CACHE)(self._label)
        self.paragraph = lru_cache(_CACHE)(self._paragraph)
        self.path = lru_cache(_CACHE)(self._path)

    def lengthen(self, longer: bool) -> None:
        """Set texts in pseudo-words from now on, or as they are: the program's own pages always are."""
        if longer != self._longer:
            self._longer = longer
            for kept in (self.prose, self.mixed, self.label, self.paragraph, self.path):
                kept.cache_clear()

    def _prose(self, text: str, font: str, weight: int, italic: bool, lists: bool) -> Prose:
        """`text` measured, its lines not yet broken; with `lists`, `- ` begins an entry of one."""
        try:
            chains = self._fonts.chains(font, weight, italic)
            return prose_of(
                text, chains, glossary=self._glossary, lang=self._lang, lists=lists, longer=self._longer
            )
        except LettersError as lack:
            raise self._fonts.lack(lack, text, self._lang) from None

    def _mixed(self, text: str, font: str, weight: int, italic: bool, lists: bool) -> tuple[MixedWord, ...]:
        """The words of `text` that are in several fonts, letter by letter."""
        return tuple(mixed_words(self.prose(text, font, weight, italic, lists).passages))

    def _label(
        self, text: str, size: Pt, font: str, weight: int, italic: bool, align: str, width: Mm | None,
        least: Pt | None, tracking: Mm,
    ) -> TextLayout:  # fmt: skip
        one_of("align", align, _LABEL)
        if width is not None:
            positive("width", width)
        least = least_of(size, least)
        prose = self._line(text, font, weight=weight, italic=italic, tracking=tracking, what="a label")
        if prose is None:
            return _NOTHING
        face = self._fonts.font(font, weight, italic)
        align = self._side(align, prose, text)
        return set_label(
            text, prose.passages[0], font=face, align=align, size=size, least=least, width=width,
            tracking=tracking,
        )  # fmt: skip

    def _paragraph(
        self, text: str, width: Mm, height: Mm, size: Pt, least: Pt | None, font: str, weight: int,
        italic: bool, align: str, valign: str, leading: float | None, hyphenate: bool, gap: float,
        columns: float, column_gap: Mm, wanted: PartWanted | None,
    ) -> TextLayout:  # fmt: skip
        standing: VAlign = one_of("valign", valign, _VALIGNS)
        one_of("align", align, _PARAGRAPH)
        least = least_of(size, least)
        if leading is not None:
            positive("leading", leading)
        if gap < 0:
            raise TextError(f"gap is {gap:g}", "give 0 or more lines")
        prose = self.prose(text, font, weight, italic, True)
        box = TextBox(
            positive("width", width), positive("height", height), size=size, least=least,
            align=cast("Align", self._side(align, prose, text)), valign=standing,
            leading=leading or (TALL_LEADING if prose.scripted else LEADING), gap=gap, hyphenate=hyphenate,
            columns=_columns(columns, column_gap, width), column_gap=column_gap,
        )  # fmt: skip
        if not prose.passages:
            return _NOTHING
        try:
            return set_paragraphs(text, prose, self._fonts.font(font, weight, italic), self._lang, box)
        except TextError:
            if wanted is None:
                raise
            sign = self._sign(prose, font, weight, italic)
            return set_part(
                text, prose, self._fonts.font(font, weight, italic), lang=self._lang, box=box, wanted=wanted,
                sign=sign,
            )  # fmt: skip

    def _path(
        self, text: str, d: str, size: Pt, font: str, weight: int, italic: bool, align: str,
        least: Pt | None, tracking: Mm, offset: Mm,
    ) -> tuple[Mm, tuple[Any, ...]]:  # fmt: skip
        from prancha.faces.text.path import set_along

        one_of("align", align, _LABEL)
        least = least_of(size, least)
        prose = self._line(text, font, weight=weight, italic=italic, tracking=1.0, what="text along a path")
        if prose is None:
            return 0.0, ()
        cap = cap_of(self._fonts.font(font, weight, italic))
        return set_along(
            text, prose, cap=cap, d=d, align=self._side(align, prose, text), size=size, least=least,
            tracking=tracking, offset=offset,
        )  # fmt: skip

    def _sign(self, prose: Prose, font: str, weight: int, italic: bool) -> tuple[Word, ...]:
        """What shows that a text goes on, as far as the font has it."""
        with suppress(LettersError):
            return measured_sign(prose, self._fonts.chains(font, weight, italic))
        return ()

    def _line(self, text: str, font: str, weight: int, italic: bool, tracking: Mm, what: str) -> Prose | None:
        """Text that must be one line, None where it is none; with `tracking` its letters stand apart."""
        prose = self.prose(text, font, weight, italic, False)
        if len(prose.passages) > 1:
            raise TextError(f"{excerpt(text)} has a line break, {what} is one line", "use paragraph()")
        if tracking and prose.scripted and is_joined(text):
            raise TextError(
                f"{excerpt(text)} is in letters that join, which cannot stand apart",
                "leave out tracking" if what == "a label" else "set it in a label()",
            )
        return prose if prose.passages else None

    def _side(self, align: str, prose: Prose, text: str) -> str:
        """`start` and `end` as the side they mean: of the text, or of its language where it is figures."""
        if align not in ("start", "end"):
            return align
        figures = self._lang.split("-")[0] in RTL_LANGUAGES and not any(map(str.isalpha, text))
        rtl = prose.rtl or figures
        return "right" if rtl == (align == "start") else "left"


def _columns(columns: float, gap: Mm, width: Mm) -> int:
    if columns != int(columns) or not 1 <= columns <= _MOST_COLUMNS:
        raise TextError(f"columns is {columns:g}", f"give a whole number from 1 to {_MOST_COLUMNS}")
    if gap < 0 or (columns > 1 and gap * (columns - 1) >= width):
        raise TextError(
            f"column_gap is {gap:g} mm", f"{int(columns)} columns must fit into {width:g} mm with their gaps"
        )
    return int(columns)
