"""Find the names of a list's columns: in the first row, below titles, or down the first column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue.source_files import DataFolder
from prancha.catalogue.spreadsheet import inspect_data_file, unnamed_column
from prancha.catalogue.spreadsheet.cell_grid import CellGrid
from prancha.catalogue.spreadsheet.cells import add_markup
from prancha.model.diagnostic import Failure, excerpt
from prancha.setup.new_game.cell_values import is_number
from prancha.setup.new_game.column_names import ICONS, PICTURES, TEXTS, TINTED, TITLES, TYPES, rank_of

_LONGEST_NAME = 40
_LAST = 4
"""The last row that is tried for the names of columns."""
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_SHARE_OF_NUMBERS = 0.6
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


def find_head(name: str, folder: DataFolder, sheet: str | None) -> Head:
    """Find the names of the columns; raises RefusedFileError and Failure."""
    head = _below_merged(name, folder, sheet)
    rows = head.grid.rows
    if not rows or "header" in head.options or head.grid.places:
        return head
    number, below = rows[0]
    if _title_alone(head.names, below):
        title = excerpt(str(_filled(head.names)[0]))
        told = f"names of columns: row {number} (above it stands a title alone, {title})"
    elif _is_row_of_groups(head.names, below, [cells for _, cells in rows[1:]]):
        told = f"names of columns: row {number} (the row above it has names for groups of them)"
    else:
        return head
    above = {
        unnamed_column(k): str(cell).strip()
        for k, cell in enumerate(head.names)
        if str(cell).strip() and (k >= len(below) or not str(below[k]).strip())
    }
    if _title_alone(head.names, below):
        above = {}
    return Head(_from(head.grid, 1), below, {**head.options, "header": number}, (*head.told, told), above)


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


def _from(grid: CellGrid, first: int) -> CellGrid:
    return replace(grid, rows=grid.rows[first:])


def _filled(cells: Sequence[Any]) -> list[Any]:
    return [cell for cell in cells if str(cell).strip()]


def _are_names(cells: Sequence[Any]) -> bool:
    """Return whether cells may name columns: at least two short texts, all different."""
    words = [str(cell).strip() for cell in _filled(cells)]
    texts = all(isinstance(cell, str) and not is_number(cell.strip()) for cell in _filled(cells))
    return (
        texts and len(words) > 1 and len(set(words)) == len(words) and max(map(len, words)) <= _LONGEST_NAME
    )


def _title_alone(header: Sequence[Any], below: Sequence[Any]) -> bool:
    """Return whether the first row is a title, and the one below it holds the names of the columns."""
    words = _filled(below)
    texts = all(isinstance(cell, str) and (_YEAR.match(cell) or not is_number(cell)) for cell in words)
    return len(_filled(header)) == 1 and len(words) > 1 and texts


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


_NUMBERS = frozenset(
    "cost costs price value points power attack defense defence health hp strength level mana gold vp "
    "victory_points kosten preis wert punkte custo preço valor pontos ataque defesa coste precio puntos coût "
    "prix points costo prezzo punti koszt".split()
)
_KNOWN = TEXTS | TYPES | TINTED | ICONS | PICTURES | _NUMBERS | frozenset(TITLES)
_LEAST = 2


def turn_upright(
    header: Sequence[Any], rows: Sequence[Sequence[Any]]
) -> tuple[list[str], list[list[str]]] | None:
    """Return a transposed list with a row for each card; None for a list that has them.

    It lies on its side where the first column has words that name columns, each once, and the first row
    has none.
    """
    labels = [str(row[0]).strip() if row else "" for row in rows]
    across = [str(cell).strip() for cell in header[1:]]
    known = sum(map(names_a_column, labels))
    if len(across) < _LEAST or known < _LEAST or "" in labels or len(set(labels)) < len(labels):
        return None
    if known * 2 < len(labels) or any(map(names_a_column, across)):
        return None
    columns = list(zip_longest(*(map(as_text, row) for row in (header, *rows)), fillvalue=""))
    names = [columns[0][0].strip() or "Name", *columns[0][1:]]
    return names, [list(column) for column in columns[1:] if any(column)]


def names_a_column(label: str) -> bool:
    """Return whether a word names a column in many lists."""
    words = re.findall(r"\w+", label.casefold())
    return bool({" ".join(words), "_".join(words)} & _KNOWN) or rank_of(label) in ("sure", "usual")


def as_text(cell: Any) -> str:
    """Return a cell as a table of text has it."""
    return ("TRUE" if cell else "FALSE") if isinstance(cell, bool) else str(add_markup(cell))
