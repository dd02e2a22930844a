"""Small drawings of sheets to be cut, as path data: their pieces, and their cuts with numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from generator.model.sheet import Cut, CutPlan, Placement, Sheet
from generator.model.units import Mm
from generator.sheets.layout import Slot, placed, trim_box

AROUND: Mm = 4.6
"""Room for numbers at each side of a drawing."""
APART: Mm = 2.9
"""Between the numbers of neighbouring cuts, where there is room."""
DISC: Mm = 1.35
"""Radius of the disc behind a number."""
Point = tuple[Mm, Mm]


class Drawing(Struct):
    """Path data by what it shows, in mm of the page, and each number of a cut with its place."""

    papers: str = ""
    pieces: str = ""
    folds: str = ""
    cuts: str = ""
    leaders: str = ""
    discs: str = ""
    numbers: list[tuple[int, Mm, Mm]] = field(default_factory=list)

    def add(self, sheet: Sheet, plan: CutPlan, scale: float, left: Mm, top: Mm) -> None:
        """Draw a sheet with its top left corner at (left, top)."""

        def line(points: Sequence[Point], closed: bool = False) -> str:
            return _path([(left + x * scale, top + y * scale) for x, y in points], closed)

        self.papers += line(_box(0.0, 0.0, sheet.width, sheet.height), True)
        for points, closed in _shown(sheet):
            self.pieces += line(points, closed)
        if sheet.fold is not None:
            x1, y1, x2, y2 = sheet.fold
            self.folds += line([(x1, y1), (x2, y2)])
        for cut in plan.cuts:
            self.cuts += line(_ends(cut))
        for number, spot, bend, end in _numbers(plan.cuts, scale, sheet.width, sheet.height):
            (x, y), *rest = [(left + px, top + py) for px, py in (spot, bend, end)]
            self.leaders += _path([(x, y), *rest])
            half = f"a{DISC} {DISC} 0 1 0"
            self.discs += f"M{x - DISC:.2f} {y:.2f}{half} {2 * DISC} 0{half} {-2 * DISC} 0Z"
            self.numbers.append((number, x, y))


def _path(points: Sequence[Point], closed: bool = False) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + ("Z" if closed else "")


def _box(left: Mm, top: Mm, right: Mm, bottom: Mm) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _shown(sheet: Sheet) -> Iterator[tuple[Sequence[Point], bool]]:
    """Trim lines, closed; of a part of a poster its window, and the outline that runs through it."""
    if sheet.window is not None:
        w = sheet.window
        yield _box(w.x, w.y, w.x + w.width, w.y + w.height), True
        yield from ((line, False) for line in sheet.cuts)
        return
    for placement in (*sheet.placements, *sheet.backs):
        yield _corners(placement), True


def _corners(placement: Placement) -> Sequence[Point]:
    slot = Slot(placement.x, placement.y, placement.turn)
    if placement.outline.is_box:
        return _box(*trim_box(placement.outline, slot))
    return placed(placement.outline, slot)


def _ends(cut: Cut) -> list[Point]:
    return [_point(cut.axis, cut.at, along) for along in (cut.start, cut.end)]


def _point(axis: str, at: Mm, along: Mm) -> Point:
    return (at, along) if axis == "x" else (along, at)


def _numbers(
    cuts: Sequence[Cut], scale: float, width: Mm, height: Mm
) -> Iterator[tuple[int, Point, Point, Point]]:
    """Number, where it stands outside the sheet, where its leader crosses the edge and where it ends.

    Places are those of the drawing.  A number stands at that edge which its cut comes nearer to.
    """
    for axis, across in (("x", height), ("y", width)):
        sides: tuple[list[tuple[Mm, int, Mm]], list[tuple[Mm, int, Mm]]] = [], []
        for number, cut in enumerate(cuts, 1):
            if cut.axis == axis:
                far = across - cut.end + 1e-6 < cut.start
                sides[far].append((cut.at * scale, number, (cut.end if far else cut.start) * scale))
        for mine, edge, way in ((sides[0], 0.0, -1), (sides[1], across * scale, 1)):
            mine.sort()
            outside = edge + way * (0.2 + AROUND / 2)
            # Upright cuts may have theirs beyond the corners, where those of the level ones do not come.
            over, length = (AROUND / 2, width * scale) if axis == "x" else (0.0, height * scale)
            spots = spread([at for at, _, _ in mine], -over, length + over)
            for (at, number, end), spot in zip(mine, spots, strict=True):
                yield number, _point(axis, spot, outside), _point(axis, at, edge), _point(axis, at, end)


def spread(wanted: Sequence[Mm], low: Mm, high: Mm) -> list[Mm]:
    """Places from `low` to `high`, near where they are wanted (ascending), APART or as far as room allows."""
    step = min(APART, (high - low) / max(len(wanted) - 1, 1))
    groups: list[list[Mm]] = []  # what touches stands around its middle
    for at in wanted:
        groups.append([at])
        while len(groups) > 1 and _first(groups[-1], step) - _last(groups[-2], step) < step:
            touching = groups.pop()
            groups[-1] += touching
    spots = [_first(group, step) + k * step for group in groups for k in range(len(group))]
    last = len(spots) - 1
    return [min(max(at, low + k * step), high - (last - k) * step) for k, at in enumerate(spots)]


def _first(group: Sequence[Mm], step: Mm) -> Mm:
    return sum(group) / len(group) - (len(group) - 1) / 2 * step


def _last(group: Sequence[Mm], step: Mm) -> Mm:
    return _first(group, step) + (len(group) - 1) * step
