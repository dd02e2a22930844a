"""Whether two pictures of one drawing, made by different programs, show the same.

Programs differ in how they shade the pixels along an edge, and by a level or two within gradients.
Both are passed; an edge that stands elsewhere, a line that is missing and a colour that is a little
off are not.  Pictures are arrays of rows, columns and three channels, of 8 bits.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

SLACK = 5
"""Levels of 255 by which a pixel may leave what the other picture shows around it."""
STRAY = 0.001
"""Share of the pixels that may leave it by more: at the tips of corners, along hairs of letters."""
STRAY_IN_TYPE = 0.003
"""The same where much of the picture is small type; what is amiss there is told by the cells."""
STRAY_IN_EFFECTS, SHADE_IN_EFFECTS = 0.008, 50
"""The same, and for cells, where filters made pictures of 300 dpi, whose pixels are not those of either."""
CELL = 5
"""Pixels along the side of a cell; its mean tells how far an edge has moved."""
SHADE = 28
"""Levels of 255 by which the mean of a cell may differ: an edge across it moved by half a pixel."""


class Likeness(Struct, frozen=True):
    """`stray` is the share of pixels unlike all around them in the other picture, `shade` a cell's gap."""

    stray: float
    shade: int

    def same(self, stray: float = STRAY, shade: int = 0) -> bool:
        """Whether the pictures show the same; `stray` is the share that may be unlike, `shade` for cells."""
        return self.stray <= stray and self.shade <= (shade or SHADE)


def likeness(one: Picture, other: Picture) -> Likeness:
    """Compare two pictures of one size.  Raises ValueError if their sizes differ."""
    if one.shape != other.shape:
        raise ValueError(f"one picture has {one.shape} pixels, the other {other.shape}")
    stray = (_outside(one, other) | _outside(other, one)).any(axis=2)
    gap = np.abs(_cells(one.astype(np.int16) - other))
    return Likeness(float(stray.mean()), int(gap.max()) // CELL**2)


def _outside(one: Picture, other: Picture) -> NDArray[np.bool_]:
    """Where a pixel of `one` lies outside what `other` shows there and in the eight pixels around."""
    low, high = other, other
    for axis in (0, 1):
        low, high = _widened(low, axis, np.minimum), _widened(high, axis, np.maximum)
    above = one > np.minimum(high, 255 - SLACK) + np.uint8(SLACK)
    return above | (one < np.maximum(low, SLACK) - np.uint8(SLACK))


def _widened(values: Picture, axis: int, choose: np.ufunc) -> Picture:
    """Each value, or that of a neighbour along an axis if it is more extreme."""
    wide = values.copy()
    turned, into = np.moveaxis(values, axis, 0), np.moveaxis(wide, axis, 0)
    choose(into[1:], turned[:-1], out=into[1:])
    choose(into[:-1], turned[1:], out=into[:-1])
    return wide


def _cells(gap: NDArray[np.int16]) -> NDArray[np.int16]:
    """The sum of each cell; what is left over at the right and below is in no cell."""
    rows, columns, channels = gap.shape[0] // CELL, gap.shape[1] // CELL, gap.shape[2]
    bands = gap[: rows * CELL].reshape(rows, CELL, -1).sum(axis=1, dtype=np.int16)
    bands = bands[:, : columns * CELL * channels]
    return bands.reshape(rows, columns, CELL, channels).sum(axis=2, dtype=np.int16)
