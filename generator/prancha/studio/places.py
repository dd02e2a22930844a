"""Where pieces are put on a board: the cells of its tracks and grids, read off its printed face."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from prancha.graphics.scene.marks import Mark
from prancha.graphics.svg.matrix import moved_box
from prancha.model.units import Mm

LEAST: Mm = 8.0
"""Of a cell: what is smaller is an ornament."""
FEWEST = 4
"""Cells of one size; fewer are no track."""
MOST = 600
SHAPES = ("path", "rect", "polygon", "circle", "ellipse")

Cell = tuple[Mm, Mm, Mm]
"""The middle of a cell, and the length of its shorter side."""


def cells(marks: Iterable[Mark], width: Mm, height: Mm) -> list[Cell]:
    """Shapes of one size that stand beside each other on a face of this size."""
    sizes: dict[tuple[float, float], list[Cell]] = {}
    for mark in marks:
        if mark.element.tag not in SHAPES:
            continue
        left, top, right, bottom = moved_box(mark.matrix, mark.region().box)  # whatever line is around it
        wide, tall = right - left, bottom - top
        if min(wide, tall) < LEAST or wide > width / 2 or tall > height / 2:
            continue
        cell = (left + right) / 2, (top + bottom) / 2, min(wide, tall)
        sizes.setdefault((round(wide, 1), round(tall, 1)), []).append(cell)
    found: list[Cell] = []
    # Of what lies over each other the cells are what there is most of; the rest adorns them.
    for apart in sorted((list(_apart(some)) for some in sizes.values()), key=len, reverse=True):
        if len(apart) >= FEWEST and len(list(_apart([*found, *apart]))) == len(found) + len(apart):
            found += apart
    return [(round(x, 2), round(y, 2), round(size, 2)) for x, y, size in found[:MOST]]


def _apart(some: Sequence[Cell]) -> Iterator[Cell]:
    """Those that lie on none before them."""
    kept: list[Cell] = []
    for x, y, size in some[: 2 * MOST]:
        if all(abs(x - a) > size * 0.45 or abs(y - b) > size * 0.45 for a, b, _ in kept):
            kept.append((x, y, size))
            yield x, y, size
