"""Faces of a kit as pictures and one-page PDFs, drawn as the sheets draw them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Literal

from PIL import Image, ImageDraw

from prancha.export.mark_operators import outline_points
from prancha.export.metadata import About
from prancha.export.pdf import PdfPage, write_pdf
from prancha.export.pixels_and_bytes import Raster, Size, pixels
from prancha.export.placement import Boxes
from prancha.graphics.fonts import FontBook
from prancha.model.box import Box
from prancha.model.face import Portfolio
from prancha.model.kit_components import ComponentFace, ComponentKit
from prancha.model.printing import Flip, Press
from prancha.model.sheet import Paper, Piece, Placement, Sheet
from prancha.model.units import PT_PER_MM, Mm

ENOUGH: Mm = 1e-6
"""Missing bleed up to this is ignored, in mm."""
Turn = Literal[0, 90, -90]
"""Degrees clockwise."""


def framed_page(
    face: ComponentFace, reach: tuple[Mm, Mm], item: str = "", turn: Turn = 0, boxes: Boxes | None = None
) -> PdfPage:
    """Make a page with `reach` mm beside, above and below a face, then turn it.

    Its own art fills that as far as its bleed goes; beyond, the face is enlarged, as on sheets.
    """
    outline, most = face.outline, max(reach)
    width, height = outline.width + 2 * reach[0], outline.height + 2 * reach[1]
    if turn:
        width, height = height, width
    made = most > face.bleed + ENOUGH
    if not made and not outline.is_box:
        # A sheet clips such art at its bleed, for neighbours are near; here there are none.
        x, y = {0: reach, 90: (width - reach[1], reach[0]), -90: (reach[1], height - reach[0])}[turn]
        beside = (face.digest, x, y, float(turn)) if turn else (face.digest, x, y)
        return PdfPage(width, height, faces=(beside,), boxes=boxes)
    piece = Piece(
        item,
        1,
        family=item.partition("/")[0],
        outline=outline,
        bleed=most,
        gutter=0.0,
        front=face.digest,
        back=None,
        extended=made,
    )
    placed = Placement(
        piece,
        face.digest,
        outline=outline,
        x=width / 2,
        y=height / 2,
        turn=float(turn),
        outsets=(most,) * 4,
    )
    paper = Paper("face", width, height, 0.0)
    sheet = Sheet(
        paper=paper,
        width=width,
        height=height,
        stock="",
        group="",
        families=(),
        side=face.side,
        number=1,
        of=1,
        placements=(placed,),
    )
    return PdfPage(width, height, sheet=sheet, boxes=boxes)


def bleed_to_edges(width: Mm, height: Mm, bleed: Mm) -> Boxes:
    """Return the boxes of a page whose bleed goes to its edges."""
    right, top, inset = width * PT_PER_MM, height * PT_PER_MM, bleed * PT_PER_MM
    trim = (inset, inset, right - inset, top - inset)
    return Boxes(
        (round(trim[0], 4), round(trim[1], 4), round(trim[2], 4), round(trim[3], 4)),
        (0.0, 0.0, round(right, 4), round(top, 4)),
    )


FINER = 8
"""How many times finer than its picture the mask of an outline is drawn."""
_STEPS = 256
"""Chords of a circle."""


class FacePictures:
    """Draws faces of a kit; use as a context.

    All faces with the same bleed stand in one PDF, a page each, written when the first of them is drawn.
    """

    def __init__(
        self,
        kit: ComponentKit,
        portfolio: Portfolio,
        book: FontBook,
        alone: Callable[[str], Portfolio],
        others: Sequence[ComponentFace] = (),
    ) -> None:
        """`alone` renders one face, by its digest, without the others; `others` belong to no component."""
        self._portfolio, self._book, self._alone = portfolio, book, alone
        self._about = About(kit.title, lang=kit.lang)
        own = (face for one in kit.components for face in one.faces)
        self._faces = {face.digest: face for face in (*own, *others)}
        self._open = ExitStack()
        self._rasters: dict[Mm, tuple[Raster, dict[str, int]]] = {}
        self._sheets: Raster | None = None
        self._masks: dict[tuple[object, Size], Image.Image] = {}

    def __enter__(self) -> FacePictures:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def draw(self, face: ComponentFace, reach: tuple[Mm, Mm], size: Size) -> Image.Image:
        """Draw the trim box of a face with `reach` mm beside, above and below it: RGB of `size` pixels."""
        most = max(*reach, 0.0)
        raster, pages = self._raster(most)
        outline, (across, down) = face.outline, reach
        box = (
            most - across,
            most - down,
            most + outline.width + across,
            most + outline.height + down,
        )
        return raster.draw(pages[face.digest], box, size)

    def at_dpi(self, face: ComponentFace, reach: Mm, dpi: float) -> Image.Image:
        """Draw a face with `reach` mm around its trim box, in pixels to the nearest."""
        return self.draw(face, (reach, reach), pixel_size(face, reach, dpi))

    def cut_out(self, face: ComponentFace, size: Size) -> Image.Image:
        """Draw the trim box of a face, transparent outside its outline: RGBA."""
        picture = self.draw(face, (0.0, 0.0), size)
        picture.putalpha(self.mask(face, size))
        return picture

    def mask(self, face: ComponentFace, size: Size) -> Image.Image:
        """Return how much of each pixel of a face's trim box lies within its outline: 0 to 255."""
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
        """Write a PDF of one page: the trim box of a face with `reach` mm around it."""
        about = About(title, lang=self._about.lang)
        return write_pdf(
            [framed_page(face, (reach, reach), item)], self._alone(face.digest), self._book, about, "none"
        )

    def pages_pdf(self, pages: Sequence[PdfPage], flip: Flip, press: Press | None = None) -> bytes:
        """Write a PDF of finished sheets, in the inks of `press` if there is one."""
        portfolio = self._portfolio
        if press is not None:
            from prancha.export.colour import in_inks

            portfolio = in_inks(portfolio, self._book, press).portfolio
        return write_pdf(pages, portfolio, self._book, self._about, flip, press=press)

    def draw_page(self, pages: Sequence[PdfPage], number: int, box: Box, size: Size) -> Image.Image:
        """Draw a part of a page of finished sheets, counted from 0; one set of `pages` for each export."""
        if self._sheets is None:
            self._sheets = self._open.enter_context(Raster(self.pages_pdf(pages, "none")))
        return self._sheets.draw(number, box, size)

    def _raster(self, reach: Mm) -> tuple[Raster, dict[str, int]]:
        if reach not in self._rasters:
            faces = list(self._faces.values())
            pages = [framed_page(face, (reach, reach)) for face in faces]
            data = write_pdf(pages, self._portfolio, self._book, self._about, "none")
            raster = self._open.enter_context(Raster(data))
            self._rasters[reach] = raster, {face.digest: number for number, face in enumerate(faces)}
        return self._rasters[reach]


def pixel_size(face: ComponentFace, reach: Mm, dpi: float, most: int = 0) -> Size:
    """Return the pixels of a face with `reach` mm around its trim box, `most` of a side unless that is 0."""
    width, height = pixels(face.outline.width + 2 * reach, dpi), pixels(face.outline.height + 2 * reach, dpi)
    largest = max(width, height)
    if not most or largest <= most:
        return width, height
    return max(1, round(width * most / largest)), max(1, round(height * most / largest))
