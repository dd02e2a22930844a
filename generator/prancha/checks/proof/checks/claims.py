"""What a manifest claims of a kit holds for the sheets that it lists, and for the names of its files."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.design import Design, PlannedSheet
from prancha.checks.proof.fault import ProofFault, mm
from prancha.checks.proof.match import VECTOR_BAR
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.matrix import IDENTITY, Matrix, moved
from prancha.checks.proof.told import ToldFamily, ToldPrinter
from prancha.model.units import Mm

_MARKS = frozenset("low outline grey short fold board contour safe cmyk x4 x1a".split())
"""Parts of a file's name that say how it was made."""
_CHOSEN = re.compile(r"-(only|items|on|for|since|copies)-")
"""Names of others follow, which may be called like a mark."""
Claim = tuple[int, str, str, str, str]
"""Page, item, message, found, expected."""


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    design = evidence.design
    families = {family.id: family for family in design.told.families}
    for sheet in design.sheets.values():
        for claim in (*_stock(sheet, families), *_outlines(sheet, families), *_page(sheet, design)):
            yield _fault(claim)
    for claim in (
        *_counts(design), *_names(design), *_duplex(design), *_printer(evidence), *_revision(design),
    ):  # fmt: skip
        yield _fault(claim)


def _fault(claim: Claim) -> ProofFault:
    page, item, message, found, expected = claim
    return ProofFault(page, "claim-wrong", item=item, message=message, found=found, expected=expected)


def _stock(sheet: PlannedSheet, families: Mapping[str, ToldFamily]) -> Iterator[Claim]:
    for name in sorted({piece.item.partition("/")[0] for piece in sheet.pieces}):
        family = families.get(name)
        if family and family.stock and sheet.stock and family.stock != sheet.stock:
            message = "the sheet is told to be of another stock than the family on it"
            yield sheet.page, name, message, sheet.stock, family.stock


def _outlines(sheet: PlannedSheet, families: Mapping[str, ToldFamily]) -> Iterator[Claim]:
    seen: set[str] = set()
    for piece in sheet.pieces:
        name = piece.item.partition("/")[0]
        family = families.get(name)
        if family is None or name in seen:
            continue
        seen.add(name)
        shape, radius = piece.shape, family.radius_mm
        if family.outline and shape.name != family.outline:
            yield (
                sheet.page,
                name,
                "it is placed with another outline than its family has",
                shape.name,
                family.outline,
            )
        if radius is not None and abs(shape.radius - radius) > VECTOR_BAR:
            yield (
                sheet.page,
                name,
                "its corners are rounded otherwise than its family's",
                mm(shape.radius),
                mm(radius),
            )


def _page(sheet: PlannedSheet, design: Design) -> Iterator[Claim]:
    paper = design.told.paper
    if paper and sheet.paper != paper:
        yield sheet.page, "", "the sheet is of another paper than the kit", sheet.paper, paper
    styles = {one.style for one in design.sheets.values()}
    if len(styles) > 1 and sheet.page == min(design.sheets):
        yield (
            0,
            "",
            "sheets of one kit are told to have marks of several kinds",
            ", ".join(sorted(styles)),
            "one",
        )


def _counts(design: Design) -> Iterator[Claim]:
    told = design.told
    copies = sum(item.copies for family in told.families for item in family.items)
    if told.copies is not None and told.copies != copies:
        yield (
            0,
            "",
            "the kit is told to have another number of copies than its items",
            str(told.copies),
            str(copies),
        )
    if not design.copies:
        return  # a file of backs alone
    where: dict[str, set[int]] = {}
    for sheet in design.sheets.values():
        for piece in sheet.pieces:
            if piece.side == "front":
                where.setdefault(piece.item, set()).add(sheet.page)
    backs = {item for side, item in design.own if side == "back"}
    for family in told.families:
        counts = (
            ("designs", family.designs, len(family.items)),
            ("copies", family.copies, sum(item.copies for item in family.items)),
        )
        for what, listed, count in counts:
            if listed is not None and listed != count:
                yield (
                    0,
                    family.id,
                    f"it is told to have another number of {what} than its items",
                    str(listed),
                    str(count),
                )
        placed = [f"{family.id}/{item.id}" for item in family.items if item.copies]
        two = any(item in backs for item in placed)
        printed = design.duplex.printed and any(item in where for item in placed)
        if family.double_sided is not None and printed and family.double_sided is not two:
            found = "backs" if two else "no backs"
            yield (
                0,
                family.id,
                "it is told to have backs where it has none, or none where it has",
                found,
                "as told",
            )
        for item in family.items:
            pages = sorted(where.get(f"{family.id}/{item.id}", ()))
            if item.pages is not None and item.pages != pages:
                said, there = (", ".join(map(str, one)) or "none" for one in (item.pages, pages))
                yield (
                    0,
                    f"{family.id}/{item.id}",
                    "it is told to be on other pages than it is placed on",
                    said,
                    there,
                )


