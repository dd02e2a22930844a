"""Checks of the manifest: it agrees with itself, and its claims hold for the sheets and files it lists."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from prancha.checks.proof.checks.label_checks import TITLE
from prancha.checks.proof.design import Design, FamilyFacts, Planned, PlannedSheet, PrinterFacts
from prancha.checks.proof.evidence import Evidence, proof_check
from prancha.checks.proof.matched_pieces import VECTOR_BAR
from prancha.checks.proof.page_text import without_spaces
from prancha.checks.proof.pdf_geometry import IDENTITY, Box, Matrix, map_point
from prancha.checks.proof.proof_report import ProofFault, mm
from prancha.model.units import Mm

CODE = "manifest-contradicts"


@proof_check("manifest", "manifest-changed", "manifest-contradicts")
def check_manifest(evidence: Evidence) -> Iterator[ProofFault]:
    """A manifest changed along with its PDF would call any fault right. What it tells twice must agree, and
    after `build --proof` it must be the one that was written.
    """
    design = evidence.design
    if not design.sealed or evidence.changed:
        message = "the manifest was changed since the kit was written"
        yield ProofFault(0, "manifest-changed", "", message, "another seal", "the build's own")
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
                expected = f"the {planned.side} of {planned.item}"
                yield ProofFault(number, CODE, planned.name, message, found, expected)
        yield from _check_sizes(design, sheet)
    for front, behind in _pair_sheets(design):
        yield from _check_backs(design, front, behind)


def _check_sizes(design: Design, sheet: PlannedSheet) -> Iterator[ProofFault]:
    """Outlines have the sizes of their families."""
    for family, planned in sheet.first_of(design.kit.families):
        width, height = family.size_mm
        if max(abs(planned.shape.width - width), abs(planned.shape.height - height)) > VECTOR_BAR:
            found = f"{planned.shape.width:g} x {mm(planned.shape.height)}"
            message = "its outline is not as large as its family"
            yield ProofFault(sheet.page, CODE, planned.name, message, found, f"{width:g} x {mm(height)}")


def _pair_sheets(design: Design) -> Iterator[tuple[PlannedSheet, PlannedSheet | None]]:
    """Fronts, and what is printed behind them, where backs are printed at all."""
    if design.fronts:
        for number, sheet in sorted(design.fronts.items()):
            yield sheet, design.sheets.get(number)
    elif design.duplex.printed and not design.apart:
        for _, sheet in sorted(design.sheets.items()):
            if sheet.side == "front":
                yield sheet, design.sheets.get(sheet.pair)


def _check_backs(design: Design, sheet: PlannedSheet, behind: PlannedSheet | None) -> Iterator[ProofFault]:
    """A piece that has a back, on a sheet that has one, is on that too."""
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
            yield ProofFault(sheet.page, CODE, planned.name, message, "no back", "one")
    for item, copy in sorted(there - here.keys()):
        message = "a back of it is placed behind a sheet that has no front of it"
        yield ProofFault(sheet.pair or sheet.page, CODE, f"{item} copy {copy}", message, "a back", "none")


_MARKS = frozenset("low outline grey short fold board contour safe cmyk x4 x1a".split())
"""Parts of a file's name that say how it was made."""
_CHOSEN = re.compile(r"-(only|items|on|for|since|copies)-")
"""Names of others follow, which may be called like a mark."""
PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
Claim = tuple[int, str, str, str, str]
"""Page, item, message, found, expected."""


@proof_check("claims", "claim-wrong")
def check_claims(evidence: Evidence) -> Iterator[ProofFault]:
    """A manifest tells of the kit as a whole and of each sheet; whoever reads only the first buys the wrong
    paper, or prints backs the wrong way.
    """
    design = evidence.design
    for sheet in design.sheets.values():
        for claim in (*_check_families(sheet, design.kit.families), *_check_paper(sheet, design)):
            yield _claim_fault(*claim)
    for claim in (
        *_check_styles(design),
        *_check_counts(design),
        *_check_room(design),
        *_check_names(design),
        *_check_duplex(design),
        *_check_printer(evidence),
        *_check_revision(design),
    ):
        yield _claim_fault(*claim)


