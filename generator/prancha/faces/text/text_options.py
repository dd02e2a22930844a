"""Arguments and options of the text calls, checked, and the errors of texts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from msgspec import Struct

from prancha.faces.text.line_breaking import Align
from prancha.model.diagnostic import UserError, suggestion
from prancha.model.units import Mm, Pt
from prancha.model.values import format_computed

if TYPE_CHECKING:
    from prancha.graphics.fonts import Font


class TextError(UserError):
    """A text cannot be set as asked: message, hint and diagnostic code.

    `text` is all of the text, by which its place in the catalogue is found, and
    `others` are what else is wrong with it, `besides` what was found with it.
    An error `of_game` is the same for every template and text of it, and told once.
    """

    text = ""
    others: Sequence[Exception] = ()
    besides: Sequence[TextError] = ()
    of_game: bool = False

    def __init__(self, message: str, hint: str = "", code: str = "text") -> None:
        """Keep `message`, `hint` and `code` apart, so that a caller can add the place."""
        super().__init__(message, hint)
        self.code = code

    def __str__(self) -> str:
        return f"{self.message}\n    {self.hint}" if self.hint else self.message


class LettersError(Exception):
    """Letters that none of a text's fonts has; the caller, who knows the game, adds the hint."""

    def __init__(self, letters: str, fonts: Sequence[Font]) -> None:
        self.letters, self.fonts = letters, fonts
        super().__init__(letters)


def text_of(content: Any) -> str:
    """The characters of what a template passes: text, a number, or text a macro has escaped."""
    if type(content) is str:
        return content
    if content is None:
        raise TextError("nothing (null) is given as a text", "give a value, or ask `is not none` first")
    if isinstance(content, bool | bytes | Mapping | list | tuple):
        raise TextError(f"{content!r:.60} is not a text", "pass a text or a number")
    if hasattr(content, "__html__"):
        from html import unescape

        return unescape(str(content))
    return format_computed(content) if type(content) is float else str(content)


def number(name: str, value: Any) -> float:
    """A finite number; an undefined name of Jinja raises its own error."""
    if isinstance(value, str | bool) or value is None:
        raise TextError(f"{name} is {value!r:.60}, not a number", "write it without quotes or unit")
    try:
        found = float(value)
    except (TypeError, ValueError):
        raise TextError(f"{name} is {value!r:.60}, not a number", "give one number") from None
    if not math.isfinite(found):
        raise TextError(f"{name} is {found}", "check the calculation")
    return found


def positive(name: str, value: float) -> float:
    """A number above 0."""
    if value <= 0:
        raise TextError(f"{name} is {value:g}", f"{name} must be above 0")
    return value


def least_of(size: Pt, least: Pt | None) -> Pt:
    """The smallest size allowed; `min` left out means no shrinking."""
    positive("size", size)
    if least is None:
        return size
    if least > size:
        raise TextError(
            f"min is {least:g} pt, above size {size:g} pt", "min is the smallest size to shrink to"
        )
    return positive("min", least)


def one_of(name: str, value: str, known: tuple[str, ...]) -> Any:
    """One of a few words."""
    if value not in known:
        raise TextError(f'{name} is "{value}"', suggestion(str(value), known))
    return value


def truth(name: str, value: Any) -> bool:
    """True or false: of a text such as "no" nobody knows which; an undefined name raises its own error."""
    if isinstance(value, str | list | tuple | dict):
        raise TextError(f"{name} is {value!r:.60}", f"{name} is true or false, without quotes")
    return bool(value)


def check_plain(**named: Any) -> None:
    """Refuse lists and the like where a word or number is meant, by name."""
    for name, value in named.items():
        if not isinstance(value, str | int | float):
            raise TextError(f"{name} is {value!r:.60}", f"{name} must be one word or number")


VAlign = Literal["top", "middle", "bottom"]
_LABEL = ("left", "center", "right", "start", "end")
_PARAGRAPH = ("start", "end", "left", "center", "right", "justify")
_VALIGNS = ("top", "middle", "bottom")
_MOST_COLUMNS = 12


class TextStyle(Struct, frozen=True):
    """The role or family of a font with its weight."""

    font: str
    weight: int
    italic: bool


