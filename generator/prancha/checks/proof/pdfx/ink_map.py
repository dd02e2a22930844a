"""Where the ink of a page is above a limit: the page in pale greys, and those spots red."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
from msgspec import Struct
from msgspec.structs import replace

from prancha.checks.proof.fault import ProofFault
from prancha.checks.proof.matrix import Box
from prancha.checks.proof.pdfx.press_marks import SLACK, Suspect
from prancha.checks.proof.pdfx.separations import INKS, Separation
from prancha.checks.proof.raster import DrawnDocument
from prancha.model.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 100
FINE_DPI = 200
"""At this the strokes of small letters have pixels of their own."""
RED = (220, 0, 30)
PALE = 3
"""How many times lighter a page is shown than it prints."""
HEAD = 24
"""Pixels above a page, for its number and figures."""


class InkMap(Struct, frozen=True):
    """A page, the most ink on it in percent, and where it is above the limit: a mask of 0 and 255.

    `shown` is the ink of each pixel, of 1020, and `black` what of it is black, of 255.
    """

    page: int
    most: float
    shown: Image
    over: Image
    black: Image

    @property
    def share(self) -> float:
        """How much of the page is above the limit, in percent."""
        return 100 * self.over.histogram()[255] / (self.over.width * self.over.height)


def ink_maps(
    path: Path, limit: float, dpi: int = DPI, pages: Sequence[int] = (), *, smooth: bool = True
) -> Iterator[InkMap]:
    """A map of every page, or of some `pages`."""
    from PIL import ImageMath

    separated = [_separated(path, ink) for ink in range(len(INKS))]
    try:
        for page in pages or range(1, separated[0][0] + 1):
            bands = [_drawn(document, page, dpi, smooth).convert("I") for _, document in separated]
            total = ImageMath.lambda_eval(
                lambda args: 1020 - args["c"] - args["m"] - args["y"] - args["k"],
                **dict(zip("cmyk", bands, strict=True)),
            )
            over = ImageMath.lambda_eval(lambda args: (args["t"] > args["l"]) * 255, t=total, l=_steps(limit))
            most = float(total.getextrema()[1]) / 2.55
            yield InkMap(page, most, total, over.convert("L"), bands[3].point(lambda value: 255 - value))
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


def _steps(limit: float) -> int:
    """A limit in 255ths: each ink is rounded to such steps, so that one step more is none too much."""
    return round((limit + SLACK) * 2.55) + 1


def overprinted_faults(path: Path, suspects: Sequence[Suspect], limit: float) -> Iterator[ProofFault]:
    """Faults of the spots where black that overprints has too much ink with what truly lies below it."""
    if not suspects:
        return
    pages = sorted({one.fault.page for one in suspects})
    for drawn in ink_maps(path, limit, FINE_DPI, pages, smooth=False):
        here = [one for one in suspects if one.fault.page == drawn.page]
        most = {spot: _most_ink(drawn, *spot) for spot in {(one.box, one.black) for one in here}}
        for one in here:
            if (ink := most[one.box, one.black]) > _steps(limit):
                yield replace(one.fault, found=f"{ink / 2.55:.0f} %")


def _most_ink(drawn: InkMap, box: Box | None, least: float) -> float:
    """The most ink, of 1020, in a box where there is at least so much black, 0 to 1."""
    from PIL import ImageMath

    total, black = drawn.shown, drawn.black
    if box is not None:
        left, bottom, right, top = (value * FINE_DPI / 72 for value in box)
        width, low = total.size
        spot = (
            min(width - 1, max(0, math.floor(left))), min(low - 1, max(0, math.floor(low - top))),
            max(1, min(width, math.ceil(right))), max(1, min(low, math.ceil(low - bottom))),
        )  # fmt: skip
        total, black = total.crop(spot), black.crop(spot)
    inked = ImageMath.lambda_eval(
        lambda args: args["t"] * (args["k"] >= args["least"]),
        t=total, k=black, least=math.floor(least * 255),
    )  # fmt: skip
    extremes: tuple[float, float] = inked.getextrema()
    return extremes[1]


def _drawn(document: DrawnDocument, page: int, dpi: int, smooth: bool) -> Image:
    width, height = document.size(page)
    size = math.ceil(width * dpi / MM_PER_INCH), math.ceil(height * dpi / MM_PER_INCH)
    scale = dpi / 72
    return document.drawn(page, (scale, 0.0, 0.0, scale, 0.0, 0.0), size, True, smooth=smooth)
