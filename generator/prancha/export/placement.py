"""Where a face lies on its page, what of it shows there, and the trim and bleed boxes of the page."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from prancha.export.mark_operators import outline_points, polyline
from prancha.model.printing import Matrix
from prancha.model.sheet import Lie, Placement, Sheet
from prancha.model.units import PT_PER_MM, Mm
from prancha.model.units import number as _n


def face_matrix(lie: Lie) -> tuple[float, float, float, float, Mm, Mm]:
    """Return the matrix from the face's own mm, its trim box's top-left corner at (0, 0), to the sheet."""
    outline, x, y, turn, *_ = lie
    angle = math.radians(turn)
    cos, sin = math.cos(angle), math.sin(angle)
    dx, dy = -outline.width / 2, -outline.height / 2
    return cos, sin, -sin, cos, x + cos * dx - sin * dy, y + sin * dx + cos * dy


def placed_points(lie: Lie, points: Iterable[tuple[Mm, Mm]]) -> list[tuple[Mm, Mm]]:
    """Map points of a face to the sheet."""
    a, b, c, d, e, f = face_matrix(lie)
    return [(a * x + c * y + e, b * x + d * y + f) for x, y in points]


PdfBox = tuple[float, float, float, float]
"""Left, bottom, right, top in points, y up."""
Point = tuple[Mm, Mm]


class Boxes(Struct, frozen=True):
    """The boxes of one page."""

    trim: PdfBox
    bleed: PdfBox


def page_boxes(sheet: Sheet, matrix: Matrix, width: Mm, height: Mm) -> Boxes | None:
    """Return the boxes of a sheet that `matrix` takes to a page of `width` x `height`; None without pieces.

    A part of a poster has the window it shows for both.
    """
    w = sheet.window
    if w is not None:
        trims = bleeds = [
            (w.x, w.y),
            (w.x + w.width, w.y),
            (w.x + w.width, w.y + w.height),
            (w.x, w.y + w.height),
        ]
    else:
        corners = [_corners(one.lie) for one in (*sheet.placements, *sheet.backs)]
        trims = [point for trim, _ in corners for point in trim]
        bleeds = [point for _, bleed in corners for point in bleed]
    if not trims:
        return None
    return Boxes(_box(trims, matrix, width, height), _box(bleeds, matrix, width, height))


@lru_cache(maxsize=4096)
def _corners(lie: Lie) -> tuple[list[Point], list[Point]]:
    """Return the corners of trim and bleed of a piece, which lies alike on sheet after sheet."""
    outline, *_, outsets, rim = lie
    trim = placed_points(lie, outline.polygon())
    if not outline.is_box:
        return trim, placed_points(lie, outline.rimmed(rim) if rim else outline.polygon(outsets[0]))
    xs, ys = [x for x, _ in trim], [y for _, y in trim]
    left, top, right, bottom = outsets
    return trim, [
        (x, y) for x in (min(xs) - left, max(xs) + right) for y in (min(ys) - top, max(ys) + bottom)
    ]


def _box(points: Iterable[Point], matrix: Matrix, width: Mm, height: Mm) -> PdfBox:
    """Return the box around `points` as they lie on the page, no larger than the page."""
    a, b, c, d, e, f = matrix
    listed = [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
    xs, ys = [x for x, _ in listed], [y for _, y in listed]
    k = PT_PER_MM
    left, right = max(0.0, min(xs)) * k, min(width, max(xs)) * k
    bottom, top = (height - min(height, max(ys))) * k, (height - max(0.0, min(ys))) * k
    return round(left, 4), round(bottom, 4), round(right, 4), round(top, 4)


OVERLAP: Mm = 0.05
"""How far bleed made of an enlarged face reaches under the trim, to hide the seam."""


def outside(placement: Placement) -> str:
    """Clip to what lies beyond the trim, so that a face with gaps does not show its enlarged self."""
    outline = placement.outline
    trim = outline_points(outline, -OVERLAP)
    bleed = placement.piece.bleed
    around = f"{_n(-bleed)} {_n(-bleed)} {_n(outline.width + 2 * bleed)} {_n(outline.height + 2 * bleed)} re"
    return f"{around} {polyline(trim)} h W* n"


def enlarged(placement: Placement) -> str:
    """Return the operator that scales a face about its centre so far that it covers its bleed."""
    outline, bleed = placement.outline, placement.piece.bleed
    w, h = outline.width, outline.height
    if not outline.is_box:
        w = h = min(w, h)
    sx, sy = (w + 2 * bleed) / w, (h + 2 * bleed) / h
    return f"{sx:.6f} 0 0 {sy:.6f} {_n(outline.width / 2 * (1 - sx))} {_n(outline.height / 2 * (1 - sy))} cm"


def clip(placement: Placement) -> str:
    """Return clip operators in the face's own frame; none when its whole bleed may show."""
    outline = placement.outline
    left, top, right, bottom = face_outsets(placement)
    if outline.is_box:
        if min(left, top, right, bottom) >= placement.piece.bleed - 1e-6:
            return ""
        size = f"{_n(outline.width + left + right)} {_n(outline.height + top + bottom)}"
        return f"{_n(-left)} {_n(-top)} {size} re W n"
    return polyline(placement.art) + " h W n"


def face_outsets(placement: Placement) -> tuple[Mm, Mm, Mm, Mm]:
    """Return how far art shows beyond left, top, right and bottom of the face, in its own frame.

    The sheet gives them in page directions; a face turned by quarter turns sees them shifted.
    """
    quarter = round(placement.turn / 90) % 4 if placement.outline.is_box else 0
    sides = placement.outsets
    return (sides[quarter % 4], sides[(1 + quarter) % 4], sides[(2 + quarter) % 4], sides[(3 + quarter) % 4])
