"""Two readers that share no code agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault
from prancha.checks.proof.match import VECTOR_BAR, farthest
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.matrix import Matrix, Point, corners


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    for sheet, page in evidence.sheets():
        seen: dict[tuple[str, int], list[Matrix]] = defaultdict(list)
        count = 0
        for one in evidence.raster.seen(sheet.page):
            seen[one.item, one.copy].append(one.matrix)
            count += 1
        if count != len(page.pieces):
            message = "pikepdf and pdfium do not find as many components"
            yield ProofFault(
                sheet.page, "readers-disagree", item="", message=message, found=str(count),
                expected=str(len(page.pieces)),
            )  # fmt: skip
            continue
        for match in evidence.by_page.get(sheet.page, ()):
            shape, planned = match.planned.shape, match.planned
            places = [
                corners(matrix, 0, 0, shape.width, shape.height)
                for matrix in seen[planned.item, planned.copy]
            ]
            nearest = min(places, key=lambda place: farthest(place, match.corners), default=None)
            if nearest is None or farthest(nearest, match.corners) > VECTOR_BAR:
                message = "pikepdf and pdfium read different places"
                found = _text(nearest) if nearest else "nothing"
                yield ProofFault(
                    sheet.page, "readers-disagree", item=planned.name, message=message, found=found,
                    expected=_text(match.corners),
                )  # fmt: skip


def _text(points: tuple[Point, ...]) -> str:
    (x1, y1), _, (x2, y2), _ = points
    return f"({x1:.3f}, {y1:.3f}) to ({x2:.3f}, {y2:.3f}) mm"


CHECK = ProofCheck(
    "opinions",
    ("readers-disagree",),
    "A measure is only worth something when it does not depend on who took it: a reader wrong in itself "
    "must not pass a wrong file.",
    _run,
)
