"""PDF operators, in mm, of all that a sheet has beside its pieces: marks, lines, spot-colour contours."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Protocol

from prancha.model.outline import Outline
from prancha.model.sheet import Segment, Sheet, Stroke
from prancha.model.units import Mm, number

CUT_LAYER = "Cut"
CUT_WEIGHT: Mm = 0.15
DASH: Mm = 1.2
"""Dashes of cut lines, black and white in turn: on any colour, one of them has a contrast of 4.5 or more."""
LIGHT_WEIGHT: Mm = 0.08
FOLD_WEIGHT: Mm = 0.4
TICK: Mm = 1.3
"""Radius of the pairing tick: a cross on the front, a ring around it on the back."""


class OperatorSink(Protocol):
    """Anything that takes operators."""

    def addLiteral(self, text: str) -> None:  # noqa: N802 (ReportLab's name)
        """Append to the page."""


def draw_lines(canvas: OperatorSink, sheet: Sheet) -> None:
    """Draw marks and cut lines, on a layer that viewers can switch off."""
    pen = sheet.pen
    canvas.addLiteral(f"/OC /{CUT_LAYER} BDC")
    segments = (*sheet.marks, *sheet.aligns)
    if segments:
        canvas.addLiteral(f"q {stroke_colour(pen.colour)} {number(pen.weight)} w {_segments(segments)} S Q")
    if sheet.light:
        canvas.addLiteral(f"q 0.75 G {number(LIGHT_WEIGHT)} w {_segments(sheet.light)} S Q")
    if sheet.cuts:
        drawn = " ".join(polyline(line) for line in sheet.cuts)
        dashes = f"[{number(DASH)} {number(DASH)}]"
        line = f"{number(CUT_WEIGHT)} w 1 j {dashes}"
        canvas.addLiteral(f"q 0 G {line} 0 d {drawn} S Q q 1 G {line} {number(DASH)} d {drawn} S Q")
    if sheet.fold is not None:
        dots = _segments((sheet.fold,))
        canvas.addLiteral(f"q 0.3 G {number(FOLD_WEIGHT)} w 1 J [0 1.2] 0 d {dots} S Q")
    if sheet.tick is not None:
        canvas.addLiteral(f"q 0.3 G {number(pen.weight)} w {' '.join(_tick(sheet.tick, sheet.side))} S Q")
    canvas.addLiteral("EMC")


def _tick(at: tuple[Mm, Mm], side: str) -> Iterator[str]:
    x, y = at
    if side == "front":
        yield _segments(((x - TICK, y, x + TICK, y), (x, y - TICK, x, y + TICK)))
        return
    turns = [2 * math.pi * k / 24 for k in range(24)]
    yield polyline([(x + TICK * math.cos(a), y + TICK * math.sin(a)) for a in turns]) + " h"


def outline_points(outline: Outline, offset: Mm) -> Sequence[tuple[Mm, Mm]]:
    """Return the corners of an outline grown by `offset`, its round corners as chords."""
    radius = outline.radius + offset
    if outline.shape != "rounded" or radius <= 0:
        return outline.polygon(offset)
    w, h, inner = outline.width, outline.height, outline.radius
    centres = ((w - inner, h - inner), (inner, h - inner), (inner, inner), (w - inner, inner))
    return [
        (x + radius * math.cos(angle), y + radius * math.sin(angle))
        for quarter, (x, y) in enumerate(centres)
        for angle in (math.pi / 2 * (quarter + step / 6) for step in range(7))
    ]


def stroke_colour(colour: str) -> str:
    """Return the operator for a `#rrggbb` stroke."""
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    if red == green == blue:
        return f"{number(red)} G"
    return f"{number(red)} {number(green)} {number(blue)} RG"


@lru_cache(maxsize=32)
def _segments(segments: tuple[Segment, ...]) -> str:
    return " ".join(polyline(((x1, y1), (x2, y2))) for x1, y1, x2, y2 in segments)


def polyline(points: Sequence[tuple[Mm, Mm]]) -> str:
    """Return operators of straight lines from point to point."""
    (x, y), *rest = points
    return f"{number(x)} {number(y)} m" + "".join(f" {number(x)} {number(y)} l" for x, y in rest)


CONTOUR_LAYER = "CutContour"
SEPARATION = (
    "[/Separation /CutContour /DeviceCMYK <</FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 0 0] /N 1>>]"
)
"""The colour space: 100 % magenta where the plate is not known (ISO 32000-1, 8.6.6.4)."""
WEIGHT: Mm = 0.09
"""A quarter of a point, as manufacturers of cutting machines require."""
SAME: Mm = 1e-4
"""Points nearer than this coincide: numbers are written to this precision."""


def draw_contours(canvas: OperatorSink, sheet: Sheet, strokes: Sequence[Stroke]) -> None:
    """Stroke the outlines of a sheet's pieces, on a layer and plate of their own."""
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
    """Return path operators of a stroke; one that ends where it begins is closed."""
    (x, y), *steps = stroke
    parts = [f"{number(x)} {number(y)} m"]
    closed = len(steps) > 1 and math.dist((x, y), steps[-1][-2:]) < SAME
    if closed and len(steps[-1]) == 2:
        steps.pop()  # closing draws it
    parts += (f"{' '.join(map(number, step))} {'l' if len(step) == 2 else 'c'}" for step in steps)
    return " ".join(parts) + (" h" if closed else "")
