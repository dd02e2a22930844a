"""Several tables in one grid: below one another, each with names of columns of its own, or side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.setup.new_game.headings import Part, languages_of, rank_of
from prancha.setup.new_game.list_meanings import PRIVATE, SPOKEN, is_number, names_a_column
from prancha.setup.new_game.rewritten_lists import LONGEST_NAME

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
