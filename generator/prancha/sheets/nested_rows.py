"""Rows of any outline pushed together as far as their sides allow, every second piece or row turned."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct

from prancha.model.box import Point, bounds, enclose
from prancha.model.outline import Outline
from prancha.model.polygon import offset_polygon, signed_area
from prancha.model.units import Mm
from prancha.sheets.sheet_room import (
    EPSILON,
    Layout,
    LayoutPage,
    Rect,
    Slot,
    centred,
    placed,
    reading_order,
    turned,
)

Edge = tuple[Mm, Mm, Mm, Mm]
"""A stretch of side as u1, v1, u2, v2 with v1 < v2; u is measured across, v along."""


ROUGH: Mm = 0.15
"""How far corners of curved outlines may be off in the search, which widens the gap accordingly."""


class _Form(Struct, frozen=True, eq=False):
    """An outline about its centre in one turn: the box of its trim, and its sides grown by half the gap.

    `facing` has for each direction (0 across, 1 down) the sides that face its end, those that face
    its start, and from where to where they run along.
    """

    turn: float
    box: Rect
    facing: tuple[tuple[list[Edge], list[Edge], tuple[Mm, Mm]], ...]


class _Row(Struct, frozen=True):
    """Pieces of one row: form and place along the row."""

    pieces: tuple[tuple[_Form, Mm], ...]

    @property
    def box(self) -> Rect:
        """Around the trims of the row."""
        boxes = ((at, form.box) for form, at in self.pieces)
        return enclose((at + left, top, at + right, bottom) for at, (left, top, right, bottom) in boxes)

    def moved(self, shift: Mm) -> _Row:
        """Return the row moved to the right."""
        return _Row(tuple((form, at + shift) for form, at in self.pieces))


def nested_rows(outline: Outline, gap: Mm, papers: Sequence[LayoutPage]) -> Layout | None:
    """Return the fullest of all such layouts, on the better page; None when no row fits."""
    best: Layout | None = None
    for quarter in (0.0, 90.0):
        nest = _Nest(_form(outline, quarter, gap), _form(outline, quarter + 180, gap))
        for page, pattern in product(papers, ((0,), (0, 1))):
            layout = nest.fill(page, pattern)
            if layout and (best is None or len(layout.slots) > len(best.slots)):
                best = layout
    return best


class _Nest:
    """Two forms, and how near to each other they can lie, computed once for each pair of places."""

    def __init__(self, one: _Form, about: _Form) -> None:
        self._forms = one, about
        self._known: dict[tuple[float, float, int, Mm], Mm] = {}

    def fill(self, page: LayoutPage, pattern: Sequence[int]) -> Layout | None:
        """Fill a page with rows of a pattern, every second one turned or shifted, whichever holds more."""
        best: Layout | None = None
        row = self._row(pattern, page.room[0])
        if row is None:
            return None
        whole = len(row.pieces) > len(pattern)
        pitch = row.pieces[len(pattern)][1] - row.pieces[0][1] if whole else 0.0
        # A row turned about has the other form in each place.
        for second, shift in product((pattern, [1 - k for k in pattern]), (0.0, pitch / 2)):
            other = self._row(second, page.room[0] - shift)
            slots = self._stacked(page, row, other.moved(shift)) if other else ()
            if slots and (best is None or len(slots) > len(best.slots)):
                best = Layout(page, slots)
        return best

    def _row(self, pattern: Sequence[int], room: Mm) -> _Row | None:
        """Return as many pieces as `room` holds, each as near to the last as it can be."""
        forms = [self._forms[k] for k in pattern]
        steps = [self._apart(form, forms[(k + 1) % len(forms)], 0, 0.0) for k, form in enumerate(forms)]
        pieces: list[tuple[_Form, Mm]] = []
        left, at = 0.0, 0.0
        while True:
            k = len(pieces) % len(forms)
            box = forms[k].box
            left = min(left, at + box[0])
            if at + box[2] - left > room + EPSILON:
                return _Row(tuple(pieces)) if pieces else None
            pieces.append((forms[k], at))
            at += steps[k]

    def _stacked(self, page: LayoutPage, row: _Row, other: _Row) -> tuple[Slot, ...]:
        """Return slots of the two rows by turns, down the page."""
        down, up = self._rows_apart(row, other), self._rows_apart(other, row)
        # A deep bay must not let the row after next in.
        down += max(0.0, self._rows_apart(row, row) - down - up, self._rows_apart(other, other) - down - up)
        places: list[tuple[Mm, Mm, float]] = []
        box: Rect | None = None
        boxes = row.box, other.box
        y, number = 0.0, 0
        while True:
            here = (row, other)[number % 2]
            start, top, end, bottom = boxes[number % 2]
            reach = start, y + top, end, y + bottom
            grown = bounds((*((box[:2], box[2:]) if box else ()), reach[:2], reach[2:]))
            if grown[2] - grown[0] > page.room[0] + EPSILON or grown[3] - grown[1] > page.room[1] + EPSILON:
                break
            box = grown
            places += [(at, y, form.turn % 360) for form, at in here.pieces]
            y += (down, up)[number % 2]
            number += 1
        return tuple(reading_order(centred(page, places, box))) if box else ()

    def _rows_apart(self, above: _Row, below: _Row) -> Mm:
        """Return how far below a row the next must lie."""
        return max(
            self._apart(form, other, 1, there - at)
            for (form, at), (other, there) in product(above.pieces, below.pieces)
        )

    def _apart(self, one: _Form, other: _Form, way: int, aside: Mm) -> Mm:
        """Return how far `other`, moved `aside` along, must lie in the direction `way` to clear `one`."""
        key = one.turn, other.turn, way, round(aside, 6)
        if key not in self._known:
            far, _, (low, high) = one.facing[way]
            _, near, (start, end) = other.facing[way]
            beside = start + aside >= high - EPSILON or end + aside <= low + EPSILON
            self._known[key] = 0.0 if beside else max(_gaps(far, near, aside), default=0.0)
        return self._known[key]


def _form(outline: Outline, turn: float, gap: Mm) -> _Form:
    slot = Slot(0.0, 0.0, turn)
    ring = outline.points
    if outline.curves:
        ring = offset_polygon(_roughly(ring), gap / 2 + ROUGH)
    elif gap:
        ring = offset_polygon(ring, gap / 2)
    grown = turned(ring, outline, slot)
    return _Form(turn, bounds(placed(outline, slot)), (_facing(grown), _facing([(y, x) for x, y in grown])))


def _roughly(points: Sequence[Point]) -> tuple[Point, ...]:
    """Drop corners that lie no farther than ROUGH from the rest (Douglas and Peucker 1973)."""
    far = max(range(len(points)), key=lambda k: math.dist(points[0], points[k]))
    return (*_thinned(points[: far + 1])[:-1], *_thinned([*points[far:], points[0]])[:-1])


def _thinned(points: Sequence[Point]) -> list[Point]:
    (ax, ay), (bx, by) = points[0], points[-1]
    length = math.dist(points[0], points[-1])
    off = [abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length for x, y in points]
    worst = max(range(len(points)), key=off.__getitem__)
    if off[worst] <= ROUGH:
        return [points[0], points[-1]]
    return [*_thinned(points[: worst + 1])[:-1], *_thinned(points[worst:])]


def _facing(ring: Sequence[Point]) -> tuple[list[Edge], list[Edge], tuple[Mm, Mm]]:
    """Return a polygon's edges that face the higher u, those that face the lower, and their reach along v."""
    clockwise = signed_area(ring) > 0
    far: list[Edge] = []
    near: list[Edge] = []
    for (u1, v1), (u2, v2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if v1 != v2:
            edge = (u1, v1, u2, v2) if v1 < v2 else (u2, v2, u1, v1)
            (far if (v2 > v1) == clockwise else near).append(edge)
    return far, near, (min(v for _, v in ring), max(v for _, v in ring))


def _gaps(far: Sequence[Edge], near: Sequence[Edge], aside: Mm) -> Iterator[Mm]:
    for u1, v1, u2, v2 in far:
        for p1, q1, p2, q2 in near:
            low, high = max(v1, q1 + aside), min(v2, q2 + aside)
            if high - low > EPSILON:
                slope, lean = (u2 - u1) / (v2 - v1), (p2 - p1) / (q2 - q1)
                for v in (low, high):
                    yield u1 + slope * (v - v1) - p1 - lean * (v - aside - q1)
