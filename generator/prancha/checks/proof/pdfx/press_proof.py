"""Read a PDF as a press would, and report what it would say, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
from msgspec import Struct, to_builtins

from prancha.checks.proof.design_reading import manifest_beside
from prancha.checks.proof.pdf_reader import as_pdf, note_place
from prancha.checks.proof.pdfx.ink_map import check_overprints
from prancha.checks.proof.pdfx.press_file_rules import (
    check_file,
    check_fonts,
    check_page,
    check_walk,
    read_claim,
    standard_of,
)
from prancha.checks.proof.pdfx.press_marks import MarkRules, Measured
from prancha.checks.proof.pdfx.press_walk import PressWalk
from prancha.checks.proof.proof_report import ProofFault, count_faults, format_report
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.system.file_contents import is_file


class PressReport(Struct, frozen=True):
    """Faults sorted by page, and what was looked at; ink in percent."""

    file: str
    standard: str
    claim: str
    limit: float
    most_ink: float
    faults: tuple[ProofFault, ...]
    pages: int
    pictures: int
    texts: int

    @property
    def clean(self) -> bool:
        """Whether nothing but warnings was found."""
        return all(fault.severity != "error" for fault in self.faults)


def press_text(report: PressReport) -> str:
    """One line per fault, then what was measured."""
    rows = (
        ("says that it is", report.claim or "no PDF/X"),
        ("pages", str(report.pages)),
        ("most ink", f"{report.most_ink:.0f} %, the limit is {report.limit:g} %"),
        ("pictures measured", str(report.pictures)),
        ("lines of text", str(report.texts)),
        ("faults", count_faults(report.faults)),
    )
    return format_report(report.faults, (f"{report.file} for a press",), rows)


def press_json(report: PressReport) -> str:
    """The same as JSON."""
    return json.dumps({"clean": report.clean, **to_builtins(report)}, ensure_ascii=False, indent=1)


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
        claim = read_claim(document)
        wanted = standard or standard_of(claim) or "x4"
        seen, walk = Measured(), PressWalk()
        faults: set[ProofFault] = set(check_fonts(document))
        if not inks_alone:
            faults.update(check_file(document, wanted, claim))
        for number, page in enumerate(document.pages, 1):
            if not inks_alone:
                faults.update(check_page(number, page, wanted))
            seen.below.clear()
            rules = MarkRules(most, wanted, float(page.mediabox[3]), seen)
            with note_place(f"on page {number}"):
                for mark in walk.marks(number, page):
                    faults.update(rules.faults(mark))
        faults.update(check_overprints(path, seen.suspects, most))
        faults.update(check_walk(walk, wanted))
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
    """The ink limit in the manifest beside a kit."""
    try:
        told = json.loads(manifest_beside(path).read_text(encoding="utf-8"))
        return float(told["press"]["ink_limit"]) if path.name in told["files"] else USUAL_LIMIT
    except (OSError, ValueError, KeyError, TypeError):
        return USUAL_LIMIT
