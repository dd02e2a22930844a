"""Outlines to cut as a spot colour, for cutting machines: `CutContour` overprints what lies under it."""

from __future__ import annotations

from generator.export.lines import Paper, number, polyline
from generator.export.placing import face_matrix
from generator.model.outline import Outline
from generator.model.sheet import Placement, Sheet
from generator.model.units import Mm

CONTOUR_LAYER = "CutContour"
SEPARATION = (
    "[/Separation /CutContour /DeviceCMYK <</FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 0 0] /N 1>>]"
)
"""The colour space: 100 % magenta where the plate is not known (ISO 32000-1, 8.6.6.4)."""
WEIGHT: Mm = 0.09
"""A quarter of a point, as makers of cutting machines ask for."""
ARC = 0.5522847498
"""Control points of a quarter of a circle of radius 1."""


def draw_contours(canvas: Paper, sheet: Sheet) -> None:
    """The outline of every piece, as curves where it is round, on the layer and plate of their own."""
    canvas.addLiteral(
        f"/OC /{CONTOUR_LAYER} BDC q /{CONTOUR_LAYER} gs /{CONTOUR_LAYER} CS 1 SCN {number(WEIGHT)} w"
    )
    if sheet.window is not None:
        w = sheet.window
        canvas.addLiteral(f"{number(w.x)} {number(w.y)} {number(w.width)} {number(w.height)} re W n")
    for placement in sheet.placements:
        canvas.addLiteral(f"q {_operator(placement)} {contour(placement.outline)} S Q")
    canvas.addLiteral("Q EMC")


def _operator(placement: Placement) -> str:
    return " ".join(map(number, face_matrix(placement))) + " cm"


def contour(outline: Outline) -> str:
    """Path operators of an outline in its own box, closed."""
    if outline.shape == "circle":
        return _rounded(outline.width, outline.height, outline.width / 2)
    if outline.shape == "rounded" and outline.radius > 0:
        return _rounded(outline.width, outline.height, outline.radius)
    return polyline(outline.points) + " h"


def _rounded(w: Mm, h: Mm, r: Mm) -> str:
    k = r * (1 - ARC)
    corners = (
        (w - r, 0, w - k, 0, w, k, w, r),
        (w, h - r, w, h - k, w - k, h, w - r, h),
        (r, h, k, h, 0, h - k, 0, h - r),
        (0, r, 0, k, k, 0, r, 0),
    )
    parts = [f"{number(r)} 0 m"]
    for x, y, *curve in corners:
        parts.append(f"{number(x)} {number(y)} l {' '.join(map(number, curve))} c")
    return " ".join(parts) + " h"
