"""Rows and columns that a spreadsheet hides, by hand or with a filter: they are read, and told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from prancha.catalogue.spreadsheet.grid import MOST_COLUMNS, MOST_ROWS, CellGrid, Hidden, letters
from prancha.catalogue.spreadsheet.workbook_xml import ods_sheet, repeats
from prancha.model.diagnostic import Diagnostic, Place

_MOST = 5
_ROW = rb"<(?:\w+:)?row\b([^>]*)>"
_COLUMN = rb"<(?:\w+:)?col\b([^>]*)>"
_HIDDEN = rb"""\bhidden\s*=\s*["'](?:1|true)["']"""
_NUMBER = rb"""\br\s*=\s*["']([0-9]{1,7})["']"""
_ENDS = rb"""\b(min|max)\s*=\s*["']([0-9]{1,7})["']"""
_ODS_ROW = rb"<table:table-row\b([^>]*)>"
_ODS_COLUMN = rb"<table:table-column\b([^>]*)>"
_ODS_HIDDEN = rb"""\btable:visibility\s*=\s*["'](?:collapse|filter)["']"""


def hidden_in_xlsx(sheet: bytes) -> Hidden:
    """What the XML of a `sheet` hides."""
    return Hidden(frozenset(_xlsx_rows(sheet)), frozenset(_xlsx_columns(sheet)))


def hidden_in_ods(content: bytes, position: int) -> Hidden:
    """What sheet number `position` (from 0) hides."""
    start, end = ods_sheet(content, position)
    sheet = content[start:end]
    rows, columns = _ods(sheet, _ODS_ROW, MOST_ROWS), _ods(sheet, _ODS_COLUMN, MOST_COLUMNS)
    return Hidden(frozenset(rows), frozenset(number - 1 for number in columns))


def hidden_told(grid: CellGrid, rows: Iterable[int], columns: Iterable[int]) -> Iterator[Diagnostic]:
    """Yield a warning for those of the `rows` (numbers) and `columns` (from 0) in use that are hidden."""
    numbers = [str(number) for number in rows if number in grid.hidden.rows]
    named = [letters(column) for column in sorted(grid.hidden.columns.intersection(columns))]
    if numbers:
        hint = "delete them, show them, or leave them out with where:"
        yield _warning(grid, int(numbers[0]), _words("row", numbers), hint)
    if named:
        hint = "show them, or leave them out under columns:, each as null"
        yield _warning(grid, 1, _words("column", named), hint)


def _words(what: str, names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    which = f"{what}{'s' if len(names) > 1 else ''} {', '.join(names[:_MOST])}{more}"
    return f"{which}: hidden in the spreadsheet, and read like the others"


def _warning(grid: CellGrid, row: int, message: str, hint: str) -> Diagnostic:
    return Diagnostic(
        Place(grid.file, row, 1), "hidden-cells", message=message, item="", hint=hint, severity="warning"
    )


def _xlsx_rows(sheet: bytes) -> Iterator[int]:
    number = 0
    for found in re.finditer(_ROW, sheet):
        own = re.search(_NUMBER, found[1])
        number = int(own[1]) if own else number + 1
        if re.search(_HIDDEN, found[1]):
            yield number


def _xlsx_columns(sheet: bytes) -> Iterator[int]:
    for found in re.finditer(_COLUMN, sheet):
        ends = {end[1]: int(end[2]) for end in re.finditer(_ENDS, found[1])}
        if re.search(_HIDDEN, found[1]) and len(ends) == 2:
            yield from range(ends[b"min"] - 1, min(ends[b"max"], MOST_COLUMNS))


def _ods(sheet: bytes, part: bytes, most: int) -> Iterator[int]:
    number = 1
    for found in re.finditer(part, sheet):
        times = repeats(found[1])
        if re.search(_ODS_HIDDEN, found[1]):
            yield from range(number, min(number + times, most + 1))
        number += times
