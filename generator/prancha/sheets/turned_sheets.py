"""Sheets turned over, as printers flip or fold them, and sheets on their side turned upright."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from prancha.model.box import Point
from prancha.model.outline import Outline
from prancha.model.printing import UNMOVED, Matrix
from prancha.model.sheet import Placement, Segment, Sheet, Window
from prancha.model.units import Mm
from prancha.sheets.sheet_room import LayoutPage, Rect, Slot


def back_placements(fronts: Sequence[Placement], page: LayoutPage, across: bool) -> tuple[Placement, ...]:
    """Return backs behind the fronts that have one; empty when none has."""
    placements: list[Placement] = []
    for front in fronts:
        piece = front.piece
        if piece.back is None:
            continue
        left, top, right, bottom = front.outsets
        outsets = (right, top, left, bottom) if across else (left, bottom, right, top)
        slot = mirrored_slot(Slot(front.x, front.y, front.turn), page, across)
        rim = front.rim.mirrored(front.outline) if front.rim else None
        placements.append(
            Placement(
                piece,
                piece.back,
                outline=_mirrored(front.outline),
                x=slot.x,
                y=slot.y,
                turn=slot.turn,
                outsets=outsets,
                rim=rim,
            )
        )
    return tuple(placements)


def mirrored_slot(slot: Slot, page: LayoutPage, across: bool) -> Slot:
    """Return where, and at which turn, a mirrored outline lies behind the one in `slot`."""
    if across:
        return Slot(page.width - slot.x, slot.y, -slot.turn % 360)
    return Slot(slot.x, page.height - slot.y, (180 - slot.turn) % 360)


def mirrored_marks(marks: Sequence[Segment], page: LayoutPage, across: bool) -> tuple[Segment, ...]:
    """Return marks as seen from behind."""
    if across:
        flipped = ((page.width - x1, y1, page.width - x2, y2) for x1, y1, x2, y2 in marks)
    else:
        flipped = ((x1, page.height - y1, x2, page.height - y2) for x1, y1, x2, y2 in marks)
    return tuple(sorted(flipped))


def mirrored_point(point: tuple[Mm, Mm], page: LayoutPage, across: bool) -> tuple[Mm, Mm]:
    """Return a point as seen from behind."""
    return (page.width - point[0], point[1]) if across else (point[0], page.height - point[1])


def mirrored_window(window: Window, page: LayoutPage, across: bool) -> Window:
    """Return the part of the paper behind a poster's window; it keeps the name of its page."""
    if across:
        return replace(window, x=page.width - window.x - window.width)
    return replace(window, y=page.height - window.y - window.height)


@lru_cache(maxsize=256)
def _mirrored(outline: Outline) -> Outline:
    return outline.mirrored()


def upright_matrix(sheet: Sheet | LayoutPage) -> Matrix:
    """Return the matrix from a sheet as it is laid out to the upright paper."""
    return (0.0, -1.0, 1.0, 0.0, 0.0, sheet.width) if sheet.width > sheet.height else UNMOVED


def upright(point: Point, sheet: Sheet | LayoutPage) -> Point:
    """Map a point of a sheet to the upright paper."""
    x, y = point
    return (y, sheet.width - x) if sheet.width > sheet.height else point


def lying(box: Rect, sheet: Sheet | LayoutPage) -> Rect:
    """Map a box of the upright paper to the sheet as it is laid out."""
    left, top, right, bottom = box
    if sheet.width <= sheet.height:
        return box
    return sheet.width - bottom, left, sheet.width - top, right
