"""Glyphs are those of their letters, and every text ends where it was measured."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault, mm
from prancha.checks.proof.matching import Evidence
from prancha.model.units import Mm

LONGEST_JUMP = 1.6
"""In sizes of the type: kerning moves a letter by a third of one, a mark over its letter by a whole one."""
BAR: Mm = 0.04
SHARE = 0.0005
"""Of all text of a face: moves between glyphs are written to a thousandth of the size."""


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    for font in evidence.file.fonts:
        for code, message, found, wanted in font.wrong:
            yield ProofFault(font.page, code, item=font.item, message=message, found=found, expected=wanted)
    advances = evidence.design.advances
    for form in evidence.file.forms.values():
        if form.jump > LONGEST_JUMP:
            words = form.jumped.strip()[:40]
            message = f'a letter of "{words}" is set far off the one before'
            found = f"{form.jump:.2f} sizes of the type"
            yield ProofFault(
                form.page, "text-jump", item=form.item, message=message, found=found,
                expected=f"at most {LONGEST_JUMP}",
            )  # fmt: skip
        if form.hidden:
            message = "a text is there to be read by programs, and is not seen"
            yield ProofFault(
                form.page, "text-lost", item=form.item, message=message,
                found=f'"{form.hidden.strip()[:40]}"', expected="letters",
            )  # fmt: skip
        measured = advances.get(form.face)
        if measured is None or form.advance is None:
            continue
        off = form.advance - measured
        if abs(off) > BAR + SHARE * abs(measured):
            message = (
                f"its text ends {mm(abs(off))} {'beyond' if off > 0 else 'short of'} where it was measured"
            )
            found = f"{mm(form.advance)} of text in {form.runs} runs"
            yield ProofFault(
                form.page, "text-end", item=form.item, message=message, found=found, expected=mm(measured)
            )


CHECK = ProofCheck(
    "texts",
    ("text-end", "text-jump", "text-lost", "glyph-wrong", "font-damaged"),
    "Letters that pile up or leave the card, and glyphs that stand for other letters, are not seen by who "
    "measures boxes. The font itself tells what its glyphs are, the layout where each text ends.",
    _run,
)
