"""Check of marks: crop marks on the trim edges, cut lines on the outlines."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence

from msgspec import Struct

from prancha.checks.proof.design import PlannedSheet
from prancha.checks.proof.evidence import Evidence, proof_check
from prancha.checks.proof.matched_pieces import (
    VECTOR_BAR,
    Match,
    TrimLines,
    corner_points,
    fills_paper,
    part_within,
    trim_edges,
)
from prancha.checks.proof.measured import FoundPage, MeasuredLine, ends_key
from prancha.checks.proof.pdf_geometry import bounds, contains, distance_to_line, sides
from prancha.checks.proof.proof_report import ProofFault, at, line_mm, mm
from prancha.model.units import Mm

NEAR: Mm = 1.0
"""A mark this near to an edge is that edge's mark, off its place."""
TICK_SIZE: Mm = 2.0
TICK_LEAST: Mm = 2.0
"""Across the whole tick."""
ELSEWHERE: Mm = 5.0
"""Farther from every outline than this a line is none of them, gone astray."""
STEP: Mm = 0.02
IN_LINE: Mm = 0.006
"""A mark this near to a line's own is in line with it: the hundredth of a millimetre is what is drawn."""
DEPTH: Mm = 0.05
"""How far inside a trim line a mark is on the component."""


@proof_check("marks", "mark-off", "mark-missing", "mark-single", "mark-inside", "cut-off", "tick-off")
def check_marks(evidence: Evidence) -> Iterator[ProofFault]:
    """The knife follows the marks: one that is off by 0.15 mm makes every card of the row wrong."""
    for sheet, page in evidence.sheets():
        matches = evidence.by_page.get(sheet.page, ())
        blamed: set[MeasuredLine] = set()
        if sheet.style != "none":
            yield from _check_edges(page, matches, blamed)
        unplanned = list(page.cuts)
        yield from _check_designed(sheet, unplanned, blamed)
        yield from _check_alignment(sheet)
        yield from _check_tick(sheet, unplanned)
        yield from _check_cut_lines(sheet, [line for line in unplanned if line not in blamed], matches)
        # Crosses that align a poster's pages lie on the board by design.
        yield from _check_inside(sheet, unplanned if sheet.window else page.cuts, matches)


def _check_edges(
    page: FoundPage, matches: Sequence[Match], blamed: set[MeasuredLine]
) -> Iterator[ProofFault]:
    """Every trim edge of a box has a mark in line with it before its start and after its end."""
    straight = [line for line in page.cuts if line.upright], [line for line in page.cuts if line.level]
    cut = (match for match in matches if not fills_paper(match))
    sides = [(match, side) for match in cut for side in _find_trim_sides(match)]
    # A mark in line with one edge is that edge's, and no other's that is nearly in line.
    owned = [sorted(side.where for _, side in sides if side.axis == axis) for axis in (0, 1)]
    done: set[tuple[int, ...]] = set()
    for match, side in sides:
        if side.key not in done:
            done.add(side.key)
            yield from _check_edge_marks(
                match, side, lines=straight[side.axis], owned=owned[side.axis], blamed=blamed, done=done
            )


def _find_trim_sides(match: Match) -> Iterator[_TrimSide]:
    """The trim edges of a box, as far as its page shows them."""
    for edge in trim_edges(match) if match.planned.shape.is_box else ():
        part = part_within(edge, match.sheet.window)
        if part is not None:
            axis = 0 if abs(part.start[0] - part.end[0]) < abs(part.start[1] - part.end[1]) else 1
            low, high = sorted((part.start[1 - axis], part.end[1 - axis]))
            yield _TrimSide(edge.name, axis, part.start[axis], low, high)


def _is_owned(at: Mm, places: Sequence[Mm]) -> bool:
    """Return whether a line is in line with an edge at one of these places, which ascend."""
    k = bisect_left(places, at - VECTOR_BAR)
    return k < len(places) and places[k] <= at + VECTOR_BAR


