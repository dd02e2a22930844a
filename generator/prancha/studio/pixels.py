"""Pages of PDFs as pictures: the only module of the studio that reads PDFs."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import pypdfium2

from prancha.model.units import Mm

if TYPE_CHECKING:
    from pathlib import Path

TILE = 512
"""Pixels of a side of a tile."""
MOST = 6_000_000
"""Pixels of a picture that is no tile."""
_HEAD = "<2sIIIIiiHHIIiiII"
"""Of a BMP file: its own 14 bytes, and 40 of its picture."""


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
        return _bmp(sheet.render(scale=scale, crop=crop))
    finally:
        document.close()


def _bmp(bitmap: Any) -> bytes:
    """The file of a bitmap, whose pixels are blue, green and red in PDFium as they are in BMP.

    Written here, because a library for pictures takes longer to load than all else of the first picture.
    """
    assert bitmap.format == pypdfium2.raw.FPDFBitmap_BGR
    width, height, stride = bitmap.width, bitmap.height, bitmap.stride
    fill = bytes(-3 * width % 4)  # rows are of whole words
    pixels = memoryview(bitmap.buffer).cast("B")
    rows = [part for y in range(height) for part in (pixels[y * stride : y * stride + 3 * width], fill)]
    head, size = struct.calcsize(_HEAD), height * (3 * width + len(fill))
    # A height below 0 says that the first row is the upper one.
    fields = (b"BM", head + size, 0, head, 40, width, -height, 1, 24, 0, size, 0, 0, 0, 0)
    return struct.pack(_HEAD, *fields) + b"".join(rows)


def page_sizes(source: Path) -> list[tuple[Mm, Mm]]:
    """Width and height of every page of a PDF."""
    document: Any = pypdfium2.PdfDocument(source)
    try:
        sizes = [document.get_page_size(number) for number in range(len(document))]
        return [(width * 25.4 / 72, height * 25.4 / 72) for width, height in sizes]
    finally:
        document.close()
