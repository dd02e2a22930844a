"""Find the row with the names of the columns: below titles, merged cells or names of groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue.source_files import DataFolder
from prancha.catalogue.spreadsheet import inspect_data_file, unnamed_column
from prancha.catalogue.spreadsheet.cell_grid import CellGrid
from prancha.model.diagnostic import Failure, excerpt
from prancha.setup.new_game.list_meanings import is_number, names_a_column
from prancha.setup.new_game.rewritten_lists import LONGEST_NAME, YEAR

_LAST = 4
"""The last row that is tried for the names of columns."""
_FEW = 2
"""With more columns than this, short texts below several titles name them, whatever they say."""
_SHARE_OF_NUMBERS = 0.6
"""Least share of numbers in a column of numbers."""


class Head(Struct, frozen=True):
    """The rows below the names of the columns, the `names`, and the keys of `from:` that say so.

    `above` are names for columns that have none in their row, from the row above it, and `title` stands
    alone above the list.
    """

    grid: CellGrid
    names: list[Any]
    options: dict[str, Any]
    told: tuple[str, ...] = ()
    above: dict[str, str] = {}
    title: str = ""


def find_head(name: str, folder: DataFolder, sheet: str | None) -> Head:
    """Find the names of the columns; raises RefusedFileError and Failure."""
    head = _below_merged(name, folder, sheet)
    rows = head.grid.rows
    if not rows or "header" in head.options or head.grid.places:
        return head
    alone = _titles_above([head.names, *(cells for _, cells in rows)])
    number, below = rows[max(alone - 1, 0)]
    if alone:
        title = ", ".join(
            excerpt(str(_filled(cells)[0])) for cells in (head.names, *(row for _, row in rows[: alone - 1]))
        )
        stands = "stands a title alone" if alone == 1 else "stand titles alone"
        told = f"names of columns: row {number} (above it {stands}, {title})"
    elif _is_row_of_groups(head.names, below, [cells for _, cells in rows[1:]]):
        told = f"names of columns: row {number} (the row above it has names for groups of them)"
    else:
        return head
    above = {
        unnamed_column(k): str(cell).strip()
        for k, cell in enumerate(() if alone else head.names)
        if str(cell).strip() and (k >= len(below) or not str(below[k]).strip())
    }
    grid = replace(head.grid, rows=rows[max(alone, 1) :])
    last = _filled(head.names if alone == 1 else rows[alone - 2][1])[0] if alone else ""
    options = {**head.options, "header": number}
    told_all = (*head.told, told)
    return Head(grid, below, options, told=told_all, above=above, title=str(last).strip())


def _titles_above(rows: Sequence[Sequence[Any]]) -> int:
    """Return how many rows of one cell, as titles are, stand above the names of columns; 0 for none."""
    for count, cells in enumerate(rows[: _LAST + 1]):
        words = _filled(cells)
        if len(words) > 1:
            texts = all(isinstance(cell, str) and (YEAR.match(cell) or not is_number(cell)) for cell in words)
            known = len(words) > _FEW or any(names_a_column(str(cell)) for cell in words)
            sure = count == 1 or (known and _are_names(cells))
            return count if texts and sure else 0
        if len(words) != 1:
            break
    return 0


def _below_merged(name: str, folder: DataFolder, sheet: str | None) -> Head:
    """Return the list, whose names may stand below a row of merged cells."""
    refused: Failure | None = None
    for row in (None, *range(2, _LAST + 1)):
        try:
            grid, header, number, options = inspect_data_file(name, folder, sheet, row)
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


def _filled(cells: Sequence[Any]) -> list[Any]:
    return [cell for cell in cells if str(cell).strip()]


def _are_names(cells: Sequence[Any]) -> bool:
    """Return whether cells may name columns: at least two short texts, all different."""
    words = [str(cell).strip() for cell in _filled(cells)]
    texts = all(isinstance(cell, str) and not is_number(cell.strip()) for cell in _filled(cells))
    return texts and len(words) > 1 and len(set(words)) == len(words) and max(map(len, words)) <= LONGEST_NAME


def _is_row_of_groups(header: Sequence[Any], below: Sequence[Any], rows: Sequence[Sequence[Any]]) -> bool:
    """Return whether the first row names groups of columns, and the one below it the columns.

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
        if str(cell).strip() and len(column) > 1 and numbers >= _SHARE_OF_NUMBERS * len(column):
            return True
    return False
