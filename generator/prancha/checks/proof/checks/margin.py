"""Nothing outside the printable margin."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault, mm
from prancha.checks.proof.match import VECTOR_BAR
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.matrix import Box, around
from prancha.checks.proof.outline import corner_points
from prancha.model.units import Mm

STRIP_DPI = 200
FAINT = 250
"""Grey from which on a pixel is paper."""


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    for match in evidence.matches:
        sheet = match.sheet
        room = (0.0, 0.0, sheet.width, sheet.height)
        name, trim = match.planned.name, around(corner_points(match))
        if sheet.window is None:
            yield from _outside(
                sheet.page, name, what="its trim line", box=trim, room=room, limit=sheet.margin
            )
        # Bleed is cut away: it may run into the margin, but not as far as printers print at all.
        yield from _outside(
            sheet.page, name, what="its art", box=match.found.reach, room=room, limit=sheet.reach
        )
    for sheet, page in evidence.sheets():
        room = (0.0, 0.0, sheet.width, sheet.height)
        limit = sheet.reach
        for thing in page.beside:
            yield from _outside(
                page.number,
                "",
                what="what stands beside the components",
                box=thing.box,
                room=room,
                limit=limit,
            )
        for stray in page.strays:
            if stray.box is not None:
                yield from _outside(
                    page.number,
                    "",
                    what=f"{stray.kind} (no component)",
                    box=stray.box,
                    room=room,
                    limit=limit,
                )
        for line in page.lines:
            yield from _outside(page.number, "", what="a mark", box=line.box, room=room, limit=limit)
    for page in evidence.file.pages:
        yield from _ink(evidence, page.number)


def _outside(page: int, item: str, what: str, box: Box, room: Box, limit: Mm) -> Iterator[ProofFault]:
    sides = ("left", "top", "right", "bottom")
    gaps = (box[0] - room[0], box[1] - room[1], room[2] - box[2], room[3] - box[3])
    gap, side = min(zip(gaps, sides, strict=True))
    if gap < limit - VECTOR_BAR and box[0] < box[2] + VECTOR_BAR and box[1] < box[3] + VECTOR_BAR:
        message = f"{what} comes too near to the {side} edge of the paper"
        yield ProofFault(
            page, "off-margin", item=item, message=message, found=mm(gap), expected=f"at least {mm(limit)}"
        )


def _ink(evidence: Evidence, number: int) -> Iterator[ProofFault]:
    """Paint in the outermost strip, whoever put it there."""
    sheet = evidence.design.sheets.get(number) or next(iter(evidence.design.sheets.values()), None)
    if sheet is None:
        return
    across = down = STRIP_DPI / 25.4
    width, height = evidence.raster.pixels(number, STRIP_DPI)
    limit = sheet.reach
    # The pixel that holds the limit itself may be touched by what ends there.
    x, y = int(limit * across) - 1, int(limit * down) - 1
    if x <= 0 or y <= 0:
        return  # a page that is printed to its edge, as services want it
    strips = {
        "left": (0, 0, x, height), "top": (0, 0, width, y),
        "right": (width - x, 0, x, height), "bottom": (0, height - y, width, y),
    }  # fmt: skip
    for side, strip in strips.items():
        picture = evidence.raster.spot(number, STRIP_DPI, *strip)
        inked = picture.point(_inked).getbbox()
        if inked is None:
            continue
        left, top, right, bottom = inked
        gap = {
            "left": left / across, "top": top / down,
            "right": (x - right) / across, "bottom": (y - bottom) / down,
        }[side]  # fmt: skip
        place = f"around ({(strip[0] + left) / across:.1f}, {(strip[1] + top) / down:.1f}) mm"
        message = f"there is ink along the {side} edge of the paper, {place}"
        yield ProofFault(
            number, "ink-in-margin", item="", message=message, found=f"{gap:.2f} mm",
            expected=f"at least {mm(limit)}",
        )  # fmt: skip


def _inked(grey: int) -> int:
    return 255 * (grey < FAINT)


CHECK = ProofCheck(
    "margin",
    ("off-margin", "ink-in-margin"),
    "Home printers leave a strip along every edge blank, whatever the file says.",
    _run,
)
