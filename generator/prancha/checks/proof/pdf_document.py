"""What holds for the file as a whole: all that it holds, its first and last line, layers, what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pikepdf

from prancha.checks.proof.closed_list import OWN, ClosedList
from prancha.checks.proof.closed_walk import unlisted
from prancha.checks.proof.measured import FoundDocument, Switch

_NAMESPACES = {
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://ns.adobe.com/pdf/1.3/": "pdf",
    "http://ns.adobe.com/xap/1.0/": "xmp",
    "http://ns.adobe.com/xap/1.0/mm/": "xmpMM",
    "http://www.npes.org/pdfx/ns/id/": "pdfxid",
}
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_TAG = re.compile(r"\{(.*)\}(.*)")
_XMP_BYTES = 1_000_000
_END = re.compile(rb"\nstartxref\s+\d+\s+%%EOF\s*\Z")


def read_document(
    document: pikepdf.Pdf, path: Path, features: frozenset[str], standard: str, listed: ClosedList = OWN
) -> FoundDocument:
    """Hold a document, as it is written, against a closed list, and read what it says of itself.

    `features` are those of the kit (see `closed_walk.unlisted`), `standard` the PDF/X that it is made for.
    """
    root = document.Root
    preferences = {
        key[1:]: str(value).removeprefix("/") for key, value in _part(root, "/ViewerPreferences").items()
    }
    metadata, wrong = _metadata(root)
    return FoundDocument(
        str(_part(document.trailer, "/Info").get("/Title", "")), str(root.get("/Lang", "")), preferences,
        switches=(
            *unlisted(document, features, listed), *_ends(path, listed.headers.get(standard, "")),
            *_layers(document, features), *_bookmarks(document), *wrong,
        ),
        information={key[1:]: str(value) for key, value in _part(document.trailer, "/Info").items()},
        metadata=metadata, intent=_intent(root),
    )  # fmt: skip


def _part(thing: Any, key: str) -> Any:
    """A dictionary within another; an empty one where there is none."""
    found = thing.get(key)
    return found if isinstance(found, pikepdf.Dictionary) else pikepdf.Dictionary()


def _intent(root: Any) -> tuple[str, str, str] | None:
    """The condition that colours are made for, what it is called, and the SHA-256 of its profile."""
    intents = root.get("/OutputIntents", ())
    if not len(intents):
        return None
    profile = intents[0].get("/DestOutputProfile")
    data = profile.read_bytes() if isinstance(profile, pikepdf.Stream) else b""
    return (
        str(intents[0].get("/OutputConditionIdentifier", "")), str(intents[0].get("/Info", "")),
        sha256(data).hexdigest(),
    )  # fmt: skip


def _ends(path: Path, header: str) -> Iterator[Switch]:
    """The first line of a file says which PDF it is, and nothing stands behind the last."""
    with path.open("rb") as file:
        first = file.readline(40)
        file.seek(max(0, path.stat().st_size - 1024))
        last = file.read()
    found = first.split(b"\r")[0].strip().decode("latin-1")
    if header and found != header:
        yield Switch("document-extra", 0, "the file is of another PDF than kits are", found, header)
    if not _END.search(last):
        what = "something stands behind the end of the file"
        yield Switch("document-extra", 0, what, repr(last[-20:])[2:-1], "%%EOF")


def _layers(document: pikepdf.Pdf, features: frozenset[str]) -> Iterator[Switch]:
    """Layers that pages use are listed, and shown, and so are no others."""
    used: dict[tuple[int, int], str] = {}
    for page in document.pages:
        listed = _part(_part(page.obj, "/Resources"), "/Properties")
        used |= {group.objgen: str(group.get("/Name", name)) for name, group in listed.items()}
    layers = _part(document.Root, "/OCProperties")
    shown = _part(layers, "/D")
    for what, groups in (
        ("listed", layers.get("/OCGs", ())), ("shown", shown.get("/ON", ())),
        ("offered", shown.get("/Order", ())),
    ):  # fmt: skip
        there = {group.objgen for group in groups if isinstance(group, pikepdf.Dictionary)}
        for number, name in used.items():
            if number not in there and "layers" in features:
                message = f'the layer "{name}" may be hidden: it is not {what} in the catalogue'
                yield Switch("layer-hidden", 0, message, "no such layer", "it")


def _bookmarks(document: pikepdf.Pdf) -> Iterator[Switch]:
    """Bookmarks lead to pages of the file, in their order."""
    numbers = {page.obj.objgen: number for number, page in enumerate(document.pages, 1)}
    waiting, before, seen = [_part(document.Root, "/Outlines").get("/First")], 0, set[tuple[int, int]]()
    while waiting:
        mark = waiting.pop()
        if not isinstance(mark, pikepdf.Dictionary) or mark.objgen in seen:
            continue
        seen.add(mark.objgen)
        waiting += (mark.get("/Next"), mark.get("/First"))
        led = mark.get("/Dest")
        page = numbers.get(led[0].objgen, 0) if isinstance(led, pikepdf.Array) and len(led) else 0
        if page <= before:
            what = f'the bookmark "{str(mark.get("/Title", ""))[:40]}" leads to another page'
            found = f"page {page}" if page else "no page"
            yield Switch("document-extra", 0, what, found, f"a page behind {before}")
        before = max(before, page)


def _metadata(root: Any) -> tuple[Mapping[str, Sequence[str]], tuple[Switch, ...]]:
    """What the XMP packet tells, by names such as dc:title; and what cannot be read of it."""
    stream = root.get("/Metadata")
    if not isinstance(stream, pikepdf.Stream):
        return {}, ()
    data = stream.read_bytes()
    try:
        if len(data) > _XMP_BYTES or b"<!" in data:
            raise ElementTree.ParseError("no metadata are as long, or define anything")
        tree = ElementTree.fromstring(data.strip(b"\0 \r\n"))
    except ElementTree.ParseError as problem:
        return {}, (Switch("document-name", 0, "the metadata cannot be read", str(problem), "XMP"),)
    found: dict[str, Sequence[str]] = {}
    for description in tree.iter(f"{_RDF}Description"):
        for key, value in description.attrib.items():
            if key != f"{_RDF}about":
                found[_named(key)] = (value,)
        for entry in description:
            listed = [one.text or "" for one in entry.iter(f"{_RDF}li")]
            found[_named(entry.tag)] = tuple(listed or [entry.text or ""])
    return found, ()


def _named(tag: str) -> str:
    found = _TAG.fullmatch(tag)
    return f"{_NAMESPACES.get(found[1], found[1])}:{found[2]}" if found else tag
