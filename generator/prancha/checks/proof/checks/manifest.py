"""The manifest agrees with itself: it was not changed, and its tables tell the same."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.design import Design, Planned, PlannedSheet
from prancha.checks.proof.fault import ProofFault, mm
from prancha.checks.proof.match import VECTOR_BAR
from prancha.checks.proof.matching import Evidence

CODE = "manifest-contradicts"


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    design = evidence.design
    if design.sealed is False or evidence.changed:
        message = "the manifest was changed since the kit was written"
        yield ProofFault(
            0, "manifest-changed", item="", message=message, found="another seal", expected="the build's own"
        )
    owners = {face: name for name, face in design.own.items()}
    first: dict[tuple[str, str], Planned] = {}
    for number, sheet in sorted(design.sheets.items()):
        for planned in sheet.pieces:
            key = planned.side, planned.item
            usual = first.setdefault(key, planned)
            wanted = design.own.get(key, usual.face)
            if planned.face != wanted:
                other = owners.get(planned.face)
                found = f"the {other[0]} of {other[1]}" if other else "another face"
                message = f"its {planned.side} is placed with a face that is not its own"
                yield ProofFault(
                    number, CODE, item=planned.name, message=message, found=found,
                    expected=f"the {planned.side} of {planned.item}",
                )  # fmt: skip
        yield from _sizes(design, sheet)
    for front, behind in _papers(design):
        yield from _backs(design, front, behind)


def _sizes(design: Design, sheet: PlannedSheet) -> Iterator[ProofFault]:
    """Outlines are as large as their families are said to be."""
    for family, planned in sheet.first_of(design.told.families):
        if family.size_mm is None:
            continue
        width, height = family.size_mm
        if max(abs(planned.shape.width - width), abs(planned.shape.height - height)) > VECTOR_BAR:
            found = f"{planned.shape.width:g} x {mm(planned.shape.height)}"
            message = "its outline is not as large as its family"
            yield ProofFault(
                sheet.page, CODE, item=planned.name, message=message, found=found,
                expected=f"{width:g} x {mm(height)}",
            )  # fmt: skip


def _papers(design: Design) -> Iterator[tuple[PlannedSheet, PlannedSheet | None]]:
    """Fronts, and what is printed behind them, where backs are printed at all."""
    if design.fronts:
        for number, sheet in sorted(design.fronts.items()):
            yield sheet, design.sheets.get(number)
    elif design.duplex.printed and not design.apart:
        for _, sheet in sorted(design.sheets.items()):
            if sheet.side == "front":
                yield sheet, design.sheets.get(sheet.pair)


def _backs(design: Design, sheet: PlannedSheet, behind: PlannedSheet | None) -> Iterator[ProofFault]:
    """Whatever has a back, and lies on a sheet with one, is on that too."""
    there = {
        planned.key[1:]
        for side in (sheet, behind)
        if side
        for planned in side.pieces
        if planned.side == "back"
    }
    here = {planned.key[1:]: planned for planned in sheet.pieces if planned.side == "front"}
    for key, planned in here.items():
        if ("back", planned.item) in design.own and key not in there:
            message = "its sheet has a back, but no back of it is placed there"
            yield ProofFault(
                sheet.page, CODE, item=planned.name, message=message, found="no back", expected="one"
            )
    for item, copy in sorted(there - here.keys()):
        message = "a back of it is placed behind a sheet that has no front of it"
        yield ProofFault(
            sheet.pair or sheet.page, CODE, item=f"{item} copy {copy}", message=message, found="a back",
            expected="none",
        )  # fmt: skip


CHECK = ProofCheck(
    "manifest",
    ("manifest-changed", "manifest-contradicts"),
    "A manifest changed along with its PDF would call any fault right. What it tells twice must agree, and "
    "after `build --proof` it must be the one that was written.",
    _run,
)
