"""Read CSV and TSV; split long files into chunks and reuse those that an earlier run has read."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from typing import Any, overload

from msgspec import Struct, msgpack

from prancha.catalogue.source_files import LOST, find_control
from prancha.catalogue.spreadsheet.cell_grid import (
    LONGEST_CELL,
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    check_extent,
    data_failure,
)
from prancha.model.diagnostic import Place
from prancha.system.cache import KeptParts, context_of

DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
_LOOK = 50
"""Rows inspected to detect the delimiter."""
_PIECE = 100_000
"""Characters that are split into lines at once, up to the end of the last line."""
_QUOTE_HINT = 'close the quote; inside quotes write a quote twice: "he said ""go"""'
BATCH = 200
"""Rows of a chunk, or up to half as many more."""
Row = tuple[int, list[Any]]


class Lines:
    """An iterator of lines that counts the characters consumed."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.at, self.ended = 0, True
        """Letters taken so far, and whether a line ends behind them."""

    def __iter__(self) -> Iterator[str]:
        for line in split_lines(self._text):
            self.at += len(line)
            self.ended = line[-1] == "\n"
            yield line


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


class CachedChunk(Struct, frozen=True, array_like=True):
    """A chunk as cached: length and digest of its text, and facts on its rows.

    `held` of its `count` rows are not empty.  None has an unprintable character.
    """

    length: int
    digest: bytes
    count: int
    held: int
    widest: int


class Chunk:
    """A chunk of rows; `first` rows come before it."""

    __slots__ = ("_delimiter", "_rows", "_text", "cut", "first", "known")

    def __init__(self, cut: CachedChunk, text: str, delimiter: str, first: int, known: bool) -> None:
        """A `known` chunk has no unprintable cell."""
        self.cut, self.first, self.known = cut, first, known
        self._text, self._delimiter = text, delimiter
        self._rows: list[Row] | None = None

    def rows(self) -> list[Row]:
        """Return the rows that are not empty, with their numbers."""
        if self._rows is None:
            rows = parse_rows(Lines(self._text), self._delimiter)
            self._rows = [row for row in enumerate(rows, self.first + 1) if any(row[1])]
        return self._rows


class ChunkedRows(Sequence[Row]):
    """Rows down to the header (`above`), then those of chunks; `parts` caches what chunks become."""

    def __init__(self, above: list[Row], chunks: Sequence[Chunk], parts: KeptParts) -> None:
        self.above, self.chunks, self.parts = above, chunks, parts

    def below(self) -> ChunkedRows:
        """Return the rows below the header."""
        return ChunkedRows([], self.chunks, self.parts)

    @property
    def widest(self) -> int:
        """Largest number of cells in a row below the header."""
        return max((one.cut.widest for one in self.chunks), default=0)

    def __len__(self) -> int:
        return len(self.above) + sum(one.cut.held for one in self.chunks)

    def __iter__(self) -> Iterator[Row]:
        yield from self.above
        for one in self.chunks:
            yield from one.rows()

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        return [*self][index]


def widest_row(rows: Sequence[Row]) -> int:
    """Return the largest number of cells in a row."""
    if isinstance(rows, ChunkedRows):
        return rows.widest
    return max((len(cells) for _, cells in rows), default=0)


def unchecked_batches(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Yield batches of rows that may have unprintable cells."""
    if isinstance(rows, ChunkedRows):
        yield from (one.rows() for one in rows.chunks if not one.known)
        return
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH]


