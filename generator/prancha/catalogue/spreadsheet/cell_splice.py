"""Write cells and rows into CSV files in place: every other byte stays."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from msgspec import Struct

from prancha.catalogue.spreadsheet.delimited import DELIMITERS, detect_delimiter
from prancha.catalogue.spreadsheet.text_encoding import decode
from prancha.model.diagnostic import Place

Scalar: TypeAlias = str | int | float | bool
_TRUTHS = (("true", "false"), ("True", "False"), ("TRUE", "FALSE"), ("yes", "no"), ("x", "no"), ("1", "0"))


class Cell(Struct, frozen=True):
    """A cell in the text: start and end offsets, quotes included."""

    row: int
    column: int
    start: int
    end: int


class OpenedCells(Struct, frozen=True):
    """The text of a CSV file, and how it was encoded: `mark` is its byte order mark, or b""."""

    text: str
    delimiter: str
    mark: bytes
    codec: str

    def cells(self) -> Iterator[Cell]:
        """Yield every cell; an empty row has one."""
        begins = _first_row(self.text)
        return _cells(self.text, self.delimiter, begins, 2 if begins else 1)

    def encoded(self, text: str) -> bytes | None:
        """Return another text as this file has it; None where its encoding lacks a letter."""
        data = _encode(text, self.codec)
        return None if data is None else self.mark + data


def open_cells(data: bytes, file: str, source: Mapping[str, Any]) -> OpenedCells | None:
    """Return a file as it is read with the keys `source` of `from:`.

    None if it cannot be encoded back to the same bytes.  Raises Failure for an unreadable one.
    """
    decoded = decode(data, file, source.get("encoding"))
    coding = _codec(data, decoded.text, decoded.codec)
    return coding and OpenedCells(decoded.text, _delimiter(decoded.text, file, source), *coding)


def cell_ways(
    data: bytes, place: Place, source: Mapping[str, Any], new: Scalar, part: int | None = None
) -> Iterator[bytes]:
    """Yield the file `data` with `new` in the cell at `place`, once for each way to write it.

    `source` are the keys of `from:`; `part` selects an entry of a list in the cell.  The caller must read
    the result back, since the column decides what a cell means.  Yields nothing for a missing cell, and
    for a file that cannot be encoded back to the same bytes; raises Failure for an unreadable one.
    """
    opened = open_cells(data, place.file, source)
    if opened is None:
        return
    text, delimiter = opened.text, opened.delimiter
    cell = next((one for one in opened.cells() if (one.row, one.column) == (place.line, place.column)), None)
    if cell is None:
        return
    start, end = _strip(text, cell)
    written = text[start:end]
    quoted = written.startswith('"')
    value = written[1:-1].replace('""', '"') if quoted else written
    for one in dict.fromkeys(_values(value, new, part, source)):
        inside = as_cell(one, delimiter, quoted)
        if inside != one and not quoted:  # quotes only count at the beginning of a cell
            start, end = cell.start, cell.end
        after = opened.encoded(text[:start] + inside + text[end:])
        if after is not None:
            yield after


def _codec(data: bytes, text: str, read_as: str) -> tuple[bytes, str] | None:
    """Return the byte order mark of `data`, b"" for none, and the codec in which the rest is `text`."""
    marked = ((BOM_UTF8, "utf-8"), (BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be"))
    for mark, codec in (*marked, (b"", "utf-8"), (b"", read_as)):
        encoded = _encode(text, codec)
        if encoded is not None and data == mark + encoded:
            return mark, codec
    return None


def _encode(text: str, codec: str) -> Any:
    try:
        return text.encode(codec)
    except UnicodeEncodeError:
        return None


def _delimiter(text: str, file: str, source: Mapping[str, Any]) -> str:
    """Return the delimiter that the reader uses."""
    named = DELIMITERS.get(source.get("delimiter", ""))
    if named:
        return named
    if file.lower().endswith(".tsv"):
        return "\t"
    return text[4] if _first_row(text) else detect_delimiter(text)


def _first_row(text: str) -> int:
    """Return the offset of the first row, behind Excel's `sep=` line."""
    found = re.match(r"(?i:sep=).(\r\n|\r|\n)", text)
    return found.end() if found else 0


def _cells(text: str, delimiter: str, at: int, row: int) -> Iterator[Cell]:
    """Yield every cell; an empty row has one."""
    pattern = re.compile(f'"(?:[^"]|"")*"|[^{re.escape(delimiter)}\r\n]*')
    column = 1
    while at < len(text):
        found = pattern.match(text, at)
        assert found is not None
        end = found.end()
        follows = text[end : end + 1]
        yield Cell(row, column, at, end)
        at = end + (2 if text.startswith("\r\n", end) else 1)
        row, column = (row, column + 1) if follows == delimiter else (row + 1, 1)
        if follows not in (delimiter, "\r", "\n", ""):
            return  # text behind a closing quote is invalid
        if follows == delimiter and at == len(text):
            yield Cell(row, column, at, at)


def _strip(text: str, cell: Cell) -> tuple[int, int]:
    """Return a cell without the spaces around its text."""
    written = text[cell.start : cell.end]
    start = cell.start + len(written) - len(written.lstrip())
    return (start, start + len(written.strip())) if written.strip() else (cell.start, cell.end)


