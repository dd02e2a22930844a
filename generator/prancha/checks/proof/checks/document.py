"""The file holds what a kit's file may hold, and tells of itself what the manifest tells of the kit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from prancha.checks.proof.checks.check import ProofCheck
from prancha.checks.proof.design import Design
from prancha.checks.proof.fault import ProofFault
from prancha.checks.proof.matching import Evidence
from prancha.checks.proof.measured import FoundDocument
from prancha.checks.proof.told import ToldPress

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
KEYWORD = "print and play"


def _run(evidence: Evidence) -> Iterator[ProofFault]:
    document = evidence.file.document
    for switch in document.switches:
        yield ProofFault(
            switch.page, switch.kind, item="", message=switch.what, found=switch.found,
            expected=switch.expected,
        )  # fmt: skip
    for what, found, wanted in _names(document, evidence.design):
        if wanted is not None and found != wanted:
            yield _named(what, found, wanted)
    yield from _metadata(document, evidence.design)
    yield from _press(document, evidence.design.told.press)


def _names(document: FoundDocument, design: Design) -> Iterator[tuple[str, str, str | None]]:
    """What the file says of itself, and what the manifest says of the kit; None where it is silent."""
    told = document.information
    yield "the file's title is not the kit's", document.title, design.told.game.title or None
    yield "the file's language is not the kit's", document.language, design.told.language or None
    people = design.told.game.designers
    names = None if people is None else ", ".join(people)
    yield "the file names other authors than the kit has", told.get("Author", ""), names
    words = _keywords(design)
    wanted = ", ".join(words) if words else None
    yield "the file's keywords are not the kit's", told.get("Keywords", ""), wanted


def _press(document: FoundDocument, press: ToldPress | None) -> Iterator[ProofFault]:
    """Colours are made for the condition, and with the profile, that the manifest names."""
    if press is None or not press.profile_sha256:
        return
    wanted = press.condition, press.profile, press.profile_sha256
    for what, found, told in zip(
        ("condition", "profile", "profile's bytes"),
        document.intent or ("none", "none", "none"),
        wanted,
        strict=True,
    ):
        if found != told:
            message = f"colours are made for another {what} than the manifest tells"
            yield ProofFault(0, "press-other", "", message, found=found[:40], expected=told[:40])


def _keywords(design: Design) -> Sequence[str] | None:
    titles = tuple(family.title for family in design.told.families)
    return (KEYWORD, *titles) if titles and all(titles) else None


def _metadata(document: FoundDocument, design: Design) -> Iterator[ProofFault]:
    """The metadata tell what the information dictionary and the manifest tell, and nothing else."""
    found, wanted = document.metadata, _expected(document, design)
    for key in sorted(found.keys() | wanted.keys()):
        if key not in wanted:
            yield _named(f"the metadata tell of {key}", ", ".join(found[key]), "nothing of it")
        elif (expected := wanted[key]) is not None and _plain(found.get(key, ())) != _plain(expected):
            told = ", ".join(found.get(key, ())) or "nothing"
            yield _named(f"the metadata tell another {key}", told, ", ".join(expected) or "nothing")


def _expected(document: FoundDocument, design: Design) -> Mapping[str, Sequence[str] | None]:
    """What the metadata must tell; None for what they may tell as they like."""
    told = document.information
    made, changed = (_moment(told.get(key, "")) for key in ("CreationDate", "ModDate"))
    words = told.get("Keywords", "")
    known: dict[str, Sequence[str] | None] = {
        "dc:title": (document.title,), "dc:creator": (told.get("Author", ""),),
        "dc:description": (told.get("Subject", ""),), "dc:language": (document.language,),
        "dc:rights": None if design.told.game.licence is None else (design.told.game.licence,),
        "dc:subject": _keywords(design),
        "dc:format": ("application/pdf",), "pdf:Keywords": (words,),
        "pdf:Producer": (told.get("Producer", ""),), "pdf:Trapped": ("False",),
        "xmp:CreateDate": (made,), "xmp:ModifyDate": (changed,),
        "xmp:CreatorTool": (told.get("Creator", ""),),
    }  # fmt: skip
    if design.told.standard == "PDF/X-4":
        known |= {
            "pdfxid:GTS_PDFXVersion": (design.told.standard,), "xmp:MetadataDate": (changed,),
            "xmpMM:DocumentID": None, "xmpMM:RenditionClass": ("default",), "xmpMM:VersionID": ("1",),
        }  # fmt: skip
    return {key: texts for key, texts in known.items() if texts is None or any(texts)}


def _moment(date: str) -> str:
    """A date of PDF as XMP writes it, UTC."""
    digits = re.sub(r"\D", "", date)
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:8]}T{digits[8:10]}:{digits[10:12]}:{digits[12:14]}Z"


def _plain(texts: Sequence[str]) -> list[str]:
    """Texts as XML can hold them."""
    return [" ".join(_NOT_XML.sub("", text).split()) for text in texts if text]


def _named(what: str, found: str, wanted: str) -> ProofFault:
    return ProofFault(
        0, "document-name", item="", message=what, found=f'"{found[:60]}"', expected=f'"{wanted[:60]}"'
    )


CHECK = ProofCheck(
    "document",
    (
        "document-locked", "document-action", "document-extra", "document-setting", "document-name",
        "press-other", "layer-hidden", "annotation", "face-entry", "font-not-embedded", "font-not-subset",
        "page-rotated", "page-unit", "page-box",
    ),
    "A file can ask for three copies of page 2, run a program, forbid printing, hide its cut lines or give "
    "its colours another meaning; none of that is seen on a page, so what a file may hold is a closed list.",
    _run,
)  # fmt: skip
