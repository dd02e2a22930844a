"""Lines for a cutting machine: in one spot colour alone, and one outline for each piece, at its place."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.checks.cuts import Lines, lacking_of
from prancha.checks.proof.fault import ProofFault, at, mm
from prancha.checks.proof.match import Match
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.matrix import Point, moved
from prancha.checks.proof.measured import MeasuredLine, ends_key
from prancha.checks.proof.outline import TrimEdge, edges, within
from prancha.model.units import Mm

LAYER = "CutContour"
SPOT = ("/CutContour", "1", "/CutContour")
"""Colour space, tint, and the graphics state that overprints: what each of them is, the closed list says."""
HAIR: Mm = 0.09
PEN_BAR: Mm = 0.005
LEAST: Mm = 0.2
"""A gap that no machine makes."""
CHORD: Mm = 0.06
"""How far chords of a curve may lie off it, of ours and of those that were drawn."""
SAGITTA = 0.005
"""The same of a circle, by its radius: a quarter is read as eight chords."""


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    if LAYER not in (evidence.design.layers or ()):
        return
    for sheet, page in evidence.sheets():
        lines = [line for line in page.lines if line.layer == LAYER]
        yield from _drawn(sheet.page, lines)
        if sheet.side == "back" and lines:
            message = "lines for the cutting machine are on a back, too: it would cut again, mirrored"
            yield ProofFault(
                sheet.page, "contour-wrong", "", message, found=f"{len(lines)} lines", expected="none"
            )
        elif sheet.side == "front":
            matches = [one for one in evidence.by_page.get(sheet.page, ()) if one.planned.side == "front"]
            yield from _missing(matches, lines)


def _drawn(page: int, lines: Sequence[MeasuredLine]) -> Iterator[ProofFault]:
    """Colour, tint and overprint of all lines, and that none is there twice."""
    for line in lines:
        if line.dashes or abs(line.weight - HAIR) > PEN_BAR:
            message = "a line for the cutting machine is no hairline in one stroke, and would be printed"
            found = f"{mm(line.weight)} wide" + (", dashes" if line.dashes else "")
            yield ProofFault(
                page, "contour-wrong", "", message, found=found, expected=f"{mm(HAIR)} wide, one stroke"
            )
            break
    wrong = {line.spot: line for line in lines if line.spot != SPOT}
    for (space, tint, state), line in wrong.items():
        message = "a line for the cutting machine is not drawn as it looks for them"
        found = f"{space or 'no spot colour'}, tint {tint or 'none'}, {state or 'no overprint'}"
        wanted = f"{SPOT[0]}, tint {SPOT[1]}, overprint"
        yield ProofFault(
            page, "contour-wrong", "", f"{message}, from {at(line.x1, line.y1)}", found=found, expected=wanted
        )
    for _, count in Counter(ends_key(line.ends) for line in lines).items():
        if count > 1:
            message = "a line for the cutting machine is drawn more than once: it would cut again"
            yield ProofFault(page, "contour-wrong", "", message, found=f"{count} times", expected="once")
            return


def _missing(matches: Sequence[Match], lines: Sequence[MeasuredLine]) -> Iterator[ProofFault]:
    """Every outline is drawn all around, as far as its page shows it."""
    for match in matches:
        shape = match.planned.shape
        bar = CHORD + SAGITTA * (0.0 if shape.points or shape.is_box else shape.width / 2)
        near = Lines(lines, bar)
        lacking, length = _rounded(match, near) if shape.radius else lacking_of(match, near)
        if lacking > LEAST:
            message = f"{mm(round(lacking, 1))} of its outline have no line for the cutting machine"
            found, wanted = mm(round(length - lacking, 1)), mm(round(length, 1))
            yield ProofFault(
                match.sheet.page, "contour-missing", match.planned.name, message, found=found, expected=wanted
            )


def _rounded(match: Match, lines: Lines) -> tuple[Mm, Mm]:
    """How much of a box with round corners has no line, and how long all of it is."""
    radius = match.planned.shape.radius
    lacking = length = 0.0
    for edge in edges(match):
        share = radius / edge.length
        straight = TrimEdge(edge.at(share, 0), edge.at(1 - share, 0), edge.outwards, 0.0, edge.name)
        part = within(straight, match.sheet.window)
        if part is not None and part.length > 0:
            length += part.length
            lacking += lines.gap(part)
    step = math.pi / 8 * radius
    for point in _corners(match, radius):
        length += step
        lacking += 0.0 if lines.hold(point) else step
    return lacking, length


def _corners(match: Match, radius: Mm) -> Iterator[Point]:
    """Four points of each round corner."""
    width, height = match.planned.shape.width, match.planned.shape.height
    for x, sx in ((radius, -1), (width - radius, 1)):
        for y, sy in ((radius, -1), (height - radius, 1)):
            for k in range(4):
                turn = math.pi / 8 * (k + 0.5)
                yield moved(
                    match.found.matrix, x + sx * radius * math.cos(turn), y + sy * radius * math.sin(turn)
                )


CHECK = ProofCheck(
    "contours",
    ("contour-wrong", "contour-missing"),
    "A cutting machine looks for one spot colour by its name and follows every line of it: what is called "
    "otherwise it prints, and what is missing it does not cut.",
    _run,
)
