"""Nothing in the file that viewers or printers would act on by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault, box_mm
from prancha.checks.proof.matching import Evidence


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    document, design = evidence.file.document, evidence.design
    for switch in document.switches:
        yield ProofFault(switch.page, switch.kind, "", switch.what, switch.found, switch.expected)
    for what, found, wanted in (
        ("title", document.title, design.title), ("language", document.language, design.language),
    ):  # fmt: skip
        if wanted and found != wanted:
            message = f"the file's {what} is not the kit's"
            yield ProofFault(0, "document-name", "", message, f'"{found[:60]}"', f'"{wanted[:60]}"')
    for page in evidence.file.pages:
        for note in page.annotations:
            message = f"a {note.kind} annotation lies over the page"
            yield ProofFault(page.number, "annotation", "", message, box_mm(note.box), "none")
        for key in page.switches:
            message = "the page has an entry that no kit's pages have"
            yield ProofFault(page.number, "document-extra", "", message, key, "none")


CHECK = ProofCheck(
    "document",
    (
        "document-locked", "document-action", "document-extra", "document-setting", "document-name",
        "layer-hidden", "annotation",
    ),
    "A file can ask for three copies of page 2, run a program, forbid printing or hide its cut lines; none "
    "of that is seen on a page, and none of it is in a kit.",
    _run,
)  # fmt: skip
