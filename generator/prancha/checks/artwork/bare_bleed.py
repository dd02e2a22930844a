"""Bleed that is paper white beyond an edge that is painted.

A cut is half a millimetre off at best: where art ends at the trim, as a picture drawn from 0 to `width` does,
a white sliver shows. An edge is told where nothing is painted near the outer end of its bleed, along all of
it, and something is inside the trim, along a fifth of it; `prancha proof` measures the same in the PDF.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Sight
from prancha.graphics.scene.ground import UnknownGroundError, ground_at
from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.scene.split_face import MarkedDrawing
from prancha.model.box import Point, bounds
from prancha.model.outline import Outline
from prancha.model.polygon import signed_area
from prancha.model.units import Mm

CODE = "bare-bleed"
OPTIONS: Mapping[str, Any] = {}
RING: Mm = 0.5
"""Inside the outer end of the bleed, where paint is looked for: a line along its end is no matter."""
INSIDE: Mm = 0.3
STEP: Mm = 1.5
MOST_SIDES = 8
"""Outlines with more corners have no sides by which anybody knows them."""
PAINTED = 0.2
"""Share of an edge that must have paint inside before bare bleed counts."""
_WHITE, _TINTED = 254 / 255, 0.985
"""Greys: white paper begins at the first, and what is seen beside it ends at the second."""
_PICTURE = "let the picture carry on beyond the trim: art(..., bleed=bleed)"
_SHAPE = 'draw it out to the bleed: from -bleed, or <path d="{{ shape(bleed) }}" .../>'

Samples = tuple[tuple[Point, ...], tuple[Point, ...]]
"""Points near the outer end of the bleed, and those inside the trim beside them."""


def look(sight: Sight) -> Iterator[FaceFinding]:
    """Yield the edges of a face that have no bleed."""
    if sight.face.bleed <= RING or sight.printed.ink == "outline":
        return
    drawing = sight.scene.drawing
    bare: list[str] = []
    inner: list[Point] = []
    for name, (outside, inside) in _samples(sight.face.outline, sight.face.bleed).items():
        if _any_paint(drawing, outside):
            continue
        near = _near(drawing, inside)
        painted = [point for point in inside if _is_tinted(drawing, near, point)] if near else []
        if len(painted) >= PAINTED * len(inside):
            bare.append(name)
            inner += painted
    if not bare:
        return
    top = _near(drawing, inner[:1])[0]
    where = _told(bare, sight.face.outline)
    yield sight.spot(
        CODE,
        "warning",
        f"the bleed beyond {where} is white, and a cut that is a little off shows it",
        hint=_PICTURE if top.tag == "image" else _SHAPE,
        about="bleed",
        badness=len(bare),
        marks=((f"the {'picture' if top.tag == 'image' else top.tag}", drawing.marks.index(top)),),
    )


def _told(names: list[str], outline: Outline) -> str:
    if names == [""]:
        return "its edge"
    if len(names) == len(_samples(outline, 1.0)):
        return "all its edges"
    if not outline.is_box:
        return f"{len(names)} of its edges" if len(names) > 1 else "one of its edges"
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    return f"its {listed} edge{'s' * (len(names) > 1)}"


def _near(drawing: MarkedDrawing, points: Sequence[Point]) -> tuple[Mark, ...]:
    """The marks that may show at some of the points, topmost first."""
    return tuple(drawing.below(len(drawing.marks), bounds(points)))


def _any_paint(drawing: MarkedDrawing, points: Sequence[Point]) -> bool:
    """Return whether any of the points is certainly not white."""
    near = _near(drawing, points)
    return bool(near) and any(_grey(drawing, near, point) < _WHITE for point in points)


def _is_tinted(drawing: MarkedDrawing, near: Sequence[Mark], point: Point) -> bool:
    """Return whether a point is certainly painted: a mask or an effect may leave it white."""
    if any(mark.hidden for mark in _near(drawing, (point,))):
        return False
    return _grey(drawing, near, point) < _TINTED


def _grey(drawing: MarkedDrawing, near: Sequence[Mark], point: Point) -> float:
    """The lightness of a point from 0 to 1; unknown grounds count as dark."""
    try:
        red, green, blue = ground_at(drawing, near, *point)
    except UnknownGroundError:
        return 0.0
    return 0.299 * red + 0.587 * green + 0.114 * blue


@lru_cache(maxsize=256)
def _samples(outline: Outline, bleed: Mm) -> Mapping[str, Samples]:
    """Sample points by side; of a round or ragged outline all belong to side ""."""
    corners = outline.polygon()
    way = math.copysign(1, signed_area(corners))
    found: dict[str, tuple[list[Point], list[Point]]] = {}
    for number, ((x1, y1), (x2, y2)) in enumerate(zip(corners, corners[1:] + corners[:1], strict=True)):
        length = math.dist((x1, y1), (x2, y2))
        if length < RING:
            continue
        nx, ny = way * (y2 - y1) / length, way * (x1 - x2) / length
        name = str(number) if len(corners) <= MOST_SIDES else ""
        if outline.is_box:
            name = ("left" if nx < 0 else "right") if abs(nx) > abs(ny) else ("top" if ny < 0 else "bottom")
        outside, inside = found.setdefault(name, ([], []))
        count = max(1, int(length / STEP))
        for k in range(count):
            x, y = x1 + (x2 - x1) * (k + 0.5) / count, y1 + (y2 - y1) * (k + 0.5) / count
            outside.append((x + nx * (bleed - RING), y + ny * (bleed - RING)))
            inside.append((x - nx * INSIDE, y - ny * INSIDE))
    return {name: (tuple(outer), tuple(inner)) for name, (outer, inner) in found.items()}
