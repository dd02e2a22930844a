"""Everything painted on a page was designed: nothing more, nothing less, and in a clean graphics state."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.design import DesignedFace, PlannedSheet
from prancha.checks.proof.fault import ProofFault, at, box_mm, mm
from prancha.checks.proof.match import VECTOR_BAR, Match
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.matrix import Matrix, moved, turn_of
from prancha.checks.proof.measured import FoundBeside, FoundPage, MeasuredLine
from prancha.checks.proof.outline import to_line
from prancha.checks.proof.trim_lines import TrimLines
from prancha.model.units import Mm

ARTIFACT, SAFE, CONTOUR = "Artifact", "Safe", "CutContour"
CHORD: Mm = 0.06
"""How far chords of a curve may lie off it, of ours and of those that were drawn."""
FAR: Mm = 1.0
"""A face beside the components that is nearer than this to its place was moved; else it is another."""
WHITE = 0.99


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    design = evidence.design
    for page in evidence.file.pages:
        yield from _strays(page)
        yield from _altered(page)
        sheet = design.sheets.get(page.number)
        planned = sheet.beside if sheet else None
        if sheet is None and design.plain is not None:
            plain = design.plain.get(page.number)
            planned = plain.beside if plain else ()
        if planned is not None:
            yield from _beside(page, planned)
        yield from _layers(evidence, sheet, page)
    for match in evidence.matches:
        yield from _under(match)


def _strays(page: FoundPage) -> Iterator[ProofFault]:
    for stray in page.strays:
        found = box_mm(stray.box) if stray.box else "all of the page"
        within = f", in the marked content of {stray.where}" if stray.where else ""
        message = f"{stray.kind} is painted that no design knows{within}"
        yield ProofFault(
            page.number, "stray-paint", item=stray.where, message=message, found=found, expected="nothing"
        )


def _altered(page: FoundPage) -> Iterator[ProofFault]:
    for piece in page.pieces:
        for told in piece.altered:
            yield _state(page, f"{piece.item} copy {piece.copy}", told)
    for one in page.beside:
        for told in one.altered:
            yield _state(page, "", told)


def _state(page: FoundPage, item: str, told: str) -> ProofFault:
    message = "a face is painted in a graphics state that was altered before"
    return ProofFault(
        page.number, "state-altered", item=item, message=message, found=told,
        expected="what a page begins with",
    )  # fmt: skip


def _beside(page: FoundPage, planned: Sequence[DesignedFace]) -> Iterator[ProofFault]:
    """Labels, rulers and covers: each of them once, at its place."""
    waiting = list(page.beside)
    for wanted in planned:
        mine = [one for one in waiting if one.face == wanted.face]
        if not mine:
            message = "what stands beside the components is missing, or another drawing"
            yield ProofFault(
                page.number, "beside-missing", item="", message=message, found="nothing",
                expected=f"it from {at(wanted.x, wanted.y)}",
            )  # fmt: skip
            continue
        nearest = min(mine, key=lambda one: _off(one, wanted))
        waiting.remove(nearest)
        off = _off(nearest, wanted)
        if off > VECTOR_BAR:
            message = f"what stands beside the components is off by {mm(off)}"
            found = f"{at(*moved(nearest.matrix, 0, 0))}, {_sizes(nearest.matrix)}"
            yield ProofFault(
                page.number, "beside-off", item="", message=message, found=found,
                expected=f"{at(wanted.x, wanted.y)}, 100 %",
            )  # fmt: skip
    for one in waiting:
        message = "a drawing is painted beside the components that no design knows"
        yield ProofFault(
            page.number, "stray-paint", item="", message=message, found=box_mm(one.box), expected="nothing"
        )


def _off(found: FoundBeside, wanted: DesignedFace) -> Mm:
    """How far a corner of a strip of 100 mm is from its place."""
    angle = math.radians(wanted.turn)
    cos, sin = math.cos(angle), math.sin(angle)
    meant = (cos, sin, -sin, cos, wanted.x, wanted.y)
    return max(
        math.dist(moved(found.matrix, x, y), moved(meant, x, y)) for x, y in ((0, 0), (100, 0), (0, 100))
    )


def _sizes(matrix: Matrix) -> str:
    a, b, c, d, _, _ = matrix
    across, down, turn = math.hypot(a, b), math.hypot(c, d), turn_of(matrix)
    size = f"{across:.2%}" if abs(across - down) < 1e-6 else f"{across:.2%} across and {down:.2%} down"
    return size.replace("%", " %") + (f", turned by {turn:.2f}°" if 0.005 < turn < 359.995 else "")


def _layers(evidence: Evidence, sheet: PlannedSheet | None, page: FoundPage) -> Iterator[ProofFault]:
    """Lines of layers lie on sheets, in layers that were ordered, and where these have theirs."""
    known = evidence.design.layers
    matches = evidence.by_page.get(page.number, ())
    trims = TrimLines(matches, CHORD, rounded=True)
    for line in page.lines:
        wrong = ""
        if line.layer != ARTIFACT and known is not None and line.layer not in known:
            wrong = f"a line of a layer that nobody ordered, {line.layer}"
        elif sheet is None:
            wrong = "a line on a page that is no sheet"
        elif line.layer == ARTIFACT and not _is_gap(line, sheet):
            wrong = "a line outside every layer"
        elif line.layer == CONTOUR and not trims.hold(line):
            wrong = "a line for the cutting machine that follows no outline"
        elif line.layer == SAFE and not _about_piece(line, matches):
            wrong = "a line of the safe zone that belongs to no component"
        if wrong:
            found = f"from {at(line.x1, line.y1)} to {at(line.x2, line.y2)}"
            yield ProofFault(
                page.number, "stray-paint", item="", message=f"{wrong}, is painted that no design knows",
                found=found, expected="nothing",
            )  # fmt: skip


def _is_gap(line: MeasuredLine, sheet: PlannedSheet) -> bool:
    """Whether a line is the white under a mark that crosses the label."""
    white = line.colour is not None and min(line.colour) >= WHITE
    ends = (line.x1, line.y1), (line.x2, line.y2)
    return white and any(
        max(to_line(end, mark[:2], mark[2:]) for end in ends) <= VECTOR_BAR for mark in sheet.marks
    )


def _about_piece(line: MeasuredLine, matches: Sequence[Match]) -> bool:
    """Whether both ends are in the trim box of one component."""
    for match in matches:
        left, top, right, bottom = match.planned.trim
        if all(
            left - CHORD <= x <= right + CHORD and top - CHORD <= y <= bottom + CHORD
            for x, y in ((line.x1, line.y1), (line.x2, line.y2))
        ):
            return True
    return False


def _under(match: Match) -> Iterator[ProofFault]:
    """What is painted beneath a piece to make bleed is its own face, enlarged about its middle."""
    under = match.found.under
    if under is None:
        return
    page, name = match.sheet.page, match.planned.name
    if under.face != match.found.face:
        message = "another face than its own is painted beneath it"
        yield ProofFault(
            page, "stray-paint", item=name, message=message, found="another face",
            expected="its own face, enlarged",
        )  # fmt: skip
        return
    shape = match.planned.shape
    off = math.dist(moved(under.matrix, shape.width / 2, shape.height / 2), match.centre)
    if off > VECTOR_BAR:
        message = f"its bleed is made of its face enlarged off its middle by {mm(off)}"
        yield ProofFault(page, "stray-paint", item=name, message=message, found=mm(off), expected=mm(0))


CHECK = ProofCheck(
    "strays",
    ("stray-paint", "state-altered", "beside-missing", "beside-off"),
    "Whatever is painted over or under a component prints with it, and a label, ruler or cover that is "
    "missing or of another sheet leads whoever cuts and sorts astray.",
    _run,
)
