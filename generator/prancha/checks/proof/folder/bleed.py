"""White where a picture should bleed: art that ends at the line it is cut along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

WHITE = 248
"""What is lighter prints as paper."""
INSIDE = 3
"""Pixels from the line of the cut to where art is looked for."""
MOST_WHITE, LEAST_DRAWN = 0.98, 0.9
"""Shares of a side: of what bleeds that is white, and of what lies within the cut that is not."""


def white_sides(picture: Image, bleed: int) -> Iterator[str]:
    """The sides on which `bleed` pixels are white, and what they should carry on is not."""
    if bleed < INSIDE:
        return
    grey = picture.convert("L").point(lambda value: 255 if value > WHITE else 0)
    width, height = grey.size
    within = bleed + INSIDE
    lines = {
        "left": ((0, within, bleed - 1, height - within), (within, within, within + 1, height - within)),
        "right": (
            (width - bleed + 1, within, width, height - within),
            (width - within - 1, within, width - within, height - within),
        ),
        "top": ((within, 0, width - within, bleed - 1), (within, within, width - within, within + 1)),
        "bottom": (
            (within, height - bleed + 1, width - within, height),
            (within, height - within - 1, width - within, height - within),
        ),
    }
    for side, (outside, inside) in lines.items():
        if _white(grey, outside) >= MOST_WHITE and _white(grey, inside) <= 1 - LEAST_DRAWN:
            yield side


def _white(picture: Image, box: tuple[int, int, int, int]) -> float:
    part = picture.crop(box)
    return part.histogram()[255] / max(1, part.width * part.height)
