"""TrimBox and BleedBox around all trims and all art, as print shops and cutters read them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.design import Planned, PlannedSheet
from prancha.checks.proof.fault import ProofFault
from prancha.checks.proof.match import VECTOR_BAR
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.matrix import IDENTITY, Box, Matrix, Point, around, moved
from prancha.checks.proof.measured import FoundPage
from prancha.model.units import PT_PER_MM, Mm

SHARPEST = 2.001
"""How many times the bleed a corner of it may lie away; sharper ones are cut off square there."""
ROUND_BAR: Mm = 0.1
"""A circle may be boxed by chords of it."""
CHORDS = 360


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    for sheet, page in evidence.sheets():
        sent = evidence.sent[page.number - 1] if page.number <= len(evidence.sent) else IDENTITY
        bar = ROUND_BAR if any(_is_round(piece) for piece in sheet.pieces) else VECTOR_BAR
        # A part of a poster is joined to others: its window stands for both.
        trims, bleeds = (_trims(sheet), _bleeds(sheet)) if sheet.window is None else [_ends(sheet.window)] * 2
        yield from _compared(page, "TrimBox", "trims", _as_sent(trims, sent, page), bar)
        yield from _compared(page, "BleedBox", "art", _as_sent(bleeds, sent, page), bar)


def _compared(page: FoundPage, name: str, what: str, wanted: Box, bar: Mm) -> Iterator[ProofFault]:
    code = "trim-box" if name == "TrimBox" else "bleed-box"
    if name not in page.boxes:
        yield ProofFault(
            page.number, code, item="", message=f"the page has no {name}", found="none",
            expected=_said(wanted),
        )  # fmt: skip
        return
    left, bottom, right, top = (value / PT_PER_MM for value in page.boxes[name])
    media_left, media_top = page.boxes["MediaBox"][0] / PT_PER_MM, page.boxes["MediaBox"][3] / PT_PER_MM
    found = left - media_left, media_top - top, right - media_left, media_top - bottom
    if max(abs(a - b) for a, b in zip(found, wanted, strict=True)) > bar:
        yield ProofFault(
            page.number, code, item="", message=f"the {name} is not the box around all {what}",
            found=_said(found), expected=_said(wanted),
        )  # fmt: skip


def _trims(sheet: PlannedSheet) -> list[Point]:
    return [point for piece in sheet.pieces for point in _outline(piece, 0.0)]


def _bleeds(sheet: PlannedSheet) -> list[Point]:
    points: list[Point] = []
    for piece in sheet.pieces:
        if piece.shape.is_box:
            left, top, right, bottom = piece.trim
            l_out, t_out, r_out, b_out = piece.outsets
            points += _ends((left - l_out, top - t_out, right + r_out, bottom + b_out))
        else:
            points += _rimmed(piece) if piece.rim else _outline(piece, piece.outsets[0])
    return points


def _rimmed(piece: Planned) -> Iterator[Point]:
    """The ends of the strips beyond the edges of a trim line, and where two of them meet."""
    shape = piece.shape
    ring = shape.points or [
        (shape.width / 2 * (1 + math.cos(a)), shape.height / 2 * (1 + math.sin(a)))
        for a in (2 * math.pi * k / len(piece.rim) for k in range(len(piece.rim)))
    ]
    points = [moved(piece.matrix, x, y) for x, y in ring]
    edges = list(zip(points, (*points[1:], points[0]), piece.rim, strict=True))
    turn = math.copysign(1.0, sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2), _ in edges))
    for k, (start, end, reach) in enumerate(edges):
        (ax, ay), (bx, by) = _normal(*edges[k - 1][:2], turn), _normal(start, end, turn)
        yield from ((x + bx * reach, y + by * reach) for x, y in (start, end))
        if reach == edges[k - 1][2] and (ax * by - ay * bx) * turn > 0 and k not in piece.opened:
            yield from _tips(start, (ax, ay), (bx, by), reach, turn)


def _outline(piece: Planned, beyond: Mm) -> list[Point]:
    """Corners of a trim line on the sheet, moved outwards so that every edge is `beyond` away."""
    if piece.shape.is_box:
        return list(piece.corners)
    if _is_round(piece):
        radius = piece.shape.width / 2 + beyond
        turns = (2 * math.pi * k / CHORDS for k in range(CHORDS))
        return [(piece.x + radius * math.cos(turn), piece.y + radius * math.sin(turn)) for turn in turns]
    points = [moved(piece.matrix, x, y) for x, y in piece.shape.points]
    points = [point for point, before in zip(points, (points[-1], *points), strict=False) if point != before]
    ring = list(zip(points, (*points[1:], points[0]), strict=True))
    turn = math.copysign(1.0, sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in ring))
    normals = [_normal(start, end, turn) for start, end in ring]
    found: list[Point] = []
    for (x, y), (ax, ay), (bx, by) in zip(points, (normals[-1], *normals), normals, strict=False):
        if (ax * by - ay * bx) * turn < -1e-9:
            continue  # what surrounds an inner corner reaches farther
        found += _tips((x, y), (ax, ay), (bx, by), beyond, turn)
    return found


def _tips(at: Point, one: Point, two: Point, beyond: Mm, turn: float) -> list[Point]:
    """Where two moved edges with these normals meet; two points where the tip is cut off square."""
    (x, y), (ax, ay), (bx, by) = at, one, two
    reach = math.sqrt(2 / max(1 + ax * bx + ay * by, 1e-9))
    if reach <= SHARPEST:
        scale = beyond / (1 + ax * bx + ay * by)
        return [(x + (ax + bx) * scale, y + (ay + by) * scale)]
    # Along both moved edges as far as the limit goes.
    half = math.acos(1 / reach)
    on = beyond * (SHARPEST - math.cos(half)) / math.sin(half)
    return [
        (x + ax * beyond - ay * turn * on, y + ay * beyond + ax * turn * on),
        (x + bx * beyond + by * turn * on, y + by * beyond - bx * turn * on),
    ]


def _normal(start: Point, end: Point, turn: float) -> Point:
    length = math.dist(start, end)
    return turn * (end[1] - start[1]) / length, turn * (start[0] - end[0]) / length


def _is_round(piece: Planned) -> bool:
    return not piece.shape.is_box and not piece.shape.points


def _ends(box: Box) -> list[Point]:
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _as_sent(points: list[Point], sent: Matrix, page: FoundPage) -> Box:
    """The box around points where they lie on the page that is sent, no larger than it."""
    left, top, right, bottom = around(moved(sent, x, y) for x, y in points)
    return max(0.0, left), max(0.0, top), min(page.width, right), min(page.height, bottom)


def _said(box: Box) -> str:
    return f"({box[0]:.3f}, {box[1]:.3f}) to ({box[2]:.3f}, {box[3]:.3f}) mm"


CHECK = ProofCheck(
    "boxes",
    ("trim-box", "bleed-box"),
    "Print shops place, crop and cut by these boxes, not by what they see.",
    _run,
)
