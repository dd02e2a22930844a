"""Pieces as solids: flat ones as thick as their stock, piles, stand-ups, and nets folded to boxes and dice.

World coordinates are mm: x to the right, y towards the viewer, z up, 0 on the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from prancha.export.mark_operators import outline_points
from prancha.model.box import Point
from prancha.model.kit_components import ComponentFace
from prancha.model.outline import Net, Outline, Panel, rectangle
from prancha.model.polygon import signed_area
from prancha.model.units import Mm

Spot = tuple[float, float, float]
Colour = tuple[int, int, int]
CORES: Mapping[str, Colour] = {"card": (244, 242, 237), "board": (176, 167, 152), "paper": (250, 249, 246)}
"""The colour of the cut edge of a stock: `board` shows the grey board between its papers."""
BACK: Colour = (247, 246, 243)
"""The colour of paper without print."""
_ROUND_STEPS = 72
"""Chords of a round outline."""
_FOLD_LINE: Mm = 0.3
"""How much of each edge of a folded panel is left out: half the width of a line and some more."""
_TENT_LEAN = 20.0
"""Degrees between the panels of a tent and the vertical."""
_WING_TURN = 50.0
"""By how many degrees the wings of a screen are folded back from its middle."""
_JITTER: Mm = 0.35
"""How far pieces of a pile lie beside each other, at most."""


class Surface(Struct, frozen=True):
    """A plane polygon: its corners clockwise as it is seen from outside, and its colour.

    With a `face`, its art lies on it: `origin`, `across` and `down` are where the upper left corner of the
    face's trim box is, and where 1 mm to its right and downwards leads.  Where it `is_ink`, the face is
    black on white, and only its ink is painted, in the colour of the surface.
    """

    corners: tuple[Spot, ...]
    fill: Colour
    face: ComponentFace | None = None
    origin: Spot = (0.0, 0.0, 0.0)
    across: Spot = (1.0, 0.0, 0.0)
    down: Spot = (0.0, 1.0, 0.0)
    is_ink: bool = False

    @property
    def normal(self) -> Spot:
        """The direction outwards, of length 1 (Newell's method)."""
        x = y = z = 0.0
        for (ax, ay, az), (bx, by, bz) in _edges(self.corners):
            x += (ay - by) * (az + bz)
            y += (az - bz) * (ax + bx)
            z += (ax - bx) * (ay + by)
        length = math.sqrt(x * x + y * y + z * z) or 1.0
        # Corners run clockwise for the viewer in a left-handed world, as y runs towards them.
        return x / length, y / length, z / length


class Solid(Struct, frozen=True):
    """Surfaces in painting order; those that face away are not seen.

    `foot` is its outline on the plane at the height `low`, and `high` that of its highest point.  `casts`
    are the surfaces whose shadow it casts, None for its own ones.
    """

    surfaces: tuple[Surface, ...]
    foot: tuple[Point, ...]
    low: Mm
    high: Mm
    casts: tuple[Surface, ...] | None = None

    @property
    def spots(self) -> Iterator[Spot]:
        """All corners of its surfaces, or where it has none of those that cast its shadow."""
        for surface in self.surfaces or self.casts or ():
            yield from surface.corners


class Pose(Struct, frozen=True):
    """Where the middle of a flat piece is, and by how many degrees it is turned clockwise."""

    x: Mm
    y: Mm
    angle: float = 0.0
    z: Mm = 0.0

    def at(self, right: Mm, down: Mm) -> Point:
        """Return the point of the table that lies (right, down) from the middle of the piece."""
        cos, sin = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        return self.x + right * cos - down * sin, self.y + right * sin + down * cos


def _edges(points: Sequence[Spot]) -> Iterator[tuple[Spot, Spot]]:
    return zip(points, (*points[1:], points[0]), strict=True)


@lru_cache(maxsize=512)
def ring_of(outline: Outline) -> tuple[Point, ...]:
    """Return the corners of an outline clockwise, from the upper left corner of its box."""
    points = (
        outline.polygon(steps=_ROUND_STEPS)
        if outline.shape == "circle"
        else tuple(outline_points(outline, 0.0))
    )
    return points if signed_area(points) > 0 else points[::-1]


def slab(
    outline: Outline, pose: Pose, thick: Mm, stock: str, face: ComponentFace | None, top: bool = True
) -> Solid:
    """A flat piece lying on `pose.z`; `face` is what is seen of it, None for plain paper.

    Without `top` another one covers it, and its own art is left out.
    """
    width, height = outline.width, outline.height
    ring = [pose.at(x - width / 2, y - height / 2) for x, y in ring_of(outline)]
    low, high = pose.z, pose.z + thick
    sides = (
        Surface(((bx, by, high), (ax, ay, high), (ax, ay, low), (bx, by, low)), CORES[stock])
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True)
    )
    corner, right, below = pose.at(-width / 2, -height / 2), pose.at(1, 0), pose.at(0, 1)
    upper = Surface(
        tuple((x, y, high) for x, y in ring),
        BACK,
        face=face if top else None,
        origin=(*corner, high),
        across=(right[0] - pose.x, right[1] - pose.y, 0.0),
        down=(below[0] - pose.x, below[1] - pose.y, 0.0),
    )
    return Solid((*sides, upper), tuple(ring), low, high)


