"""Inspect XLSX and ODS archives before they are read: refuse bombs, damage, and cells that would be lost."""

from __future__ import annotations

import io
import re
import xml.parsers.expat
import zipfile
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from prancha.catalogue.source_files import data_failure
from prancha.catalogue.spreadsheet.cell_grid import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    check_extent,
    column_letters,
)
from prancha.catalogue.spreadsheet.workbook_xml import XlsxCell, XlsxSheet, column_number, repeats
from prancha.model.diagnostic import Diagnostic, Failure, Place

MOST_TOLD = 100
"""Findings of one kind reported per file."""
MAX_RATIO = 100
MAX_UNPACKED = 200_000_000
_SMALL = 1_000_000
"""Below this size the ratio means nothing: an empty sheet compresses well."""
_NOTHING = xml.parsers.expat.errors.codes[xml.parsers.expat.errors.XML_ERROR_NO_ELEMENTS]
_NOT_CLOSED = xml.parsers.expat.errors.codes[xml.parsers.expat.errors.XML_ERROR_UNCLOSED_TOKEN]
_NUMBERED = re.compile(rb"""\br\s*=\s*["']\$?([A-Za-z]{0,4})\$?([0-9]{1,12})["']""")
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_TAGS = re.compile(rb"<[^>]*>")
_ROW = re.compile(rb"<(?:\w+:)?row[\s/>]")
_CELL = re.compile(rb"<(?:\w+:)?c[\s/>]")
_ATTRIBUTES = rb"""((?:[^>"'/]|/(?!>)|"[^"]*"|'[^']*')*)(/?)>"""
_ODS_ROW = re.compile(
    rb"<table:table-row\b" + _ATTRIBUTES + rb"|<table:(?:covered-)?table-cell\b" + _ATTRIBUTES
)
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
        raise data_failure(Place(file), "bad-spreadsheet", message, "save it again, or as .csv") from None
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
        if cell.kind == b"s" and cell.value is not None and cell.text(sheet.texts) is None
    ]
    errors = [
        _report(file, cell, "cell-error", f"the formula gives {_error_in(cell)}", "correct the formula")
        for cell in sheet.cells
        if cell.kind == b"e" and (cell.row, cell.column + 1) not in placed
    ]
    hint = "open it in a spreadsheet program and save it there, or write the value itself"
    unworked = [
        _report(file, cell, "cell-formula", "the formula has no value in the file", hint)
        for cell in (sheet.cells if _FORMULA.search(sheet.xml) else ())
        if _FORMULA.search(cell.inside) and not cell.value and cell.kind != b"str"
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


def _is_empty_text(cell: XlsxCell, texts: Sequence[bytes]) -> bool:
    """Return whether a cell holds or names an empty text."""
    if cell.kind == b"str":
        return not (cell.value or b"").strip()
    text = cell.text(texts) if cell.kind == b"s" else None
    return text is not None and not _TAGS.sub(b"", text).strip()


def _shown(cell: XlsxCell) -> str:
    """Return the beginning of a cell's value, for a message."""
    return (cell.value or b"").strip()[:40].decode("utf-8", "replace")


def _report_lost(file: str, cell: XlsxCell, what: str) -> Diagnostic:
    message = f"the cell {what}, which cannot be read"
    hint = "open the file in a spreadsheet program, correct the cell and save it again"
    return _report(file, cell, "cell-lost", message, hint)


def _error_in(cell: XlsxCell) -> str:
    shown = re.search(rb">(#[^<]{1,20})<", cell.inside)
    return shown[1].decode("utf-8", "replace") if shown else "an error"


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
            columns = max(columns, column_number(found[1]))
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


def _refuse_broken_xml(data: bytes, file: str) -> None:
    """Raise Failure for malformed XML in content.xml: calamine never ends on a truncated one."""
    parser = xml.parsers.expat.ParserCreate()
    try:
        parser.Parse(data, True)
    except xml.parsers.expat.ExpatError as error:
        if error.code in (_NOT_CLOSED, _NOTHING):
            what = "is cut short"
        else:
            what = f"is damaged at line {error.lineno}, column {error.offset + 1}"
        message = f"the spreadsheet is damaged: content.xml inside it {what}"
        raise data_failure(Place(file), "bad-spreadsheet", message, "save it again, or as .csv") from None


def check_ods(members: dict[str, bytes], file: str) -> None:
    """Raise Failure for malformed XML and too many repetitions."""
    data = members.get("content.xml", b"")
    _refuse_broken_xml(data, file)
    rows, cells, widest = 0, 0, 1
    for repeated, width, filled in _ods_rows(data):
        if filled:
            rows += repeated
            widest = max(widest, width)
            cells += repeated * width
    if rows > MOST_ROWS or cells > MOST_CELLS or widest > MOST_COLUMNS:
        check_extent(file, max(rows, 1), max(widest, 1))
        check_extent(file, MOST_ROWS + 1, max(widest, 1))


def _ods_rows(data: bytes) -> Iterator[tuple[int, int, bool]]:
    """Yield the repetitions of each row, its width up to the last filled cell, and whether it has one."""
    repeated, width, filled_to = 1, 0, 0
    for found in _ODS_ROW.finditer(data):
        if found[1] is not None:
            yield repeated, filled_to, filled_to > 0
            repeated, width, filled_to = repeats(found[1]), 0, 0
        else:
            width += repeats(found[3])
            if not found[4]:  # a cell with content is not an empty element
                filled_to = width
    yield repeated, filled_to, filled_to > 0
