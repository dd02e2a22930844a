"""Open a finished PDF with pikepdf and note everything that matters for print."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pikepdf

from prancha.checks.proof.closed_list import HEADERS, find_unlisted
from prancha.checks.proof.embedded_fonts import check_glyphs
from prancha.checks.proof.form_walk import Forms, read_strokes
from prancha.checks.proof.inline_faces import get_inherited, page_stream, unfold
from prancha.checks.proof.measured import (
    FoundDocument,
    FoundFile,
    FoundFont,
    FoundForm,
    FoundPage,
    Number,
    Switch,
)
from prancha.checks.proof.page_walk import PageWalk, page_matrix
from prancha.checks.proof.pdf_geometry import IDENTITY, Box, Matrix, concat, inverse, upright_box
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.units import PT_PER_MM

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
    document: pikepdf.Pdf,
    path: Path,
    features: frozenset[str],
    standard: str,
    foreign: frozenset[str] = frozenset(),
) -> FoundDocument:
    """Check a document, as written, against the closed list, and read its metadata.

    `features` and `foreign` are those of the kit (see `find_unlisted`), `standard` the PDF/X that it is made
    for.
    """
    root = document.Root
    preferences = {
        key[1:]: str(value).removeprefix("/")
        for key, value in _get_dictionary(root, "/ViewerPreferences").items()
    }
    metadata, wrong = _read_metadata(root)
    information = {key[1:]: str(value) for key, value in _get_dictionary(document.trailer, "/Info").items()}
    return FoundDocument(
        information.get("Title", ""),
        str(root.get("/Lang", "")),
        preferences,
        switches=(
            *find_unlisted(document, features, foreign),
            *_check_ends(path, HEADERS.get(standard, "")),
            *_check_layers(document, features),
            *_check_bookmarks(document),
            *wrong,
        ),
        information=information,
        metadata=metadata,
        intent=_read_intent(root),
    )


def _get_dictionary(thing: Any, key: str) -> Any:
    """A dictionary within another; an empty one where there is none."""
    found = thing.get(key)
    return found if isinstance(found, pikepdf.Dictionary) else pikepdf.Dictionary()


def _read_intent(root: Any) -> tuple[str, str, str] | None:
    """Identifier and name of the output condition, and the SHA-256 of its profile; None without one."""
    intents = root.get("/OutputIntents", ())
    if not len(intents):
        return None
    profile = intents[0].get("/DestOutputProfile")
    data = profile.read_bytes() if isinstance(profile, pikepdf.Stream) else b""
    return (
        str(intents[0].get("/OutputConditionIdentifier", "")),
        str(intents[0].get("/Info", "")),
        sha256(data).hexdigest(),
    )


def _check_ends(path: Path, header: str) -> Iterator[Switch]:
    """The first line of a file has the right version, and nothing stands behind the last."""
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


def _check_layers(document: pikepdf.Pdf, features: frozenset[str]) -> Iterator[Switch]:
    """Layers that pages use are listed and shown."""
    if "layers" not in features:
        return
    used: dict[Number, str] = {}
    for page in document.pages:
        listed = _get_dictionary(_get_dictionary(page.obj, "/Resources"), "/Properties")
        used |= {group.objgen: str(group.get("/Name", name)) for name, group in listed.items()}
    layers = _get_dictionary(document.Root, "/OCProperties")
    shown = _get_dictionary(layers, "/D")
    for what, groups in (
        ("listed", layers.get("/OCGs", ())),
        ("shown", shown.get("/ON", ())),
        ("offered", shown.get("/Order", ())),
    ):
        there = {group.objgen for group in groups if isinstance(group, pikepdf.Dictionary)}
        for number, name in used.items():
            if number not in there:
                message = f'the layer "{name}" may be hidden: it is not {what} in the catalogue'
                yield Switch("layer-hidden", 0, message, "no such layer", "it")


def _check_bookmarks(document: pikepdf.Pdf) -> Iterator[Switch]:
    """Bookmarks lead to pages of the file, in their order."""
    numbers = {page.obj.objgen: number for number, page in enumerate(document.pages, 1)}
    waiting, before = [_get_dictionary(document.Root, "/Outlines").get("/First")], 0
    seen: set[Number] = set()
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


def _read_metadata(root: Any) -> tuple[Mapping[str, Sequence[str]], tuple[Switch, ...]]:
    """Values of the XMP packet by names such as dc:title, and faults where it cannot be read."""
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
                found[_prefix_name(key)] = (value,)
        for entry in description:
            listed = [one.text or "" for one in entry.iter(f"{_RDF}li")]
            found[_prefix_name(entry.tag)] = tuple(listed or [entry.text or ""])
    return found, ()


def _prefix_name(tag: str) -> str:
    found = _TAG.fullmatch(tag)
    return f"{_NAMESPACES.get(found[1], found[1])}:{found[2]}" if found else tag


BOXES = ("MediaBox", "BleedBox", "TrimBox")
DAMAGED = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""Errors of reading a file that breaks the standard."""
RULED = re.compile(r"\s*\d+\s*mm\s*\Z")
"""Words that stand beside a ruler."""
_SIDES = re.compile(rb"/Side\s*/(front|back)")
HEADER = b"%PDF-"
_LONGEST = 160
"""Longest part of a library's message that is shown."""


