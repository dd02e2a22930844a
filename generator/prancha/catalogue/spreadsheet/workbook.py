"""Read a sheet of an XLSX or ODS file through calamine; formulas give their last values and never run."""

from __future__ import annotations

import datetime
import io
import math
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct
from python_calamine import CalamineWorkbook

from prancha.catalogue.source_files import data_failure
from prancha.catalogue.spreadsheet.archive import (
    check_extents,
    check_ods,
    refuse_lost_cells,
    refuse_unreadable_cells,
    sheet_members,
)
from prancha.catalogue.spreadsheet.cell_formats import (
    format_ods,
    format_xlsx,
    show_decimals,
    show_ods,
    show_xlsx,
)
from prancha.catalogue.spreadsheet.cell_grid import LONGEST_CELL, CellGrid, column_letters
from prancha.catalogue.spreadsheet.cell_pictures import (
    pictures_in_ods,
    pictures_in_xlsx,
    put_pictures,
)
from prancha.catalogue.spreadsheet.workbook_xml import (
    hidden_in_ods,
    hidden_in_xlsx,
    ods_spans,
    read_xlsx_sheet,
)
from prancha.model.diagnostic import Diagnostic, Failure, Place, make_warning, suggestion


def read_workbook(data: bytes, file: str, sheet: str | int | None, comma: bool = False) -> CellGrid:
    """Read one sheet: by name, by number from 1, or the first visible one; raise Failure.

    `comma`: show decimals with a comma.
    """
    members = sheet_members(data, file)
    if "xl/workbook.xml" not in members and "content.xml" not in members:
        message = "the file is neither XLSX nor ODS"
        raise data_failure(Place(file), "bad-spreadsheet", message, "save it as .xlsx or .csv")
    with _reader_errors(file):
        grid = _read(data, members, file, sheet, comma)
    for number, row in grid.rows:
        for column, cell in enumerate(row):
            if isinstance(cell, str) and len(cell) > LONGEST_CELL:
                message = (
                    f"row {number}, column {column_letters(column)}: more than {LONGEST_CELL} characters"
                )
                raise data_failure(grid.place(number, column + 1), "too-large", message, "shorten the text")
    return grid


def _read(
    data: bytes, members: dict[str, bytes], file: str, sheet: str | int | None, comma: bool
) -> CellGrid:
    is_xlsx = "xl/workbook.xml" in members
    if not is_xlsx:
        check_ods(members, file)  # opening an ODS unpacks all of it
    workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
    chosen, told = choose_sheet(list(_sheets(workbook)), sheet, file)
    if is_xlsx:
        check_extents(members, file)
        drawn = read_xlsx_sheet(members, chosen.position)
        found = pictures_in_xlsx(members, chosen.position, drawn)
        placed = {(one.row, one.column + 1) for one in found if one.placed}
        refuse_unreadable_cells(drawn, file, placed)
    else:
        drawn = None
        found = pictures_in_ods(members, chosen.position)
    page = workbook.get_sheet_by_index(chosen.position)
    spans = [
        (top + 1, bottom + 1, left, right) for (top, left), (bottom, right) in page.merged_cell_ranges or ()
    ]
    numbered = enumerate(page.to_python(skip_empty_area=False), 1)
    rows = [(number, [_plain_value(cell) for cell in row]) for number, row in numbered]
    pictures, unread = put_pictures(rows, found, members, file)
    notes, plain = [*told, *unread], 0
    if drawn is not None:
        refuse_lost_cells(dict(rows), drawn, file)
        notes += show_xlsx(rows, members, drawn, file, comma)
        hidden = hidden_in_xlsx(drawn.xml)
        if not comma:
            plain = next((number for number, row in rows for cell in row if cell.__class__ is float), 0)
        show_decimals(rows, comma)
        formatted = format_xlsx(rows, members, drawn)
    else:
        content = members.get("content.xml", b"")
        show_ods(rows, content, chosen.position)
        hidden = hidden_in_ods(content, chosen.position)
        spans = list(ods_spans(content, chosen.position))
        formatted = format_ods(rows, members, chosen.position)
    kept = [(n, row) for n, row in rows if any(cell != "" for cell in row)]
    return CellGrid(
        file,
        kept,
        True,
        spans=spans,
        notes=notes,
        decimal_row=plain,
        hidden=hidden,
        formatted=formatted,
        pictures=pictures,
    )


