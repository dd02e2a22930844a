"""Checks of lines to cut along: drawn for every outline, in pens that print, and for cutting machines."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from prancha.checks.proof.design import PlannedSheet
from prancha.checks.proof.evidence import Evidence, proof_check
from prancha.checks.proof.matched_pieces import (
    VECTOR_BAR,
    Match,
    TrimEdge,
    part_within,
    round_points,
    trim_edges,
)
from prancha.checks.proof.measured import Dashes, MeasuredLine, ends_key
from prancha.checks.proof.pdf_geometry import Point, distance_to_line, map_point
from prancha.checks.proof.proof_report import ProofFault, at, mm
from prancha.model.units import Mm

PEN_BAR: Mm = 0.005
THINNEST: Mm = 0.05
THICKEST: Mm = 0.45
FAINTEST = 0.8
"""How light a line may be that is to be followed."""
LEAST_SHARE = 0.4
"""Of a dashed line, in each of its shades."""
SAMPLES = 100


@proof_check("pens", "mark-weight")
def check_pens(evidence: Evidence) -> Iterator[ProofFault]:
    """A mark of 3 mm leads the knife anywhere, one of a thousandth or a white one nowhere."""
    for sheet, page in evidence.sheets():
        marks = {ends_key(mark) for mark in sheet.marks}
        fold = None if sheet.fold is None else ends_key(sheet.fold)
        dashed: defaultdict[tuple[tuple[int, int], ...], list[MeasuredLine]] = defaultdict(list)
        for line in page.cuts:
            is_mark = ends_key(line.ends) in marks
            if line.dashes and not is_mark and ends_key(line.ends) != fold:
                dashed[ends_key(line.ends)].append(line)
            for message, found, wanted in _check_pen(line, sheet, is_mark):
                yield ProofFault(sheet.page, "mark-weight", "", message, found, wanted)
        for lines in dashed.values():
            yield from _check_dashes(lines, sheet.page)


def _check_dashes(lines: Sequence[MeasuredLine], page: int) -> Iterator[ProofFault]:
    """Dashes along one line have two shades, each in the other's gaps, so that one shows on any ground."""
    dark, pale = _count_shades(tuple((line.dashes, _is_pale(line)) for line in lines))
    if min(dark, pale) < LEAST_SHARE * SAMPLES:
        message = "the dashes of a cut line are not seen on every ground"
        found = f"{dark / SAMPLES:.0%} dark, {pale / SAMPLES:.0%} light"
        yield ProofFault(page, "mark-weight", "", message, found, f"at least {LEAST_SHARE:.0%} of each")


@lru_cache(maxsize=256)
def _count_shades(lines: tuple[tuple[Dashes, bool], ...]) -> tuple[int, int]:
    """Count dark and pale places among `SAMPLES` along dashed lines; the last line is on top."""
    dark = pale = 0
    for sample in range(SAMPLES):
        at = sample / SAMPLES * sum(lines[0][0][1:])
        top = next((is_pale for dashes, is_pale in reversed(lines) if _is_painted(dashes, at)), None)
        dark += top is False
        pale += top is True
    return dark, pale


def _is_painted(dashes: Dashes, at: Mm) -> bool:
    """Return whether a dash, not a gap, is `at` a distance from the line's beginning."""
    start, *lengths = dashes
    lengths *= 1 + len(lengths) % 2
    at = (start + at) % sum(lengths)
    for k, length in enumerate(lengths):
        if at < length:
            return k % 2 == 0
        at -= length
    return False


def _is_pale(line: MeasuredLine) -> bool:
    return line.colour is not None and min(line.colour) > FAINTEST


def _check_pen(line: MeasuredLine, sheet: PlannedSheet, is_mark: bool) -> Iterator[tuple[str, str, str]]:
    """A crop mark has the pen of the sheet profile; other lines can be seen."""
    low, high = THINNEST, THICKEST
    if is_mark:
        low, high = sheet.weight - PEN_BAR, sheet.weight + PEN_BAR
    if not low <= line.weight <= high:
        what = "thin to be printed" if line.weight < low else "thick"
        yield f"a mark or cut line is too {what}", mm(line.weight), f"from {mm(low)} to {mm(high)}"
    if line.colour is None or (_is_pale(line) and (is_mark or not line.dashes)):
        found = "no plain colour" if line.colour is None else f"{min(line.colour):.0%} light"
        yield "a mark or cut line is too pale to be seen", found, f"at most {FAINTEST:.0%}"
    elif is_mark and _is_other_colour(line, sheet.colour):
        found = "#" + "".join(f"{round(255 * part):02x}" for part in line.colour)
        yield "a mark is of another colour", found, sheet.colour
    if is_mark and line.dashes:
        yield "a mark is dashed", "dashes", "one stroke"
    if line.faded:
        yield "a mark or cut line is drawn with an opacity or blend mode of its own", "a gs operator", "none"


