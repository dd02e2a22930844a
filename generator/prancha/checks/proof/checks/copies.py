"""Every designed copy is placed exactly once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault, at
from prancha.checks.proof.matching import Evidence


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    yield from _against_catalogue(evidence)
    for sheet, planned in evidence.missing:
        place = f"it at {at(planned.x, planned.y)}"
        message = f"the {planned.side} is missing"
        yield ProofFault(
            sheet.page, "copy-missing", item=planned.name, message=message, found="nothing", expected=place
        )
    where: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    for page in evidence.file.pages:
        for found in page.pieces:
            where[found.side, found.item, found.copy].append(page.number)
    for number, found in evidence.extra:
        name = f"{found.item} copy {found.copy}"
        x, y = found.reach[0], found.reach[1]
        pages = where[found.side, found.item, found.copy]
        known = len(pages) > 1 or 1 <= found.copy <= evidence.design.copies.get(found.item, 0)
        if known:
            message, wanted = f"the {found.side} is here beside its own place", "it once"
            seen = f"it on pages {', '.join(map(str, pages))}, here from {at(x, y)}"
            yield ProofFault(number, "copy-doubled", item=name, message=message, found=seen, expected=wanted)
        else:
            message = "nobody designed such a component"
            yield ProofFault(
                number, "copy-unknown", item=name, message=message, found=f"it from {at(x, y)}",
                expected="nothing",
            )  # fmt: skip


def _against_catalogue(evidence: Evidence) -> Iterator[ProofFault]:
    """Hold what the sheets place against the catalogue; a file of backs alone tells nothing."""
    seen: dict[str, Counter[int]] = defaultdict(Counter)
    for sheet in evidence.design.sheets.values():
        for planned in sheet.pieces:
            if planned.side == "front":
                seen[planned.item][planned.copy] = 1 if sheet.window else seen[planned.item][planned.copy] + 1
    for item, copies in evidence.design.copies.items():
        placed = seen.pop(item, Counter())
        if sorted(placed.elements()) != list(range(1, copies + 1)):
            message = "the sheets do not hold the copies that the catalogue wants"
            yield ProofFault(
                0, "copy-count", item=item, message=message, found=f"{placed.total()} copies",
                expected=f"{copies} copies",
            )  # fmt: skip
    for item in seen:
        yield ProofFault(
            0, "copy-unknown", item=item, message="the catalogue has no such component",
            found="it on a sheet", expected="nothing",
        )  # fmt: skip


CHECK = ProofCheck(
    "copies",
    ("copy-missing", "copy-doubled", "copy-unknown", "copy-count"),
    "A deck with a card too few or too many is another game, and nobody notices before playing.",
    _run,
)
