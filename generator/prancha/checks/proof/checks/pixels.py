"""What a renderer really paints, at 600 dpi."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault, mm
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.pixel_edges import PIXEL_BAR


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    for reading in evidence.readings:
        wanted = f"{'xy'[reading.axis]} = {mm(reading.expected)}"
        if reading.found is None:
            message = f"{reading.what} cannot be seen"
            yield ProofFault(
                reading.page, "pixels-bare", item=reading.item, message=message, found="paper",
                expected=wanted,
            )  # fmt: skip
        elif abs(reading.found - reading.expected) > PIXEL_BAR:
            found = f"{'xy'[reading.axis]} = {mm(reading.found)}"
            message = f"{reading.what} is painted {reading.found - reading.expected:+.3f} mm off"
            yield ProofFault(
                reading.page, "pixels-off", item=reading.item, message=message, found=found, expected=wanted
            )


CHECK = ProofCheck(
    "pixels",
    ("pixels-off", "pixels-bare"),
    "Vectors say what the file means; only pixels say what comes out, clips and layers included.",
    _run,
)