def _values(value: str, new: Scalar, part: int | None, source: Mapping[str, Any]) -> Iterator[str]:
    """Yield possible contents of the cell for `new`, the most similar to the present one first."""
    if part is None:
        yield from spell(value, new)
        return
    for separator in _separators(source):
        parts = value.split(separator)
        # Empty entries are skipped by the reader.
        there = [number for number, one in enumerate(parts) if one.strip()]
        if part < len(there):
            at = there[part]
            own = parts[at]
            for one in spell(own.strip(), new):
                parts[at] = own.replace(own.strip(), one, 1)
                yield separator.join(parts)


def spell(value: str, new: Scalar) -> Iterator[str]:
    """Yield ways to write `new` in a cell that has `value`, the most similar first."""
    if isinstance(new, bool):
        ways = [pair[0 if new else 1] for pair in _TRUTHS]
        alike = next((pair[0 if new else 1] for pair in _TRUTHS if value in pair), ways[0])
        yield from (alike, *ways)
    elif isinstance(new, str):
        yield new
    else:
        written = json.dumps(new)
        yield from (written, written.replace(".", ","))


def _separators(source: Mapping[str, Any]) -> Sequence[str]:
    columns = source.get("columns") or {}
    given = [column.get("separator") for column in columns.values() if isinstance(column, dict)]
    return list(dict.fromkeys([*(one for one in given if isinstance(one, str)), ","]))


def as_cell(value: str, delimiter: str, quoted: bool) -> str:
    """Return a value as written in the file: in quotes if it was, or must be."""
    if quoted or re.search(f'[{re.escape(delimiter)}"\r\n]', value) or value != value.strip():
        return '"' + value.replace('"', '""') + '"'
    return value


class RowSplice:
    """The rows of a file by their number; what changes them returns bytes, or nothing that can be written.

    Line ends stay at their places: a last row without one stays without.
    """

    def __init__(self, data: bytes, file: str, source: Mapping[str, Any]) -> None:
        """Read `data` with the keys `source` of `from:`; raises Failure for an unreadable file."""
        opened = open_cells(data, file, source)
        cells = opened.cells() if opened is not None else ()
        self._rows = {number: list(row) for number, row in groupby(cells, key=lambda one: one.row)}
        is_whole = opened is not None and data in self._joined(opened, *self._split(opened))
        self._opened = opened if is_whole else None

    def copied(self, number: int, values: Mapping[int, Scalar]) -> Iterator[bytes]:
        """Yield the file with a copy below row `number`, with `values` by column, for each way to write them.

        Columns count from 1; a copy of a row that is shorter has its cells filled up.
        """
        opened = self._opened
        if opened is None or number not in self._rows:
            return
        cells = self._rows[number]
        written = [opened.text[one.start : one.end] for one in cells]
        ways = [
            [*dict.fromkeys(spell(written[column - 1].strip() if column <= len(written) else "", new))]
            for column, new in values.items()
        ]
        for way in range(max(map(len, ways), default=1)):
            row = list(written)
            for column, spelled in zip(values, ways, strict=True):
                row += [""] * (column - len(row))
                quoted = row[column - 1].startswith('"') and spelled[0] != ""
                row[column - 1] = as_cell(spelled[min(way, len(spelled) - 1)], opened.delimiter, quoted)
            lines, ends = self._split(opened)
            at = [*self._rows].index(number)
            lines.insert(at + 1, opened.delimiter.join(row))
            ends.insert(at, next((end for end in ends if end), "\n"))
            yield from self._joined(opened, lines, ends)

    def deleted(self, number: int) -> Iterator[bytes]:
        """Yield the file without row `number`."""
        opened = self._opened
        if opened is not None and number in self._rows:
            lines, ends = self._split(opened)
            at = [*self._rows].index(number)
            del lines[at]
            del ends[at if ends[at] else at - 1]
            yield from self._joined(opened, lines, ends)

    def moved(self, number: int, to: int) -> Iterator[bytes]:
        """Yield the file with row `number` where row `to` is, which gives way."""
        opened = self._opened
        if opened is not None and {number, to} <= self._rows.keys():
            lines, ends = self._split(opened)
            known = [*self._rows]
            lines.insert(known.index(to), lines.pop(known.index(number)))
            yield from self._joined(opened, lines, ends)

    def _split(self, opened: OpenedCells) -> tuple[list[str], list[str]]:
        """Return the text of every row, and the line end behind each."""
        lines = [opened.text[row[0].start : row[-1].end] for row in self._rows.values()]
        ends = [self._line_end(opened.text, row) for row in self._rows.values()]
        return lines, ends

    def _line_end(self, text: str, row: Sequence[Cell]) -> str:
        found = re.compile(r"\r\n|\r|\n|\Z").match(text, row[-1].end)
        return found[0] if found else ""

    def _joined(self, opened: OpenedCells, lines: Sequence[str], ends: Sequence[str]) -> Iterator[bytes]:
        head = opened.text[: next(iter(self._rows.values()))[0].start] if self._rows else ""
        data = opened.encoded(head + "".join(line + end for line, end in zip(lines, ends, strict=True)))
        if data is not None:
            yield data
