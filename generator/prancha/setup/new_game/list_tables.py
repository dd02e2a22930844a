"""Tables in a grid: the row with the names of columns, below titles or merged cells; several in one sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue.source_files import DataFolder
from prancha.catalogue.spreadsheet import inspect_data_file, unnamed_column
from prancha.catalogue.spreadsheet.cell_grid import CellGrid
from prancha.model.diagnostic import Failure, excerpt
from prancha.setup.new_game.headings import Part, languages_of, rank_of
from prancha.setup.new_game.list_meanings import PRIVATE, SPOKEN, is_number, names_a_column
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


Rows = list[tuple[int, list[Any]]]
"""Cells by the number of their row."""
_ASIDE = 0.7
"""Maximum rows of a small table that explains the list beside it, as a share of the list's rows."""
_NAMING: Sequence[Part] = ("title", "front")
"""Parts of a card of which the headings of components name at least one."""


class Table(Struct, frozen=True):
    """A table within a grid: what it is called, the names of its columns, its rows, its `columns` there.

    It is `aside` where it stands beside a longer list that it explains, such as a key to its signs, and
    `joined` where it goes on beside itself.
    """

    name: str
    header: list[Any]
    rows: Rows
    columns: range
    aside: bool = False
    joined: bool = False


def split_tables(
    header: Sequence[Any], rows: Sequence[tuple[int, list[Any]]], title: str = ""
) -> list[Table]:
    """Return the tables of a grid below its `header`, the one whose rows stand first before others.

    A table begins anew at a row of words that name columns; one called by a cell alone above it may repeat
    the names of the one before.  A grid that is one table is returned as it is.
    """
    stacked = list(_stacked(title, list(header), list(rows)))
    found: list[Table] = []
    for one in stacked:
        found += _side_by_side(one)
    names: list[str] = []
    for number, one in enumerate(found, 1):
        name = one.name or f"table {number}"
        names.append(name if name not in names else f"{name} {number}")
    return [replace(one, name=name) for one, name in zip(found, names, strict=True)]


def words_of(cells: Sequence[Any]) -> list[str]:
    """Return the words of the cells that are not empty."""
    return [word for cell in cells if (word := str(cell).strip())]


def names_components(header: Sequence[Any]) -> bool:
    """Return whether headings are those of components: what each is called, and something else."""
    words = words_of(header)
    return len(words) > 1 and any(languages_of(word, part) for word in words for part in _NAMING)


def _stacked(name: str, header: list[Any], rows: Rows) -> Iterator[Table]:
    """Yield the tables that stand below one another."""
    mine: Rows = []
    before = rows[0][0] - 1 if rows else 0
    at = 0
    while at < len(rows):
        number, cells = rows[at]
        alone = words_of(cells) if len(words_of(cells)) == 1 and at + 1 < len(rows) else []
        begin = at + len(alone)
        apart = number > before + 1
        if mine and _begins(
            rows[begin][1], header, [row for _, row in rows[begin + 1 :]], apart, bool(alone)
        ):
            yield Table(name, header, mine, range(_width(header, mine)))
            name, header, mine = (alone[0] if alone else ""), rows[begin][1], []
            at, before = begin + 1, rows[begin][0]
            continue
        mine.append(rows[at])
        at, before = at + 1, number
    yield Table(name, header, mine, range(_width(header, mine)))


def _width(header: Sequence[Any], rows: Rows) -> int:
    return max(map(len, (header, *(cells for _, cells in rows))))


def _begins(
    cells: Sequence[Any], header: Sequence[Any], below: Sequence[Sequence[Any]], apart: bool, called: bool
) -> bool:
    """Return whether cells name the columns of another table than that of `header`.

    They stand `apart` after an empty row, or are `called` by a cell above.
    """
    words = words_of(cells)
    texts = all(isinstance(cell, str) and not is_number(cell.strip()) for cell in cells if str(cell).strip())
    if len(words) < 2 or not texts or len(set(words)) < len(words) or max(map(len, words)) > LONGEST_NAME:
        return False
    if not below or len(words_of(below[0])) < 2 or words_of(below[0]) == words:
        return False
    if [word.casefold() for word in words] == [word.casefold() for word in words_of(header)]:
        return called
    known = sum(map(_is_known, words))
    spoken = any(languages_of(word, part) for word in words for part in (*SPOKEN, *_NAMING))
    return (
        spoken and known >= 2 and 2 * known >= len(words)
        if apart or called
        else spoken and 3 * known >= 2 * len(words)
    )


def _is_known(word: str) -> bool:
    return (
        names_a_column(word)
        or bool(rank_of(word))
        or any(languages_of(word, part) for part in ("id", "front", "back"))
    )


def _side_by_side(table: Table) -> list[Table]:
    """Return the tables that an empty column parts; those that go on with the same columns are one."""
    grid = [table.header, *(cells for _, cells in table.rows)]
    filled = [any(k < len(row) and str(row[k]).strip() for row in grid) for k in table.columns]
    starts = [k for k in table.columns if filled[k] and not (k and filled[k - 1])]
    ends = [k + 1 for k in table.columns if filled[k] and not (k + 1 < len(filled) and filled[k + 1])]
    if len(starts) < 2:
        return [table]
    main, others = range(starts[0], ends[0]), []
    rows = _rows_in(table, main)
    parts = [range(start, end) for start, end in zip(starts, ends, strict=True)][1:]
    names = [word.casefold() for word in words_of(_cells(table.header, main))]
    for part in parts:
        header, mine = _cells(table.header, part), _rows_in(table, part)
        if len(names) > 1 and [word.casefold() for word in words_of(header)] == names:
            rows += mine
            main = range(main.start, part.stop)
        elif names_components(header) and names_components(_cells(table.header, main)):
            others.append(Table("", header, mine, part))
        elif _explains(table, main, part):
            others.append(
                Table(words_of(header)[0] if words_of(header) else "", header, mine, part, aside=True)
            )
        else:
            main = range(main.start, part.stop)
    if len(rows) > len(_rows_in(table, range(starts[0], ends[0]))):
        first = range(starts[0], ends[0])
        return [Table(table.name, _cells(table.header, first), rows, first, joined=True), *others]
    if not others:
        return [table]
    return [Table(table.name, _cells(table.header, main), _rows_in(table, main), main), *others]


def _cells(row: Sequence[Any], part: range) -> list[Any]:
    return [row[k] if k < len(row) else "" for k in part]


def _rows_in(table: Table, part: range) -> Rows:
    """Return the rows of a table that have a cell in some columns."""
    return [(number, cells) for number, row in table.rows if words_of(cells := _cells(row, part))]


def _explains(table: Table, main: range, part: range) -> bool:
    """Return whether columns hold a small table: full rows from the top on, fewer than the list has."""
    width = len(part)
    held = [len(words_of(_cells(row, part))) for _, row in table.rows]
    count = sum(map(bool, held))
    whole = all(cells == width for cells in held[:count]) and not any(held[count:])
    few = 0 < count <= _ASIDE * len(_rows_in(table, main))
    private = any(
        PRIVATE.match(word.casefold().replace(" ", "_")) for word in words_of(_cells(table.header, part))
    )
    return width > 1 and whole and few and not private
