"""Outlines of components, the same grown or shrunk by a margin, and flat pieces that are folded.

The hat is the einstein polykite of Smith, Myers, Kaplan and Goodman-Strauss
(2023); its 14 vertices are integer points of a triangular lattice.
"""

from __future__ import annotations

import math
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from prancha.model.box import Point as Point
from prancha.model.box import bounds
from prancha.model.polygon import offset_polygon, with_rims
from prancha.model.units import Mm, number

Shape = Literal[
    "rectangle",
    "rounded",
    "hexagon",
    "circle",
    "hat",
    "polygon",
    "ellipse",
    "octagon",
    "triangle",
    "spectre",
    "arrow",
    "meeple",
    "polyomino",
    "path",
]
SQRT3 = math.sqrt(3)

HAT_LATTICE: tuple[tuple[int, int], ...] = (
    (0, 0), (-1, -1), (0, -2), (1, -2), (2, -2), (2, -1), (4, -2),
    (5, -1), (4, 0), (3, 0), (2, 2), (0, 3), (0, 2), (-1, 2),
)  # fmt: skip
"""Lattice vertices; (x, y) lies at (x + y/2, y*sqrt(3)/2) units, diameter 6 units."""

Curve = tuple[Point, ...]
"""A piece of outline after the point where the last one ended: its end, or two controls and the end."""


class Rim(Struct, frozen=True, cache_hash=True):
    """The strip of art beyond each edge of an outline's polygon; edge k starts at corner k.

    Where two edges meet in an outer corner, the gap between their strips shows art too, but at
    the corners numbered in `opened`.
    """

    reaches: tuple[Mm, ...]
    opened: tuple[int, ...] = ()

    @property
    def most(self) -> Mm:
        """The widest strip."""
        return max(self.reaches)

    def mirrored(self, outline: Outline) -> Rim:
        """The same rim of `outline.mirrored()`."""
        count = len(self.reaches)
        # Which corner the first one becomes: all run the other way round behind.
        last = count // 2 if outline.shape == "circle" else count if outline.curves else count - 1
        reaches = tuple(self.reaches[(last - 1 - k) % count] for k in range(count))
        return Rim(reaches, tuple(sorted((last - k) % count for k in self.opened)))

    def limited(self, most: Mm) -> Rim:
        """The rim, no strip wider than `most`."""
        if self.most <= most:
            return self
        reaches = tuple(min(reach, most) for reach in self.reaches)
        # Two strips that become as wide as each other would meet in a tip, for which there may be no room.
        met = (
            k
            for k, reach in enumerate(reaches)
            if reach == reaches[k - 1] and self.reaches[k] != self.reaches[k - 1]
        )
        return Rim(reaches, tuple(sorted({*self.opened, *met})))


class Outline(Struct, frozen=True, cache_hash=True, array_like=True):
    """The trim line of a component inside its box `width` x `height`, in mm.

    `points` are the corners in box coordinates (origin top left, y down) for
    every shape but circle; a rounded rectangle keeps its box corners there
    and its corner `radius`.  An outline with `curves` has them from its first
    point on, and as `points` chords that keep within 0.01 mm of them.
    """

    shape: Shape
    width: Mm
    height: Mm
    points: tuple[Point, ...] = ()
    radius: Mm = 0.0
    curves: tuple[Curve, ...] = ()

    @property
    def is_box(self) -> bool:
        """Whether straight cuts along its box free this outline."""
        return self.shape in ("rectangle", "rounded")

    def mirrored(self) -> Outline:
        """The outline as seen from behind (left and right exchanged)."""
        flipped = tuple((self.width - x, y) for x, y in reversed(self.points))
        curves = tuple(tuple((self.width - x, y) for x, y in curve) for curve in self.curves)
        # Curves begin at the first point, which must be the same one behind.
        flipped = (*flipped[-1:], *flipped[:-1]) if curves else flipped
        return replace(self, points=flipped, curves=curves)

    def path(self, offset: Mm = 0.0) -> str:
        """SVG path data of the outline grown by `offset` mm (negative: shrunk; "" for nothing)."""
        if self.shape == "circle":
            r = self.width / 2 + offset
            x0, cy, arc = self.width / 2 - r, self.height / 2, f"a{number(r)} {number(r)} 0 1 0 "
            return f"M{number(x0)} {number(cy)}{arc}{number(2 * r)} 0{arc}{number(-2 * r)} 0Z"
        if self.shape == "rounded":
            return rounded_path(
                -offset,
                -offset,
                self.width + 2 * offset,
                self.height + 2 * offset,
                max(0.0, self.radius + offset),
            )
        if self.curves and offset == 0:
            return _curved(self.points[0], self.curves)
        corners = offset_polygon(self.points, offset)
        return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z" if corners else ""

    def rimmed(self, rim: Rim) -> tuple[Point, ...]:
        """The polygon with a strip beyond each of its edges, to be wound round (the nonzero rule)."""
        return with_rims(self.polygon(), rim.reaches, rim.opened)

    def polygon(self, offset: Mm = 0.0, steps: int = 64) -> tuple[Point, ...]:
        """Corners of the outline; circles become `steps` chords, round corners are squared.

        Shrunk, the largest part that is left; () when nothing is.
        """
        if self.shape == "circle":
            r, cx, cy = self.width / 2 + offset, self.width / 2, self.height / 2
            angles = (2 * math.pi * k / steps for k in range(steps))
            return tuple((cx + r * math.cos(a), cy + r * math.sin(a)) for a in angles)
        return offset_polygon(self.points, offset)

    def ring(self, steps: int = 8) -> tuple[Point, ...]:
        """Corners of the line to cut; a circle becomes chords, and each round corner `steps` of them."""
        if self.shape != "rounded":
            return self.polygon()
        r = self.radius
        middles = (self.width - r, r), (self.width - r, self.height - r), (r, self.height - r), (r, r)
        angles = [math.pi / 2 * k / steps for k in range(steps + 1)]
        return tuple(
            (x + r * math.sin(angle + quarter), y - r * math.cos(angle + quarter))
            for (x, y), quarter in zip(middles, (k * math.pi / 2 for k in range(4)), strict=True)
            for angle in angles
        )


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
    left, top, _, _ = bounds(points)
    moved = tuple((x - left, y - top) for x, y in points)
    return Outline(shape, *bounds(moved)[2:], moved)


