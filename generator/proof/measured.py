"""What a reader found in the finished file; lengths in mm from the page's top left, y down."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from generator.model.units import Mm
from generator.proof.matrix import Box, Matrix, Point, around, common

Polygon = tuple[Point, ...]


class Found(Struct, frozen=True, dict=True):
    """A face as it was painted: its own mm to page mm, and what it may show through.

    `shown` are polygons on the page; art shows where all of them overlap.  `face` is the CRC-32
    of its content; `name` is what the page calls its form.  `under` are the polygons of the same
    face painted larger beneath it, where its bleed is made that way.
    """

    item: str
    copy: int
    side: str
    matrix: Matrix
    shown: tuple[Polygon, ...]
    face: str
    name: str
    under: tuple[Polygon, ...] = ()

    @cached_property
    def reach(self) -> Box:
        """The box on the page that its art cannot leave."""
        over = common(around(polygon) for polygon in self.shown)
        if not self.under:
            return over
        under = common(around(polygon) for polygon in self.under)
        return around(((over[0], over[1]), (over[2], over[3]), (under[0], under[1]), (under[2], under[3])))


class Line(Struct, frozen=True):
    """One straight stroke of the layer with marks and cut lines."""

    x1: Mm
    y1: Mm
    x2: Mm
    y2: Mm
    weight: Mm
    dashed: bool

    @property
    def upright(self) -> bool:
        """Whether it runs from top to bottom."""
        return abs(self.x1 - self.x2) < 1e-4 < abs(self.y1 - self.y2)

    @property
    def level(self) -> bool:
        """Whether it runs from left to right."""
        return abs(self.y1 - self.y2) < 1e-4 < abs(self.x1 - self.x2)


class Loose(Struct, frozen=True):
    """Something painted that is no piece and no mark: a label, a ruler, a cover."""

    name: str
    box: Box


class FoundPage(Struct, frozen=True):
    """One page: boxes in points as written, and everything painted on it."""

    number: int
    width: Mm
    height: Mm
    boxes: Mapping[str, Box]
    rotate: int
    user_unit: float
    pieces: tuple[Found, ...]
    lines: tuple[Line, ...]
    loose: tuple[Loose, ...]


class FoundFont(Struct, frozen=True):
    """A font of the file; `subtype` as written (Type0, Type1, TrueType, ...)."""

    name: str
    subtype: str
    embedded: bool
    page: int
    item: str


class FoundImage(Struct, frozen=True):
    """A picture where it is largest: pixels, and mm on paper."""

    pixels: tuple[int, int]
    size: tuple[Mm, Mm]
    page: int
    item: str

    @property
    def ppi(self) -> float:
        """Pixels per inch along the coarser side."""
        return min(p / (mm / 25.4) for p, mm in zip(self.pixels, self.size, strict=True) if mm > 0)


class FoundFile(Struct, frozen=True):
    """The whole file."""

    pages: tuple[FoundPage, ...]
    preferences: Mapping[str, str]
    fonts: tuple[FoundFont, ...]
    images: tuple[FoundImage, ...]