class LineForm(Struct, frozen=True):
    """How one line is set, sizes in pt and lengths in mm; a label without `width` is as wide as it is.

    `offset` is the distance of a baseline from its path.
    """

    style: TextStyle
    size: Pt
    least: Pt
    align: str
    width: Mm | None
    tracking: Mm
    offset: Mm


class TextBox(Struct, frozen=True):
    """The box that a paragraph must fit: lengths in mm, sizes in pt, `leading` and `gap` in lines."""

    width: Mm
    height: Mm
    size: Pt
    least: Pt
    align: Align
    valign: VAlign
    leading: float
    gap: float
    hyphenate: bool
    columns: int = 1
    column_gap: Mm = 0.0

    @property
    def column(self) -> Mm:
        """The width of one column."""
        return (self.width - (self.columns - 1) * self.column_gap) / self.columns


class ParagraphForm(Struct, frozen=True):
    """How a paragraph is set and the box it must fit; the leading of `box` is 0 where none is given."""

    style: TextStyle
    box: TextBox


Form = TypeVar("Form")


def _kept(read: Callable[..., Form]) -> Callable[..., Form]:
    """Read options once for all texts that have the same: a deck has few, and each has a dozen to check."""
    kept = lru_cache(maxsize=4096, typed=True)(read)

    @wraps(read)
    def known(*options: Any, **named: Any) -> Form:
        try:
            return kept(*options, **named)
        except TypeError:  # lists cannot be kept; what is wrong with them is told
            return read(*options, **named)

    return known


def text_style(font: str, weight: int, italic: bool) -> TextStyle:
    """A style as a template gives it.  Raises TextError."""
    check_plain(font=font, weight=weight)
    return TextStyle(font, weight, truth("italic", italic))


@_kept
def line_form(
    size: Any,
    font: Any,
    weight: Any,
    italic: Any,
    align: Any,
    least: Any,
    tracking: Any,
    width: Any = None,
    offset: Any = 0,
) -> LineForm:
    """How a label or a text along a path is set, as a template gives it.  Raises TextError."""
    check_plain(align=align)
    width = None if width is None else number("width", width)
    least = None if least is None else number("min", least)
    size, tracking, offset = number("size", size), number("tracking", tracking), number("offset", offset)
    one_of("align", align, _LABEL)
    if width is not None:
        positive("width", width)
    return LineForm(
        text_style(font, weight, italic),
        size=size,
        least=least_of(size, least),
        align=align,
        width=width,
        tracking=tracking,
        offset=offset,
    )


@_kept
def paragraph_form(
    width: Any,
    height: Any,
    size: Any,
    least: Any,
    font: Any,
    weight: Any,
    italic: Any,
    align: Any,
    valign: Any,
    leading: Any,
    hyphenate: Any,
    gap: Any,
    columns: Any,
    column_gap: Any,
) -> ParagraphForm:
    """How a paragraph is set, as a template gives it.  Raises TextError."""
    check_plain(align=align, valign=valign, columns=columns)
    least = None if least is None else number("min", least)
    width, height, size = number("width", width), number("height", height), number("size", size)
    leading = None if leading is None else number("leading", leading)
    gap, columns = number("gap", gap), number("columns", columns)
    column_gap = number("column_gap", column_gap)
    standing: VAlign = one_of("valign", valign, _VALIGNS)
    one_of("align", align, _PARAGRAPH)
    least, hyphenated = least_of(size, least), truth("hyphenate", hyphenate)
    if leading is not None:
        positive("leading", leading)
    if gap < 0:
        raise TextError(f"gap is {gap:g}", "give 0 or more lines")
    box = TextBox(
        positive("width", width),
        positive("height", height),
        size=size,
        least=least,
        align=align,
        valign=standing,
        leading=leading or 0.0,
        gap=gap,
        hyphenate=hyphenated,
        columns=_columns(columns, column_gap, width),
        column_gap=column_gap,
    )
    return ParagraphForm(text_style(font, weight, italic), box)


def _columns(columns: float, gap: Mm, width: Mm) -> int:
    if columns != int(columns) or not 1 <= columns <= _MOST_COLUMNS:
        raise TextError(f"columns is {columns:g}", f"give a whole number from 1 to {_MOST_COLUMNS}")
    if gap < 0 or (columns > 1 and gap * (columns - 1) >= width):
        raise TextError(
            f"column_gap is {gap:g} mm", f"{int(columns)} columns must fit into {width:g} mm with their gaps"
        )
    return int(columns)
