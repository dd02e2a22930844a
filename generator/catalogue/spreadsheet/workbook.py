"""XLSX and ODS to rows, through calamine; formulas are values as last worked out, never run."""

from __future__ import annotations

import datetime
import io
from typing import Any

from generator.catalogue.spreadsheet.archive import check_ods, check_xlsx, unpacked
from generator.catalogue.spreadsheet.grid import LONGEST_CELL, Grid, letters, refused
from generator.model.diagnostic import Failure, Place, suggestion

_EXTRA = "pip install 'prancha[spreadsheets]', or save the table as .csv"


def read_workbook(data: bytes, file: str, sheet: str | int | None) -> Grid:
    """Return one sheet: by name, by number from 1, or the first; raises Failure."""
    members = unpacked(data, file)
    if "xl/workbook.xml" not in members and "content.xml" not in members:
        message = "the file is neither XLSX nor ODS inside"
        raise refused(Place(file), "bad-spreadsheet", message, "save it as .xlsx or .csv")
    try:
        grid = _read(data, members, file, sheet)
    except Failure:
        raise
    except Exception as error:
        raise _damaged(str(error), file) from None
    except BaseException as error:
        # A panic of the reader is no Exception; anything else, such as Ctrl-C, goes its way.
        if type(error).__name__ != "PanicException":
            raise
        raise _damaged("the reader gave up", file) from None
    for number, row in grid.rows:
        for column, cell in enumerate(row):
            if cell.__class__ is str and len(cell) > LONGEST_CELL:
                message = f"row {number}, column {letters(column)}: more than {LONGEST_CELL} characters"
                raise refused(grid.place(number, column + 1), "too-large", message, "shorten the text")
    return grid


def _read(data: bytes, members: dict[str, bytes], file: str, sheet: str | int | None) -> Grid:
    try:
        from python_calamine import CalamineWorkbook
    except ImportError:
        message = "reading .xlsx and .ods needs the package python-calamine, which is not installed"
        raise refused(Place(file), "missing-extra", message, _EXTRA) from None
    if "xl/workbook.xml" not in members:
        check_ods(members, file)  # opening an ODS unfolds all of it
    workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
    index = _chosen(workbook.sheet_names, sheet, file)
    if "xl/workbook.xml" in members:
        check_xlsx(members, file, index)
    page = workbook.get_sheet_by_index(index)
    spans = [
        (top + 1, bottom + 1, left, right) for (top, left), (bottom, right) in page.merged_cell_ranges or ()
    ]
    numbered = enumerate(page.to_python(skip_empty_area=False), 1)
    rows = [(number, [_plain(cell) for cell in row]) for number, row in numbered]
    return Grid(file, [(n, row) for n, row in rows if any(cell != "" for cell in row)], True, spans=spans)


def _chosen(names: list[str], sheet: str | int | None, file: str) -> int:
    if isinstance(sheet, str):
        if sheet in names:
            return names.index(sheet)
        message = f'there is no sheet "{sheet}" in the file'
        raise refused(Place(file), "no-sheet", message, suggestion(sheet, names))
    number = 1 if sheet is None else sheet
    if number > len(names):
        message = f"there is no sheet number {number} in the file; it has {len(names)}"
        raise refused(Place(file), "no-sheet", message)
    return number - 1


def _plain(cell: Any) -> Any:
    """Return whole numbers as such, and dates and times as they are written in ISO 8601."""
    kind = cell.__class__
    if kind is str or kind is bool:
        return cell
    if kind is float:
        return int(cell) if cell.is_integer() and abs(cell) < 1e15 else cell
    if isinstance(cell, datetime.datetime):
        return cell.isoformat(sep=" ") if cell.time() != datetime.time() else cell.date().isoformat()
    if isinstance(cell, datetime.date | datetime.time):
        return cell.isoformat()
    return str(cell)


def _damaged(reason: str, file: str) -> Failure:
    message = f"the spreadsheet cannot be read: {reason}"
    return refused(Place(file), "bad-spreadsheet", message, "save it anew, or as .csv")
