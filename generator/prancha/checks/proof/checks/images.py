"""Pictures fine enough for print."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault
from prancha.checks.proof.matching import Evidence

SLACK = 0.5
"""Pixels per inch that rounding of sizes may take."""


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    least, good = evidence.design.told.ppi
    for image in evidence.file.images:
        if image.ppi >= good - SLACK:
            continue
        (across, down), (width, height) = image.pixels, image.size
        message = f"a picture of {across} x {down} pixels is printed {width:.2f} x {height:.2f} mm large"
        found = f"{image.ppi:.0f} ppi"
        if image.ppi <= least + SLACK and least:
            wanted = f"more than {least:g} ppi, better {good:g}"
            yield ProofFault(
                image.page, "image-coarse", item=image.item, message=message, found=found, expected=wanted
            )
        else:
            wanted = f"{good:g} ppi"
            yield ProofFault(
                image.page, "image-soft", item=image.item, message=message, found=found, expected=wanted,
                severity="warning",
            )  # fmt: skip


CHECK = ProofCheck(
    "images",
    ("image-coarse", "image-soft"),
    "Print shops ask for 300 pixels per inch; at 150 and below steps are seen at arm's length.",
    _run,
)
