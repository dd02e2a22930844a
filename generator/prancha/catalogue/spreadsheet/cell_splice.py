"""Rewrite one cell of a CSV file; all other bytes stay as they are."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from prancha.catalogue.spreadsheet.delimited import DELIMITERS, detect_delimiter
from prancha.catalogue.spreadsheet.text_encoding import decode
from prancha.model.diagnostic import Failure, Place

Scalar: TypeAlias = str | int | float | bool
_TRUTHS = (("true", "false"), ("True", "False"), ("TRUE", "FALSE"), ("yes", "no"), ("x", "no"), ("1", "0"))
_CODECS = ("utf-8", "utf-8-sig", "utf-16-le", "utf-16-be")
_SIGNS = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}


class _Cell(Struct, frozen=True):
    """A cell in the text: start and end offsets, quotes included."""

    row: int
    column: int
    start: int
    end: int


def cell_ways(
    data: bytes, place: Place, source: Mapping[str, Any], new: Scalar, part: int | None = None
) -> Iterator[bytes]:
    """Yield the file `data` with `new` in the cell at `place`, once for each way to write it.

    `source` are the keys of `from:`; `part` selects an entry of a list in the cell.  The caller must read
    the result back, since the column decides what a cell means.  Yields nothing for a missing cell, and
    for a file that cannot be encoded back to the same bytes; raises Failure for an unreadable one.
    """
    decoded = decode(data, place.file, source.get("encoding"))
    text = decoded.text
    codec = _codec(data, text, decoded.codec)
    if codec is None:
        return
    delimiter = _delimiter(text, place.file, source)
    cell = _find_cell(text, delimiter, place)
    if cell is None:
        return
    start, end = _strip(text, cell)
    written = text[start:end]
    quoted = written.startswith('"')
    value = written[1:-1].replace('""', '"') if quoted else written
    head = data[: len(data) - len(_encode(text, codec))]
    for one in dict.fromkeys(_values(value, new, part, source)):
        inside = _as_cell(one, delimiter, quoted)
        if inside != one and not quoted:  # quotes only count at the beginning of a cell
            start, end = cell.start, cell.end
        after = _encode(text[:start] + inside + text[end:], codec)
        if after is not None:
            yield head + after


def _codec(data: bytes, text: str, read_as: str) -> str | None:
    """Return the codec in which `data` is `text`, after a byte order mark."""
    for codec in (*_CODECS, read_as):
        sign = _SIGNS.get(codec, b"")
        plain = "utf-8" if codec == "utf-8-sig" else codec
        head = b"\xef\xbb\xbf" if codec == "utf-8-sig" else sign
        encoded = _encode(text, plain)
        if encoded is not None and data in (head + encoded, encoded):
            return plain
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


def _find_cell(text: str, delimiter: str, place: Place) -> _Cell | None:
    """Return the cell at a place; None if the rows differ from those of the csv module."""
    begins = _first_row(text)
    first = 2 if begins else 1
    rows: dict[int, list[str]] = {}
    found = None
    for cell in _cells(text, delimiter, begins, first):
        row = rows.setdefault(cell.row, [])
        if cell.column:
            written = text[cell.start : cell.end]
            row.append(written[1:-1].replace('""', '"') if written.startswith('"') else written)
        if (cell.row, cell.column) == (place.line, place.column):
            found = cell
    try:
        known = list(csv.reader(io.StringIO(text[begins:], newline=""), delimiter=delimiter, strict=True))
    except csv.Error as problem:
        raise Failure([]) from problem
    return found if [rows[number] for number in sorted(rows)] == known else None


def _cells(text: str, delimiter: str, at: int, row: int) -> Iterator[_Cell]:
    """Yield every cell, and one of column 0 for an empty row."""
    pattern = re.compile(f'"(?:[^"]|"")*"|[^{re.escape(delimiter)}\r\n]*')
    column = 1
    while at < len(text):
        found = pattern.match(text, at)
        assert found is not None
        end = found.end()
        follows = text[end : end + 1]
        empty = column == 1 and end == at and follows in ("\r", "\n")
        yield _Cell(row, 0 if empty else column, at, end)
        at = end + (2 if text.startswith("\r\n", end) else 1)
        row, column = (row, column + 1) if follows == delimiter else (row + 1, 1)
        if follows not in (delimiter, "\r", "\n", ""):
            return  # text behind a closing quote is invalid
        if follows == delimiter and at == len(text):
            yield _Cell(row, column, at, at)


def _strip(text: str, cell: _Cell) -> tuple[int, int]:
    """Return a cell without the spaces around its text."""
    written = text[cell.start : cell.end]
    start = cell.start + len(written) - len(written.lstrip())
    return (start, start + len(written.strip())) if written.strip() else (cell.start, cell.end)


def _values(value: str, new: Scalar, part: int | None, source: Mapping[str, Any]) -> Iterator[str]:
    """Yield possible contents of the cell for `new`, the most similar to the present one first."""
    if part is None:
        yield from _spell(value, new)
        return
    for separator in _separators(source):
        parts = value.split(separator)
        # Empty entries are skipped by the reader.
        there = [number for number, one in enumerate(parts) if one.strip()]
        if part < len(there):
            at = there[part]
            own = parts[at]
            for one in _spell(own.strip(), new):
                parts[at] = own.replace(own.strip(), one, 1)
                yield separator.join(parts)


def _spell(value: str, new: Scalar) -> Iterator[str]:
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


def _as_cell(value: str, delimiter: str, quoted: bool) -> str:
    """Return a value as written in the file: in quotes if it was, or must be."""
    if quoted or re.search(f'[{re.escape(delimiter)}"\r\n]', value) or value != value.strip():
        return '"' + value.replace('"', '""') + '"'
    return value
