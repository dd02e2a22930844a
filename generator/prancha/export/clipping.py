"""What of a face may show where it is placed: operators that clip to it, in the face's own frame."""

from __future__ import annotations

from prancha.export.sheet_marks import outline_points, polyline
from prancha.model.sheet import Placement
from prancha.model.units import Mm
from prancha.model.units import number as _n

OVERLAP: Mm = 0.05
"""How far bleed made of an enlarged face reaches under the trim, so that no seam shows between them."""


def outside(placement: Placement) -> str:
    """Clip to what lies beyond the trim: a face need not be opaque, and would show its enlarged self."""
    outline = placement.outline
    trim = outline_points(outline, -OVERLAP)
    bleed = placement.piece.bleed
    around = f"{_n(-bleed)} {_n(-bleed)} {_n(outline.width + 2 * bleed)} {_n(outline.height + 2 * bleed)} re"
    return f"{around} {polyline(trim)} h W* n"


def enlarged(placement: Placement) -> str:
    """The operator that scales a face about its centre so far that it covers its bleed."""
    outline, bleed = placement.outline, placement.piece.bleed
    w, h = outline.width, outline.height
    if not outline.is_box:
        w = h = min(w, h)
    sx, sy = (w + 2 * bleed) / w, (h + 2 * bleed) / h
    return f"{sx:.6f} 0 0 {sy:.6f} {_n(outline.width / 2 * (1 - sx))} {_n(outline.height / 2 * (1 - sy))} cm"


def clip(placement: Placement) -> str:
    """Clip operators in the face's own frame; none when its whole bleed may show."""
    outline = placement.outline
    left, top, right, bottom = face_outsets(placement)
    if outline.is_box:
        if min(left, top, right, bottom) >= placement.piece.bleed - 1e-6:
            return ""
        size = f"{_n(outline.width + left + right)} {_n(outline.height + top + bottom)}"
        return f"{_n(-left)} {_n(-top)} {size} re W n"
    return polyline(placement.art) + " h W n"


def face_outsets(placement: Placement) -> tuple[Mm, Mm, Mm, Mm]:
    """How far art shows beyond left, top, right and bottom of the face in its own frame.

    The sheet gives them in page directions; a face turned by quarter turns
    sees them shifted.
    """
    quarter = round(placement.turn / 90) % 4 if placement.outline.is_box else 0
    sides = placement.outsets
    return (sides[quarter % 4], sides[(1 + quarter) % 4], sides[(2 + quarter) % 4], sides[(3 + quarter) % 4])
