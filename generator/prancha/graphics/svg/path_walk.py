"""A path as chords, and the points along it: where letters stand that follow it."""

from __future__ import annotations

import math
from bisect import bisect_right

from msgspec import Struct, field

from prancha.graphics.svg.path_data import Arc


class PathWalk(Struct):
    """A path as chords; a Pen of `prancha.graphics.svg.path_data`.

    With 24 `chords` for a cubic curve or a quarter turn it is on a card less than a hair from the curve, and
    its way there less than two degrees.
    """

    x: float = 0.0
    y: float = 0.0
    points: list[tuple[float, float]] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    parts: int = 0
    chords: int = 24

    def move(self, x: float, y: float) -> None:
        """Begin the path; a second part is counted, and refused later."""
        self.parts += 1
        self.x, self.y = x, y
        if self.parts == 1:
            self.points.append((x, y))
            self.lengths.append(0.0)

    def line(self, x: float, y: float) -> None:
        """Go straight on."""
        step = math.hypot(x - self.x, y - self.y)
        if step > 0 and self.parts == 1:
            self.points.append((x, y))
            self.lengths.append(self.lengths[-1] + step)
        self.x, self.y = x, y

    def curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        """Follow a cubic curve."""
        x0, y0 = self.x, self.y
        for k in range(1, self.chords + 1):
            t = k / self.chords
            s = 1 - t
            a, b, c, e = s**3, 3 * s * s * t, 3 * s * t * t, t**3
            self.line(a * x0 + b * x1 + c * x2 + e * x, a * y0 + b * y1 + c * y2 + e * y)

    def arc(self, arc: Arc) -> None:
        """Follow part of an ellipse."""
        chords = max(2, math.ceil(abs(arc.angle) / (math.pi / 2) * self.chords))
        for k in range(1, chords):
            angle = arc.start + arc.angle * k / chords
            self.line(*arc.at(math.cos(angle), math.sin(angle)))
        self.line(arc.x, arc.y)

    def close(self) -> None:
        """Go back to where the path began."""
        self.line(*self.points[0])

    def at(self, length: float) -> tuple[float, float, float]:
        """The point `length` along, and the way it goes there in radians; straight on past the ends."""
        k = min(max(bisect_right(self.lengths, length), 1), len(self.points) - 1)
        (x0, y0), (x1, y1) = self.points[k - 1], self.points[k]
        share = (length - self.lengths[k - 1]) / (self.lengths[k] - self.lengths[k - 1])
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0), math.atan2(y1 - y0, x1 - x0)