def pile(slabs: Sequence[Solid]) -> Solid:
    """Several flat pieces on each other, the lowest first, as one solid."""
    surfaces = tuple(surface for one in slabs for surface in one.surfaces)
    feet = [one.foot for one in slabs]
    return Solid(surfaces, hull([point for foot in feet for point in foot]), slabs[0].low, slabs[-1].high)


def untidy(pose: Pose, number: int) -> Pose:
    """A pose moved as little as pieces of a pile lie beside each other; the same for the same number."""
    # Steps of the golden ratio spread evenly, whatever the number.
    share, other = (number * 0.618034) % 1 - 0.5, (number * 0.754878) % 1 - 0.5
    return Pose(pose.x + share * _JITTER, pose.y + other * _JITTER, pose.angle + share * 1.2, pose.z)


def stand_up(net: Net, face: ComponentFace, pose: Pose, thick: Mm, stock: str, back: bool = False) -> Solid:
    """A stand-up, front and back upright and its feet folded outwards, or a tent, which has no feet.

    `pose.angle` 0 shows its front to the viewer; with `back`, its back is turned to them.
    """
    panels = {panel.name: panel for panel in net.panels}
    front, behind = panels["front"], panels["back"]
    first, second = (behind, front) if back else (front, behind)
    foot = panels.get("front-foot")
    if foot is None:
        return _tent(first, second, face, pose)
    width, height = front.width, front.height
    low, high, half = pose.z, pose.z + height, thick
    deep = foot.height
    surfaces: list[Surface] = []

    def spot(right: Mm, down: Mm, z: Mm) -> Spot:
        return (*pose.at(right, down), z)

    names = ("back-foot", "front-foot") if back else ("front-foot", "back-foot")
    flat = (
        (panels[names[1]], (-deep - half, -half), True),
        (panels[names[0]], (half, deep + half), False),
    )
    for panel, (above, below), turned in flat:
        corners = [(-width / 2, above), (width / 2, above), (width / 2, below), (-width / 2, below)]
        top = low + thick
        edge = [spot(right, down, top) for right, down in corners]
        ground = [spot(right, down, low) for right, down in corners]
        for k in range(4):
            n = (k + 1) % 4
            surfaces.append(Surface((edge[n], edge[k], ground[k], ground[n]), CORES[stock]))
        ordered = edge[2:] + edge[:2] if turned else edge
        surfaces.append(_printed(panel, face, ordered))
    left, right = -width / 2, width / 2
    near = [spot(left, half, high), spot(right, half, high), spot(right, half, low), spot(left, half, low)]
    far = [spot(right, -half, high), spot(left, -half, high), spot(left, -half, low), spot(right, -half, low)]
    surfaces.append(_printed(second, face, far))
    surfaces.append(Surface((far[1], near[0], near[3], far[2]), CORES[stock]))
    surfaces.append(Surface((near[1], far[0], far[3], near[2]), CORES[stock]))
    surfaces.append(Surface((far[1], far[0], near[1], near[0]), CORES[stock]))
    surfaces.append(_printed(first, face, near))
    reach = deep + half
    ring = tuple(pose.at(x, y) for x, y in ((left, -reach), (right, -reach), (right, reach), (left, reach)))
    return Solid(tuple(surfaces), ring, low, high)


def tent_depth(height: Mm) -> Mm:
    """How far the lower edges of a tent with panels of this height are apart."""
    return 2 * height * math.sin(math.radians(_TENT_LEAN))


