"""Pixels of a page or of a spot on it, drawn by pypdfium2."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.model.units import Mm

if TYPE_CHECKING:
    from PIL.Image import Image

WHITE = 255
OPEN_PAGES = 40
"""Opening a page parses it; a kit's pages are looked at several times."""


class Raster:
    """Pictures of a file; the last whole grey page is kept."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._document: Any = None
        self._pages: dict[int, Any] = {}
        self._whole: tuple[int, int, Image] | None = None

    def close(self) -> None:
        """Let go of the file."""
        if self._document is not None:
            self._pages.clear()
            self._document.close()
            self._document = None

    def whole(self, page: int, dpi: int) -> Image:
        """A page as one grey picture."""
        if self._whole is None or self._whole[:2] != (page, dpi):
            self._whole = page, dpi, self.spot(page, dpi, 0, 0, *self.pixels(page, dpi))
        return self._whole[2]

    def size(self, page: int) -> tuple[Mm, Mm]:
        """Width and height of a page as the renderer sees it, in mm."""
        width, height = self._open(page).get_size()
        return width * 25.4 / 72, height * 25.4 / 72

    def pixels(self, page: int, dpi: int) -> tuple[int, int]:
        """Width and height of a page drawn at `dpi`."""
        width, height = self.size(page)
        return math.ceil(width * dpi / 25.4), math.ceil(height * dpi / 25.4)

    def spot(self, page: int, dpi: int, left: int, top: int, width: int, height: int) -> Image:
        """A grey picture of some pixels of a page drawn at `dpi`."""
        return self._drawn(page, dpi, (left, top, width, height), "FPDFBitmap_Gray")

    def coloured(self, page: int, dpi: int) -> Image:
        """A page as one RGB picture."""
        return self._drawn(page, dpi, (0, 0, *self.pixels(page, dpi)), "FPDFBitmap_BGR").convert("RGB")

    def _drawn(self, page: int, dpi: int, part: tuple[int, int, int, int], format: str) -> Image:
        """Left, top, width and height of a page in pixels, in one of pdfium's formats."""
        import pypdfium2
        from pypdfium2 import raw

        left, top, width, height = part
        opened = self._open(page)
        across, down = self.pixels(page, dpi)
        # pdfium aborts where a picture of one grey byte a pixel is to be drawn in reverse.
        coloured = format != "FPDFBitmap_Gray"
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, getattr(raw, format), rev_byteorder=coloured)
        bitmap.fill_rect((WHITE, WHITE, WHITE, WHITE), 0, 0, width, height)
        flags = raw.FPDF_ANNOT | raw.FPDF_PRINTING | (raw.FPDF_REVERSE_BYTE_ORDER if coloured else 0)
        raw.FPDF_RenderPageBitmap(bitmap.raw, opened.raw, -left, -top, across, down, 0, flags)
        picture: Image = bitmap.to_pil()
        return picture

    def scale(self, page: int, dpi: int) -> tuple[float, float]:
        """Pixels per mm across and down; whole pixels make them differ a little from dpi / 25.4."""
        width, height = self.size(page)
        across, down = self.pixels(page, dpi)
        return across / width, down / height

    def _open(self, page: int) -> Any:
        import pypdfium2

        if self._document is None:
            self._document = pypdfium2.PdfDocument(self._path)
        if page not in self._pages:
            if len(self._pages) >= OPEN_PAGES:
                self._pages.clear()
            self._pages[page] = self._document[page - 1]
        return self._pages[page]
