"""Read a PDF as a press would, and sum up."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf

from prancha.checks.proof.fault import ProofFault
from prancha.checks.proof.listing import manifest_beside
from prancha.checks.proof.pdfx.file_rules import (
    claimed,
    file_faults,
    font_faults,
    page_faults,
    standard_of,
    walked_faults,
)
from prancha.checks.proof.pdfx.ink_map import overprinted_faults
from prancha.checks.proof.pdfx.press_marks import MarkRules, Measured
from prancha.checks.proof.pdfx.report import PressReport
from prancha.checks.proof.pdfx.walk import PressWalk
from prancha.checks.proof.reading import as_pdf, noted
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system.safe_open import is_file

USUAL_LIMIT = 300


def prove_press(
    path: Path, limit: float | None = None, standard: str = "", *, inks_alone: bool = False
) -> PressReport:
    """Measure a PDF by the rules of PDF/X, and its ink by a limit in percent.

    The limit is by default what the manifest beside the file says, or 300; the standard the one that the file
    claims, or PDF/X-4; with `inks_alone` no standard is asked for.  Raises
    Failure for a file that is not there or cannot be read.
    """
    if not is_file(path):
        raise Failure([Diagnostic(Place(str(path)), "no-file", "there is no such file", hint="name a PDF")])
    most = limit if limit is not None else _limit_of(path)
    with as_pdf(path), pikepdf.open(path) as document:
        claim = claimed(document)
        wanted = standard or standard_of(claim) or "x4"
        seen, walk = Measured(), PressWalk()
        faults: set[ProofFault] = set(font_faults(document))
        if not inks_alone:
            faults.update(file_faults(document, wanted, claim))
        for number, page in enumerate(document.pages, 1):
            if not inks_alone:
                faults.update(page_faults(number, page, wanted))
            seen.below.clear()
            rules = MarkRules(most, wanted, float(page.mediabox[3]), seen)
            with noted(f"on page {number}"):
                for mark in walk.marks(number, page):
                    faults.update(rules.faults(mark))
        faults.update(overprinted_faults(path, seen.suspects, most))
        faults.update(walked_faults(walk, wanted))
        return PressReport(
            file=str(path),
            standard=wanted,
            claim=claim,
            limit=most,
            most_ink=seen.most,
            faults=tuple(sorted(faults)),
            pages=len(document.pages),
            pictures=seen.pictures,
            texts=seen.texts,
        )


def _limit_of(path: Path) -> float:
    """The limit that the manifest beside a kit tells."""
    try:
        told = json.loads(manifest_beside(path).read_text(encoding="utf-8"))
        return float(told["press"]["ink_limit"]) if path.name in told["files"] else USUAL_LIMIT
    except (OSError, ValueError, KeyError, TypeError):
        return USUAL_LIMIT