def _tent(first: Panel, second: Panel, face: ComponentFace, pose: Pose) -> Solid:
    """Two panels that lean on each other, open at both ends, with the first one towards the viewer."""
    half, reach = first.width / 2, tent_depth(first.height) / 2
    low, high = pose.z, pose.z + first.height * math.cos(math.radians(_TENT_LEAN))

    def leaning(y: Mm) -> list[Spot]:
        """The corners of the panel on one side, as they are seen from there."""
        side = math.copysign(half, y)
        upper = [(*pose.at(x, 0.0), high) for x in (-side, side)]
        return [*upper, *((*pose.at(x, y), low) for x in (side, -side))]

    near, far = leaning(reach), leaning(-reach)
    surfaces = (
        _printed(second, face, far),
        *(Surface(tuple(corners[::-1]), BACK) for corners in (far, near)),
        _printed(first, face, near),
    )
    ring = tuple(pose.at(x, y) for x, y in ((-half, -reach), (half, -reach), (half, reach), (-half, reach)))
    return Solid(surfaces, ring, low, high)


def screen_size(net: Net) -> tuple[Mm, Mm]:
    """Return the width and depth that a screen takes where it stands with its wings folded back."""
    left, middle, right = net.panels
    cos, sin = math.cos(math.radians(_WING_TURN)), math.sin(math.radians(_WING_TURN))
    return middle.width + (left.width + right.width) * cos, max(left.width, right.width) * sin


def screen(
    net: Net, sides: Sequence[ComponentFace | None], pose: Pose, thick: Mm, stock: str
) -> Iterator[Solid]:
    """Yield the shadow of a screen that stands, and its three panels; `sides` are its front and back.

    `pose` is the middle of what it takes; at angle 0 its front is to the viewer and its wings lead away.
    Panels are solids of their own, since pieces may stand between them.
    """
    left, middle, right = net.panels
    cos, sin = math.cos(math.radians(_WING_TURN)), math.sin(math.radians(_WING_TURN))
    half, near = middle.width / 2, screen_size(net)[1] / 2
    outer = [
        (-half - left.width * cos, near - left.width * sin),
        (-half, near),
        (half, near),
        (half + right.width * cos, near - right.width * sin),
    ]
    # Panels as thick as their stock meet at the line that halves the angle of a fold.
    miter = thick * math.tan(math.radians(_WING_TURN / 2))
    inner = [
        (outer[0][0] + thick * sin, outer[0][1] - thick * cos),
        (-half + miter, near - thick),
        (half - miter, near - thick),
        (outer[3][0] - thick * sin, outer[3][1] - thick * cos),
    ]
    low, high = pose.z, pose.z + middle.height
    parts = []
    for k, panel in enumerate(net.panels):
        ring = [pose.at(*point) for point in (inner[k], inner[k + 1], outer[k + 1], outer[k])]
        upper, lower = [(*point, high) for point in ring], [(*point, low) for point in ring]
        behind = replace(panel, x=net.outline.width - panel.x)
        walls = [(upper[(n + 1) % 4], upper[n], lower[n], lower[(n + 1) % 4]) for n in range(4)]
        surfaces = (
            *(Surface(walls[n], CORES[stock]) for n in (1, 3)),
            *(
                Surface(wall, BACK) if face is None else _printed(shown, face, wall)
                for wall, shown, face in zip((walls[2], walls[0]), (panel, behind), sides, strict=True)
            ),
            Surface(tuple(upper), CORES[stock]),
        )
        parts.append(Solid(surfaces, tuple(ring), low, high, casts=()))
    casts = tuple(surface for part in parts for surface in part.surfaces)
    yield Solid((), hull([point for part in parts for point in part.foot]), low, high, casts)
    yield from parts


def closed(panel: Panel, pose: Pose, thick: Mm, stock: str, face: ComponentFace | None) -> Solid:
    """A folded sheet that lies closed, `thick` as a whole, with a panel of a face up; None for plain."""
    plain = slab(rectangle(panel.width, panel.height), pose, thick, stock, None)
    if face is None:
        return plain
    half, tall = panel.width / 2, panel.height / 2
    corners = [
        (*pose.at(x, y), plain.high) for x, y in ((-half, -tall), (half, -tall), (half, tall), (-half, tall))
    ]
    return replace(plain, surfaces=(*plain.surfaces[:-1], _printed(panel, face, corners)))


