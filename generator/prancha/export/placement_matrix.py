"""Where the points of a face lie on its sheet."""

from __future__ import annotations

import math
from collections.abc import Iterable

from prancha.model.outline import Outline, Rim
from prancha.model.sheet import Outsets, Placement
from prancha.model.units import Mm

Lie = tuple[Outline, Mm, Mm, float, Outsets, Rim | None]
"""How a piece lies, whichever it is: sheet after sheet of a deck has the same."""


def placement_of(placement: Placement) -> Lie:
    """How the piece of a placement lies."""
    return placement.outline, placement.x, placement.y, placement.turn, placement.outsets, placement.rim


def face_matrix(lie: Lie) -> tuple[float, float, float, float, Mm, Mm]:
    """From the face's own mm, its trim box's top-left corner at (0, 0), to mm on the sheet."""
    outline, x, y, turn, *_ = lie
    angle = math.radians(turn)
    cos, sin = math.cos(angle), math.sin(angle)
    dx, dy = -outline.width / 2, -outline.height / 2
    return cos, sin, -sin, cos, x + cos * dx - sin * dy, y + sin * dx + cos * dy


def placed_points(lie: Lie, points: Iterable[tuple[Mm, Mm]]) -> list[tuple[Mm, Mm]]:
    """Points of a face as they lie on the sheet."""
    a, b, c, d, e, f = face_matrix(lie)
    return [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
