"""Crop marks on the trim edges, cut lines on the outlines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.model.units import Mm
from generator.proof.checks.check import Check
from generator.proof.design import PlannedSheet
from generator.proof.evidence import VECTOR_BAR, Evidence, Match
from generator.proof.fault import Fault, mm
from generator.proof.matrix import around
from generator.proof.measured import FoundPage, Line
from generator.proof.outline import contains, corner_points, edges, to_line, within

NEAR: Mm = 1.0
"""A mark this near to an edge is that edge's mark, off its place."""
DEPTH: Mm = 0.05
"""How far inside a trim line a mark is on the component."""


def _run(evidence: Evidence) -> Iterator[Fault]:
    for sheet, page in evidence.sheets():
        matches = evidence.by_page.get(sheet.page, ())
        blamed: set[Line] = set()
        if sheet.marks:
            yield from _at_edges(sheet, page, matches, blamed)
        unplanned = list(page.lines)
        yield from _against_design(sheet, unplanned, blamed)
        yield from _off_outlines(sheet, [line for line in unplanned if line not in blamed], matches)
        lines = unplanned if sheet.window else page.lines
        yield from _inside(sheet, lines, matches)


def _at_edges(
    sheet: PlannedSheet, page: FoundPage, matches: Sequence[Match], blamed: set[Line]
) -> Iterator[Fault]:
    """Every trim edge of a box has a mark in line with it before its start and after its end."""
    upright = [line for line in page.lines if line.upright]
    level = [line for line in page.lines if line.level]
    done: set[tuple[bool, int, int]] = set()
    for match in matches:
        if not match.planned.shape.is_box:
            continue
        for edge in edges(match):
            part = within(edge, sheet.window)
            if part is None:
                continue
            axis = 0 if abs(part.start[0] - part.end[0]) < abs(part.start[1] - part.end[1]) else 1
            where = part.start[axis]
            low, high = sorted((part.start[1 - axis], part.end[1 - axis]))
            for way, limit in ((-1, low), (1, high)):
                key = (axis == 0, round(where * 100), way * round(limit * 100))
                if key in done:
                    continue
                done.add(key)
                end = _End(edge.name, axis, where, way, limit)
                fault = _mark_for(match, end, (upright, level)[axis], blamed)
                if fault:
                    yield fault


@dataclass(frozen=True, slots=True)
class _End:
    """One end of a trim edge: its coordinate on `axis`, and which way along the other the mark lies."""

    name: str
    axis: int
    where: Mm
    way: int
    limit: Mm

    @property
    def text(self) -> str:
        """Words for messages."""
        sides = ("above", "below") if self.axis == 0 else ("left of", "right of")
        return f"{sides[self.way > 0]} its {self.name} edge"


def _mark_for(match: Match, end: _End, lines: Sequence[Line], blamed: set[Line]) -> Fault | None:
    beyond: list[tuple[Mm, Mm, Line]] = []
    for line in lines:
        at, ends = (line.x1, (line.y1, line.y2)) if end.axis == 0 else (line.y1, (line.x1, line.x2))
        if max(end.way * value for value in ends) > end.way * end.limit + 0.5:
            beyond.append((abs(at - end.where), at, line))
    wanted = f"{'xy'[end.axis]} = {mm(end.where)}"
    page, name = match.sheet.page, match.planned.name
    off, at, nearest = min(beyond, key=lambda found: found[0], default=(math.inf, 0.0, None))
    if off <= VECTOR_BAR:
        return None
    if nearest is None or off > NEAR:
        return Fault(page, "mark-missing", name, f"there is no crop mark {end.text}", "none", wanted)
    blamed.add(nearest)
    message = f"the crop mark {end.text} is off by {at - end.where:+.3f} mm"
    return Fault(page, "mark-off", name, message, f"{'xy'[end.axis]} = {mm(at)}", wanted)


def _against_design(sheet: PlannedSheet, unplanned: list[Line], blamed: set[Line]) -> Iterator[Fault]:
    """Every designed mark is there; takes those found out of `unplanned`."""
    for mark in sheet.marks:
        line = min(unplanned, key=lambda one: _apart(one, mark), default=None)
        off = math.inf if line is None else _apart(line, mark)
        if line is not None and off <= VECTOR_BAR:
            unplanned.remove(line)
            continue
        wanted = f"a line from ({mark[0]:.3f}, {mark[1]:.3f}) to ({mark[2]:.3f}, {mark[3]:.3f}) mm"
        if line is not None and off <= NEAR:
            unplanned.remove(line)
            if line not in blamed:
                found = f"from ({line.x1:.3f}, {line.y1:.3f}) to ({line.x2:.3f}, {line.y2:.3f}) mm"
                yield Fault(sheet.page, "mark-off", "", f"a mark is off by {off:.3f} mm", found, wanted)
        else:
            yield Fault(sheet.page, "mark-missing", "", "a designed mark is not there", "none", wanted)


