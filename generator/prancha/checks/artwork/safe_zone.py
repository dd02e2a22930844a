"""Text or an icon outside the safe zone, or off the piece.

Scissors miss by a millimetre, printers and registration by another: what stands closer to the edge
than the family's `safe` may be cut.  The ink itself is measured (an icon's drawing, not its frame),
against the outline shrunk by `safe`, whatever its shape.  What a clip hides does not count, and an
icon that is printed at less than `faint` opacity is taken for a pattern.  `tolerance` is in mm.  A text
or icon of which at least the share `error` lies outside the trim is cut off, and an error.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from prancha.checks.artwork.subject import FaceFinding, Sight, around
from prancha.graphics.scene.ground import icon_matrix
from prancha.graphics.scene.painted_marks import Mark
from prancha.graphics.scene.polygon_regions import Region, region_of_rings
from prancha.graphics.scene.visibility import columns_of, icon_points
from prancha.graphics.svg.matrix import IDENTITY, moved
from prancha.graphics.svg.svg_markup import href
from prancha.model.box import Box, Point, corners
from prancha.model.diagnostic import Severity, excerpt
from prancha.model.outline import Outline
from prancha.model.polygon import to_segment

CODE = "safe-zone"
OPTIONS: Mapping[str, Any] = {"tolerance": 0.15, "faint": 0.5, "error": 0.5}


def look(sight: Sight) -> Iterator[FaceFinding]:
    """Yield texts and icons of a face that reach beyond its safe zone."""
    zone = zone_of(sight.face.outline, sight.family.safe)
    tolerance = sight.options["tolerance"]
    letters = sight.letters
    for text in letters if letters and not _lies_in(zone, around(letters)) else ():
        if _lies_in(zone, text.on_face):
            continue
        out = _distance_beyond(zone, text.setting.mark, _between(corners(text.box)))
        if out > tolerance:
            points = [point for column in columns_of(text).points for point in column]
            lost = _share_off_trim(sight.face.outline, text.setting.mark, points)
            yield _spot(sight, f"the text {excerpt(text.text)}", out, lost, text=text.text)
    yield from _icons(sight)


def _icons(sight: Sight) -> Iterator[FaceFinding]:
    zone = zone_of(sight.face.outline, sight.family.safe)
    tolerance = sight.options["tolerance"]
    for _, mark in sight.scene.drawing.sorted().uses:
        if mark.alpha < sight.options["faint"] or _lies_in(zone, mark.box()):
            continue
        if _distance_beyond(zone, mark, corners(mark.region().box)) <= tolerance:
            continue
        out = _distance_beyond(zone, mark, _ink(sight, mark))
        if out > tolerance:
            name, (points, _) = icon_name(mark), icon_points(sight.scene.drawing, mark)
            lost = _share_off_trim(sight.face.outline, mark, points)
            yield _spot(sight, f'the icon "{name}"', out, lost, icon=name)


def icon_name(mark: Mark) -> str:
    """The name an icon has in templates."""
    return href(mark.element.attrib).lstrip("#").removeprefix("i-").rpartition("-")[0]


def _share_off_trim(outline: Outline, mark: Mark, points: Sequence[Point]) -> float:
    """The share of visible points that lies outside the trim."""
    shown = [point for point in points if mark.shows(*point)]
    trim = zone_of(outline, 0.0)
    return sum(not trim.holds(*point) for point in shown) / max(1, len(shown))


def _spot(sight: Sight, what: str, out: float, lost: float, text: str = "", icon: str = "") -> FaceFinding:
    """`out` mm outside the safe zone; the share `lost` lies outside the trim."""
    severity: Severity
    if lost >= sight.options["error"]:
        share = "all" if lost > 0.99 else f"{lost:.0%}"
        severity, about = "error", f"{icon or 'text'} off"
        message = f"{what} is off the piece: {share} of it lies outside the trim"
        hint = "move it onto the piece, or leave it out"
    else:
        severity, about = "warning", icon or "text"
        safe = f"{sight.family.safe:g} mm inside the trim"
        message = f"{what} stands {out:.1f} mm outside the safe zone, {safe}"
        hint = "move it inwards or make it smaller"
    return sight.spot(CODE, severity, message, hint=hint, text=text, icon=icon, about=about, badness=out)


def _lies_in(region: Region, box: Box) -> bool:
    """Return whether all of a box certainly lies in a region."""
    left, top, right, bottom = box
    return not region.crosses(box) and region.holds((left + right) / 2, (top + bottom) / 2)


@lru_cache(maxsize=256)
def zone_of(outline: Outline, safe: float) -> Region:
    """The safe zone of pieces with this outline, `safe` mm inside it.

    Round corners keep what is left of their radius.  Of a box that is no wider than `safe` at both sides
    a line is left, or a point.
    """
    if not outline.is_box:
        return region_of_rings((outline.polygon(-safe, steps=96),))
    left, top, right, bottom = safe, safe, outline.width - safe, outline.height - safe
    middles = ((right, top), (right, bottom), (left, bottom), (left, top))
    radius = outline.radius - safe
    if radius <= 0:
        return region_of_rings((middles,))
    arc = [math.pi / 2 * k / 8 for k in range(9)]
    return region_of_rings(
        (
            tuple(
                (
                    min(max(x, left + radius), right - radius) + radius * math.cos(start + a),
                    min(max(y, top + radius), bottom - radius) + radius * math.sin(start + a),
                )
                for (x, y), start in zip(middles, (-math.pi / 2, 0.0, math.pi / 2, math.pi), strict=True)
                for a in arc
            ),
        )
    )


def _distance_beyond(zone: Region, mark: Mark, points: tuple[Point, ...]) -> float:
    """The distance in mm of the furthest visible one of `points` (in the mark's space) outside `zone`."""
    worst = 0.0
    for point in points:
        x, y = point if mark.matrix is IDENTITY else moved(mark.matrix, point)
        if zone.holds(x, y) or not mark.shows(x, y):
            continue
        ring = zone.rings[0]
        worst = max(
            worst, min(to_segment(x, y, p, q) for p, q in zip(ring, ring[1:] + ring[:1], strict=True))
        )
    return worst


def _between(box: tuple[Point, ...]) -> tuple[Point, ...]:
    """The corners of a box and points along its long sides: a bay of the outline may reach in between."""
    (left, top), _, (right, bottom), _ = box
    steps = [k / 4 for k in range(5)]
    return tuple((left + (right - left) * t, y) for t in steps for y in (top, bottom))


def _ink(sight: Sight, mark: Mark) -> tuple[Point, ...]:
    symbol = sight.scene.drawing.symbol(href(mark.element.attrib).lstrip("#"))
    if symbol is None:
        return corners(mark.region().box)
    matrix = icon_matrix(mark, symbol)
    return tuple(moved(matrix, point) for point in symbol.edge)