def _claim_fault(page: int, item: str, message: str, found: str, expected: str) -> ProofFault:
    return ProofFault(page, "claim-wrong", item, message, found, expected)


def _check_families(sheet: PlannedSheet, families: Sequence[FamilyFacts]) -> Iterator[Claim]:
    """Stock, outline and corner radius of a sheet are those of its families."""
    for family, piece in sheet.first_of(families):
        shape, radius = piece.shape, family.radius_mm
        if family.stock != sheet.stock:
            message = "the sheet is told to be of another stock than the family on it"
            yield sheet.page, family.id, message, sheet.stock, family.stock
        if shape.name != family.outline:
            message = "it is placed with another outline than its family has"
            yield sheet.page, family.id, message, shape.name, family.outline
        if abs(shape.radius - radius) > VECTOR_BAR:
            message = "its corners are rounded otherwise than its family's"
            yield sheet.page, family.id, message, mm(shape.radius), mm(radius)


def _check_paper(sheet: PlannedSheet, design: Design) -> Iterator[Claim]:
    paper = design.kit.paper
    size = PAPERS.get(sheet.paper)
    found = min(sheet.width, sheet.height), max(sheet.width, sheet.height)
    if size and max(abs(a - b) for a, b in zip(size, found, strict=True)) > VECTOR_BAR:
        message = f"the sheet is said to be of {sheet.paper}, and is of another size"
        yield sheet.page, "", message, f"{found[0]:g} x {mm(found[1])}", f"{size[0]:g} x {mm(size[1])}"
    if sheet.paper != paper:
        yield sheet.page, "", "the sheet is of another paper than the kit", sheet.paper, paper


def _check_styles(design: Design) -> Iterator[Claim]:
    styles = sorted({sheet.style for sheet in design.sheets.values()})
    if len(styles) > 1:
        message = "sheets of one kit are told to have marks of several kinds"
        yield 0, "", message, ", ".join(styles), "one"


def _check_counts(design: Design) -> Iterator[Claim]:
    told = design.kit
    copies = sum(family.counted for family in told.families)
    if told.copies != copies:
        message = "the kit is told to have another number of copies than its items"
        yield 0, "", message, str(told.copies), str(copies)
    if not design.copies:
        return  # a file of backs alone
    where: dict[str, set[int]] = {}
    for sheet in design.sheets.values():
        for piece in sheet.pieces:
            if piece.side == "front":
                where.setdefault(piece.item, set()).add(sheet.page)
    backs = {item for side, item in design.own if side == "back"}
    for family in told.families:
        for what, listed, count in (
            ("designs", family.designs, len(family.items)),
            ("copies", family.copies, family.counted),
        ):
            if listed != count:
                message = f"it is told to have another number of {what} than its items"
                yield 0, family.id, message, str(listed), str(count)
        placed = [f"{family.id}/{item.id}" for item in family.items if item.copies]
        two = any(item in backs for item in placed)
        printed = design.duplex.printed and any(item in where for item in placed)
        if printed and family.double_sided is not two:
            message = "it is told to have backs where it has none, or none where it has"
            yield 0, family.id, message, "backs" if two else "no backs", "as told"
        for item in family.items:
            pages = sorted(where.get(f"{family.id}/{item.id}", ()))
            if item.pages != pages:
                said, there = (", ".join(map(str, one)) or "none" for one in (item.pages, pages))
                message = "it is told to be on other pages than it is placed on"
                yield 0, f"{family.id}/{item.id}", message, said, there


