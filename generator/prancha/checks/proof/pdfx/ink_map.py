"""Where the ink of a page is above a limit: the page in pale greys, and those spots red."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
from msgspec import Struct

from prancha.checks.proof.pdfx.press_marks import SLACK
from prancha.checks.proof.pdfx.separations import INKS, Separation
from prancha.checks.proof.raster import DrawnDocument
from prancha.model.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 100
RED = (220, 0, 30)
PALE = 3
"""How many times lighter a page is shown than it prints."""
HEAD = 24
"""Pixels above a page, for its number and figures."""


class InkMap(Struct, frozen=True):
    """A page, the most ink on it in percent, and where it is above the limit: a mask of 0 and 255."""

    page: int
    most: float
    shown: Image
    over: Image

    @property
    def share(self) -> float:
        """How much of the page is above the limit, in percent."""
        return 100 * self.over.histogram()[255] / (self.over.width * self.over.height)


def ink_maps(path: Path, limit: float, dpi: int = DPI) -> Iterator[InkMap]:
    """A map of every page."""
    from PIL import ImageMath

    separated = [_separated(path, ink) for ink in range(len(INKS))]
    try:
        for page in range(1, separated[0][0] + 1):
            bands = [_drawn(document, page, dpi).convert("I") for _, document in separated]
            total = ImageMath.lambda_eval(
                lambda args: 1020 - args["c"] - args["m"] - args["y"] - args["k"],
                **dict(zip("cmyk", bands, strict=True)),
            )
            # Each ink is rounded to 255 steps, and so is the limit: one step more is none too much.
            over = ImageMath.lambda_eval(
                lambda args: (args["t"] > args["l"]) * 255, t=total, l=round((limit + SLACK) * 2.55) + 1
            )
            yield InkMap(page, float(total.getextrema()[1]) / 2.55, total, over.convert("L"))
    finally:
        for _, document in separated:
            document.close()


def ink_pages(maps: Sequence[InkMap], limit: float) -> bytes:
    """A PDF of the pages, each with its number, its most ink and how much of it is above the limit."""
    from PIL import Image, ImageDraw

    sheets = []
    for one in maps:
        pale = one.shown.point(lambda value: 255 - value / (4 * PALE)).convert("L")
        sheet = Image.new("RGB", (pale.width, pale.height + HEAD), "white")
        sheet.paste(pale.convert("RGB"), (0, HEAD))
        sheet.paste(RED, (0, HEAD), one.over)
        figures = f"at most {one.most:.0f} %, above {limit:g} % on {one.share:.2f} % of it (red)"
        ImageDraw.Draw(sheet).text((6, 6), f"page {one.page}: {figures}", fill="black")
        sheets.append(sheet)
    data = io.BytesIO()
    undated = {"creationDate": None, "modDate": None}
    sheets[0].save(data, "PDF", save_all=True, append_images=sheets[1:], resolution=DPI, **undated)
    return data.getvalue()


def _separated(path: Path, ink: int) -> tuple[int, DrawnDocument]:
    """How many pages a file has, and what one of its inks prints."""
    with pikepdf.open(path) as document:
        Separation(document, ink)
        data = io.BytesIO()
        document.save(data)
        return len(document.pages), DrawnDocument(data.getvalue())


def _drawn(document: DrawnDocument, page: int, dpi: int) -> Image:
    width, height = document.size(page)
    size = math.ceil(width * dpi / MM_PER_INCH), math.ceil(height * dpi / MM_PER_INCH)
    scale = dpi / 72
    return document.drawn(page, (scale, 0.0, 0.0, scale, 0.0, 0.0), size, True)
