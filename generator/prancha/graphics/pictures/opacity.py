"""How opaque a picture is from point to point: what lies under its opaque parts is not seen."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from prancha.graphics.pictures.files import load
from prancha.graphics.pictures.look import look
from prancha.graphics.svg.errors import DrawingFault

CELLS = 128
"""Cells along the longer side of the grid that stands for a picture: on a card, half a millimetre each."""

_UPRIGHT = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}
"""By EXIF orientation: the number of Pillow's transposition that turns a picture upright (ImageOps)."""


class Opacity(Struct, frozen=True):
    """The opacity of a picture as it is seen: a grid of `cells` from 0 to 255, row by row.

    `width` and `height` are in pixels; a picture without an alpha channel has one cell.
    """

    width: float
    height: float
    columns: int
    rows: int
    cells: bytes

    @property
    def opaque(self) -> bool:
        """Whether nothing shows through anywhere."""
        return not self.cells.strip(b"\xff")

    def at(self, x: float, y: float) -> float:
        """Opacity from 0 to 1 at a point given in pixels; 0 outside the picture."""
        if not (0 <= x <= self.width and 0 <= y <= self.height):
            return 0.0
        column = min(self.columns - 1, int(x / self.width * self.columns))
        row = min(self.rows - 1, int(y / self.height * self.rows))
        return self.cells[row * self.columns + column] / 255


def opacities(folders: Sequence[Path]) -> Callable[[str], Opacity | None]:
    """A reader of the opacity of pictures of `folders` by their hrefs; None where it cannot be told."""

    @lru_cache(maxsize=256)
    def read(href: str) -> Opacity | None:
        try:
            return opacity(load(href, folders), href)
        except DrawingFault:  # the renderer says better what is wrong with it
            return None

    return read


def opacity(data: bytes, href: str) -> Opacity | None:
    """Read the opacity of picture `href`; None for a drawing, which has no pixels.  Raises DrawingFault."""
    seen = look(data, href)
    if seen.kind == "SVG":
        return None
    from PIL import Image  # only games with pictures pay for it

    try:
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(io.BytesIO(data), formats=[seen.kind]) as picture,
        ):
            if not picture.has_transparency_data:
                return Opacity(seen.width, seen.height, 1, 1, b"\xff")
            alpha = picture.convert("RGBA").getchannel("A")
            if seen.turn > 1:
                alpha = alpha.transpose(Image.Transpose(_UPRIGHT[seen.turn]))
            shrink = CELLS / max(alpha.size)
            size = (max(1, round(alpha.width * shrink)), max(1, round(alpha.height * shrink)))
            cells = alpha.resize(size, Image.Resampling.BOX) if shrink < 1 else alpha
            return Opacity(seen.width, seen.height, *cells.size, cells.tobytes())
    except MemoryError:
        raise
    except Exception as problem:  # Pillow, fed with what strangers made, fails in any way
        why = str(problem) or "the file is broken"
        raise DrawingFault(f'"{href[:40]}" cannot be read as {seen.kind}: {why}') from None
