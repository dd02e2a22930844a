"""A ruler's own lines read back: how long it is, and where each of its ticks stands."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from msgspec import Struct

from prancha.checks.proof.matrix import Point
from prancha.model.units import Mm

NEARLY = 0.1
"""Share by which a line may miss the length that the words tell, to be what ticks stand on."""
REACH: Mm = 6.0
"""How far ticks may go from their line."""
TOUCH: Mm = 0.03
FEWEST = 10
"""Ticks that make a line a ruler."""
SIXTEENTH: Mm = 25.4 / 16
_LENGTH = re.compile(r"(\d+)\s*(mm|in)\Z")
Stroke = tuple[Mm, Mm, Mm, Mm]


class Scale(Struct, frozen=True):
    """One side of a ruler: where its ticks stand, ascending, in mm from its beginning, and what it says."""

    ticks: tuple[Mm, ...]
    step: Mm
    length: Mm


class Ruler(Struct, frozen=True):
    """What was found: both ends of its line, and its scales."""

    start: Point
    end: Point
    scales: tuple[Scale, ...]

    @property
    def length(self) -> Mm:
        """From end to end."""
        return math.dist(self.start, self.end)


def read_ruler(strokes: Sequence[Stroke], words: Sequence[str]) -> Ruler | None:
    """The ruler that strokes on a page and words beside them make; None when they make none.

    Ticks of 1 mm stand on one side of its line, of 1/16 in on the other; the words say how long each is.
    """
    told = {
        unit: int(number)
        for word in words
        if (found := _LENGTH.match(word.strip()))
        for number, unit in [found.groups()]
    }
    lengths = [number * (25.4 if unit == "in" else 1.0) for unit, number in told.items()]
    long = [stroke for stroke in strokes if any(abs(_length(stroke) - one) < NEARLY * one for one in lengths)]
    bases = [(base, _sides(base, strokes)) for base in long]
    if not bases:
        return None
    base, sides = max(bases, key=lambda one: _places(one[1]))
    if _places(sides) < FEWEST:
        return None
    scales: list[Scale] = []
    for unit, step, factor in (("mm", 1.0, 1.0), ("in", SIXTEENTH, 25.4)):
        if unit in told:
            length = told[unit] * factor
            side = min(sides, key=lambda ticks: abs(len(ticks) - length / step - 1), default=())
            scales.append(Scale(tuple(side), step, length))
    return Ruler(base[:2], base[2:], tuple(scales))


def wrong_ticks(scale: Scale) -> Iterator[tuple[Mm, Mm | None]]:
    """Where a tick should stand and where the nearest one does, for each that is off; None for none."""
    count = round(scale.length / scale.step)
    for k in range(count + 1):
        wanted = k * scale.step
        place = bisect_left(scale.ticks, wanted)
        beside = scale.ticks[max(0, place - 1) : place + 1]
        nearest = min(beside, key=lambda at: abs(at - wanted), default=None)
        if nearest is None or abs(nearest - wanted) > scale.step / 2:
            yield wanted, None
        elif abs(nearest - wanted) > 0.02:
            yield wanted, nearest


def _sides(base: Stroke, strokes: Sequence[Stroke]) -> tuple[list[Mm], list[Mm]]:
    """Places of ticks along the base, to its left and to its right."""
    x1, y1, x2, y2 = base
    length = _length(base)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    sides: tuple[list[Mm], list[Mm]] = [], []
    left, right = sorted((x1, x2))
    top, bottom = sorted((y1, y2))
    for stroke in strokes:
        if not (left - REACH < stroke[0] < right + REACH and top - REACH < stroke[1] < bottom + REACH):
            continue
        ends = [
            ((x - x1) * ux + (y - y1) * uy, (x - x1) * -uy + (y - y1) * ux)
            for x, y in (stroke[:2], stroke[2:])
        ]
        (a, off_a), (b, off_b) = ends
        touches = min(abs(off_a), abs(off_b)) <= TOUCH or off_a * off_b < 0
        if abs(a - b) > TOUCH or not touches:
            continue
        for side, sign in ((0, -1), (1, 1)):
            if max(sign * off_a, sign * off_b) > TOUCH:
                sides[side].append((a + b) / 2)
    return sorted(sides[0]), sorted(sides[1])


def _places(sides: tuple[list[Mm], list[Mm]]) -> int:
    """At how many different places ticks stand."""
    return sum(len({round(at * 20) for at in side}) for side in sides)


def _length(stroke: Stroke) -> Mm:
    return math.dist(stroke[:2], stroke[2:])
