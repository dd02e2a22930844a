"""Edges and marks measured in small pictures at 600 dpi, by how much of each pixel is covered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from prancha.checks.proof.design import PlannedSheet
from prancha.checks.proof.matched_pieces import SIDES, Match
from prancha.checks.proof.measured import FoundPage
from prancha.checks.proof.pdf_geometry import Box, overlap
from prancha.model.units import Mm

if TYPE_CHECKING:
    from prancha.checks.proof.evidence import Evidence

DPI = 600
PIXEL_BAR: Mm = 0.10
"""Least deviation that is a fault when read from pixels."""
REACH: Mm = 1.0
"""Looked at on either side of an edge; white that reaches deeper may be the art's own."""
MARK_REACH: Mm = 0.6
ALONG: Mm = 1.0
PAPER = 250
DARK_ENOUGH = 215
EVEN = 8
BLURRED = 2
"""Pixels that a sharp edge may tint."""
SEEN: Mm = 0.04
"""A mark's line must show at least this much ink across."""
MARKS_PER_PAGE = 8


class EdgeReading(Struct, frozen=True):
    """One coordinate measured in pixels; `found` is None where there is nothing to see."""

    page: int
    item: str
    what: str
    axis: int
    found: Mm | None
    expected: Mm


def read_spots(evidence: Evidence) -> Iterator[EdgeReading]:
    """Measure some edges and marks of every sheet."""
    for sheet, page in evidence.sheets():
        matches = evidence.by_page.get(sheet.page, ())
        yield from _read_edges(evidence, sheet, page, matches)
        yield from _read_marks(evidence, sheet)


def _read_edges(
    evidence: Evidence, sheet: PlannedSheet, page: FoundPage, matches: Sequence[Match]
) -> Iterator[EdgeReading]:
    if sheet.window is not None:
        return
    covers = [(match, match.planned.cover) for match in matches]
    taken = [box for _, box in covers]
    taken += [line.box for line in page.lines]
    taken += [one.box for one in page.beside]
    taken += [stray.box for stray in page.strays if stray.box]
    for match, cover in _choose_outermost(covers):
        for side in range(4):
            reading = _read_edge(evidence, match, cover, side, [box for box in taken if box is not cover])
            if reading:
                yield reading


def _choose_outermost(covers: Sequence[tuple[Match, Box]]) -> list[tuple[Match, Box]]:
    """Up to four boxes nearest to the corners of the sheet."""
    boxes = [pair for pair in covers if pair[0].planned.shape.is_box]
    chosen = {
        id(pair): pair
        for pair in (
            min(boxes, key=lambda p: across * p[0].planned.x + down * p[0].planned.y, default=None)
            for across, down in ((1, 1), (-1, 1), (1, -1), (-1, -1))
        )
        if pair
    }
    return list(chosen.values())


def _read_edge(
    evidence: Evidence, match: Match, cover: Box, side: int, taken: Sequence[Box]
) -> EdgeReading | None:
    """Return where paint ends on one side of a box; None when paper or neighbours hide it.

    Where the art's own white comes near the edge, paint seems to end there: of all places looked at, the
    one that shows it nearest to where it should be tells.
    """
    axis, outwards = side % 2, -1 if side < 2 else 1
    expected = cover[side]
    low, high = cover[1 - axis], cover[3 - axis]
    nearest: Mm | None = None
    for share in (0.5, 0.3, 0.7, 0.15, 0.85):
        middle = low + (high - low) * share
        spot = _spot_box(axis, expected, REACH, middle, ALONG)
        if any(overlap(spot, other) for other in taken):
            continue
        profile, start, per_mm = _read_profile(evidence, match.sheet.page, axis, spot)
        if outwards > 0:
            profile = profile[::-1]
        count = len(profile)
        inside, outside = profile[int(count * 0.7) : int(count * 0.95)], profile[: int(count * 0.2)]
        level = sum(inside) / len(inside)
        if min(outside) < PAPER or level > DARK_ENOUGH or min(profile) < level - EVEN:
            continue
        if sum(level + EVEN < grey < 255 for grey in profile) > BLURRED:
            continue  # no clean step: the art itself ends or changes near its edge
        white = sum(min(1.0, max(0.0, (grey - level) / (255 - level))) for grey in profile)
        edge = white if outwards < 0 else count - white
        found = (start + edge) / per_mm
        if nearest is None or abs(found - expected) < abs(nearest - expected):
            nearest = found
        if abs(found - expected) <= PIXEL_BAR:
            break
    if nearest is None:
        return None
    what = f"its art's {SIDES[side]} edge"
    return EdgeReading(match.sheet.page, match.planned.name, what, axis, found=nearest, expected=expected)


def _read_marks(evidence: Evidence, sheet: PlannedSheet) -> Iterator[EdgeReading]:
    if sheet.window is not None:
        return
    straight = [m for m in sheet.marks if (m[0] == m[2]) != (m[1] == m[3])]
    long = [m for m in straight if max(abs(m[0] - m[2]), abs(m[1] - m[3])) >= 1.5]
    step = max(1, -(-len(long) // MARKS_PER_PAGE))
    for mark in long[::step]:
        axis = 0 if mark[0] == mark[2] else 1
        start, end = mark[1 - axis], mark[3 - axis]
        # Not the middle, where a cross would have its bar.
        middle, expected = start + (end - start) * 0.25, mark[axis]
        spot = _spot_box(axis, expected, MARK_REACH, middle, abs(end - start) * 0.2)
        profile, first, per_mm = _read_profile(evidence, sheet.page, axis, spot)
        ink = [255 - grey for grey in profile]
        found = None
        if sum(ink) / 255 / per_mm >= SEEN:
            found = (first + sum(v * (k + 0.5) for k, v in enumerate(ink)) / sum(ink)) / per_mm
        what = f"the mark from ({mark[0]:g}, {mark[1]:g})"
        yield EdgeReading(sheet.page, "", what, axis, found=found, expected=expected)


def _spot_box(axis: int, at: Mm, reach: Mm, middle: Mm, along: Mm) -> Box:
    one = (at - reach, middle - along / 2, at + reach, middle + along / 2)
    return one if axis == 0 else (one[1], one[0], one[3], one[2])


def _read_profile(evidence: Evidence, page: int, axis: int, spot: Box) -> tuple[list[int], int, float]:
    """Mean greys across a spot, the pixel where they begin, and pixels per mm."""
    from PIL.Image import Resampling

    per_mm = DPI / 25.4
    left, top, right, bottom = (round(value * per_mm) for value in spot)
    width, height = max(1, right - left), max(1, bottom - top)
    picture = evidence.raster.draw_spot(page, DPI, left, top, width=width, height=height)
    size = (picture.width, 1) if axis == 0 else (1, picture.height)
    greys = list(picture.resize(size, Resampling.BOX).tobytes())
    return greys, (left, top)[axis], per_mm
