"""Rewrite one cell of a CSV file; all other bytes stay as they are."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping, Sequence
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
