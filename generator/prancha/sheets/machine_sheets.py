"""What a cutting machine needs of a sheet: registration marks, contours and folds on upright paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from prancha.model.box import Point, bounds, overlap
from prancha.model.cutting import Contour, CutLayout, Marking, RegistrationMark
from prancha.model.outline import Fold
from prancha.model.sheet import Placement, Segment, Sheet, Step
from prancha.model.units import Mm
from prancha.sheets.cut_lines import ring_edges
from prancha.sheets.free_space import print_areas
from prancha.sheets.sheet_room import EPSILON, Rect, Slot, turned
from prancha.sheets.turned_sheets import lying, upright


def cut_layout(
    sheet: Sheet, folds: Mapping[str, Sequence[Fold]], marks: Sequence[RegistrationMark], line: Mm
) -> CutLayout:
    """Return the contours of a front, in the order of its pieces; `folds` are those of each component."""
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
    # Rounded to the precision of files, the end must equal the beginning.
    steps[-1] = (*steps[-1][:-2], *steps[0])
    return tuple(steps)


def _fold(fold: Fold, one: Placement, sheet: Sheet) -> Segment:
    x1, y1, x2, y2 = _placed([fold[:2], fold[2:]], one, sheet)
    return x1, y1, x2, y2


def _placed(points: Sequence[Point], one: Placement, sheet: Sheet) -> tuple[Mm, ...]:
    there = turned(points, one.outline, Slot(one.x, one.y, one.turn))
    return tuple(round(value, 4) for point in there for value in upright(point, sheet))


CLEAR: Mm = 2.0
"""Distance around a mark in which nothing is printed or cut, in mm."""


def registration_marks(marking: Marking, arm: Mm, width: Mm, height: Mm) -> tuple[RegistrationMark, ...]:
    """Return the marks of a paper, each with the name that inkscape-silhouette knows it by."""
    if not marking.count:
        return ()
    near, right, low = marking.inset, width - marking.inset, height - marking.inset
    corners: list[tuple[str, Point, int, int]] = [
        ("tl", (near, near), 1, 1),
        ("tr", (right, near), -1, 1),
        ("bl", (near, low), 1, -1),
        ("br", (right, low), -1, -1),
    ]
    found: list[RegistrationMark] = []
    for end, (x, y), across, down in corners[: marking.count if marking.count > 3 else 3]:
        name = f"regmark-{end}"
        if marking.crosses:
            found.append(RegistrationMark(f"{name}-h", "line", ((x - arm, y), (x + arm, y))))
            found.append(RegistrationMark(f"{name}-v", "line", ((x, y - arm), (x, y + arm))))
        elif end == "tl" and marking.count == 3:
            side = marking.square
            box = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
            found.append(RegistrationMark(name, "square", box))
        else:
            points = ((x + across * arm, y), (x, y), (x, y + down * arm))
            found.append(RegistrationMark(name, "line", points))
    return tuple(found)


def kept_free(marks: Sequence[RegistrationMark]) -> tuple[Rect, ...]:
    """Return boxes around marks in which nothing else is printed."""
    boxes = (bounds(mark.points) for mark in marks)
    grown = ((l - CLEAR, t - CLEAR, r + CLEAR, b + CLEAR) for l, t, r, b in boxes)  # noqa: E741
    return tuple(dict.fromkeys(grown))


def touches(sheet: Sheet, kept: Sequence[Rect]) -> bool:
    """Return whether a piece of a sheet, or its bleed, reaches into boxes kept free on the upright paper."""
    free = [lying(box, sheet) for box in kept]
    boxes, rings = print_areas(tuple(one.lie for one in sheet.placements))
    return any(overlap(box, other, EPSILON) for box in (*boxes, *map(bounds, rings)) for other in free)