def _names(design: Design) -> Iterator[Claim]:
    """What the names of the files say, which are made of how they were ordered."""
    told, layers = design.told, design.layers or ()
    printed = {
        told.ink if told.ink != "full" else "", design.duplex.mark, "cmyk" if told.press else "",
        "contour" if "CutContour" in layers else "", "safe" if "Safe" in layers else "",
        {"PDF/X-4": "x4", "PDF/X-1a:2003": "x1a"}.get(told.standard, ""),
    } - {""}  # fmt: skip
    for name in told.files:
        stem = name.removesuffix(".pdf")
        marks = stem.split(f"-{told.paper}", 1)[-1] if told.paper else ""
        if told.paper and f"-{told.paper}" not in stem:
            continue  # a name of another kind
        parts = set(marks.replace("one-sided", "onesided").split("-"))
        for mark in sorted(printed - {each.replace("onesided", "one-sided") for each in parts}):
            message = "the manifest tells of it what its name does not"
            yield 0, "", f"{message}: {name}", f"no {mark} in its name", mark
        for mark in sorted((parts & _MARKS) - printed) if not _CHOSEN.search(f"{marks}-") else ():
            yield 0, "", f"its name tells of it what the manifest does not: {name}", mark, f"no {mark}"


def _duplex(design: Design) -> Iterator[Claim]:
    duplex, sheets = design.duplex, design.sheets.values()
    placed = design.apart or any(piece.side == "back" for sheet in sheets for piece in sheet.pieces)
    name = design.told.duplex
    if placed and not duplex.printed:
        yield 0, "", "the manifest says that no backs are printed, and lists some", "backs", f"duplex {name}"
    if design.apart is not duplex.apart and (design.apart or (not placed and _have_backs(design))):
        found = "a file of backs" if design.apart else "no file of backs"
        yield 0, "", "backs are not where the manifest says they are printed", found, f"duplex {name}"
    if any(sheet.fold for sheet in sheets) is not (duplex.folded and any(s.fold for s in sheets)):
        yield 0, "", "sheets are folded, and the manifest says they are not", "a fold", f"duplex {name}"
    if placed and not design.apart and duplex.folded and not any(sheet.fold for sheet in sheets):
        yield 0, "", "backs are not where the manifest says they are printed", "no fold", f"duplex {name}"


def _have_backs(design: Design) -> bool:
    return any(side == "back" for side, _ in design.own)


def _printer(evidence: Evidence) -> Iterator[Claim]:
    """What was done to pages for a printer is what undoes what that does to them."""
    printer, design = evidence.design.told.printer, evidence.design
    known = printer or ToldPrinter()
    for number, sheet in sorted(design.sheets.items()):
        sent = evidence.sent[number - 1] if number <= len(evidence.sent) else IDENTITY
        back = sheet.side == "back" and not (design.duplex.glues(sheet.stock))
        off = _off_after(sent, sheet, known, back) if printer or sent != IDENTITY else 0.0
        if off > VECTOR_BAR:
            message = "pages are not made for the printer that the manifest names"
            yield number, "", message, f"{mm(off)} off", "its scale, shift and turn undone"
            return


def _off_after(sent: Matrix, sheet: PlannedSheet, printer: ToldPrinter, back: bool) -> Mm:
    """How far from its place a corner comes out."""
    turned = sheet.width > sheet.height
    x, y = min(sheet.width, sheet.height) / 2, max(sheet.width, sheet.height) / 2
    angle = math.radians(printer.back_angle) if back else 0.0
    dx, dy = (printer.back_dx, printer.back_dy) if back else (0.0, 0.0)
    worst = 0.0
    for px, py in ((0.0, 0.0), (sheet.width, 0.0), (0.0, sheet.height)):
        qx, qy = moved(sent, px, py)
        qx, qy = (qx - x) * printer.scale_x, (qy - y) * printer.scale_y
        out = (
            x + dx + qx * math.cos(angle) - qy * math.sin(angle),
            y + dy + qx * math.sin(angle) + qy * math.cos(angle),
        )
        wanted = (py, sheet.width - px) if turned else (px, py)
        worst = max(worst, math.dist(out, wanted))
    return worst


def _revision(design: Design) -> Iterator[Claim]:
    """Labels tell the revision of the game."""
    revision = design.told.game.revision
    for sheet in design.sheets.values():
        text = getattr(sheet.label, "text", "")
        if (
            revision
            and text
            and revision not in re.split(r"[\s·]+", text)
            and f" {revision} " not in f" {text} "
        ):
            message = "the label is of another revision of the game than the manifest"
            yield sheet.page, "", message, f'"{text[:60]}"', f"revision {revision}"
            return


CHECK = ProofCheck(
    "claims",
    ("claim-wrong",),
    "A manifest tells of the kit as a whole and of each sheet; whoever reads only the first buys the wrong "
    "paper, or prints backs the wrong way.",
    _run,
)
