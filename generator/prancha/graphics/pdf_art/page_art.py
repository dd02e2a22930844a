"""A PDF of one page as art: its size, its parts, a picture of it, and a page written anew from its parts.

A page is a form of its content with the resources that this names.  `kept_objects` refuses what viewers
and printers show in different ways.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pikepdf
from msgspec import Struct

from prancha.graphics.pdf_art.kept_objects import KeptObject, ObjectKeeper, inherited
from prancha.graphics.pixels.pdfium_streams import pdf_of
from prancha.graphics.svg.matrix import Matrix
from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.box import Box
from prancha.model.units import PT_PER_MM, Mm

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_SIDE: Mm = 1_500.0
"""The longest side of a page in mm; that of A0 is 1,189."""
_LONGEST = 120
_REFERENCE = re.compile(r"@(\w+)")
_PAGE, _FIRST = 3, 5
"""Object numbers of the page and of its first part: catalogue, page tree and content have the others."""
DAMAGED = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""The errors that reading raises for a file that breaks the standard."""


class PageArt(Struct, frozen=True):
    """A page: `width` and `height` as it is seen, and its parts.

    `form` names the part that is the page itself, in mm from the top left corner that is seen, y down.
    """

    width: Mm
    height: Mm
    form: str
    parts: tuple[KeptObject, ...]


def page_size(data: bytes, href: str) -> tuple[Mm, Mm]:
    """Return width and height of the one page of a PDF, as it is seen, in mm.  Raises DrawingFault."""
    with _one_page(data, href) as page:
        box, turn = visible_box(page)
        return _seen_size(box, turn)


def read_page(data: bytes, href: str) -> PageArt:
    """Return the one page of a PDF with all its parts.  Raises DrawingFault where viewers may differ."""
    with _one_page(data, href) as page:
        box, turn = visible_box(page)
        keeper = ObjectKeeper()
        a, b, c, d, e, f = (value / PT_PER_MM for value in upright_matrix(box, turn))
        resources, group = inherited(page, "/Resources"), page.obj.get("/Group")
        form = keeper.keep_page(page, resources, group, box, (a, b, c, d, e, f))
        width, height = _seen_size(box, turn)
        return PageArt(width, height, form, tuple(keeper.kept.values()))


def draw_page(data: bytes, href: str, size: tuple[int, int]) -> Image:
    """Return the one page of a PDF as an RGBA picture of `size` pixels, transparent where it is blank.

    Raises DrawingFault.
    """
    page_size(data, href)  # refuses a file that cannot be drawn
    import pypdfium2
    from pypdfium2 import raw

    try:
        document: Any = pypdfium2.PdfDocument(data)
        try:
            page = document[0]
            bitmap = pypdfium2.PdfBitmap.new_native(*size, raw.FPDFBitmap_BGRA)
            bitmap.fill_rect((0, 0, 0, 0), 0, 0, *size)
            raw.FPDF_RenderPageBitmap(bitmap.raw, page.raw, 0, 0, *size, 0, 0)
            picture: Image = bitmap.to_pil().convert("RGBA")
            page.close()
        finally:
            document.close()
    except pypdfium2.PdfiumError as problem:
        raise _unreadable(href, describe_damage(problem)) from None
    return picture


@contextmanager
def _one_page(data: bytes, href: str) -> Iterator[Any]:
    """Open the one page of a PDF.  Raises DrawingFault for other files, and for errors of the block."""
    logging.getLogger("pikepdf").setLevel(logging.CRITICAL)
    try:
        with pikepdf.open(io.BytesIO(data), suppress_warnings=True) as document:
            if len(document.pages) != 1:
                why = f"it has {len(document.pages)} pages, expected one"
                raise _unreadable(href, why, "save the page that you mean as a PDF of its own")
            page = document.pages[0]
            if float(page.obj.get("/UserUnit", 1)) != 1:
                raise _unreadable(href, "its page counts in units of its own")
            yield page
    except DrawingFault as fault:
        raise (fault if fault.message.startswith('"') else _unreadable(href, fault.message)) from None
    except pikepdf.PasswordError:
        raise _unreadable(href, "it is locked with a password", "save it without one") from None
    except RecursionError:
        raise _unreadable(href, "its parts are nested too deep") from None
    except (pikepdf.PdfError, *DAMAGED) as problem:
        raise _unreadable(href, describe_damage(problem)) from None


