"""Raw items from rows of a sheet, with row and column of each value; detect rows that are totals."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from prancha.catalogue.source_files import LOST, LOST_HINT, LOST_TOLD, find_control
from prancha.catalogue.spreadsheet.cell_grid import CellGrid, column_letters
from prancha.catalogue.spreadsheet.cells import GUESSED, CellError
from prancha.catalogue.spreadsheet.table_columns import SUFFIX, ColumnTarget, field_name, value_inside
from prancha.catalogue.yaml_document import Findings, KeyPath, YamlDocument
from prancha.model.diagnostic import Diagnostic, Failure, Place, excerpt
from prancha.model.values import is_number

MOST_FINDINGS = 100
_TESTED = 200
"""Rows whose characters are tested at once."""
WORDS = frozenset(
    "total|totals|grand total|subtotal|sum|sums|sum total|summe|gesamt|gesamtsumme|insgesamt|zusammen|soma|"
    "total geral|suma|suma total|razem|somme|totaux|total général|totale|somma|totaal|totalt|summa|sum i alt|"
    "yhteensä|összesen|celkem|celkom|ukupno|skupaj|toplam|σύνολο|итого|всего|сумма|разом|усього|合計|总计|"
    "合计|總計|합계|tổng|tổng cộng|jumlah|รวม|कुल|المجموع|סך הכל".split("|")
)
LONGEST = 40
"""Longest label of a total, with combining marks and spaces before a colon."""
LEAST_ROWS = 2
"""Least number of rows that a total adds up."""


class Records(YamlDocument):
    """A document whose items are rows: the path ("items", k, field...) is a row and a column."""

    __slots__ = ("_columns", "grid", "numbers", "targets", "wrong")

    def __init__(self, grid: CellGrid, targets: list[ColumnTarget]) -> None:
        super().__init__(grid.file, {"items": []}, 0)
        self.grid = grid
        self.numbers: list[int] = []
        self.targets = targets
        self.wrong: dict[int, list[tuple[KeyPath, CellError]]] = {}
        """Errors of cells, by row number."""
        self._columns = {target.path: (target.index + 1, target.header) for target in targets}

    @property
    def whole_names(self) -> tuple[str, ...]:
        """Names of columns that fill a whole field, not a part of one or one language."""
        return tuple(header for path, (_, header) in self._columns.items() if len(path) == 1)

    @property
    def lines(self) -> str:
        """The unit of its places in messages: line or row."""
        return "line" if self.grid.places else "row"

    def place(self, path: KeyPath = (), key: bool = False) -> Place:
        """Return the place of the cell at `path`, or of its row if the field has no column."""
        del key  # a key would be in the header, far from the row
        if len(path) < 2 or not self.numbers:
            return Place(self.file)
        column = self.column(path)[0] if len(path) > 2 else 0
        return self.grid.place(self.numbers[int(path[1])], column)

    @property
    def spelled(self) -> frozenset[str]:
        """Fields whose markup is escaped already."""
        return frozenset(target.path[0] for target in self.targets if target.spelled)

    def column(self, path: KeyPath) -> tuple[int, str]:
        """Return number (from 1) and name of the column that fills `path`; 0 for none."""
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
        self._lacking: set[KeyPath] = set()

    def error(
        self, path: KeyPath, code: str, message: str, hint: str = "", item: str = "", key: bool = False
    ) -> None:
        """Report an error in a cell or row; raise Failure if there are too many."""
        if len(path) > 1:
            name = self.records.column(path)[1]
            where = f"{self.records.grid.word} {self.records.numbers[int(path[1])]}"
            message = f'{where}, column "{name}": {message}' if name else f"{where}: {message}"
            if code == "untranslated" and not name:
                # What all rows lack is reported once.
                if path[2:] in self._lacking:
                    return
                self._lacking.add(path[2:])
                hint = f'add a column "{".".join(map(str, path[2:]))}"{self._of_another_language(path)}'
            elif code == "untranslated":
                hint = "fill its cell"
        super().error(path, code, message, hint, item, key)
        if len(self.found) >= MOST_FINDINGS:
            place = Place(self.document.file)
            message = f"{MOST_FINDINGS} findings in this file; the rest is not checked"
            self.found.append(Diagnostic(place, "too-many", message))
            raise Failure(self.found)

    def report_cells(self) -> None:
        """Report the errors of cells."""
        for k, number in enumerate(self.records.numbers if self.records.wrong else ()):
            for path, error in self.records.wrong.get(number, ()):
                self.error(("items", k, *path), "wrong-type", str(error), error.hint)

    def _of_another_language(self, path: KeyPath) -> str:
        """Return a hint for a column such as `text_fr` if the game has no French."""
        found = next((header for header in self.records.whole_names if _is_of(header, str(path[2]))), "")
        return f'; "{found}" is of a language that the game does not have' if found else ""


def _is_of(header: str, field: str) -> bool:
    suffixed = SUFFIX.match(header)
    return suffixed is not None and field_name(suffixed["name"]) == field


def fill_records(records: Records, rows: Sequence[tuple[int, list[Any]]]) -> None:
    """Add one raw item per row to `records`, and errors of cells."""
    flat = [
        (one.index, one.path[0], one.convert, one.guessed)
        for one in records.targets
        if not one.inside and len(one.path) == 1
    ]
    deep = [
        (one.index, one.inside, one.path, one.convert)
        for one in records.targets
        if one.inside or len(one.path) > 1
    ]
    raws, numbers, wrong = records.data["items"], records.numbers, records.wrong
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
                cell = value_inside(cell, inside)
            if cell.__class__ is str:
                cell = cell.strip()
            if cell != "":
                try:
                    _set_path(raw, path, convert(cell))
                except CellError as error:
                    wrong.setdefault(number, []).append((path, error))
        if raw or number in wrong:
            raws.append(raw)
            numbers.append(number)


def _set_path(raw: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    for step in path[:-1]:
        raw = raw.setdefault(step, {})
    raw[path[-1]] = value


def check_characters(grid: CellGrid, header: tuple[int, list[Any]]) -> list[Diagnostic]:
    """Return a finding for each cell, header included, with unprintable characters."""
    found = [] if grid.places else list(_find_controls(grid, [header]))
    for start in range(0, len(grid.rows), _TESTED):
        rows = grid.rows[start : start + _TESTED]
        # Most files have none: testing many rows at once is faster.
        whole = "".join([cell for _, row in rows for cell in row if isinstance(cell, str)])
        if LOST in whole or find_control(whole):
            found += _find_controls(grid, rows)
    return found[:MOST_FINDINGS]


def _find_controls(grid: CellGrid, rows: Sequence[tuple[int, list[Any]]]) -> Iterator[Diagnostic]:
    for number, row in rows:
        for index, cell in enumerate(row):
            if isinstance(cell, str) and LOST in cell:
                where = f"{grid.word} {number}" + ("" if grid.places else f", column {column_letters(index)}")
                message = f"{where}, {excerpt(cell)}: {LOST_TOLD}"
                place = grid.place(number, index + 1)
                yield Diagnostic(place, "encoding", message, hint=LOST_HINT)
            elif isinstance(cell, str) and (control := find_control(cell)):
                shown = f"U+{ord(control[0]):04X}"
                message = f"{grid.word} {number}: a cell holds the invisible character {shown}"
                place = grid.place(number, index + 1)
                yield Diagnostic(place, "control-character", message, hint="type the text again")


class Total(Struct, frozen=True):
    """A row that adds up `above` rows in `field`; `keep` is a condition for the others, "" if there is none.

    For a total that does not add up, `field` has words in the other rows and is empty here.
    """

    number: int
    label: str
    field: str
    above: int
    keep: str
    adds_up: bool


def _find_labelled(numbers: Sequence[int], items: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Return the labels of rows named like totals, by row number."""
    called: dict[int, str] = {}
    for number, item in zip(numbers, items, strict=True):
        for value in item.values():
            if type(value) is str and len(value) <= LONGEST and _is_called_total(value):
                called[number] = value
                break
    return called


