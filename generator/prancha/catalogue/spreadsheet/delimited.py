"""CSV and TSV to rows, with the delimiter found out."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import islice

from prancha.catalogue.spreadsheet.grid import LONGEST_CELL, MOST_COLUMNS, MOST_ROWS, check_extent, unreadable
from prancha.model.diagnostic import Place

DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
_LOOK = 50
"""Rows looked at to find the delimiter."""
_PIECE = 100_000
"""Letters that are cut into lines together, and those up to the end of the last line."""
_QUOTE_HINT = 'close the quote; inside quotes write a quote twice: "he said ""go"""'


class Lines:
    """The lines of a text, and how much of it was taken."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.at, self.ended = 0, True
        """Letters taken so far, and whether a line ends behind them."""

    def __iter__(self) -> Iterator[str]:
        for line in lines_of(self._text):
            self.at += len(line)
            self.ended = line[-1] == "\n"
            yield line


def lines_of(text: str) -> Iterator[str]:
    """The lines of a text, whatever they end in.

    They are cut piece by piece: what cuts them holds four bytes for each letter.
    """
    at = 0
    while at < len(text):
        end = text.find("\n", at + _PIECE) + 1 or len(text)
        yield from io.StringIO(text[at:end], newline="")
        at = end


def read_delimited(text: str, file: str, delimiter: str | None) -> list[tuple[int, list[str]]]:
    """Return the rows of `text` that hold anything, numbered as a spreadsheet would.

    Raises Failure for an unclosed quote, text after a closing quote, a cell
    longer than LONGEST_CELL and a table beyond all measure.
    """
    text, delimiter, number = beginning(text, delimiter)
    rows: list[tuple[int, list[str]]] = []
    widest = 0
    try:
        for row in records_of(lines_of(text), delimiter):
            number += 1
            if any(row):
                rows.append((number, row))
                if len(row) > widest:
                    widest = len(row)
                if number > MOST_ROWS or widest > MOST_COLUMNS:
                    check_extent(file, number, widest)
    except csv.Error as error:
        raise _unreadable(file, number + 1, str(error)) from None
    check_extent(file, number, widest)
    return rows


def beginning(text: str, delimiter: str | None) -> tuple[str, str, int]:
    """Return `text` without Excel's own first line, its delimiter, and how many lines were taken away."""
    taken = 0
    if text[:4].lower() == "sep=" and text[5:6] in ("\n", "\r"):
        delimiter, taken = delimiter or text[4], 1
        text = text[5:].removeprefix("\r").removeprefix("\n")
    return text, delimiter or found_delimiter(text), taken


def records_of(lines: Iterable[str], delimiter: str, strict: bool = True) -> Iterator[list[str]]:
    """Return the rows that stand in lines; one may take several.  It raises csv.Error."""
    csv.field_size_limit(LONGEST_CELL)
    return csv.reader(lines, delimiter=delimiter, strict=strict)


def found_delimiter(text: str) -> str:
    """Return the delimiter that cuts the first row, and most others into as many cells as that."""
    best, most = ",", (0, 0)
    for delimiter in DELIMITERS.values():
        try:
            rows = [row for row in islice(records_of(lines_of(text), delimiter, False), _LOOK) if any(row)]
        except csv.Error:
            continue
        width = len(rows[0]) if rows else 0
        if width > 1:
            score = (sum(len(row) == width for row in rows), width)
            if score > most:
                best, most = delimiter, score
    return best


def _unreadable(file: str, row: int, reason: str) -> Exception:
    place = Place(file, row, 1)
    if "field larger" in reason:
        message = f"row {row}: a cell has more than {LONGEST_CELL} characters"
        return unreadable(place, "too-large", message, "shorten it, or close a quote that was left open")
    if "unexpected end" in reason:
        return unreadable(place, "bad-csv", f"row {row}: a quote is opened and never closed", _QUOTE_HINT)
    if "expected after" in reason:
        message = f"row {row}: text follows the closing quote of a cell"
        return unreadable(place, "bad-csv", message, _QUOTE_HINT)
    return unreadable(place, "bad-csv", f"row {row} cannot be read: {reason}")
