"""Marks and cut lines are drawn so that they print, and are followed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.design import PlannedSheet
from prancha.checks.proof.fault import ProofFault, mm
from prancha.checks.proof.graphics import Dashes
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.measured import FoundPage, MeasuredLine, ends_key
from prancha.model.units import Mm

PEN_BAR: Mm = 0.005
THINNEST: Mm = 0.05
THICKEST: Mm = 0.45
FAINTEST = 0.8
"""How light a line may be that is to be followed."""
LEAST_SHARE = 0.4
"""Of a dashed line, in each of its shades."""
SAMPLES = 100


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    for sheet, page in evidence.sheets():
        yield from _pens(sheet, page)


def _pens(sheet: PlannedSheet, page: FoundPage) -> Iterator[ProofFault]:
    """Crop marks are drawn as the sheet profile says, other lines fit to be seen."""
    marks = {ends_key(mark) for mark in sheet.marks}
    fold = None if sheet.fold is None else ends_key(sheet.fold)
    dashed: defaultdict[tuple[tuple[int, int], ...], list[MeasuredLine]] = defaultdict(list)
    for line in page.cuts:
        is_mark = ends_key(line.ends) in marks
        if line.dashes and not is_mark and ends_key(line.ends) != fold:
            dashed[ends_key(line.ends)].append(line)
        for message, found, wanted in _pen(line, sheet, is_mark):
            yield ProofFault(
                sheet.page, "mark-weight", item="", message=message, found=found, expected=wanted
            )
    for lines in dashed.values():
        yield from _dashed(lines, sheet.page)


def _dashed(lines: Sequence[MeasuredLine], page: int) -> Iterator[ProofFault]:
    """Dashes along one line are of two shades, each in the other's gaps: one is seen on any ground."""
    dark, pale = _shades(tuple((line.dashes, _is_pale(line)) for line in lines))
    if min(dark, pale) < LEAST_SHARE * SAMPLES:
        message = "the dashes of a cut line are not seen on every ground"
        found = f"{dark / SAMPLES:.0%} dark, {pale / SAMPLES:.0%} light"
        yield ProofFault(
            page, "mark-weight", item="", message=message, found=found,
            expected=f"at least {LEAST_SHARE:.0%} of each",
        )  # fmt: skip


@lru_cache(maxsize=256)
def _shades(lines: tuple[tuple[Dashes, bool], ...]) -> tuple[int, int]:
    """How many of `SAMPLES` places along lines of dashes, the last on top, are dark, and how many pale."""
    dark = pale = 0
    for sample in range(SAMPLES):
        at = sample / SAMPLES * sum(lines[0][0][1:])
        top = next((is_pale for dashes, is_pale in reversed(lines) if _painted(dashes, at)), None)
        dark += top is False
        pale += top is True
    return dark, pale


def _painted(dashes: Dashes, at: Mm) -> bool:
    """Whether a dash, not a gap, is `at` a distance from the line's beginning."""
    start, *lengths = dashes
    lengths *= 1 + len(lengths) % 2
    at = (start + at) % sum(lengths)
    for k, length in enumerate(lengths):
        if at < length:
            return k % 2 == 0
        at -= length
    return False


def _is_pale(line: MeasuredLine) -> bool:
    return line.colour is not None and min(line.colour) > FAINTEST


def _pen(line: MeasuredLine, sheet: PlannedSheet, is_mark: bool) -> Iterator[tuple[str, str, str]]:
    low, high = THINNEST, THICKEST
    if is_mark and sheet.weight is not None:
        low, high = sheet.weight - PEN_BAR, sheet.weight + PEN_BAR
    if not low <= line.weight <= high:
        what = "thin to be printed" if line.weight < low else "thick"
        yield f"a mark or cut line is too {what}", mm(line.weight), f"from {mm(low)} to {mm(high)}"
    if line.colour is None or (_is_pale(line) and (is_mark or not line.dashes)):
        found = "no plain colour" if line.colour is None else f"{min(line.colour):.0%} light"
        yield "a mark or cut line is too pale to be seen", found, f"at most {FAINTEST:.0%}"
    elif is_mark and sheet.colour and _differs(line, sheet.colour):
        found = "#" + "".join(f"{round(255 * part):02x}" for part in line.colour)
        yield "a mark is of another colour", found, sheet.colour
    if is_mark and line.dashes:
        yield "a mark is dashed", "dashes", "one stroke"
    if line.faded:
        yield "a mark or cut line is drawn with an opacity or blend mode of its own", "a gs operator", "none"


def _differs(line: MeasuredLine, colour: str) -> bool:
    wanted = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    return line.colour is not None and any(
        abs(a - b) > 0.01 for a, b in zip(line.colour, wanted, strict=True)
    )


CHECK = ProofCheck(
    "pens",
    ("mark-weight",),
    "A mark of 3 mm leads the knife anywhere, one of a thousandth or a white one nowhere.",
    _run,
)