def find_totals(records: Records) -> list[Total]:
    """Return rows that are sums of those above; one without a label only if it is the last."""
    numbers, items = records.numbers, records.data["items"]
    called = _find_labelled(numbers, items)
    cards: list[Mapping[str, Any]] = []
    begins, totals, at = 0, [], 0
    maybe = [k for k, number in enumerate(numbers) if number in called or k == len(items) - 1]
    for k in maybe:  # collect the rows above only for candidates
        cards += items[at:k]
        at = k + 1
        parts = (cards[begins:], cards) if begins else (cards,)
        found = _total(numbers[k], items[k], called.get(numbers[k], ""), parts)
        if found is None:
            cards.append(items[k])
        else:
            totals.append(found)
            begins = len(cards)
    return totals


def refuse_totals(totals: Sequence[Total], rows: RecordFindings, where: Any) -> None:
    """Report `totals` that `where` has not filtered; with "true" all are accepted."""
    if "true" in (where if isinstance(where, list) else [where]):
        return
    there = {number: k for k, number in enumerate(rows.records.numbers)}
    for one in {one.number: one for one in totals}.values():
        if one.number in there:
            called = f' is called "{one.label}" and' if one.label else ""
            message = f'it{called} adds up the {one.above} rows above in "{one.field}": is it a total?'
            if not one.adds_up:
                message = (
                    f'it{called} has only numbers, where the {one.above} rows above have "{one.field}": '
                    "is it a total that does not add up?"
                )
            way = f', or leave it out with where: "{one.keep}"' if one.keep else ""
            hint = f'delete the row{way}; if it is a component, write where: "true"'
            rows.error(("items", there[one.number]), "total-row", message, hint)


