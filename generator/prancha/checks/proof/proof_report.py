"""Faults that a proof found, and its report for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct, to_builtins

from prancha.model.diagnostic import Diagnostic
from prancha.model.units import Mm

NAMED = 2
"""Components that a folded line names; the others are counted."""


class ProofFault(Struct, frozen=True, order=True):
    """A fault on a page (0: the whole file) of a component, with what was found and what was expected.

    `file` is the name of another file of the kit than the one that was to be measured.
    """

    page: int
    code: str
    item: str
    message: str
    found: str
    expected: str
    severity: Literal["error", "warning"] = "error"
    file: str = ""


def fold_faults(faults: Iterable[ProofFault]) -> Iterator[str]:
    """A line for each group of equal faults, with their number."""
    groups: dict[tuple[str, ...], list[ProofFault]] = {}
    for fault in faults:
        groups.setdefault((fault.file, fault.severity, fault.code, fault.message), []).append(fault)
    for group in groups.values():
        yield _format_line(group)


def _format_line(group: list[ProofFault]) -> str:
    fault = group[0]
    pages = sorted({one.page for one in group})
    if pages == [0]:
        where = "file"
    elif len(pages) == 1:
        where = f"page {pages[0]}"
    else:
        named = ", ".join(map(str, pages[:6]))
        where = f"pages {named}" + (f" and {len(pages) - 6} more" if len(pages) > 6 else "")
    if fault.file:
        where = fault.file if where == "file" else f"{fault.file}, {where}"
    items = list(dict.fromkeys(one.item for one in group if one.item))
    item = f" [{', '.join(items[:NAMED])}]" if items else ""
    if len(items) > NAMED:
        item = f"{item[:-1]} and {len(items) - NAMED} more]"
    times = f" ({len(group)} times; the first:" if len(group) > 1 else ":"
    end = ")" if len(group) > 1 else ""
    return (
        f"{where}: {fault.severity} {fault.code}{item}: {fault.message}{times} "
        f"found {fault.found}, expected {fault.expected}{end}"
    )


def mm(value: float) -> str:
    """A length to a micrometre, shortest form."""
    return f"{value:.3f}".rstrip("0").rstrip(".") + " mm"


def at(x: float, y: float) -> str:
    """A place on the page."""
    return f"({x:.3f}, {y:.3f}) mm"


def line_mm(ends: tuple[Mm, Mm, Mm, Mm]) -> str:
    """A straight stretch on the page."""
    x1, y1, x2, y2 = ends
    return f"from ({x1:.3f}, {y1:.3f}) to ({x2:.3f}, {y2:.3f}) mm"


def box_mm(box: tuple[Mm, Mm, Mm, Mm]) -> str:
    """A box on the page."""
    return f"({box[0]:.1f}, {box[1]:.1f}) to ({box[2]:.1f}, {box[3]:.1f}) mm"


MOST_LINES = 60


class ProofReport(Struct, frozen=True):
    """Faults sorted by page, and counts of what was measured; deviations are the worst, in mm.

    A deviation is None where nothing of its kind was there to be measured.
    """

    files: tuple[str, ...]
    faults: tuple[ProofFault, ...]
    pages: int = 0
    sheets: int = 0
    components: int = 0
    marks: int = 0
    vector_deviation: Mm | None = None
    back_deviation: Mm | None = None
    readings: int = 0
    compared: int = 0
    pixel_deviation: Mm | None = None
    fonts: int = 0
    images: int = 0
    checks: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether nothing but warnings was found."""
        return all(fault.severity != "error" for fault in self.faults)


_SUMS = ("pages", "sheets", "components", "marks", "readings", "compared", "fonts", "images")
_WORST = ("vector_deviation", "back_deviation", "pixel_deviation")


def join_reports(file: str, parts: Sequence[ProofReport]) -> ProofReport:
    """One report of all files of a kit, the one that was named first."""
    files = sorted((name for part in parts for name in part.files), key=lambda name: name != file)
    sums: dict[str, Any] = {name: sum(getattr(part, name) for part in parts) for name in _SUMS}
    worst: dict[str, Any] = {
        name: max((off for part in parts if (off := getattr(part, name)) is not None), default=None)
        for name in _WORST
    }
    faults = sorted((fault for part in parts for fault in part.faults), key=lambda one: (one.file, one))
    checks = next((part.checks for part in parts if part.checks), ())
    return ProofReport(tuple(files), tuple(faults), checks=checks, **sums, **worst)


def count_faults(faults: Sequence[ProofFault | Diagnostic]) -> str:
    """How many errors and warnings there are."""
    errors = sum(fault.severity == "error" for fault in faults)
    warnings = len(faults) - errors
    return f"{errors}, {warnings} warning{'s' * (warnings != 1)}"


def as_text(report: ProofReport) -> str:
    """One line per fault, then what was measured."""
    rows = (
        ("pages", f"{report.pages}, {report.sheets} of them sheets"),
        ("components measured", str(report.components)),
        ("worst deviation", _format_length(report.vector_deviation, 4, " from vectors")),
        ("backs behind fronts", _format_length(report.back_deviation, 4, " at worst")),
        ("lines of marks and cuts", str(report.marks)),
        ("read from pixels", f"{report.readings} edges and marks"),
        ("edges in pixels", _format_length(report.pixel_deviation, 3, " at worst")),
        ("seen beside their face", f"{report.compared} components"),
        ("fonts", f"{report.fonts}"),
        ("images", f"{report.images}"),
        ("faults", count_faults(report.faults)),
    )
    return format_report(report.faults, report.files, rows)


def format_report(faults: Sequence[ProofFault], heads: Sequence[str], rows: Iterable[tuple[str, str]]) -> str:
    """A line for each group of faults, at most `MOST_LINES`, then the heads, and names and values in rows."""
    lines = list(fold_faults(faults))
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"and {len(lines) - MOST_LINES} more"]
    return "\n".join([*lines, *heads, *(f"  {name:24} {value}" for name, value in rows)])


def _format_length(found: Mm | None, digits: int, words: str) -> str:
    return "none measured" if found is None else f"{found:.{digits}f} mm{words}"


def as_json(report: ProofReport) -> str:
    """The same as JSON."""
    return json.dumps(
        {"clean": report.clean, "file": report.files[0], **to_builtins(report)}, ensure_ascii=False, indent=1
    )
