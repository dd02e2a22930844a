"""Pictures fine enough for print."""

from __future__ import annotations

from collections.abc import Iterator

from generator.proof.checks.check import Check
from generator.proof.evidence import Evidence
from generator.proof.fault import Fault

GOOD, LEAST = 300, 150
SLACK = 0.5
"""Pixels per inch that rounding of sizes may take."""


def _run(evidence: Evidence) -> Iterator[Fault]:
    for image in evidence.file.images:
        if image.ppi >= GOOD - SLACK:
            continue
        (across, down), (width, height) = image.pixels, image.size
        message = f"a picture of {across} x {down} pixels is printed {width:.2f} x {height:.2f} mm large"
        found = f"{image.ppi:.0f} ppi"
        if image.ppi <= LEAST + SLACK:
            wanted = f"more than {LEAST} ppi, better {GOOD}"
            yield Fault(image.page, "image-coarse", image.item, message, found, wanted)
        else:
            wanted = f"{GOOD} ppi"
            yield Fault(image.page, "image-soft", image.item, message, found, wanted, "warning")


CHECK = Check(
    "images",
    ("image-coarse", "image-soft"),
    "Print shops ask for 300 pixels per inch; at 150 and below steps are seen at arm's length.",
    _run,
)
