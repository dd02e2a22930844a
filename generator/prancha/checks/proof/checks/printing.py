"""What the file asks of the print dialogue."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.proof.checks.backs import has_pairs
from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault
from prancha.checks.proof.matching import Evidence

HINTS = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge", "none": "Simplex"}


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    preferences = evidence.file.document.preferences
    scaling = preferences.get("PrintScaling", "not set")
    if scaling != "None":
        yield ProofFault(
            0, "print-scaling", item="", message="readers may shrink the pages", found=scaling,
            expected="PrintScaling None",
        )  # fmt: skip
    duplex = evidence.design.duplex
    wanted = HINTS[duplex.flips] if has_pairs(evidence.design) else "Simplex"
    hint = preferences.get("Duplex", "not set")
    if hint != wanted:
        yield ProofFault(
            0, "duplex-hint", item="", message="the printer will turn the paper otherwise", found=hint,
            expected=wanted,
        )  # fmt: skip


CHECK = ProofCheck(
    "printing",
    ("print-scaling", "duplex-hint"),
    "Dialogues fit to page and flip about the long edge unless the file says otherwise.",
    _run,
)
