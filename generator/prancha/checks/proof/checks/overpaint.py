"""Every component looks like its face drawn alone."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault, box_mm
from prancha.checks.proof.matching import Evidence


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    for seen in evidence.looks.altered:
        planned = seen.match.planned
        message = "it looks otherwise than its face drawn alone: something lies over or under it, or it fades"
        found = f"{max(seen.area, 0.1):.1f} mm² that differ, within {box_mm(seen.box)}"
        yield ProofFault(
            seen.match.sheet.page, "piece-altered", item=planned.name, message=message, found=found,
            expected="its face alone",
        )  # fmt: skip


CHECK = ProofCheck(
    "overpaint",
    ("piece-altered",),
    "A white patch, a watermark or a card at 30 % opacity leaves every drawing in the file what it was; only "
    "the pixels of the page tell.",
    _run,
)
