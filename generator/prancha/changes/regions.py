"""Where two pictures differ, as a few boxes about what lies together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prancha.changes.pictures import PictureRegion
from prancha.model.units import Mm

if TYPE_CHECKING:
    from PIL.Image import Image

CELL = 12
"""Pixels: changes nearer than about 3 mm count as one."""
NOTICED = 24
"""Of 255: less is the edge of a shape drawn a hair elsewhere."""
MOST = 8
"""More boxes than this say less than one about all."""


def regions_between(old: Image, new: Image, mm: Mm) -> tuple[PictureRegion, ...]:
    """Boxes about the differences of two pictures of one size; a pixel is `mm` wide."""
    from PIL import ImageChops

    difference = ImageChops.difference(old.convert("RGB"), new.convert("RGB"))
    bands = difference.split()
    strongest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    mask = strongest.point(lambda value: 255 if value > NOTICED else 0)
    whole = mask.getbbox()
    if whole is None:
        return ()
    boxes = [_around(group) for group in _groups(_cells(mask))]
    if len(boxes) > MOST:
        boxes = [whole]
    return tuple((left * mm, top * mm, right * mm, low * mm) for left, top, right, low in sorted(boxes))


PixelBox = tuple[int, int, int, int]


def _cells(mask: Image) -> dict[tuple[int, int], PixelBox]:
    """Column and row of every cell with a difference, and the box about it."""
    found = {}
    for top in range(0, mask.height, CELL):
        band = mask.crop((0, top, mask.width, min(top + CELL, mask.height)))
        if band.getbbox() is None:
            continue
        for left in range(0, mask.width, CELL):
            box = band.crop((left, 0, min(left + CELL, mask.width), band.height)).getbbox()
            if box:
                spot = left // CELL, top // CELL
                found[spot] = (left + box[0], top + box[1], left + box[2], top + box[3])
    return found


def _groups(cells: dict[tuple[int, int], PixelBox]) -> list[list[PixelBox]]:
    """Boxes of cells that touch, corners included."""
    left = dict(cells)
    groups = []
    while left:
        start = min(left)
        waiting, group = [start], [left.pop(start)]
        while waiting:
            column, row = waiting.pop()
            for near in ((column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
                if near in left:
                    group.append(left.pop(near))
                    waiting.append(near)
        groups.append(group)
    return groups


def _around(boxes: list[PixelBox]) -> PixelBox:
    return (
        min(box[0] for box in boxes), min(box[1] for box in boxes),
        max(box[2] for box in boxes), max(box[3] for box in boxes),
    )  # fmt: skip
