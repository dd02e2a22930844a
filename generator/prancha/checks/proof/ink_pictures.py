"""Pictures of faces alone, each as large as what shows of it, and the ink that a picture takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import mul
from typing import TYPE_CHECKING, Any

import pikepdf
from msgspec import Struct

from prancha.checks.proof.matrix import Box, Matrix, around
from prancha.checks.proof.measured import Polygon
from prancha.checks.proof.polygons import is_upright
from prancha.model.units import Mm
from prancha.system.signals import temporary_folder

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 96
InkEstimate = tuple[float, float, float, float]
"""mm² covered whole with cyan, magenta, yellow and black."""
NONE: InkEstimate = (0.0, 0.0, 0.0, 0.0)
_LEVELS = tuple(level / 255 for level in range(255, -1, -1))
"""The ink of each level of light."""


class Frame(Struct, frozen=True):
    """A part of a face, in its own mm, that is drawn as whole pixels across and down."""

    box: Box
    size: tuple[int, int]

    @property
    def area(self) -> float:
        """mm²"""
        left, top, right, bottom = self.box
        return (right - left) * (bottom - top)

    @property
    def to_page(self) -> Matrix:
        """From mm of the face to a page of a point for each pixel, y up."""
        left, top, right, bottom = self.box
        across, down = self.size[0] / (right - left), self.size[1] / (bottom - top)
        return across, 0.0, 0.0, -down, -left * across, bottom * down

    @property
    def to_pixels(self) -> Matrix:
        """From mm of the face to pixels, y down."""
        left, top, right, bottom = self.box
        across, down = self.size[0] / (right - left), self.size[1] / (bottom - top)
        return across, 0.0, 0.0, down, -left * across, -top * down


def framed(box: Box) -> Frame | None:
    """The frame of a box in mm, at DPI or next to it, its edges on those of pixels; None for an empty one."""
    width, height = box[2] - box[0], box[3] - box[1]
    if width <= 0 or height <= 0:
        return None
    return Frame(box, (max(1, round(width * DPI / 25.4)), max(1, round(height * DPI / 25.4))))


class Drawing(Struct, frozen=True):
    """What a page of a frame's size shows: a content stream, and the forms and fonts it names."""

    size: tuple[int, int]
    content: bytes
    forms: Mapping[str, Any] = {}
    fonts: Mapping[str, Any] = {}


def painted(name: str, matrix: Matrix, shapes: Iterable[Polygon], inner: Matrix) -> bytes:
    """Operators that paint a form by `inner`, then `matrix`, where all shapes overlap between the two."""
    clips = "".join(_clip(shape) for shape in shapes)
    return f"q {_numbers(matrix)} cm {clips}{_numbers(inner)} cm {name} Do Q\n".encode()


def needed(shapes: Iterable[Polygon], box: Box) -> tuple[Polygon, ...]:
    """The shapes that leave out something of the box."""
    return tuple(shape for shape in shapes if not (is_upright(shape) and _covers(around(shape), box)))


def _covers(outer: Box, inner: Box) -> bool:
    least: Mm = 1e-3
    return (
        outer[0] <= inner[0] + least and outer[1] <= inner[1] + least
        and outer[2] >= inner[2] - least and outer[3] >= inner[3] - least
    )  # fmt: skip


def _clip(shape: Polygon) -> str:
    lines = " ".join(f"{x:.5f} {y:.5f} {'l' if k else 'm'}" for k, (x, y) in enumerate(shape))
    return f"{lines} h W n "


def _numbers(values: Iterable[float]) -> str:
    return " ".join(f"{value:.8f}" for value in values)


@contextmanager
def drawn(drawings: Sequence[Drawing]) -> Iterator[Iterator[Image]]:
    """Pictures of all drawings, one after another: blue, green, red, and a band that says nothing."""
    with temporary_folder() as folder, pikepdf.new() as book:
        known: dict[tuple[int, int], Any] = {}
        for drawing in drawings:
            _add(book, drawing, known)
        path = folder / "pictures.pdf"
        book.save(path, compress_streams=False)
        yield _pictures(path, drawings)


def _add(book: pikepdf.Pdf, drawing: Drawing, known: dict[tuple[int, int], Any]) -> None:
    def copied(thing: Any) -> Any:
        number = thing.objgen
        if number not in known:
            known[number] = book.copy_foreign(thing)
        return known[number]

    width, height = drawing.size
    page = book.add_blank_page(page_size=(max(3, width), max(3, height))).obj
    page.Resources = pikepdf.Dictionary(
        XObject=pikepdf.Dictionary({name: copied(form) for name, form in drawing.forms.items()}),
        Font=pikepdf.Dictionary({name: copied(font) for name, font in drawing.fonts.items()}),
    )
    page.Contents = pikepdf.Stream(book, drawing.content)


def _pictures(path: Any, drawings: Sequence[Drawing]) -> Iterator[Image]:
    import pypdfium2
    from PIL import Image
    from pypdfium2 import raw

    document = pypdfium2.PdfDocument(path)
    try:
        for number, drawing in enumerate(drawings):
            width, height = drawing.size
            page = document[number]
            bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRx)
            bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
            tall = page.get_height() - height  # pages of less than 3 points are none
            raw.FPDF_RenderPageBitmapWithMatrix(
                bitmap.raw, page.raw, raw.FS_MATRIX(1, 0, 0, 1, 0, -tall),
                raw.FS_RECTF(0, 0, width, height), raw.FPDF_PRINTING,
            )  # fmt: skip
            page.close()
            yield Image.frombuffer("RGBX", (width, height), bitmap.buffer, "raw", ("RGBX", 0, 1))
            bitmap.close()
    finally:
        document.close()


def ink_of(picture: Image) -> InkEstimate:
    """The ink of a picture, as parts of it covered whole.

    RGB becomes CMYK as ISO 32000-1, 10.4.2.4 says, all grey as black.
    """
    from PIL import ImageChops

    blue, green, red, _ = picture.split()
    lightest = ImageChops.lighter(ImageChops.lighter(blue, green), red)
    c, m, y, k = (_covered(band) for band in (red, green, blue, lightest))
    return c - k, m - k, y - k, k


def _covered(band: Image) -> float:
    counts = band.histogram()
    whole: float = sum(map(mul, counts, _LEVELS))
    return whole / (band.width * band.height)


def ink_of_even(picture: Image) -> InkEstimate | None:
    """What `ink_of` tells of a picture that has one colour, whatever its size; None for others."""
    return None if picture.convert("RGB").getcolors(1) is None else ink_of(picture.crop((0, 0, 1, 1)))