def rounded_path(x: Mm, y: Mm, w: Mm, h: Mm, r: Mm) -> str:
    """SVG path data of a rectangle with round corners."""
    if r <= 0:
        return f"M{number(x)} {number(y)}h{number(w)}v{number(h)}h{number(-w)}Z"
    arc = f"a{number(r)} {number(r)} 0 0 1 "
    return (
        f"M{number(x + r)} {number(y)}h{number(w - 2 * r)}{arc}{number(r)} {number(r)}v{number(h - 2 * r)}"
        f"{arc}{number(-r)} {number(r)}h{number(2 * r - w)}{arc}{number(-r)} {number(-r)}v{number(2 * r - h)}"
        f"{arc}{number(r)} {number(-r)}Z"
    )


def _curved(start: Point, curves: tuple[Curve, ...]) -> str:
    parts = [
        ("L" if len(curve) == 1 else "C") + " ".join(f"{number(x)} {number(y)}" for x, y in curve)
        for curve in curves
    ]
    return f"M{number(start[0])} {number(start[1])}" + "".join(parts) + "Z"


Fold = tuple[Mm, Mm, Mm, Mm]
"""x1, y1, x2, y2 in the box of the outline."""


class Panel(Struct, frozen=True):
    """A face between folds: (x, y) is the middle of a box `width` x `height` that is turned by `turn`.

    The box is upright as the panel is seen on the finished piece; `turn` is in degrees clockwise.
    `corners` are what the panel really is, in order; `marks` tell corners of a die apart by number.
    """

    name: str
    x: Mm
    y: Mm
    width: Mm
    height: Mm
    turn: float = 0.0
    corners: tuple[Point, ...] = ()
    marks: tuple[int, ...] = ()


class Net(Struct, frozen=True):
    """A piece to be folded, in mm of the box of `outline`; `glue` are the areas that take glue."""

    outline: Outline
    folds: tuple[Fold, ...] = ()
    panels: tuple[Panel, ...] = ()
    glue: tuple[tuple[Point, ...], ...] = ()

    @property
    def creases(self) -> tuple[tuple[Mm, ...], tuple[Mm, ...]]:
        """Positions of folds across the whole box, from its left edge and from its upper one."""
        width, height = self.outline.width, self.outline.height
        upright = {x1 for x1, y1, x2, y2 in self.folds if x1 == x2 and abs(y2 - y1) >= height}
        level = {y1 for x1, y1, x2, y2 in self.folds if y1 == y2 and abs(x2 - x1) >= width}
        return tuple(sorted(upright)), tuple(sorted(level))

    def mirrored(self) -> Net:
        """The net as seen from behind."""
        w = self.outline.width
        return Net(
            self.outline.mirrored(),
            tuple((w - x1, y1, w - x2, y2) for x1, y1, x2, y2 in self.folds),
            tuple(
                replace(p, x=w - p.x, turn=-p.turn % 360, corners=tuple((w - x, y) for x, y in p.corners))
                for p in self.panels
            ),
            tuple(tuple((w - x, y) for x, y in area) for area in self.glue),
        )


def box_panel(name: str, left: Mm, top: Mm, width: Mm, height: Mm, turn: float = 0.0) -> Panel:
    """A rectangular panel whose flat box is `width` x `height`; a quarter turn exchanges them."""
    corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    upright = (width, height) if turn % 180 == 0 else (height, width)
    return Panel(name, left + width / 2, top + height / 2, *upright, turn, corners)
