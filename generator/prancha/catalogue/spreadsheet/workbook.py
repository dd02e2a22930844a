"""Read a sheet of an XLSX or ODS file through calamine; refuse bombs and damage before it.

Formulas give their last values and never run."""

from __future__ import annotations

import datetime
import io
import math
import re
import zipfile
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from xml.etree.ElementTree import Element, ParseError
from xml.parsers import expat

from msgspec import Struct
from python_calamine import CalamineWorkbook

from prancha.catalogue.source_files import data_failure
from prancha.catalogue.spreadsheet.cell_formats import (
    format_ods,
    format_xlsx,
    read_styles,
    show_decimals,
    show_ods,
    show_xlsx,
)
from prancha.catalogue.spreadsheet.cell_grid import (
    LONGEST_CELL,
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    CellGrid,
    check_extent,
    column_letters,
)
from prancha.catalogue.spreadsheet.cell_pictures import pictures_in_ods, pictures_in_xlsx, put_pictures
from prancha.catalogue.spreadsheet.workbook_xml import (
    OdsSheet,
    Parts,
    XlsxCell,
    XlsxSheet,
    column_number,
    ods_rows,
    ods_tables,
    parse_member,
    parse_plain,
    read_ods_sheet,
    read_xlsx_sheet,
    repeats,
)
from prancha.model.diagnostic import Diagnostic, Failure, Place, make_warning, suggestion
from prancha.system.machine import standard_error_silenced

_AGAIN = "save it again, or as .csv"
MOST_TOLD = 100
"""Findings of one kind reported per file."""
MAX_RATIO = 100
MAX_UNPACKED = 200_000_000
_SMALL = 1_000_000
"""Below this size the ratio means nothing: an empty sheet compresses well."""
_NOTHING = expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]
_NOT_CLOSED = expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN]
_NUMBERED = re.compile(rb"""\br\s*=\s*["']\$?([A-Za-z]{0,4})\$?([0-9]{1,12})["']""")
_ROW = re.compile(rb"<(?:\w+:)?row[\s/>]")
_CELL = re.compile(rb"<(?:\w+:)?c[\s/>]")
_BARE = re.compile(rb'<((?:\w+:)?c)\s+r="[A-Z]{1,3}[0-9]{1,7}"[^<>]*?(?:/>|>\s*</\1>)')
_BARE_ROW = re.compile(rb'<((?:\w+:)?row)\s+r="[0-9]{1,7}"[^<>]*?(?:/>|>\s*</\1>)')
"""Cells and rows with nothing but a format."""


def sheet_members(data: bytes, file: str) -> dict[str, bytes]:
    """Return the members of the archive by name, unpacked.

    Raises Failure if it is no archive, is damaged, or would unpack to more than
    MAX_UNPACKED bytes or MAX_RATIO times its size.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            whole = sum(info.file_size for info in infos)
            if whole > MAX_UNPACKED or (whole > _SMALL and whole > MAX_RATIO * len(data)):
                message = f"the file has {len(data)} bytes and unpacks to {whole}"
                raise data_failure(Place(file), "too-large", message, "save the table as .csv")
            names = [info.filename.lower() for info in infos]
            if "" in names:
                raise zipfile.BadZipFile("it holds a file without a name")
            if len(set(names)) < len(names):
                raise zipfile.BadZipFile("it holds two files of one name")
            # A member with a false size fails its checksum here.
            return {info.filename: archive.read(info) for info in infos if not info.is_dir()}
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
        message = f"the spreadsheet is damaged: {error}"
        raise data_failure(Place(file), "bad-spreadsheet", message, _AGAIN) from None
    except RuntimeError:
        message = "the spreadsheet is protected by a password"
        raise data_failure(Place(file), "bad-spreadsheet", message, "save it without one") from None


def check_extents(members: Mapping[str, bytes], file: str) -> None:
    """Raise Failure if a sheet is too large."""
    for data in members.values():
        # A sheet may have any name, so every member is measured.
        check_extent(file, *_measure(data))


def refuse_unreadable_cells(sheet: XlsxSheet, file: str, placed: Collection[tuple[int, int]] = ()) -> None:
    """Raise Failure for cells with unknown texts, errors, or formulas without a value.

    Cells whose value is a picture, `placed` by row and column from 1, look like errors.  Formulas without
    a value were never computed and would be read as empty cells.
    """
    unknown = [
        _report_lost(file, cell, f"names text number {_shown(cell)}")
        for cell in sheet.cells
        if cell.kind == "s" and cell.value is not None and cell.text(sheet.texts) is None
    ]
    errors = [
        _report(file, cell, "cell-error", f"the formula gives {_error_in(cell)}", "correct the formula")
        for cell in sheet.cells
        if cell.kind == "e" and (cell.row, cell.column + 1) not in placed
    ]
    hint = "open it in a spreadsheet program and save it there, or write the value itself"
    unworked = [
        _report(file, cell, "cell-formula", "the formula has no value in the file", hint)
        for cell in sheet.cells
        if cell.is_formula and not cell.value and cell.kind != "str"
    ]
    for found in (unknown, errors, unworked):
        if found:
            raise Failure(found[:MOST_TOLD])


def refuse_lost_cells(read: dict[int, list[Any]], sheet: XlsxSheet, file: str) -> None:
    """Raise Failure for cells of `sheet` with a value that were `read` (by row number) as empty.

    Calamine drops texts with an unknown number and values of an unknown type.
    """
    lost = []
    for cell in sheet.cells:
        there = read.get(cell.row, [])
        empty = cell.column >= len(there) or there[cell.column] == ""
        if empty and cell.value and not _is_empty_text(cell, sheet.texts):
            lost.append(_report_lost(file, cell, f'holds "{_shown(cell)}"'))
    if lost:
        raise Failure(lost[:MOST_TOLD])


def _is_empty_text(cell: XlsxCell, texts: Sequence[Parts]) -> bool:
    """Return whether a cell holds or names an empty text."""
    if cell.kind == "str":
        return not (cell.value or "").strip()
    parts = cell.text(texts) if cell.kind == "s" else None
    return parts is not None and not "".join(text for text, _ in parts).strip()


def _shown(cell: XlsxCell) -> str:
    """Return the beginning of a cell's value, for a message."""
    return (cell.value or "").strip()[:40]


