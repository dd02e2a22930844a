"""Polyominoes and square arrangements in one standard form, so that turned or mirrored ones compare equal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isqrt
from typing import Any

from prancha.checks.rules.fields import freeze, is_list

Cells = tuple[tuple[int, int], ...]
Grid = tuple[tuple[Any, ...], ...]
Form = Callable[[Any], Any]

UP_TO = ("nothing", "rotation", "mirror", "rotation and mirror")


def standard_cells(value: Any, up_to: str) -> Cells:
    """The least form of a polyomino, moved to the corner.

    `value` is [[column, row], ...] or rows of text where `.` and space are empty; ValueError when neither.
    """
    cells = _read_cells(value)
    return min(_to_corner(form) for form in _cell_forms(cells, up_to))


def standard_grid(value: Any, up_to: str) -> Grid:
    """The least form of a square arrangement, given in rows or as a flat list; ValueError otherwise."""
    grid = _read_grid(value)
    return min(_grid_forms(grid, up_to), key=repr)


def _read_cells(value: Any) -> Cells:
    if is_list(value) and value and all(isinstance(row, str) for row in value):
        pairs = [(x, y) for y, row in enumerate(value) for x, mark in enumerate(row) if mark not in ". "]
    elif is_list(value) and all(_is_pair(pair) for pair in value):
        pairs = [(pair[0], pair[1]) for pair in value]
    else:
        raise ValueError("a list of [column, row], or rows of text")
    if not pairs:
        raise ValueError("at least one cell")
    if len(set(pairs)) != len(pairs):
        raise ValueError("every cell once")
    return tuple(pairs)


def _is_pair(pair: Any) -> bool:
    return (
        is_list(pair) and len(pair) == 2 and all(isinstance(v, int) and not isinstance(v, bool) for v in pair)
    )


def _to_corner(cells: Iterable[tuple[int, int]]) -> Cells:
    cells = list(cells)
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted((x - left, y - top) for x, y in cells))


def _cell_forms(cells: Cells, up_to: str) -> list[Cells]:
    forms = [cells]
    if "rotation" in up_to:
        for _ in range(3):
            forms.append(tuple((-y, x) for x, y in forms[-1]))
    if "mirror" in up_to:
        forms += [tuple((-x, y) for x, y in form) for form in forms]
    return forms


def _read_grid(value: Any) -> Grid:
    if is_list(value) and value and all(is_list(row) for row in value):
        rows = tuple(tuple(map(freeze, row)) for row in value)
    elif is_list(value) and value and isqrt(len(value)) ** 2 == len(value):
        side = isqrt(len(value))
        rows = tuple(tuple(map(freeze, value[start : start + side])) for start in range(0, len(value), side))
    else:
        raise ValueError("a square, in rows or as a flat list row by row")
    if any(len(row) != len(rows) for row in rows):
        raise ValueError("as many columns as rows")
    return rows


def _grid_forms(grid: Grid, up_to: str) -> list[Grid]:
    forms = [grid]
    if "rotation" in up_to:
        for _ in range(3):
            forms.append(tuple(zip(*forms[-1][::-1], strict=True)))
    if "mirror" in up_to:
        forms += [tuple(row[::-1] for row in form) for form in forms]
    return forms
