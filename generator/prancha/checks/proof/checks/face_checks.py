"""Checks of what faces show: their objects, texts and pictures are those that were designed."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.proof.evidence import Evidence, proof_check
from prancha.checks.proof.proof_report import ProofFault, mm
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
        if listed is None:
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
"""In sizes of the type: kerning moves a letter by a third of one, a mark over its letter by a whole one."""
BAR: Mm = 0.04
SHARE = 0.0005
"""Of all text of a face: moves between glyphs are written to a thousandth of the size."""


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
