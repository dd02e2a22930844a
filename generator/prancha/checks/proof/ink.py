"""How much ink the pieces of a finished PDF take: an estimate, from small pictures of their faces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec.structs import replace

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
KnownInks = dict[str, dict[int, InkEstimate]]
"""Of pages as they lie, what their pieces take that were measured there, by number."""
_Look = tuple[str, tuple[Polygon, ...]]
"""A face, and what shows of it in its own mm: pieces of the same look take the same ink."""


def measure_ink(
    path: Path,
    pages: Iterable[FoundPage],
    before: Mapping[str, Mapping[int, InkEstimate]] = MappingProxyType({}),
    named: str = "",
) -> tuple[Mapping[str, InkEstimate], KnownInks]:
    """The ink of every item, fronts and backs of all its copies; `pages` are what was read of `path`.

    RGB becomes CMYK as ISO 32000-1, 10.4.2.4 says, all grey as black: a printer's driver
    has tables of its own, so this is an estimate.  Marks and labels are left out.
    `named` tells all that faces name, such as fonts.  What was measured `before` of files with the same is
    not measured again; what is known now comes second.
    """
    looks: dict[_Look, InkEstimate] = {}
    total: dict[str, InkEstimate] = {}
    known: KnownInks = {}
    raster = PageRaster(path)
    try:
        for page in pages:
            inks = None
            key = _lying(page, named)
            here = dict(before.get(key, {}))
            for number, piece in enumerate(page.pieces):
                look = _look(piece)
                if look not in looks:
                    if number not in here:
                        inks = inks or _inks(raster.coloured(page.number, DPI))
                        here[number] = _ink(inks, piece, (DPI / 25.4, DPI / 25.4))
                    looks[look] = here[number]
                total[piece.item] = add_inks((total.get(piece.item, NONE), looks[look]))
            if here:
                known[key] = here
    finally:
        raster.close()
    return total, known


def _lying(page: FoundPage, named: str) -> str:
    """A digest of all that a page shows: a pixel at the edge of a piece has some of what is beside."""
    pieces = [(one.face, one.matrix, one.shown, one.altered) for one in page.pieces]
    under = [one.under and (one.under.shown, one.under.matrix) for one in page.pieces]
    beside = [replace(one, form=(0, 0)) for one in page.beside]
    told = named, page.width, page.height, page.rotate, pieces, under, beside, page.lines, page.strays
    return sha256(repr(told).encode()).hexdigest()


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


def _inks(picture: Image) -> Image:
    """Cyan, magenta, yellow, and black, which the others still have in them: one band each."""
    from PIL import Image, ImageChops

    cyan, magenta, yellow = ImageChops.invert(picture).split()
    black = ImageChops.darker(ImageChops.darker(cyan, magenta), yellow)
    return Image.merge("CMYK", (cyan, magenta, yellow, black))


def _ink(inks: Image, piece: Found, scale: tuple[float, float]) -> InkEstimate:
    """The ink of a piece; `inks` are those of its page at so many pixels a mm across and down."""
    from PIL import ImageChops

    across, down = scale
    left, top, right, bottom = piece.reach
    box = (
        max(0, int(left * across)), max(0, int(top * down)),
        min(inks.width, int(right * across) + 1), min(inks.height, int(bottom * down) + 1),
    )  # fmt: skip
    if box[0] >= box[2] or box[1] >= box[3]:
        return NONE
    shown = _mask(piece.shown, box, scale)
    if piece.under:
        under = _mask(piece.under.shown, box, scale)
        shown = ImageChops.lighter(shown, under)
    counts = ImageChops.multiply(inks.crop(box), shown).histogram()
    pixel = 1 / (255 * across * down)
    c, m, y, k = (
        sum(value * count for value, count in enumerate(counts[band : band + 256])) * pixel
        for band in range(0, 1024, 256)
    )
    return c - k, m - k, y - k, k


def _mask(shapes: tuple[Polygon, ...], box: tuple[int, int, int, int], scale: tuple[float, float]) -> Image:
    """As large as `box`, a band for each ink: how much of each pixel lies within all shapes."""
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
    return Image.merge("CMYK", (mask.reduce(SMOOTH),) * 4)