def _is_other_colour(line: MeasuredLine, colour: str) -> bool:
    wanted = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    return line.colour is not None and any(
        abs(a - b) > 0.01 for a, b in zip(line.colour, wanted, strict=True)
    )


CELL: Mm = 6.0
LEAST: Mm = 0.2
"""A gap that scissors do not notice, and no machine makes."""
POINTS = 32
"""Places along a circle that must lie on a line."""


@proof_check("cuts", "cut-missing")
def check_cuts(evidence: Evidence) -> Iterator[ProofFault]:
    """Scissors follow a line: where it is missing a hexagon is cut by eye."""
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
            lacking, length = measure_gaps(match, lines)
            if lacking > LEAST:
                message = f"{mm(round(lacking, 1))} of its outline have no line to cut along"
                found, wanted = mm(round(length - lacking, 1)), mm(round(length, 1))
                yield ProofFault(sheet.page, "cut-missing", match.planned.name, message, found, wanted)


def measure_gaps(match: Match, lines: Lines) -> tuple[Mm, Mm]:
    """Length of an outline without a line, and its whole length, as far as its page shows it."""
    shape = match.planned.shape
    if shape.is_round:
        step = math.pi * shape.width / POINTS
        bare = sum(not lines.hold(point) for point in round_points(match, POINTS))
        return bare * step, math.pi * shape.width
    lacking = length = 0.0
    for edge in trim_edges(match):
        part = part_within(edge, match.sheet.window)
        if part is not None:
            length += part.length
            lacking += 0.0 if lines.has(part) else lines.gap(part)
    return lacking, length


