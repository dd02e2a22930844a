"""A second opinion on places and marks, by pdfplumber's own content reader.

It reads a copy in which every face is replaced by a frame of its trim size, so that it measures
rectangles and need not draw faces, which would take it seconds a page.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pikepdf
from msgspec import Struct

from generator.model.units import PT_PER_MM, Mm
from generator.proof.matrix import Box, around
from generator.proof.reading import as_pdf

if TYPE_CHECKING:
    from generator.proof.evidence import Evidence

LONGEST = 24_000
"""Bytes of a page's content; longer ones are outlines of many chords, and would take too long."""


class Opinion(Struct, frozen=True):
    """What the second reader saw on a page, in mm from its top left."""

    page: int
    frames: tuple[Box, ...]


def second_opinion(evidence: Evidence) -> Iterator[Opinion]:
    """Read frames and marks of every sheet that is not too long."""
    import pdfplumber

    with as_pdf(evidence.path), pikepdf.open(evidence.path) as source:
        numbers, data = _framed(evidence, source)
    if not numbers:
        return
    with pdfplumber.open(io.BytesIO(data)) as copy:
        for number, page in zip(numbers, copy.pages, strict=True):
            frames = tuple(
                _box(thing) for thing in (*page.rects, *page.curves) if thing.get("tag") == "Piece"
            )
            yield Opinion(number, frames)
            page.close()


def _box(thing: dict[str, Any]) -> Box:
    k: Mm = 1 / PT_PER_MM
    points = thing.get("pts") or [(thing["x0"], thing["top"]), (thing["x1"], thing["bottom"])]
    return around([(x * k, y * k) for x, y in points])


def _framed(evidence: Evidence, source: pikepdf.Pdf) -> tuple[list[int], bytes]:
    numbers: list[int] = []
    copy = pikepdf.new()
    for sheet, _ in evidence.sheets():
        page = source.pages[sheet.page - 1]
        content = b"\n".join(part.read_bytes() for part in _parts(page))
        if len(content) > LONGEST:
            continue
        sizes = {
            match.found.name: (match.planned.shape.width, match.planned.shape.height)
            for match in evidence.by_page.get(sheet.page, ())
        }
        forms = pikepdf.Dictionary()
        for name, form in page.Resources.get("/XObject", pikepdf.Dictionary()).items():
            width, height = sizes.get(name, (0, 0))
            frame = pikepdf.Stream(copy, f"0 0 {width:.4f} {height:.4f} re S".encode() if width else b"")
            frame.Type, frame.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
            frame.BBox = pikepdf.Array([float(value) for value in form.get("/BBox", [0, 0, 1, 1])])
            if "/Matrix" in form:
                frame.Matrix = pikepdf.Array([float(value) for value in form.Matrix])
            forms[name] = copy.make_indirect(frame)
        numbers.append(sheet.page)
        copy.add_blank_page(page_size=(sheet.width * PT_PER_MM, sheet.height * PT_PER_MM))
        target = copy.pages[-1]
        target.obj.MediaBox = pikepdf.Array([float(value) for value in page.mediabox])
        target.obj.Resources = pikepdf.Dictionary(XObject=forms)
        target.obj.Contents = pikepdf.Stream(copy, content)
    out = io.BytesIO()
    copy.save(out)
    return numbers, out.getvalue()


def _parts(page: pikepdf.Page) -> list[Any]:
    contents = page.obj.get("/Contents")
    if contents is None:
        return []
    return list(contents) if isinstance(contents, pikepdf.Array) else [contents]
