"""The text calls of templates: `label`, `paragraph`, `text_path` and `text_width` as SVG strings.

Text is measured with the fonts it will be printed in, so what fits here fits on paper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache, partial, wraps
from typing import Any, TypeVar, cast

from markupsafe import Markup

from prancha.faces.faults import FaceError
from prancha.faces.geometry import n
from prancha.faces.remark import Remark
from prancha.faces.seen import SeenText
from prancha.faces.text.arguments import check_plain, least_of, number, one_of, positive, text_of
from prancha.faces.text.continuing import PartWanted, measured_sign, set_part
from prancha.faces.text.dictionary import INSTALL, MISSING, lacks_dictionary
from prancha.faces.text.errors import LettersError, TextError
from prancha.faces.text.faults import faults_in
from prancha.faces.text.fitting import TextBox, cap_of
from prancha.faces.text.font_advice import FontAdvice
from prancha.faces.text.keywords import Keywords
from prancha.faces.text.layout import TextLayout, set_label, set_paragraphs
from prancha.faces.text.lines import tracked_width
from prancha.faces.text.markup import notes_of
from prancha.faces.text.mixed import MixedWord, mixed_words
from prancha.faces.text.paragraphs import RTL_LANGUAGES, Prose, prose_of
from prancha.faces.text.svg import DrawIcon, TextWriter
from prancha.faces.text.words import ChainOf, Word
from prancha.graphics.fonts import Chain, Font, FontBook
from prancha.graphics.fonts.scripts import is_joined
from prancha.model.diagnostic import suggestion
from prancha.model.excerpt import excerpt
from prancha.model.units import PT_PER_MM, Mm, Pt

_LABEL = ("left", "center", "right", "start", "end")
_PARAGRAPH = ("start", "end", "left", "center", "right", "justify")
_VALIGNS = ("top", "middle", "bottom")
_MOST_COLUMNS = 12
_CACHE = 8192
_TINY: Pt = 0.5
"""The least type of a draft."""
_NOTHING = TextLayout(0.0, 0.0, ())
LEADING, TALL_LEADING = 1.2, 1.4
"""From line to line in lines; the second for texts with scripts that reach further than Latin letters."""

Call = TypeVar("Call", bound=Callable[..., Any])


def _blaming(call: Call) -> Call:
    """Let what `call` raises tell which text it is about, and what else is wrong with that."""

    @wraps(call)
    def blamed(self: Typesetter, content: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return call(self, content, *args, **kwargs)
        except (TextError, FaceError) as error:
            with suppress(TextError):  # what is no text has no place of its own
                self._blame(text_of(content), error)
            raise

    return cast(Call, blamed)


class Typesetter:
    """Sets texts in the fonts of `book`; `roles` names families such as `title` and `body`.

    `fallback` names for a role the families that have what the first lacks; all
    of them stand in for a family that a template names itself;
    `lang` chooses hyphenation and direction; `icon` draws icons in the line;
    `glossary` knows keywords and colours.  Equal texts of equal size are laid
    out once, wherever they are drawn.
    """

    def __init__(
        self, book: FontBook, roles: Mapping[str, str], lang: str, icon: DrawIcon,
        fallback: Mapping[str, tuple[str, ...]] | None = None, glossary: Keywords | None = None,
        draft: bool = False, longer: bool = False,
    ) -> None:  # fmt: skip
        """Read no font yet; a role naming no family is an error when it is first used."""
        self._book, self._roles, self._lang, self._pen = book, dict(roles), lang, TextWriter(icon)
        self._icon = icon
        self._remarks: list[Remark] = []
        self.seen: list[SeenText] = []
        """The texts set so far, each with its box; who looks at them clears the list."""
        self._draft, self._longer = draft, longer
        self.wanted: PartWanted | None = None
        """Which part of paragraphs that are too long is set, where they may go on."""
        self.parts = 1
        """Into how many parts a paragraph was parted at most; who asks for it sets it back."""
        self._fallback, self._glossary = fallback or {}, glossary or Keywords()
        further = (family for families in self._fallback.values() for family in families)
        self._named = tuple(dict.fromkeys((*self._roles.values(), *further)) if self._fallback else ())
        self._prose = lru_cache(_CACHE)(self._measured)
        self._mixed = lru_cache(_CACHE)(self._mixed_in)
        self._chain = lru_cache(_CACHE)(self._chained)
        self._label = lru_cache(_CACHE)(self._set_label)
        self._paragraph = lru_cache(_CACHE)(self._set_paragraph)
        self._path = lru_cache(_CACHE)(self._set_path)

    def lengthen(self, longer: bool) -> None:
        """Set texts in pseudo-words from now on, or as they are: the program's own pages always are."""
        if longer != self._longer:
            self._longer = longer
            for kept in (self._prose, self._mixed, self._label, self._paragraph, self._path):
                kept.cache_clear()

    @_blaming
    def label(
        self, content: Any, x: Mm, y: Mm, size: Pt = 8, font: str = "body", weight: int = 400,
        italic: bool = False, fill: str = "#000000", align: str = "left", width: Mm | None = None,
        min: Pt | None = None, tracking: Mm = 0,
    ) -> Markup:  # fmt: skip
        """One line with its baseline at `y`, aligned about `x`.

        Sizes in pt, lengths in mm.  Raises TextError, FontError.
        """
        text = self._noted(content)
        check_plain(font=font, weight=weight, italic=italic, align=align)
        room = None if width is None else number("width", width)
        least = None if min is None else number("min", min)

        def layout(least: Pt | None) -> TextLayout:
            return self._label(
                text, number("size", size), font, weight, italic, align, room, least,
                number("tracking", tracking),
            )  # fmt: skip

        found, tight = self._fitted(text, layout, least)
        self._tell_mixed(text, font, weight, italic, False)
        self.seen.append(SeenText(text, room))
        drawn = self._pen.drawn(found, number("x", x), number("y", y), fill)
        left = number("x", x) - {"center": 0.5, "right": 1.0, "end": 1.0}.get(align, 0.0) * (room or 0.0)
        high = number("size", size) / PT_PER_MM
        return _frame(left, number("y", y) - high, room or 0.0, high * 1.3) + drawn if tight else drawn

    @_blaming
    def paragraph(
        self, content: Any, x: Mm, y: Mm, width: Mm, height: Mm, size: Pt = 9, min: Pt | None = None,
        font: str = "body", weight: int = 400, italic: bool = False, fill: str = "#000000",
        align: str = "start", valign: str = "top", leading: float | None = None, hyphenate: bool = True,
        gap: float = 0.5, columns: int = 1, column_gap: Mm = 3,
    ) -> Markup:  # fmt: skip
        """Wrapped text in the box whose top left corner is (x, y), in one column or several.

        The first line stands with its ascenders at the top of the box;
        `valign` middle centres the ink from the first line's capitals to the
        last baseline.  Sizes in pt, lengths in mm, `leading` and `gap` in
        lines.  Raises TextError, FontError.
        """
        text = self._noted(content)
        check_plain(font=font, weight=weight, italic=italic, align=align, valign=valign, columns=columns)

        def layout(least: Pt | None) -> TextLayout:
            return self._paragraph(
                text, number("width", width), number("height", height), number("size", size), least, font,
                weight, italic, align, valign, None if leading is None else number("leading", leading),
                bool(hyphenate), number("gap", gap), number("columns", columns),
                number("column_gap", column_gap), self.wanted,
            )  # fmt: skip

        found, tight = self._fitted(text, layout, None if min is None else number("min", min))
        self._tell_mixed(text, font, weight, italic, True)
        if lacks_dictionary(text):
            self._remarks.append(Remark("text-breaks", "", MISSING, INSTALL))
        self.parts = max(self.parts, found.parts)
        self.seen.append(SeenText(text, number("width", width), number("height", height)))
        drawn = self._pen.drawn(found, number("x", x), number("y", y), fill)
        if not tight:
            return drawn
        return (
            _frame(number("x", x), number("y", y), number("width", width), number("height", height)) + drawn
        )

    @_blaming
    def text_path(
        self, content: Any, d: str, size: Pt = 8, font: str = "body", weight: int = 400,
        italic: bool = False, fill: str = "#000000", align: str = "center", min: Pt | None = None,
        tracking: Mm = 0, offset: Mm = 0,
    ) -> Markup:  # fmt: skip
        """One line along the path data `d`, its baseline `offset` mm to the left of the way it goes.

        Sizes in pt, lengths in mm.  Raises TextError, FontError.
        """
        text = self._noted(content)
        check_plain(d=d, font=font, weight=weight, italic=italic, align=align)
        size, letters = self._path(
            text, str(d), number("size", size), font, weight, italic, align,
            None if min is None else number("min", min), number("tracking", tracking),
            number("offset", offset),
        )  # fmt: skip
        self._tell_mixed(text, font, weight, italic, False)
        self.seen.append(SeenText(text))
        return self._pen.turned(size, letters, fill)

    @_blaming
    def text_width(
        self, content: Any, size: Pt, font: str = "body", weight: int = 400, italic: bool = False,
        tracking: Mm = 0,
    ) -> Mm:  # fmt: skip
        """Width in mm of the widest line of `content` when nothing is wrapped."""
        text = self._noted(content)
        check_plain(font=font, weight=weight, italic=italic)
        em = positive("size", number("size", size)) / PT_PER_MM
        passages = self._prose(text, font, weight, italic, False).passages
        lines = (tracked_width(passage.words, number("tracking", tracking) / em) for passage in passages)
        return max((width * em for width in lines), default=0.0)

    @_blaming
    def keywords_in(self, content: Any) -> list[Any]:
        """The keywords that `content` names, in order, each once."""
        return self._glossary.keywords_in(self._noted(content))

    def _blame(self, text: str, error: TextError | FaceError) -> None:
        found = [*getattr(error, "besides", ()), *faults_in(text, self._glossary, self._icon)]
        for one in (error, *found):
            one.text = text
        error.others = [one for one in found if one.message != error.message]

    def _noted(self, content: Any) -> str:
        """The characters of `content`; the keywords and colours it names count as used."""
        text = text_of(content)
        if "]{" in text or "[[" in text:
            self._glossary.note(text)
        self._remarks += (Remark("text-markup", text, message, hint) for message, hint in notes_of(text))
        return text

    def _fitted(
        self, text: str, layout: Callable[[Pt | None], TextLayout], least: Pt | None
    ) -> tuple[TextLayout, bool]:
        """Return `text` laid out, and whether it is too long for its box, which only a draft prints."""
        try:
            return layout(least), False
        except TextError as error:
            if not self._draft or error.code != "text-overflow":
                raise
            found = layout(_TINY)
            self._remarks.append(
                Remark(error.code, text, f"{error.message}; the draft has it smaller", error.hint)
            )
            return found, True

    def _tell_mixed(self, text: str, font: str, weight: int, italic: bool, lists: bool) -> None:
        """Remark on words in several fonts, which only a game with fonts to fall back on can have."""
        if not self._named:
            return
        for mixed in self._mixed(text, font, weight, italic, lists):
            message = f'"{mixed.word}" is set in {" and ".join(mixed.families)}, letter by letter'
            hint = f"no font of fonts: has all its letters; name one that does before {mixed.families[-1]}"
            self._remarks.append(Remark("text-fonts", text, message, hint))

    def _mixed_in(
        self, text: str, font: str, weight: int, italic: bool, lists: bool
    ) -> tuple[MixedWord, ...]:
        return tuple(mixed_words(self._prose(text, font, weight, italic, lists).passages))

    def take(self) -> tuple[Remark, ...]:
        """What was remarked on texts since the last call, each once."""
        taken = tuple(dict.fromkeys(self._remarks))
        self._remarks.clear()
        self.seen.clear()
        return taken

    def _set_label(
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
        face = self._font(font, weight, italic)
        align = self._side(align, prose, text)
        return set_label(
            text, prose.passages[0], font=face, align=align, size=size, least=least, width=width,
            tracking=tracking,
        )  # fmt: skip

    def _set_paragraph(
        self, text: str, width: Mm, height: Mm, size: Pt, least: Pt | None, font: str, weight: int,
        italic: bool, align: str, valign: str, leading: float | None, hyphenate: bool, gap: float,
        columns: float, column_gap: Mm, wanted: PartWanted | None,
    ) -> TextLayout:  # fmt: skip
        one_of("valign", valign, _VALIGNS)
        one_of("align", align, _PARAGRAPH)
        least = least_of(size, least)
        if leading is not None:
            positive("leading", leading)
        if gap < 0:
            raise TextError(f"gap is {gap:g}", "give 0 or more lines")
        prose = self._prose(text, font, weight, italic, True)
        box = TextBox(
            positive("width", width), positive("height", height), size=size, least=least,
            align=self._side(align, prose, text), valign=valign,  # type: ignore[arg-type]
            leading=leading or (TALL_LEADING if prose.scripted else LEADING), gap=gap, hyphenate=hyphenate,
            columns=_columns(columns, column_gap, width), column_gap=column_gap,
        )  # fmt: skip
        if not prose.passages:
            return _NOTHING
        try:
            return set_paragraphs(text, prose, self._font(font, weight, italic), self._lang, box)
        except TextError:
            if wanted is None:
                raise
            sign = self._sign(prose, font, weight, italic)
            return set_part(
                text, prose, self._font(font, weight, italic), lang=self._lang, box=box, wanted=wanted,
                sign=sign,
            )  # fmt: skip

    def _set_path(
        self, text: str, d: str, size: Pt, font: str, weight: int, italic: bool, align: str,
        least: Pt | None, tracking: Mm, offset: Mm,
    ) -> tuple[Mm, tuple[Any, ...]]:  # fmt: skip
        from prancha.faces.text.path import set_along

        one_of("align", align, _LABEL)
        least = least_of(size, least)
        prose = self._line(text, font, weight=weight, italic=italic, tracking=1.0, what="text along a path")
        if prose is None:
            return 0.0, ()
        cap = cap_of(self._font(font, weight, italic))
        return set_along(
            text, prose, cap=cap, d=d, align=self._side(align, prose, text), size=size, least=least,
            tracking=tracking, offset=offset,
        )  # fmt: skip

    def _sign(self, prose: Prose, font: str, weight: int, italic: bool) -> tuple[Word, ...]:
        """What shows that a text goes on, as far as the font has it."""
        with suppress(LettersError):
            return measured_sign(prose, self._chains(font, weight, italic))
        return ()

    def _line(self, text: str, font: str, weight: int, italic: bool, tracking: Mm, what: str) -> Prose | None:
        """Text that must be one line, None where it is none; with `tracking` its letters stand apart."""
        prose = self._prose(text, font, weight, italic, False)
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

    def _measured(self, text: str, font: str, weight: int, italic: bool, lists: bool) -> Prose:
        try:
            chains = self._chains(font, weight, italic)
            return prose_of(
                text, chains, glossary=self._glossary, lang=self._lang, lists=lists, longer=self._longer
            )
        except LettersError as lack:
            advice = FontAdvice(self._book, self._roles, self._fallback, self._lang)
            raise advice.error(lack, text) from None

    def _chains(self, font: str, weight: int, italic: bool) -> ChainOf:
        """The fonts for markup; `*...*` inside italic text is upright, as in print."""
        base = self._font(font, weight, italic)
        others = self._fallback.get(font, ()) if font in self._roles else self._named

        def style(bold: bool, slanted: bool) -> Chain:
            upright = self._book.font(base.family, base.weight, base.italic ^ slanted) if slanted else base
            return self._chain(self._book.bolder(upright) if bold else upright, others)

        return style

    def _chained(self, font: Font, others: tuple[str, ...]) -> Chain:
        nearest = self._book.nearest
        return Chain(font, [partial(nearest, family, font.weight, font.italic) for family in others])

    def _font(self, font: str, weight: int, italic: bool) -> Font:
        families = self._book.families()
        family = self._roles.get(font, font)
        if family not in families and font not in self._roles:
            raise TextError(
                f'"{font}" is neither a font role nor a family',
                suggestion(str(font), {*self._roles, *families}),
                "text-font",
            )
        return self._book.font(family, weight, bool(italic))


def _frame(x: Mm, y: Mm, width: Mm, height: Mm) -> Markup:
    """What marks a text that is too long, in a draft."""
    return Markup(
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" fill="none" stroke="#d0006f" '
        'stroke-width="0.5"/>'
    )


def _columns(columns: float, gap: Mm, width: Mm) -> int:
    if columns != int(columns) or not 1 <= columns <= _MOST_COLUMNS:
        raise TextError(f"columns is {columns:g}", f"give a whole number from 1 to {_MOST_COLUMNS}")
    if gap < 0 or (columns > 1 and gap * (columns - 1) >= width):
        raise TextError(
            f"column_gap is {gap:g} mm", f"{int(columns)} columns must fit into {width:g} mm with their gaps"
        )
    return int(columns)
