"""XLSX and ODS are zip archives: look inside before a reader does, and refuse what would explode."""

from __future__ import annotations

import io
import re
import xml.parsers.expat
import zipfile
import zlib
from collections.abc import Collection, Iterator
from typing import Any

from prancha.catalogue.spreadsheet.cell_grid import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    check_extent,
    unreadable,
)
from prancha.catalogue.spreadsheet.workbook_xml import column_number, repeats, sheet_member, texts_of
from prancha.model.diagnostic import Diagnostic, Failure, Place

MOST_TOLD = 100
"""Findings of one kind in one file."""
MAX_RATIO = 100
MAX_UNPACKED = 200_000_000
_SMALL = 1_000_000
"""Below this many bytes a ratio tells nothing: an empty sheet compresses well."""
_NOTHING = xml.parsers.expat.errors.codes[xml.parsers.expat.errors.XML_ERROR_NO_ELEMENTS]
_NOT_CLOSED = xml.parsers.expat.errors.codes[xml.parsers.expat.errors.XML_ERROR_UNCLOSED_TOKEN]
_NUMBERED = re.compile(rb"""\br\s*=\s*["']\$?([A-Za-z]{0,4})\$?([0-9]{1,12})["']""")
_ERROR_CELL = re.compile(
    rb"""<(?:\w+:)?c\b[^>]*\bt\s*=\s*["']e["'][^>]*>(?:(?!</(?:\w+:)?c>).){0,2000}""", re.S
)
_FILLED_CELL = re.compile(rb"<(?:\w+:)?c\b([^>]*[^/>])?>(.*?)</(?:\w+:)?c>", re.S)
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_VALUE = re.compile(rb"<(?:\w+:)?v(?:\s[^>]*)?>[^<]")
_EMPTY_TEXT = re.compile(rb"""\bt\s*=\s*["']str["']""")
_WRITTEN = re.compile(rb"<(?:\w+:)?v(?:\s[^>]*)?>([^<]+)<")
_SHARED_CELL = re.compile(
    rb"""<(?:\w+:)?c\b([^>]*\bt\s*=\s*["']s["'][^>]*)>\s*<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)<"""
)
_SHARED_TEXT = re.compile(rb"""\bt\s*=\s*["']s["']""")
_TAGS = re.compile(rb"<[^>]*>")
_ROW = re.compile(rb"<(?:\w+:)?row[\s/>]")
_CELL = re.compile(rb"<(?:\w+:)?c[\s/>]")
_ATTRIBUTES = rb"""((?:[^>"'/]|/(?!>)|"[^"]*"|'[^']*')*)(/?)>"""
_ODS_ROW = re.compile(
    rb"<table:table-row\b" + _ATTRIBUTES + rb"|<table:(?:covered-)?table-cell\b" + _ATTRIBUTES
)
_ODS_SPAN = re.compile(rb"""number-(?:rows|columns)-spanned\s*=\s*["'](?!1["'])[0-9]+["']""")


