"""Checks of paint: all of it designed, inside the printable margin, and out to the bleed of each piece."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from prancha.checks.proof.appearance import Bare
from prancha.checks.proof.design import DesignedFace, PlannedSheet
from prancha.checks.proof.evidence import Evidence, proof_check
from prancha.checks.proof.matched_pieces import (
    SIDES,
    VECTOR_BAR,
    Match,
    TrimEdge,
    TrimLines,
    corner_points,
    fills_paper,
    part_within,
    trim_edges,
)
from prancha.checks.proof.measured import FoundPage, MeasuredLine, Painted
from prancha.checks.proof.pdf_geometry import (
    Box,
    Matrix,
    Point,
    bounds,
    covers,
    distance_to_line,
    map_point,
    rectangle,
    rotation_of,
    sides,
)
from prancha.checks.proof.proof_report import ProofFault, at, box_mm, mm
from prancha.model.units import Mm

ARTIFACT, SAFE, CONTOUR = "Artifact", "Safe", "CutContour"
CHORD: Mm = 0.06
"""How far chords of a curve may lie off it, of ours and of those that were drawn."""
FAR: Mm = 1.0
"""A face beside the components that is nearer than this to its place was moved; else it is another."""
WHITE = 0.99


@proof_check("strays", "stray-paint", "state-altered", "beside-missing", "beside-off")
def check_strays(evidence: Evidence) -> Iterator[ProofFault]:
    """Whatever is painted over or under a component prints with it, and a label, ruler or cover that is
    missing or of another sheet leads whoever cuts and sorts astray.
    """
    design = evidence.design
    for page in evidence.file.pages:
        yield from _check_marked(page)
        sheet = design.sheets.get(page.number)
        planned = sheet or design.plain.get(page.number)
        yield from _check_beside(page, planned.beside if planned else ())
        yield from _check_layers(evidence, sheet, page)
    for match in evidence.matches:
        yield from _check_under(match)


def _check_marked(page: FoundPage) -> Iterator[ProofFault]:
    """Nothing is painted without a role, or in an altered graphics state."""
    for stray in page.strays:
        found = box_mm(stray.box) if stray.box else "all of the page"
        within = f", in the marked content of {stray.where}" if stray.where else ""
        message = f"{stray.kind} is painted that no design knows{within}"
        yield ProofFault(page.number, "stray-paint", stray.where, message, found, "nothing")
    altered = [(f"{piece.item} copy {piece.copy}", piece.altered) for piece in page.pieces]
    for item, states in (*altered, *(("", one.altered) for one in page.beside)):
        for told in states:
            message = "a face is painted in a graphics state that was altered before"
            yield ProofFault(page.number, "state-altered", item, message, told, "what a page begins with")


def _check_beside(page: FoundPage, planned: Sequence[DesignedFace]) -> Iterator[ProofFault]:
    """Labels, rulers and covers are there once each, at their places."""
    waiting = list(page.beside)
    for wanted in planned:
        mine = [one for one in waiting if one.face == wanted.face]
        if not mine:
            message = "what stands beside the components is missing, or another drawing"
            expected = f"it from {at(wanted.x, wanted.y)}"
            yield ProofFault(page.number, "beside-missing", "", message, "nothing", expected)
            continue
        nearest = min(mine, key=lambda one: _measure_offset(one, wanted))
        waiting.remove(nearest)
        off = _measure_offset(nearest, wanted)
        if off > VECTOR_BAR:
            message = f"what stands beside the components is off by {mm(off)}"
            found = f"{at(*map_point(nearest.matrix, 0, 0))}, {_format_scale(nearest.matrix)}"
            expected = f"{at(wanted.x, wanted.y)}, 100 %"
            yield ProofFault(page.number, "beside-off", "", message, found, expected)
    for one in waiting:
        message = "a drawing is painted beside the components that no design knows"
        yield ProofFault(page.number, "stray-paint", "", message, box_mm(one.box), "nothing")


def _measure_offset(found: Painted, wanted: DesignedFace) -> Mm:
    """How far a corner of a strip of 100 mm is from its place."""
    angle = math.radians(wanted.turn)
    cos, sin = math.cos(angle), math.sin(angle)
    meant = (cos, sin, -sin, cos, wanted.x, wanted.y)
    return max(
        math.dist(map_point(found.matrix, x, y), map_point(meant, x, y))
        for x, y in ((0, 0), (100, 0), (0, 100))
    )


def _format_scale(matrix: Matrix) -> str:
    a, b, c, d, _, _ = matrix
    across, down, turn = math.hypot(a, b), math.hypot(c, d), rotation_of(matrix)
    size = f"{across:.2%}" if abs(across - down) < 1e-6 else f"{across:.2%} across and {down:.2%} down"
    return size.replace("%", " %") + (f", turned by {turn:.2f}°" if 0.005 < turn < 359.995 else "")


def _check_layers(evidence: Evidence, sheet: PlannedSheet | None, page: FoundPage) -> Iterator[ProofFault]:
    """Lines of layers lie on sheets, in layers that were ordered, and where such lines belong."""
    known = evidence.design.layers
    matches = evidence.by_page.get(page.number, ())
    trims = TrimLines(matches, CHORD, rounded=True)
    for line in page.lines:
        wrong = ""
        if line.layer != ARTIFACT and line.layer not in known:
            wrong = f"a line of a layer that nobody ordered, {line.layer}"
        elif sheet is None:
            wrong = "a line on a page that is no sheet"
        elif line.layer == ARTIFACT and not _is_gap(line, sheet):
            wrong = "a line outside every layer"
        elif line.layer == CONTOUR and not trims.hold(line):
            wrong = "a line for the cutting machine that follows no outline"
        elif line.layer == SAFE and not any(covers(match.planned.trim, line.box, CHORD) for match in matches):
            wrong = "a line of the safe zone that belongs to no component"
        if wrong:
            found = f"from {at(line.x1, line.y1)} to {at(line.x2, line.y2)}"
            message = f"{wrong}, is painted that no design knows"
            yield ProofFault(page.number, "stray-paint", "", message, found, "nothing")


def _is_gap(line: MeasuredLine, sheet: PlannedSheet) -> bool:
    """Return whether a line is the white under a mark that crosses the label."""
    white = line.colour is not None and min(line.colour) >= WHITE
    ends = (line.x1, line.y1), (line.x2, line.y2)
    return white and any(
        max(distance_to_line(end, mark[:2], mark[2:]) for end in ends) <= VECTOR_BAR for mark in sheet.marks
    )


def _check_under(match: Match) -> Iterator[ProofFault]:
    """The art painted beneath a piece as its bleed is its own face, enlarged about its centre."""
    under = match.found.under
    if under is None:
        return
    page, name = match.sheet.page, match.planned.name
    if under.face != match.found.face:
        message = "another face than its own is painted beneath it"
        yield ProofFault(page, "stray-paint", name, message, "another face", "its own face, enlarged")
        return
    shape = match.planned.shape
    off = math.dist(map_point(under.matrix, shape.width / 2, shape.height / 2), match.centre)
    if off > VECTOR_BAR:
        message = f"its bleed is made of its face enlarged off its middle by {mm(off)}"
        yield ProofFault(page, "stray-paint", item=name, message=message, found=mm(off), expected=mm(0))


BAR: Mm = 0.05
"""Bleed this much short is no fault: it is cut away, and round clips are chords."""
CORNER = 2.1
"""How many times the bleed may lie between a corner and the tip of bleed around it."""


@proof_check("bleed", "bleed-short", "bleed-over", "bleed-blank")
def check_bleed(evidence: Evidence) -> Iterator[ProofFault]:
    """We take a knife to be half a millimetre off (no figure is published): without art beyond the trim a
    white sliver shows. Art that shows farther than promised lies on the neighbour.
    """
    looks: dict[int, list[Bare]] = defaultdict(list)
    # Outlines alone are printed on white: nothing of their bleed is meant to be painted.
    for bare in () if evidence.design.kit.ink == "outline" else evidence.looks.bare:
        looks[id(bare.match)].append(bare)
    for match in evidence.matches:
        here = [part for edge in trim_edges(match) if (part := part_within(edge, match.sheet.window))]
        short = list(_check_reach(match, here))
        yield from short
        for bare in () if short else looks.get(id(match), ()):
            message = f"the bleed beyond its {bare.name} is paper white, its edge is not"
            found, promised = f"about {bare.depth:.1f} mm", mm(bare.promised)
            yield ProofFault(match.sheet.page, "bleed-blank", match.planned.name, message, found, promised)


def _check_reach(match: Match, here: Sequence[TrimEdge]) -> Iterator[ProofFault]:
    worst: dict[str, tuple[Mm, TrimEdge]] = {}
    for edge in here:
        reach = min(_measure_exit(polygon, edge) for polygon in match.found.shown)
        if match.found.under:
            reach = max(reach, min(_measure_exit(polygon, edge) for polygon in match.found.under.shown))
        off = reach - edge.promised
        if off < -BAR and match.sheet.window is not None:
            # A poster's page ends there: the bleed goes on on the next.
            off = min(0.0, reach - min(edge.promised, _measure_exit(rectangle(match.sheet.window), edge)))
        if off > BAR:
            off = _measure_bleed(list(trim_edges(match)), edge, reach) - edge.promised
        if abs(off) > BAR and (edge.name not in worst or abs(off) > abs(worst[edge.name][0])):
            worst[edge.name] = off, edge
    for name, (off, edge) in worst.items():
        code = "bleed-short" if off < 0 else "bleed-over"
        message = f"art reaches {'less' if off < 0 else 'farther'} beyond its {name} than promised"
        found, wanted = mm(edge.promised + off), mm(edge.promised)
        yield ProofFault(match.sheet.page, code, match.planned.name, message, found, wanted)


def _measure_exit(polygon: Sequence[Point], edge: TrimEdge) -> Mm:
    """Distance from the middle of a trim edge outwards to the border of a polygon.

    What a polygon winds round at all is inside it: where it has a strip beside every edge, these overlap.
    """
    # From inside, since an edge without bleed lies on the polygon itself.
    back = 1.0
    (px, py), (nx, ny) = edge.at(0.5, -back), edge.outwards
    crossed: list[tuple[Mm, int]] = []
    turns = 0
    for (x1, y1), (x2, y2) in sides(polygon):
        ex, ey = x2 - x1, y2 - y1
        # Half-open, so that a corner on the way counts once.
        first, last = (x1 - px) * ny - (y1 - py) * nx, (x2 - px) * ny - (y2 - py) * nx
        if (first > 0) == (last > 0):
            continue
        along = ((x1 - px) * ey - (y1 - py) * ex) / (nx * ey - ny * ex)
        turn = 1 if last > first else -1
        crossed.append((along, turn))
        turns -= turn if along > 0 else 0
    for along, turn in sorted(crossed):
        if along > 0:
            turns += turn
            if not turns:
                return along - back
    return -back


def _measure_bleed(ring: Sequence[TrimEdge], edge: TrimEdge, reach: Mm) -> Mm:
    """Distance from the trim line of art that reaches `reach` beyond an edge, at least its promised bleed.

    In a bay another edge's bleed goes on where this one's ends, or the component itself.
    """
    (px, py), (nx, ny) = edge.at(0.5, 0), edge.outwards
    across = reach
    for one in ring:
        (x1, y1), (x2, y2) = one.start, one.end
        ex, ey = x2 - x1, y2 - y1
        cross = nx * ey - ny * ex
        if abs(cross) < 1e-12:
            continue
        along = ((x1 - px) * ey - (y1 - py) * ex) / cross
        if along > BAR and 0 <= ((x1 - px) * ny - (y1 - py) * nx) / cross <= 1:
            across = min(across, along)
    x, y = edge.at(0.5, across / 2 if across < reach else reach)
    nearest = min(distance_to_line((x, y), one.start, one.end) for one in ring)
    # Around an outer corner bleed reaches to where both edges' own would meet.
    for one, other in sides(ring):
        cx, cy = one.end
        if math.hypot(x - cx, y - cy) <= CORNER * edge.promised:
            off = [(x - cx) * nx + (y - cy) * ny for nx, ny in (one.outwards, other.outwards)]
            nearest = min(nearest, max(off))
    return max(edge.promised, nearest)


STRIP_DPI = 200
FAINT = 250
"""Grey from which on a pixel is paper."""


@proof_check("margin", "off-margin", "ink-in-margin")
def check_margin(evidence: Evidence) -> Iterator[ProofFault]:
    """Home printers leave a strip along every edge blank, whatever the file says."""
    for match in evidence.matches:
        sheet, name = match.sheet, match.planned.name
        if fills_paper(match):
            continue  # its ink is seen below
        if sheet.window is None:
            trim = bounds(corner_points(match))
            yield from _check_room(sheet, name, "its trim line", trim, sheet.margin)
        # Bleed is cut away: it may run into the margin, but not as far as printers print at all.
        yield from _check_room(sheet, name, "its art", match.found.reach, sheet.reach)
    for sheet, page in evidence.sheets():
        painted = [("what stands beside the components", thing.box) for thing in page.beside]
        painted += [(f"{stray.kind} (no component)", stray.box) for stray in page.strays if stray.box]
        painted += [("a mark", line.box) for line in page.lines]
        for what, box in painted:
            yield from _check_room(sheet, "", what, box, sheet.reach)
    for page in evidence.file.pages:
        yield from _check_strip(evidence, page.number)


def _check_room(sheet: PlannedSheet, item: str, what: str, box: Box, limit: Mm) -> Iterator[ProofFault]:
    gaps = box[0], box[1], sheet.width - box[2], sheet.height - box[3]
    gap, side = min(zip(gaps, SIDES, strict=True))
    if gap < limit - VECTOR_BAR and box[0] < box[2] + VECTOR_BAR and box[1] < box[3] + VECTOR_BAR:
        message = f"{what} comes too near to the {side} edge of the paper"
        yield ProofFault(sheet.page, "off-margin", item, message, mm(gap), f"at least {mm(limit)}")


def _check_strip(evidence: Evidence, number: int) -> Iterator[ProofFault]:
    """No pixel of the outermost strip of the paper is inked."""
    sheet = evidence.design.sheets.get(number) or next(iter(evidence.design.sheets.values()), None)
    if sheet is None:
        return
    across = down = STRIP_DPI / 25.4
    width, height = evidence.raster.pixels(number, STRIP_DPI)
    limit = sheet.reach
    # The pixel that holds the limit itself may be touched by what ends there.
    x, y = int(limit * across) - 1, int(limit * down) - 1
    if x <= 0 or y <= 0:
        return  # a page that is printed to its edge, as services want it
    strips = {
        "left": (0, 0, x, height),
        "top": (0, 0, width, y),
        "right": (width - x, 0, x, height),
        "bottom": (0, height - y, width, y),
    }
    for side, strip in strips.items():
        picture = evidence.raster.draw_spot(number, STRIP_DPI, *strip)
        inked = picture.point(lambda grey: 255 * (grey < FAINT)).getbbox()
        if inked is None:
            continue
        left, top, right, bottom = inked
        gap = {
            "left": left / across,
            "top": top / down,
            "right": (x - right) / across,
            "bottom": (y - bottom) / down,
        }[side]
        place = f"around ({(strip[0] + left) / across:.1f}, {(strip[1] + top) / down:.1f}) mm"
        message = f"there is ink along the {side} edge of the paper, {place}"
        yield ProofFault(number, "ink-in-margin", "", message, f"{gap:.2f} mm", f"at least {mm(limit)}")
