"""What a press would say of a file, for people and for programs."""

from __future__ import annotations

import json

from msgspec import Struct, to_builtins

from prancha.checks.proof.fault import ProofFault, folded
from prancha.checks.proof.report import MOST_LINES


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
    errors = sum(fault.severity == "error" for fault in report.faults)
    warnings = len(report.faults) - errors
    rows = (
        ("says that it is", report.claim or "no PDF/X"),
        ("pages", str(report.pages)),
        ("most ink", f"{report.most_ink:.0f} %, the limit is {report.limit:g} %"),
        ("pictures measured", str(report.pictures)),
        ("lines of text", str(report.texts)),
        ("faults", f"{errors}, {warnings} warning{'s' * (warnings != 1)}"),
    )
    lines = list(folded(report.faults))
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"and {len(lines) - MOST_LINES} more"]
    return "\n".join(
        [*lines, f"{report.file} for a press", *(f"  {name:24} {value}" for name, value in rows)]
    )


def press_json(report: PressReport) -> str:
    """The same as JSON."""
    return json.dumps({"clean": report.clean, **to_builtins(report)}, ensure_ascii=False, indent=1)
