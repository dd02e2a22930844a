"""What a machine cuts of a sheet: a closed contour for each piece, and its folds, on the upright paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from prancha.model.cutting import Contour, CutLayout, RegistrationMark
from prancha.model.net import Fold
from prancha.model.outline import Point
from prancha.model.sheet import Placement, Segment, Sheet, Step
from prancha.model.units import Mm
from prancha.sheets.contours import ring_edges
from prancha.sheets.layout import Slot, turned
from prancha.sheets.upright import upright


def cut_layout(
    sheet: Sheet, folds: Mapping[str, Sequence[Fold]], marks: Sequence[RegistrationMark], line: Mm
) -> CutLayout:
    """The contours of a front, in the order of its pieces; `folds` are those of each component."""
    found = tuple(
        Contour(
            one.piece.family,
            _stroke(one, sheet),
            tuple(_fold(fold, one, sheet) for fold in folds.get(one.piece.item, ())),
        )
        for one in sheet.placements
    )
    width, height = sorted((sheet.width, sheet.height))
    return CutLayout(width, height, found, tuple(marks), line)


def _stroke(one: Placement, sheet: Sheet) -> tuple[Step, ...]:
    steps: list[Step] = []
    for start, end, controls in ring_edges(one.outline):
        if not steps:
            steps.append(_placed([start], one, sheet))
        if start != end:
            steps.append(_placed([*(controls or ()), end], one, sheet))
    # Rounded to what files are written to, the end must be the very beginning.
    steps[-1] = (*steps[-1][:-2], *steps[0])
    return tuple(steps)


def _fold(fold: Fold, one: Placement, sheet: Sheet) -> Segment:
    x1, y1, x2, y2 = _placed([fold[:2], fold[2:]], one, sheet)
    return x1, y1, x2, y2


def _placed(points: Sequence[Point], one: Placement, sheet: Sheet) -> tuple[Mm, ...]:
    there = turned(points, one.outline, Slot(one.x, one.y, one.turn))
    return tuple(round(value, 4) for point in there for value in upright(point, sheet))
