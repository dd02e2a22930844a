"""Borders so narrow that a cut which is a little off is seen: one side twice as wide as the other.

A border is a band of one colour along the edge of a face, measured from its vectors. No print lies exactly
behind its cut: a print shop speaks of 1.6 mm that is in order, and of up to 3 mm that may happen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from prancha.checks.artwork.inspection import group_findings
from prancha.checks.artwork.subject import FaceFinding, Printed, find_on
from prancha.graphics.scene.ground import UnknownGroundError, ground_at, plain_ground
from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.scene.scene import SceneMaker
from prancha.graphics.scene.split_face import MarkedDrawing
from prancha.graphics.svg.css_colours import Rgb
from prancha.model.box import bounds
from prancha.model.diagnostic import Diagnostic
from prancha.model.face import Face
from prancha.model.outline import Outline
from prancha.model.polygon import signed_area
from prancha.model.units import Mm
from prancha.system.cache import NOTHING, Pack, key_of

CODE = "shop-border"
ENOUGH: Mm = 3.0
"""A border this wide hides what a print shop may be off."""
WIDEST: Mm = 8.0
"""What reaches farther in is a ground, and no border."""
FIRST: Mm = 0.1
"""Inside the trim, where the colour of the edge is taken."""
STEP: Mm = 0.25
FINE: Mm = 0.02
FEW = 4
"""Faces of a family that are measured at home: most of them have one border."""
SAMPLES = 9
CORNER = 0.2
"""Share of an edge at each of its ends that is passed over."""
OTHER = 0.08
"""How far a channel is off where another colour begins, of 1."""
CHANGED = 0.6
"""Share of an edge along which the colour changes where its border ends; a text beside it is none."""
_OPPOSITE = (("left", "right"), ("top", "bottom"))

_Band = tuple[Mm, Rgb]
"""How wide it is, and of which colour."""
_Spot = tuple[Mm, Mm, float, float]
"""A point of the edge, and the way inwards."""


class Border(Struct, frozen=True):
    """The narrowest visible band along the edges of a face, in mm, and the edges it runs along."""

    width: Mm
    edges: tuple[str, ...]

    @property
    def where(self) -> str:
        """Its edges in words."""
        return "all around" if len(self.edges) in (1, 4) else f"at {' and '.join(self.edges)}"


def border_of(drawing: MarkedDrawing, outline: Outline, most: Mm = ENOUGH) -> Border | None:
    """The border of a face where it is narrower than `most`; None where it has none, or a wider one.

    Of a box two opposite edges must have one: what cannot be compared is not seen.
    """
    bands = {name: _band(drawing, spots) for name, spots in _edges(outline).items()}
    seen = [name for name, band in bands.items() if band is not None]
    if outline.is_box:
        pairs = [pair for pair in _OPPOSITE if _alike(bands[pair[0]], bands[pair[1]])]
        seen = [name for pair in pairs for name in pair]
    width = min((band[0] for name in seen if (band := bands[name]) is not None), default=most)
    return Border(round(width, 1), tuple(seen)) if width < most - FINE else None


def borders(printed: Printed) -> Iterator[tuple[Face, Border]]:
    """The faces of a game with a narrow border."""
    maker = SceneMaker(printed.symbols, printed.book, printed.opacity)
    seen: dict[str, Border | None] = {}
    for face in printed.faces():
        if face.digest not in seen:
            seen[face.digest] = border_of(maker.scene(face.svg).drawing, face.outline)
        found = seen[face.digest]
        if found is not None:
            yield face, found


def family_borders(printed: Printed, pack: Pack = NOTHING) -> dict[str, Border]:
    """The narrowest border of each family that has one, of a few of its faces on either side.

    `pack` keeps what was measured.
    """
    sides: dict[tuple[str, str], list[Face]] = {}
    for face in printed.faces():
        sides.setdefault((face.item.partition("/")[0], face.side), []).append(face)
    maker = SceneMaker(printed.symbols, printed.book, printed.opacity)
    found: dict[str, Border] = {}
    few = ((family, face) for (family, _), faces in sides.items() for face in faces[:: -(-len(faces) // FEW)])
    for family, face in few:
        key = key_of(CODE, face.digest, repr(face.outline))
        kept = pack.get(key)
        if kept is None:
            kept = msgspec.json.encode(border_of(maker.scene(face.svg).drawing, face.outline))
            pack.put(key, kept)
        border = msgspec.json.decode(kept, type=Border | None)
        if border is not None and (family not in found or border.width < found[family].width):
            found[family] = border
    return found


def shop_borders(printed: Printed, shop: str, least: Mm) -> Iterator[Diagnostic]:
    """Findings of faces whose border a print shop may cut unevenly; errors where it asks for more."""
    yield from group_findings(list(spots := dict.fromkeys(_spots(printed, shop, least), printed)), spots)


def _spots(printed: Printed, shop: str, least: Mm) -> Iterator[FaceFinding]:
    for face, border in borders(printed):
        wrong = border.width < least - FINE
        asked = f"{shop} asks for {least:g} mm" if wrong else f"{ENOUGH:g} mm hide what a shop may be off"
        yield find_on(
            face,
            CODE,
            "error" if wrong else "warning",
            f"a border of {border.width:g} mm {border.where}: a cut that is 1 mm off shows, and {asked}",
            hint=f"make it {max(least, ENOUGH):g} mm or more, or let the ground run beyond the trim",
            about="border",
            badness=-border.width,
        )


def _alike(one: _Band | None, other: _Band | None) -> bool:
    return one is not None and other is not None and not _differ(one[1], other[1])


def _band(drawing: MarkedDrawing, spots: Sequence[_Spot]) -> _Band | None:
    """The band of one colour along an edge; None where there is none, or none that ends."""
    top, strip = len(drawing.marks), _box(spots, WIDEST)
    if plain_ground(drawing, top, strip) is not None:
        return None
    marks = tuple(drawing.below(top, strip))
    try:
        first = [_colour(drawing, marks, spot, FIRST) for spot in spots]
        if any(_differ(colour, first[0]) for colour in first):
            return None

        def ended(depth: Mm) -> bool:
            changed = sum(_differ(_colour(drawing, marks, spot, depth), first[0]) for spot in spots)
            return changed >= CHANGED * len(spots)

        low, depth = FIRST, FIRST + STEP
        while not ended(depth):
            if depth >= WIDEST:
                return None
            low, depth = depth, depth + (STEP if depth < ENOUGH else 4 * STEP)
        while depth - low > FINE:
            middle = (low + depth) / 2
            low, depth = (low, middle) if ended(middle) else (middle, depth)
    except UnknownGroundError:
        return None
    return depth, first[0]


def _colour(drawing: MarkedDrawing, marks: Sequence[Mark], spot: _Spot, depth: Mm) -> Rgb:
    x, y, nx, ny = spot
    return ground_at(drawing, marks, x + nx * depth, y + ny * depth)


def _differ(one: Rgb, other: Rgb) -> bool:
    return any(abs(a - b) > OTHER for a, b in zip(one, other, strict=True))


def _box(spots: Sequence[_Spot], deep: Mm) -> tuple[Mm, Mm, Mm, Mm]:
    return bounds((x + nx * d, y + ny * d) for x, y, nx, ny in spots for d in (0.0, deep + STEP))


def _edges(outline: Outline) -> dict[str, list[_Spot]]:
    """The stretches of an outline that are sampled: each edge of a box, the whole of any other."""
    if outline.is_box:
        w, h = outline.width, outline.height
        at = [CORNER + (1 - 2 * CORNER) * k / (SAMPLES - 1) for k in range(SAMPLES)]
        return {
            "left": [(0.0, h * t, 1.0, 0.0) for t in at],
            "right": [(w, h * t, -1.0, 0.0) for t in at],
            "top": [(w * t, 0.0, 0.0, 1.0) for t in at],
            "bottom": [(w * t, h, 0.0, -1.0) for t in at],
        }
    corners = outline.polygon()
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    way = math.copysign(1, signed_area(corners))
    around = sum(math.dist(a, b) for a, b in sides)
    spots: list[_Spot] = []
    gone = step = around / (3 * SAMPLES)
    for (x1, y1), (x2, y2) in sides:
        length = math.dist((x1, y1), (x2, y2))
        nx, ny = -way * (y2 - y1) / length, way * (x2 - x1) / length
        while gone <= length:
            spots.append((x1 + (x2 - x1) * gone / length, y1 + (y2 - y1) * gone / length, nx, ny))
            gone += step
        gone -= length
    return {"": spots}
