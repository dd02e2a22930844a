"""Checks of placed pieces: each copy once, its size, place and look, what its face shows; parts of boards."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from prancha.checks.proof.evidence import Evidence, proof_check
from prancha.checks.proof.matched_pieces import VECTOR_BAR, Match, corner_points
from prancha.checks.proof.pdf_geometry import (
    Box,
    bounds,
    intersection,
    intersection_box,
    inverse,
    map_corners,
    rectangle,
    rotation_of,
)
from prancha.checks.proof.pixel_edges import PIXEL_BAR
from prancha.checks.proof.proof_report import ProofFault, at, box_mm, mm
from prancha.model.units import Mm

WORDS = {
    "XObject": "a form or picture",
    "Font": "a font",
    "ExtGState": "a graphics state",
    "Shading": "a gradient",
    "Pattern": "a pattern",
    "ColorSpace": "a colour space",
}


@proof_check("faces", "resource-wrong", "content-broken", "operator-unknown")
def check_faces(evidence: Evidence) -> Iterator[ProofFault]:
    """A face names icons, pictures, fonts and transparencies that many faces share: one emptied, exchanged or
    recoloured changes all of them, while their own drawing stays what it was. What a reader does not
    understand it passes over, and each reader passes over something else.
    """
    listed = evidence.design.resources
    for use in evidence.file.uses:
        what = f"{WORDS.get(use.kind, use.kind)} of its faces, {use.name}"
        if not use.digest:
            yield ProofFault(use.page, "resource-wrong", use.item, f"{what}, is missing", "nothing", "it")
            continue
        wanted = listed.get(use.kind, {}).get(use.name)
        if wanted is None:
            message = f"{what}, was never designed"
            yield ProofFault(use.page, "resource-wrong", use.item, message, use.digest, "none of that name")
        elif use.digest != wanted:
            message = f"{what}, is another one or was changed"
            yield ProofFault(use.page, "resource-wrong", use.item, message, use.digest, wanted)
    for form in evidence.file.forms.values():
        if form.broken:
            message = "its drawing cannot be read to its end, and each reader shows another part of it"
            expected = "a content stream"
            yield ProofFault(form.page, "content-broken", form.item, message, form.broken[:90], expected)
        for operator in form.unknown:
            message = "its drawing has an operator that the standard does not know"
            yield ProofFault(form.page, "operator-unknown", form.item, message, f'"{operator[:20]}"', "none")
    for page in evidence.file.pages:
        for operator in page.unknown:
            message = "the page has an operator that the standard does not know"
            yield ProofFault(page.number, "operator-unknown", "", message, f'"{operator[:20]}"', "none")


LONGEST_JUMP = 1.6
"""The longest move in sizes of type: kerning moves a letter by a third of one, a mark by a whole one."""
BAR: Mm = 0.04
SHARE = 0.0005
"""The error accepted per mm of text: moves between glyphs are written to a thousandth of the size."""


@proof_check("texts", "text-end", "text-jump", "text-lost", "glyph-wrong", "font-damaged")
def check_texts(evidence: Evidence) -> Iterator[ProofFault]:
    """Letters that pile up or leave the card, and glyphs that stand for other letters, are not seen by who
    measures boxes. The font itself tells what its glyphs are, the layout where each text ends.
    """
    for font in evidence.file.fonts:
        for code, message, found, wanted in font.wrong:
            yield ProofFault(font.page, code, item=font.item, message=message, found=found, expected=wanted)
    advances = evidence.design.advances
    for form in evidence.file.forms.values():
        if form.jump > LONGEST_JUMP:
            words = form.jumped.strip()[:40]
            message = f'a letter of "{words}" is set far off the one before'
            found = f"{form.jump:.2f} sizes of the type"
            yield ProofFault(form.page, "text-jump", form.item, message, found, f"at most {LONGEST_JUMP}")
        if form.hidden:
            message = "a text is there to be read by programs, and is not seen"
            seen = f'"{form.hidden.strip()[:40]}"'
            yield ProofFault(form.page, "text-lost", form.item, message, seen, "letters")
        measured = advances.get(form.face)
        if measured is None or form.advance is None:
            continue
        off = form.advance - measured
        if abs(off) > BAR + SHARE * abs(measured):
            message = (
                f"its text ends {mm(abs(off))} {'beyond' if off > 0 else 'short of'} where it was measured"
            )
            found = f"{mm(form.advance)} of text in {form.runs} runs"
            yield ProofFault(form.page, "text-end", form.item, message, found, mm(measured))


SLACK = 0.5
"""Pixels per inch that rounding of sizes may take."""


@proof_check("images", "image-coarse", "image-soft")
def check_images(evidence: Evidence) -> Iterator[ProofFault]:
    """Print shops ask for 300 pixels per inch; at 150 and below steps are seen at arm's length."""
    least, good = evidence.design.kit.ppi
    for image in evidence.file.images:
        if image.ppi >= good - SLACK:
            continue
        (across, down), (width, height) = image.pixels, image.size
        message = f"a picture of {across} x {down} pixels is printed {width:.2f} x {height:.2f} mm large"
        found = f"{image.ppi:.0f} ppi"
        if image.ppi <= least + SLACK and least:
            wanted = f"more than {least:g} ppi, better {good:g}"
            yield ProofFault(image.page, "image-coarse", image.item, message, found, wanted)
        else:
            wanted = f"{good:g} ppi"
            yield ProofFault(image.page, "image-soft", image.item, message, found, wanted, severity="warning")


