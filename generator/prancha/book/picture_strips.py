"""Pictures of components as strips: rows of like sizes, each with its caption under it."""

from __future__ import annotations

import math
from collections.abc import Mapping

from msgspec.structs import replace

from prancha.book.book_blocks import Picture, Pictures
from prancha.book.book_style import BookStyle
from prancha.book.strips import FacePart, Line, Part, Strip
from prancha.book.text_strips import TextFlow
from prancha.model.face import Face
from prancha.model.rulebook import Tag
from prancha.model.units import Mm

_GAP: Mm = 3.0
_ALONE, _FEW, _MANY = 34.0, 27.0, 20.0
"""The greatest width of a picture: alone, among up to four, among more.  Boards are wider."""
_LARGE: Mm = 120.0
_BROAD: Mm = 90.0
_LONG = 2.2
"""A board is this large, and its shorter side is broad or its longer side so many times as long."""
_OF_COLUMN = 0.8
"""The width of a board, in widths of a column."""
_TALL = 1.45
"""The greatest height of a picture, in its greatest widths."""
_MANY_FROM = 5
_BESIDE = 0.4
"""The greatest width, in columns, of a picture that stands beside the text after it."""


def picture_strips(
    block: Pictures,
    width: Mm,
    tag: Tag,
    x: Mm,
    faces: Mapping[str, Face],
    text: TextFlow,
    style: BookStyle,
) -> list[Strip]:
    """The rows of a block of pictures, in the middle of `width`; a row follows the one above."""
    shown = [(one, faces[one.key]) for one in block.pictures]
    sized = [(one, face, _scale(face, block.width, width, len(shown))) for one, face in shown]
    rows = _rows([face.outline.width * scale for _, face, scale in sized], width)
    made: list[Strip] = []
    at = 0
    for count in rows:
        row, at = sized[at : at + count], at + count
        strips = _row(row, width, tag, x=x, text=text, style=style, block=block)
        if made and strips:
            strips[0] = replace(strips[0], before=_GAP)
        made += strips
    return made


def beside(
    block: Pictures, width: Mm, tag: Tag, x: Mm, faces: Mapping[str, Face]
) -> tuple[FacePart, Mm, Mm] | None:
    """A lone picture at the left of the text that follows it, and the room it takes; None if it is large."""
    if len(block.pictures) != 1 or block.pictures[0].caption:
        return None
    one = block.pictures[0]
    face = faces[one.key]
    scale = _scale(face, block.width, width, 1)
    wide, high = face.outline.width * scale, face.outline.height * scale
    if wide > _BESIDE * width:
        return None
    figure = Tag("Figure", tag, alt=one.alt)
    return (
        FacePart(x, 0.0, scale, digest=face.digest, outline=face.outline, tag=figure),
        wide + _GAP * 1.4,
        high,
    )


def _scale(face: Face, asked: Mm | None, column: Mm, count: int) -> float:
    """The scale of a face: as wide as asked, else as suits, and then 1 at most."""
    outline = face.outline
    if asked is not None:
        return min(asked, column) / outline.width
    short, long = sorted((outline.width, outline.height))
    if long >= _LARGE and (short >= _BROAD or long >= _LONG * short):
        most = column * _OF_COLUMN if count == 1 else column / count - _GAP
        return min(1.0, most / outline.width, 1.1 * most / outline.height)
    most = _ALONE if count == 1 else _MANY
    if 1 < count < _MANY_FROM:
        most = min(_FEW, (column - (count - 1) * _GAP) / count)
    return min(1.0, most / outline.width, most * _TALL / outline.height)


def _rows(widths: list[Mm], width: Mm) -> list[int]:
    """The number of pictures in each row, about equal."""
    widest = max(widths)
    fitting = max(1, int((width + _GAP) / (widest + _GAP)))
    count = math.ceil(len(widths) / fitting)
    each = math.ceil(len(widths) / count)
    found = [each] * (len(widths) // each)
    rest = len(widths) - sum(found)
    return [*found, rest] if rest else found


def _row(
    row: list[tuple[Picture, Face, float]],
    width: Mm,
    tag: Tag,
    x: Mm,
    text: TextFlow,
    style: BookStyle,
    block: Pictures,
) -> list[Strip]:
    whole = sum(face.outline.width * scale for _, face, scale in row) + _GAP * (len(row) - 1)
    high = max(face.outline.height * scale for _, face, scale in row)
    left = x + (width - whole) / 2
    parts: list[Part] = []
    captions: list[list[Line]] = []
    room = width if len(row) == 1 else 0.0
    for one, face, scale in row:
        w, h = face.outline.width * scale, face.outline.height * scale
        figure = Tag("Figure", tag, alt=one.alt)
        parts.append(
            FacePart(
                left,
                high - h if len(row) == 1 else (high - h) / 2,
                scale,
                digest=face.digest,
                outline=face.outline,
                tag=figure,
            )
        )
        if one.caption:
            wide = room or w + _GAP * 0.8
            captions.append(
                text.lines(
                    one.caption,
                    wide,
                    style.caption,
                    tag=Tag("Caption", figure),
                    place=one.place,
                    x=left + (w - wide) / 2,
                )
            )
        left += w + _GAP
    strips = [Strip(high, tuple(parts), block.place)]
    for number in range(max(map(len, captions), default=0)):
        lines = [each[number] for each in captions if number < len(each)]
        height = max(height for height, _ in lines)
        told = tuple(part for _, line in lines for part in line)
        strips.append(Strip(height, told, block.place, before=1.2 if not number else 0.0, kept=True))
    return strips