def _printed(panel: Panel, face: ComponentFace, corners: Sequence[Spot]) -> Surface:
    """A rectangular panel whose upright corners, from the upper left clockwise, are at `corners`."""
    return _folded_art(panel, tuple(corners), face, _axes(panel, corners))


def _folded_art(
    panel: Panel, corners: tuple[Spot, ...], face: ComponentFace, axes: tuple[Spot, Spot, Spot]
) -> Surface:
    """Lay art on a panel, so little enlarged that the fold lines which nets print are beyond its edges."""
    origin, across, down = axes
    share = min(panel.width, panel.height) / (min(panel.width, panel.height) - 2 * _FOLD_LINE) - 1
    origin = _sum(origin, (-panel.x * share, across), (-panel.y * share, down))
    return Surface(
        corners,
        BACK,
        face,
        origin,
        across=_sum(across, (share, across)),
        down=_sum(down, (share, down)),
    )


def _axes(panel: Panel, corners: Sequence[Spot]) -> tuple[Spot, Spot, Spot]:
    """Where the net's origin is and its axes lead, if the upright box of a panel is at `corners`."""
    a, b, _, d = corners
    right = tuple((b[k] - a[k]) / panel.width for k in range(3))
    below = tuple((d[k] - a[k]) / panel.height for k in range(3))
    cos, sin = math.cos(math.radians(panel.turn)), math.sin(math.radians(panel.turn))
    # One mm to the right on the net is (cos, -sin) in the upright box of the panel.
    across = tuple(right[k] * cos - below[k] * sin for k in range(3))
    down = tuple(right[k] * sin + below[k] * cos for k in range(3))
    middle = tuple((a[k] + corners[2][k]) / 2 for k in range(3))
    origin = tuple(middle[k] - panel.x * across[k] - panel.y * down[k] for k in range(3))
    return _spot(origin), _spot(across), _spot(down)


def _spot(values: Sequence[float]) -> Spot:
    x, y, z = values
    return x, y, z


def hull(points: Sequence[Point]) -> tuple[Point, ...]:
    """The convex polygon around points, clockwise with y down."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)

    def half(run: Sequence[Point]) -> list[Point]:
        kept: list[Point] = []
        for point in run:
            while len(kept) > 1 and _cross(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return (*half(ordered), *half(ordered[::-1]))


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def standing_box(net: Net, face: ComponentFace, pose: Pose) -> Solid:
    """A closed box made of the net of a tuck box, standing with its front to the viewer."""
    panels = {panel.name: panel for panel in net.panels}
    width, height, depth = panels["front"].width, panels["front"].height, panels["left"].width
    low, high = pose.z, pose.z + height
    ring = [
        pose.at(x, y)
        for x, y in (
            (-width / 2, -depth / 2),
            (width / 2, -depth / 2),
            (width / 2, depth / 2),
            (-width / 2, depth / 2),
        )
    ]
    upper, lower = [(*point, high) for point in ring], [(*point, low) for point in ring]
    sides = (("back", 1, 0), ("right", 2, 1), ("front", 3, 2), ("left", 0, 3))
    surfaces = [
        _printed(panels[name], face, (upper[a], upper[b], lower[b], lower[a])) for name, a, b in sides
    ]
    front, notch = surfaces[2], _notch(net, panels["front"])
    if notch:
        # The tuck of the lid is behind the front, and is seen through the notch.
        tuck = _tuck(panels["top"])
        deep = tuck.height / height
        under = [_between(upper[k], lower[k], deep) for k in (2, 3)]
        surfaces.insert(2, _printed(tuck, face, (upper[3], upper[2], *under)))
        cut = (
            _between(_between(upper[3], upper[2], x), _between(lower[3], lower[2], x), y) for x, y in notch
        )
        surfaces[3] = replace(front, corners=(upper[3], *cut, *front.corners[1:]))
    surfaces.append(_printed(panels["top"], face, upper))
    return Solid(tuple(surfaces), tuple(ring), low, high)


def _notch(net: Net, front: Panel) -> list[Point]:
    """Return the corners of a notch in the upper edge of a panel from the left, in its widths and heights."""
    left, top = front.x - front.width / 2, front.y - front.height / 2
    points = [((x - left) / front.width, (y - top) / front.height) for x, y in ring_of(net.outline)]
    return [(x, max(0.0, y)) for x, y in points if 0.01 < x < 0.99 and -1e-6 <= y < 0.5]


def _tuck(lid: Panel) -> Panel:
    """Return the part of a lid that goes inside: on the net it reaches from the lid to the upper edge."""
    deep = lid.y - lid.height / 2
    return replace(lid, name="tuck", y=deep / 2, height=deep)


def _between(a: Spot, b: Spot, share: float) -> Spot:
    """Return the point that lies at a `share` of the way from `a` to `b`."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share


