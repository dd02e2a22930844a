"""Which row of a list has the names of the columns: the first, or one below a title or groups of names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue.source_files import DataFolder
from prancha.catalogue.spreadsheet import look, nameless
from prancha.catalogue.spreadsheet.cell_grid import CellGrid
from prancha.model.diagnostic import Failure
from prancha.model.excerpt import excerpt
from prancha.setup.new_game.cell_values import is_number

_LONGEST_NAME = 40
_LAST = 4
"""The last row that is tried for the names of columns."""
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_NUMBERS = 0.6
"""Share of numbers from which on a column is one of numbers."""


class Head(Struct, frozen=True):
    """The rows below the names of the columns, the `names`, and the keys of `from:` that say so.

    `above` are names for columns that have none in their row, from the row above it.
    """

    grid: CellGrid
    names: list[Any]
    options: dict[str, Any]
    told: tuple[str, ...] = ()
    above: dict[str, str] = {}


def head_of(name: str, folder: DataFolder, sheet: str | None) -> Head:
    """Read a list; raises RefusedFileError and Failure."""
    head = _below_merged(name, folder, sheet)
    rows = head.grid.rows
    if not rows or "header" in head.options or head.grid.places:
        return head
    number, below = rows[0]
    if _title_alone(head.names, below):
        title = excerpt(str(_filled(head.names)[0]))
        told = f"names of columns: row {number} (above it stands a title alone, {title})"
    elif _groups(head.names, below, [cells for _, cells in rows[1:]]):
        told = f"names of columns: row {number} (the row above it has names for groups of them)"
    else:
        return head
    above = {
        nameless(k): str(cell).strip() for k, cell in enumerate(head.names)
        if str(cell).strip() and (k >= len(below) or not str(below[k]).strip())
    }  # fmt: skip
    if _title_alone(head.names, below):
        above = {}
    return Head(_from(head.grid, 1), below, {**head.options, "header": number}, (*head.told, told), above)


def _below_merged(name: str, folder: DataFolder, sheet: str | None) -> Head:
    """The list, whose names may stand below a row of merged cells."""
    refused: Failure | None = None
    for row in (None, *range(2, _LAST + 1)):
        try:
            grid, header, number, options = look(name, folder, sheet, row)
        except Failure as failure:
            if refused is None and {one.code for one in failure.diagnostics} != {"merged-cells"}:
                raise
            refused = refused or failure
            continue
        told = []
        if refused is not None:
            if not _are_names(header):
                break
            told.append(f"names of columns: row {number} (above it cells are merged)")
        if "merged" in options:
            told.append("merged cells: each has the value of all (merged: fill)")
        return Head(grid, header, options, tuple(told))
    assert refused is not None
    raise refused


def _from(grid: CellGrid, first: int) -> CellGrid:
    return replace(grid, rows=grid.rows[first:])


def _filled(cells: Sequence[Any]) -> list[Any]:
    return [cell for cell in cells if str(cell).strip()]


def _are_names(cells: Sequence[Any]) -> bool:
    """Whether cells may name columns: at least two short texts, none of them twice."""
    words = [str(cell).strip() for cell in _filled(cells)]
    texts = all(isinstance(cell, str) and not is_number(cell.strip()) for cell in _filled(cells))
    return (
        texts and len(words) > 1 and len(set(words)) == len(words) and max(map(len, words)) <= _LONGEST_NAME
    )


def _title_alone(header: Sequence[Any], below: Sequence[Any]) -> bool:
    """Whether the first row is a title of the sheet, and the one below it holds the names of the columns."""
    words = _filled(below)
    texts = all(isinstance(cell, str) and (_YEAR.match(cell) or not is_number(cell)) for cell in words)
    return len(_filled(header)) == 1 and len(words) > 1 and texts


def _groups(header: Sequence[Any], below: Sequence[Any], rows: Sequence[Sequence[Any]]) -> bool:
    """Whether the first row names groups of columns, and the one below it the columns.

    So it is where the first leaves out columns that the second names, and the second has words in a column
    of numbers.
    """
    names = [str(cell).strip() for cell in header]
    names += [""] * (len(below) - len(names))
    left_out = [k for k, cell in enumerate(below) if str(cell).strip() and not names[k]]
    if not left_out or not names[0] or not _are_names(below):
        return False
    for k, cell in enumerate(below):
        column = _filled([row[k] for row in rows if k < len(row)])
        numbers = sum(is_number(one.strip() if isinstance(one, str) else one) for one in column)
        if str(cell).strip() and len(column) > 1 and numbers >= _NUMBERS * len(column):
            return True
    return False
