"""Rows of a sheet as the raw items of a catalogue that know their row and column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from prancha.catalogue.document import Path, YamlDocument
from prancha.catalogue.findings import Findings
from prancha.catalogue.items import PlainItems
from prancha.catalogue.spreadsheet.cells import GUESSED, CellError
from prancha.catalogue.spreadsheet.columns import SUFFIX, ColumnTarget, field_name
from prancha.catalogue.spreadsheet.grid import CellGrid, letters
from prancha.catalogue.spreadsheet.nested import take
from prancha.catalogue.spreadsheet.stretches import unproved
from prancha.catalogue.text_file import LOST, LOST_HINT, LOST_TOLD, control_in
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.model.excerpt import excerpt

MOST_FINDINGS = 100


class Records(YamlDocument):
    """A document whose items are rows: the path ("items", k, field...) is a row and a column."""

    __slots__ = ("_columns", "called", "grid", "numbers", "plain", "spelled")

    def __init__(self, grid: CellGrid, targets: list[ColumnTarget]) -> None:
        super().__init__(grid.file, {"items": []}, 0)
        self.grid = grid
        self.numbers: list[int] = []
        self.called: dict[int, str] | None = None
        """What the rows are called, by number, that are called as totals are; None where nobody looked."""
        self.plain: dict[int, PlainItems] = {}
        """Items that need no closer look, many together, by the first of them."""
        self.spelled = frozenset(target.path[0] for target in targets if target.spelled)
        """Fields that are written without markup already."""
        self._columns = {target.path: (target.index + 1, target.header) for target in targets}

    @property
    def whole_names(self) -> tuple[str, ...]:
        """The names of the columns that are no part of a field, nor it in one language."""
        return tuple(header for path, (_, header) in self._columns.items() if len(path) == 1)

    @property
    def lines(self) -> str:
        """What its places count."""
        return "line" if self.grid.places else "row"

    def place(self, path: Path = (), key: bool = False) -> Place:
        """Return the cell at `path`, or the row when the field has no column."""
        del key  # what a key would be stands in the header, far from the row
        if len(path) < 2 or not self.numbers:
            return Place(self.file)
        column = self.column(path)[0] if len(path) > 2 else 0
        return self.grid.place(self.numbers[int(path[1])], column)

    def rows_from(self, first: int, count: int) -> list[Place]:
        """Where so many items stand."""
        return [self.grid.place(number) for number in self.numbers[first : first + count]]

    def column(self, path: Path) -> tuple[int, str]:
        """Return the number (from 1) and name of the column that fills `path`; 0 for none."""
        field = tuple(str(step) for step in path[2:])
        for length in range(len(field), 0, -1):
            if field[:length] in self._columns:
                return self._columns[field[:length]]
        inside = (found for known, found in self._columns.items() if field and known[: len(field)] == field)
        return next(inside, (0, ""))


class RecordFindings(Findings):
    """Findings about rows: each message says `row 12, column "copies"`."""

    __slots__ = ("_lacking", "records")

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        self.records = records
        self._lacking: set[Path] = set()

    def error(
        self, path: Path, code: str, message: str, hint: str = "", item: str = "", key: bool = False
    ) -> None:
        """Note an error about a cell or a row; Failure when there are too many to read."""
        if len(path) > 1:
            name = self.records.column(path)[1]
            where = f"{self.records.grid.word} {self.records.numbers[int(path[1])]}"
            message = f'{where}, column "{name}": {message}' if name else f"{where}: {message}"
            if code == "untranslated" and not name:
                # What every row lacks is told once.
                if path[2:] in self._lacking:
                    return
                self._lacking.add(path[2:])
                hint = f'add a column "{".".join(map(str, path[2:]))}"{self._of_another_language(path)}'
            elif code == "untranslated":
                hint = "fill its cell"
        super().error(path, code, message, hint, item, key)
        if len(self.found) >= MOST_FINDINGS:
            place = Place(self.document.file)
            message = f"{MOST_FINDINGS} findings in this file; the rest is not looked at"
            self.found.append(Diagnostic(place, "too-many", message))
            raise Failure(self.found)

    def _of_another_language(self, path: Path) -> str:
        """What to say of a column such as `text_fr` where the game has no French."""
        found = next((header for header in self.records.whole_names if _is_of(header, str(path[2]))), "")
        return f'; "{found}" is of a language that the game does not have' if found else ""


def _is_of(header: str, field: str) -> bool:
    suffixed = SUFFIX.match(header)
    return suffixed is not None and field_name(suffixed["name"]) == field


def fill_records(
    records: Records, rows: Sequence[tuple[int, list[Any]]], targets: list[ColumnTarget]
) -> dict[int, list[tuple[Path, CellError]]]:
    """Add one raw item per row to `records`; returns what is wrong with cells, by row number."""
    plain = [target for target in targets if not target.inside]
    flat = [
        (target.index, target.path[0], target.convert, target.guessed)
        for target in plain
        if len(target.path) == 1
    ]
    deep = [
        (one.index, one.inside, one.path, one.convert) for one in targets if one.inside or len(one.path) > 1
    ]
    wrong: dict[int, list[tuple[Path, CellError]]] = {}
    raws, numbers = records.data["items"], records.numbers
    for number, row in rows:
        raw: dict[str, Any] = {}
        width = len(row)
        for index, name, convert, guessed in flat:
            cell = row[index] if index < width else ""
            if cell.__class__ is str:
                cell = cell.strip()
                if guessed and cell and cell[0] not in GUESSED:
                    raw[name] = cell
                    continue
            if cell != "":
                try:
                    raw[name] = convert(cell)
                except CellError as error:
                    wrong.setdefault(number, []).append(((name,), error))
        for index, inside, path, convert in deep:
            cell = row[index] if index < width else ""
            if inside:
                cell = take(cell, inside)
            if cell.__class__ is str:
                cell = cell.strip()
            if cell != "":
                try:
                    _put(raw, path, convert(cell))
                except CellError as error:
                    wrong.setdefault(number, []).append((path, error))
        if raw or number in wrong:
            raws.append(raw)
            numbers.append(number)
    return wrong


def _put(raw: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    for step in path[:-1]:
        raw = raw.setdefault(step, {})
    raw[path[-1]] = value


def check_characters(grid: CellGrid, header: tuple[int, list[Any]]) -> list[Diagnostic]:
    """Return a finding for each cell, also of the header, with characters that cannot be printed."""
    found = [] if grid.places else list(_controls(grid, [header]))
    for rows in unproved(grid.rows):
        # Most files have none, which many rows together tell sooner than each by itself.
        whole = "".join([cell for _, row in rows for cell in row if isinstance(cell, str)])
        if LOST in whole or control_in(whole):
            found += _controls(grid, rows)
    return found[:MOST_FINDINGS]


def _controls(grid: CellGrid, rows: Sequence[tuple[int, list[Any]]]) -> Iterator[Diagnostic]:
    for number, row in rows:
        for index, cell in enumerate(row):
            if isinstance(cell, str) and LOST in cell:
                where = f"{grid.word} {number}" + ("" if grid.places else f", column {letters(index)}")
                message = f"{where}, {excerpt(cell)}: {LOST_TOLD}"
                place = grid.place(number, index + 1)
                yield Diagnostic(place, "encoding", message, hint=LOST_HINT)
            elif isinstance(cell, str) and (control := control_in(cell)):
                shown = f"U+{ord(control[0]):04X}"
                message = f"{grid.word} {number}: a cell holds the invisible character {shown}"
                place = grid.place(number, index + 1)
                yield Diagnostic(place, "control-character", message, hint="type the text anew")
