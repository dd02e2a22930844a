"""What a renderer really paints, at 600 dpi."""

from __future__ import annotations

from collections.abc import Iterator

from generator.proof.checks.check import Check
from generator.proof.evidence import Evidence
from generator.proof.fault import Fault, mm
from generator.proof.spots import PIXEL_BAR


def _run(evidence: Evidence) -> Iterator[Fault]:
    for reading in evidence.readings:
        wanted = f"{'xy'[reading.axis]} = {mm(reading.expected)}"
        if reading.found is None:
            message = f"{reading.what} cannot be seen"
            yield Fault(reading.page, "pixels-bare", reading.item, message, "paper", wanted)
        elif abs(reading.found - reading.expected) > PIXEL_BAR:
            found = f"{'xy'[reading.axis]} = {mm(reading.found)}"
            message = f"{reading.what} is painted {reading.found - reading.expected:+.3f} mm off"
            yield Fault(reading.page, "pixels-off", reading.item, message, found, wanted)


CHECK = Check(
    "pixels",
    ("pixels-off", "pixels-bare"),
    "Vectors say what the file means; only pixels say what comes out, clips and layers included.",
    _run,
)
