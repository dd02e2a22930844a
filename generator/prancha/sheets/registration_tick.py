"""The pairing tick: a mark in the waste area of a front and, behind it, of its back."""

from __future__ import annotations

from functools import lru_cache

from prancha.model.outline import Point
from prancha.model.units import Mm
from prancha.sheets.occupied import RADIUS, Occupied, disc, over, span

FROM_EDGE: Mm = 5.8
"""From the edge of the paper to the middle of the tick; more where the printer does not reach."""
STEP: Mm = 2.0


@lru_cache(maxsize=64)
def tick_spot(scene: Occupied) -> Point | None:
    """A free place in the strip above the pieces, the rightmost; else the topmost anywhere; None without.

    The `scene` is what a front has, with all that stands on its back.
    """
    return _above(scene) or _anywhere(scene)


def _above(scene: Occupied) -> Point | None:
    x, y = scene.width - scene.margin - RADIUS, max(FROM_EDGE, scene.reach + RADIUS)
    lines = [span(line) for line in (*scene.marks, *scene.fixed)]
    taken = [box for box in (*scene.taken, *lines) if box[1] < y + RADIUS]
    while x > scene.margin + RADIUS:
        if not any(over(box, disc((x, y))) for box in taken):
            return x, y
        x -= STEP
    return None


def _anywhere(scene: Occupied) -> Point | None:
    printed = scene.printed()
    for spare in (False, True) if scene.spare else (False,):
        found = next(scene.waste(printed, scene.marks, spare).places_from_right(2 * RADIUS, 2 * RADIUS), None)
        if found is not None:
            return found[0] + RADIUS, found[1] + RADIUS
    return None
