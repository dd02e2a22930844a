"""All that a face shows is what was designed: forms, pictures, fonts, gradients, transparencies."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault
from prancha.checks.proof.matching import Evidence

WORDS = {
    "XObject": "a form or picture", "Font": "a font", "ExtGState": "a graphics state",
    "Shading": "a gradient", "Pattern": "a pattern", "ColorSpace": "a colour space",
}  # fmt: skip


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    listed = evidence.design.resources
    for use in evidence.file.uses:
        what = f"{WORDS.get(use.kind, use.kind)} of its faces, {use.name}"
        if not use.digest:
            yield ProofFault(
                use.page, "resource-wrong", item=use.item, message=f"{what}, is missing", found="nothing",
                expected="it",
            )  # fmt: skip
            continue
        if listed is None:
            continue
        wanted = listed.get(use.kind, {}).get(use.name)
        if wanted is None:
            message = f"{what}, was never designed"
            yield ProofFault(
                use.page, "resource-wrong", item=use.item, message=message, found=use.digest,
                expected="none of that name",
            )  # fmt: skip
        elif use.digest != wanted:
            message = f"{what}, is another one or was changed"
            yield ProofFault(
                use.page, "resource-wrong", item=use.item, message=message, found=use.digest, expected=wanted
            )
    for form in evidence.file.forms.values():
        if form.broken:
            message = "its drawing cannot be read to its end, and each reader shows another part of it"
            yield ProofFault(
                form.page, "content-broken", item=form.item, message=message, found=form.broken[:90],
                expected="a content stream",
            )  # fmt: skip
        for operator in form.unknown:
            message = "its drawing has an operator that the standard does not know"
            yield ProofFault(
                form.page, "operator-unknown", item=form.item, message=message,
                found=f'"{operator[:20]}"', expected="none",
            )  # fmt: skip
    for page in evidence.file.pages:
        for operator in page.unknown:
            message = "the page has an operator that the standard does not know"
            yield ProofFault(
                page.number, "operator-unknown", item="", message=message, found=f'"{operator[:20]}"',
                expected="none",
            )  # fmt: skip


CHECK = ProofCheck(
    "faces",
    ("resource-wrong", "content-broken", "operator-unknown"),
    "A face names icons, pictures, fonts and transparencies that many faces share: one emptied, exchanged or "
    "recoloured changes all of them, while their own drawing stays what it was. What a reader does not "
    "understand it passes over, and each reader passes over something else.",
    _run,
)
