"""Pictures in place of the PDFs of other programs, whose colours are not converted to inks one by one."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from msgspec.structs import replace

from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.export.pixels_and_bytes import pixels
from prancha.graphics.fonts import FontBook
from prancha.graphics.pdf_art import draw_page
from prancha.graphics.svg.matrix import moved_box
from prancha.model.face import Art, Portfolio, Resource
from prancha.model.units import Mm, fine

_BOX = re.compile(r"/BBox \[([^\]]*)\]")
_MATRIX = re.compile(r"/Matrix \[([^\]]*)\]")


def draw_foreign(portfolio: Portfolio, book: FontBook, dpi: int) -> tuple[Portfolio, int]:
    """Return a portfolio in which every form of another program is a picture, and how many those are."""
    foreign = [one for one in portfolio.resources if one.foreign]
    if not foreign:
        return portfolio, 0
    kept = [one for one in portfolio.resources if not one.foreign and one.kind != "Part"]
    for form in foreign:
        kept += _pictured(form, portfolio, book, dpi)
    return replace(portfolio, resources=tuple(kept)), len(foreign)


def _pictured(form: Resource, portfolio: Portfolio, book: FontBook, dpi: int) -> Iterator[Resource]:
    """Yield a form of the same name that shows a picture, that picture, and its soft mask if it has one."""
    width, height = _size(form)
    content = f"/{form.name} Do".encode()
    art = Art(form.name, (0.0, 0.0, width, height), content, zlib.crc32(content))
    parts = tuple(one for one in portfolio.resources if one.kind == "Part")
    alone = Portfolio({form.name: art}, (*parts, form))
    page = PdfPage(width, height, faces=((form.name, 0.0, 0.0),))
    data = write_pdf([page], alone, book, About(""), "none")
    size = pixels(width, dpi), pixels(height, dpi)
    picture = draw_page(data, form.name, size)
    alpha = picture.getchannel("A")
    seen_through = alpha.getextrema()[0] != 255
    name = f"{form.name}c"
    head = f"/Type /XObject /Subtype /Image /Width {size[0]} /Height {size[1]} /BitsPerComponent 8"
    yield Resource(
        name,
        "XObject",
        f"{head} /ColorSpace /DeviceRGB /Filter /FlateDecode",
        zlib.compress(picture.convert("RGB").tobytes()),
        mask=f"{name}a" if seen_through else "",
    )
    if seen_through:
        entries = f"{head} /ColorSpace /DeviceGray /Filter /FlateDecode"
        yield Resource(f"{name}a", "XObject", entries, zlib.compress(alpha.tobytes()))
    shown = f"q\n{fine(width)} 0 0 {fine(-height)} 0 {fine(height)} cm\n/{name} Do\nQ".encode()
    box = f"/BBox [0 0 {fine(width)} {fine(height)}]"
    entries = f"/Type /XObject /Subtype /Form {box} /Filter /FlateDecode"
    yield Resource(form.name, "XObject", entries, zlib.compress(shown, 9))


def _size(form: Resource) -> tuple[Mm, Mm]:
    """Return width and height of a form, which its matrix takes to the origin."""
    box, matrix = (
        tuple(map(float, found[1].split())) if (found := pattern.search(form.entries)) else ()
        for pattern in (_BOX, _MATRIX)
    )
    assert len(box) == 4, "a form has a box"
    assert len(matrix) == 6, "a page as a form has a matrix"
    left, bottom, right, top = box
    a, b, c, d, e, f = matrix
    x1, y1, x2, y2 = moved_box((a, b, c, d, e, f), (left, bottom, right, top))
    return x2 - x1, y2 - y1
