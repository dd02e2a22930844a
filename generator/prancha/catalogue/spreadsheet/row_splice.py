"""Copy, delete and move rows of a CSV file; all other bytes stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from prancha.catalogue.spreadsheet.cell_splice import Cell, OpenedCells, Scalar, as_cell, open_cells, spell


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
