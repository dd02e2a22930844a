"""The text calls of templates: `label`, `paragraph` and `text_width` as SVG strings.

Text is measured with the fonts it will be printed in, so what fits here fits on paper.
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from generator.faces.colour import check_colour
from generator.faces.faults import FaceError
from generator.faces.text_errors import TextError, excerpt
from generator.faces.text_layout import Box, Layout, set_label, set_paragraphs
from generator.faces.text_lines import natural_width
from generator.faces.text_words import ICON_BOX, FontOf, Word, words_of
from generator.fonts import Font, FontBook
from generator.model.diagnostic import suggestion
from generator.model.units import PT_PER_MM, Mm, Pt

DrawIcon = Callable[[str, Mm, Mm, Mm, str], str]
"""(name, centre x, centre y, size, fill) -> SVG."""

_ALIGNS = {"label": ("left", "center", "right"), "paragraph": ("left", "center", "right", "justify")}
_VALIGNS = ("top", "middle", "bottom")
_CACHE = 8192
_NOTHING = Layout(0.0, 0.0, ())


class Typesetter:
    """Sets texts in the fonts of `book`; `roles` names families such as `title` and `body`.

    `lang` chooses the hyphenation; `icon` draws icons in the line.  Equal
    texts of equal size are laid out once, wherever they are drawn.
    """

    def __init__(self, book: FontBook, roles: Mapping[str, str], lang: str, icon: DrawIcon) -> None:
        """Read no font yet; a role naming no family is an error when it is first used."""
        self._book, self._roles, self._lang, self._icon = book, dict(roles), lang, icon
        self._words = lru_cache(_CACHE)(self._measured)
        self._label = lru_cache(_CACHE)(self._set_label)
        self._paragraph = lru_cache(_CACHE)(self._set_paragraph)
        self._attributes = lru_cache(_CACHE)(_attributes)

    def label(
        self, content: Any, x: Mm, y: Mm, size: Pt = 8, font: str = "body", weight: int = 400,
        italic: bool = False, fill: str = "#000000", align: str = "left", width: Mm | None = None,
        min: Pt | None = None, tracking: Mm = 0,
    ) -> Markup:  # fmt: skip
        """One line with its baseline at `y`, aligned about `x`.

        Sizes in pt, lengths in mm.  Raises TextError, FontError.
        """
        text = _text_of(content)
        _check_plain(font=font, weight=weight, italic=italic, align=align)
        try:
            layout = self._label(
                text, _number("size", size), font, weight, italic, align,
                None if width is None else _number("width", width),
                None if min is None else _number("min", min), _number("tracking", tracking),
            )  # fmt: skip
            return self._drawn(layout, _number("x", x), _number("y", y), fill)
        except (TextError, FaceError) as error:
            error.text = text
            raise

    def paragraph(
        self, content: Any, x: Mm, y: Mm, width: Mm, height: Mm, size: Pt = 9, min: Pt | None = None,
        font: str = "body", weight: int = 400, italic: bool = False, fill: str = "#000000",
        align: str = "left", valign: str = "top", leading: float = 1.2, hyphenate: bool = True,
        gap: float = 0.5,
    ) -> Markup:  # fmt: skip
        """Wrapped text in the box whose top left corner is (x, y).

        The first line stands with its ascenders at the top of the box;
        `valign` middle centres the ink from the first line's capitals to the
        last baseline.  Sizes in pt, lengths in mm, `leading` and `gap` in
        lines.  Raises TextError, FontError.
        """
        text = _text_of(content)
        _check_plain(font=font, weight=weight, italic=italic, align=align, valign=valign)
        try:
            layout = self._paragraph(
                text, _number("width", width), _number("height", height), _number("size", size),
                None if min is None else _number("min", min), font, weight, italic, align, valign,
                _number("leading", leading), bool(hyphenate), _number("gap", gap),
            )  # fmt: skip
            return self._drawn(layout, _number("x", x), _number("y", y), fill)
        except (TextError, FaceError) as error:
            error.text = text
            raise

    def text_width(
        self, content: Any, size: Pt, font: str = "body", weight: int = 400, italic: bool = False
    ) -> Mm:
        """Width in mm of the widest line of `content` when nothing is wrapped."""
        text = _text_of(content)
        _check_plain(font=font, weight=weight, italic=italic)
        em = _positive("size", _number("size", size)) / PT_PER_MM
        lines = self._words(text, font, weight, italic)
        return max((natural_width(words) * em for words in lines), default=0.0)

    def _set_label(
        self, text: str, size: Pt, font: str, weight: int, italic: bool, align: str, width: Mm | None,
        least: Pt | None, tracking: Mm,
    ) -> Layout:  # fmt: skip
        _one_of("align", align, _ALIGNS["label"])
        if width is not None:
            _positive("width", width)
        least = _least(size, least)
        lines = self._words(text, font, weight, italic)
        if len(lines) > 1:
            raise TextError(f"{excerpt(text)} has a line break, a label is one line", "use paragraph()")
        if not lines:
            return _NOTHING
        face = self._font(font, weight, italic)
        return set_label(text, lines[0], face, align, size, least, width, tracking)

    def _set_paragraph(
        self, text: str, width: Mm, height: Mm, size: Pt, least: Pt | None, font: str, weight: int,
        italic: bool, align: str, valign: str, leading: float, hyphenate: bool, gap: float,
    ) -> Layout:  # fmt: skip
        _one_of("valign", valign, _VALIGNS)
        least = _least(size, least)
        box = Box(
            _positive("width", width), _positive("height", height), size, least,
            _one_of("align", align, _ALIGNS["paragraph"]), valign, _positive("leading", leading),  # type: ignore[arg-type]
            gap, hyphenate,
        )  # fmt: skip
        if gap < 0:
            raise TextError(f"gap is {gap:g}", "give 0 or more lines")
        paragraphs = self._words(text, font, weight, italic)
        if not paragraphs:
            return _NOTHING
        return set_paragraphs(text, paragraphs, self._font(font, weight, italic), self._lang, box)

    def _measured(self, text: str, font: str, weight: int, italic: bool) -> tuple[tuple[Word, ...], ...]:
        return words_of(text, self._styles(font, weight, italic))

    def _styles(self, font: str, weight: int, italic: bool) -> FontOf:
        """The font for markup; `*...*` inside italic text is upright, as in print."""
        base = self._font(font, weight, italic)

        def style(bold: bool, slanted: bool) -> Font:
            upright = self._book.font(base.family, base.weight, base.italic ^ slanted) if slanted else base
            return self._book.bolder(upright) if bold else upright

        return style

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

    def _drawn(self, layout: Layout, x: Mm, y: Mm, fill: str) -> Markup:
        size, parts = layout.size, []
        for placed in layout.lines:
            left, baseline = x + placed.x, y + placed.y
            for run in placed.line.runs:
                at = left + run.x * size
                if run.symbol:
                    centre = baseline - layout.cap / 2
                    parts.append(
                        self._icon(run.symbol.name, at, centre, ICON_BOX * size, run.symbol.fill or fill)
                    )
                elif run.font:
                    style = self._attributes(run.font, size, fill, layout.tracking)
                    parts.append(f'<text x="{_n(at)}" y="{_n(baseline)}"{style}>{_escaped(run.text)}</text>')
        return Markup("".join(parts))


def _attributes(font: Font, size: Mm, fill: str, tracking: Mm) -> str:
    weight = f' font-weight="{font.weight}"' if font.weight != 400 else ""
    italic = ' font-style="italic"' if font.italic else ""
    spacing = f' letter-spacing="{_n(tracking)}"' if tracking else ""
    return (
        f' font-family="{_escaped(font.family)}"{weight}{italic} font-size="{_n(size)}"{spacing}'
        f' fill="{check_colour(fill)}"'
    )


def _escaped(text: str) -> str:
    if "&" in text or "<" in text or ">" in text or '"' in text:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return text


def _n(value: float) -> str:
    """A length in mm with at most four decimals."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _text_of(content: Any) -> str:
    """The characters of what a template passes: text, a number, or text a macro has escaped."""
    if type(content) is str:
        return content
    if content is None or isinstance(content, bool | bytes | Mapping | list | tuple):
        raise TextError(f"{content!r:.60} is not a text", "pass a text or a number")
    if hasattr(content, "__html__"):
        return html.unescape(str(content))
    return str(content)


