"""Bleed present: what may show, and whether there is paint."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from prancha.checks.proof.appearance import Bare
from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault, mm
from prancha.checks.proof.match import Match
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.matrix import Box, Point
from prancha.checks.proof.outline import TrimEdge, edges, to_line, within
from prancha.model.units import Mm

BAR: Mm = 0.05
"""Bleed this much short is no fault: it is cut away, and round clips are chords."""
CORNER = 2.1
"""How many times the bleed may lie between a corner and the tip of bleed around it."""


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    looks: dict[int, list[Bare]] = defaultdict(list)
    # Outlines alone are printed on white: nothing of their bleed is meant to be painted.
    for bare in () if evidence.design.told.ink == "outline" else evidence.looks.bare:
        looks[id(bare.match)].append(bare)
    for match in evidence.matches:
        here = [part for edge in edges(match) if (part := within(edge, match.sheet.window))]
        short = list(_vectors(match, here))
        yield from short
        for bare in () if short else looks.get(id(match), ()):
            message = f"the bleed beyond its {bare.name} is paper white, its edge is not"
            found, promised = f"about {bare.depth:.1f} mm", mm(bare.promised)
            yield ProofFault(
                match.sheet.page, "bleed-blank", item=match.planned.name, message=message, found=found,
                expected=promised,
            )  # fmt: skip


def _vectors(match: Match, here: Sequence[TrimEdge]) -> Iterator[ProofFault]:
    worst: dict[str, tuple[Mm, TrimEdge]] = {}
    for edge in here:
        reach = min(_exit(polygon, edge) for polygon in match.found.shown)
        if match.found.under:
            reach = max(reach, min(_exit(polygon, edge) for polygon in match.found.under.shown))
        off = reach - edge.promised
        if off < -BAR and match.sheet.window is not None:
            # A poster's page ends there: the bleed goes on on the next.
            off = min(0.0, reach - min(edge.promised, _exit(_corners(match.sheet.window), edge)))
        if off > BAR:
            off = _beyond(list(edges(match)), edge, reach) - edge.promised
        if abs(off) > BAR and (edge.name not in worst or abs(off) > abs(worst[edge.name][0])):
            worst[edge.name] = off, edge
    for name, (off, edge) in worst.items():
        code = "bleed-short" if off < 0 else "bleed-over"
        message = f"art reaches {'less' if off < 0 else 'farther'} beyond its {name} than promised"
        found, wanted = mm(edge.promised + off), mm(edge.promised)
        yield ProofFault(
            match.sheet.page, code, item=match.planned.name, message=message, found=found, expected=wanted
        )


def _corners(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _exit(polygon: Sequence[Point], edge: TrimEdge) -> Mm:
    """How far beyond the middle of a trim edge one can go before leaving a polygon.

    What a polygon winds round at all is inside it: where it has a strip beside every edge, these overlap.
    """
    # From inside, since an edge without bleed lies on the polygon itself.
    back = 1.0
    (px, py), (nx, ny) = edge.at(0.5, -back), edge.outwards
    crossed: list[tuple[Mm, int]] = []
    turns = 0
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
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


def _beyond(ring: Sequence[TrimEdge], edge: TrimEdge, reach: Mm) -> Mm:
    """How far art that is seen up to `reach` beyond an edge is from the trim line, at least its own promise.

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
    nearest = min(to_line((x, y), one.start, one.end) for one in ring)
    # Around an outer corner bleed reaches to where both edges' own would meet.
    for one, other in zip(ring, (*ring[1:], ring[0]), strict=True):
        cx, cy = one.end
        if math.hypot(x - cx, y - cy) <= CORNER * edge.promised:
            off = [(x - cx) * nx + (y - cy) * ny for nx, ny in (one.outwards, other.outwards)]
            nearest = min(nearest, max(off))
    return max(edge.promised, nearest)


CHECK = ProofCheck(
    "bleed",
    ("bleed-short", "bleed-over", "bleed-blank"),
    "We take a knife to be half a millimetre off (no figure is published): without art beyond the trim "
    "a white sliver shows. Art that shows farther than promised lies on the neighbour.",
    _run,
)
