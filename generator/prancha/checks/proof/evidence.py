"""Evidence for checks (designed pieces, found pieces, and their pairs), and the type of a check."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from prancha.checks.proof.appearance import Appearance, compare_looks
from prancha.checks.proof.design import Design, Key, Planned, PlannedSheet
from prancha.checks.proof.matched_pieces import Match
from prancha.checks.proof.measured import Found, FoundFile, FoundPage
from prancha.checks.proof.pdf_geometry import Matrix
from prancha.checks.proof.pdfium_pages import PageRaster
from prancha.checks.proof.pixel_edges import EdgeReading, read_spots
from prancha.checks.proof.proof_report import ProofFault


class Evidence(Struct, frozen=True, dict=True):
    """The whole case; `sent` is what was done to each page for a printer, and is undone in `file`.

    `file` has the places of the design and the boxes of the file.  `changed`: the manifest is not the
    one that the build wrote.
    """

    path: Path
    design: Design
    file: FoundFile
    raster: PageRaster
    sent: tuple[Matrix, ...] = ()
    changed: bool = False
    before: Mapping[int, tuple[Match, ...]] | None = None
    """Of a file of backs alone, the fronts as they were found in theirs; None where they were not."""

    def sheets(self) -> Iterator[tuple[PlannedSheet, FoundPage]]:
        """Sheets whose page is there, in page order."""
        for number, sheet in sorted(self.design.sheets.items()):
            if number <= len(self.file.pages):
                yield sheet, self.file.pages[number - 1]

    @cached_property
    def _paired(self) -> tuple[tuple[Match, ...], tuple[tuple[PlannedSheet, Planned], ...]]:
        matches: list[Match] = []
        missing: list[tuple[PlannedSheet, Planned]] = []
        for number, sheet in sorted(self.design.sheets.items()):
            waiting: dict[Key, list[Found]] = defaultdict(list)
            for found in self.file.pages[number - 1].pieces if number <= len(self.file.pages) else ():
                waiting[found.side, found.item, found.copy].append(found)
            for planned in sheet.pieces:
                candidates = waiting[planned.key]
                if not candidates:
                    missing.append((sheet, planned))
                    continue
                nearest = min(
                    (Match(sheet, planned, found) for found in candidates), key=lambda m: m.deviation
                )
                candidates.remove(nearest.found)
                matches.append(nearest)
        return tuple(matches), tuple(missing)

    @property
    def matches(self) -> tuple[Match, ...]:
        """Designed faces that were found, page by page."""
        return self._paired[0]

    @property
    def missing(self) -> tuple[tuple[PlannedSheet, Planned], ...]:
        """Designed faces that are not on their page."""
        return self._paired[1]

    @cached_property
    def readings(self) -> tuple[EdgeReading, ...]:
        """Edges and marks as pixels show them."""
        return tuple(read_spots(self))

    @cached_property
    def looks(self) -> Appearance:
        """Comparison of every piece with its face."""
        return compare_looks(self)

    @cached_property
    def by_page(self) -> dict[int, tuple[Match, ...]]:
        """Matches of each page."""
        grouped: dict[int, list[Match]] = defaultdict(list)
        for match in self.matches:
            grouped[match.sheet.page].append(match)
        return {page: tuple(group) for page, group in grouped.items()}

    @cached_property
    def extra(self) -> tuple[tuple[int, Found], ...]:
        """Faces that no design put on their page."""
        known = {id(match.found) for match in self.matches}
        return tuple(
            (page.number, found)
            for page in self.file.pages
            for found in page.pieces
            if id(found) not in known
        )


class ProofCheck(Struct, frozen=True):
    """One question to the evidence; `codes` are all it may report, and never change."""

    name: str
    codes: tuple[str, ...]
    rationale: str
    run: Callable[[Evidence], Iterator[ProofFault]]


def proof_check(name: str, *codes: str) -> Callable[[Callable[[Evidence], Iterator[ProofFault]]], ProofCheck]:
    """Decorator: make a check of a function whose docstring is the rationale."""
    return lambda run: ProofCheck(name, codes, " ".join((run.__doc__ or "").split()), run)