class _TrimSide(Struct, frozen=True):
    """A trim edge: its coordinate on `axis`, and from where to where it runs along the other."""

    name: str
    axis: int
    where: Mm
    low: Mm
    high: Mm

    @property
    def key(self) -> tuple[int, int, int, int]:
        """Equal for edges that neighbours share."""
        return self.axis, round(self.where * 100), round(self.low * 100), round(self.high * 100)

    def text(self, way: int) -> str:
        """Words for the mark before (-1) or after (1) it."""
        words = ("above", "below") if self.axis == 0 else ("left of", "right of")
        return f"{words[way > 0]} its {self.name} edge"


def _check_edge_marks(
    match: Match,
    side: _TrimSide,
    lines: Sequence[MeasuredLine],
    owned: Sequence[Mm],
    blamed: set[MeasuredLine],
    done: set[tuple[int, ...]],
) -> Iterator[ProofFault]:
    """Faults of the two marks of one edge; a mark that a whole row lacks is reported once."""
    ends: dict[int, list[tuple[Mm, Mm, MeasuredLine]]] = {-1: [], 1: []}
    for line in lines:
        at, span = (line.x1, (line.y1, line.y2)) if side.axis == 0 else (line.y1, (line.x1, line.x2))
        off = abs(at - side.where)
        if off > VECTOR_BAR and _is_owned(at, owned):
            continue
        if off <= VECTOR_BAR and min(span) < side.low + 1 and max(span) > side.high - 1:
            return  # a cut line along the whole edge leads the knife better than marks
        for way, limit in ((-1, side.low), (1, side.high)):
            if max(way * value for value in span) > way * limit + 0.5:
                ends[way].append((off, at, line))
    nearest = {way: min(found, key=lambda one: one[0], default=None) for way, found in ends.items()}
    page, name, wanted = match.sheet.page, match.planned.name, f"{'xy'[side.axis]} = {mm(side.where)}"
    # Paper is cut once, front up: a back shows what marks there is room for.
    asked = match.planned.side == "front" and match.sheet.style != "edge"
    missing = [way for way, found in nearest.items() if asked and (found is None or found[0] > NEAR)]
    for way, found in nearest.items():
        if found is not None and VECTOR_BAR < found[0] <= NEAR:
            blamed.add(found[2])
            message = f"the crop mark {side.text(way)} is off by {found[1] - side.where:+.3f} mm"
            yield ProofFault(page, "mark-off", name, message, f"{'xy'[side.axis]} = {mm(found[1])}", wanted)
    lacking = (side.axis, round(side.where * 100), *missing)
    if lacking in done:
        return
    done.add(lacking)
    if len(missing) == 2:
        message = f"there is no crop mark at either end of its {side.name} edge"
        yield ProofFault(page, "mark-missing", item=name, message=message, found="none", expected=wanted)
    elif len(missing) == 1:
        message = f"there is no crop mark {side.text(missing[0])}, only at its other end"
        yield ProofFault(page, "mark-single", name, message, "one mark", wanted, severity="warning")


def _check_alignment(sheet: PlannedSheet) -> Iterator[ProofFault]:
    """Crop marks of the manifest are in line with trim edges of its pieces."""
    edges_at: tuple[set[int], set[int]] = (set(), set())
    for piece in sheet.pieces:
        left, top, right, bottom = piece.trim
        for axis, places in enumerate(((left, right), (top, bottom))):
            edges_at[axis].update(round(at / STEP) for at in places)
            if sheet.fold is not None and sheet.fold[axis] == sheet.fold[axis + 2]:
                # Where its back would be, for a piece that has none.
                edges_at[axis].update(round((2 * sheet.fold[axis] - at) / STEP) for at in places)
    # A back has the marks of its front, whose pieces may have no backs.
    for mark in sheet.marks if sheet.side == "front" else ():
        axis = 0 if abs(mark[0] - mark[2]) < abs(mark[1] - mark[3]) else 1
        if sheet.style == "cross" and _is_in_line((mark[1 - axis] + mark[3 - axis]) / 2, edges_at[1 - axis]):
            continue  # the bar of a cross
        if not _is_in_line(mark[axis], edges_at[axis]):
            message = "a crop mark is in line with no trim edge: it leads the knife through components"
            found = f"{'xy'[axis]} = {mm(mark[axis])}"
            yield ProofFault(sheet.page, "mark-off", "", message, found, "a trim edge")