def describe_damage(problem: Exception) -> str:
    """Return a clause that says what is damaged."""
    if isinstance(problem, pikepdf.PdfError):
        reason = " ".join(str(problem).split())[:_LONGEST]
    else:
        reason = "something else stands where the standard wants a number, a name or a list"
    return f"it is damaged: {reason}"


def _unreadable(href: str, why: str, hint: str = "") -> DrawingFault:
    hint = hint or "print it to a new PDF with another program, or save the page as an SVG or PNG"
    return DrawingFault(f'"{href[:40]}" cannot be used as a PDF: {why}', hint)


def visible_box(page: Any) -> tuple[Box, int]:
    """Return the visible box of a page in points (left, bottom, right, top), and its turn in degrees."""
    media, crop = (sorted_box(box) for box in (page.mediabox, page.cropbox))
    box = (
        max(media[0], crop[0]),
        max(media[1], crop[1]),
        min(media[2], crop[2]),
        min(media[3], crop[3]),
    )
    width, height = box[2] - box[0], box[3] - box[1]
    if not (0 < width <= MAX_SIDE * PT_PER_MM and 0 < height <= MAX_SIDE * PT_PER_MM):
        raise DrawingFault(f"its page is {width / PT_PER_MM:.0f} x {height / PT_PER_MM:.0f} mm")
    turn = int(inherited(page, "/Rotate") or 0) % 360
    if turn % 90:
        raise DrawingFault(f"its page is turned by {turn} degrees")
    return box, turn


def sorted_box(box: Any) -> Box:
    """Return the box of a rectangle that may be given by any two opposite corners."""
    x1, y1, x2, y2 = map(float, box)
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _seen_size(box: Box, turn: int) -> tuple[Mm, Mm]:
    width, height = (box[2] - box[0]) / PT_PER_MM, (box[3] - box[1]) / PT_PER_MM
    return (height, width) if turn % 180 else (width, height)


def upright_matrix(box: Box, turn: int) -> Matrix:
    """Return the matrix from points of a page to points below the top left corner of what is seen."""
    left, bottom, right, top = box
    if turn == 90:
        return (0.0, 1.0, 1.0, 0.0, -bottom, -left)
    if turn == 180:
        return (-1.0, 0.0, 0.0, 1.0, right, -bottom)
    if turn == 270:
        return (0.0, -1.0, -1.0, 0.0, top, right)
    return (1.0, 0.0, 0.0, -1.0, -left, top)


def write_page(parts: Sequence[KeptObject], form: str, box: Box, turn: int) -> bytes:
    """Return a PDF of one page that shows the part `form`: the same bytes for the same parts.

    `box` is the visible part in points, before it is turned by `turn` degrees clockwise.
    """
    numbers = {part.name: _FIRST + k for k, part in enumerate(parts)}
    corners = " ".join(f"{value:.6f}".rstrip("0").rstrip(".") for value in box)
    content = b"/Face Do"
    objects = [
        b"<</Type /Catalog /Pages 2 0 R>>",
        b"<</Type /Pages /Kids [%d 0 R] /Count 1>>" % _PAGE,
        f"<</Type /Page /Parent 2 0 R /MediaBox [{corners}] /Rotate {turn} /Contents 4 0 R "
        f"/Resources <</XObject <</Face {numbers[form]} 0 R>>>>>>".encode("latin-1"),
        b"<</Length %d>>\nstream\n%b\nendstream" % (len(content), content),
        *(_source(part, numbers) for part in parts),
    ]
    return pdf_of(objects)


def _source(part: KeptObject, numbers: dict[str, int]) -> bytes:
    entries = _REFERENCE.sub(lambda found: f"{numbers[found[1]]} 0 R", part.entries)
    if part.content is None:
        return f"<<{entries}>>".encode("latin-1")
    head = f"<<{entries} /Length {len(part.content)}>>\nstream\n".encode("latin-1")
    return head + part.content + b"\nendstream"
