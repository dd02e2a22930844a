"""Draw cut plans as path data: the pieces of a sheet, and its cuts with numbers and lengths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct, field

from prancha.model.sheet import Cut, CutPlan, Placement, Sheet
from prancha.model.units import Mm
from prancha.sheets.sheet_room import Slot, placed, trim_box

DISC: Mm = 1.8
"""Radius of the disc behind a number."""
OFF: Mm = 2.6
"""Distance from the edge of a sheet to the centre of a disc."""
ASIDE: Mm = 16.0
"""Room for numbers and lengths at the left or the right of a drawing."""
ABOVE: Mm = 9.4
"""Room for numbers and lengths above or below a drawing."""
PLAIN: Mm = 1.0
"""Margin on a side without numbers."""
APART: Mapping[str, Mm] = {"x": 9.0, "y": 4.0}
"""Distance between the numbers of neighbouring cuts, if there is room for it."""
ROW: Mapping[str, Mm] = {"x": 7.2, "y": 14.0}
"""Offset of a second row of numbers, used where numbers in one row would touch."""
Point = tuple[Mm, Mm]


class DrawingRoom(Struct, frozen=True):
    """Space for numbers on each side of a drawing."""

    left: Mm
    top: Mm
    right: Mm
    bottom: Mm


class Numbered(Struct, frozen=True):
    """A cut's number: where it stands beside the sheet, where its leader crosses the edge and where it ends.

    `far` numbers stand at the right or below, those of a second `row` farther out.  Places are those of
    the drawing.
    """

    number: int
    cut: Cut
    far: bool
    row: int
    spot: Point
    edge: Point
    end: Point


class CutDrawing(Struct):
    """Path data by what it shows, in mm of the page, each number of a cut and each length with its place."""

    papers: str = ""
    pieces: str = ""
    folds: str = ""
    cuts: str = ""
    leaders: str = ""
    discs: str = ""
    numbers: list[tuple[int, Mm, Mm]] = field(default_factory=list)
    lengths: list[tuple[Mm, Mm, Mm, str]] = field(default_factory=list)

    def add(self, sheet: Sheet, plan: CutPlan, scale: float, left: Mm, top: Mm) -> None:
        """Draw a sheet with its top left corner at (left, top)."""

        def line(points: Sequence[Point], closed: bool = False) -> str:
            return _path([(left + x * scale, top + y * scale) for x, y in points], closed)

        self.papers += line(_box(0.0, 0.0, sheet.width, sheet.height), True)
        for points, closed in _outlines(sheet):
            self.pieces += line(points, closed)
        if sheet.fold is not None:
            x1, y1, x2, y2 = sheet.fold
            self.folds += line([(x1, y1), (x2, y2)])
        for cut in plan.cuts:
            self.cuts += line(_ends(cut))
        for one in number_cuts(plan.cuts, scale, sheet.width, sheet.height):
            (x, y), *rest = [(left + px, top + py) for px, py in (one.spot, one.edge, one.end)]
            self.leaders += _path([(x, y), *rest])
            half = f"a{DISC} {DISC} 0 1 0"
            self.discs += f"M{x - DISC:.2f} {y:.2f}{half} {2 * DISC} 0{half} {-2 * DISC} 0Z"
            self.numbers.append((one.number, x, y))
            if one.cut.axis == "x":
                self.lengths.append((one.cut.at, x, y + (5.2 if one.far else -2.7), "center"))
            else:
                way = 1 if one.far else -1
                self.lengths.append((one.cut.at, x + way * 2.6, y + 1.15, "left" if one.far else "right"))


def _path(points: Sequence[Point], closed: bool = False) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + ("Z" if closed else "")


def _box(left: Mm, top: Mm, right: Mm, bottom: Mm) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _outlines(sheet: Sheet) -> Iterator[tuple[Sequence[Point], bool]]:
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


def space_for_numbers(numbers: Iterable[Numbered]) -> DrawingRoom:
    """Space that the numbers take beside a drawing."""
    rows: dict[tuple[str, bool], int] = {}
    for one in numbers:
        side = one.cut.axis, one.far
        rows[side] = max(one.row, rows.get(side, 0))

    def taken(axis: str, far: bool, room: Mm) -> Mm:
        return room + rows[axis, far] * ROW[axis] if (axis, far) in rows else PLAIN

    return DrawingRoom(
        taken("y", False, ASIDE), taken("x", False, ABOVE), taken("y", True, ASIDE), taken("x", True, ABOVE)
    )


def number_cuts(cuts: Sequence[Cut], scale: float, width: Mm, height: Mm) -> tuple[Numbered, ...]:
    """Place the numbers beside a sheet, each at the edge that is nearer to its cut.

    Where they are too many for one edge, every other one stands at the opposite edge, and where they
    are too many for a row at both, each edge has two.
    """
    found: list[Numbered] = []
    for axis, along, across in (("x", width, height), ("y", height, width)):
        mine = sorted(
            (
                (cut.at, number, across - cut.end + 1e-6 < cut.start, cut)
                for number, cut in enumerate(cuts, 1)
                if cut.axis == axis
            ),
            key=lambda one: one[:2],
        )
        length = along * scale
        sides = [[one for one in mine if one[2] == far] for far in (False, True)]
        if any(len(side) > 1 and (len(side) - 1) * APART[axis] > length for side in sides):
            sides = [mine[::2], mine[1::2]]
        for far, side in zip((False, True), sides, strict=True):
            edge = across * scale if far else 0.0
            rows = 2 if (len(side) - 1) * APART[axis] > length else 1
            spots = spread([at * scale for at, *_ in side], 0.0, length, APART[axis] / rows)
            for k, ((at, number, _, cut), spot) in enumerate(zip(side, spots, strict=True)):
                end = (cut.end if far else cut.start) * scale
                off = OFF + k % rows * ROW[axis]
                found.append(
                    Numbered(
                        number,
                        cut,
                        far=far,
                        row=k % rows,
                        spot=_point(axis, spot, edge + (off if far else -off)),
                        edge=_point(axis, at * scale, edge),
                        end=_point(axis, at * scale, end),
                    )
                )
    return tuple(found)


@lru_cache(maxsize=4096)  # enough for all sizes that a plan tries, in all languages
def space_beside(cuts: tuple[Cut, ...], scale: float, width: Mm, height: Mm) -> tuple[DrawingRoom, bool]:
    """Space for the numbers of a sheet beside its drawing, and whether they are crowded."""
    numbers = number_cuts(cuts, scale, width, height)
    return space_for_numbers(numbers), is_crowded(numbers)


def is_crowded(numbers: Sequence[Numbered]) -> bool:
    """Return whether numbers in one row are closer to each other than their lengths are wide or high."""
    rows: dict[tuple[str, bool, int], list[Mm]] = {}
    for one in numbers:
        axis = one.cut.axis
        rows.setdefault((axis, one.far, one.row), []).append(one.spot["xy".index(axis)])
    return any(
        b - a < APART[axis] - 1e-6 for (axis, *_), row in rows.items() for a, b in pairwise(sorted(row))
    )


def spread(wanted: Sequence[Mm], low: Mm, high: Mm, apart: Mm) -> list[Mm]:
    """Spread positions from `low` to `high` near the `wanted` ones (ascending), `apart` if there is room."""
    step = min(apart, (high - low) / max(len(wanted) - 1, 1))
    groups: list[list[Mm]] = []  # numbers that would touch are centred as a group
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