def read_chunks(text: str, delimiter: str, before: int, header: int, parts: KeptParts) -> ChunkedRows | None:
    """Return the rows of a text after `before` lines; the header is row `header` or the next.

    Returns None for a text with an error, or one too large: `read_delimited` reports the reason.
    """
    try:
        above, end, count = _above(text, delimiter, before, header)
        source = context_of("cuts", delimiter, str(before), str(header))
        kept = parts.find(source)
        earlier = () if kept is None else _read(kept)
        cuts, clean = _Splitter(text, delimiter, end).cut(earlier)
    except csv.Error:
        return None
    chunks: list[Chunk] = []
    for cut, known in cuts:
        chunks.append(Chunk(cut, text[end : end + cut.length], delimiter, count, known))
        end += cut.length
        count += cut.count
    rows = ChunkedRows(above, chunks, parts)
    widest = max([rows.widest, *(len(row) for _, row in above)])
    if count > MOST_ROWS or widest > MOST_COLUMNS or count * widest > MOST_CELLS:
        return None
    now = tuple(cut for cut, _ in cuts)
    if clean and now != earlier:
        parts.put(source, msgpack.encode(now))
    return rows


_read = msgpack.Decoder(tuple[CachedChunk, ...]).decode


def _above(text: str, delimiter: str, before: int, header: int) -> tuple[list[Row], int, int]:
    """Return the rows down to the header, the offset below it, and its row number."""
    lines = Lines(text)
    above: list[Row] = []
    number = before
    for number, row in enumerate(parse_rows(lines, delimiter), before + 1):
        if any(row):
            above.append((number, row))
            if number >= header:
                break
    return above, lines.at, number


class _Splitter:
    """Splits the text below the header into chunks, reusing those of an earlier run."""

    def __init__(self, text: str, delimiter: str, start: int) -> None:
        self._text, self._delimiter, self._start = text, delimiter, start

    def cut(self, before: Sequence[CachedChunk]) -> tuple[list[tuple[CachedChunk, bool]], bool]:
        """Return the chunks, whether each is known, and whether all are printable.

        Unchanged beginnings and ends are split as before.  Raises csv.Error.
        """
        start, end, head = self._start, len(self._text), 0
        while head < len(before) and self._stands(before[head], start):
            start += before[head].length
            head += 1
        tail = len(before)
        while tail > head and end - before[tail - 1].length >= start:
            if not self._stands(before[tail - 1], end - before[tail - 1].length):
                break
            tail -= 1
            end -= before[tail].length
        if start < end < len(self._text) and self._text[end - 1] != "\n":
            tail, end = len(before), len(self._text)
        fresh, clean = self._fresh(start, end)
        known = [(one, True) for one in before[:head]], [(one, True) for one in before[tail:]]
        return [*known[0], *((one, False) for one in fresh), *known[1]], clean

    def _stands(self, cut: CachedChunk, at: int) -> bool:
        """Return whether a known chunk is at this offset, up to the end of a line or of the text."""
        end = at + cut.length
        if end > len(self._text) or (end < len(self._text) and self._text[end - 1] != "\n"):
            return False
        return _digest(self._text[at:end]) == cut.digest

    def _fresh(self, start: int, end: int) -> tuple[list[CachedChunk], bool]:
        """Return new chunks for a part of the text, and whether all are printable."""
        text = self._text[start:end]
        lines = Lines(text)
        found: list[tuple[int, int, int, int]] = []
        begin = count = held = widest = 0
        for row in parse_rows(lines, self._delimiter):
            count += 1
            if any(row):
                held += 1
                widest = max(widest, len(row))
            if count >= BATCH and lines.ended:
                found.append((lines.at - begin, count, held, widest))
                begin, count, held, widest = lines.at, 0, 0, 0
        if begin < len(text):
            rest = len(text) - begin, count, held, widest
            if found and 2 * count < BATCH:  # else many edits would leave many short chunks
                length, count, held, widest = found.pop()
                rest = length + rest[0], count + rest[1], held + rest[2], max(widest, rest[3])
            found.append(rest)
        made: list[CachedChunk] = []
        at = 0
        for length, count, held, widest in found:
            made.append(CachedChunk(length, _digest(text[at : at + length]), count, held=held, widest=widest))
            at += length
        return made, LOST not in text and find_control(text) is None


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=20).digest()