@proof_check("copies", "copy-missing", "copy-doubled", "copy-unknown", "copy-count")
def check_copies(evidence: Evidence) -> Iterator[ProofFault]:
    """A deck with a card too few or too many is another game, and nobody notices before playing."""
    yield from _check_counts(evidence)
    for sheet, planned in evidence.missing:
        place = f"it at {at(planned.x, planned.y)}"
        message = f"the {planned.side} is missing"
        yield ProofFault(sheet.page, "copy-missing", planned.name, message, "nothing", place)
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
            yield ProofFault(number, "copy-unknown", name, message, f"it from {at(x, y)}", "nothing")


def _check_counts(evidence: Evidence) -> Iterator[ProofFault]:
    """The sheets place as many copies as the catalogue has; a file of backs alone has no counts."""
    seen: dict[str, Counter[int]] = defaultdict(Counter)
    for sheet in evidence.design.sheets.values():
        for planned in sheet.pieces:
            if planned.side == "front":
                seen[planned.item][planned.copy] = 1 if sheet.window else seen[planned.item][planned.copy] + 1
    for item, copies in evidence.design.copies.items():
        placed = seen.pop(item, Counter())
        if sorted(placed.elements()) != list(range(1, copies + 1)):
            message = "the sheets do not hold the copies that the catalogue wants"
            yield ProofFault(0, "copy-count", item, message, f"{placed.total()} copies", f"{copies} copies")
    for item in seen:
        message = "the catalogue has no such component"
        yield ProofFault(0, "copy-unknown", item, message, "it on a sheet", "nothing")


@proof_check("pieces", "piece-size", "piece-place", "piece-turn", "face-wrong")
def check_pieces(evidence: Evidence) -> Iterator[ProofFault]:
    """Cards of one deck must be of one size, and where the design put them, or a stack cannot be cut at
    once.
    """
    for match in evidence.matches:
        planned, found = match.planned, match.found
        page, name = match.sheet.page, planned.name
        if match.deviation > VECTOR_BAR:
            yield _misplaced_fault(match)
        if found.face != planned.face:
            code, found_face = "face-wrong", _name_owner(evidence, found.face)
            yield ProofFault(page, code, name, "another face is drawn here", found_face, "its own face")


def _misplaced_fault(match: Match) -> ProofFault:
    planned = match.planned
    page, name = match.sheet.page, planned.name
    a, b, c, d, _, _ = match.found.matrix
    across, down = math.hypot(a, b), math.hypot(c, d)
    width, height = planned.shape.width, planned.shape.height
    if max(abs(across - 1) * width, abs(down - 1) * height) > VECTOR_BAR:
        message = f"printed at {across:.2%} across and {down:.2%} down"
        found = f"{width * across:.3f} x {height * down:.3f} mm"
        return ProofFault(page, "piece-size", name, message, found, f"{width:.3f} x {height:.3f} mm")
    (x, y), off = match.centre, math.dist(match.centre, (planned.x, planned.y))
    if off > VECTOR_BAR:
        dx, dy = x - planned.x, y - planned.y
        message = f"its centre is off by {dx:+.3f} mm across and {dy:+.3f} mm down"
        return ProofFault(page, "piece-place", name, message, at(x, y), at(planned.x, planned.y))
    message = f"turned or mirrored, so that its corner is {match.deviation:.3f} mm off"
    found = f"{rotation_of(match.found.matrix):.2f}°"
    return ProofFault(page, "piece-turn", name, message, found, f"{planned.turn:.2f}°")


def _name_owner(evidence: Evidence, face: str) -> str:
    for sheet in evidence.design.sheets.values():
        for planned in sheet.pieces:
            if planned.face == face:
                return f"the {planned.side} of {planned.item}"
    return "an unknown face"


@proof_check("pixels", "pixels-off", "pixels-bare")
def check_pixels(evidence: Evidence) -> Iterator[ProofFault]:
    """Vectors say what the file means; only pixels say what comes out, clips and layers included."""
    for reading in evidence.readings:
        wanted = f"{'xy'[reading.axis]} = {mm(reading.expected)}"
        if reading.found is None:
            message = f"{reading.what} cannot be seen"
            yield ProofFault(reading.page, "pixels-bare", reading.item, message, "paper", wanted)
        elif abs(reading.found - reading.expected) > PIXEL_BAR:
            found = f"{'xy'[reading.axis]} = {mm(reading.found)}"
            message = f"{reading.what} is painted {reading.found - reading.expected:+.3f} mm off"
            yield ProofFault(reading.page, "pixels-off", reading.item, message, found, wanted)