def sheet_names(data: bytes, file: str) -> tuple[str, ...]:
    """Return the names of the visible sheets; raise Failure."""
    members = sheet_members(data, file)
    if "content.xml" in members:
        check_ods(members, file)
    with _reader_errors(file):
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        return tuple(one.name for one in _sheets(workbook) if one.visible)


class WorkbookSheet(Struct, frozen=True):
    """A sheet with rows: its name, its index in the file (from 0), and whether it is visible."""

    name: str
    position: int
    visible: bool


def choose_sheet(
    sheets: Sequence[WorkbookSheet], asked: str | int | None, file: str
) -> tuple[WorkbookSheet, tuple[Diagnostic, ...]]:
    """Return the sheet named or numbered `asked`, or the first visible one, and warnings of the choice.

    Raises Failure for a missing sheet, and for a number that hidden sheets make ambiguous.
    """
    if isinstance(asked, str):
        found = next((sheet for sheet in sheets if sheet.name == asked), None)
        if found is None:
            message = f'there is no sheet "{asked}" in the file'
            hint = suggestion(asked, [sheet.name for sheet in sheets])
            raise data_failure(Place(file), "no-sheet", message, hint)
        return found, ()
    if asked is not None:
        return _sheet_by_number(sheets, asked, file), ()
    visible = [sheet for sheet in sheets if sheet.visible] or list(sheets)
    if not visible:
        raise data_failure(Place(file), "no-sheet", "the file has no sheet with rows", "save it as .csv")
    chosen = visible[0]
    others = [f'"{one.name}"' + ("" if one.visible else " (hidden)") for one in sheets if one is not chosen]
    if not others:
        return chosen, ()
    message = f'the sheet "{chosen.name}" is read; the file also has {", ".join(others)}'
    hint = f'say which is meant: sheet: "{chosen.name}"'
    return chosen, (make_warning(Place(file), "several-sheets", message, hint),)


def _sheet_by_number(sheets: Sequence[WorkbookSheet], number: int, file: str) -> WorkbookSheet:
    if number > len(sheets):
        message = f"there is no sheet number {number} in the file; it has {len(sheets)}"
        raise data_failure(Place(file), "no-sheet", message)
    found = sheets[number - 1]
    if any(not sheet.visible for sheet in sheets[:number]):
        message = f'sheet number {number} is "{found.name}" only if hidden sheets are counted'
        raise data_failure(Place(file), "no-sheet", message, f'write its name: sheet: "{found.name}"')
    return found


@contextmanager
def _reader_errors(file: str) -> Iterator[None]:
    """Convert exceptions of calamine to Failure."""
    try:
        with _silence_stderr():
            yield
    except Failure:
        raise
    except Exception as error:  # of calamine, ZIP, XML, numbers: each means a damaged file
        raise _damage_failure(str(error), file) from None
    except BaseException as error:
        # A panic of calamine is not an Exception; re-raise anything else, such as Ctrl-C.
        if type(error).__name__ != "PanicException":
            raise
        raise _damage_failure("the reader gave up", file) from None


def _sheets(workbook: Any) -> Iterator[WorkbookSheet]:
    """Yield the sheets with rows: no charts, no macros."""
    for position, one in enumerate(workbook.sheets_metadata):
        if str(one.typ).endswith("WorkSheet"):
            yield WorkbookSheet(one.name, position, str(one.visible).endswith(".Visible"))


@contextmanager
def _silence_stderr() -> Iterator[None]:
    """Discard the standard error: calamine prints a panic there before raising it."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _plain_value(cell: Any) -> Any:
    """Return whole floats as int, and dates and times in ISO 8601."""
    kind = cell.__class__
    if kind is str or kind is bool:
        return cell
    if kind is float:
        if not math.isfinite(cell):
            raise ValueError("a number is too large to be printed")
        return int(cell) if cell.is_integer() else cell
    if isinstance(cell, datetime.datetime):
        return cell.isoformat(sep=" ") if cell.time() != datetime.time() else cell.date().isoformat()
    if isinstance(cell, datetime.date | datetime.time):
        return cell.isoformat()
    return str(cell)


def _damage_failure(reason: str, file: str) -> Failure:
    message = f"the spreadsheet cannot be read: {reason}"
    return data_failure(Place(file), "bad-spreadsheet", message, "save it again, or as .csv")
