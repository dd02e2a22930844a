"""Page size and boxes."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault, mm
from prancha.checks.proof.match import VECTOR_BAR
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.measured import FoundPage
from prancha.model.units import PT_PER_MM, Mm


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    design, pages = evidence.design, evidence.file.pages
    if len(pages) != design.pages:
        yield ProofFault(
            0, "page-count", item="", message="pages are missing or added", found=f"{len(pages)} pages",
            expected=f"{design.pages} pages",
        )  # fmt: skip
    papers = {(min(s.width, s.height), max(s.width, s.height)) for s in design.sheets.values()}
    for page in pages:
        sheet = design.sheets.get(page.number)
        if sheet and evidence.sent:
            # What is made for a printer is upright, whatever the sheet is.
            allowed = [(min(sheet.width, sheet.height), max(sheet.width, sheet.height))]
        elif sheet:
            allowed = [(sheet.width, sheet.height)]
        else:
            allowed = [size for p in papers for size in (p, (p[1], p[0]))]
        yield from _size(page, allowed, sheet.paper if sheet else "the kit's paper")
        yield from _boxes(page)


def _size(page: FoundPage, allowed: list[tuple[Mm, Mm]], paper: str) -> Iterator[ProofFault]:
    if "MediaBox" not in page.boxes:
        yield ProofFault(
            page.number, "page-size", item="", message="the page has no MediaBox", found="none",
            expected=paper,
        )  # fmt: skip
        return
    off = [max(abs(page.width - width), abs(page.height - height)) for width, height in allowed]
    if off and min(off) > VECTOR_BAR:
        width, height = allowed[off.index(min(off))]
        yield ProofFault(
            page.number, "page-size", item="", message=f"the MediaBox is not {paper}",
            found=f"{page.width:.3f} x {page.height:.3f} mm", expected=f"{width:.3f} x {height:.3f} mm",
        )  # fmt: skip


def _boxes(page: FoundPage) -> Iterator[ProofFault]:
    media = page.boxes.get("MediaBox")
    if page.rotate % 360:
        yield ProofFault(
            page.number, "page-rotated", item="", message="the page has Rotate", found=f"{page.rotate}°",
            expected="0°",
        )  # fmt: skip
    if page.user_unit != 1:
        found = f"1 unit = {page.user_unit:g} pt, so {mm(page.width * page.user_unit)} wide"
        yield ProofFault(
            page.number, "page-unit", item="", message="the page has a UserUnit", found=found,
            expected=f"{mm(page.width)} wide",
        )  # fmt: skip
    for name, box in page.boxes.items():
        if media is None or name == "MediaBox":
            continue
        if name == "CropBox":
            off = max(abs(a - b) for a, b in zip(box, media, strict=True)) / PT_PER_MM
        else:
            # Trim and bleed boxes may be smaller, never larger.
            off = max(media[0] - box[0], media[1] - box[1], box[2] - media[2], box[3] - media[3]) / PT_PER_MM
        if off > VECTOR_BAR:
            yield ProofFault(
                page.number, "page-box", item="", message=f"the {name} does not agree with the MediaBox",
                found=_millimetres(box), expected=_millimetres(media),
            )  # fmt: skip


def _millimetres(box: tuple[float, float, float, float]) -> str:
    x1, y1, x2, y2 = (value / PT_PER_MM for value in box)
    return f"{x2 - x1:.3f} x {y2 - y1:.3f} mm at ({x1:.3f}, {y1:.3f})"


CHECK = ProofCheck(
    "pages",
    ("page-count", "page-size", "page-rotated", "page-unit", "page-box"),
    "A MediaBox that is not the paper makes readers scale or centre the page; Rotate, UserUnit and a CropBox "
    "do the same in some readers only, so that fronts and backs printed elsewhere no longer meet.",
    _run,
)
