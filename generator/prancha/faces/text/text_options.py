"""Text options of templates, checked."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Literal, TypeVar

from msgspec import Struct

from prancha.faces.text.arguments import TextError, check_plain, least_of, number, one_of, positive, truth
from prancha.faces.text.line_breaking import Align
from prancha.model.units import Mm, Pt

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
