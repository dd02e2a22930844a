"""How much of a font's size each of its glyphs covers, from one large picture of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from prancha.checks.proof.ink_pictures import Drawing, drawn
from prancha.checks.proof.type0 import GlyphFont

if TYPE_CHECKING:
    from PIL.Image import Image

SIZE = 80
"""Pixels of an em."""
CELL = 2 * SIZE
LEFT, BASE = SIZE // 2, SIZE * 5 // 4
"""Where in its cell a glyph begins, and its base line."""
COLUMNS = 16


class MeasuredFont(Struct, frozen=True):
    """By code, in parts of the size: area, width, and how high and deep a glyph reaches.

    `over` is how far glyphs reach beyond their place, to the left and to the right.  A glyph too large to
    be measured is in none of them.
    """

    area: Mapping[int, float]
    width: Mapping[int, float]
    high: Mapping[int, float]
    deep: Mapping[int, float]
    over: tuple[float, float]


def measured_fonts(fonts: Mapping[str, tuple[GlyphFont, Collection[int]]]) -> dict[str, MeasuredFont]:
    """What the codes of each font stand for, as pdfium draws them."""
    order = [(name, font, sorted(codes)) for name, (font, codes) in fonts.items()]
    with drawn([_sheet(font, codes) for _, font, codes in order]) as pictures:
        return {
            name: _measured(picture, font, codes)
            for (name, font, codes), picture in zip(order, pictures, strict=True)
        }


def _sheet(font: GlyphFont, codes: Sequence[int]) -> Drawing:
    rows = -(-len(codes) // COLUMNS)
    shown = (
        f"1 0 0 1 {k % COLUMNS * CELL + LEFT} {(rows - k // COLUMNS) * CELL - BASE} Tm <{code:04x}> Tj\n"
        for k, code in enumerate(codes)
    )
    content = f"BT /F {SIZE} Tf\n{''.join(shown)}ET"
    return Drawing((COLUMNS * CELL, rows * CELL), content.encode(), fonts={"/F": font.thing})


def _measured(picture: Image, font: GlyphFont, codes: Sequence[int]) -> MeasuredFont:
    from PIL import ImageChops

    dark = ImageChops.invert(picture.getchannel(0))
    area: dict[int, float] = {}
    width: dict[int, float] = {}
    high: dict[int, float] = {}
    deep: dict[int, float] = {}
    left = right = 0.0
    for code, cell in zip(codes, _cells(dark), strict=False):
        box = cell.getbbox() or (LEFT, BASE, LEFT, BASE)
        if box[0] <= 0 or box[1] <= 0 or box[2] >= CELL or box[3] >= CELL:
            continue  # it may reach into the next cell
        area[code] = sum(level * count for level, count in enumerate(cell.histogram())) / (255 * SIZE * SIZE)
        width[code] = font.width_of(code) / 1000
        high[code], deep[code] = (BASE - box[1]) / SIZE, (box[3] - BASE) / SIZE
        left, right = max(left, (LEFT - box[0]) / SIZE), max(right, (box[2] - LEFT) / SIZE - width[code])
    return MeasuredFont(area, width=width, high=high, deep=deep, over=(left, right))


def _cells(picture: Image) -> Iterator[Image]:
    for top in range(0, picture.height, CELL):
        for left in range(0, picture.width, CELL):
            yield picture.crop((left, top, left + CELL, top + CELL))
