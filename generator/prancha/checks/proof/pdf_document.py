"""What holds for the file as a whole (ISO 32000-1, 7.7.2 and 12.2): names, locks, actions, layers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pikepdf

from prancha.checks.proof.measured import FoundDocument, Switch

CATALOGUE = frozenset(
    f"/{key}"
    for key in (
        "Type Pages Outlines PageMode ViewerPreferences OCProperties Lang Metadata MarkInfo "
        "StructTreeRoot OutputIntents Version Extensions"
    ).split()
)
"""Entries that change nothing of what is printed, or are looked into here."""
PAGE = frozenset(
    f"/{key}"
    for key in (
        "Type Parent MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Resources Contents "
        "Annots AA Trans Tabs StructParents"
    ).split()
)
PREFERENCES = frozenset(("PrintScaling", "Duplex", "DisplayDocTitle"))
MODES = ("/UseOutlines", "/UseNone")
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_XMP_BYTES = 1_000_000


def read_document(document: pikepdf.Pdf) -> FoundDocument:
    """Read the catalogue, the information dictionary and the metadata."""
    root = document.Root
    preferences = {
        key[1:]: str(value).removeprefix("/") for key, value in root.get("/ViewerPreferences", {}).items()
    }
    switches = (
        *_locks(document), *_entries(root), *_actions(document), *_layers(document),
        *_metadata(document), *_settings(preferences),
    )  # fmt: skip
    title = _title(document)
    return FoundDocument(title, str(root.get("/Lang", "")), preferences, switches)


def page_switches(page: Any) -> tuple[str, ...]:
    """Entries of a page that a kit's pages do not have."""
    found = {key for key in page.keys() if key not in PAGE}  # noqa: SIM118 (an object of PDF is no mapping)
    if "/Trans" in page and len(page["/Trans"].keys()):
        found.add("/Trans")
    return tuple(sorted(found))


def _title(document: pikepdf.Pdf) -> str:
    information = document.trailer.get("/Info")
    return "" if information is None else str(information.get("/Title", ""))


def _locks(document: pikepdf.Pdf) -> Iterator[Switch]:
    if document.is_encrypted:
        free = document.allow.print_lowres and document.allow.print_highres
        found = "a key" if free else "a key, and printing forbidden"
        yield Switch("document-locked", 0, "the file is encrypted", found, "an open file")


def _entries(root: Any) -> Iterator[Switch]:
    for key in sorted(root.keys() - CATALOGUE):
        if key in ("/OpenAction", "/AA"):
            what = "the file does something by itself when it is opened, printed or closed"
            yield Switch("document-action", 0, what, key, "no action")
        elif key == "/Names":
            yield from _names(root["/Names"])
        else:
            yield Switch("document-extra", 0, "the catalogue has an entry that no kit has", key, "none")
    mode = str(root.get("/PageMode", "/UseNone"))
    if mode not in MODES:
        yield Switch(
            "document-setting", 0, "viewers open the file otherwise", f"PageMode {mode[1:]}", "UseOutlines"
        )


def _names(names: Any) -> Iterator[Switch]:
    for key in sorted(names.keys()):
        if key == "/JavaScript":
            yield Switch("document-action", 0, "the file holds a program", "JavaScript", "no action")
        elif key == "/EmbeddedFiles":
            yield Switch("document-extra", 0, "other files are embedded", "EmbeddedFiles", "none")
        elif key != "/Dests":
            yield Switch("document-extra", 0, "the catalogue has names that no kit has", key, "none")


def _actions(document: pikepdf.Pdf) -> Iterator[Switch]:
    """Actions of bookmarks, pages and whatever else has some."""
    for number, page in enumerate(document.pages, 1):
        if "/AA" in page.obj:
            yield Switch("document-action", number, "the page does something by itself", "AA", "no action")
    for thing in document.objects:
        if isinstance(thing, pikepdf.Dictionary) and "/A" in thing and "/Title" in thing:
            what = f'the bookmark "{str(thing.Title)[:40]}" does something but lead to its page'
            yield Switch("document-action", 0, what, str(thing.A.get("/S", "A")).removeprefix("/"), "a page")


def _settings(preferences: dict[str, str]) -> Iterator[Switch]:
    for key, value in sorted(preferences.items()):
        if key not in PREFERENCES:
            what = "the print dialogue is told something that no kit tells"
            yield Switch("document-setting", 0, what, f"{key} {value}", "PrintScaling and Duplex alone")


def _layers(document: pikepdf.Pdf) -> Iterator[Switch]:
    """Layers that are off, or may be, when the file is opened or printed."""
    properties = document.Root.get("/OCProperties")
    listed = {} if properties is None else _hidden(properties)
    seen: set[tuple[str, str]] = set()
    for number, page in enumerate(document.pages, 1):
        resources = page.obj.get("/Resources", pikepdf.Dictionary())
        for name, group in resources.get("/Properties", pikepdf.Dictionary()).items():
            if not isinstance(group, pikepdf.Dictionary) or group.get("/Type") not in ("/OCG", "/OCMD"):
                continue
            if group.get("/Type") == "/OCMD":
                why = "shown on a condition"
            else:
                why = listed.get(group.objgen, "not listed in the catalogue")
            if why and (name, why) not in seen:
                seen.add((name, why))
                what = f'the layer "{group.get("/Name", name)}" may be hidden'
                yield Switch("layer-hidden", number, what, why, "it shown, on screen and on paper")


def _hidden(properties: Any) -> dict[tuple[int, int], str]:
    """Why each listed layer may be hidden; "" for one that is shown."""
    plain = properties.get("/D", pikepdf.Dictionary())
    base = str(plain.get("/BaseState", "/ON"))
    off = {group.objgen for group in plain.get("/OFF", [])}
    on = {group.objgen for group in plain.get("/ON", [])}
    found = {}
    for group in properties.get("/OCGs", []):
        usage = group.get("/Usage", pikepdf.Dictionary())
        states = {
            str(usage.get(f"/{event}", pikepdf.Dictionary()).get(f"/{event}State", "/ON"))
            for event in ("Print", "View")
        }
        number = group.objgen
        if number in off or (base == "/OFF" and number not in on):
            found[number] = "off by default"
        elif "/OFF" in states and len(plain.get("/AS", [])):
            found[number] = "off by its usage"
        elif "/Intent" in group and group.Intent != "/View":
            found[number] = "of another intent"
        else:
            found[number] = ""
    return found


def _metadata(document: pikepdf.Pdf) -> Iterator[Switch]:
    """Where the metadata names the file otherwise than its other names do."""
    stream = document.Root.get("/Metadata")
    if stream is None:
        return
    data = stream.read_bytes()
    try:
        if len(data) > _XMP_BYTES or b"<!" in data:
            raise ElementTree.ParseError("no metadata are as long, or define anything")
        tree = ElementTree.fromstring(data.strip(b"\0 \r\n"))
    except ElementTree.ParseError as problem:
        yield Switch("document-name", 0, "the metadata cannot be read", str(problem), "XMP")
        return
    names = {
        "title": _title(document),
        "language": str(document.Root.get("/Lang", "")),
    }
    for key, wanted in names.items():
        told = [one.text or "" for one in tree.iterfind(f".//{_DC}{key}//{_RDF}li")]
        if told and wanted not in told:
            yield Switch("document-name", 0, f"the metadata tell another {key}", told[0][:60], wanted)
