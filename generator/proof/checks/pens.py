"""Marks and cut lines are drawn so that they print, and are followed."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.units import Mm
from generator.proof.checks.check import Check
from generator.proof.design import PlannedSheet
from generator.proof.evidence import Evidence
from generator.proof.fault import Fault, mm
from generator.proof.measured import FoundPage, Line, ends_key

PEN_BAR: Mm = 0.005
THINNEST: Mm = 0.05
THICKEST: Mm = 0.45
FAINTEST = 0.8
"""How light a line may be that is to be followed."""


def _run(evidence: Evidence) -> Iterator[Fault]:
    for sheet, page in evidence.sheets():
        yield from _pens(sheet, page)


def _pens(sheet: PlannedSheet, page: FoundPage) -> Iterator[Fault]:
    """Crop marks are drawn as the sheet profile says, other lines fit to be seen."""
    marks = {ends_key(mark) for mark in sheet.marks}
    for line in page.cuts:
        is_mark = ends_key(line.ends) in marks
        for message, found, wanted in _pen(line, sheet, is_mark):
            yield Fault(sheet.page, "mark-weight", "", message, found, wanted)


def _pen(line: Line, sheet: PlannedSheet, is_mark: bool) -> Iterator[tuple[str, str, str]]:
    low, high = THINNEST, THICKEST
    if is_mark and sheet.weight is not None:
        low, high = sheet.weight - PEN_BAR, sheet.weight + PEN_BAR
    if not low <= line.weight <= high:
        what = "thin to be printed" if line.weight < low else "thick"
        yield f"a mark or cut line is too {what}", mm(line.weight), f"from {mm(low)} to {mm(high)}"
    if line.colour is None or min(line.colour) > FAINTEST:
        found = "no plain colour" if line.colour is None else f"{min(line.colour):.0%} light"
        yield "a mark or cut line is too pale to be seen", found, f"at most {FAINTEST:.0%}"
    elif is_mark and sheet.colour and _differs(line, sheet.colour):
        found = "#" + "".join(f"{round(255 * part):02x}" for part in line.colour)
        yield "a mark is of another colour", found, sheet.colour
    if is_mark and line.dashed:
        yield "a mark is dashed", "dashes", "one stroke"
    if line.faded:
        yield "a mark or cut line is drawn with an opacity or blend mode of its own", "a gs operator", "none"


def _differs(line: Line, colour: str) -> bool:
    wanted = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    return line.colour is not None and any(
        abs(a - b) > 0.01 for a, b in zip(line.colour, wanted, strict=True)
    )


CHECK = Check(
    "pens",
    ("mark-weight",),
    "A mark of 3 mm leads the knife anywhere, one of a thousandth or a white one nowhere.",
    _run,
)
