"""A camera over the table: where points are in the picture, and how the whole fits into its frame.

Every position in a picture is rounded to a 64th of a pixel before anything is painted, which takes up the
last digits in which the sines and cosines of computers differ.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from msgspec import Struct

from prancha.export.pixels_and_bytes import Size
from prancha.export.scenes.solids import Solid, Spot, hull
from prancha.model.box import Point, bounds
from prancha.model.polygon import signed_area
from prancha.model.units import Mm

FINE = 64
"""Steps of a pixel to which positions are rounded."""
_FAR = 2.1
"""The distance of the camera from the middle, in diagonals of what it shows: a lens of about 90 mm."""
MARGIN = 0.06
"""The free margin around everything, as a part of the shorter side of a picture."""
ELEVATIONS = (48.0, 42.0, 36.0, 54.0, 62.0, 70.0)
"""Angles above the table that are tried, in degrees, the best ones first."""
AZIMUTHS = (0.0, -9.0, 9.0, -18.0, 18.0)
"""Angles around the table that are tried, in degrees; positive ones look from the right."""
DEEP = 0.7
"""How high the depth of the table is in pictures, in parts of itself, roughly."""
_BETTER = 1.06
"""By which factor more a later view must show."""


class View(Struct, frozen=True):
    """The direction of a camera: degrees above the table and around it, and its distance in diagonals."""

    elevation: float
    azimuth: float = 0.0
    far: float = _FAR


class Camera(Struct, frozen=True):
    """A pinhole camera at `eye`; its axes have length 1; `scale`, `x`, `y` place the picture, in pixels."""

    eye: Spot
    right: Spot
    below: Spot
    ahead: Spot
    scale: float
    x: float
    y: float

    def exact(self, spot: Spot) -> Point:
        """Return where a point is in the picture, in pixels from its upper left corner."""
        d = spot[0] - self.eye[0], spot[1] - self.eye[1], spot[2] - self.eye[2]
        deep = _dot(d, self.ahead)
        return _dot(d, self.right) / deep * self.scale + self.x, _dot(
            d, self.below
        ) / deep * self.scale + self.y

    def seen(self, spot: Spot) -> Point:
        """Return where a point is painted: `exact`, rounded to a 64th of a pixel."""
        x, y = self.exact(spot)
        return math.floor(x * FINE + 0.5) / FINE, math.floor(y * FINE + 0.5) / FINE

    def depth(self, spot: Spot) -> Mm:
        """Return how far a point is before the camera."""
        return _dot((spot[0] - self.eye[0], spot[1] - self.eye[1], spot[2] - self.eye[2]), self.ahead)

    def pixels_per_mm(self, spot: Spot) -> float:
        """Return how large 1 mm across is at a point."""
        return self.scale / self.depth(spot)

    def times(self, factor: int) -> Camera:
        """The same camera for a picture `factor` times as large."""
        return Camera(
            self.eye,
            self.right,
            self.below,
            self.ahead,
            scale=self.scale * factor,
            x=self.x * factor,
            y=self.y * factor,
        )


def _dot(a: Spot, b: Spot) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def fitted(spots: Sequence[Spot], view: View, size: Size, margin: float = MARGIN) -> Camera:
    """Return the camera that looks from `view` and shows all `spots` as large as the frame allows."""
    low = tuple(min(spot[k] for spot in spots) for k in range(3))
    high = tuple(max(spot[k] for spot in spots) for k in range(3))
    middle = tuple((a + b) / 2 for a, b in zip(low, high, strict=True))
    away = max(1.0, math.dist(low, high)) * view.far
    up, around = math.radians(view.elevation), math.radians(view.azimuth)
    flat = math.sin(around), math.cos(around)
    eye = (
        middle[0] + away * math.cos(up) * flat[0],
        middle[1] + away * math.cos(up) * flat[1],
        middle[2] + away * math.sin(up),
    )
    right = (math.cos(around), -math.sin(around), 0.0)
    ahead = (-math.cos(up) * flat[0], -math.cos(up) * flat[1], -math.sin(up))
    below = (math.sin(up) * flat[0], math.sin(up) * flat[1], -math.cos(up))
    plain = Camera(eye, right, below, ahead, scale=1.0, x=0.0, y=0.0)
    left, top, rightmost, bottom = bounds(plain.exact(spot) for spot in spots)
    width, height = size
    free = margin * min(size)
    scale = min((width - 2 * free) / (rightmost - left), (height - 2 * free) / (bottom - top))
    x = width / 2 - (left + rightmost) / 2 * scale
    y = height / 2 - (top + bottom) / 2 * scale
    return Camera(eye, right, below, ahead, scale=scale, x=x, y=y)


def _outermost(spots: Iterable[Spot]) -> list[Spot]:
    """Return the points of each height that no others surround: all that a frame has to hold."""
    heights: dict[Mm, list[Point]] = {}
    for x, y, z in spots:
        heights.setdefault(z, []).append((x, y))
    return [(x, y, z) for z, points in heights.items() for x, y in hull(points)]


def best_camera(
    solids: Sequence[Solid],
    size: Size,
    elevations: Iterable[float] = ELEVATIONS,
    azimuths: Sequence[float] = AZIMUTHS,
) -> Camera:
    """Return the camera whose picture shows most of the pieces; of nearly equal ones the first view's."""
    spots = _outermost(spot for solid in solids for spot in solid.spots)
    found: tuple[float, Camera] | None = None
    for elevation in elevations:
        for azimuth in azimuths:
            camera = fitted(spots, View(elevation, azimuth), size)
            shown = sum(
                abs(signed_area([camera.exact((x, y, solid.low)) for x, y in solid.foot]))
                for solid in solids
                if len(solid.foot) > 2
            )
            if found is None or shown > found[0] * _BETTER:
                found = shown, camera
    assert found is not None, "there are views to try"
    return found[1]