class Lines:
    """Lines of a page, indexed by their ends and by a grid; `bar` is how far off one may be, in mm."""

    def __init__(self, lines: Sequence[MeasuredLine], bar: Mm = VECTOR_BAR) -> None:
        self._lines, self._bar = lines, bar
        self._ends = {_ends_key((line.x1, line.y1), (line.x2, line.y2)) for line in lines}
        self._cells: dict[tuple[int, int], list[int]] = {}
        for index, line in enumerate(lines):
            left, top, right, bottom = (int(value // CELL) for value in line.box)
            for column in range(left, right + 1):
                for row in range(top, bottom + 1):
                    self._cells.setdefault((column, row), []).append(index)

    def has(self, edge: TrimEdge) -> bool:
        """Return whether a line has just the ends of an edge."""
        return _ends_key(edge.start, edge.end) in self._ends

    def hold(self, point: Point) -> bool:
        """Return whether a point lies on a line."""
        return any(
            distance_to_line(point, (line.x1, line.y1), (line.x2, line.y2)) <= self._bar
            for line in self._near(point, point)
        )

    def gap(self, edge: TrimEdge) -> Mm:
        """How much of an edge lies on no line."""
        covered = sorted(
            filter(None, (_find_overlap(edge, line, self._bar) for line in self._near(edge.start, edge.end)))
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


def _ends_key(one: Point, other: Point) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((round(x * 50), round(y * 50)) for x, y in (one, other)))


def _find_overlap(edge: TrimEdge, line: MeasuredLine, bar: Mm) -> tuple[Mm, Mm] | None:
    """Start and end of a line along an edge, in mm; None where it runs elsewhere."""
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


LAYER = "CutContour"
SPOT = ("/CutContour", "1", "/CutContour")
"""Colour space, tint, and the graphics state that overprints: what each of them is, the closed list says."""
HAIR: Mm = 0.09
CHORD: Mm = 0.06
"""How far chords of a curve may lie off it, of ours and of those that were drawn."""
SAGITTA = 0.005
"""The same of a circle, by its radius: a quarter is read as eight chords."""


@proof_check("contours", "contour-wrong", "contour-missing")
def check_contours(evidence: Evidence) -> Iterator[ProofFault]:
    """A cutting machine looks for one spot colour by its name and follows every line of it: what is called
    otherwise it prints, and what is missing it does not cut.
    """
    if LAYER not in evidence.design.layers:
        return
    for sheet, page in evidence.sheets():
        lines = [line for line in page.lines if line.layer == LAYER]
        yield from _check_drawing(sheet.page, lines)
        if sheet.side == "back" and lines:
            message = "lines for the cutting machine are on a back, too: it would cut again, mirrored"
            yield ProofFault(sheet.page, "contour-wrong", "", message, f"{len(lines)} lines", "none")
        elif sheet.side == "front":
            matches = [one for one in evidence.by_page.get(sheet.page, ()) if one.planned.side == "front"]
            yield from _check_missing(matches, lines)


def _check_drawing(page: int, lines: Sequence[MeasuredLine]) -> Iterator[ProofFault]:
    """Colour, tint and overprint of all lines, and that none is there twice."""
    for line in lines:
        if line.dashes or abs(line.weight - HAIR) > PEN_BAR:
            message = "a line for the cutting machine is no hairline in one stroke, and would be printed"
            found = f"{mm(line.weight)} wide" + (", dashes" if line.dashes else "")
            yield ProofFault(page, "contour-wrong", "", message, found, f"{mm(HAIR)} wide, one stroke")
            break
    wrong = {line.spot: line for line in lines if line.spot != SPOT}
    for (space, tint, state), line in wrong.items():
        message = "a line for the cutting machine is not drawn as it looks for them"
        found = f"{space or 'no spot colour'}, tint {tint or 'none'}, {state or 'no overprint'}"
        wanted = f"{SPOT[0]}, tint {SPOT[1]}, overprint"
        yield ProofFault(page, "contour-wrong", "", f"{message}, from {at(line.x1, line.y1)}", found, wanted)
    for _, count in Counter(ends_key(line.ends) for line in lines).items():
        if count > 1:
            message = "a line for the cutting machine is drawn more than once: it would cut again"
            yield ProofFault(page, "contour-wrong", "", message, found=f"{count} times", expected="once")
            return


def _check_missing(matches: Sequence[Match], lines: Sequence[MeasuredLine]) -> Iterator[ProofFault]:
    """Every outline is drawn all around, as far as its page shows it."""
    for match in matches:
        shape = match.planned.shape
        bar = CHORD + SAGITTA * (shape.width / 2 if shape.is_round else 0.0)
        near = Lines(lines, bar)
        lacking, length = _measure_rounded(match, near) if shape.radius else measure_gaps(match, near)
        if lacking > LEAST:
            message = f"{mm(round(lacking, 1))} of its outline have no line for the cutting machine"
            found, wanted = mm(round(length - lacking, 1)), mm(round(length, 1))
            yield ProofFault(match.sheet.page, "contour-missing", match.planned.name, message, found, wanted)


def _measure_rounded(match: Match, lines: Lines) -> tuple[Mm, Mm]:
    """Length of a rounded box without a line, and its whole length."""
    radius = match.planned.shape.radius
    lacking = length = 0.0
    for edge in trim_edges(match):
        share = radius / edge.length
        straight = TrimEdge(edge.at(share, 0), edge.at(1 - share, 0), edge.outwards, 0.0, edge.name)
        part = part_within(straight, match.sheet.window)
        if part is not None and part.length > 0:
            length += part.length
            lacking += lines.gap(part)
    step = math.pi / 8 * radius
    for point in _corner_points(match, radius):
        length += step
        lacking += 0.0 if lines.hold(point) else step
    return lacking, length


def _corner_points(match: Match, radius: Mm) -> Iterator[Point]:
    """Four points of each round corner."""
    width, height = match.planned.shape.width, match.planned.shape.height
    for x, sx in ((radius, -1), (width - radius, 1)):
        for y, sy in ((radius, -1), (height - radius, 1)):
            for k in range(4):
                turn = math.pi / 8 * (k + 0.5)
                yield map_point(
                    match.found.matrix, x + sx * radius * math.cos(turn), y + sy * radius * math.sin(turn)
                )
