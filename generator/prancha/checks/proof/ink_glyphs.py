"""How much of a font's size each of its glyphs covers, from large pictures of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from prancha.checks.proof.ink_pictures import Drawing, drawn
from prancha.checks.proof.matrix import Box
from prancha.checks.proof.type0 import GlyphFont, read_glyph_font

if TYPE_CHECKING:
    from PIL.Image import Image

SIZE = 80
"""Pixels of an em."""
CELL = 2 * SIZE
LEFT, BASE = SIZE // 2, SIZE * 5 // 4
"""Where in its cell a glyph begins, and its base line."""
COLUMNS = 16
MOST = 16 * COLUMNS
"""Glyphs on one picture."""


class MeasuredFont(Struct, frozen=True):
    """By code, in parts of the size: area, width, and how high and deep a glyph reaches.

    `over` is how far any glyph reaches beyond its place: to the left, deep, to the right, high.  A glyph too
    large to be measured, or not listed by the font, is in none of them.
    """

    area: Mapping[int, float]
    width: Mapping[int, float]
    high: Mapping[int, float]
    deep: Mapping[int, float]
    over: Box


class MeasuredFonts:
    """Fonts by name, each measured as pdfium draws it when it is first asked for."""

    def __init__(self) -> None:
        self._known: dict[str, MeasuredFont | None] = {}

    def find(self, name: str, listed: Any) -> MeasuredFont | None:
        """A font of those listed; None for one that is not there, or whose codes are no glyph numbers."""
        if name not in self._known:
            font = read_glyph_font(listed[name]) if name in listed else None
            self._known[name] = measured_font(font) if font else None
        return self._known[name]


def measured_font(font: GlyphFont) -> MeasuredFont:
    """What the codes that a font lists stand for."""
    codes = sorted(font.widths)
    sheets = [codes[k : k + MOST] for k in range(0, len(codes), MOST)]
    found = MeasuredFont({}, width={}, high={}, deep={}, over=(0.0, 0.0, 0.0, 0.0))
    with drawn([_sheet(font, sheet) for sheet in sheets]) as pictures:
        for picture, sheet in zip(pictures, sheets, strict=True):
            found = _measured(found, picture, font=font, codes=sheet)
    return found


def _sheet(font: GlyphFont, codes: Sequence[int]) -> Drawing:
    rows = -(-len(codes) // COLUMNS)
    shown = (
        f"1 0 0 1 {k % COLUMNS * CELL + LEFT} {(rows - k // COLUMNS) * CELL - BASE} Tm <{code:04x}> Tj\n"
        for k, code in enumerate(codes)
    )
    content = f"BT /F {SIZE} Tf\n{''.join(shown)}ET"
    return Drawing((COLUMNS * CELL, rows * CELL), content.encode(), fonts={"/F": font.thing})


def _measured(before: MeasuredFont, picture: Image, font: GlyphFont, codes: Sequence[int]) -> MeasuredFont:
    """What was measured before, and the glyphs on a picture."""
    from PIL import ImageChops

    dark = ImageChops.invert(picture.getchannel(0))
    area, width = dict(before.area), dict(before.width)
    high, deep = dict(before.high), dict(before.deep)
    left, _, right, _ = before.over
    for code, cell in zip(codes, _cells(dark), strict=False):
        box = cell.getbbox() or (LEFT, BASE, LEFT, BASE)
        if box[0] <= 0 or box[1] <= 0 or box[2] >= CELL or box[3] >= CELL:
            continue  # it may reach into the next cell
        area[code] = sum(level * count for level, count in enumerate(cell.histogram())) / (255 * SIZE * SIZE)
        width[code] = font.width_of(code) / 1000
        high[code], deep[code] = (BASE - box[1]) / SIZE, (box[3] - BASE) / SIZE
        left, right = max(left, (LEFT - box[0]) / SIZE), max(right, (box[2] - LEFT) / SIZE - width[code])
    over = left, max(deep.values(), default=0.0), right, max(high.values(), default=0.0)
    return MeasuredFont(area, width=width, high=high, deep=deep, over=over)


def _cells(picture: Image) -> Iterator[Image]:
    for top in range(0, picture.height, CELL):
        for left in range(0, picture.width, CELL):
            yield picture.crop((left, top, left + CELL, top + CELL))
