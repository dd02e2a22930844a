"""Nothing in the file that viewers or printers would act on by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.fault import ProofFault, box_mm
from prancha.checks.proof.matching import Evidence


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    document, design = evidence.file.document, evidence.design
    for switch in document.switches:
        yield ProofFault(
            switch.page, switch.kind, item="", message=switch.what, found=switch.found,
            expected=switch.expected,
        )  # fmt: skip
    for what, found, wanted in (
        ("title", document.title, design.title), ("language", document.language, design.language),
    ):  # fmt: skip
        if wanted and found != wanted:
            message = f"the file's {what} is not the kit's"
            yield ProofFault(
                0, "document-name", item="", message=message, found=f'"{found[:60]}"',
                expected=f'"{wanted[:60]}"',
            )  # fmt: skip
    for page in evidence.file.pages:
        for note in page.annotations:
            message = f"a {note.kind} annotation lies over the page"
            yield ProofFault(
                page.number, "annotation", item="", message=message, found=box_mm(note.box), expected="none"
            )
        for key in page.switches:
            message = "the page has an entry that no kit's pages have"
            yield ProofFault(
                page.number, "document-extra", item="", message=message, found=key, expected="none"
            )


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
