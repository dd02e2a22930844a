"""Solids as Wavefront OBJ and MTL: a flat piece cut along its outline, a stand-up, a die."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from prancha.model.units import Mm, fine

Spot = tuple[float, float, float]
Uv = tuple[float, float]
Flat = tuple[float, float]
EDGE = "edge"
"""Material of surfaces without a picture."""
_EDGE_COLOUR = 0.92
_MM = 0.1
"""Centimetres in a millimetre."""
_FLAT = 1e-7
"""Twice the area of a degenerate triangle, in mm2."""


class Solid:
    """Faces by material, each with its normal and the places of its corners in the picture."""

    def __init__(self) -> None:
        self._faces: dict[str, list[tuple[Spot, tuple[tuple[Spot, Uv], ...]]]] = {}

    def add(self, material: str, normal: Spot, corners: Iterable[tuple[Spot, Uv]]) -> None:
        """Add a triangle or quadrangle, its corners counterclockwise for the viewer."""
        self._faces.setdefault(material, []).append((normal, tuple(corners)))

    def box(self, middle: Spot, size: Spot) -> None:
        """Add a box without pictures."""
        for normal, corners in _box_sides(middle, size).values():
            self.add(EDGE, normal, ((corner, (0.0, 0.0)) for corner in corners))

    def obj(self, library: str) -> bytes:
        """Return the OBJ, whose materials are in the file `library`."""
        lines, count = [f"mtllib {library}"], 0
        for material, faces in self._faces.items():
            lines.append(f"usemtl {material}")
            for normal, corners in faces:
                for spot, uv in corners:
                    lines.append(f"v {_row(spot)}")
                    lines.append(f"vt {_row(uv)}")
                    lines.append(f"vn {_row(normal)}")
                first = count + 1
                count += len(corners)
                lines.append("f " + " ".join(f"{k}/{k}/{k}" for k in range(first, count + 1)))
        return ("\n".join(lines) + "\n").encode()

    def mtl(self, pictures: Mapping[str, str]) -> bytes:
        """Return the MTL: a picture for each material that `pictures` names, a plain colour for others."""
        lines = []
        for material in self._faces:
            shade = 1.0 if material in pictures else _EDGE_COLOUR
            lines += [f"newmtl {material}", f"Kd {_row((shade,) * 3)}"]
            if material in pictures:
                lines.append(f"map_Kd {pictures[material]}")
        return ("\n".join(lines) + "\n").encode()


def _row(values: Iterable[float]) -> str:
    return " ".join(fine(round(value, 6)) for value in values)


def flat_piece(points: Sequence[Flat], width: Mm, height: Mm, thick: Mm, back: str) -> Solid:
    """Make a piece lying with its front up: materials `front`, `edge` and `back` (EDGE without a back).

    `points` are those of its outline in mm of its box.
    """
    made, corners = Solid(), list(_clockwise(points))
    top = thick * _MM

    def at(x: Mm, y: Mm, up: float) -> Spot:
        return ((x - width / 2) * _MM, up, (y - height / 2) * _MM)

    for triangle in triangles(corners):
        # Seen from above, y of the box runs towards whoever looks: clockwise there is counterclockwise here.
        spots = [corners[k] for k in triangle]
        over = [(at(x, y, top), (x / width, 1 - y / height)) for x, y in reversed(spots)]
        under = [(at(x, y, 0.0), (1 - x / width, 1 - y / height)) for x, y in spots]
        made.add("front", (0.0, 1.0, 0.0), over)
        made.add(back, (0.0, -1.0, 0.0), under)
    for (x, y), (right, down) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = max(((right - x) ** 2 + (down - y) ** 2) ** 0.5, 1e-9)
        normal = ((down - y) / length, 0.0, (x - right) / length)
        ring = (at(x, y, 0.0), at(x, y, top), at(right, down, top), at(right, down, 0.0))
        made.add(EDGE, normal, ((spot, (0.0, 0.0)) for spot in ring))
    return made


def stand_up(width: Mm, height: Mm, thick: Mm, foot: tuple[Mm, Mm, Mm]) -> Solid:
    """Make a standing sheet with a picture on either side, in a foot (across, up and deep)."""
    made = Solid()
    up = foot[1] * _MM
    middle = (0.0, up + height * _MM / 2, 0.0)
    for name, (normal, corners) in _box_sides(middle, (width * _MM, height * _MM, thick * _MM)).items():
        material = {"+z": "front", "-z": "back"}.get(name, EDGE)
        made.add(material, normal, zip(corners, _SQUARE, strict=True))
    made.box((0.0, up / 2, 0.0), (foot[0] * _MM, up, foot[2] * _MM))
    return made


DIE_SIDES = ("+y", "+x", "+z", "-z", "-x", "-y")
"""Faces of the cube for the sides of a d6, so that DIE_TURNS brings each on top."""
DIE_TURNS: Mapping[int, Flat] = {
    1: (0.0, 0.0),
    2: (0.0, 90.0),
    3: (-90.0, 0.0),
    4: (90.0, 0.0),
    5: (0.0, -90.0),
    6: (180.0, 0.0),
}
"""How a die is turned, about x and z, when a side is on top: those of the program's own description."""


