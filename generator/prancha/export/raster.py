"""Pages to pixels: exactly as many as are asked for, drawn by pdfium.

`page.render(scale=...)` rounds sizes up, which gives one pixel too many in most usual ones; print shops
refuse such files.  Here the picture comes first, and a part of the page is laid over it.
"""

from __future__ import annotations

import math
from typing import Any

import pypdfium2
from PIL import Image
from pypdfium2 import raw

from prancha.model.units import MM_PER_INCH, PT_PER_MM, Mm

Box = tuple[Mm, Mm, Mm, Mm]
"""Left, top, right, bottom in mm from the top left corner of a page, y down."""
Size = tuple[int, int]
"""Width and height in pixels."""


def pixels(length: Mm, dpi: float) -> int:
    """How many pixels `length` takes at `dpi`, to the nearest; at least one."""
    return max(1, math.floor(length * dpi / MM_PER_INCH + 0.5))


class Raster:
    """The pages of a PDF, to be drawn; use as a context."""

    def __init__(self, data: bytes) -> None:
        self._document: Any = pypdfium2.PdfDocument(data)

    def __enter__(self) -> Raster:
        return self

    def __exit__(self, *_: object) -> None:
        self._document.close()

    def draw(self, page: int, box: Box, size: Size) -> Image.Image:
        """The part `box` of a page, counted from 0, on white paper: an RGB picture of `size`."""
        opened = self._document[page]
        try:
            width, height = size
            bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
            bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
            left, top, right, bottom = (value * PT_PER_MM for value in box)
            across, down = width / (right - left), height / (bottom - top)
            matrix = raw.FS_MATRIX(across, 0, 0, down, -left * across, -top * down)
            clip = raw.FS_RECTF(0, 0, width, height)
            raw.FPDF_RenderPageBitmapWithMatrix(bitmap.raw, opened.raw, matrix, clip, 0)
            picture: Image.Image = bitmap.to_pil().convert("RGB")
            return picture
        finally:
            opened.close()
