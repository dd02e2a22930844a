"""Read CSV and TSV: detect the delimiter, number the rows, and report what is wrong with quotes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import islice

from prancha.catalogue.source_files import data_failure
from prancha.catalogue.spreadsheet.cell_grid import LONGEST_CELL, MOST_COLUMNS, MOST_ROWS, check_extent
from prancha.catalogue.spreadsheet.text_encoding import decode
from prancha.model.diagnostic import Failure, Place

DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
_LOOK = 50
"""Rows inspected to detect the delimiter."""
_PIECE = 100_000
"""Characters that are split into lines at once, up to the end of the last line."""
_QUOTE_HINT = 'close the quote; inside quotes write a quote twice: "he said ""go"""'


def split_lines(text: str) -> Iterator[str]:
    """Yield the lines of a text, with any line ending.

    The text is split in pieces: StringIO takes four bytes per character.
    """
    at = 0
    while at < len(text):
        end = text.find("\n", at + _PIECE) + 1 or len(text)
        yield from io.StringIO(text[at:end], newline="")
        at = end


def read_delimited(text: str, file: str, delimiter: str | None) -> list[tuple[int, list[str]]]:
    """Return the rows of `text` that are not empty, numbered as in a spreadsheet.

    Raises Failure for an unclosed quote, text after a closing quote, a cell
    longer than LONGEST_CELL and a table that is too large.
    """
    text, delimiter, number = split_beginning(text, delimiter)
    rows: list[tuple[int, list[str]]] = []
    widest = 0
    try:
        for row in parse_rows(split_lines(text), delimiter):
            number += 1
            if any(row):
                rows.append((number, row))
                if len(row) > widest:
                    widest = len(row)
                if number > MOST_ROWS or widest > MOST_COLUMNS:
                    check_extent(file, number, widest)
    except csv.Error as error:
        raise _delimited_failure(file, number + 1, str(error)) from None
    check_extent(file, number, widest)
    return rows


def read_behind_quotes(data: bytes, file: str) -> tuple[list[list[str]], str] | None:
    """Return the rows of a table where texts follow closing quotes, and the first of them; None for others.

    None too where a row takes several lines: there a quote may have been left open.
    """
    try:
        text, delimiter, number = split_beginning(decode(data, file, None).text, None)
    except Failure:
        return None  # it is told where the file is read
    rows: list[list[str]] = []
    odd = ""
    for line in split_lines(text):
        number += 1
        try:
            rows += [row for row in parse_rows([line], delimiter) if any(row)]
        except csv.Error as error:
            if "expected after" not in str(error) or line.count('"') % 2:
                return None
            odd = odd or f"row {number}"
            rows += parse_rows([line], delimiter, strict=False)
    return (rows, odd) if odd else None


def split_beginning(text: str, delimiter: str | None) -> tuple[str, str, int]:
    """Return `text` without Excel's `sep=` line, the delimiter, and the number of lines removed."""
    taken = 0
    if text[:4].lower() == "sep=" and text[5:6] in ("\n", "\r"):
        delimiter, taken = delimiter or text[4], 1
        text = text[5:].removeprefix("\r").removeprefix("\n")
    return text, delimiter or detect_delimiter(text), taken


def parse_rows(lines: Iterable[str], delimiter: str, strict: bool = True) -> Iterator[list[str]]:
    """Return the rows in `lines`; a row may take several.  Raises csv.Error."""
    csv.field_size_limit(LONGEST_CELL)
    return csv.reader(lines, delimiter=delimiter, strict=strict)


def detect_delimiter(text: str) -> str:
    """Return the delimiter that splits the first row, and most others into as many cells."""
    best, most = ",", (0, 0)
    for delimiter in DELIMITERS.values():
        try:
            rows = [row for row in islice(parse_rows(split_lines(text), delimiter, False), _LOOK) if any(row)]
        except csv.Error:
            continue
        width = len(rows[0]) if rows else 0
        if width > 1:
            score = (sum(len(row) == width for row in rows), width)
            if score > most:
                best, most = delimiter, score
    return best


def _delimited_failure(file: str, row: int, reason: str) -> Exception:
    place = Place(file, row, 1)
    if "field larger" in reason:
        message = f"row {row}: a cell has more than {LONGEST_CELL} characters"
        return data_failure(place, "too-large", message, "shorten it, or close a quote that was left open")
    if "unexpected end" in reason:
        return data_failure(place, "bad-csv", f"row {row}: a quote is opened and never closed", _QUOTE_HINT)
    if "expected after" in reason:
        message = f"row {row}: text follows the closing quote of a cell"
        return data_failure(place, "bad-csv", message, _QUOTE_HINT)
    return data_failure(place, "bad-csv", f"row {row} cannot be read: {reason}")