def _is_in_line(place: Mm, edges_at: Container[int]) -> bool:
    at = round(place / STEP)
    return any(near in edges_at for near in (at - 1, at, at + 1))


def _check_designed(
    sheet: PlannedSheet, unplanned: list[MeasuredLine], blamed: set[MeasuredLine]
) -> Iterator[ProofFault]:
    """Every designed mark is there; takes those found out of `unplanned`."""
    fold = () if sheet.fold is None else (sheet.fold,)
    places: dict[tuple[tuple[int, int], ...], list[MeasuredLine]] = {}
    for line in unplanned:
        places.setdefault(ends_key(line.ends), []).append(line)
    for mark in (*sheet.marks, *sheet.lines, *fold):
        same = places.get(ends_key(mark))
        if same and _measure_apart(same[-1], mark) <= VECTOR_BAR:
            unplanned.remove(same.pop())
            continue
        nearest = min(unplanned, key=lambda one: _measure_apart(one, mark), default=None)
        wanted = f"a line {line_mm(mark)}"
        off = math.inf if nearest is None else _measure_apart(nearest, mark)
        if nearest is None or off > NEAR:
            yield ProofFault(sheet.page, "mark-missing", "", "a designed mark is not there", "none", wanted)
            continue
        unplanned.remove(nearest)
        places[ends_key(nearest.ends)].remove(nearest)
        if off > VECTOR_BAR and nearest not in blamed:
            found = line_mm(nearest.ends)
            yield ProofFault(sheet.page, "mark-off", "", f"a mark is off by {off:.3f} mm", found, wanted)


def _measure_apart(line: MeasuredLine, mark: tuple[Mm, Mm, Mm, Mm]) -> Mm:
    one, other = (line.x1, line.y1, line.x2, line.y2), (line.x2, line.y2, line.x1, line.y1)
    return min(max(abs(a - b) for a, b in zip(way, mark, strict=True)) for way in (one, other))


def _check_tick(sheet: PlannedSheet, unplanned: list[MeasuredLine]) -> Iterator[ProofFault]:
    """The pairing tick is at its place, square and large enough."""
    if sheet.tick is None:
        return
    x, y = sheet.tick
    mine = [
        line
        for line in unplanned
        if max(math.dist((line.x1, line.y1), (x, y)), math.dist((line.x2, line.y2), (x, y))) < TICK_SIZE
    ]
    ends = [end for line in mine for end in ((line.x1, line.y1), (line.x2, line.y2))]
    for line in mine:
        unplanned.remove(line)
    if not ends:
        yield ProofFault(sheet.page, "tick-off", "", "the pairing tick is not there", "nothing", at(x, y))
        return
    left, top, right, bottom = bounds(ends)
    found = ((left + right) / 2, (top + bottom) / 2)
    if math.dist(found, (x, y)) > VECTOR_BAR:
        message = f"the pairing tick is off by {math.dist(found, (x, y)):.3f} mm"
        yield ProofFault(sheet.page, "tick-off", "", message, at(*found), at(x, y))
    width, height = right - left, bottom - top
    if abs(width - height) > VECTOR_BAR or width < TICK_LEAST:
        message = "the pairing tick is squeezed or too small to be seen"
        seen = f"{width:.3f} x {height:.3f} mm"
        yield ProofFault(sheet.page, "tick-off", "", message, seen, f"at least {mm(TICK_LEAST)}")


