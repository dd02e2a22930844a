"""Read `from:` of a family or a table: rows of its file become raw items or entries."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import MsgspecError, Struct, msgpack

from prancha.catalogue.items import PlainItems, batch_of_plain_items
from prancha.catalogue.source_files import DataFolder, RefusedFileError
from prancha.catalogue.spreadsheet.cell_grid import CellGrid, warn_of_duplicates
from prancha.catalogue.spreadsheet.cells import CellError
from prancha.catalogue.spreadsheet.data_source import (
    ItemSource,
    SourceReading,
    TableSource,
    note_once,
    open_grid,
)
from prancha.catalogue.spreadsheet.delimited import ChunkedRows
from prancha.catalogue.spreadsheet.json_list import find_list_names
from prancha.catalogue.spreadsheet.query import Query
from prancha.catalogue.spreadsheet.records import (
    RecordFindings,
    Records,
    check_characters,
    fill_records,
    find_labelled_totals,
    find_totals,
    refuse_totals,
)
from prancha.catalogue.spreadsheet.table_columns import ColumnTarget, plan_columns
from prancha.catalogue.spreadsheet.text_encoding import decode
from prancha.catalogue.spreadsheet.workbook_xml import warn_of_hidden
from prancha.catalogue.translations import Translations
from prancha.catalogue.validation_messages import validate
from prancha.catalogue.yaml_document import Findings, KeyPath, YamlDocument, describe
from prancha.model.diagnostic import Diagnostic, Failure, Place, make_warning, suggestion
from prancha.model.values import WrittenFloat, WrittenInt
from prancha.system.cache import KeptParts, context_of
from prancha.system.file_contents import is_file
from prancha.system.limits import reading

_INT, _FLOAT = 1, 2
Source = TypeVar("Source", bound=SourceReading)
_NO_NAMES: Mapping[str, Any] = {}


def read_items(
    value: Any,
    path: KeyPath,
    findings: Findings,
    folder: DataFolder,
    languages: Sequence[str],
    tables: Mapping[str, Any],
    defaults: Mapping[str, Any],
    plain_fields: Collection[str] = (),
) -> RecordFindings | None:
    """Return the rows that `from:` (`value`, at `path` of `findings`) selects, as raw items.

    `plain_fields` have no markup; the result says for which of them the columns took care of it.

    Errors in the YAML are reported to `findings`, errors in the file to the result, or to
    `findings` if the file cannot be read at all (None).
    """
    source = _read_source(ItemSource, value, path, findings)
    read = (
        _read_records(source, path, findings, folder, languages, plain_fields=plain_fields)
        if source
        else None
    )
    if source is None or read is None:
        return None
    records, rows, targets, wrong = read
    fields = {target.path[0] for target in targets} | defaults.keys()
    constants = {**defaults, "tables": tables}
    query = Query(
        records,
        rows,
        findings=findings,
        path=path,
        constants=constants,
        fields=fields,
        comma=source.decimal == "comma",
    )
    totals = find_totals(records, records.called)
    query.filter_rows(source.where)
    note_once(folder, *warn_of_hidden(records.grid, records.numbers, (target.index for target in targets)))
    left = find_totals(records, records.called) if source.where is not None else ()
    refuse_totals([*totals, *left], rows, source.where)
    _note_cells(records, rows, wrong)
    query.compute_fields(source.fields)
    if source.id is not None:
        query.make_ids(source.id, languages)
    elif "id" not in fields:
        example = next((target.path[0] for target in targets if target.path[0] != "copies"), "name")
        message = f'the rows of {records.file} have no column "id"'
        findings.error(path, "missing-key", message, f'make ids from a column: id: "{{{example}}}"')
        return None
    query.sort(source.sort, languages)
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
    findings = Findings(YamlDocument(folder.shown(name), {}, 0))
    try:
        grid, header, number = open_grid(
            SourceReading(file=name, sheet=sheet, header=row), folder, findings, ()
        )
    except Failure as failure:
        if [one.code for one in failure.diagnostics] != ["merged-cells"]:
            raise
        options["merged"] = "fill"
        grid, header, number = open_grid(
            SourceReading(file=name, sheet=sheet, header=row, merged="fill"), folder, findings, ()
        )
    if any(note.code == "encoding" for note in folder.notes):
        options["encoding"] = decode(folder.read(name), folder.shown(name), None).guessed
    return grid, header, number, options


def read_table(
    value: Any, path: KeyPath, findings: Findings, folder: DataFolder, languages: Sequence[str]
) -> dict[Any, Any]:
    """Return the entries that `from:` of a table (`value`, at `path` of `findings`) selects."""
    source = _read_source(TableSource, value, path, findings)
    read = _read_records(source, path, findings, folder, languages) if source else None
    if source is None or read is None:
        return {}
    records, rows, targets, wrong = read
    fields = {target.path[0] for target in targets}
    for role in ("key", "value"):
        name = getattr(source, role)
        if name is not None and name not in fields:
            message = f'there is no column "{name}" in {records.file}'
            findings.error((*path, role), "unknown-column", message, suggestion(name, fields))
            return {}
    query = Query(
        records,
        rows,
        findings=findings,
        path=path,
        constants=_NO_NAMES,
        fields=fields,
        comma=source.decimal == "comma",
    )
    query.filter_rows(source.where)
    _note_cells(records, rows, wrong)
    query.compute_fields(source.fields)
    query.sort(source.sort, languages)
    key = source.key or (targets[0].path[0] if targets else "")
    table = _table_entries(records, rows, key, source.value)
    Translations(rows, tuple(languages)).check(("items",), records.data["items"])
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


def _read_source(model: type[Source], value: Any, path: KeyPath, findings: Findings) -> Source | None:
    data = {"file": value} if isinstance(value, str) else value
    if not isinstance(data, dict):
        message = f'"from" must be the name of a file, or file: with more keys, not {describe(value)}'
        findings.error(path, "wrong-type", message, "write from: cards.csv")
        return None
    return validate(model, findings, data, path)


def _read_records(
    source: SourceReading,
    path: KeyPath,
    findings: Findings,
    folder: DataFolder,
    languages: Sequence[str],
    plain_fields: Collection[str] = (),
) -> tuple[Records, RecordFindings, list[ColumnTarget], dict[int, list[Any]]] | None:
    """Return the rows of the file as raw items, and errors of their cells."""
    before = len(findings.found)
    try:
        grid, header, number = open_grid(source, folder, findings, path, languages)
    except RefusedFileError as error:
        at = (*path, "file") if len(path) and _has_file(findings, path) else path
        findings.error(at, error.code, str(error), error.hint)
        return None
    except Failure as failure:
        findings.found += failure.diagnostics
        return None
    note_once(folder, *_warn_of_pictures(grid, header, folder))
    note_once(folder, *warn_of_duplicates(grid, header, number, source.columns))
    targets = plan_columns(
        grid,
        header,
        row=number,
        reading=source,
        findings=findings,
        path=path,
        languages=languages,
        plain_fields=plain_fields,
    )
    findings.found += check_characters(grid, (number, header))
    if len(findings.found) > before:
        return None
    records = Records(grid, targets)
    wrong = _fill(records, source, targets, languages)
    return records, RecordFindings(records), targets, wrong


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


def _fill(
    records: Records, source: SourceReading, targets: list[ColumnTarget], languages: Sequence[str]
) -> dict[int, list[Any]]:
    """Read rows into `records`, those of long files through the cache; return errors by row number."""
    grid = records.grid
    if not isinstance(grid.rows, ChunkedRows):
        return fill_records(records, grid.rows, targets)
    columns = [(one.index, one.header, one.path, one.inside, one.guessed, one.spelled) for one in targets]
    told = repr((source.columns, source.decimal, columns, tuple(languages)))
    return fill_from_cache(records, grid.rows, targets, told)


def _has_file(findings: Findings, path: KeyPath) -> bool:
    value: Any = findings.document.data
    for step in path:
        value = value[step]
    return isinstance(value, dict)


def _note_cells(records: Records, rows: RecordFindings, wrong: Mapping[int, list[Any]]) -> None:
    if wrong:
        for k, number in enumerate(records.numbers):
            for path, error in wrong.get(number, ()):
                rows.error(("items", k, *path), "wrong-type", str(error), error.hint)


class _Batch(Struct, frozen=True, array_like=True):
    """Items of rows without wrong cells, and the labels of possible totals among them.

    Row numbers count from the first row of the chunk.
    """

    numbers: list[int]
    items: list[dict[str, Any]]
    called: dict[int, str]
    plain: PlainItems | None


def fill_from_cache(
    records: Records, rows: ChunkedRows, targets: list[ColumnTarget], reading: str
) -> dict[int, list[tuple[KeyPath, CellError]]]:
    """Do as `fill_records`, reusing chunks of earlier runs; `reading` identifies how rows are read.

    Chunks with a wrong cell are read each time, to report it.
    """
    context, parts = context_of(reading), rows.parts
    wrong: dict[int, list[tuple[KeyPath, CellError]]] = {}
    called: dict[int, str] = {}
    for chunk in rows.chunks:
        source = context + chunk.cut.digest
        known = parts.find(source)
        if known is not None:
            _add_batch(records, _READER.decode(known), called, chunk.first)
            continue
        fresh = Records(records.grid, targets)
        found = fill_records(fresh, chunk.rows(), targets)
        items, numbers = fresh.data["items"], [number - chunk.first for number in fresh.numbers]
        batch = _Batch(numbers, items, find_labelled_totals(numbers, items), batch_of_plain_items(items))
        if found:
            wrong |= found
        else:
            _cache_batch(parts, source, batch)
        _add_batch(records, batch, called, chunk.first)
    records.called = called
    parts.save()
    return wrong


def _add_batch(records: Records, batch: _Batch, called: dict[int, str], before: int) -> None:
    """Add a batch of rows that has `before` rows before it."""
    if batch.plain is not None:
        records.plain[len(records.numbers)] = batch.plain
    records.data["items"] += batch.items
    records.numbers += [before + number for number in batch.numbers]
    called.update((before + number, name) for number, name in batch.called.items())


def _cache_batch(parts: KeptParts, source: bytes, batch: _Batch) -> None:
    try:
        part = _WRITER.encode(batch)
    except (MsgspecError, OverflowError):  # a number too large for msgpack
        return
    parts.put(source, part)


def _encode_number(value: Any) -> msgpack.Ext:
    """Encode a number with its written form."""
    if isinstance(value, WrittenInt):
        return msgpack.Ext(_INT, msgpack.encode((int(value), value.written)))
    if isinstance(value, WrittenFloat):
        return msgpack.Ext(_FLOAT, msgpack.encode((float(value), value.written)))
    raise TypeError(f"a cell gives no {type(value).__name__}")


def _decode_number(code: int, data: memoryview) -> WrittenInt | WrittenFloat:
    """Decode a number with its written form."""
    number, written = msgpack.decode(data)
    return WrittenInt(number, written) if code == _INT else WrittenFloat(number, written)


_WRITER = msgpack.Encoder(enc_hook=_encode_number)
_READER = msgpack.Decoder(_Batch, ext_hook=_decode_number)
