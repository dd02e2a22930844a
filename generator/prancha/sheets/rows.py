"""Shifted rows: honeycombs of hexagons and hexagonal packings of circles."""

from __future__ import annotations

import math
from collections.abc import Iterator

from prancha.model.outline import SQRT3
from prancha.model.units import Mm
from prancha.sheets.layout import EPSILON, Layout, LayoutPage, Slot, centred, fitting, reading_order

Centres = list[tuple[Mm, Mm]]


def honeycomb(width: Mm, height: Mm, gap: Mm, spill: Mm, papers: tuple[LayoutPage, ...]) -> Layout | None:
    """Place regular hexagons of box `width` x `height`, neighbours edge to edge at `gap`.

    `spill` is how far bleed reaches beyond the outermost boxes.
    """
    upright = width < height
    flats, tips = min(width, height), max(width, height)
    candidates: list[tuple[LayoutPage, Centres]] = []
    for page in papers:
        across, down = page.room if upright else page.room[::-1]
        candidates.append((page, _honeycomb(across - 2 * spill, down - 2 * spill, flats, tips, gap)))
    return _best(candidates, width, height, transposed=not upright)


def circles(diameter: Mm, gap: Mm, spill: Mm, papers: tuple[LayoutPage, ...]) -> Layout | None:
    """Place circles in the fullest of a square grid and all shifted rows."""
    candidates: list[tuple[LayoutPage, Centres]] = []
    for page in papers:
        across, down = page.room[0] - 2 * spill, page.room[1] - 2 * spill
        candidates += [(page, rows) for rows in _circle_rows(across, down, diameter, gap)]
    return _best(candidates, diameter, diameter)


def _best(
    candidates: list[tuple[LayoutPage, Centres]], width: Mm, height: Mm, transposed: bool = False
) -> Layout | None:
    page, centres = max(candidates, key=lambda candidate: len(candidate[1]), default=(None, []))
    if page is None or not centres:
        return None
    if transposed:
        centres = [(slot.x, slot.y) for slot in reading_order(Slot(y, x) for x, y in centres)]
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    box = (
        min(xs) - width / 2, min(ys) - height / 2, max(xs) + width / 2, max(ys) + height / 2,
    )  # fmt: skip
    return Layout(page, centred(page, ((x, y, 0.0) for x, y in centres), box))


def _honeycomb(across: Mm, down: Mm, flats: Mm, tips: Mm, gap: Mm) -> Centres:
    pitch = flats + gap
    full = fitting(across, flats, gap)
    shifted = fitting(across - pitch / 2, flats, gap)
    if not full or down + EPSILON < tips:
        return []
    step = pitch * SQRT3 / 2
    lines = math.floor((down - tips + EPSILON) / step) + 1
    return list(_lines(lines, (full, shifted), pitch, step))


def _circle_rows(across: Mm, down: Mm, diameter: Mm, gap: Mm) -> Iterator[Centres]:
    if min(across, down) + EPSILON < diameter:
        return
    pitch = diameter + gap
    columns, lines = fitting(across, diameter, gap), fitting(down, diameter, gap)
    yield [(column * pitch, line * pitch) for line in range(lines) for column in range(columns)]
    for count in range(1, columns + 1):
        for shifted in {count, max(1, count - 1)}:
            spans = count - 0.5 if shifted == count else count - 1
            spread = min(2 * pitch, (across - diameter) / spans)
            if spread < pitch - EPSILON:
                continue
            # Beyond sqrt(3) pitches apart, the row after next is what limits the step.
            step = max(math.sqrt(max(0.0, pitch**2 - spread**2 / 4)), pitch / 2)
            rows = math.floor((down - diameter + EPSILON) / step) + 1
            yield list(_lines(rows, (count, shifted), spread, step))


def _lines(rows: int, counts: tuple[int, int], pitch: Mm, step: Mm) -> Iterator[tuple[Mm, Mm]]:
    for row in range(rows):
        for column in range(counts[row % 2]):
            yield column * pitch + (pitch / 2 if row % 2 else 0.0), row * step
