"""A sheet on its side, and the same paper upright, as printers and cutting machines take it.

A sheet that lies on its side is turned to the left: its upper edge comes to lie on the left.
"""

from __future__ import annotations

from typing import Protocol

from prancha.model.outline import Point
from prancha.model.printer import UNMOVED, Matrix
from prancha.model.units import Mm
from prancha.sheets.layout import Rect


class _Sized(Protocol):
    """A sheet or page."""

    @property
    def width(self) -> Mm: ...

    @property
    def height(self) -> Mm: ...


def upright_matrix(sheet: _Sized) -> Matrix:
    """From points of a sheet as it is laid out to those of the upright paper."""
    return (0.0, -1.0, 1.0, 0.0, 0.0, sheet.width) if sheet.width > sheet.height else UNMOVED


def upright(point: Point, sheet: _Sized) -> Point:
    """A point of a sheet on the upright paper."""
    x, y = point
    return (y, sheet.width - x) if sheet.width > sheet.height else point


def lying(box: Rect, sheet: _Sized) -> Rect:
    """A box of the upright paper on the sheet as it is laid out."""
    left, top, right, bottom = box
    if sheet.width <= sheet.height:
        return box
    return sheet.width - bottom, left, sheet.width - top, right
