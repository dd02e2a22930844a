"""TrimBox and BleedBox of a page: around all trims, and around all art (ISO 32000-1, 14.11.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from prancha.export.placement_matrix import Lie, placed_points, placement_of
from prancha.model.printer import Matrix
from prancha.model.recent import recent
from prancha.model.sheet import Sheet, Window
from prancha.model.units import PT_PER_MM, Mm

PdfBox = tuple[float, float, float, float]
"""Left, bottom, right, top in points, y up."""
Point = tuple[Mm, Mm]


class Boxes(Struct, frozen=True):
    """The boxes of one page."""

    trim: PdfBox
    bleed: PdfBox


def page_boxes(sheet: Sheet, matrix: Matrix, width: Mm, height: Mm) -> Boxes | None:
    """The boxes of a sheet that `matrix` takes to a page of `width` x `height`; None without pieces.

    A part of a poster has the window it shows for both.
    """
    lies = tuple(placement_of(placement) for placement in (*sheet.placements, *sheet.backs))
    return _boxes(lies, sheet.window, matrix, width, height)


@recent
def _boxes(
    lies: tuple[Lie, ...], window: Window | None, matrix: Matrix, width: Mm, height: Mm
) -> Boxes | None:
    if window is not None:
        w = window
        trims = bleeds = [
            (w.x, w.y),
            (w.x + w.width, w.y),
            (w.x + w.width, w.y + w.height),
            (w.x, w.y + w.height),
        ]
    else:
        trims, bleeds = list(_trims(lies)), list(_bleeds(lies))
    if not trims:
        return None
    return Boxes(_box(trims, matrix, width, height), _box(bleeds, matrix, width, height))


def _trims(lies: Iterable[Lie]) -> Iterator[Point]:
    for each in lies:
        yield from placed_points(each, each[0].polygon())


def _bleeds(lies: Iterable[Lie]) -> Iterator[Point]:
    for each in lies:
        outline, *_, outsets, rim = each
        if outline.is_box:
            points = placed_points(each, outline.polygon())
            xs, ys = [x for x, _ in points], [y for _, y in points]
            left, top, right, bottom = outsets
            yield from (
                (x, y) for x in (min(xs) - left, max(xs) + right) for y in (min(ys) - top, max(ys) + bottom)
            )
        else:
            yield from placed_points(each, outline.rimmed(rim) if rim else outline.polygon(outsets[0]))


def _box(points: Iterable[Point], matrix: Matrix, width: Mm, height: Mm) -> PdfBox:
    """The box around `points` as they lie on the page, no larger than the page."""
    a, b, c, d, e, f = matrix
    listed = [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
    xs, ys = [x for x, _ in listed], [y for _, y in listed]
    k = PT_PER_MM
    left, right = max(0.0, min(xs)) * k, min(width, max(xs)) * k
    bottom, top = (height - min(height, max(ys))) * k, (height - max(0.0, min(ys))) * k
    return round(left, 4), round(bottom, 4), round(right, 4), round(top, 4)
