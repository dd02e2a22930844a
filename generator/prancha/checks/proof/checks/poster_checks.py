"""Check of posters: their pages show all of the board, and overlap so that they can be glued."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from prancha.checks.proof.evidence import Evidence, proof_check
from prancha.checks.proof.matched_pieces import Match, corner_points
from prancha.checks.proof.pdf_geometry import (
    Box,
    bounds,
    intersection,
    intersection_box,
    inverse,
    map_corners,
    rectangle,
)
from prancha.checks.proof.proof_report import ProofFault, box_mm, mm
from prancha.model.units import Mm

OVERLAP: Mm = 10.0
"""Width that two neighbouring pages share, to be glued."""
BAR: Mm = 0.05


@proof_check("poster", "window-short", "window-gap")
def check_poster(evidence: Evidence) -> Iterator[ProofFault]:
    """A board in parts is glued by what neighbouring pages both show; a strip on no page is a hole in it."""
    boards: dict[tuple[str, str, int], list[Match]] = defaultdict(list)
    for match in evidence.matches:
        if match.sheet.window is not None:
            boards[match.planned.key].append(match)
            yield from _check_window(match)
    for matches in boards.values():
        yield from _check_board(matches)


def _check_window(match: Match) -> Iterator[ProofFault]:
    """A page shows its window, as far as the board reaches."""
    window = match.sheet.window
    assert window is not None
    page, name = match.sheet.page, match.planned.name
    wanted, found = _expected_part(match, window), match.found.reach
    short = max(found[0] - wanted[0], found[1] - wanted[1], wanted[2] - found[2], wanted[3] - found[3])
    if short > BAR:
        message = f"this page shows {mm(short)} less of it than its window"
        yield ProofFault(page, "window-short", name, message, box_mm(found), box_mm(wanted))
    over = max(window[0] - found[0], window[1] - found[1], found[2] - window[2], found[3] - window[3])
    if over > BAR:
        message = f"this page shows {mm(over)} of it beyond its window"
        yield ProofFault(page, "window-short", name, message, box_mm(found), box_mm(window))


def _expected_part(match: Match, window: Box) -> Box:
    """The part of a window that the board fills, with its bleed where the board is a box."""
    planned = match.planned
    if planned.shape.is_box:
        return intersection((window, planned.cover))
    return intersection_box((rectangle(window), corner_points(match)))


def _check_board(matches: Sequence[Match]) -> Iterator[ProofFault]:
    """All windows together, in the board's own mm."""
    shape, page, name = matches[0].planned.shape, matches[0].sheet.page, matches[0].planned.name
    shown = [_shown_part(match) for match in matches]
    for k, axis in ((0, "across"), (1, "down")):
        for box in shown:
            other = 1 - k
            beyond = [
                one
                for one in shown
                if one[k] > box[k] + 1 and box[other] < (one[other] + one[other + 2]) / 2 < box[other + 2]
            ]
            nearest = min(beyond, key=lambda one: one[k], default=None)
            if nearest is not None and box[k + 2] - nearest[k] < OVERLAP - BAR:
                overlap = box[k + 2] - nearest[k]
                message = f"two pages overlap by {mm(overlap)} {axis}"
                if overlap < 0:
                    message = f"between two pages {mm(-overlap)} of it {axis} are on no page"
                yield ProofFault(page, "window-gap", name, message, mm(overlap), mm(OVERLAP))
    bare = _measure_bare(shown, shape.width, shape.height)
    if bare > 1.0:
        whole = shape.width * shape.height
        message = f"{bare / 100:.1f} cm² of it are on no page"
        found = f"{(whole - bare) / 100:.1f} cm²"
        yield ProofFault(page, "window-gap", name, message, found, f"{whole / 100:.1f} cm²")


def _shown_part(match: Match) -> Box:
    """The part of a board that a page shows, in the board's own mm."""
    window = match.sheet.window
    assert window is not None
    shown = match.found.reach if match.planned.shape.is_box else window
    return bounds(map_corners(inverse(match.found.matrix), *shown))


def _measure_bare(shown: Sequence[Box], width: Mm, height: Mm) -> float:
    """mm² of a board that no window shows."""
    xs = sorted({0.0, width, *(x for box in shown for x in (box[0], box[2]) if 0 < x < width)})
    ys = sorted({0.0, height, *(y for box in shown for y in (box[1], box[3]) if 0 < y < height)})
    bare = 0.0
    for left, right in pairwise(xs):
        for top, bottom in pairwise(ys):
            x, y = (left + right) / 2, (top + bottom) / 2
            if not any(box[0] < x < box[2] and box[1] < y < box[3] for box in shown):
                bare += (right - left) * (bottom - top)
    return bare
