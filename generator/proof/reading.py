"""Open a finished PDF with pikepdf and note everything that matters for print."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pikepdf

from generator.model.diagnostic import Diagnostic, Failure, Place
from generator.model.units import PT_PER_MM
from generator.proof.content import Walk, page_matrix
from generator.proof.forms import Forms
from generator.proof.matrix import Box
from generator.proof.measured import FoundFile, FoundFont, FoundPage

BOXES = ("MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox")
DAMAGED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What reading ends with where something else stands than the standard says."""
PROGRAMS = ("/FontFile", "/FontFile2", "/FontFile3")


@contextmanager
def as_pdf(path: Path) -> Iterator[None]:
    """Turn what reading `path` ends with into a Failure: it is no PDF, or what stands in it is damaged."""
    try:
        yield
        return
    except (OSError, pikepdf.PdfError) as problem:
        reason = getattr(problem, "strerror", "") or str(problem)
    except DAMAGED as problem:
        reason = f"it is damaged ({problem})"
    message = f"cannot be read as a PDF: {reason}"
    raise Failure([Diagnostic(Place(str(path)), "not-a-pdf", message, hint="build it again")])


def read_file(path: Path) -> FoundFile:
    """Measure every page; Failure when the file is no PDF that can be read."""
    with as_pdf(path), pikepdf.open(path) as document:
        forms = Forms()
        pages = tuple(_page(number, page, forms) for number, page in enumerate(document.pages, 1))
        preferences = {
            key[1:]: str(value)[1:] for key, value in document.Root.get("/ViewerPreferences", {}).items()
        }
        fonts = tuple(_fonts(document, forms))
        return FoundFile(pages, preferences, fonts, tuple(forms.images.values()))


def read_forms(path: Path) -> frozenset[str]:
    """CRC-32 of the content of every form that the file holds, whether a page paints it or not."""
    with pikepdf.open(path) as document:
        forms = Forms()
        return frozenset(
            forms.digest(thing)
            for thing in document.objects
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"
        )


def _page(number: int, page: pikepdf.Page, forms: Forms) -> FoundPage:
    boxes: dict[str, Box] = {}
    for name in BOXES:
        value = _inherited(page.obj, f"/{name}")
        if value is not None:
            x1, y1, x2, y2 = map(float, value)
            boxes[name] = (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    left, bottom, right, top = boxes.get("MediaBox", (0.0, 0.0, 612.0, 792.0))
    resources = _inherited(page.obj, "/Resources") or {}
    names = dict(resources.get("/XObject", {}).items())
    walk = Walk(page_matrix(left, top), names, forms, number)
    walk.run(page)
    return FoundPage(
        number, (right - left) / PT_PER_MM, (top - bottom) / PT_PER_MM, boxes,
        int(_inherited(page.obj, "/Rotate") or 0), float(page.obj.get("/UserUnit", 1)),
        tuple(walk.pieces), tuple(walk.lines), tuple(walk.loose),
    )  # fmt: skip


def _inherited(page: Any, key: str) -> Any:
    """A page's attribute, or that of the tree above it (ISO 32000-1, 7.7.3.4)."""
    node, steps = page, 0
    while node is not None and steps < 50:
        if key in node:
            return node[key]
        node, steps = node.get("/Parent"), steps + 1
    return None


def _fonts(document: pikepdf.Pdf, forms: Forms) -> Iterator[FoundFont]:
    for thing in document.objects:
        if not isinstance(thing, pikepdf.Dictionary) or thing.get("/Type") != "/Font":
            continue
        kind = str(thing.get("/Subtype", "/?"))[1:]
        if kind.startswith("CIDFont"):
            continue
        described = thing.DescendantFonts[0] if kind == "Type0" else thing
        descriptor = described.get("/FontDescriptor", pikepdf.Dictionary())
        embedded = kind == "Type3" or any(program in descriptor for program in PROGRAMS)
        page, item = forms.fonts.get(thing.objgen, (0, ""))
        yield FoundFont(str(thing.get("/BaseFont", "/?"))[1:], kind, embedded, page, item)