def sheet_members(data: bytes, file: str) -> dict[str, bytes]:
    """Return the members of the archive that hold sheets, their sizes proven by unpacking them.

    Raises Failure for no archive, a damaged one, or one that unpacks to
    MAX_UNPACKED bytes or MAX_RATIO times its size.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            whole = sum(info.file_size for info in infos)
            if whole > MAX_UNPACKED or (whole > _SMALL and whole > MAX_RATIO * len(data)):
                message = f"the file has {len(data)} bytes and unpacks to {whole}"
                raise unreadable(Place(file), "too-large", message, "save the table as .csv")
            names = [info.filename.lower() for info in infos]
            if "" in names:
                raise zipfile.BadZipFile("it holds a file without a name")
            if len(set(names)) < len(names):
                raise zipfile.BadZipFile("it holds two files of one name")
            # A member that lies about its size fails its checksum here.
            return {info.filename: archive.read(info) for info in infos if not info.is_dir()}
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
        message = f"the file is not a whole spreadsheet: {error}"
        raise unreadable(Place(file), "bad-spreadsheet", message, "save it anew, or as .csv") from None
    except RuntimeError:
        message = "the spreadsheet is protected by a password"
        raise unreadable(Place(file), "bad-spreadsheet", message, "save it without one") from None


def check_xlsx(
    members: dict[str, bytes], file: str, sheet: int, placed: Collection[tuple[int, int]] = ()
) -> None:
    """Raise Failure when a sheet reaches beyond all measure, or the chosen one holds error cells.

    Cells with a picture as their value, `placed` by row and column from 1, look as if they held errors.
    """
    for data in members.values():
        # A workbook may keep its sheets under any name, so every member counts as one.
        check_extent(file, *_extent(data))
    chosen = sheet_member(members, sheet)
    _refuse_unknown_texts(chosen, members, file)
    _refuse_errors(chosen, file, placed)
    _refuse_unworked(chosen, file)


def _refuse_unknown_texts(sheet: bytes, members: dict[str, bytes], file: str) -> None:
    """Raise Failure for cells that name a text by a number that the list of texts does not have."""
    known = len(texts_of(members))
    lost = []
    for cell in _SHARED_CELL.finditer(sheet):
        number, where = cell[2].strip(), _NUMBERED.search(cell[1])
        if where and not (number.isdigit() and len(number) < 9 and int(number) < known):
            lost.append(_lost(file, where, f"names text number {number[:40].decode('utf-8', 'replace')}"))
    if lost:
        raise Failure(lost[:MOST_TOLD])


def _lost(file: str, where: re.Match[bytes], what: str) -> Diagnostic:
    row, column = int(where[2]), where[1].decode()
    message = f"row {row}, column {column}: the cell {what}, which cannot be read"
    hint = "open the file in a spreadsheet program, mend the cell and save it anew"
    return Diagnostic(Place(file, row, column_number(where[1])), "cell-lost", message, hint=hint)


def refuse_lost(cells: dict[int, list[Any]], members: dict[str, bytes], sheet: bytes, file: str) -> None:
    """Raise Failure for cells of the `sheet` that have a value and were read as empty.

    So a text is lost whose number no list of texts has, and a value of a kind that the reader does not know.
    """
    texts = texts_of(members)
    lost = []
    for cell in _FILLED_CELL.finditer(sheet):
        where, value = _NUMBERED.search(cell[1] or b""), _WRITTEN.search(cell[2])
        if where is None or value is None:
            continue
        row, column = int(where[2]), column_number(where[1]) - 1
        there = cells.get(row, [])
        if (column < len(there) and there[column] != "") or _is_empty_text(cell[1] or b"", value[1], texts):
            continue
        shown = value[1][:40].decode("utf-8", "replace")
        lost.append(_lost(file, where, f'holds "{shown}"'))
    if lost:
        raise Failure(lost[:MOST_TOLD])


def _is_empty_text(attributes: bytes, value: bytes, texts: list[bytes]) -> bool:
    """Whether a cell is meant to be empty: it names a text that is."""
    if _EMPTY_TEXT.search(attributes):
        return not value.strip()
    if not _SHARED_TEXT.search(attributes):
        return False
    number = value.strip()
    known = number.isdigit() and len(number) < 9 and int(number) < len(texts)
    return known and not _TAGS.sub(b"", texts[int(number)]).strip()


def _extent(data: bytes) -> tuple[int, int]:
    """Return the rows and columns that a reader would make room for, or more."""
    rows, columns, numbered_rows, numbered_cells = 1, 1, 0, 0
    for found in _NUMBERED.finditer(data):
        rows = max(rows, int(found[2]))
        if found[1]:
            numbered_cells += 1
            columns = max(columns, column_number(found[1]))
        else:
            numbered_rows += 1
    # Rows and cells without a number follow on the one before.
    parts = _ROW.split(data)
    if len(parts) - 1 > numbered_rows:
        rows += len(parts) - 1
    counts = [len(_CELL.findall(part)) for part in parts[1:]]
    if sum(counts) > numbered_cells:
        columns += max(counts)
    return rows, columns


def _refuse_errors(data: bytes, file: str, placed: Collection[tuple[int, int]]) -> None:
    wrong = []
    for found in _ERROR_CELL.finditer(data):
        where = _NUMBERED.search(found[0])
        shown = re.search(rb">(#[^<]{1,20})<", found[0])
        if where:
            row, column = int(where[2]), column_number(where[1])
            if (row, column) in placed:
                continue
            what = shown[1].decode("utf-8", "replace") if shown else "an error"
            message = f"row {row}, column {where[1].decode()}: the formula gives {what}"
            wrong.append(Diagnostic(Place(file, row, column), "cell-error", message, hint="mend the formula"))
    if wrong:
        raise Failure(wrong[:MOST_TOLD])


def _refuse_unworked(data: bytes, file: str) -> None:
    """Raise Failure for formulas that no program has worked out: they would be read as empty cells."""
    found = []
    for cell in _FILLED_CELL.finditer(data) if _FORMULA.search(data) else ():
        attributes, inside = cell[1] or b"", cell[2]
        worked_out = _VALUE.search(inside) or _EMPTY_TEXT.search(attributes)
        where = _NUMBERED.search(attributes)
        if _FORMULA.search(inside) and not worked_out and where:
            row, column = int(where[2]), where[1].decode()
            message = f"row {row}, column {column}: the formula has no value in the file"
            hint = "open it in a spreadsheet program and save it there, or write the value itself"
            found.append(
                Diagnostic(Place(file, row, column_number(where[1])), "cell-formula", message, hint=hint)
            )
    if found:
        raise Failure(found[:MOST_TOLD])


def _refuse_broken_xml(data: bytes, file: str) -> None:
    """Raise Failure for a content.xml that is no well-formed XML: calamine reads a cut one without end."""
    parser = xml.parsers.expat.ParserCreate()
    try:
        parser.Parse(data, True)
    except xml.parsers.expat.ExpatError as error:
        if error.code in (_NOT_CLOSED, _NOTHING):
            what = "is cut short"
        else:
            what = f"is damaged at line {error.lineno}, column {error.offset + 1}"
        message = f"the file is not a whole spreadsheet: content.xml inside it {what}"
        raise unreadable(Place(file), "bad-spreadsheet", message, "save it anew, or as .csv") from None


def check_ods(members: dict[str, bytes], file: str) -> None:
    """Raise Failure for broken XML, repetitions beyond all measure and merged cells, which readers lose."""
    data = members.get("content.xml", b"")
    _refuse_broken_xml(data, file)
    if _ODS_SPAN.search(data):
        message = "the sheet has merged cells, which cannot be told in an .ods file"
        raise unreadable(Place(file), "merged-cells", message, "unmerge them, or save as .xlsx")
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
    """Yield each row's repetitions, its width up to the last filled cell, and whether there is one."""
    repeated, width, filled_to = 1, 0, 0
    for found in _ODS_ROW.finditer(data):
        if found[1] is not None:
            yield repeated, filled_to, filled_to > 0
            repeated, width, filled_to = repeats(found[1]), 0, 0
        else:
            width += repeats(found[3])
            if not found[4]:  # a cell with content is no empty element
                filled_to = width
    yield repeated, filled_to, filled_to > 0
