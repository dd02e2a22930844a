"""How many pages there are, and how large."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault
from prancha.checks.proof.match import VECTOR_BAR
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.measured import FoundPage
from prancha.model.units import Mm


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    design, pages = evidence.design, evidence.file.pages
    if len(pages) != design.told.pages:
        yield ProofFault(
            0, "page-count", item="", message="pages are missing or added", found=f"{len(pages)} pages",
            expected=f"{design.told.pages} pages",
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


def _size(page: FoundPage, allowed: list[tuple[Mm, Mm]], paper: str) -> Iterator[ProofFault]:
    off = [max(abs(page.width - width), abs(page.height - height)) for width, height in allowed]
    if off and min(off) > VECTOR_BAR:
        width, height = allowed[off.index(min(off))]
        yield ProofFault(
            page.number, "page-size", item="", message=f"the MediaBox is not {paper}",
            found=f"{page.width:.3f} x {page.height:.3f} mm", expected=f"{width:.3f} x {height:.3f} mm",
        )  # fmt: skip


CHECK = ProofCheck(
    "pages",
    ("page-count", "page-size"),
    "A MediaBox that is not the paper makes readers scale or centre the page.",
    _run,
)
