"""Read `from:` of a family or a table: rows of its file become raw items or entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from prancha.catalogue.source_files import DataFolder, RefusedFileError
from prancha.catalogue.spreadsheet.cell_grid import CellGrid, warn_of_duplicates
from prancha.catalogue.spreadsheet.data_source import (
    ItemSource,
    ListRequest,
    SourceReading,
    TableSource,
    note_once,
    open_grid,
)
from prancha.catalogue.spreadsheet.json_list import find_list_names
from prancha.catalogue.spreadsheet.query import Query
from prancha.catalogue.spreadsheet.records import (
    RecordFindings,
    Records,
    check_characters,
    fill_records,
    find_totals,
    refuse_totals,
)
from prancha.catalogue.spreadsheet.table_columns import plan_columns
from prancha.catalogue.spreadsheet.text_encoding import decode
from prancha.catalogue.spreadsheet.workbook_xml import warn_of_hidden
from prancha.catalogue.translations import Translations
from prancha.catalogue.validation_messages import validate
from prancha.catalogue.yaml_document import Findings, YamlDocument, describe
from prancha.model.diagnostic import Diagnostic, Failure, Place, make_warning, suggestion
from prancha.system.file_contents import is_file
from prancha.system.limits import reading

Source = TypeVar("Source", bound=SourceReading)


def read_items(
    value: Any, request: ListRequest, tables: Mapping[str, Any], defaults: Mapping[str, Any]
) -> RecordFindings | None:
    """Return the rows that a `from:` (`value`) selects, as raw items.

    Errors in the YAML are reported to the request, errors in the file to the result, or to
    the request if the file cannot be read at all (None).
    """
    source = _read_source(ItemSource, value, request)
    if source is None:
        return None
    request = replace(request, source=source)
    rows = _read_records(request)
    if rows is None:
        return None
    records, targets = rows.records, rows.records.targets
    fields = {target.path[0] for target in targets} | defaults.keys()
    query = Query(rows, request, {**defaults, "tables": tables}, fields)
    totals = find_totals(records)
    query.filter_rows(source.where)
    hidden = warn_of_hidden(records.grid, records.numbers, (target.index for target in targets))
    note_once(request.folder, *hidden)
    left = find_totals(records) if source.where is not None else ()
    refuse_totals([*totals, *left], rows, source.where)
    rows.report_cells()
    query.compute_fields(source.fields)
    if source.id is not None:
        query.make_ids(source.id)
    elif "id" not in fields:
        example = next((target.path[0] for target in targets if target.path[0] != "copies"), "name")
        message = f'the rows of {records.file} have no column "id"'
        request.error((), "missing-key", message, f'make ids from a column: id: "{{{example}}}"')
        return None
    query.sort(source.sort)
    if not records.numbers and not rows.found:
        where = " for which where: is true" if source.where is not None else " below its header"
        rows.found.append(Diagnostic(Place(records.file), "no-items", f"the file has no row{where}"))
    return rows


def list_sheets(name: str, folder: DataFolder) -> tuple[str, ...]:
    """Return the visible sheets of a workbook, or the lists of objects in a JSON file.

    A file that is a list itself has none.  Raises RefusedFileError and Failure.
    """
    data, ending = folder.read(name), name.rpartition(".")[2].lower()
    if ending in ("xlsx", "ods"):
        from prancha.catalogue.spreadsheet.workbook import sheet_names

        with reading(folder.shown(name), len(data)):
            return sheet_names(data, folder.shown(name))
    return find_list_names(decode(data, folder.shown(name), None).text) if ending == "json" else ()


def inspect_data_file(
    name: str, folder: DataFolder, sheet: str | None = None, row: int | None = None
) -> tuple[CellGrid, list[Any], int, dict[str, Any]]:
    """Return the rows, the header, its row number, and the keys of `from:` needed to read them.

    The header is `row`, or the first row that is not empty.  Raises RefusedFileError and Failure.
    """
    options: dict[str, Any] = {} if sheet is None else {"sheet": sheet}
    options |= {} if row is None else {"header": row}
    request = ListRequest((), Findings(YamlDocument(folder.shown(name), {}, 0)), folder)
    try:
        grid, header, number = open_grid(replace(request, source=SourceReading(file=name, **options)))
    except Failure as failure:
        if [one.code for one in failure.diagnostics] != ["merged-cells"]:
            raise
        options["merged"] = "fill"
        grid, header, number = open_grid(replace(request, source=SourceReading(file=name, **options)))
    if any(note.code == "encoding" for note in folder.notes):
        options["encoding"] = decode(folder.read(name), folder.shown(name), None).guessed
    return grid, header, number, options


def read_table(value: Any, request: ListRequest) -> dict[Any, Any]:
    """Return the entries that `from:` of a table (`value`) selects."""
    source = _read_source(TableSource, value, request)
    if source is None:
        return {}
    request = replace(request, source=source)
    rows = _read_records(request)
    if rows is None:
        return {}
    records, findings = rows.records, request.findings
    fields = {target.path[0]: None for target in records.targets}
    for role in ("key", "value"):
        name = getattr(source, role)
        if name is not None and name not in fields:
            message = f'there is no column "{name}" in {records.file}'
            request.error((role,), "unknown-column", message, suggestion(name, fields))
            return {}
    query = Query(rows, request, {}, fields)
    query.filter_rows(source.where)
    rows.report_cells()
    query.compute_fields(source.fields)
    query.sort(source.sort)
    table = _table_entries(records, rows, source.key or next(iter(fields), ""), source.value)
    Translations(rows, tuple(request.languages)).check(("items",), records.data["items"])
    findings.found += rows.found
    findings.lacks += rows.lacks
    return table


def _table_entries(records: Records, rows: RecordFindings, key: str, value: str | None) -> dict[Any, Any]:
    table: dict[Any, Any] = {}
    for k, raw in enumerate(records.data["items"]):
        name = raw.get(key)
        if not isinstance(name, str | int) or isinstance(name, bool):
            message = f'the key "{key}" must be a text or a whole number, not {describe(name)}'
            rows.error(("items", k, key), "wrong-type", message)
        elif name in table:
            rows.error(("items", k, key), "duplicate-key", f'the key "{name}" is there twice')
        else:
            rest = {field: part for field, part in raw.items() if field != key}
            table[name] = raw.get(value) if value is not None else rest
    return table


def _read_source(model: type[Source], value: Any, request: ListRequest) -> Source | None:
    data = {"file": value} if isinstance(value, str) else value
    if not isinstance(data, dict):
        message = f'"from" must be the name of a file, or file: with more keys, not {describe(value)}'
        request.error((), "wrong-type", message, "write from: cards.csv")
        return None
    return validate(model, request.findings, data, request.path)


def _read_records(request: ListRequest) -> RecordFindings | None:
    """Return the rows of the file as raw items; None after reporting that it cannot be read."""
    found, folder = request.findings.found, request.folder
    before = len(found)
    try:
        grid, header, number = open_grid(request)
    except RefusedFileError as error:
        request.error(("file",) if _has_file(request) else (), error.code, str(error), error.hint)
        return None
    except Failure as failure:
        found += failure.diagnostics
        return None
    note_once(folder, *_warn_of_pictures(grid, header, folder))
    note_once(folder, *warn_of_duplicates(grid, header, number, request.source.columns))
    records = Records(grid, plan_columns(grid, header, number, request))
    found += check_characters(grid, (number, header))
    if len(found) > before:
        return None
    fill_records(records, grid.rows)
    return RecordFindings(records)


def _warn_of_pictures(grid: CellGrid, header: Sequence[Any], folder: DataFolder) -> Iterator[Diagnostic]:
    """Yield warnings of pictures in cells that are not extracted from the workbook yet."""
    art = folder.root / "templates" / folder.folder.name / "art"
    lacking = [name for name in grid.pictures if not is_file(art / name)]
    for number, row in grid.rows if lacking else ():
        for index, cell in enumerate(row):
            if cell in lacking:
                column = str(header[index]).strip() if index < len(header) else ""
                message = f'row {number}, column "{column}": the picture in the cell is not in the game yet'
                hint = f"prancha new {folder.folder.name} --from {grid.file} takes it out of the workbook"
                yield make_warning(grid.place(number, index + 1), "cell-picture", message, hint)


def _has_file(request: ListRequest) -> bool:
    value: Any = request.findings.document.data
    for step in request.path:
        value = value[step]
    return bool(request.path) and isinstance(value, dict)