def _number(name: str, value: Any) -> float:
    if type(value) is float or type(value) is int:
        number = float(value)
    elif isinstance(value, str | bool) or value is None:
        raise TextError(f"{name} is {value!r:.60}, not a number", "write it without quotes or unit")
    else:
        number = _converted(name, value)
    if not math.isfinite(number):
        raise TextError(f"{name} is {number}", "check the calculation")
    return number


def _converted(name: str, value: Any) -> float:
    """Numbers of other types; an undefined name of Jinja raises its own error here."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TextError(f"{name} is {value!r:.60}, not a number", "give one number") from None


def _positive(name: str, value: float) -> float:
    if value <= 0:
        raise TextError(f"{name} is {value:g}", f"{name} must be above 0")
    return value


def _least(size: Pt, least: Pt | None) -> Pt:
    """The smallest size allowed; `min` left out means no shrinking."""
    _positive("size", size)
    if least is None:
        return size
    if least > size:
        raise TextError(
            f"min is {least:g} pt, above size {size:g} pt", "min is the smallest size to shrink to"
        )
    return _positive("min", least)


def _one_of(name: str, value: str, known: tuple[str, ...]) -> Any:
    if value not in known:
        raise TextError(f'{name} is "{value}"', suggestion(str(value), known))
    return value


def _check_plain(**named: Any) -> None:
    """Refuse lists and the like where a word or number is meant, by name."""
    for name, value in named.items():
        if not isinstance(value, str | int | float):
            raise TextError(f"{name} is {value!r:.60}", f"{name} must be one word or number")
