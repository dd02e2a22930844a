"""What pdfium decodes of pictures as they stand in a PDF: JPEGs, and rows of a PNG that were filtered.

Both take long in Python, and pdfium is in every home of the program.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from prancha.graphics.pixels.picture_headers import BROKEN


def unfiltered(stream: bytes, columns: int, rows: int, colours: int, depth: int) -> bytes:
    """Undo the filters of a PNG's rows (PNG, 9) in its deflated `stream`.

    A pixel has `colours` of `depth` bits; each row begins at a byte of its own.  Raises ValueError for a
    broken stream.
    """
    # The space only has to be one: what is asked for are the bytes that it would be applied to.
    entries = (
        f"/ColorSpace /DeviceGray /BitsPerComponent {depth} /Filter /FlateDecode /DecodeParms "
        f"<</Predictor 15 /Colors {colours} /BitsPerComponent {depth} /Columns {columns}>>"
    )
    size = (columns * colours * depth + 7) // 8 * rows
    with _image(stream, columns, rows, entries) as image:
        from pypdfium2 import raw

        room = ctypes.create_string_buffer(size)
        if raw.FPDFImageObj_GetImageDataDecoded(image, room, size) != size:
            raise ValueError(BROKEN)
        return room.raw


def jpeg_planes(data: bytes, width: int, height: int) -> tuple[bytes, bytes, bytes]:
    """The planes of a JPEG: red, green, blue.  Raises ValueError."""
    entries = "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode"
    with _image(data, width, height, entries) as image:
        from pypdfium2 import raw

        bitmap = raw.FPDFImageObj_GetBitmap(image)
        if not bitmap:
            raise ValueError(BROKEN)
        try:
            if (raw.FPDFBitmap_GetWidth(bitmap), raw.FPDFBitmap_GetHeight(bitmap)) != (width, height):
                raise ValueError(BROKEN)
            step = 3 if raw.FPDFBitmap_GetFormat(bitmap) == raw.FPDFBitmap_BGR else 4
            stride = raw.FPDFBitmap_GetStride(bitmap)
            held = ctypes.string_at(raw.FPDFBitmap_GetBuffer(bitmap), stride * height)
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
    if stride != width * step:
        held = b"".join(held[at : at + width * step] for at in range(0, len(held), stride))
    return held[2::step], held[1::step], held[0::step]


@contextmanager
def _image(stream: bytes, width: int, height: int, entries: str) -> Iterator[Any]:
    """The picture of a PDF of one page, as an object of pdfium.  Raises ValueError."""
    import pypdfium2
    from pypdfium2 import raw

    content = b"/P Do"
    head = (
        f"<</Type /XObject /Subtype /Image /Width {width} /Height {height} {entries} /Length {len(stream)}>>"
    )
    resources = b"<</XObject <</P 5 0 R>>>>"
    objects = (
        b"<</Type /Catalog /Pages 2 0 R>>",
        b"<</Type /Pages /Kids [3 0 R] /Count 1>>",
        b"<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources %b>>" % resources,
        b"<</Length %d>>\nstream\n%b\nendstream" % (len(content), content),
        b"%b\nstream\n%b\nendstream" % (head.encode(), stream),
    )
    document: Any = pypdfium2.PdfDocument(pdf_of(objects))
    try:
        page = document[0]
        try:
            image = raw.FPDFPage_GetObject(page.raw, 0)
            if not image:
                raise ValueError(BROKEN)
            yield image
        finally:
            page.close()
    finally:
        document.close()


def pdf_of(objects: Sequence[bytes]) -> bytes:
    """A PDF of objects that are numbered from 1; the first is its catalogue."""
    file, places = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), []
    for number, source in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%b\nendobj\n" % (number, source)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    start, count = len(file), len(objects) + 1
    file += b"xref\n0 %d\n0000000000 65535 f \n%btrailer\n<</Size %d /Root 1 0 R>>\n" % (count, rows, count)
    return bytes(file) + b"startxref\n%d\n%%%%EOF\n" % start
