"""Each component's measured size and position."""

from __future__ import annotations

import math
from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault, at
from prancha.checks.proof.match import VECTOR_BAR, Match
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.matrix import turn_of


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    for match in evidence.matches:
        planned, found = match.planned, match.found
        page, name = match.sheet.page, planned.name
        if match.deviation > VECTOR_BAR:
            yield _wrong(match)
        if found.face != planned.face:
            code, found_face = "face-wrong", _owner(evidence, found.face)
            yield ProofFault(
                page, code, item=name, message="another face is drawn here", found=found_face,
                expected="its own face",
            )  # fmt: skip


def _wrong(match: Match) -> ProofFault:
    planned = match.planned
    page, name = match.sheet.page, planned.name
    a, b, c, d, _, _ = match.found.matrix
    across, down = math.hypot(a, b), math.hypot(c, d)
    width, height = planned.shape.width, planned.shape.height
    if max(abs(across - 1) * width, abs(down - 1) * height) > VECTOR_BAR:
        return ProofFault(
            page, "piece-size", item=name, message=f"printed at {across:.2%} across and {down:.2%} down",
            found=f"{width * across:.3f} x {height * down:.3f} mm", expected=f"{width:.3f} x {height:.3f} mm",
        )  # fmt: skip
    (x, y), off = match.centre, math.dist(match.centre, (planned.x, planned.y))
    if off > VECTOR_BAR:
        dx, dy = x - planned.x, y - planned.y
        message = f"its centre is off by {dx:+.3f} mm across and {dy:+.3f} mm down"
        return ProofFault(
            page, "piece-place", item=name, message=message, found=at(x, y), expected=at(planned.x, planned.y)
        )
    message = f"turned or mirrored, so that its corner is {match.deviation:.3f} mm off"
    return ProofFault(
        page, "piece-turn", item=name, message=message, found=f"{turn_of(match.found.matrix):.2f}°",
        expected=f"{planned.turn:.2f}°",
    )  # fmt: skip


def _owner(evidence: Evidence, face: str) -> str:
    for sheet in evidence.design.sheets.values():
        for planned in sheet.pieces:
            if planned.face == face:
                return f"the {planned.side} of {planned.item}"
    return "an unknown face"


CHECK = ProofCheck(
    "pieces",
    ("piece-size", "piece-place", "piece-turn", "face-wrong"),
    "Cards of one deck must be of one size, and where the design put them, or a stack cannot be cut at once.",
    _run,
)
