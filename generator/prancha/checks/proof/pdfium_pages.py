"""Pages as pypdfium2 draws them: pixels of a page, a spot or a face."""

from __future__ import annotations

import ctypes
import io
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf

from prancha.checks.proof.inline_faces import unfold
from prancha.checks.proof.measured import FoundForm, Number
from prancha.checks.proof.pdf_geometry import IDENTITY, Matrix, concat, inverse
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.units import PT_PER_MM, Mm

if TYPE_CHECKING:
    from PIL.Image import Image


_WHITE = b"\xff"
OPEN_PAGES = 150
"""Opening a page parses it; a kit's pages are looked at several times, one check after another."""


class PageRaster:
    """Pictures of a file; `sent` is what was done to each page for a printer."""

    def __init__(self, path: Path, sent: Sequence[Matrix] = ()) -> None:
        self._path, self._sent = path, sent
        self._sheets = DrawnDocument(path)
        self._faces: DrawnDocument | None = None
        self._alone: dict[Number, tuple[int, Mm, Mm]] = {}
        """The page of each face in `_faces`, and where that begins in the face's own mm."""

    def close(self) -> None:
        """Let go of the file."""
        for document in (self._sheets, self._faces):
            if document is not None:
                document.close()

    def size(self, page: int) -> tuple[Mm, Mm]:
        """Width and height of a page as designed, in mm."""
        width, height = self._sheets.size(page)
        sent = self._matrix(page)
        return (height, width) if abs(sent[0]) < abs(sent[1]) else (width, height)

    def pixels(self, page: int, dpi: int) -> tuple[int, int]:
        """Width and height of a page drawn at `dpi`."""
        width, height = self.size(page)
        return math.ceil(width * dpi / 25.4), math.ceil(height * dpi / 25.4)

    def draw_spot(self, page: int, dpi: int, left: int, top: int, width: int, height: int) -> Image:
        """A grey picture of some pixels of a page drawn at `dpi`."""
        k = 25.4 / dpi
        return self.draw_part(page, (k, 0.0, 0.0, k, left * k, top * k), (width, height), grey=True)

    def draw_page(self, page: int, dpi: int) -> Image:
        """A page as one RGB picture."""
        k = 25.4 / dpi
        return self.draw_part(page, (k, 0.0, 0.0, k, 0.0, 0.0), self.pixels(page, dpi))

    def draw_part(self, page: int, place: Matrix, size: tuple[int, int], grey: bool = False) -> Image:
        """A picture of `size`; `place` takes its pixels to mm on the page as designed."""
        undone = concat(inverse(self._matrix(page)), inverse(place))  # mm as sent -> mm as designed -> pixels
        return self._sheets.draw(page, concat((25.4 / 72, 0.0, 0.0, 25.4 / 72, 0.0, 0.0), undone), size, grey)

    def draw_face(self, form: Number, place: Matrix, size: tuple[int, int]) -> Image:
        """A picture of one face alone; `place` takes its pixels to the face's own mm."""
        assert self._faces is not None, "take_faces() says which faces there are"
        page, left, top = self._alone[form]
        moved = concat((25.4 / 72, 0.0, 0.0, 25.4 / 72, left, top), inverse(place))
        return self._faces.draw(page, moved, size, False)

    def take_faces(self, forms: Mapping[Number, FoundForm]) -> None:
        """Make a document of these faces, each alone on a page as large as its box."""
        with pikepdf.open(self._path) as document:
            unfold(document)  # in the order in which the file was read: the same numbers
            del document.pages[:]
            for key in ("/Outlines", "/Names"):  # they name pages, which would be written all the same
                if key in document.Root:
                    del document.Root[key]
            for number, form in forms.items():
                left, top, right, bottom = form.box
                self._alone[number] = len(document.pages) + 1, left, top
                k = PT_PER_MM
                width, height = max(1.0, right - left) * k, max(1.0, bottom - top) * k
                page = document.add_blank_page(page_size=(width, height)).obj
                page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=document.get_object(number)))
                matrix = f"{k:.8f} 0 0 {-k:.8f} {-left * k:.6f} {height + top * k:.6f} cm /F Do"
                page.Contents = pikepdf.Stream(document, matrix.encode())
            data = io.BytesIO()
            document.save(data, compress_streams=False)
        self._faces = DrawnDocument(data.getvalue())

    def _matrix(self, page: int) -> Matrix:
        return self._sent[page - 1] if page <= len(self._sent) else IDENTITY


class DrawnDocument:
    """A file that pdfium has open."""

    def __init__(self, source: Path | bytes) -> None:
        self._source = source
        self._document: Any = None
        self._pages: dict[int, Any] = {}

    def close(self) -> None:
        """Let go of the file."""
        if self._document is not None:
            self._pages.clear()
            self._document.close()
            self._document = None

    def size(self, page: int) -> tuple[Mm, Mm]:
        """Width and height of a page in mm."""
        width, height = self._open(page).get_size()
        return width * 25.4 / 72, height * 25.4 / 72

    def draw(
        self, page: int, matrix: Matrix, size: tuple[int, int], grey: bool, *, smooth: bool = True
    ) -> Image:
        """A picture of `size`; `matrix` takes points from the page's top left corner to pixels.

        Where edges are not smooth each pixel has the colour of one mark, as on a plate.
        """
        from PIL import Image
        from pypdfium2 import raw

        width, height = max(1, size[0]), max(1, size[1])
        form, each, mode = (raw.FPDFBitmap_Gray, 1, "L") if grey else (raw.FPDFBitmap_BGR, 3, "BGR")
        pixels = bytearray(_WHITE) * (width * height * each)
        # A bitmap of pypdfium2's own takes as long as drawing a small picture.
        buffer = (ctypes.c_ubyte * len(pixels)).from_buffer(pixels)
        bitmap = raw.FPDFBitmap_CreateEx(width, height, form, buffer, width * each)
        try:
            clip = raw.FS_RECTF(0, 0, width, height)
            flags = raw.FPDF_ANNOT | raw.FPDF_PRINTING
            if not smooth:
                flags |= raw.FPDF_RENDER_NO_SMOOTHTEXT | raw.FPDF_RENDER_NO_SMOOTHPATH
            opened = self._open(page).raw
            raw.FPDF_RenderPageBitmapWithMatrix(bitmap, opened, raw.FS_MATRIX(*matrix), clip, flags)
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
        return Image.frombuffer("L" if grey else "RGB", (width, height), pixels, "raw", (mode, 0, 1))

    def _open(self, page: int) -> Any:
        import pypdfium2

        if self._document is None:
            try:
                self._document = pypdfium2.PdfDocument(self._source)
            except pypdfium2.PdfiumError as problem:
                message = f"pdfium cannot read it as a PDF: {problem}"
                place = Place(str(self._source) if isinstance(self._source, Path) else "")
                raise Failure([Diagnostic(place, "not-a-pdf", message, hint="build it again")]) from None
        if page not in self._pages:
            if len(self._pages) >= OPEN_PAGES:
                self._pages.clear()
            self._pages[page] = self._document[page - 1]
        return self._pages[page]