def _check_cut_lines(
    sheet: PlannedSheet, lines: Sequence[MeasuredLine], matches: Sequence[Match]
) -> Iterator[ProofFault]:
    """Lines that are no marks follow the outline of a component; one fault for each component."""
    trims = TrimLines(matches)
    wrong: dict[str, list[tuple[Mm, MeasuredLine]]] = {}
    for line in lines:
        off = max(trims.distance(line.x1, line.y1), trims.distance(line.x2, line.y2))
        if off > VECTOR_BAR:
            wrong.setdefault(trims.nearest(line.x1, line.y1), []).append((off, line))
        elif not trims.hold(line):
            yield _line_fault(sheet.page, line, "a cut line leaves the outlines between its ends")
        elif _is_needless(line, sheet) and not trims.free((line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2):
            yield _line_fault(sheet.page, line, "a cut line is drawn where crop marks lead the knife")
    for item, parts in wrong.items():
        off, line = max(parts, key=lambda part: part[0])
        message = (
            f"a cut line is {mm(off)} off every outline" if off < ELSEWHERE else "a line belongs to nothing"
        )
        more = f", and {len(parts) - 1} more" if len(parts) > 1 else ""
        found = f"{line_mm(line.ends)}{more}"
        yield ProofFault(sheet.page, "cut-off", item, message, found, "it on the trim line")


def _line_fault(page: int, line: MeasuredLine, message: str) -> ProofFault:
    found = line_mm(line.ends)
    return ProofFault(page, "cut-off", "", message, found, "a cut of the plan, a fold or a mark")


def _is_needless(line: MeasuredLine, sheet: PlannedSheet) -> bool:
    """Return whether a straight line has a crop mark in line with it beyond both ends."""
    if not (line.upright or line.level):
        return False
    axis = 0 if line.upright else 1
    low, high = sorted((line.ends[1 - axis], line.ends[3 - axis]))
    middles = [
        (mark[1 - axis] + mark[3 - axis]) / 2
        for mark in sheet.marks
        if max(abs(mark[axis] - line.ends[axis]), abs(mark[axis + 2] - line.ends[axis])) <= IN_LINE
    ]
    return any(at < low for at in middles) and any(at > high for at in middles)


def _check_inside(
    sheet: PlannedSheet, lines: Sequence[MeasuredLine], matches: Sequence[Match]
) -> Iterator[ProofFault]:
    """No mark inside a component."""
    straight = [line for line in lines if line.upright or line.level]
    for match in matches:
        points = corner_points(match)
        left, top, right, bottom = bounds(points)
        for line in straight:
            (x1, x2), (y1, y2) = sorted((line.x1, line.x2)), sorted((line.y1, line.y2))
            if x2 < left + DEPTH or x1 > right - DEPTH or y2 < top + DEPTH or y1 > bottom - DEPTH:
                continue
            length = _measure_inside(points, max(x1, left), max(y1, top), min(x2, right), min(y2, bottom))
            if length > DEPTH:
                message = f"a mark runs {mm(length)} over it"
                found = f"({x1:.3f}, {y1:.3f}) to ({x2:.3f}, {y2:.3f}) mm"
                wanted = "no mark inside"
                yield ProofFault(sheet.page, "mark-inside", match.planned.name, message, found, wanted)


def _measure_inside(points: Sequence[tuple[Mm, Mm]], x1: Mm, y1: Mm, x2: Mm, y2: Mm) -> Mm:
    """How much of an axis-parallel stretch is deeper than DEPTH inside a polygon."""
    length = math.dist((x1, y1), (x2, y2))
    count = max(2, math.ceil(length / 0.5))
    hits = 0
    for k in range(count):
        share = (k + 0.5) / count
        x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
        hits += (
            contains(points, x, y) and min(distance_to_line((x, y), a, b) for a, b in sides(points)) > DEPTH
        )
    return length * hits / count