def _apart(line: Line, mark: tuple[Mm, Mm, Mm, Mm]) -> Mm:
    one, other = (line.x1, line.y1, line.x2, line.y2), (line.x2, line.y2, line.x1, line.y1)
    return min(max(abs(a - b) for a, b in zip(way, mark, strict=True)) for way in (one, other))


def _off_outlines(sheet: PlannedSheet, lines: Sequence[Line], matches: Sequence[Match]) -> Iterator[Fault]:
    """What is no mark must follow the outline of a component."""
    cells = _Cells(matches)
    for line in lines:
        off = max(cells.distance(line.x1, line.y1), cells.distance(line.x2, line.y2))
        if off > VECTOR_BAR:
            item = cells.nearest(line.x1, line.y1)
            message = f"a cut line is {mm(off)} off every outline" if off < 5 else "a line belongs to nothing"
            found = f"from ({line.x1:.3f}, {line.y1:.3f}) to ({line.x2:.3f}, {line.y2:.3f}) mm"
            yield Fault(sheet.page, "cut-off", item, message, found, "it on the trim line")


class _Cells:
    """Trim lines of a page, found by the squares of 10 mm they pass."""

    SIZE: Mm = 10.0

    def __init__(self, matches: Sequence[Match]) -> None:
        self._lines = [(match, corner_points(match)) for match in matches]
        self._cells: dict[tuple[int, int], list[int]] = {}
        for index, (_, points) in enumerate(self._lines):
            left, top, right, bottom = (round(value // self.SIZE) for value in around(points))
            for column in range(left - 1, right + 2):
                for row in range(top - 1, bottom + 2):
                    self._cells.setdefault((column, row), []).append(index)

    def distance(self, x: Mm, y: Mm) -> Mm:
        """From a point to the nearest trim line; a large number when none is near."""
        return min((self._to(index, x, y) for index in self._near(x, y)), default=99.0)

    def nearest(self, x: Mm, y: Mm) -> str:
        """The component whose trim line is nearest."""
        index = min(self._near(x, y), key=lambda k: self._to(k, x, y), default=None)
        return "" if index is None else self._lines[index][0].planned.name

    def _near(self, x: Mm, y: Mm) -> Sequence[int]:
        return self._cells.get((round(x // self.SIZE), round(y // self.SIZE)), ())

    def _to(self, index: int, x: Mm, y: Mm) -> Mm:
        match, points = self._lines[index]
        shape = match.planned.shape
        if not shape.is_box and not shape.points:
            return abs(math.dist((x, y), match.centre) - shape.width / 2)
        return min(to_line((x, y), a, b) for a, b in zip(points, (*points[1:], points[0]), strict=True))


def _inside(sheet: PlannedSheet, lines: Sequence[Line], matches: Sequence[Match]) -> Iterator[Fault]:
    """No mark inside a component."""
    straight = [line for line in lines if line.upright or line.level]
    for match in matches:
        points = corner_points(match)
        left, top, right, bottom = around(points)
        for line in straight:
            (x1, x2), (y1, y2) = sorted((line.x1, line.x2)), sorted((line.y1, line.y2))
            if x2 < left + DEPTH or x1 > right - DEPTH or y2 < top + DEPTH or y1 > bottom - DEPTH:
                continue
            length = _length_inside(points, max(x1, left), max(y1, top), min(x2, right), min(y2, bottom))
            if length > DEPTH:
                message = f"a mark runs {mm(length)} over it"
                found = f"({x1:.3f}, {y1:.3f}) to ({x2:.3f}, {y2:.3f}) mm"
                yield Fault(sheet.page, "mark-inside", match.planned.name, message, found, "no mark inside")


def _length_inside(points: Sequence[tuple[Mm, Mm]], x1: Mm, y1: Mm, x2: Mm, y2: Mm) -> Mm:
    """How much of an axis-parallel stretch is deeper than DEPTH inside a polygon."""
    length = math.dist((x1, y1), (x2, y2))
    count = max(2, math.ceil(length / 0.5))
    hits = 0
    for k in range(count):
        share = (k + 0.5) / count
        x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
        ring = zip(points, (*points[1:], points[0]), strict=True)
        hits += contains(points, x, y) and min(to_line((x, y), a, b) for a, b in ring) > DEPTH
    return length * hits / count


CHECK = Check(
    "marks",
    ("mark-off", "mark-missing", "mark-inside", "cut-off"),
    "The knife follows the marks: one that is off by 0.15 mm makes every card of the row wrong.",
    _run,
)
