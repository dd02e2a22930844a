"""The text calls of templates as SVG: `label`, `paragraph`, `text_path`, `text_width`, `text_height`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from markupsafe import Markup

from prancha.faces.colour import check_colour
from prancha.faces.face_drawings import Remark, SeenText
from prancha.faces.faults import FaceError, IconError
from prancha.faces.template_shapes import n
from prancha.faces.text.breaks import INSTALL, MISSING, lacks_dictionary
from prancha.faces.text.continued_texts import PartWanted
from prancha.faces.text.markup_line import MOST_TOLD, InlineIcon
from prancha.faces.text.measured_words import ICON_BOX, PieceStyle, is_turned
from prancha.faces.text.paragraphs import DOT, mixed_words
from prancha.faces.text.role_fonts import RoleFonts
from prancha.faces.text.setting import LEADING, TALL_LEADING, TextSetter
from prancha.faces.text.text_layout import TextLayout
from prancha.faces.text.text_lines import tracked_width
from prancha.faces.text.text_markup import BULLET, Keywords, notes_of, read
from prancha.faces.text.text_options import (
    TextError,
    TextStyle,
    check_plain,
    line_form,
    number,
    paragraph_form,
    positive,
    text_of,
    text_style,
)
from prancha.graphics.fonts import Font, FontBook
from prancha.model.units import PT_PER_MM, Mm, Pt
from prancha.model.units import number as _n

DrawIcon = Callable[[str, Mm, Mm, Mm, str], str]
"""(name, centre x, centre y, size, fill) -> SVG."""
DOT_HEIGHT = 0.4
"""Of a bullet's middle above the baseline, in cap heights: half as high as small letters, and a little."""


@lru_cache(maxsize=8192)
def _attributes(font: Font, size: Mm, fill: str, tracking: Mm, look: PieceStyle | None) -> str:
    weight = f' font-weight="{font.weight}"' if font.weight != 400 else ""
    italic = ' font-style="italic"' if font.italic else ""
    spacing = f' letter-spacing="{_n(tracking)}"' if tracking else ""
    direction = ' direction="rtl"' if is_turned(look) else ""
    size *= look.scale if look else 1.0
    return (
        f' font-family="{_escaped(font.family)}"{weight}{italic} font-size="{_n(size)}"{spacing}{direction}'
        f' fill="{check_colour(fill)}"'
    )


def _escaped(text: str) -> str:
    if "&" in text or "<" in text or ">" in text or '"' in text:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return text


def faults_in(content: str, glossary: Keywords, icon: DrawIcon) -> Iterator[TextError | FaceError]:
    """Yield faults of markers, keywords, colours and icons of `content`, MOST_TOLD at most."""
    found = read(content)
    yield from found.faults
    left = MOST_TOLD - len(found.faults)
    for each in dict.fromkeys(part for _, line in found.entries for part in line):
        if not left:
            return
        try:
            for shown in glossary.resolved((each,), content):
                if isinstance(shown, InlineIcon):
                    icon(shown.name, 0.0, 0.0, 1.0, "#000000")
        except (TextError, FaceError) as error:
            left -= 1
            yield error