@contextmanager
def as_pdf(path: Path) -> Iterator[None]:
    """Turn errors of reading `path` into a Failure: it is no PDF, or it is damaged."""
    hint = "build it again"
    try:
        yield
        return
    except pikepdf.PasswordError:
        reason, hint = "it is locked with a password", "take the password off, or build it again"
    except (OSError, pikepdf.PdfError) as problem:
        reason = getattr(problem, "strerror", "") or str(problem).removeprefix(f"{path}: ")
    except DAMAGED as problem:
        reason = f"it is damaged: {_describe_damage(problem)}"
    raise _unreadable(path, reason, hint)


_DAMAGE: tuple[tuple[type[Exception], str], ...] = (
    (RecursionError, "objects lead to each other without an end"),
    (LookupError, "something that it needs is missing"),
    (RuntimeError, "its objects do not agree with each other, such as pages with their count"),
    (ArithmeticError, "a number is none that anything can be measured by"),
    (Exception, "something else stands where the standard wants a number, a name or a list"),
)


def _describe_damage(problem: Exception) -> str:
    """Describe what is damaged, with the page where that is known."""
    what = next(text for kind, text in _DAMAGE if isinstance(problem, kind))
    return ", ".join([*getattr(problem, "__notes__", ()), what])


def _unreadable(path: Path, reason: str, hint: str = "build it again") -> Failure:
    message = f"cannot be read as a PDF: {' '.join(reason.split())[:_LONGEST]}"
    return Failure([Diagnostic(Place(str(path)), "not-a-pdf", message, hint=hint)])


@contextmanager
def open_pdf(path: Path) -> Iterator[pikepdf.Pdf]:
    """The document in a file that is a whole PDF from its first byte; Failure otherwise."""
    with as_pdf(path):
        with path.open("rb") as file:
            head = file.read(1024)
        if not head:
            raise _unreadable(path, "it is empty")
        if not head.startswith(HEADER):
            reason = "something stands before its header" if HEADER in head else "it does not begin as one"
            raise _unreadable(path, reason)
        with pikepdf.open(path, suppress_warnings=True, attempt_recovery=False) as document:
            yield document


@contextmanager
def note_place(where: str) -> Iterator[None]:
    """Add a place to errors that are raised within."""
    try:
        yield
    except DAMAGED as problem:
        problem.add_note(where)
        raise


def read_file(
    path: Path,
    sent: Sequence[Matrix] = (),
    features: frozenset[str] = frozenset(),
    standard: str = "",
    foreign: frozenset[str] = frozenset(),
) -> FoundFile:
    """Measure every page; Failure when the file is no PDF that can be read.

    `sent` is what was done to each page for a printer, taken back in what is returned: places are those
    of the design, boxes those of the file.  For the rest see `read_document`.
    """
    with open_pdf(path) as document:
        told = read_document(document, path, features, standard, foreign)
        counted, there = int(document.Root.Pages.get("/Count", 0)), len(document.pages)
        if counted != there:
            raise _unreadable(path, f"it is damaged: it says that it has {counted} pages, and has {there}")
        unfold(document)
        forms = Forms(foreign=foreign)
        pages = []
        for number, page in enumerate(document.pages, 1):
            with note_place(f"on page {number}"):
                pages.append(
                    read_page(number, page, forms, sent[number - 1] if number <= len(sent) else IDENTITY)
                )
        found = {number: _read_form(document, number, forms) for number in sorted(forms.placed)}
        return FoundFile(
            tuple(pages),
            told,
            fonts=tuple(_read_fonts(document, forms)),
            images=tuple(forms.images.values()),
            uses=tuple(
                sorted(forms.used.values(), key=lambda use: (use.page, use.kind, use.name, use.digest))
            ),
            forms=found,
        )