def _check_room(design: Design) -> Iterator[Claim]:
    """A box has its family's full bleed wherever there is room, unless the manifest says otherwise."""
    most: dict[str, Mm] = {}
    for sheet in design.sheets.values():
        for piece in sheet.pieces:
            most[piece.family] = max(most.get(piece.family, 0.0), *piece.outsets)
    for sheet in design.sheets.values():
        boxes = [piece.trim for piece in sheet.pieces]
        for piece in sheet.pieces if sheet.window is None else ():
            full = most[piece.family]
            short = [k for k in range(4) if piece.outsets[k] < full - VECTOR_BAR]
            if not piece.shape.is_box or piece.family in sheet.short or not short:
                continue
            for k in short:
                if _measure_room(piece.trim, k, boxes, sheet) >= 2 * full + sheet.reach:
                    message = (
                        "it shows less bleed at an edge than its family does elsewhere, and there is room"
                    )
                    yield sheet.page, piece.name, message, mm(piece.outsets[k]), mm(full)
                    break


def _measure_room(box: Box, side: int, boxes: Sequence[Box], sheet: PlannedSheet) -> Mm:
    """How far from a side of a box the next one is, or the edge of the paper."""
    axis, way = side % 2, 1 if side > 1 else -1
    edge = box[side]
    free = (sheet.width, sheet.height)[axis] - edge if way > 0 else edge
    for other in boxes:
        beside = min(box[3 - axis], other[3 - axis]) - max(box[1 - axis], other[1 - axis]) > 0
        away = (other[(side + 2) % 4] - edge) * way
        if beside and away > -VECTOR_BAR and other is not box:
            free = min(free, away)
    return free


def _check_names(design: Design) -> Iterator[Claim]:
    """File names agree with the options that the manifest has."""
    told, layers = design.kit, design.layers
    printed = {
        f"for-{told.printer.name}" if told.printer else "",
        told.ink if told.ink != "full" else "",
        design.duplex.mark,
        "cmyk" if told.press else "",
        "contour" if "CutContour" in layers else "",
        "safe" if "Safe" in layers else "",
        {"PDF/X-4": "x4", "PDF/X-1a:2003": "x1a"}.get(told.standard, ""),
    } - {""}
    for name in told.files:
        stem = name.removesuffix(".pdf")
        _, paper, marks = stem.partition(f"-{told.paper}")
        if not paper:
            continue  # a name of another kind
        parts = set(marks.replace("one-sided", "onesided").split("-"))
        for mark in sorted(printed - {each.replace("onesided", "one-sided") for each in parts}):
            if mark.startswith("for-") and f"-{mark}-" in f"{marks}-":
                continue
            message = "the manifest tells of it what its name does not"
            yield 0, "", f"{message}: {name}", f"no {mark} in its name", mark
        for mark in sorted((parts & _MARKS) - printed) if not _CHOSEN.search(f"{marks}-") else ():
            yield 0, "", f"its name tells of it what the manifest does not: {name}", mark, f"no {mark}"


def _check_duplex(design: Design) -> Iterator[Claim]:
    duplex, sheets = design.duplex, design.sheets.values()
    placed = design.apart or any(piece.side == "back" for sheet in sheets for piece in sheet.pieces)
    name = design.kit.duplex
    if placed and not duplex.printed:
        yield 0, "", "the manifest says that no backs are printed, and lists some", "backs", f"duplex {name}"
    if design.apart is not duplex.apart and (
        design.apart or (not placed and any(side == "back" for side, _ in design.own))
    ):
        found = "a file of backs" if design.apart else "no file of backs"
        yield 0, "", "backs are not where the manifest says they are printed", found, f"duplex {name}"
    if any(sheet.fold for sheet in sheets) is not (duplex.folded and any(s.fold for s in sheets)):
        yield 0, "", "sheets are folded, and the manifest says they are not", "a fold", f"duplex {name}"
    if duplex.folded and any(sheet.pair and _fits_half(sheet) for sheet in sheets):
        yield 0, "", "backs are not where the manifest says they are printed", "no fold", f"duplex {name}"
    for sheet in sheets:
        sides = {piece.side for piece in sheet.pieces}
        if len(sides) > 1 and not sheet.fold:
            message = "fronts and backs share a sheet that is not folded"
            yield sheet.page, "", message, "no fold", f"duplex {name}"
        if sheet.window and not sheet.lines and len([one for one in sheets if one.window]) > 1:
            message = "a part of a larger piece has no lines to lay the next part by"
            yield sheet.page, "", message, "none", "some"


