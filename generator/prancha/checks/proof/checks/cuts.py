"""Every outline that straight cuts do not follow is drawn as a line to cut along."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault, mm
from prancha.checks.proof.match import VECTOR_BAR, Match
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.matrix import Point
from prancha.checks.proof.measured import MeasuredLine
from prancha.checks.proof.outline import TrimEdge, edges, round_points, to_line, within
from prancha.model.units import Mm

CELL: Mm = 6.0
LEAST: Mm = 0.2
"""A gap that scissors do not notice."""
POINTS = 32
"""Places along a circle that must lie on a line."""


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    for sheet, page in evidence.sheets():
        if sheet.side != "front" or sheet.style == "none":
            continue
        free = [
            match
            for match in evidence.by_page.get(sheet.page, ())
            if not match.planned.shape.is_box and match.planned.side == "front" and match.true
        ]
        lines = Lines(page.cuts) if free else None
        for match in free:
            assert lines is not None
            lacking, length = lacking_of(match, lines)
            if lacking > LEAST:
                message = f"{mm(round(lacking, 1))} of its outline have no line to cut along"
                found, wanted = mm(round(length - lacking, 1)), mm(round(length, 1))
                yield ProofFault(
                    sheet.page, "cut-missing", item=match.planned.name, message=message, found=found,
                    expected=wanted,
                )  # fmt: skip


def lacking_of(match: Match, lines: Lines) -> tuple[Mm, Mm]:
    """How much of an outline, as far as its page shows it, has no line; and how long it is."""
    shape = match.planned.shape
    if not (shape.points or shape.is_box):
        step = math.pi * shape.width / POINTS
        bare = sum(not lines.hold(point) for point in round_points(match, POINTS))
        return bare * step, math.pi * shape.width
    lacking = length = 0.0
    for edge in edges(match):
        part = within(edge, match.sheet.window)
        if part is not None:
            length += part.length
            lacking += 0.0 if lines.has(part) else lines.gap(part)
    return lacking, length


class Lines:
    """Lines of a page, found by their ends, and by the squares they pass; `bar` is how far off one may be."""

    def __init__(self, lines: Sequence[MeasuredLine], bar: Mm = VECTOR_BAR) -> None:
        self._lines, self._bar = lines, bar
        self._ends = {_key((line.x1, line.y1), (line.x2, line.y2)) for line in lines}
        self._cells: dict[tuple[int, int], list[int]] = {}
        for index, line in enumerate(lines):
            left, top, right, bottom = (int(value // CELL) for value in line.box)
            for column in range(left, right + 1):
                for row in range(top, bottom + 1):
                    self._cells.setdefault((column, row), []).append(index)

    def has(self, edge: TrimEdge) -> bool:
        """Whether a line has just the ends of an edge."""
        return _key(edge.start, edge.end) in self._ends

    def hold(self, point: Point) -> bool:
        """Whether a point lies on a line."""
        return any(
            to_line(point, (line.x1, line.y1), (line.x2, line.y2)) <= self._bar
            for line in self._near(point, point)
        )

    def gap(self, edge: TrimEdge) -> Mm:
        """How much of an edge lies on no line."""
        covered = sorted(
            filter(None, (_along(edge, line, self._bar) for line in self._near(edge.start, edge.end)))
        )
        reached = bare = 0.0
        for start, end in covered:
            bare += max(0.0, start - reached)
            reached = max(reached, end)
        return bare + max(0.0, edge.length - reached)

    def _near(self, start: Point, end: Point) -> list[MeasuredLine]:
        columns, rows = (
            sorted(int(value // CELL) for value in pair) for pair in zip(start, end, strict=True)
        )
        found: dict[int, None] = {}
        for column in range(columns[0] - 1, columns[1] + 2):
            for row in range(rows[0] - 1, rows[1] + 2):
                found.update(dict.fromkeys(self._cells.get((column, row), ())))
        return [self._lines[index] for index in found]


def _key(one: Point, other: Point) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((round(x * 50), round(y * 50)) for x, y in (one, other)))


def _along(edge: TrimEdge, line: MeasuredLine, bar: Mm) -> tuple[Mm, Mm] | None:
    """From where to where a line runs along an edge; None when it runs elsewhere."""
    length = edge.length
    ux, uy = (edge.end[0] - edge.start[0]) / length, (edge.end[1] - edge.start[1]) / length
    spans = []
    for x, y in ((line.x1, line.y1), (line.x2, line.y2)):
        dx, dy = x - edge.start[0], y - edge.start[1]
        spans.append((dx * ux + dy * uy, dx * uy - dy * ux))
    (a, off_a), (b, off_b) = spans
    low, high = max(0.0, min(a, b)), min(length, max(a, b))
    if high - low < 1e-6:
        return None
    # How far off the line is at the ends of the stretch they share.
    slope = (off_b - off_a) / (b - a)
    if max(abs(off_a + (at - a) * slope) for at in (low, high)) > bar:
        return None
    return low, high


CHECK = ProofCheck(
    "cuts",
    ("cut-missing",),
    "Scissors follow a line: where it is missing a hexagon is cut by eye.",
    _run,
)
