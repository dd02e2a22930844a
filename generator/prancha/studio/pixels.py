"""Pages of PDFs as pictures: the only module of the studio that reads PDFs."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pypdfium2

from prancha.model.units import Mm

if TYPE_CHECKING:
    from pathlib import Path

TILE = 512
"""Pixels of a side of a tile."""
MOST = 6_000_000
"""Pixels of a picture that is no tile."""


def picture(source: bytes | Path, page: int, density: float, tile: tuple[int, int] | None = None) -> bytes:
    """A page (from 0) as BMP at `density` pixels per mm, or column and row of its tiles of that density.

    BMP, because to pack a picture takes longer than to draw it, and it stays on this machine.
    Raises LookupError for a page or tile that is not there.
    """
    document: Any = pypdfium2.PdfDocument(source)
    try:
        if not 0 <= page < len(document):
            raise LookupError("there is no such page")
        sheet = document[page]
        scale = density * 25.4 / 72
        width, height = (size * scale for size in sheet.get_size())
        crop = (0.0, 0.0, 0.0, 0.0)
        if tile is None:
            scale *= min(1.0, (MOST / (width * height)) ** 0.5)
        else:
            left, top = tile[0] * TILE, tile[1] * TILE
            if left >= width or top >= height:
                raise LookupError("there is no such tile")
            right, bottom = max(0.0, width - left - TILE), max(0.0, height - top - TILE)
            crop = (left / scale, bottom / scale, right / scale, top / scale)
        bitmap = sheet.render(scale=scale, crop=crop)
        out = io.BytesIO()
        bitmap.to_pil().save(out, "BMP")
        return out.getvalue()
    finally:
        document.close()


def page_sizes(source: Path) -> list[tuple[Mm, Mm]]:
    """Width and height of every page of a PDF."""
    document: Any = pypdfium2.PdfDocument(source)
    try:
        sizes = [document.get_page_size(number) for number in range(len(document))]
        return [(width * 25.4 / 72, height * 25.4 / 72) for width, height in sizes]
    finally:
        document.close()