_DIHEDRAL = {3: 70.528779, 4: 90.0, 8: 109.471221, 12: 116.565051}
"""Degrees between faces of the dice, by their number of faces; of the d4, which has four, under 3."""


def die(net: Net, face: ComponentFace, pose: Pose) -> Solid:
    """A regular die folded of its net, lying on its first side."""
    panels = net.panels
    faces = len(panels)
    angle = math.radians(_DIHEDRAL[{4: 3, 6: 4}.get(faces, faces)])
    base = panels[0]
    cos, sin = math.cos(math.radians(pose.angle)), math.sin(math.radians(pose.angle))
    # The first side is seen from below: to the right on the net is to the left on the table.
    across, down = (-cos, -sin, 0.0), (-sin, cos, 0.0)
    origin = _sum((pose.x, pose.y, pose.z), (-base.x, across), (-base.y, down))
    placed: dict[int, tuple[Spot, Spot, Spot]] = {0: (origin, across, down)}
    waiting = [0]
    while waiting:
        here = waiting.pop(0)
        for there in range(faces):
            shared = [mark for mark in panels[here].marks if mark in panels[there].marks]
            if there not in placed and len(shared) == 2:
                placed[there] = _folded(panels[here], placed[here], panels[there], shared, angle)
                waiting.append(there)
    surfaces = []
    for number, panel in enumerate(panels):
        start, right, below = placed[number]
        corners = tuple(_sum(start, (x, right), (y, below)) for x, y in panel.corners)
        surfaces.append(_folded_art(panel, corners, face, (start, right, below)))
    spots = [spot for surface in surfaces for spot in surface.corners]
    ring = hull([(x, y) for x, y, _ in spots])
    return Solid(tuple(surfaces), ring, pose.z, max(z for *_, z in spots))


def _folded(
    one: Panel, axes: tuple[Spot, Spot, Spot], other: Panel, shared: Sequence[int], angle: float
) -> tuple[Spot, Spot, Spot]:
    """The axes of the net for `other`, which shares two corners with `one` at `angle` (radians) to it."""
    origin, across, down = axes
    a, b = (one.corners[one.marks.index(mark)] for mark in shared)
    p, q = (other.corners[other.marks.index(mark)] for mark in shared)
    start = _sum(origin, (a[0], across), (a[1], down))
    end = _sum(origin, (b[0], across), (b[1], down))
    length = math.dist(a, b)
    along = _sum((0.0, 0.0, 0.0), (1 / length, end), (-1 / length, start))
    inner = _sum((0.0, 0.0, 0.0), *zip(_inwards(one, a, b), (across, down), strict=True))
    outer = _outwards(across, down)
    inwards = _sum((0.0, 0.0, 0.0), (math.cos(angle), inner), (-math.sin(angle), outer))
    u = (q[0] - p[0]) / length, (q[1] - p[1]) / length
    w = _inwards(other, p, q)
    right = _sum((0.0, 0.0, 0.0), (u[0], along), (w[0], inwards))
    below = _sum((0.0, 0.0, 0.0), (u[1], along), (w[1], inwards))
    return _sum(start, (-p[0], right), (-p[1], below)), right, below


def _inwards(panel: Panel, a: Point, b: Point) -> Point:
    """The direction from edge ab into a panel, of length 1."""
    length = math.dist(a, b)
    x, y = (a[1] - b[1]) / length, (b[0] - a[0]) / length
    side = (panel.x - a[0]) * x + (panel.y - a[1]) * y
    return (x, y) if side > 0 else (-x, -y)


def _outwards(across: Spot, down: Spot) -> Spot:
    (a, b, c), (d, e, f) = across, down
    return b * f - c * e, c * d - a * f, a * e - b * d


def _sum(start: Spot, *parts: tuple[float, Spot]) -> Spot:
    x, y, z = start
    for factor, (a, b, c) in parts:
        x, y, z = x + factor * a, y + factor * b, z + factor * c
    return x, y, z
