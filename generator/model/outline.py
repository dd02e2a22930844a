"""Outlines of components, and the same outline grown or shrunk by a margin.

The hat is the einstein polykite of Smith, Myers, Kaplan and Goodman-Strauss
(2023); its 14 vertices are integer points of a triangular lattice.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from generator.model.units import Mm

Shape = Literal["rectangle", "rounded", "hexagon", "circle", "hat", "polygon"]
Point = tuple[Mm, Mm]
SQRT3 = math.sqrt(3)

HAT_LATTICE: tuple[tuple[int, int], ...] = (
    (0, 0), (-1, -1), (0, -2), (1, -2), (2, -2), (2, -1), (4, -2),
    (5, -1), (4, 0), (3, 0), (2, 2), (0, 3), (0, 2), (-1, 2),
)  # fmt: skip
"""Lattice vertices; (x, y) lies at (x + y/2, y*sqrt(3)/2) units, diameter 6 units."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The trim line of a component inside its box `width` x `height`, in mm.

    `points` are the corners in box coordinates (origin top left, y down) for
    every shape but circle; a rounded rectangle keeps its box corners there
    and its corner `radius`.
    """

    shape: Shape
    width: Mm
    height: Mm
    points: tuple[Point, ...] = ()
    radius: Mm = 0.0

    @property
    def is_box(self) -> bool:
        """Whether straight cuts along its box free this outline."""
        return self.shape in ("rectangle", "rounded")

    def mirrored(self) -> Outline:
        """The outline as seen from behind (left and right exchanged)."""
        flipped = tuple((self.width - x, y) for x, y in reversed(self.points))
        return Outline(self.shape, self.width, self.height, flipped, self.radius)

    def path(self, offset: Mm = 0.0) -> str:
        """SVG path data of the outline grown by `offset` mm (negative: shrunk)."""
        if self.shape == "circle":
            r = self.width / 2 + offset
            x0, cy, arc = self.width / 2 - r, self.height / 2, f"a{_n(r)} {_n(r)} 0 1 0 "
            return f"M{_n(x0)} {_n(cy)}{arc}{_n(2 * r)} 0{arc}{_n(-2 * r)} 0Z"
        if self.shape == "rounded":
            return rounded_path(
                -offset, -offset, self.width + 2 * offset, self.height + 2 * offset,
                max(0.0, self.radius + offset),
            )  # fmt: skip
        corners = self.points if offset == 0 else offset_polygon(self.points, offset)
        return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in corners) + "Z"

    def polygon(self, offset: Mm = 0.0, steps: int = 64) -> tuple[Point, ...]:
        """Corners of the outline; circles become `steps` chords, round corners are squared."""
        if self.shape == "circle":
            r, cx, cy = self.width / 2 + offset, self.width / 2, self.height / 2
            angles = (2 * math.pi * k / steps for k in range(steps))
            return tuple((cx + r * math.cos(a), cy + r * math.sin(a)) for a in angles)
        return self.points if offset == 0 else offset_polygon(self.points, offset)


def rectangle(width: Mm, height: Mm, radius: Mm = 0.0) -> Outline:
    """A card; a `radius` above 0 rounds its corners."""
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    return Outline("rounded" if radius else "rectangle", width, height, corners, radius)


def circle(diameter: Mm) -> Outline:
    """A round token."""
    return Outline("circle", diameter, diameter)


def hexagon(across_flats: Mm, pointy: bool = True) -> Outline:
    """A regular hexagon; `pointy` stands on a corner, so its flats are left and right."""
    side = across_flats / SQRT3
    w, h = across_flats, 2 * side
    upright = ((w / 2, 0.0), (w, h / 4), (w, 3 * h / 4), (w / 2, h), (0.0, 3 * h / 4), (0.0, h / 4))
    if pointy:
        return Outline("hexagon", w, h, upright)
    return Outline("hexagon", h, w, tuple((y, x) for x, y in reversed(upright)))


def hat(diameter: Mm) -> Outline:
    """The hat with longest diameter `diameter`, one hand, at 0 degrees (y down)."""
    unit = diameter / 6
    raw = [(unit * (x + y / 2), -unit * y * SQRT3 / 2) for x, y in HAT_LATTICE]
    return polygon_outline(raw, "hat")


def polygon_outline(points: list[Point] | tuple[Point, ...], shape: Shape = "polygon") -> Outline:
    """Any simple polygon, moved so that its box starts at (0, 0)."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    moved = tuple((x - left, y - top) for x, y in points)
    return Outline(shape, max(x for x, _ in moved), max(y for _, y in moved), moved)


def offset_polygon(points: tuple[Point, ...], distance: Mm) -> tuple[Point, ...]:
    """Grow a simple polygon by `distance` with mitred corners; straight vertices are kept.

    Valid while no edge vanishes; callers keep `distance` below half a neck.
    """
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True))
    outward = distance if area > 0 else -distance
    grown: list[Point] = []
    for k, (x, y) in enumerate(points):
        (px, py), (qx, qy) = points[k - 1], points[(k + 1) % len(points)]
        ax, ay = _unit(x - px, y - py)
        bx, by = _unit(qx - x, qy - y)
        # The corner moves along the sum of both outward normals, scaled so that
        # each edge ends up exactly `distance` away.
        nx, ny = ay + by, -ax - bx
        scale = outward / (1 + ax * bx + ay * by)
        grown.append((x + nx * scale, y + ny * scale))
    return tuple(grown)


def rounded_path(x: Mm, y: Mm, w: Mm, h: Mm, r: Mm) -> str:
    """SVG path data of a rectangle with round corners."""
    if r <= 0:
        return f"M{_n(x)} {_n(y)}h{_n(w)}v{_n(h)}h{_n(-w)}Z"
    arc = f"a{_n(r)} {_n(r)} 0 0 1 "
    return (
        f"M{_n(x + r)} {_n(y)}h{_n(w - 2 * r)}{arc}{_n(r)} {_n(r)}v{_n(h - 2 * r)}"
        f"{arc}{_n(-r)} {_n(r)}h{_n(2 * r - w)}{arc}{_n(-r)} {_n(-r)}v{_n(2 * r - h)}"
        f"{arc}{_n(r)} {_n(-r)}Z"
    )


def _unit(x: float, y: float) -> tuple[float, float]:
    length = math.hypot(x, y)
    return x / length, y / length


def _n(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
