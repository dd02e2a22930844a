"""Strips of a rulebook and their parts: pages may end between strips, and never in one.

A block becomes strips from top to bottom; a page takes as many as it holds.  Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from prancha.faces.text.text_layout import TextLayout
from prancha.model.box import Point
from prancha.model.diagnostic import Place
from prancha.model.outline import Outline
from prancha.model.rulebook import Tag
from prancha.model.units import Mm


class TextPart(Struct, frozen=True):
    """A line, or a part of one, whose baseline begins at (x, y) of its strip; it is read as part of `tag`.

    `left` and `width` are where its letters are, `link` where they lead; `alt` is what an icon means.
    """

    x: Mm
    y: Mm
    layout: TextLayout
    fill: str
    tag: Tag
    left: Mm = 0.0
    width: Mm = 0.0
    link: str = ""
    alt: str = ""


class FacePart(Struct, frozen=True):
    """A component's face with its top left corner at (x, y) of its strip, `scale` times as large.

    It is turned about that corner by `angle` degrees clockwise, and cut to its outline, or to `clip` in its
    own mm where that is given.  Without a `digest` it is a blank piece.
    """

    x: Mm
    y: Mm
    scale: float
    digest: str
    outline: Outline
    tag: Tag
    angle: float = 0.0
    clip: tuple[Point, ...] = ()


Part: TypeAlias = TextPart | FacePart


Line: TypeAlias = tuple[Mm, tuple[Part, ...]]
"""The height of a line, and its parts."""


def moved(parts: Iterable[Part], x: Mm, y: Mm) -> list[Part]:
    """Parts that lie further right and down by these lengths."""
    return [replace(part, x=part.x + x, y=part.y + y) for part in parts]


def stacked(lines: Iterable[Line], x: Mm = 0.0, y: Mm = 0.0) -> list[Part]:
    """The parts of lines below each other, from the place (x, y)."""
    found: list[Part] = []
    for height, parts in lines:
        found += moved(parts, x, y)
        y += height
    return found


class Ground:
    """An ornament behind strips that follow each other: the template of `role` and what it is told.

    It reaches from `x` over `width`.  Each is itself alone.
    """

    __slots__ = ("role", "told", "width", "x")

    def __init__(self, role: str, x: Mm, width: Mm, told: Mapping[str, Any]) -> None:
        self.role, self.x, self.width, self.told = role, x, width, told


class Strip(Struct, frozen=True):
    """Parts in a height, with the space before it, which is dropped at the top of a column.

    No page ends between it and the strip above where it is `kept`.  `grounds` lie behind it, from the outside
    in.  `head` is the strip that is repeated above it at the top of a column, as the head of a table.
    `mark` tells a template what the strip is: head, row, box.  A `whole` strip is as wide as the page, and
    `opens` says that it begins one.  `anchor` is the heading that begins here.  `shows` are the key of the
    set-up that it pictures, and the left edge and width of that picture.  `notes` are strips in the outer
    margin, each with the distance of its top from that of this one.  `beside` are columns of strips in it,
    placed from its own corner.
    """

    height: Mm
    parts: tuple[Part, ...]
    place: Place
    before: Mm = 0.0
    kept: bool = False
    grounds: tuple[Ground, ...] = ()
    head: Strip | None = None
    mark: str = ""
    whole: bool = False
    opens: bool = False
    anchor: str = ""
    shows: tuple[str, Mm, Mm] | None = None
    notes: tuple[tuple[Mm, Strip], ...] = ()
    beside: tuple[Column, ...] = ()


class PlacedStrip(Struct, frozen=True):
    """A strip on its page: the left edge of its column and its top.  A `repeated` head was read before."""

    strip: Strip
    x: Mm
    y: Mm
    repeated: bool = False


Column: TypeAlias = list[PlacedStrip]


def column_of(strips: Iterable[Strip], x: Mm = 0.0, y: Mm = 0.0) -> Column:
    """Strips below each other from the place (x, y)."""
    found: Column = []
    for number, strip in enumerate(strips):
        y += strip.before if number else 0.0
        found.append(PlacedStrip(strip, x, y))
        y += strip.height
    return found
