"""Pages made for one printer, taken back to what was designed, so that both can be held together.

What is sent to a calibrated printer is not what was designed: it is shifted and scaled so that what
comes out is.  The manifest says how; a copy of the file in which just that is undone must agree
with the design, and will not when a page was made otherwise than the manifest says.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pikepdf

from generator.model.units import PT_PER_MM
from generator.proof.matrix import IDENTITY, Matrix, after, around, corners

BOXES = ("MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox")


def sent_as(manifest: Path, backs: bool) -> tuple[Matrix, ...]:
    """What was done to each page; nothing for a file that was made for no printer.

    A manifest that cannot be read says nothing here: whoever reads the design tells what is wrong.
    """
    try:
        sent = json.loads(manifest.read_text(encoding="utf-8"))["placed"]["sent"]
        matrices: list[Matrix] = msgspec.convert(sent["matrices"], list[Matrix])
        found = tuple(matrices[number] for number in sent["behind" if backs else "pages"])
        for matrix in found:
            inverse(matrix)  # raises for one that cannot be undone
        return found
    except (OSError, ArithmeticError, ValueError, KeyError, TypeError, IndexError, msgspec.ValidationError):
        return ()


def as_designed(path: Path, matrices: Sequence[Matrix], copy: Path) -> None:
    """Write a copy of a PDF in which each page's matrix is undone."""
    with pikepdf.open(path) as document:
        for page, matrix in zip(document.pages, matrices, strict=False):
            if matrix != IDENTITY:
                _undo(document, page, matrix)
        document.save(copy)


def _undo(document: pikepdf.Pdf, page: pikepdf.Page, matrix: Matrix) -> None:
    left, bottom, right, top = map(float, page.mediabox)
    wide, high = right - left, top - bottom
    turned = abs(matrix[0]) < abs(matrix[1])
    designed = (high, wide) if turned else (wide, high)
    to_mm = (1 / PT_PER_MM, 0.0, 0.0, -1 / PT_PER_MM, -left / PT_PER_MM, top / PT_PER_MM)
    to_points = (PT_PER_MM, 0.0, 0.0, -PT_PER_MM, 0.0, designed[1])
    back = after(after(to_mm, inverse(matrix)), to_points)
    head = "q " + " ".join(f"{value:.10f}" for value in back) + " cm\n"
    page.contents_add(pikepdf.Stream(document, head.encode()), prepend=True)
    page.contents_add(pikepdf.Stream(document, b"\nQ"))
    for name in BOXES:
        if f"/{name}" in page.obj:
            box = around(corners(back, *map(float, page.obj[f"/{name}"])))
            page.obj[f"/{name}"] = pikepdf.Array([round(value, 4) for value in box])
    page.obj["/MediaBox"] = pikepdf.Array([0, 0, *designed])


def inverse(matrix: Matrix) -> Matrix:
    """The map that undoes `matrix`; ValueError for one that squeezes everything flat."""
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    if abs(det) < 1e-9:
        raise ValueError("no page can be taken back from nothing")
    return d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det
