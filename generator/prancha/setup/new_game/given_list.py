"""One list as its author gave it: its rows, the names of its columns, and how to read the file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path, PurePath
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue.source_files import ENDINGS, DataFolder, RefusedFileError, read_text, refuse_link
from prancha.catalogue.spreadsheet import column_names, inspect_data_file, list_sheets, unnamed_column
from prancha.catalogue.spreadsheet.cell_grid import CellGrid
from prancha.catalogue.spreadsheet.delimited import read_behind_quotes
from prancha.catalogue.spreadsheet.json_list import find_lists, list_type
from prancha.catalogue.spreadsheet.text_encoding import decode
from prancha.catalogue.spreadsheet.workbook_xml import warn_of_hidden
from prancha.model.diagnostic import Diagnostic, Failure, Place, counted, excerpt, suggestion
from prancha.setup.new_game.anki_notes import read_notes
from prancha.setup.new_game.list_meanings import COMMA, POINT, is_number, row_names
from prancha.setup.new_game.rewritten_lists import (
    COUNTS,
    HOLD,
    LONGEST_NAME,
    MARKDOWN,
    YAML,
    YEAR,
    as_csv,
    as_text,
    doubtful_names,
    flatten_json,
    from_markdown,
    from_yaml,
    turn_upright,
    with_names,
)

_CHANGE = "change that file, or start again from the list"
_OBJECTS = (".json", ".jsonl", ".ndjson")
_TABLES = (".csv", ".tsv", ".txt")
_BOOKS = (".xlsx", ".ods")
"""Endings of files whose columns can be named where they were made."""
_LAST = 4
"""The last row that is tried for the names of columns."""
_SHARE_OF_NUMBERS = 0.6
"""Share of numbers from which on a column is one of numbers."""


class Head(Struct, frozen=True):
    """The rows below the names of the columns, the `names`, and the keys of `from:` that say so.

    `above` are names for columns that have none in their row, from the row above it.
    """

    grid: CellGrid
    names: list[Any]
    options: dict[str, Any]
    told: tuple[str, ...] = ()
    above: dict[str, str] = {}


class GivenList(Struct, frozen=True):
    """A list that was read: `file` with `data` is its copy, `options` the keys of `from:` it takes.

    `rows` hold a cell for each of `names`, as values where the file is `typed`.  `told` says which part of
    the file was read and why, `notes` what its reading remarked.  A list is `rewritten` that cannot stand in
    a game as it is.
    """

    source: Path
    file: str
    data: bytes
    options: dict[str, Any]
    names: list[str]
    rows: list[list[Any]]
    typed: bool
    told: tuple[str, ...]
    notes: tuple[str, ...]
    rewritten: bool = False
    rows_at: tuple[str, ...] = ()
    """What each row is called in messages: `row 5`."""
    called: Mapping[str, str] = {}
    """What columns without a name are called in the row above that of the names."""
    pictures: Mapping[str, bytes] = {}
    """Pictures in its cells, by the names that stand for them."""
    in_place: bool = False
    """Whether the list is read where it lies: `file` leads there from the folder of the game."""


def file_from(source: PurePath, project: PurePath, game: str) -> str:
    """Return how the folder of a game names a list of the project; "" for one elsewhere, or with such a name.

    What lies in `output/` is made anew by the next build.
    """
    if not source.is_relative_to(project) or source.suffix.lower() not in ENDINGS:
        return ""
    parts = source.relative_to(project).parts
    if parts[0] == "output" or any("\\" in part or not part.isprintable() for part in parts):
        return ""
    home = ("components", game)
    shared = next(count for count in (2, 1, 0) if parts[:count] == home[:count])
    return "../" * (2 - shared) + "/".join(parts[shared:])


def read_list(source: Path, stem: str, sheet: str = "") -> GivenList:
    """Read the list `source`, to be called `stem`; `sheet` names the part of it.  Raises Failure."""
    name, folder, head, data, told = _open(source, stem, sheet)
    grid, header, options = head.grid, head.names, head.options
    rows = [cells for _, cells in grid.rows]
    rows_at = [f"{grid.word} {number}" for number, _ in grid.rows]
    ending = Path(name).suffix.lower()
    made, why = _rewrite(header, rows, ending, f"{stem}.csv")
    told += [*head.told, *why]
    if made is not None:
        header, rows = made
        rows_at = [f"row {number}" for number, _ in enumerate(rows, 2)]
        options, data, ending = {}, as_csv(header, rows), ".csv"
    if not rows:
        message, hint = "there is no row below the names of the columns", "write one row per component"
        raise Failure([Diagnostic(Place(str(source)), "no-items", message, hint=hint)])
    typed = grid.typed and made is None
    texts = [] if typed else [cell.strip() for row in rows for cell in row if isinstance(cell, str)]
    if options.get("decimal") is None and any(map(COMMA.match, texts)) and not any(map(POINT.match, texts)):
        options["decimal"] = "comma"
    width = max(map(len, [header, *rows]))
    unnamed = {unnamed_column(k) for k in range(width) if any(k < len(row) and row[k] != "" for row in rows)}
    names = column_names(header, unnamed, width)
    above = head.above if made is None else {}
    called = {name: word for name, word in above.items() if name in names}
    shown = (k for k, name in enumerate(names) if name)
    unseen = warn_of_hidden(grid, (number for number, _ in grid.rows), shown)
    named = len(header) if made is None and not grid.typed else width
    longer = [rows_at[k] for k, row in enumerate(rows) if any(str(cell).strip() for cell in row[named:])]
    if longer:
        told.append(
            f"{row_names(longer)}: more cells than names of columns, so that cells stand in the wrong "
            "columns; put texts that hold the sign between cells in quotes"
        )
    if grid.formatted:
        cells = counted(grid.formatted, "cell")
        told.append(f"bold and italics: those within {cells} are kept, as <b> and <i> of texts")
    return GivenList(
        source,
        f"{stem}{ending}",
        data=data,
        options=options,
        names=names,
        rows=[[*row, *[""] * (len(names) - len(row))] for row in rows],
        typed=typed,
        told=(*told, *_called([str(cell).strip() for cell in header], names, called)),
        notes=tuple(one.message for one in (*folder.notes, *unseen) if one.code != "several-sheets"),
        rewritten=made is not None or name != source.name,
        rows_at=tuple(rows_at),
        called=called,
        pictures=grid.pictures,
    )


def _open(source: Path, stem: str, sheet: str) -> tuple[str, DataFolder, Head, bytes, list[str]]:
    """Return name, folder, head and bytes of the file, or of what it becomes, and notes; raises Failure."""
    folder, name = DataFolder(source.parent, source.parent), source.name
    told: list[str] = []
    try:
        refuse_link(str(source))
    except RefusedFileError as error:
        raise _refused(source, error) from None
    if source.suffix.lower() in YAML:
        name = f"{source.stem}.json"
        text, cut = from_yaml(source)
        inner = flatten_json(text, source.name) if not sheet else None
        folder.give(name, inner[0] if inner else text.encode())
        what = f"of a YAML file {inner[1]} stand" if inner else "a YAML list stands"
        told += [f"{what} there as {stem}.json: {_CHANGE}", *cut]
    elif source.suffix.lower() in MARKDOWN:
        name = f"{source.stem}.csv"
        table, which = from_markdown(source)
        folder.give(name, table)
        told.append(f"{which} is stored as {stem}.csv: {_CHANGE}")
    elif source.suffix.lower() == ".json" and not sheet:
        try:
            text = read_text(source, source.name)
        except Failure:
            text = ""  # it is told where the file is read
        if inner := flatten_json(text, source.name):
            name = f"{source.stem}-{stem}.json"
            folder.give(name, inner[0])
            told.append(f"{inner[1]} are stored as {stem}.json: {_CHANGE}")
    try:
        if source.suffix.lower() in _TABLES and (notes := _notes_of_anki(folder.read(name), name)):
            name = f"{source.stem}-{stem}.csv"
            folder.give(name, as_csv(*notes))
            fields = ", ".join(notes[0])
            told.append(f"the notes that Anki exported, with {fields}, are stored as {stem}.csv: {_CHANGE}")
        elif source.suffix.lower() in _TABLES and (behind := read_behind_quotes(folder.read(name), name)):
            name = f"{source.stem}-{stem}.csv"
            folder.give(name, as_csv(behind[0][0], behind[0][1:]))
            odd = f"{behind[1]} has a text behind a closing quote, and stays without the quotes"
            told.append(f"{odd}: the list is stored as {stem}.csv: {_CHANGE}")
        sheets = list_sheets(name, folder)
        chosen, why = _sheet(name, folder, sheets, sheet)
        told += why
        head, data = find_head(name, folder, chosen), folder.read(name)
    except RefusedFileError as error:
        raise _refused(source, error) from None
    content = json.loads(decode(data, name, None).text) if name.lower().endswith(".json") else None
    for key, part in content.items() if isinstance(content, dict) else ():
        if isinstance(part, list) and part and not list_type(part):
            told.append(f'not read: "{key}" ({counted(len(part), "entry")}, neither objects nor texts)')
    options = dict(head.options)
    if "encoding" in options:
        told.append(
            f"encoding: {options['encoding']} (found out; where words are wrong, save the list as UTF-8 and "
            f"begin anew, or write another name at encoding: in {stem}.yaml)"
        )
    if chosen is None and any(note.code == "several-sheets" for note in folder.notes):
        options["sheet"] = sheets[0]
        told.append(f'sheet: "{sheets[0]}" (the only one that is not hidden)')
    return name, folder, replace(head, options=options), data, told


def _notes_of_anki(data: bytes, file: str) -> tuple[list[str], list[list[str]]] | None:
    try:
        return read_notes(decode(data, file, None).text) if b"#separator:" in data[:1000] else None
    except Failure:
        return None  # it is told where the file is read


def _refused(source: Path, error: RefusedFileError) -> Failure:
    return Failure([Diagnostic(Place(str(source)), error.code, str(error), hint=error.hint)])


def _rewrite(
    header: Sequence[Any], rows: Sequence[Sequence[Any]], ending: str, file: str
) -> tuple[tuple[list[str], list[list[str]]] | None, tuple[str, ...]]:
    """Return the names and rows of a list rewritten as `file`, None where it stays; and notes."""
    if ending in _OBJECTS:
        return None, ()
    lines = [[as_text(cell) for cell in row] for row in (header, *rows)]
    if (named := with_names(lines)) and (ending not in _BOOKS or max(map(len, lines)) > 1):
        columns, cards = named
        why = f"the first row, {excerpt(' '.join(cards[0]))}, is a card"
        if columns[0] == COUNTS:
            why = f"each line counts a card, such as {excerpt(' '.join(cards[0]))}"
        return named, (f"names of columns: {', '.join(columns)} ({why}); it is stored as {file}: {_CHANGE}",)
    if ending not in _BOOKS and rows and max(map(len, [header, *rows])) == 1:
        name = f'names of columns: "{header[0]}", in the first row, is no card but names the column'
        return None, (f"{name}; if it is a card, write a name above it",)
    stood = turn_upright(header, rows)
    if stood:
        return stood, (f"a transposed list, with a column for each card, is stored as {file}: {_CHANGE}",)
    if doubtful_names(header, rows):
        names = excerpt(" | ".join(map(as_text, header)))
        return None, (f"names of columns: the first row, {names}; if it is a card, write names above it",)
    return None, ()


def _sheet(name: str, folder: DataFolder, sheets: Sequence[str], asked: str) -> tuple[str | None, list[str]]:
    """Return the sheet to read, None where there is no choice, and why that one."""
    if asked:
        if sheets and asked not in sheets:
            message = f'there is no sheet "{asked}" in the file'
            raise Failure([Diagnostic(Place(name), "no-sheet", message, hint=suggestion(asked, sheets))])
        return (asked, [f'sheet: "{asked}" (asked for)']) if sheets else (None, [])
    if len(sheets) < 2:
        return None, []
    sizes: dict[str, tuple[int, int]] = {}
    refused: dict[str, Failure] = {}
    for sheet in sheets:
        try:
            sizes[sheet] = _size(name, folder, sheet)
        except Failure as raised:
            refused[sheet] = raised
    best = max(sizes, key=lambda sheet: (sizes[sheet][1] > 1, sizes[sheet][0] > 0), default="")
    if refused and (not best or sizes[best][1] < 2):
        raise next(iter(refused.values()))
    is_json = name.lower().endswith(".json")
    if is_json:
        kinds = find_lists(json.loads(decode(folder.read(name), name, None).text))
        alike = [one for one in sizes if kinds[one] == kinds[sheets[0]]]
        held = [one for one in alike if one.casefold() in HOLD and sizes[one][0]]
        longest = max(alike, key=lambda one: sizes[one])
        best = max(held or alike, key=lambda one: sizes[one])
    word = "entry" if is_json else "row"
    others = ", ".join(
        f'"{sheet}" ({counted(sizes[sheet][0], word)})' if sheet in sizes else f'"{sheet}"'
        for sheet in sheets
        if sheet != best
    )
    why = "the first that is a table"
    if is_json:
        why = "the longest list" if best == longest else "its name says that it lists components"
    told = [f'sheet: "{best}" ({why}; there is also {others}: --sheet NAME)']
    for sheet, failure in refused.items():
        told.append(f'sheet: not "{sheet}" ({failure.diagnostics[0].message})')
    return best, told


def _size(name: str, folder: DataFolder, sheet: str) -> tuple[int, int]:
    """Return rows below the header and named columns of one sheet; raises Failure."""
    try:
        head = find_head(name, folder, sheet)
    except Failure as failure:
        if {one.code for one in failure.diagnostics} == {"no-items"}:
            return 0, 0
        raise
    rows = head.grid.rows
    wide = max((sum(str(cell).strip() != "" for cell in cells) for _, cells in rows), default=0)
    return len(rows), max(wide, sum(str(cell).strip() != "" for cell in head.names) if rows else 0)


def _called(plain: Sequence[str], names: Sequence[str], above: Mapping[str, str]) -> list[str]:
    told, twice = [], []
    for name, given in zip_longest(plain, names, fillvalue=""):
        if given and not name:
            why = f'above it stands "{above[given]}"' if given in above else "it holds values"
            told.append(f'a column without a name is called "{given}" ({why})')
        elif name and given not in ("", name):
            twice.append(f'two columns are called "{name}": the second is read as "{given}"')
    return told + twice


def find_head(name: str, folder: DataFolder, sheet: str | None) -> Head:
    """Find the names of the columns; raises RefusedFileError and Failure."""
    head = _below_merged(name, folder, sheet)
    rows = head.grid.rows
    if not rows or "header" in head.options or head.grid.places:
        return head
    number, below = rows[0]
    words = _filled(below)
    texts = all(isinstance(cell, str) and (YEAR.match(cell) or not is_number(cell)) for cell in words)
    alone = texts and len(words) > 1 and len(_filled(head.names)) == 1
    if alone:
        title = excerpt(str(_filled(head.names)[0]))
        told = f"names of columns: row {number} (above it stands a title alone, {title})"
    elif _is_row_of_groups(head.names, below, [cells for _, cells in rows[1:]]):
        told = f"names of columns: row {number} (the row above it has names for groups of them)"
    else:
        return head
    above = {
        unnamed_column(k): str(cell).strip()
        for k, cell in enumerate(() if alone else head.names)
        if str(cell).strip() and (k >= len(below) or not str(below[k]).strip())
    }
    grid = replace(head.grid, rows=rows[1:])
    return Head(grid, below, {**head.options, "header": number}, (*head.told, told), above)


def _below_merged(name: str, folder: DataFolder, sheet: str | None) -> Head:
    """Return the list, whose names may stand below a row of merged cells."""
    refused: Failure | None = None
    for row in (None, *range(2, _LAST + 1)):
        try:
            grid, header, number, options = inspect_data_file(name, folder, sheet, row)
        except Failure as failure:
            if refused is None and {one.code for one in failure.diagnostics} != {"merged-cells"}:
                raise
            refused = refused or failure
            continue
        told = []
        if refused is not None:
            if not _are_names(header):
                break
            told.append(f"names of columns: row {number} (above it cells are merged)")
        if "merged" in options:
            told.append("merged cells: each has the value of all (merged: fill)")
        return Head(grid, header, options, tuple(told))
    assert refused is not None
    raise refused


def _filled(cells: Sequence[Any]) -> list[Any]:
    return [cell for cell in cells if str(cell).strip()]


def _are_names(cells: Sequence[Any]) -> bool:
    """Return whether cells may name columns: at least two short texts, all different."""
    words = [str(cell).strip() for cell in _filled(cells)]
    texts = all(isinstance(cell, str) and not is_number(cell.strip()) for cell in _filled(cells))
    return texts and len(words) > 1 and len(set(words)) == len(words) and max(map(len, words)) <= LONGEST_NAME


def _is_row_of_groups(header: Sequence[Any], below: Sequence[Any], rows: Sequence[Sequence[Any]]) -> bool:
    """Return whether the first row names groups of columns, and the one below it the columns.

    So it is where the first leaves out columns that the second names, and the second has words in a column
    of numbers.
    """
    names = [str(cell).strip() for cell in header]
    names += [""] * (len(below) - len(names))
    left_out = [k for k, cell in enumerate(below) if str(cell).strip() and not names[k]]
    if not left_out or not names[0] or not _are_names(below):
        return False
    for k, cell in enumerate(below):
        column = _filled([row[k] for row in rows if k < len(row)])
        numbers = sum(is_number(one.strip() if isinstance(one, str) else one) for one in column)
        if str(cell).strip() and len(column) > 1 and numbers >= _SHARE_OF_NUMBERS * len(column):
            return True
    return False
