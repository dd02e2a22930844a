"""Room for pieces on one side of a paper: pages, slots, and the geometry of outlines in slots."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from msgspec import Struct

from prancha.model.box import Box, Point, bounds
from prancha.model.outline import Outline
from prancha.model.sheet import Paper
from prancha.model.units import Mm

EPSILON: Mm = 1e-6
"""Tolerance for sums of floats; far below what a printer or a knife resolves."""

SNAP: Mm = 0.01
"""Lines, and corners, nearer than this coincide; measured noise is below 1e-9."""

BLEED_ROOM: Mm = 1.5
"""Room that bleed leaves to marks before the end of their reach: the least gap and the least mark."""

ONE_ROW: Mm = 0.1
"""Pieces whose middles differ by less are read as one row."""

Rect = Box


class Lines:
    """Parallel lines, numbered as they are met; a place less than `apart` from a line is on that line.

    A place is compared with the lines near it, never rounded: sums that fall on the middle between two steps
    of a rounding, as halves of 57.15 mm do, would land on either side.
    """

    def __init__(self, places: Iterable[Mm] = (), apart: Mm = SNAP) -> None:
        self._apart = apart
        self._cells: dict[int, int] = {}
        self.places: list[Mm] = []
        for place in places:
            self.number(place)

    def __contains__(self, place: Mm) -> bool:
        return self.known(place) is not None

    def known(self, place: Mm) -> int | None:
        """Return the number of the line here, or None."""
        cell = round(place / self._apart)
        for near in (cell, cell - 1, cell + 1):
            found = self._cells.get(near)
            if found is not None and abs(self.places[found] - place) < self._apart:
                return found
        return None

    def number(self, place: Mm) -> int:
        """Return the number of the line here, adding a line where there is none."""
        known = self.known(place)
        if known is None:
            known = self._cells[round(place / self._apart)] = len(self.places)
            self.places.append(place)
        return known


class Slot(Struct, frozen=True):
    """The centre of a trim box on the sheet and its turn, degrees clockwise."""

    x: Mm
    y: Mm
    turn: float = 0.0


class LayoutPage(Struct, frozen=True):
    """A paper as it is laid: width and height in mm, the margin pieces keep, and how far out marks go."""

    width: Mm
    height: Mm
    margin: Mm
    reach: Mm = 3.0

    @property
    def room(self) -> tuple[Mm, Mm]:
        """Width and height of the printable area."""
        return self.width - 2 * self.margin, self.height - 2 * self.margin

    @property
    def bleed_edge(self) -> Mm:
        """How near to the edge bleed may come: into the margin, where a mark beyond it still has room.

        Bleed is cut away, so nothing is lost where a printer leaves the margin blank after all.
        """
        return min(self.margin, self.reach + BLEED_ROOM)


class Layout(Struct, frozen=True):
    """Slots for pieces of one outline on a page, in reading order."""

    page: LayoutPage
    slots: tuple[Slot, ...]


def pages(paper: Paper) -> tuple[LayoutPage, LayoutPage]:
    """Return the paper upright and on its side."""
    upright = LayoutPage(paper.width, paper.height, paper.margin, paper.reach)
    return upright, LayoutPage(paper.height, paper.width, paper.margin, paper.reach)


def placed(outline: Outline, slot: Slot, offset: Mm = 0.0) -> tuple[Point, ...]:
    """Return the corners on the sheet of an outline in a slot, grown by `offset`."""
    return turned(outline.polygon(offset), outline, slot)


def turned(points: Iterable[Point], outline: Outline, slot: Slot) -> tuple[Point, ...]:
    """Move points of the outline's box to the slot and turn them there."""
    cosine, sine = rotation(slot.turn)
    cx, cy = outline.width / 2, outline.height / 2
    return tuple(
        (slot.x + (x - cx) * cosine - (y - cy) * sine, slot.y + (x - cx) * sine + (y - cy) * cosine)
        for x, y in points
    )


def rotation(turn: float) -> tuple[float, float]:
    """Return cosine and sine of a turn in degrees, exact for quarter turns."""
    quarters = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    angle = turn % 360
    return quarters.get(angle) or (math.cos(math.radians(angle)), math.sin(math.radians(angle)))


def trim_box(outline: Outline, slot: Slot) -> Rect:
    """Return the box on the sheet around an outline in a slot."""
    if slot.turn % 90 == 0:
        upright = slot.turn % 180 == 0
        w, h = (outline.width, outline.height) if upright else (outline.height, outline.width)
        return slot.x - w / 2, slot.y - h / 2, slot.x + w / 2, slot.y + h / 2
    return bounds(placed(outline, slot))


def spill(outline: Outline, offset: Mm) -> Mm:
    """Return how far the outline grown by `offset` reaches beyond its box, mitred corners included."""
    if offset <= 0:
        return 0.0
    left, top, right, bottom = bounds(outline.polygon(offset))
    return max(offset, -left, -top, right - outline.width, bottom - outline.height)


def centred(page: LayoutPage, points: Iterable[tuple[Mm, Mm, float]], box: Rect) -> tuple[Slot, ...]:
    """Make slots of (x, y, turn) with `box` in the middle of the page."""
    dx = (page.width - box[0] - box[2]) / 2
    dy = (page.height - box[1] - box[3]) / 2
    return tuple(Slot(x + dx, y + dy, turn) for x, y, turn in points)


def fitting(length: Mm, size: Mm, gap: Mm) -> int:
    """Return how many pieces of `size` with `gap` between them fit in `length`."""
    return max(0, math.floor((length + gap + EPSILON) / (size + gap)))


def reading_order(slots: Iterable[Slot]) -> Iterator[Slot]:
    """Sort slots by lines from the top, then from the left."""
    listed = list(slots)
    lines = Lines(sorted(slot.y for slot in listed), apart=ONE_ROW)
    return iter(sorted(listed, key=lambda slot: (lines.number(slot.y), slot.x)))
