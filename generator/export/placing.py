"""Where the points of a face lie on its sheet."""

from __future__ import annotations

import math
from collections.abc import Iterable

from generator.model.sheet import Placement
from generator.model.units import Mm


def face_matrix(placement: Placement) -> tuple[float, float, float, float, Mm, Mm]:
    """From the face's own mm, its trim box's top-left corner at (0, 0), to mm on the sheet."""
    outline, angle = placement.outline, math.radians(placement.turn)
    cos, sin = math.cos(angle), math.sin(angle)
    dx, dy = -outline.width / 2, -outline.height / 2
    return cos, sin, -sin, cos, placement.x + cos * dx - sin * dy, placement.y + sin * dx + cos * dy


def placed_points(placement: Placement, points: Iterable[tuple[Mm, Mm]]) -> list[tuple[Mm, Mm]]:
    """Points of a face as they lie on the sheet."""
    a, b, c, d, e, f = face_matrix(placement)
    return [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
