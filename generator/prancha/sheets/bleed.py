"""How far the art of each box may reach: as far as bleed may go outside, to the shared cut inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prancha.model.sheet import Outsets
from prancha.model.units import Mm
from prancha.sheets.layout import EPSILON, LayoutPage, Rect

SHORT: Mm = 0.01
"""Bleed is not told to be short by less."""


class Neighbourhood:
    """Rectangles hashed by cells, to find those near a place."""

    def __init__(self, boxes: Sequence[Rect], reach: Mm) -> None:
        """Index `boxes`; `near` finds all within `reach` of a rectangle."""
        self._boxes = boxes
        self._reach = reach
        longest = max((max(r - left, b - t) for left, t, r, b in boxes), default=1.0)
        self._cell = longest + reach + 1.0
        self._cells: dict[tuple[int, int], list[int]] = {}
        for index, (left, top, right, bottom) in enumerate(boxes):
            key = int((left + right) / 2 // self._cell), int((top + bottom) / 2 // self._cell)
            self._cells.setdefault(key, []).append(index)

    def near(self, box: Rect) -> Iterator[int]:
        """Indices of rectangles that come within reach of `box`."""
        reach = self._reach
        half = self._cell / 2
        left, top, right, bottom = box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach
        for column in range(int((left - half) // self._cell), int((right + half) // self._cell) + 1):
            for row in range(int((top - half) // self._cell), int((bottom + half) // self._cell) + 1):
                for index in self._cells.get((column, row), ()):
                    other = self._boxes[index]
                    if other[0] <= right and other[2] >= left and other[1] <= bottom and other[3] >= top:
                        yield index


def outsets(
    boxes: Sequence[Rect], bleeds: Sequence[Mm], others: Sequence[Rect], page: LayoutPage
) -> tuple[Outsets, ...]:
    """Bleed of each box per side: half of the gap to the next box, all of that to one of `others`.

    Those are the boxes around art that is not to be covered, its own bleed included.
    """
    everything = [*boxes, *others]
    neighbourhood = Neighbourhood(everything, 2 * max(bleeds, default=0.0) + 1)
    count = len(boxes)
    found: list[Outsets] = []
    for index, box in enumerate(boxes):
        near = [
            (everything[other], 0.5 if other < count else 1.0)
            for other in neighbourhood.near(box)
            if other != index
        ]
        found.append(_outsets(box, bleeds[index], near, page))
    return tuple(found)


def short_of(
    boxes: Sequence[Rect], bleeds: Sequence[Mm], gutters: Sequence[Mm], found: Sequence[Outsets]
) -> tuple[Mm | None, ...]:
    """The least bleed of each box on sides where it is less than it should be; None where it is not.

    A side that has a neighbour no farther off than the gutter shares that, and is as it should be.
    """
    neighbourhood = Neighbourhood(boxes, max(gutters, default=0.0) + SHORT)
    told: list[Mm | None] = []
    for index, (box, bleed, out) in enumerate(zip(boxes, bleeds, found, strict=False)):
        sides = [side for side in range(4) if out[side] < bleed - SHORT]
        near = [boxes[k] for k in neighbourhood.near(box) if k != index] if sides else []
        free = [out[side] for side in sides if not any(_faces(box, side, o, gutters[index]) for o in near)]
        told.append(min(free, default=None))
    return tuple(told)


def _faces(box: Rect, side: int, other: Rect, gutter: Mm) -> bool:
    """Whether another box lies beside this side, no farther off than the gutter."""
    way = side % 2
    off = box[way] - other[way + 2] if side < 2 else other[way] - box[way + 2]
    beside = other[1 - way] < box[3 - way] - EPSILON and other[3 - way] > box[1 - way] + EPSILON
    return beside and -SHORT <= off <= gutter + SHORT


def _outsets(box: Rect, bleed: Mm, near: list[tuple[Rect, float]], page: LayoutPage) -> Outsets:
    left, top, right, bottom = box
    edge = page.bleed_edge
    l_out = min(bleed, max(0.0, left - edge))
    t_out = min(bleed, max(0.0, top - edge))
    r_out = min(bleed, max(0.0, page.width - edge - right))
    b_out = min(bleed, max(0.0, page.height - edge - bottom))
    diagonal: list[tuple[Rect, float]] = []
    for other, share in near:
        beside = other[1] < bottom - EPSILON and other[3] > top + EPSILON
        above = other[0] < right - EPSILON and other[2] > left + EPSILON
        if beside and other[0] >= right - EPSILON:
            r_out = min(r_out, max(0.0, other[0] - right) * share)
        elif beside:
            l_out = min(l_out, max(0.0, left - other[2]) * share)
        elif above and other[1] >= bottom - EPSILON:
            b_out = min(b_out, max(0.0, other[1] - bottom) * share)
        elif above:
            t_out = min(t_out, max(0.0, top - other[3]) * share)
        else:
            diagonal.append((other, share))
    for other, share in diagonal:
        # Corner against corner: giving way on the axis with more room is enough.
        dx, dy = max(other[0] - right, left - other[2]), max(other[1] - bottom, top - other[3])
        rightwards, downwards = other[0] >= right - EPSILON, other[1] >= bottom - EPSILON
        x_out, y_out = (r_out if rightwards else l_out), (b_out if downwards else t_out)
        if x_out <= dx + EPSILON or y_out <= dy + EPSILON:
            continue
        if dx >= dy:
            x_out = max(0.0, dx) * share
        else:
            y_out = max(0.0, dy) * share
        l_out, r_out = (l_out, x_out) if rightwards else (x_out, r_out)
        t_out, b_out = (t_out, y_out) if downwards else (y_out, b_out)
    return l_out, t_out, r_out, b_out
