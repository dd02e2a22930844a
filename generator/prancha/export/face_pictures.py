"""Faces of a kit as pictures and PDFs, for whatever is made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack

from PIL import Image, ImageDraw

from prancha.export.face_pages import face_page
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.export.raster import Raster, Size, pixels
from prancha.export.sheet_marks import outline_points
from prancha.graphics.fonts import FontBook
from prancha.model.art import Portfolio
from prancha.model.components import ComponentFace, ComponentKit
from prancha.model.duplex import Flip
from prancha.model.press import Press
from prancha.model.units import Mm

FINER = 8
"""How many times finer than its picture the mask of an outline is drawn."""
_STEPS = 256
"""Chords of a circle."""


class FacePictures:
    """Draws faces of a kit; use as a context.

    All faces with the same bleed stand in one PDF, a page each, written when the first is asked for.
    """

    def __init__(
        self, kit: ComponentKit, portfolio: Portfolio, book: FontBook,
        alone: Callable[[str], Portfolio],
    ) -> None:  # fmt: skip
        """`alone` gives the art of one face, by its digest, with nothing of others."""
        self._portfolio, self._book, self._alone = portfolio, book, alone
        self._about = About(kit.title, lang=kit.lang)
        self._faces = {face.digest: face for one in kit.components for face in one.faces}
        self._open = ExitStack()
        self._rasters: dict[Mm, tuple[Raster, dict[str, int]]] = {}
        self._masks: dict[tuple[object, Size], Image.Image] = {}

    def __enter__(self) -> FacePictures:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def draw(self, face: ComponentFace, reach: tuple[Mm, Mm], size: Size) -> Image.Image:
        """The trim box of a face with `reach` mm at its sides, and above and below: RGB of `size` pixels."""
        most = max(*reach, 0.0)
        raster, pages = self._raster(most)
        outline, (across, down) = face.outline, reach
        box = (
            most - across, most - down,
            most + outline.width + across, most + outline.height + down,
        )  # fmt: skip
        return raster.draw(pages[face.digest], box, size)

    def at_dpi(self, face: ComponentFace, reach: Mm, dpi: float) -> Image.Image:
        """A face with `reach` mm around its trim box, in pixels to the nearest."""
        return self.draw(face, (reach, reach), sized(face, reach, dpi))

    def cut_out(self, face: ComponentFace, size: Size) -> Image.Image:
        """The trim box of a face, transparent outside its outline: RGBA."""
        picture = self.draw(face, (0.0, 0.0), size)
        picture.putalpha(self.mask(face, size))
        return picture

    def mask(self, face: ComponentFace, size: Size) -> Image.Image:
        """How much of each pixel of its trim box lies within the outline of a face: 0 to 255."""
        key = (face.outline, size)
        if key not in self._masks:
            width, height = size
            fine = Image.new("1", (width * FINER, height * FINER))
            outline = face.outline
            points = (
                outline.polygon(steps=_STEPS) if outline.shape == "circle" else outline_points(outline, 0.0)
            )
            across, down = width * FINER / outline.width, height * FINER / outline.height
            ImageDraw.Draw(fine).polygon([(x * across - 0.5, y * down - 0.5) for x, y in points], fill=1)
            self._masks[key] = fine.convert("L").reduce(FINER)
        return self._masks[key]

    def pdf(self, face: ComponentFace, reach: Mm, item: str, title: str) -> bytes:
        """A PDF of one page: the trim box of a face with `reach` mm around it."""
        about = About(title, lang=self._about.lang)
        return write_pdf([face_page(face, reach, item)], self._alone(face.digest), self._book, about, "none")

    def pages_pdf(self, pages: Sequence[PdfPage], flip: Flip, press: Press | None = None) -> bytes:
        """A PDF of sheets that were laid out, in the inks of `press` if there is one."""
        if press is not None:
            from prancha.export.colour import write_for_press

            return write_for_press(
                pages, self._portfolio, book=self._book, about=self._about, press=press, flip=flip
            )
        return write_pdf(pages, self._portfolio, self._book, self._about, flip)

    def pages_raster(self, pages: Sequence[PdfPage]) -> Raster:
        """Sheets that were laid out, to be drawn."""
        return Raster(self.pages_pdf(pages, "none"))

    def _raster(self, reach: Mm) -> tuple[Raster, dict[str, int]]:
        if reach not in self._rasters:
            faces = list(self._faces.values())
            pages = [face_page(face, reach) for face in faces]
            data = write_pdf(pages, self._portfolio, self._book, self._about, "none")
            raster = self._open.enter_context(Raster(data))
            self._rasters[reach] = raster, {face.digest: number for number, face in enumerate(faces)}
        return self._rasters[reach]


def sized(face: ComponentFace, reach: Mm, dpi: float) -> Size:
    """Pixels of a face with `reach` mm around its trim box."""
    return pixels(face.outline.width + 2 * reach, dpi), pixels(face.outline.height + 2 * reach, dpi)
