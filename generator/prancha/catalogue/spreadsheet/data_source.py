"""The keys of `from:`, and the file it names as rows below a header."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue.source_files import DataFolder, refuse_conflicts
from prancha.catalogue.spreadsheet.cell_grid import CellGrid, column_letters
from prancha.catalogue.spreadsheet.delimited import DELIMITERS, read_delimited
from prancha.catalogue.spreadsheet.json_list import read_json
from prancha.catalogue.spreadsheet.text_encoding import decode, find_codec, suggest_encodings
from prancha.catalogue.validation import Field, Keys, schema_of
from prancha.catalogue.yaml_document import Findings, KeyPath, describe
from prancha.model.diagnostic import Diagnostic, Failure, Place, make_warning
from prancha.system.limits import reading

Text = Annotated[str, Field(min_length=1, pattern=r"\S")]
Letters = Annotated[str, Field(min_length=1)]
"""A text that may be only spaces."""
_TEXT = {"type": "string"}
SheetOrNumber = Annotated[Any, Field(schema={"anyOf": [_TEXT, {"type": "integer", "minimum": 1}]})]
SomeTexts = Annotated[Any, Field(schema={"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]})]
_JSON = ("json", "jsonl", "ndjson")
_IDLE = {
    **dict.fromkeys(("csv", "tsv", "txt"), ("sheet", "merged")),
    **dict.fromkeys(("xlsx", "ods"), ("encoding", "delimiter")),
    "json": ("header", "delimiter", "merged"),
    **dict.fromkeys(("jsonl", "ndjson"), ("header", "delimiter", "merged", "sheet")),
}
"""Keys of `from:` without effect, by type of file."""
_COMMA_LANGUAGES = frozenset(
    "af az be bg bs ca cs da de el es et eu fi fo fr gl hr hu hy id is it ka kk ky lt lv mk nb nl nn no pl "
    "pt ro ru sk sl sq sr sv tr tt uk uz vi".split()
)
"""Languages with a decimal comma (CLDR 46)."""


class Column(Keys):
    """What one column becomes."""

    field: Text
    type: Literal["auto", "text", "number", "whole", "boolean", "list"] = "auto"
    separator: Text = ","
    markup: Literal["read", "none"] = "read"
    replace: dict[Letters, str] = {}


ColumnOrName = Annotated[Any, Field(schema={"anyOf": [_TEXT, {"type": "null"}, schema_of(Column)]})]


class SourceReading(Keys):
    """How the rows of one file are read."""

    file: Text
    sheet: SheetOrNumber = None
    header: Annotated[int, Field(ge=1, le=1000)] | None = None
    encoding: Text | None = None
    delimiter: Literal["comma", "semicolon", "tab", "bar"] | None = None
    decimal: Literal["point", "comma"] = "point"
    merged: Literal["refuse", "fill"] = "refuse"
    columns: dict[Text, ColumnOrName] = {}
    where: SomeTexts = None
    sort: Any = None
    fields: dict[Text, Text] = {}


class ItemSource(SourceReading):
    """`from:` of a family."""

    id: Text | None = None


class TableSource(SourceReading):
    """`from:` of a table; each row is an entry under its `key`, or only its `value`."""

    key: Text | None = None
    value: Text | None = None


class ListRequest(Struct, frozen=True):
    """A `from:` at `path` of a document, and what reading its file needs."""

    path: KeyPath
    findings: Findings
    folder: DataFolder
    languages: Sequence[str] = ()
    plain_fields: Collection[str] = ()
    """Fields whose texts have no markup, which the family escapes."""
    source: SourceReading = SourceReading(file="")
    """The keys, once they are read."""

    def error(self, steps: KeyPath, code: str, message: str, hint: str = "", *, key: bool = False) -> None:
        """Report an error in one of the keys."""
        self.findings.error((*self.path, *steps), code, message, hint, key=key)


def open_grid(request: ListRequest) -> tuple[CellGrid, list[Any], int]:
    """Return the rows below the header, the header, and its row number."""
    folder, file = request.folder, request.source.file
    data = folder.read(file)
    with reading(folder.shown(file), len(data)):
        return _read_rows(data, request)


def _read_rows(data: bytes, request: ListRequest) -> tuple[CellGrid, list[Any], int]:
    source, folder = request.source, request.folder
    file, sheet = folder.shown(source.file), source.sheet
    ending = source.file.rpartition(".")[2].lower()
    idle = _IDLE.get(ending, ())
    for key in idle:
        if key in source.written:
            message = f'unknown key "{key}": it has no effect on a .{ending} file'
            request.error((key,), "unknown-key", message, "delete the line", key=True)
    if "sheet" not in idle and sheet is not None and (type(sheet) not in (str, int) or sheet in ("", 0)):
        message = f"a sheet must be its name or its number from 1, not {describe(sheet)}"
        request.error(("sheet",), "wrong-type", message)
        sheet = None
    if ending in ("xlsx", "ods"):
        from prancha.catalogue.spreadsheet.workbook import read_workbook  # not needed for CSV

        grid = read_workbook(data, file, sheet, source.decimal == "comma")
        note_once(folder, *grid.notes, *_warn_of_decimals(grid, request))
        return _split_header(grid, source)
    if source.encoding is not None and not find_codec(source.encoding):
        message = f'"{source.encoding}" is not a text encoding'
        request.error(("encoding",), "unknown-word", message, suggest_encodings(source.encoding))
        raise Failure([])
    decoded = decode(data, file, source.encoding)
    text = decoded.text
    refuse_conflicts(text, file)
    if decoded.note is not None:
        note_once(folder, decoded.note)
    if ending in _JSON:
        grid, keys = read_json(text, file, sheet, lines=ending != "json")
        return grid, keys, 0
    delimiter = DELIMITERS[source.delimiter] if source.delimiter else "\t" if ending == "tsv" else None
    return _split_header(CellGrid(file, read_delimited(text, file, delimiter)), source)


def _warn_of_decimals(grid: CellGrid, request: ListRequest) -> Iterator[Diagnostic]:
    """Yield a warning if numbers print with a point that their author likely sees with a comma."""
    bases = {language.split("-")[0] for language in request.languages}
    if grid.decimal_row and "decimal" not in request.source.written and bases & _COMMA_LANGUAGES:
        message = f"numbers with a fraction, such as in row {grid.decimal_row}, print with a point"
        hint = "write decimal: comma beside file: if they are to print as 1,5, else decimal: point"
        yield make_warning(Place(grid.file, grid.decimal_row, 1), "decimal-sign", message, hint)


def note_once(folder: DataFolder, *notes: Diagnostic) -> None:
    """Record warnings about a file; a file used by two families warns once."""
    folder.notes += [note for note in notes if note not in folder.notes]


def _split_header(grid: CellGrid, source: SourceReading) -> tuple[CellGrid, list[Any], int]:
    rows = [row for row in grid.rows if row[0] >= (source.header or 1)]
    if not rows:
        message = (
            "the sheet is empty" if not grid.rows else f"there is nothing in row {source.header} or below"
        )
        hint = "write the names of the columns in the first row"
        raise Failure([Diagnostic(Place(grid.file), "no-items", message, hint=hint)])
    number, header = rows[0]
    rest = rows[1:]
    cells = dict(rest) if grid.spans else {}
    for top, bottom, left, right in grid.spans:
        if bottom < number:
            continue
        if top < bottom == number and left == right:  # a merged name that reaches down to the header
            above = dict(grid.rows).get(top, [])
            header[left : left + 1] = above[left : left + 1]
            continue
        if top <= number or source.merged == "refuse":
            area = f"{column_letters(left)}{top}:{column_letters(right)}{bottom}"
            message = f"row {top}: the cells {area} are merged"
            hint = (
                "unmerge them"
                if top <= number
                else "unmerge them, or write merged: fill to give all of them the value"
            )
            raise Failure([Diagnostic(grid.place(top, left + 1), "merged-cells", message, hint=hint)])
        value = cells[top][left] if top in cells and left < len(cells[top]) else ""
        for row in range(top, bottom + 1):
            if row in cells:
                cells[row][left : right + 1] = [value] * (right + 1 - left)
    return replace(grid, rows=rest, spans=[], notes=[], decimal_row=0), header, number