def read_sides(path: Path) -> set[str]:
    """Return which sides of components the pages show, front and back."""
    with open_pdf(path) as document:
        return {side.decode() for page in document.pages for side in _SIDES.findall(page_stream(page))}


def read_page(number: int, page: pikepdf.Page, forms: Forms, sent: Matrix = IDENTITY) -> FoundPage:
    """Read a page whose faces are all forms; see `read_file`."""
    boxes: dict[str, Box] = {}
    for name in BOXES:
        value = get_inherited(page.obj, f"/{name}")
        if value is not None:
            boxes[name] = upright_box(value)
    left, bottom, right, top = boxes["MediaBox"]  # qpdf gives one of 612 x 792 points to a page without any
    resources = get_inherited(page.obj, "/Resources") or {}
    base = page_matrix(left, top)
    if sent != IDENTITY:
        base = concat(base, inverse(sent))
    walk = PageWalk(
        base,
        dict(resources.get("/XObject", {}).items()),
        dict(resources.get("/Properties", {}).items()),
        forms,
        number,
    )
    walk.run(page)
    return FoundPage(
        number,
        (right - left) / PT_PER_MM,
        height=(top - bottom) / PT_PER_MM,
        boxes=boxes,
        pieces=tuple(walk.pieces),
        lines=tuple(walk.strokes),
        beside=tuple(walk.beside),
        strays=tuple(walk.strays),
        unknown=tuple(sorted(walk.unknown)),
    )


def _read_form(document: pikepdf.Pdf, number: Number, forms: Forms) -> FoundForm:
    inside, where = forms.inside[number], forms.placed[number]
    form: Any = document.get_object(number)
    x1, y1, x2, y2 = map(float, form.BBox)
    advances = [run.advance for run in inside.runs]
    farthest = max(inside.words, key=lambda run: run.jump, default=None)
    known = not inside.broken and None not in advances
    ruled = any(RULED.match(run.text) for run in inside.words)
    return FoundForm(
        where.page,
        where.item,
        face=forms.check(form),
        box=(x1, y1, x2, y2),
        unknown=inside.unknown,
        runs=len(advances),
        advance=sum(advance or 0.0 for advance in advances) if known else None,
        jump=farthest.jump if farthest else 0.0,
        jumped=farthest.text if farthest else "",
        words=tuple((run.place, run.text) for run in inside.words),
        lines=tuple(read_strokes(form)) if ruled else (),
        broken=inside.broken,
        hidden=next((run.text for run in inside.words if run.hidden), ""),
    )


def _read_fonts(document: pikepdf.Pdf, forms: Forms) -> Iterator[FoundFont]:
    shown = {use.number: use for use in forms.used.values() if use.kind == "Font"}
    codes = _collect_codes(forms)
    others = set(forms.foreign_fonts())
    for thing in document.objects:
        is_font = isinstance(thing, pikepdf.Dictionary) and "/DescendantFonts" in thing
        if is_font and thing.objgen not in others:
            where, font = shown.get(thing.objgen), forms.font(thing)
            wrong = check_glyphs(font, codes.get(thing.objgen, ())) if font is not None else ()
            yield FoundFont(where.page if where else 0, where.item if where else "", tuple(wrong))


def _collect_codes(forms: Forms) -> Mapping[Number, set[int]]:
    """The codes that each font shows."""
    found: dict[Number, set[int]] = {}
    for inside in forms.inside.values():
        for run in inside.runs:
            for font, codes in run.glyphs:
                found.setdefault(font.thing.objgen, set()).update(codes)
    return found
