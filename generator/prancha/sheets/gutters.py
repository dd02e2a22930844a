"""Gutters between boxes that differ in what is printed on them, as wide as the paper has room for."""

from __future__ import annotations

import math
from itertools import pairwise

from msgspec import Struct

from prancha.model.outline import Outline
from prancha.model.units import Mm
from prancha.sheets.layout import EPSILON, Layout, Lines, Slot

LEAST: Mm = 1.0
"""What hides a crooked cut: half a millimetre at each side."""
MOST: Mm = 3.0
STEP: Mm = 0.5


class Loose(Struct, frozen=True):
    """A layout with gutters, and the widest of them."""

    layout: Layout
    gap: Mm


def loosened(layout: Layout, outline: Outline, gap: Mm, bleed: Mm) -> Loose | None:
    """The same rows and columns with gutters between them, in the middle of the page.

    Where only one direction has room, slots are listed line by line of those that touch, so that equal
    pieces do.  None where there is no room, where gutters are wide enough, or where slots are no grid.
    """
    turns = {slot.turn for slot in layout.slots}
    if not outline.is_box or gap >= LEAST or len(turns) != 1:
        return None
    columns, rows = (
        Lines(sorted(places)) for places in zip(*((s.x, s.y) for s in layout.slots), strict=True)
    )
    xs, ys = columns.places, rows.places
    (turn,) = turns
    upright = turn % 180 == 0
    width, height = (outline.width, outline.height) if upright else (outline.height, outline.width)
    places = {(columns.number(slot.x), rows.number(slot.y)) for slot in layout.slots}
    if not _even(xs, width + gap) or not _even(ys, height + gap):
        return None
    room_x, room_y = layout.page.room
    most = max(LEAST, min(MOST, 2 * bleed)) if bleed else MOST
    gap_x, gap_y = _gap(len(xs), width, gap, room_x, most), _gap(len(ys), height, gap, room_y, most)
    if max(gap_x, gap_y) < LEAST:
        return None
    page = layout.page
    new_x = [page.width / 2 + (k - (len(xs) - 1) / 2) * (width + gap_x) for k in range(len(xs))]
    new_y = [page.height / 2 + (k - (len(ys) - 1) / 2) * (height + gap_y) for k in range(len(ys))]
    down = gap_y < LEAST <= gap_x
    order = sorted(places, key=(lambda at: at) if down else (lambda at: (at[1], at[0])))
    slots = tuple(Slot(new_x[x], new_y[y], turn) for x, y in order)
    return Loose(Layout(page, slots), max(gap_x, gap_y))


def _even(places: list[Mm], pitch: Mm) -> bool:
    return all(abs(b - a - pitch) < 1e-3 for a, b in pairwise(places))


def _gap(count: int, size: Mm, gap: Mm, room: Mm, most: Mm) -> Mm:
    """The widest gutter of whole steps that so many have room for; `gap` where that is less than LEAST."""
    if count < 2:
        return most
    free = math.floor((room - count * size + EPSILON) / (count - 1) / STEP + EPSILON) * STEP
    return min(free, most) if free >= LEAST else gap
