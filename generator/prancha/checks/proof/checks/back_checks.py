"""Check of backs: behind every front its back."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from prancha.checks.proof.design import Design, Planned, PlannedSheet
from prancha.checks.proof.evidence import Evidence, proof_check
from prancha.checks.proof.matched_pieces import VECTOR_BAR, Match, farthest
from prancha.checks.proof.measured import NOWHERE, Found
from prancha.checks.proof.pdf_geometry import Point
from prancha.checks.proof.proof_report import ProofFault, at
from prancha.model.units import Mm

Mirror = Callable[[Point], Point]
Pair = tuple[Match, Match]
"""A front and its back."""
ROUGH: Mm = 1.0
"""Nearer than this is the place that was meant."""
ANOTHER: Mm = 5.0
"""Farther than this is another piece's place."""


@proof_check("backs", "back-off", "back-page", "wrong-flip", "not-mirrored", "swapped-backs")
def check_backs(evidence: Evidence) -> Iterator[ProofFault]:
    """Backs that miss by a millimetre mark the cards; measured from the fronts as found, not from the design,
    so that an engine wrong in itself is caught too.
    """
    yield from _check_pages(evidence)
    yield from _check_ticks(evidence)
    for sheet, fronts, backs in _find_sheets(evidence):
        yield from _check_sheet(evidence, sheet, fronts, backs)


def _check_pages(evidence: Evidence) -> Iterator[ProofFault]:
    """With duplex printing fronts are on odd pages, and each back is on the page that follows."""
    design = evidence.design
    if not has_pairs(design):
        return
    for number, sheet in sorted(design.sheets.items()):
        alone = design.duplex.glues(sheet.stock) or not sheet.pair
        if (alone or sheet.side == "front") and number % 2 == 0:
            message = "it begins a paper, and the printer puts it behind another page"
            yield ProofFault(number, "back-page", "", message, found=f"page {number}", expected="an odd page")
        elif not alone and sheet.pair != (number + 1 if sheet.side == "front" else number - 1):
            message = "its other side is not on the other side of its paper"
            wanted = number + 1 if sheet.side == "front" else number - 1
            yield ProofFault(number, "back-page", "", message, f"page {sheet.pair}", f"page {wanted}")


def _check_ticks(evidence: Evidence) -> Iterator[ProofFault]:
    """The pairing tick of a back lies behind that of its front."""
    design = evidence.design
    for number, front in sorted((design.fronts or design.sheets).items()):
        back = design.sheets.get(number if design.fronts else front.pair)
        if front.side != "front" or back is None or not (front.tick and back.tick):
            continue
        mirror, _ = _find_mirrors(evidence, front)
        off = math.dist(mirror(front.tick), back.tick)
        if off > VECTOR_BAR:
            message = f"the pairing tick of a back misses that of its front by {off:.3f} mm"
            found, wanted = at(*back.tick), at(*mirror(front.tick))
            yield ProofFault(back.page, "back-off", "", message, found=found, expected=wanted)


def has_pairs(design: Design) -> bool:
    """Whether the printer turns the paper for backs; both faces of a board are printed on one side each."""
    return design.duplex.flips != "none" and any(
        sheet.pair and sheet.pair != sheet.page and not design.duplex.glues(sheet.stock)
        for sheet in design.sheets.values()
    )


def _find_sheets(evidence: Evidence) -> Iterator[tuple[PlannedSheet, Sequence[Match], Sequence[Match]]]:
    """Sheets of fronts that have backs, on another page or beyond the fold."""
    for sheet, _ in evidence.sheets():
        if sheet.page in evidence.design.fronts:
            front = evidence.design.fronts[sheet.page]
            fronts = (evidence.before or {}).get(sheet.page) or [
                _match_as_designed(front, p) for p in front.pieces
            ]
            yield front, fronts, evidence.by_page.get(sheet.page, ())
        if sheet.side == "front" and (sheet.pair or sheet.fold):
            here, there = evidence.by_page.get(sheet.page, ()), evidence.by_page.get(sheet.pair, ())
            fronts = [match for match in here if match.planned.side == "front"]
            yield sheet, fronts, [match for match in (*here, *there) if match.planned.side == "back"]


def _match_as_designed(sheet: PlannedSheet, planned: Planned) -> Match:
    found = Found(
        item=planned.item,
        copy=planned.copy,
        side=planned.side,
        matrix=planned.matrix,
        shown=(planned.corners,),
        face=planned.face,
        form=NOWHERE,
    )
    return Match(sheet, planned, found)


