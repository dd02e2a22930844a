"""Outlines to cut as a spot colour, for cutting machines: `CutContour` overprints what lies under it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from prancha.export.sheet_marks import OperatorSink
from prancha.model.sheet import Sheet, Stroke
from prancha.model.units import Mm, number

CONTOUR_LAYER = "CutContour"
SEPARATION = (
    "[/Separation /CutContour /DeviceCMYK <</FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 0 0] /N 1>>]"
)
"""The colour space: 100 % magenta where the plate is not known (ISO 32000-1, 8.6.6.4)."""
WEIGHT: Mm = 0.09
"""A quarter of a point, as makers of cutting machines ask for."""
SAME: Mm = 1e-4
"""Nearer than this is one point: numbers are written to as much."""


def draw_contours(canvas: OperatorSink, sheet: Sheet, strokes: Sequence[Stroke]) -> None:
    """Strokes along the outlines of a sheet's pieces, on the layer and plate of their own."""
    canvas.addLiteral(
        f"/OC /{CONTOUR_LAYER} BDC q /{CONTOUR_LAYER} gs /{CONTOUR_LAYER} CS 1 SCN {number(WEIGHT)} w"
    )
    if sheet.window is not None:
        w = sheet.window
        canvas.addLiteral(f"{number(w.x)} {number(w.y)} {number(w.width)} {number(w.height)} re W n")
    for stroke in strokes:
        canvas.addLiteral(f"{stroke_path(stroke)} S")
    canvas.addLiteral("Q EMC")


def stroke_path(stroke: Stroke) -> str:
    """Path operators of a stroke; one that ends where it begins is closed."""
    (x, y), *steps = stroke
    parts = [f"{number(x)} {number(y)} m"]
    closed = len(steps) > 1 and math.dist((x, y), steps[-1][-2:]) < SAME
    if closed and len(steps[-1]) == 2:
        steps.pop()  # closing draws it
    parts += (f"{' '.join(map(number, step))} {'l' if len(step) == 2 else 'c'}" for step in steps)
    return " ".join(parts) + (" h" if closed else "")
