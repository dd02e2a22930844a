"""How much ink the pieces of a finished PDF take: an estimate, from small pictures of their faces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from prancha.checks.proof.matrix import back, moved
from prancha.checks.proof.measured import Found, FoundPage, Polygon
from prancha.checks.proof.raster import PageRaster

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 96
SMOOTH = 4
"""Outlines are drawn this much larger, so that pixels on an edge count in part."""
InkEstimate = tuple[float, float, float, float]
"""mm² covered whole with cyan, magenta, yellow and black."""
_Look = tuple[str, tuple[Polygon, ...]]
"""A face, and what shows of it in its own mm: pieces of the same look take the same ink."""


def measure_ink(path: Path, pages: Iterable[FoundPage]) -> Mapping[str, InkEstimate]:
    """The ink of every item, fronts and backs of all its copies; `pages` are what was read of `path`.

    RGB becomes CMYK as ISO 32000-1, 10.4.2.4 says, all grey as black: a printer's driver
    has tables of its own, so this is an estimate.  Marks and labels are left out.
    """
    looks: dict[_Look, InkEstimate] = {}
    total: dict[str, InkEstimate] = {}
    raster = PageRaster(path)
    try:
        for page in pages:
            picture = None
            for piece in page.pieces:
                look = _look(piece)
                if look not in looks:
                    picture = picture or raster.coloured(page.number, DPI)
                    looks[look] = _ink(picture, piece, (DPI / 25.4, DPI / 25.4))
                total[piece.item] = add_inks((total.get(piece.item, NONE), looks[look]))
    finally:
        raster.close()
    return total


NONE: InkEstimate = (0.0, 0.0, 0.0, 0.0)


def add_inks(inks: Iterable[InkEstimate]) -> InkEstimate:
    """The sum of inks, colour by colour."""
    cyan, magenta, yellow, black = zip(NONE, *inks, strict=True)
    return sum(cyan), sum(magenta), sum(yellow), sum(black)


def _look(piece: Found) -> _Look:
    undo = back(piece.matrix)
    shapes = (*piece.shown, *(piece.under.shown if piece.under else ()))
    local = (tuple(moved(undo, x, y) for x, y in shape) for shape in shapes)
    return piece.face, tuple(tuple((round(x, 1), round(y, 1)) for x, y in shape) for shape in local)


def _ink(picture: Image, piece: Found, scale: tuple[float, float]) -> InkEstimate:
    from PIL import ImageChops, ImageStat

    across, down = scale
    left, top, right, bottom = piece.reach
    box = (
        max(0, int(left * across)), max(0, int(top * down)),
        min(picture.width, int(right * across) + 1), min(picture.height, int(bottom * down) + 1),
    )  # fmt: skip
    if box[0] >= box[2] or box[1] >= box[3]:
        return NONE
    shown = _mask(piece.shown, box, scale)
    if piece.under:
        shown = ImageChops.lighter(shown, _mask(piece.under.shown, box, scale))
    cyan, magenta, yellow = (ImageChops.invert(band) for band in picture.crop(box).split())
    black = ImageChops.darker(ImageChops.darker(cyan, magenta), yellow)
    inks = (*(ImageChops.subtract(band, black) for band in (cyan, magenta, yellow)), black)
    pixel = 1 / (255 * across * down)
    c, m, y, k = (ImageStat.Stat(ImageChops.multiply(ink, shown)).sum[0] * pixel for ink in inks)
    return c, m, y, k


def _mask(shapes: tuple[Polygon, ...], box: tuple[int, int, int, int], scale: tuple[float, float]) -> Image:
    """Grey, as large as `box`: how much of each pixel lies within all shapes."""
    left, top, right, bottom = box
    # A polygon's own edge is drawn too: half a pixel is taken off again.
    corners = (
        tuple(((x * scale[0] - left) * SMOOTH - 0.5, (y * scale[1] - top) * SMOOTH - 0.5) for x, y in shape)
        for shape in shapes
    )
    return _overlap(tuple(corners), (right - left) * SMOOTH, (bottom - top) * SMOOTH)


@lru_cache(maxsize=64)  # pieces lie at the same places on page after page
def _overlap(shapes: tuple[Polygon, ...], width: int, height: int) -> Image:
    """Where all shapes overlap on a canvas of this size, made smaller by `SMOOTH`."""
    from PIL import Image, ImageChops, ImageDraw

    mask = Image.new("L", (width, height), 255)
    for shape in shapes:
        part = Image.new("L", (width, height), 0)
        ImageDraw.Draw(part).polygon(shape, fill=255)
        mask = ImageChops.multiply(mask, part)
    return mask.reduce(SMOOTH)