def _report_lost(file: str, cell: XlsxCell, what: str) -> Diagnostic:
    message = f"the cell {what}, which cannot be read"
    hint = "open the file in a spreadsheet program, correct the cell and save it again"
    return _report(file, cell, "cell-lost", message, hint)


def _error_in(cell: XlsxCell) -> str:
    return cell.value[:21] if cell.value and cell.value.startswith("#") else "an error"


def _report(file: str, cell: XlsxCell, code: str, message: str, hint: str) -> Diagnostic:
    """Return a diagnostic about a cell."""
    place = Place(file, cell.row, cell.column + 1)
    return Diagnostic(
        place, code, f"row {cell.row}, column {column_letters(cell.column)}: {message}", hint=hint
    )


def _measure(data: bytes) -> tuple[int, int]:
    """Return at least the rows and columns that a reader would allocate, which takes cells with content."""
    data = _BARE_ROW.sub(b"", _BARE.sub(b"", data))
    rows, columns, numbered_rows, numbered_cells = 1, 1, 0, 0
    for found in _NUMBERED.finditer(data):
        rows = max(rows, int(found[2]))
        if found[1]:
            numbered_cells += 1
            columns = max(columns, column_number(found[1].decode()))
        else:
            numbered_rows += 1
    # Rows and cells without a number follow the previous one.
    parts = _ROW.split(data)
    if len(parts) - 1 > numbered_rows:
        rows += len(parts) - 1
    counts = [len(_CELL.findall(part)) for part in parts[1:]]
    if sum(counts) > numbered_cells:
        columns += max(counts)
    return rows, columns


def read_ods(members: Mapping[str, bytes], file: str) -> Element:
    """Return the root of content.xml. Raise Failure for a damaged one, which calamine may read for ever.

    Raises Failure for too many repetitions, too.
    """
    data = members.get("content.xml", b"")
    try:
        root = parse_plain(data)
    except ParseError as error:
        what = "is cut short"
        if error.code not in (_NOT_CLOSED, _NOTHING):
            what = f"is damaged at line {error.position[0]}, column {error.position[1] + 1}"
        message = f"the spreadsheet is damaged: content.xml inside it {what}"
        raise data_failure(Place(file), "bad-spreadsheet", message, _AGAIN) from None
    rows, cells, widest = 0, 0, 1
    for table in ods_tables(root):
        for repeated, _, found in ods_rows(table):
            width = filled = 0
            for cell in found:
                width += repeats(cell)
                filled = width if len(cell) or cell.text else filled
            rows += repeated if filled else 0
            widest = max(widest, filled)
            cells += repeated * filled
    if rows > MOST_ROWS or cells > MOST_CELLS or widest > MOST_COLUMNS:
        check_extent(file, max(rows, 1), max(widest, 1))
        check_extent(file, MOST_ROWS + 1, max(widest, 1))
    return root


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
    drawn, sheet_of_ods = None, OdsSheet()
    # Opening an ODS unpacks all of it.
    root = None if "xl/workbook.xml" in members else read_ods(members, file)
    workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
    chosen, told = choose_sheet(list(_sheets(workbook)), sheet, file)
    if root is None:
        check_extents(members, file)
        drawn = read_xlsx_sheet(members, chosen.position)
        found = pictures_in_xlsx(members, chosen.position, drawn)
        placed = {(one.row, one.column + 1) for one in found if one.placed}
        refuse_unreadable_cells(drawn, file, placed)
    else:
        sheet_of_ods = read_ods_sheet(root, chosen.position)
        found = pictures_in_ods(members, sheet_of_ods)
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
        styles, hidden = read_styles(members), drawn.hidden
        notes += show_xlsx(rows, styles, drawn, file, comma)
        if not comma:
            plain = next((number for number, row in rows for cell in row if cell.__class__ is float), 0)
        show_decimals(rows, comma)
        formatted = format_xlsx(rows, styles, drawn)
    else:
        show_ods(rows, sheet_of_ods)
        spans, hidden = list(sheet_of_ods.spans), sheet_of_ods.hidden
        roots = [*(() if root is None else (root,)), *parse_member(members, "styles.xml")]
        formatted = format_ods(rows, roots, sheet_of_ods)
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
    with _reader_errors(file):
        if "content.xml" in members:
            read_ods(members, file)
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
        with standard_error_silenced():
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
    return data_failure(Place(file), "bad-spreadsheet", message, _AGAIN)