def cube(edge: Mm) -> Solid:
    """Make a d6 with materials `side1` to `side6`."""
    made, size = Solid(), edge * _MM
    sides = _box_sides((0.0, size / 2, 0.0), (size, size, size))
    for value, side in enumerate(DIE_SIDES, 1):
        normal, corners = sides[side]
        made.add(f"side{value}", normal, zip(corners, _SQUARE, strict=True))
    return made


_SQUARE: tuple[Uv, ...] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def _box_sides(middle: Spot, size: Spot) -> dict[str, tuple[Spot, tuple[Spot, ...]]]:
    """Return the normal of each side of a box, and its corners from the lower left, counterclockwise."""
    x, y, z = (part / 2 for part in size)
    mx, my, mz = middle
    found: dict[str, tuple[Spot, tuple[Spot, ...]]] = {
        "+z": ((0, 0, 1), ((-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z))),
        "-z": ((0, 0, -1), ((x, -y, -z), (-x, -y, -z), (-x, y, -z), (x, y, -z))),
        "+x": ((1, 0, 0), ((x, -y, z), (x, -y, -z), (x, y, -z), (x, y, z))),
        "-x": ((-1, 0, 0), ((-x, -y, -z), (-x, -y, z), (-x, y, z), (-x, y, -z))),
        "+y": ((0, 1, 0), ((-x, y, z), (x, y, z), (x, y, -z), (-x, y, -z))),
        "-y": ((0, -1, 0), ((-x, -y, -z), (x, -y, -z), (x, -y, z), (-x, -y, z))),
    }
    return {
        name: (normal, tuple((mx + a, my + b, mz + c) for a, b, c in corners))
        for name, (normal, corners) in found.items()
    }


def _clockwise(points: Sequence[Flat]) -> Sequence[Flat]:
    """Order points clockwise where y runs down, without neighbours that coincide."""
    kept = [
        p for k, p in enumerate(points) if abs(p[0] - points[k - 1][0]) + abs(p[1] - points[k - 1][1]) > 1e-6
    ]
    return kept if _area(kept) > 0 else kept[::-1]


def _area(points: Sequence[Flat]) -> float:
    """Return twice the area within, positive if walked clockwise with y down."""
    return sum(points[k - 1][0] * points[k][1] - points[k][0] * points[k - 1][1] for k in range(len(points)))


def triangles(points: Sequence[Flat]) -> list[tuple[int, int, int]]:
    """Triangulate a simple polygon by ear clipping; triangles are numbers of corners."""
    left = list(range(len(points)))
    found: list[tuple[int, int, int]] = []
    while len(left) > 2:
        corners = [(left[k - 1], left[k], left[(k + 1) % len(left)]) for k in range(len(left))]
        areas = [abs(_area([points[each] for each in three])) for three in corners]
        if min(areas) < _FLAT:
            # No corner, but on the straight line between its neighbours: it goes without a triangle.
            del left[areas.index(min(areas))]
            continue
        ear = next((k for k, three in enumerate(corners) if _is_ear(points, left, three)), 0)
        found.append(corners[ear])
        del left[ear]
    return found


def _is_ear(points: Sequence[Flat], left: Sequence[int], three: tuple[int, int, int]) -> bool:
    corner = [points[each] for each in three]
    if _area(corner) <= 0:
        return False
    return not any(_within(corner, points[each]) for each in left if points[each] not in corner)


def _within(corner: Sequence[Flat], spot: Flat) -> bool:
    return all(_area((corner[k - 1], corner[k], spot)) >= -1e-9 for k in range(3))