def _total(
    number: int, row: Mapping[str, Any], label: str, parts: Sequence[Sequence[Mapping[str, Any]]]
) -> Total | None:
    """Return the total if a row called `label`, or the last row, sums up one of `parts`; else None."""
    words = sum(isinstance(value, str) for value in row.values())
    for above in parts:
        if not (label or _adds_up("copies", row.get("copies"), above)):
            continue
        sums = [name for name, value in row.items() if _adds_up(name, value, above)]
        # Fields that every row above fills and that are empty here.
        lacking = [
            name
            for name in (above[0] if above else ())
            if name not in row and all(name in one for one in above)
        ]
        nameless = "copies" in sums and lacking and (not words or next(iter(above[0])) in lacking)
        wordless = [name for name in lacking if isinstance(above[0][name], str)]
        counted = sums and (label or nameless)
        miscounted = label and wordless and words == 1 < len(row)
        if len(above) < LEAST_ROWS or not (counted or miscounted):
            continue
        field = next((name for name, value in row.items() if value == label), "") if label else lacking[0]
        keep = f"{field} != " + (f"'{label}'" if label else "null") if field.isidentifier() else ""
        of = (sums or wordless)[0]
        return Total(number, label=label, field=of, above=len(above), keep=keep, adds_up=bool(sums))
    return None


def _adds_up(name: str, value: Any, above: Sequence[Mapping[str, Any]]) -> bool:
    values = [row[name] for row in above if name in row]
    if not is_number(value) or len(values) < LEAST_ROWS or not all(map(is_number, values)):
        return False
    return value > 0 and abs(sum(values) - value) <= 1e-9 * max(1.0, abs(value))


def _is_called_total(text: str) -> bool:
    return unicodedata.normalize("NFC", text).strip().rstrip(": \u00a0").casefold() in WORDS