def _fits_half(sheet: PlannedSheet) -> bool:
    """Return whether a piece of a sheet has room on half of its paper, whichever way that is folded."""
    free = 2 * sheet.margin
    halves = (sheet.width - free, sheet.height / 2 - free), (sheet.width / 2 - free, sheet.height - free)
    for piece in sheet.pieces:
        left, bottom, right, top = piece.trim
        size = sorted((right - left, top - bottom))
        if all(a <= b for half in halves for a, b in zip(size, sorted(half), strict=True)):
            return True
    return False


def _check_printer(evidence: Evidence) -> Iterator[Claim]:
    """The transform of each page undoes what its printer does."""
    printer, design = evidence.design.kit.printer, evidence.design
    known = printer or PrinterFacts()
    for number, sheet in sorted(design.sheets.items()):
        sent = evidence.sent[number - 1] if number <= len(evidence.sent) else IDENTITY
        back = sheet.side == "back" and not (design.duplex.glues(sheet.stock))
        off = _measure_printed_offset(sent, sheet, known, back) if printer or sent != IDENTITY else 0.0
        if off > VECTOR_BAR:
            message = "pages are not made for the printer that the manifest names"
            yield number, "", message, f"{mm(off)} off", "its scale, shift and turn undone"
            return


def _measure_printed_offset(sent: Matrix, sheet: PlannedSheet, printer: PrinterFacts, back: bool) -> Mm:
    """Largest distance of a corner of the sheet from its place, once printed."""
    turned = sheet.width > sheet.height
    x, y = min(sheet.width, sheet.height) / 2, max(sheet.width, sheet.height) / 2
    angle = math.radians(printer.back_angle) if back else 0.0
    dx, dy = (printer.back_dx, printer.back_dy) if back else (0.0, 0.0)
    worst = 0.0
    for px, py in ((0.0, 0.0), (sheet.width, 0.0), (0.0, sheet.height)):
        qx, qy = map_point(sent, px, py)
        qx, qy = (qx - x) * printer.scale_x, (qy - y) * printer.scale_y
        out = (
            x + dx + qx * math.cos(angle) - qy * math.sin(angle),
            y + dy + qx * math.sin(angle) + qy * math.cos(angle),
        )
        wanted = (py, sheet.width - px) if turned else (px, py)
        worst = max(worst, math.dist(out, wanted))
    return worst


def _check_revision(design: Design) -> Iterator[Claim]:
    """Labels name the revision and a family of their sheet, and differ from each other."""
    revision = design.kit.game.revision
    titles = {family.id: without_spaces(family.title) for family in design.kit.families}
    seen: dict[str, tuple[int, str, str, set[str]]] = {}
    for sheet in design.sheets.values():
        text = sheet.label.text if sheet.label else ""
        plain = without_spaces(text)
        there = {titles.get(piece.family, "") for piece in sheet.pieces}
        if text and not any(title[:TITLE] in plain for title in there):
            yield sheet.page, "", "the label names no family that is on its sheet", f'"{text[:60]}"', "one"
        page, group, side, others = seen.setdefault(text, (sheet.page, sheet.group, sheet.side, there))
        # Families may have one title, and so their sheets one label.
        if text and page != sheet.page and ((group, side) == (sheet.group, sheet.side) or others != there):
            yield sheet.page, "", f"its label is that of page {page}, too", f'"{text[:60]}"', "its own"
        if (
            revision
            and text
            and revision not in re.split(r"[\s·]+", text)
            and f" {revision} " not in f" {text} "
        ):
            message = "the label is of another revision of the game than the manifest"
            yield sheet.page, "", message, f'"{text[:60]}"', f"revision {revision}"
            return
