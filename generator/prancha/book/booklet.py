"""Impose a rulebook on sheets that are folded once and laid inside each other (saddle stitching)."""

from __future__ import annotations

import math

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.rulebook import ImposedSide
from prancha.model.sheet import Paper
from prancha.model.units import Mm

_MARK: Mm = 4.0
_GAP: Mm = 1.5
"""The length of crop and fold marks, and their distance from the pages."""
_ENOUGH: Mm = 0.05


class Booklet(Struct, frozen=True):
    """The sides of all sheets, front and back in turn, the outermost sheet first; `blank` pages end it."""

    sides: tuple[ImposedSide, ...]
    sheets: int
    blank: int

    @property
    def stapled(self) -> bool:
        """Return whether it needs staples: a leaflet of one sheet does not."""
        return self.sheets > 1


def half_of(paper: Paper) -> tuple[Mm, Mm]:
    """The page of which two fill a paper that lies on its side."""
    low, high = sorted((paper.width, paper.height))
    return high / 2, low


def impose_booklet(
    count: int,
    page: tuple[Mm, Mm],
    paper: Paper,
    place: Place,
    creep: Mm,
    cover: Mm | None = None,
    rtl: bool = False,
) -> Booklet:
    """Lay `count` pages two to a side; with `rtl` the fold is at the right of page 1.

    `creep` is the thickness of a sheet: each sheet lies on the fold of the one inside it, which sticks out by
    that much, so its pages move towards the fold.  `cover` is the thickness of an outermost sheet of other
    stock.  Raises Failure where two pages are larger than the paper.
    """
    width, height = page
    high, wide = sorted((paper.width, paper.height))
    if 2 * width > wide + _ENOUGH or height > high + _ENOUGH:
        message = (
            f"two pages of {width:g} x {height:g} mm need {2 * width:g} x {height:g} mm,"
            f" and {paper.name} is {wide:g} x {high:g} mm"
        )
        hint = "build on a larger --paper, or write page: half in book:"
        raise Failure([Diagnostic(place, "book-page", message, hint=hint)])
    sheets = math.ceil(count / 4)
    whole = 4 * sheets
    left, top = wide / 2 - width, (high - height) / 2
    sides = []
    for sheet in range(sheets):
        moved = 0.0 if not sheet else (cover if cover is not None else creep) + (sheet - 1) * creep
        for pair in ((whole - 1 - 2 * sheet, 2 * sheet), (2 * sheet + 1, whole - 2 - 2 * sheet)):
            spots = tuple(
                (index, x, top)
                for index, x in zip(
                    pair[::-1] if rtl else pair, (left + moved, wide / 2 - moved), strict=True
                )
                if index < count
            )
            sides.append(ImposedSide(wide, high, spots, _marks(wide, high, width, height)))
    return Booklet(tuple(sides), sheets, whole - count)


def _marks(wide: Mm, high: Mm, width: Mm, height: Mm) -> tuple[tuple[Mm, Mm, Mm, Mm], ...]:
    """Marks of the fold and of the corners, where the paper is so much larger that there is room."""
    middle, top = wide / 2, (high - height) / 2
    found = []
    if top >= _MARK + _GAP:
        for x in (middle - width, middle, middle + width):
            found += [
                (x, top - _GAP - _MARK, x, top - _GAP),
                (x, high - top + _GAP, x, high - top + _GAP + _MARK),
            ]
    if middle - width >= _MARK + _GAP:
        for y in (top, high - top):
            for edge, way in ((middle - width, -1), (middle + width, 1)):
                found.append((edge + way * _GAP, y, edge + way * (_GAP + _MARK), y))
    return tuple(found)