@proof_check("overpaint", "piece-altered")
def check_overpaint(evidence: Evidence) -> Iterator[ProofFault]:
    """A white patch, a watermark or a card at 30 % opacity leaves every drawing in the file what it was; only
    the pixels of the page tell.
    """
    for seen in evidence.looks.altered:
        planned = seen.match.planned
        message = "it looks otherwise than its face drawn alone: something lies over or under it, or it fades"
        found = f"{max(seen.area, 0.1):.1f} mm² that differ, within {box_mm(seen.box)}"
        wanted = "its face alone"
        yield ProofFault(seen.match.sheet.page, "piece-altered", planned.name, message, found, wanted)


OVERLAP: Mm = 10.0
"""Width that two neighbouring pages share, to be glued."""
WINDOW_BAR: Mm = 0.05


@proof_check("poster", "window-short", "window-gap")
def check_poster(evidence: Evidence) -> Iterator[ProofFault]:
    """A board in parts is glued by what neighbouring pages both show; a strip on no page is a hole in it."""
    boards: dict[tuple[str, str, int], list[Match]] = defaultdict(list)
    for match in evidence.matches:
        if match.sheet.window is not None:
            boards[match.planned.key].append(match)
            yield from _check_window(match)
    for matches in boards.values():
        yield from _check_board(matches)


def _check_window(match: Match) -> Iterator[ProofFault]:
    """A page shows its window, as far as the board reaches."""
    window = match.sheet.window
    assert window is not None
    page, name = match.sheet.page, match.planned.name
    wanted, found = _expected_part(match, window), match.found.reach
    short = max(found[0] - wanted[0], found[1] - wanted[1], wanted[2] - found[2], wanted[3] - found[3])
    if short > WINDOW_BAR:
        message = f"this page shows {mm(short)} less of it than its window"
        yield ProofFault(page, "window-short", name, message, box_mm(found), box_mm(wanted))
    over = max(window[0] - found[0], window[1] - found[1], found[2] - window[2], found[3] - window[3])
    if over > WINDOW_BAR:
        message = f"this page shows {mm(over)} of it beyond its window"
        yield ProofFault(page, "window-short", name, message, box_mm(found), box_mm(window))


def _expected_part(match: Match, window: Box) -> Box:
    """The part of a window that the board fills, with its bleed where the board is a box."""
    planned = match.planned
    if planned.shape.is_box:
        return intersection((window, planned.cover))
    return intersection_box((rectangle(window), corner_points(match)))


def _check_board(matches: Sequence[Match]) -> Iterator[ProofFault]:
    """All windows together, in the board's own mm."""
    shape, page, name = matches[0].planned.shape, matches[0].sheet.page, matches[0].planned.name
    shown = [_shown_part(match) for match in matches]
    for k, axis in ((0, "across"), (1, "down")):
        for box in shown:
            other = 1 - k
            beyond = [
                one
                for one in shown
                if one[k] > box[k] + 1 and box[other] < (one[other] + one[other + 2]) / 2 < box[other + 2]
            ]
            nearest = min(beyond, key=lambda one: one[k], default=None)
            if nearest is not None and box[k + 2] - nearest[k] < OVERLAP - WINDOW_BAR:
                overlap = box[k + 2] - nearest[k]
                message = f"two pages overlap by {mm(overlap)} {axis}"
                if overlap < 0:
                    message = f"between two pages {mm(-overlap)} of it {axis} are on no page"
                yield ProofFault(page, "window-gap", name, message, mm(overlap), mm(OVERLAP))
    bare = _measure_bare(shown, shape.width, shape.height)
    if bare > 1.0:
        whole = shape.width * shape.height
        message = f"{bare / 100:.1f} cm² of it are on no page"
        found = f"{(whole - bare) / 100:.1f} cm²"
        yield ProofFault(page, "window-gap", name, message, found, f"{whole / 100:.1f} cm²")


def _shown_part(match: Match) -> Box:
    """The part of a board that a page shows, in the board's own mm."""
    window = match.sheet.window
    assert window is not None
    shown = match.found.reach if match.planned.shape.is_box else window
    return bounds(map_corners(inverse(match.found.matrix), *shown))


def _measure_bare(shown: Sequence[Box], width: Mm, height: Mm) -> float:
    """mm² of a board that no window shows."""
    xs = sorted({0.0, width, *(x for box in shown for x in (box[0], box[2]) if 0 < x < width)})
    ys = sorted({0.0, height, *(y for box in shown for y in (box[1], box[3]) if 0 < y < height)})
    bare = 0.0
    for left, right in pairwise(xs):
        for top, bottom in pairwise(ys):
            x, y = (left + right) / 2, (top + bottom) / 2
            if not any(box[0] < x < box[2] and box[1] < y < box[3] for box in shown):
                bare += (right - left) * (bottom - top)
    return bare
