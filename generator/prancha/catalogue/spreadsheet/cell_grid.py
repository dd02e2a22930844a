"""A data file as numbered rows of cells with places, and the distinct names of its columns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec import Struct, field

from prancha.catalogue.source_files import data_failure
from prancha.model.diagnostic import Diagnostic, Place, make_warning

MOST_ROWS = 100_000
MOST_COLUMNS = 1_000
MOST_CELLS = 2_000_000
LONGEST_CELL = 200_000
"""Characters in one cell."""


class Hidden(Struct, frozen=True):
    """Hidden rows (numbers) and columns (from 0)."""

    rows: frozenset[int] = frozenset()
    columns: frozenset[int] = frozenset()


class CellGrid(Struct, frozen=True):
    """One sheet: `rows` pairs each row number, as its program shows it, with its cells.

    `places` gives line and column of each row if rows are not lines (JSON).
    `typed`: numbers and booleans have their types, else all cells are text.
    """

    file: str
    rows: Sequence[tuple[int, list[Any]]]
    typed: bool = False
    word: str = "row"
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    spans: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Merged cells: first and last row (numbers), first and last column (from 0)."""
    notes: list[Diagnostic] = field(default_factory=list)
    """Warnings about the file."""
    decimal_row: int = 0
    """The first row with a number whose decimal sign is unknown; 0 for none."""
    hidden: Hidden = Hidden()
    formatted: int = 0
    """Number of cells with bold or italic words."""
    pictures: dict[str, bytes] = field(default_factory=dict)
    """Pictures in its cells, by the names that replace them there."""

    def place(self, row: int, column: int = 0) -> Place:
        """Return the place of a cell; `column` counts from 1, 0 is the row."""
        if self.places:
            return Place(self.file, *self.places.get(row, (row, 1)))
        return Place(self.file, row, column or 1)


def column_letters(column: int) -> str:
    """Return the letters of `column` (from 0): A, B, ... Z, AA."""
    name, column = "", column + 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def check_extent(file: str, rows: int, columns: int) -> None:
    """Raise Failure for a sheet larger than any game needs."""
    if rows > MOST_ROWS or columns > MOST_COLUMNS or rows * columns > MOST_CELLS:
        message = (
            f"the sheet reaches row {rows} and column {column_letters(columns - 1)}; "
            f"the maximum is {MOST_ROWS} rows, {MOST_COLUMNS} columns and {MOST_CELLS} cells"
        )
        hint = "delete what stands far from the table, also empty rows with a format"
        raise data_failure(Place(file), "too-large", message, hint)


def column_names(header: Sequence[Any], named: Collection[str] = (), width: int = 0) -> list[str]:
    """Return the unique names of the columns, "" for none: `Text`, `Text 2`.

    A column without a name is called `column C` if that is among those `named` in `columns:`; columns up
    to `width` may lie beyond the header.
    """
    names = [str(cell).strip() for cell in header]
    names += [""] * (width - len(names))
    taken = set(names)
    found: list[str] = []
    for index, name in enumerate(names):
        if name and name in found:
            count = 2
            while f"{name} {count}" in taken:
                count += 1
            name = f"{name} {count}"
            taken.add(name)
        elif not name and unnamed_column(index) in named:
            name = unnamed_column(index)
        found.append(name)
    return found


def unnamed_column(index: int) -> str:
    """Return the name in `columns:` of column `index` (from 0) with an empty header."""
    return f"column {column_letters(index)}"


def warn_of_duplicates(
    grid: CellGrid, header: Sequence[Any], row: int, named: Collection[str]
) -> Iterator[Diagnostic]:
    """Yield a warning for each column named like an earlier one, unless `columns:` names it."""
    plain = [str(cell).strip() for cell in header]
    for index, (name, given) in enumerate(zip(plain, column_names(header), strict=True)):
        if given == name or given in named:
            continue
        first = plain.index(name)
        message = (
            f'the columns {column_letters(first)} and {column_letters(index)} are both called "{name}"; '
            f'the second is read as "{given}"'
        )
        hint = f'rename one, or say under columns: what "{given}" is'
        yield make_warning(grid.place(row, index + 1), "duplicate-column", message, hint)
