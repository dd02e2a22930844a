"""Pages of PDFs as pixels for a screen, with pdfium alone: in a browser there is no Pillow."""

from __future__ import annotations

import pypdfium2

MOST_PIXELS = 4000
"""The longer side of a picture: no screen shows more of a page."""


def page_pixels(data: bytes, number: int, width: int) -> tuple[int, int, bytes]:
    """Draw a page, from 0, `width` pixels wide: width, height, and four bytes a pixel (RGBA), opaque.

    Raises IndexError for a page that is not there.
    """
    document = pypdfium2.PdfDocument(data)
    try:
        if not 0 <= number < len(document):
            raise IndexError(number)
        page = document[number]
        scale = min(width / page.get_width(), MOST_PIXELS / max(page.get_size()))
        bitmap = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=True)
        return bitmap.width, bitmap.height, bytes(bitmap.buffer)
    finally:
        document.close()
