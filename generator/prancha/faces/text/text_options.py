"""Text options of templates, validated once per distinct set."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from prancha.faces.text.arguments import TextError, check_plain, least_of, number, one_of, positive, truth
from prancha.model.units import Mm, Pt

if TYPE_CHECKING:
    from prancha.faces.text.text_layout import VAlign


_LABEL = ("left", "center", "right", "start", "end")
_PARAGRAPH = ("start", "end", "left", "center", "right", "justify")
_VALIGNS = ("top", "middle", "bottom")
_MOST_COLUMNS = 12
_REMEMBERED = 4096

_Made = TypeVar("_Made")


class TextStyle(Struct, frozen=True, eq=False):
    """The role or family of a font with its weight; equal ones are one object."""

    font: str
    weight: int
    italic: bool


class LabelForm(Struct, frozen=True, eq=False):
    """How a label is set, sizes in pt and lengths in mm; without `width` it is as wide as it is."""

    style: TextStyle
    size: Pt
    least: Pt
    align: str
    width: Mm | None
    tracking: Mm


class ParagraphForm(Struct, frozen=True, eq=False):
    """How a paragraph is set and the box it must fit, as a TextBox; `leading` is None where none is given."""

    style: TextStyle
    width: Mm
    height: Mm
    size: Pt
    least: Pt
    align: str
    valign: VAlign
    leading: float | None
    hyphenate: bool
    gap: float
    columns: int
    column_gap: Mm


class PathForm(Struct, frozen=True, eq=False):
    """How a text along a path is set, sizes in pt and lengths in mm."""

    style: TextStyle
    size: Pt
    least: Pt
    align: str
    tracking: Mm
    offset: Mm


def _remembered(make: Callable[..., _Made]) -> Callable[..., _Made]:
    """`make`, whose arguments, all by position, are looked at once if of the same values and types."""
    kept = lru_cache(maxsize=_REMEMBERED, typed=True)(make)

    @wraps(make)
    def made(*args: Any) -> _Made:
        try:
            return kept(*args)
        except TypeError:  # a list and the like, which has its own error
            return make(*args)

    return made


@lru_cache(maxsize=_REMEMBERED)
def style_of(font: str, weight: int, italic: bool) -> TextStyle:
    """The one style of this font, weight and slant."""
    return TextStyle(font, weight, italic)


@_remembered
def text_style(font: str, weight: int, italic: bool) -> TextStyle:
    """A style as a template gives it.  Raises TextError."""
    check_plain(font=font, weight=weight)
    return style_of(font, weight, truth("italic", italic))


@_remembered
def label_form(
    size: Any, font: Any, weight: Any, italic: Any, align: Any, width: Any, least: Any, tracking: Any
) -> LabelForm:
    """How a label is set, as a template gives it.  Raises TextError."""
    check_plain(align=align)
    room = None if width is None else number("width", width)
    least = None if least is None else number("min", least)
    size, tracking = number("size", size), number("tracking", tracking)
    one_of("align", align, _LABEL)
    if room is not None:
        positive("width", room)
    return LabelForm(
        text_style(font, weight, italic),
        size=size,
        least=least_of(size, least),
        align=align,
        width=room,
        tracking=tracking,
    )


@_remembered
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
    gap, columns, column_gap = (
        number("gap", gap),
        number("columns", columns),
        number("column_gap", column_gap),
    )
    standing: VAlign = one_of("valign", valign, _VALIGNS)
    one_of("align", align, _PARAGRAPH)
    least, hyphenated = least_of(size, least), truth("hyphenate", hyphenate)
    if leading is not None:
        positive("leading", leading)
    if gap < 0:
        raise TextError(f"gap is {gap:g}", "give 0 or more lines")
    return ParagraphForm(
        text_style(font, weight, italic),
        width=positive("width", width),
        height=positive("height", height),
        size=size,
        least=least,
        align=align,
        valign=standing,
        leading=leading,
        hyphenate=hyphenated,
        gap=gap,
        columns=_columns(columns, column_gap, width),
        column_gap=column_gap,
    )


@_remembered
def path_form(
    size: Any, font: Any, weight: Any, italic: Any, align: Any, least: Any, tracking: Any, offset: Any
) -> PathForm:
    """How a text along a path is set, as a template gives it.  Raises TextError."""
    check_plain(align=align)
    size, least = number("size", size), None if least is None else number("min", least)
    tracking, offset = number("tracking", tracking), number("offset", offset)
    one_of("align", align, _LABEL)
    return PathForm(
        text_style(font, weight, italic),
        size=size,
        least=least_of(size, least),
        align=align,
        tracking=tracking,
        offset=offset,
    )


def _columns(columns: float, gap: Mm, width: Mm) -> int:
    if columns != int(columns) or not 1 <= columns <= _MOST_COLUMNS:
        raise TextError(f"columns is {columns:g}", f"give a whole number from 1 to {_MOST_COLUMNS}")
    if gap < 0 or (columns > 1 and gap * (columns - 1) >= width):
        raise TextError(
            f"column_gap is {gap:g} mm", f"{int(columns)} columns must fit into {width:g} mm with their gaps"
        )
    return int(columns)
