"""Nothing in the file that viewers or printers would act on by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from generator.proof.checks.check import Check
from generator.proof.evidence import Evidence
from generator.proof.fault import Fault, box_mm


def _run(evidence: Evidence) -> Iterator[Fault]:
    document, design = evidence.file.document, evidence.design
    for switch in document.switches:
        yield Fault(switch.page, switch.kind, "", switch.what, switch.found, switch.expected)
    for what, found, wanted in (
        ("title", document.title, design.title), ("language", document.language, design.language),
    ):  # fmt: skip
        if wanted and found != wanted:
            message = f"the file's {what} is not the kit's"
            yield Fault(0, "document-name", "", message, f'"{found[:60]}"', f'"{wanted[:60]}"')
    for page in evidence.file.pages:
        for note in page.annotations:
            message = f"a {note.kind} annotation lies over the page"
            yield Fault(page.number, "annotation", "", message, box_mm(note.box), "none")
        for key in page.switches:
            message = "the page has an entry that no kit's pages have"
            yield Fault(page.number, "document-extra", "", message, key, "none")


CHECK = Check(
    "document",
    (
        "document-locked", "document-action", "document-extra", "document-setting", "document-name",
        "layer-hidden", "annotation",
    ),
    "A file can ask for three copies of page 2, run a program, forbid printing or hide its cut lines; none "
    "of that is seen on a page, and none of it is in a kit.",
    _run,
)  # fmt: skip