_SIZE = r'font-size="([^"]*)"'
_BASELINE = r'<text x="[^"]*" y="([^"]*)"'
_ENDLESS: Mm = 100_000.0
_DEPTH = 0.27
"""Room below the last baseline for descenders, in ems."""
_TINY: Pt = 0.5
"""The least type of a draft."""

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

    `fallback` is that of RoleFonts; `lang` chooses hyphenation and direction; `icon` draws icons in the
    line; `glossary` knows keywords and colours; a `draft` prints texts that are too long; with `longer` they
    are set in pseudo-words.
    """

    def __init__(
        self,
        book: FontBook,
        roles: Mapping[str, str],
        lang: str,
        icon: DrawIcon,
        fallback: Mapping[str, tuple[str, ...]] | None = None,
        glossary: Keywords | None = None,
        draft: bool = False,
        longer: bool = False,
    ) -> None:
        """Read no font yet; a role naming no family is an error when it is first used."""
        self._icon = icon
        self.remarks: list[Remark] = []
        self.seen: list[SeenText] = []
        """The texts set so far, each with its box; who looks at them clears the list."""
        self._draft = draft
        self.wanted: PartWanted | None = None
        """Which part of paragraphs that are too long is set, where they may go on."""
        self.parts = 1
        """The largest number of parts a paragraph was split into; the caller resets it."""
        self._glossary = glossary or Keywords()
        fonts = RoleFonts(book, roles, fallback or {})
        self._mixes = fonts.mixes
        self._fonts = fonts
        self._setter = TextSetter(fonts, lang, self._glossary, longer)
        self.lengthen = self._setter.lengthen
        """Set texts in pseudo-words from now on, or as they are."""

    @_blaming
    def label(
        self,
        content: Any,
        x: Mm,
        y: Mm,
        size: Pt = 8,
        font: str = "body",
        weight: int = 400,
        italic: bool = False,
        fill: str = "#000000",
        align: str = "left",
        width: Mm | None = None,
        min: Pt | None = None,
        tracking: Mm = 0,
    ) -> Markup:
        """One line with its baseline at `y`, aligned about `x`.

        Sizes in pt, lengths in mm.  Raises TextError, FontError.
        """
        text = self._noted(content)
        form = line_form(size, font, weight, italic, align, min, tracking, width)
        room = form.width
        found, tight = self._fitted(text, lambda least: self._setter.label(text, form, least), form.least)
        self._tell_mixed(text, form.style, False)
        self.seen.append(SeenText(text, room))
        left, base = number("x", x), number("y", y)
        drawn = self.draw(found, left, base, fill)
        if not tight:
            return drawn
        left -= {"center": 0.5, "right": 1.0, "end": 1.0}.get(align, 0.0) * (room or 0.0)
        high = form.size / PT_PER_MM
        return _frame(left, base - high, room or 0.0, high * 1.3) + drawn

    @_blaming
    def paragraph(
        self,
        content: Any,
        x: Mm,
        y: Mm,
        width: Mm,
        height: Mm,
        size: Pt = 9,
        min: Pt | None = None,
        font: str = "body",
        weight: int = 400,
        italic: bool = False,
        fill: str = "#000000",
        align: str = "start",
        valign: str = "top",
        leading: float | None = None,
        hyphenate: bool = True,
        gap: float = 0.5,
        columns: int = 1,
        column_gap: Mm = 3,
    ) -> Markup:
        """Wrapped text in the box whose top left corner is (x, y), in one column or several.

        The first line has its ascenders at the top of the box; `valign` middle centres the ink from its
        capitals to the last baseline.  Sizes in pt, lengths in mm, `leading` and `gap` in lines.  Raises
        TextError, FontError.
        """
        text = self._noted(content, lists=True)
        form = paragraph_form(
            width,
            height,
            size,
            min,
            font,
            weight,
            italic,
            align,
            valign,
            leading,
            hyphenate,
            gap,
            columns,
            column_gap,
        )
        found, tight = self._fitted(
            text, lambda least: self._setter.paragraph(text, form, least, self.wanted), form.box.least
        )
        self._tell_mixed(text, form.style, True)
        if lacks_dictionary(text):
            self.remarks.append(Remark("text-breaks", "", MISSING, INSTALL))
        self.parts = max(self.parts, found.parts)
        box = form.box
        self.seen.append(SeenText(text, box.width, box.height))
        left, top = number("x", x), number("y", y)
        drawn = self.draw(found, left, top, fill)
        return _frame(left, top, box.width, box.height) + drawn if tight else drawn

    @_blaming
    def lines(
        self,
        content: Any,
        width: Mm,
        size: Pt,
        font: str = "body",
        weight: int = 400,
        italic: bool = False,
        align: str = "start",
        leading: float = LEADING,
        hyphenate: bool = False,
    ) -> TextLayout:
        """Lines of running text as broken at `width`, for pages that are filled line by line; see `draw`.

        Scripts that reach further than Latin letters get more leading.  A line break begins a line, without a
        gap.  Raises TextError, FontError.
        """
        text = self._noted(content)
        style = text_style(font, weight, italic)
        if self._setter.prose(text, style, True).scripted:
            leading *= TALL_LEADING / LEADING
        form = paragraph_form(
            width, _ENDLESS, size, None, font, weight, italic, align, "top", leading, hyphenate, 0, 1, 0
        )
        self._tell_mixed(text, form.style, True)
        if lacks_dictionary(text):
            self.remarks.append(Remark("text-breaks", "", MISSING, INSTALL))
        return self._setter.paragraph(text, form, form.box.least, None)

    @_blaming
    def text_path(
        self,
        content: Any,
        d: str,
        size: Pt = 8,
        font: str = "body",
        weight: int = 400,
        italic: bool = False,
        fill: str = "#000000",
        align: str = "center",
        min: Pt | None = None,
        tracking: Mm = 0,
        offset: Mm = 0,
    ) -> Markup:
        """One line along the path data `d`, its baseline `offset` mm to the left of the way it goes.

        Sizes in pt, lengths in mm.  Raises TextError, FontError.
        """
        text = self._noted(content)
        check_plain(d=d)
        form = line_form(size, font, weight, italic, align, min, tracking, offset=offset)
        letters = self._setter.path(text, str(d), form)
        self._tell_mixed(text, form.style, False)
        self.seen.append(SeenText(text))
        parts = []
        for letter in letters:
            turn = f"rotate({_n(letter.angle)} {_n(letter.x)} {_n(letter.y)})"
            parts.append(f'<g transform="{turn}">{self.draw(letter.layout, letter.x, letter.y, fill)}</g>')
        return Markup("".join(parts))

    @_blaming
    def text_width(
        self,
        content: Any,
        size: Pt,
        font: str = "body",
        weight: int = 400,
        italic: bool = False,
        tracking: Mm = 0,
    ) -> Mm:
        """Width in mm of the widest line of `content` when nothing is wrapped."""
        text = self._noted(content)
        style = text_style(font, weight, italic)
        em = positive("size", number("size", size)) / PT_PER_MM
        passages = self._setter.prose(text, style, False).passages
        lines = (tracked_width(passage.words, number("tracking", tracking) / em) for passage in passages)
        return max((width * em for width in lines), default=0.0)

    def font_of(self, font: str = "body", weight: int = 400, italic: bool = False, **_: Any) -> Font:
        """The font of a look, as `label` sets it.  Raises TextError, FontError."""
        return self._fonts.font(font, weight, italic)

    def text_height(self, content: Any, width: Mm, size: Pt = 9, **style: Any) -> Mm:
        """The height in mm that `paragraph(content, x, y, width, height, size, **style)` needs.

        `style` is font, weight, italic, leading, hyphenate, gap.  Raises TextError, FontError.
        """
        drawn = self._measured(content, width, _ENDLESS, size=size, **style)
        lowest = max((float(y) for y in re.findall(_BASELINE, drawn)), default=0.0)
        return lowest + _DEPTH * size / PT_PER_MM if drawn else 0.0

    def text_size(
        self, content: Any, width: Mm, height: Mm, size: Pt = 9, min: Pt | None = None, **style: Any
    ) -> Pt:
        """The size in pt at which `paragraph(content, x, y, width, height, size, min, **style)` sets it.

        `min` for what it cannot set: paragraph tells that, at the line that draws it.
        """
        try:
            drawn = self._measured(content, width, height, size=size, min=min, **style)
        except (TextError, IconError):
            return size if min is None else min
        # Small capitals are smaller than the text they stand in.
        largest = max((float(mm) for mm in re.findall(_SIZE, drawn)), default=size / PT_PER_MM)
        return round(largest * PT_PER_MM, 2)

    def _measured(self, content: Any, width: Mm, height: Mm, **options: Any) -> Markup:
        """Return a paragraph to measure, which is not printed and so not among the texts of `seen`."""
        count = len(self.seen)
        try:
            return self.paragraph(content, 0, 0, width, height, **options)
        finally:
            del self.seen[count:]

    @_blaming
    def keywords_in(self, content: Any) -> list[Any]:
        """The keywords that `content` names, in order, each once."""
        return self._glossary.keywords_in(self._noted(content))

    def draw(self, layout: TextLayout, x: Mm, y: Mm, fill: str) -> Markup:
        """`layout` at (x, y) as SVG."""
        parts: list[str] = []
        size, tracking = layout.size, layout.tracking
        for placed in layout.lines:
            left, baseline = x + placed.x, y + placed.y
            for run in placed.line.runs:
                at, look = left + run.x * size, run.look
                ink = fill if look is None else look.fill or fill
                if run.symbol and run.symbol.name == BULLET:
                    middle = baseline - DOT_HEIGHT * layout.cap
                    circle = f'cx="{_n(at)}" cy="{_n(middle)}" r="{_n(DOT / 2 * size)}"'
                    parts.append(f'<circle {circle} fill="{check_colour(ink)}"/>')
                elif run.symbol:
                    centre, paint = baseline - layout.cap / 2, run.symbol.fill or ink
                    parts.append(self._icon(run.symbol.name, at, centre, ICON_BOX * size, paint))
                elif run.font:
                    if run.font.family in self._fonts.stand_ins:
                        self._tell_stand_in(run.font.family)
                    style = _attributes(run.font, size, ink, tracking, look)
                    parts.append(f'<text x="{_n(at)}" y="{_n(baseline)}"{style}>{_escaped(run.text)}</text>')
        return Markup("".join(parts))

    def _tell_stand_in(self, family: str) -> None:
        """Remark that a text is not all in its own fonts; the same for every text, and so told once."""
        message = f'what the fonts of this text lack is set in "{family}"'
        hint = f"name a font that has it, or this one: {self._fonts.choice(family)} in game.yaml"
        self.remarks.append(Remark("text-fonts", "", message, hint))

    def _blame(self, text: str, error: TextError | FaceError) -> None:
        found = [*getattr(error, "besides", ()), *faults_in(text, self._glossary, self._icon)]
        for one in (error, *found):
            one.text = text
        error.others = [one for one in found if one.message != error.message]

    def _noted(self, content: Any, lists: bool = False) -> str:
        """The characters of `content`, in which there may be `lists`; what it names counts as used."""
        text = text_of(content)
        if "]{" in text or "[[" in text:
            self._glossary.note(text, lists)
        for message, hint in notes_of(text, lists):
            self.remarks.append(Remark("text-markup", text, message, hint))
        return text

    def _fitted(self, text: str, layout: Callable[[Pt], TextLayout], least: Pt) -> tuple[TextLayout, bool]:
        """Return `text` laid out, and whether it is too long for its box, which only a draft prints."""
        try:
            return layout(least), False
        except TextError as error:
            if not self._draft or error.code != "text-overflow":
                raise
            found = layout(least if least < _TINY else _TINY)
            self.remarks.append(
                Remark(error.code, text, f"{error.message}; the draft has it smaller", error.hint)
            )
            return found, True

    def _tell_mixed(self, text: str, style: TextStyle, lists: bool) -> None:
        """Remark on words in several fonts, which only a game with fonts to fall back on can have."""
        if not self._mixes:
            return
        for word, families in mixed_words(self._setter.prose(text, style, lists).passages):
            message = f'"{word}" is set in {" and ".join(families)}, letter by letter'
            hint = f"no font of fonts: has all its letters; name one that does before {families[-1]}"
            self.remarks.append(Remark("text-fonts", text, message, hint))

    def take(self) -> tuple[Remark, ...]:
        """Return what was remarked since the last call, each once."""
        taken = tuple(dict.fromkeys(self.remarks))
        self.remarks.clear()
        self.seen.clear()
        return taken


def _frame(x: Mm, y: Mm, width: Mm, height: Mm) -> Markup:
    """Return the frame that marks a text as too long, in a draft."""
    return Markup(
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" fill="none" stroke="#d0006f" '
        'stroke-width="0.5"/>'
    )
