"""What a proof found, for people and for programs."""

from __future__ import annotations

import json

from msgspec import Struct, to_builtins

from prancha.checks.proof.fault import ProofFault, folded
from prancha.model.units import Mm

MOST_LINES = 60


class ProofReport(Struct, frozen=True):
    """Faults sorted by page, and what was looked at; deviations are the worst, in mm."""

    file: str
    faults: tuple[ProofFault, ...]
    pages: int
    sheets: int
    components: int
    marks: int
    vector_deviation: Mm
    back_deviation: Mm
    readings: int
    compared: int
    pixel_deviation: Mm
    fonts: int
    images: int
    checks: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing but warnings was found."""
        return all(fault.severity != "error" for fault in self.faults)


def as_text(report: ProofReport) -> str:
    """One line per fault, then what was measured."""
    errors = sum(fault.severity == "error" for fault in report.faults)
    warnings = len(report.faults) - errors
    rows = (
        ("pages", f"{report.pages}, {report.sheets} of them sheets"),
        ("components measured", str(report.components)),
        ("worst deviation", f"{report.vector_deviation:.4f} mm from vectors"),
        ("backs behind fronts", f"{report.back_deviation:.4f} mm at worst"),
        ("lines of marks and cuts", str(report.marks)),
        ("read from pixels", f"{report.readings} edges and marks, {report.pixel_deviation:.3f} mm at worst"),
        ("seen beside their face", f"{report.compared} components"),
        ("fonts", f"{report.fonts}"),
        ("images", f"{report.images}"),
        ("faults", f"{errors}, {warnings} warning{'s' * (warnings != 1)}"),
    )
    lines = list(folded(report.faults))
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"and {len(lines) - MOST_LINES} more"]
    return "\n".join([*lines, report.file, *(f"  {name:24} {value}" for name, value in rows)])


def as_json(report: ProofReport) -> str:
    """The same as JSON."""
    return json.dumps({"clean": report.clean, **to_builtins(report)}, ensure_ascii=False, indent=1)