def _check_sheet(
    evidence: Evidence, sheet: PlannedSheet, fronts: Sequence[Match], backs: Sequence[Match]
) -> Iterator[ProofFault]:
    mirror, other = _find_mirrors(evidence, sheet)
    pairs = _find_pairs(fronts, backs)
    wrong = [(front, back) for front, back in pairs if _measure_offset(front, back, mirror) > VECTOR_BAR]
    found = _explain_page(evidence, pairs, wrong, mirror, other)
    if found:
        front, back = wrong[0]
        yield _make_fault(sheet.pair or sheet.page, *found, front, back, mirror)
        return
    for front, back in wrong:
        (x, y), (ex, ey) = back.centre, mirror(front.centre)
        off = math.dist((x, y), (ex, ey))
        if off > ANOTHER:
            there = _name_front(back, fronts, mirror)
            code, message = "swapped-backs", f"it lies behind {there}, not behind its front"
        elif off > VECTOR_BAR:
            message = f"the back misses its front by {x - ex:+.3f} mm across and {y - ey:+.3f} mm down"
            code = "back-off"
        else:
            corner = _measure_offset(front, back, mirror)
            message = (
                f"the back is turned or sized otherwise than its front: its corner misses by {corner:.3f} mm"
            )
            code = "back-off"
        yield _make_fault(
            sheet.pair or sheet.page, code, message=message, front=front, back=back, mirror=mirror
        )


def _explain_page(
    evidence: Evidence, pairs: Sequence[Pair], wrong: Sequence[Pair], mirror: Mirror, other: Mirror
) -> tuple[str, str] | None:
    """Code and message where all backs of a page are wrong in the same way."""
    if all(_measure_offset(front, back, mirror) <= ROUGH for front, back in wrong):
        return None
    if all(_measure_offset(front, back, other) <= ROUGH for front, back in pairs):
        turned = "long" if evidence.design.duplex.flips == "short" else "short"
        return "wrong-flip", f"all backs lie as if the paper were turned about its {turned} edge"
    if all(math.dist(front.centre, back.centre) <= ROUGH for front, back in pairs):
        return "not-mirrored", "all backs lie as their fronts do, not mirrored"
    return None


def _find_pairs(fronts: Sequence[Match], backs: Sequence[Match]) -> list[Pair]:
    behind = {match.planned.key[1:]: match for match in backs}
    return [(front, behind[front.planned.key[1:]]) for front in fronts if front.planned.key[1:] in behind]


def measure_backs(evidence: Evidence) -> float | None:
    """Largest distance of a back's corner from its front's, seen through the paper.

    None where there are no backs, or where their fronts were not read.
    """
    found: list[float] = []
    for sheet, fronts, backs in _find_sheets(evidence):
        mirror, _ = _find_mirrors(evidence, sheet)
        if evidence.before is not None or sheet.page not in evidence.design.fronts:
            found += (_measure_offset(front, back, mirror) for front, back in _find_pairs(fronts, backs))
    return max(found, default=None)


def _make_fault(page: int, code: str, message: str, front: Match, back: Match, mirror: Mirror) -> ProofFault:
    return ProofFault(page, code, back.planned.name, message, at(*back.centre), at(*mirror(front.centre)))


def _find_mirrors(evidence: Evidence, sheet: PlannedSheet) -> tuple[Mirror, Mirror]:
    """The mirror for how the paper is turned or folded, and the other one."""
    across = (evidence.design.duplex.flips != "short") == (sheet.height >= sheet.width)
    x, y = sheet.width / 2, sheet.height / 2
    if sheet.fold is not None:
        x1, y1, x2, y2 = sheet.fold
        across = x1 == x2
        x, y = (x1 + x2) / 2, (y1 + y2) / 2

    def left_right(point: Point) -> Point:
        return 2 * x - point[0], point[1]

    def top_bottom(point: Point) -> Point:
        return point[0], 2 * y - point[1]

    return (left_right, top_bottom) if across else (top_bottom, left_right)


def _measure_offset(front: Match, back: Match, mirror: Mirror) -> float:
    """How far the back's corners are from the front's, seen through the paper."""
    # Seen from behind, the front's top right is the back's top left.
    one, two, three, four = map(mirror, front.corners)
    return farthest(back.corners, (two, one, four, three))


def _name_front(back: Match, fronts: Sequence[Match], mirror: Mirror) -> str:
    def away(front: Match) -> float:
        return math.dist(back.centre, mirror(front.centre))

    nearest = min(fronts, key=away)
    return nearest.planned.name if away(nearest) < ANOTHER else "nothing"
