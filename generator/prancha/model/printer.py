"""What one printer does to a page, and the page that makes up for it."""

from __future__ import annotations

import math
from typing import TypeAlias

from msgspec import Struct

from prancha.model.face import Side
from prancha.model.units import Mm

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""x' = a x + c y + e, y' = b x + d y + f, in mm with y down."""
UNMOVED: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Printer(Struct, frozen=True):
    """What was read off a calibration sheet, on paper held upright.

    `scale_x` and `scale_y` are the lengths that come out for a length of 1.  Backs come out
    `back_dx` mm too far right and `back_dy` mm too far down as one looks at them, turned by `back_angle`
    degrees clockwise about the middle.  `margin` is the strip that stays blank along every edge;
    None: the paper's own.  `paper` names the one it was read from; "" means it holds for any.
    """

    name: str
    scale_x: float = 1.0
    scale_y: float = 1.0
    back_dx: Mm = 0.0
    back_dy: Mm = 0.0
    back_angle: float = 0.0
    margin: Mm | None = None
    paper: str = ""

    def makes_up(self, width: Mm, height: Mm, side: Side) -> Matrix:
        """From a sheet of `width` x `height` as designed to the page to be sent, which is upright.

        What the printer then does to that page puts every point where it was designed.  A sheet
        that lies on its side is turned to the left first: only so is it certain which way the
        printer takes it.
        """
        turned: Matrix = (0.0, -1.0, 1.0, 0.0, 0.0, width) if width > height else UNMOVED
        x, y = min(width, height) / 2, max(width, height) / 2
        back = side == "back"
        angle = math.radians(-self.back_angle) if back else 0.0
        dx, dy = (self.back_dx, self.back_dy) if back else (0.0, 0.0)
        cos, sin = math.cos(angle), math.sin(angle)
        a, b, c, d = cos / self.scale_x, sin / self.scale_y, -sin / self.scale_x, cos / self.scale_y
        undone: Matrix = (a, b, c, d, x - a * (x + dx) - c * (y + dy), y - b * (x + dx) - d * (y + dy))
        return compose(turned, undone)


def compose(first: Matrix, then: Matrix) -> Matrix:
    """The map that applies `first`, then `then`."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r, a * q + b * s,
        c * p + d * r, c * q + d * s,
        e * p + f * r + t, e * q + f * s + u,
    )  # fmt: skip
