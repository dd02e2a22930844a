"""Faults of a file as a whole: its claim, intent, profile, metadata, boxes, fonts, layers, actions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import md5
from itertools import pairwise
from typing import Any

import pikepdf

from prancha.checks.proof.pdf_geometry import Box, covers, overlap, upright_box
from prancha.checks.proof.pdfx.press_walk import PressWalk, name_transparency
from prancha.checks.proof.proof_report import ProofFault, box_mm
from prancha.model.diagnostic import Severity
from prancha.model.units import PT_PER_MM

HEADER = 128
_ENTRY = 12
_KNOWN = {"FOGRA39": "FOGRA39", "FOGRA51": "PSO Coated v3", "FOGRA52": "PSO Uncoated v3"}
"""Words in the descriptions of profiles that are called otherwise than their condition."""
_CONDITION = re.compile(r"FOGRA\s*(\d+)", re.IGNORECASE)


def check_profile(data: bytes, condition: str) -> Iterator[tuple[str, str, str]]:
    """Message, found and expected value for each fault of a profile."""
    if data[36:40] != b"acsp" or data[12:20] != b"prtrCMYK":
        kind = data[12:20].decode("latin-1") if data[36:40] == b"acsp" else "no ICC profile"
        yield "the profile of the output intent is not of four inks", kind, "prtrCMYK"
        return
    size, count = (int.from_bytes(data[at : at + 4]) for at in (0, HEADER))
    if size != len(data):
        yield "the profile is not as long as it says", f"{len(data)} bytes", f"{size} bytes"
        return
    tags = {}
    for k in range(min(count, 200)):
        at = HEADER + 4 + _ENTRY * k
        name, begin, length = data[at : at + 4], *(int.from_bytes(data[at + n : at + n + 4]) for n in (4, 8))
        if begin < HEADER or begin + length > size:
            yield "a table of the profile lies outside it", name.decode("latin-1"), "within it"
            return
        tags[name] = data[begin : begin + length]
    for needed in (b"desc", b"A2B0", b"B2A0"):
        if needed not in tags:
            yield "the profile lacks a table", f"no {needed.decode()}", needed.decode()
    own = data[84:100]
    if any(own) and own != _identity(data):
        yield (
            "the profile was changed: its bytes are not those that it was made of",
            _identity(data).hex(),
            own.hex(),
        )
    described = _text(tags.get(b"desc", b""))
    meant, told = _CONDITION.search(condition), _CONDITION.search(described)
    if meant and (
        told[1] != meant[1] if told else _KNOWN.get(f"FOGRA{meant[1]}", described) not in described
    ):
        yield "the profile is of another condition than the output intent names", described, condition


def _identity(data: bytes) -> bytes:
    """The MD5 of a profile without its flags, intent and this identity (7.2.18)."""
    whole = bytearray(data)
    for begin, end in ((44, 48), (64, 68), (84, 100)):
        whole[begin:end] = bytes(end - begin)
    return md5(whole, usedforsecurity=False).digest()


def _text(tag: bytes) -> str:
    """A description, of version 2 or 4, as far as it is plain letters."""
    if tag.startswith(b"desc"):
        return tag[12 : 12 + int.from_bytes(tag[8:12])].rstrip(b"\0").decode("latin-1")
    return tag[28:].decode("utf-16-be", "replace") if tag.startswith(b"mluc") else ""


NAMES = {"x4": "PDF/X-4", "x1a": "PDF/X-1a:2003"}
_VERSIONS = {"x4": "1.6", "x1a": "1.4"}
_STATE = frozenset(
    f"/{key}" for key in "Type LW LC LJ ML D RI Font FL SM SA BM SMask CA ca AIS TK OP op OPM".split()
)
"""Entries of a graphics state that leave it to the press how inks are laid down."""
_ROUND = 0.01
"""Points that rounding of boxes may take."""
_CLAIM = re.compile(rb"GTS_PDFXVersion\s*(?:>|=\s*[\"'])\s*([^<\"']+)")
_TRAPPED = re.compile(rb"pdf:Trapped\s*(?:>|=\s*[\"'])\s*(\w+)")


def read_claim(document: pikepdf.Pdf) -> str:
    """The standard that a file claims to follow, as written; "" for none."""
    found = _CLAIM.search(_read_metadata(document))
    if found:
        return found[1].decode("latin-1").strip()
    # PDF/X-4 says it in its metadata alone.
    told = str(_get_dictionary(document.trailer, "/Info").get("/GTS_PDFXVersion", ""))
    return "" if standard_of(told) == "x4" else told


def standard_of(claim: str) -> str:
    """The key of a standard; "" for one that is not known here."""
    if claim.startswith("PDF/X-4"):
        return "x4"
    return "x1a" if claim.startswith("PDF/X-1") else ""


def check_file(document: pikepdf.Pdf, standard: str, claim: str) -> Iterator[ProofFault]:
    """Faults of the file as a whole by `standard`."""
    if standard_of(claim) != standard:
        message = "the file does not say that it follows the standard"
        yield _fault(0, "pdfx-claim", message, claim or "nothing", NAMES[standard])
    most = _VERSIONS[standard]
    if document.pdf_version > most:
        message = "the file is of a later PDF than the standard"
        yield _fault(0, "pdfx-version", message, document.pdf_version, most)
    if document.is_encrypted:
        yield _fault(0, "pdfx-locked", "the file is encrypted", "a key", "an open file")
    if len(document.trailer.get("/ID", [])) != 2:
        yield _fault(0, "pdfx-metadata", "the file has no identifier", "none", "ID in the trailer")
    yield from _check_intents(document, standard)
    yield from _check_information(document, standard)
    yield from _check_behaviour(document, standard)


def _check_intents(document: pikepdf.Pdf, standard: str) -> Iterator[ProofFault]:
    found = [one for one in document.Root.get("/OutputIntents", []) if str(one.get("/S")) == "/GTS_PDFX"]
    if len(found) != 1:
        what = "the file does not say for which press it is made"
        yield _fault(0, "pdfx-intent", what, f"{len(found)} output intents", "one, GTS_PDFX")
        return
    (intent,) = found
    if not str(intent.get("/OutputConditionIdentifier", "")):
        yield _fault(0, "pdfx-intent", "the output intent names no condition", "none", "such as FOGRA39")
    profile = intent.get("/DestOutputProfile")
    if profile is None:
        if standard == "x4" or "/RegistryName" not in intent:
            yield _fault(0, "pdfx-intent", "the output intent has no profile", "none", "an ICC profile")
        return
    if int(profile.get("/N", 0)) != 4:
        what = "the profile is not told to be of four inks"
        yield _fault(0, "pdfx-intent", what, str(profile.get("/N", "")), "N 4")
    for message, told, wanted in check_profile(
        profile.read_bytes(), str(intent.get("/OutputConditionIdentifier", ""))
    ):
        yield _fault(0, "pdfx-intent", message, told, wanted)


def _check_information(document: pikepdf.Pdf, standard: str) -> Iterator[ProofFault]:
    information, metadata = _get_dictionary(document.trailer, "/Info"), _read_metadata(document)
    for name in ("Title", "CreationDate", "ModDate"):
        if not str(information.get(f"/{name}", "")):
            yield _fault(0, "pdfx-metadata", f"the file does not tell its {name}", "nothing", name)
    found = _TRAPPED.search(metadata)
    told = found[1].decode("latin-1") if found else ""
    own = str(information.get("/Trapped", "")).lstrip("/")
    for where, value in (("Info", own), ("metadata", told)) if standard == "x4" else (("Info", own),):
        if value not in ("True", "False"):
            message = f"its {where} does not say whether it is trapped"
            yield _fault(0, "pdfx-metadata", message, value or "nothing", "Trapped True or False")
    if standard == "x4":
        for key in (b"xmpMM:DocumentID", b"xmpMM:VersionID", b"xmpMM:RenditionClass"):
            if key not in metadata:
                name = key.decode()
                yield _fault(0, "pdfx-metadata", f"the metadata do not tell {name}", "nothing", name)


def _check_behaviour(document: pikepdf.Pdf, standard: str) -> Iterator[ProofFault]:
    """Layers, actions, forms and programs."""
    root, properties = document.Root, document.Root.get("/OCProperties")
    if properties is not None and standard == "x1a":
        names = ", ".join(str(one.get("/Name", "")) for one in properties.get("/OCGs", []))
        yield _fault(0, "pdfx-layer", "the file has layers", names or "OCProperties", "none")
    elif properties is not None and "/AS" in properties.get("/D", {}):
        message = "layers are shown or hidden by what is done with the file"
        yield _fault(0, "pdfx-layer", message, "AS", "none")
    for key in ("/OpenAction", "/AA", "/AcroForm"):
        if key in root:
            message = "the file does something by itself, or can be filled in"
            yield _fault(0, "pdfx-action", message, key[1:], "none")
    if "/JavaScript" in root.get("/Names", {}):
        yield _fault(0, "pdfx-action", "the file holds a program", "JavaScript", "none")
    for thing in document.objects:
        if isinstance(thing, pikepdf.Dictionary) and "/A" in thing and "/Title" in thing:
            yield _fault(0, "pdfx-action", "a bookmark does something", str(thing.A.get("/S", "A")), "a page")


def check_page(number: int, page: pikepdf.Page, standard: str) -> Iterator[ProofFault]:
    """Faults of the boxes, annotations and group of a page."""
    boxes = {
        key: upright_box(page.obj[f"/{key}"])
        for key in ("MediaBox", "BleedBox", "TrimBox", "ArtBox")
        if f"/{key}" in page.obj
    }
    boxes.setdefault("MediaBox", upright_box(page.mediabox))
    if ("TrimBox" in boxes) == ("ArtBox" in boxes):
        found = "both" if "TrimBox" in boxes else "neither"
        yield _fault(number, "pdfx-box", "a page has a TrimBox or an ArtBox", found, "one of them")
    order = ("TrimBox" if "TrimBox" in boxes else "ArtBox", "BleedBox", "MediaBox")
    present = [name for name in order if name in boxes]
    for inner, outer in pairwise(present):
        if not covers(boxes[outer], boxes[inner], _ROUND):
            message = f"the {inner} reaches beyond the {outer}"
            yield _fault(
                number, "pdfx-box", message, _format_box(boxes[inner]), f"within {_format_box(boxes[outer])}"
            )
    bleed = boxes.get("BleedBox") or boxes["MediaBox"]
    for note in page.obj.get("/Annots", []):
        kind = str(note.get("/Subtype", ""))
        if kind not in ("/TrapNet", "/PrinterMark") and overlap(upright_box(note.Rect), bleed):
            yield _fault(number, "pdfx-annotation", "an annotation lies on the page", kind[1:], "none")
    if standard == "x1a" and str(_get_dictionary(page.obj, "/Group").get("/S", "")) == "/Transparency":
        yield _fault(number, "pdfx-transparency", "the page is a transparency group", "Group", "none")
    elif str(_get_dictionary(page.obj, "/Group").get("/CS", "")) == "/DeviceRGB":
        message = "the page blends in colours of the screen"
        yield _fault(number, "pdfx-colour", message, "DeviceRGB", "DeviceCMYK")


def check_walk(walk: PressWalk, standard: str) -> Iterator[ProofFault]:
    """Faults of the graphics states and forms that pages use."""
    for page, item, given in walk.states:
        if standard == "x1a" and name_transparency(given):
            message = "something is painted that is seen through"
            yield _fault(
                page, "pdfx-transparency", message, name_transparency(given), "no transparency", item=item
            )
        elif str(given.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
            message = "how much ink a blend of colours has cannot be measured"
            yield _fault(page, "ink-unknown", message, str(given.BM)[1:], "Normal", item=item, warning=True)
        for key in sorted(given.keys() - _STATE):
            if not (key == "/TR2" and str(given[key]) == "/Default"):
                message = "a graphics state changes how inks are laid down"
                yield _fault(page, "pdfx-state", message, key[1:], "none", item=item)
    for page, item, form in walk.forms:
        group = form.get("/Group")
        if group is None:
            continue
        if standard == "x1a":
            message = "a form is a transparency group"
            yield _fault(page, "pdfx-transparency", message, "Group", "none", item=item)
        elif str(group.get("/CS", "")) == "/DeviceRGB":
            message = "a group blends in colours of the screen"
            yield _fault(page, "pdfx-colour", message, "DeviceRGB", "DeviceCMYK", item=item)


def check_fonts(document: pikepdf.Pdf) -> Iterator[ProofFault]:
    """Fonts that are not embedded."""
    for thing in document.objects:
        if not isinstance(thing, pikepdf.Dictionary) or str(thing.get("/Type", "")) != "/Font":
            continue
        if str(thing.get("/Subtype", "")) in ("/Type0", "/Type3"):
            continue  # its descendant is looked at, or it is drawn in the file
        descriptor = _get_dictionary(thing, "/FontDescriptor")
        if not any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            name = str(thing.get("/BaseFont", "?"))[1:]
            yield _fault(0, "pdfx-font", f"the font {name} is not embedded", "a name only", "its outlines")


def _get_dictionary(thing: Any, key: str) -> Any:
    """A dictionary within another; an empty one where there is none."""
    return thing.get(key, pikepdf.Dictionary())


def _read_metadata(document: pikepdf.Pdf) -> bytes:
    stream = document.Root.get("/Metadata")
    return b"" if stream is None else bytes(stream.read_bytes())


def _format_box(box: Box) -> str:
    left, bottom, right, top = (value / PT_PER_MM for value in box)
    return box_mm((left, bottom, right, top))


def _fault(
    page: int, code: str, message: str, found: str, expected: str, item: str = "", warning: bool = False
) -> ProofFault:
    severity: Severity = "warning" if warning else "error"
    return ProofFault(page, code, item, message, found, expected, severity=severity)
