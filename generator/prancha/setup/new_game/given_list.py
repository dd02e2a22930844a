"""One list as its author gave it: its rows, the names of its columns, and how to read the file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path, PurePath
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue.source_files import (
    ENDINGS,
    MARKDOWN,
    YAML,
    DataFolder,
    RefusedFileError,
    read_text,
    refuse_link,
)
from prancha.catalogue.spreadsheet import column_names, list_sheets, unnamed_column
from prancha.catalogue.spreadsheet.delimited import read_behind_quotes
from prancha.catalogue.spreadsheet.json_list import list_type
from prancha.catalogue.spreadsheet.text_encoding import decode
from prancha.catalogue.spreadsheet.workbook_xml import warn_of_hidden
from prancha.model.diagnostic import Diagnostic, Failure, Place, counted, excerpt, suggestion
from prancha.setup.new_game.doubtful_cells import find_remarks
from prancha.setup.new_game.list_meanings import COMMA, POINT, row_names
from prancha.setup.new_game.list_parts import (
    FoundList,
    choose_sheet,
    choose_table,
    find_all,
    split_asked,
    tables_of,
)
from prancha.setup.new_game.list_tables import Head, find_head, names_components, words_of
from prancha.setup.new_game.rewritten_lists import (
    COUNTS,
    as_csv,
    as_text,
    doubtful_names,
    flatten_json,
    from_markdown,
    from_yaml,
    turn_upright,
    with_names,
)
from prancha.setup.new_game.written_lists import read_notes, read_written

_CHANGE = "change that file, or start again from the list"
LISTS = (*ENDINGS, *YAML, *MARKDOWN)
"""Endings of all files that lists are read from."""
_OBJECTS = (".json", ".jsonl", ".ndjson")
_TABLES = (".csv", ".tsv", ".txt")
_BOOKS = (".xlsx", ".ods")
"""Endings of files whose columns can be named where they were made."""


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
    beside: frozenset[str] = frozenset()
    """Columns of small tables that stand beside the list."""
    remarks: Mapping[int, str] = {}
    """Words for rows that are comments or keys instead of components, by the index of the row."""
    part: str = ""
    """The name of the list for `--sheet`, "" if it was chosen without."""
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


def read_list(source: Path, stem: str, sheet: str = "", asked: str = "asked for") -> GivenList:
    """Read the list `source`, to be called `stem`; `sheet` names the part of it.  Raises Failure.

    `asked` is why that part is read, "" where that is told elsewhere.
    """
    file, head, data, beside = _open(source, stem, sheet, asked)
    name, folder, told = file.name, file.folder, file.told
    grid, header, options = head.grid, head.names, head.options
    rows = [cells for _, cells in grid.rows]
    rows_at = [f"{grid.word} {number}" for number, _ in grid.rows]
    ending = Path(name).suffix.lower()
    made, why = (None, ()) if file.sure else _rewrite(header, rows, ending, f"{stem}.csv")
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
        part=sheet,
        beside=frozenset(names[k] for k in beside if made is None and k < len(names) and names[k]),
        remarks=find_remarks(grid.rows, len([name for name in names if name])) if made is None else {},
    )


class _Source(Struct):
    """A file made ready to read: its `name` in a folder that has it, what was `told`, tables of Markdown.

    The names of its columns are `sure` where they need no guessing.
    """

    name: str
    folder: DataFolder
    told: list[str]
    sure: bool = False
    tables: Sequence[tuple[str, list[list[str]], str]] = ()


def lists_in(source: Path, stem: str) -> tuple[list[FoundList], str]:
    """Return the lists in a file, and the name of the one that is read where none is asked for.

    A file of one list has none.  Raises Failure.
    """
    file = _ready(source, stem, "")
    if file.tables:
        found = [FoundList(name, rows[0], [list(row) for row in rows[1:]]) for name, rows, _ in file.tables]
        return (found, found[0].name) if len(found) > 1 else ([], "")
    try:
        found = list(find_all(file.name, file.folder))
        if sum(not one.aside for one in found) < 2:
            return [], ""
        sheets = list_sheets(file.name, file.folder)
        chosen, _ = choose_sheet(file.name, file.folder, sheets, "")
        mine = [
            one for one in found if one.sheet == (chosen or (sheets[0] if sheets else "")) and not one.aside
        ]
        best = next((one for one in mine if names_components(one.header)), mine[0] if mine else found[0])
        return found, best.name
    except RefusedFileError as error:
        raise _refused(source, error) from None


def _open(source: Path, stem: str, sheet: str, because: str) -> tuple[_Source, Head, bytes, frozenset[int]]:
    """Return the file, its head and bytes, or those of what it becomes, and columns aside; raises Failure."""
    file = _ready(source, stem, sheet)
    name, folder, told = file.name, file.folder, file.told
    try:
        sheets = () if file.tables else list_sheets(name, folder)
        asked, table = ("", "") if file.tables else split_asked(sheet, sheets)
        chosen, why = choose_sheet(name, folder, sheets, asked)
        told += why
        head = find_head(name, folder, chosen)
        tables = tables_of(head)
        one, why = choose_table(tables, table, name, sheets[0] if sheets else "")
        told += why
        aside = frozenset(k for each in tables if each.aside for k in each.columns)
        if one.aside or one.joined or sum(not each.aside for each in tables) > 1:
            remarks = {} if one.joined else find_remarks(one.rows, len(words_of(one.header)))
            told += [f"row left out: row {one.rows[at][0]} ({why})" for at, why in remarks.items()]
            rows = [cells for at, (_, cells) in enumerate(one.rows) if at not in remarks]
            lines = [[as_text(cell) for cell in row] for row in (one.header, *rows)]
            name, pictures, aside = f"{source.stem}-{stem}.csv", head.grid.pictures, frozenset()
            folder.give(name, as_csv(lines[0], lines[1:]))
            told += [*head.told, f"a table of the file is stored as {stem}.csv: {_CHANGE}"]
            head = find_head(name, folder, None)
            shown = {cell for _, row in head.grid.rows for cell in row}
            kept = {key: data for key, data in pictures.items() if key in shown}
            head = replace(head, grid=replace(head.grid, pictures=kept))
            file = replace(file, name=name, sure=True)
            sheets, chosen = (), None
        data = folder.read(name)
    except RefusedFileError as error:
        raise _refused(source, error) from None
    content = json.loads(decode(data, name, None).text) if name.lower().endswith(".json") else None
    for key, part in content.items() if isinstance(content, dict) else ():
        if isinstance(part, list) and part and not list_type(part):
            told.append(f'not read: "{key}" ({counted(len(part), "entry")}, neither objects nor texts)')
    if sheet and because:
        told.append(f'sheet: "{sheet}" ({because})')
    options = dict(head.options)
    if "encoding" in options:
        told.append(
            f"encoding: {options['encoding']} (found out; where words are wrong, save the list as UTF-8 and "
            f"begin anew, or write another name at encoding: in {stem}.yaml)"
        )
    if chosen is None and sheets and any(note.code == "several-sheets" for note in folder.notes):
        options["sheet"] = sheets[0]
        told.append(f'sheet: "{sheets[0]}" (the only one that is not hidden)')
    return file, replace(head, options=options), data, aside


def _ready(source: Path, stem: str, sheet: str) -> _Source:
    """Make a file ready to read as `stem`: what a game cannot name is written anew.  Raises Failure."""
    folder, name = DataFolder(source.parent, source.parent), source.name
    told: list[str] = []
    ending = source.suffix.lower()
    try:
        refuse_link(str(source))
        if ending not in LISTS:
            message = f'"{source.name}" ends in none of {", ".join(LISTS)}'
            hint = "save the table as .csv; finished faces are a folder, pictures, a .zip or a .pdf"
            raise RefusedFileError("bad-path", message, hint)
        if ending in YAML:
            name = f"{source.stem}.json"
            text, cut = from_yaml(source)
            inner = flatten_json(text, source.name) if not sheet else None
            folder.give(name, inner[0] if inner else text.encode())
            what = f"of a YAML file {inner[1]} stand" if inner else "a YAML list stands"
            told += [f"{what} there as {stem}.json: {_CHANGE}", *cut]
        elif ending in MARKDOWN:
            return _ready_markdown(source, stem, sheet, folder)
        elif ending == ".txt" and (written := _written(folder.read(name), name)):
            return _ready_written(source, stem, folder, written)
        elif ending == ".json" and not sheet:
            try:
                text = read_text(source, source.name)
            except Failure:
                text = ""  # it is told where the file is read
            if inner := flatten_json(text, source.name):
                name = f"{source.stem}-{stem}.json"
                folder.give(name, inner[0])
                told.append(f"{inner[1]} are stored as {stem}.json: {_CHANGE}")
        elif ending in _TABLES and (notes := _notes_of_anki(folder.read(name), name)):
            name = f"{source.stem}-{stem}.csv"
            folder.give(name, as_csv(*notes))
            fields = ", ".join(notes[0])
            told.append(f"the notes that Anki exported, with {fields}, are stored as {stem}.csv: {_CHANGE}")
            return _Source(name, folder, told, sure=True)
        elif ending in _TABLES and (behind := read_behind_quotes(folder.read(name), name)):
            name = f"{source.stem}-{stem}.csv"
            folder.give(name, as_csv(behind[0][0], behind[0][1:]))
            odd = f"{behind[1]} has a text behind a closing quote, and stays without the quotes"
            told.append(f"{odd}: the list is stored as {stem}.csv: {_CHANGE}")
    except RefusedFileError as error:
        raise _refused(source, error) from None
    return _Source(name, folder, told)


def _written(data: bytes, file: str) -> tuple[list[list[str]], str] | None:
    """Return the cards of a text that is no table; None for a table, or one that cannot be read."""
    try:
        text = decode(data, file, None).text
    except Failure:
        return None  # it is told where the file is read
    lines = [line for line in text.splitlines() if line.strip()]
    table = any(sum(sign in line for line in lines) > len(lines) / 2 for sign in "\t|;")
    return None if table or text.startswith("#separator") else read_written(text)


def _ready_written(
    source: Path, stem: str, folder: DataFolder, written: tuple[list[list[str]], str]
) -> _Source:
    name, (rows, how) = f"{source.stem}-{stem}.csv", written
    folder.give(name, as_csv(rows[0], rows[1:]))
    told = f"{how} are stored as {stem}.csv, with {', '.join(rows[0])}: {_CHANGE}"
    return _Source(name, folder, [told], sure=True)


def _ready_markdown(source: Path, stem: str, sheet: str, folder: DataFolder) -> _Source:
    """Make the table of a Markdown file ready that `sheet` names, else the first."""
    text = read_text(source, source.name)
    if "|" not in text and (written := read_written(text)):
        return _ready_written(source, stem, folder, written)
    tables = from_markdown(source)
    names = [name for name, _, _ in tables]
    if sheet and sheet not in names:
        message = f'there is no table "{sheet}" in the file'
        raise Failure([Diagnostic(Place(str(source)), "no-sheet", message, hint=suggestion(sheet, names))])
    _, rows, also = tables[names.index(sheet) if sheet else 0]
    name = f"{source.stem}.csv"
    folder.give(name, as_csv(rows[0], rows[1:]))
    others = [f'"{name}" ({counted(len(each) - 1, "row")})' for name, each, _ in tables if each is not rows]
    also += f" (there is also {', '.join(others)}: --sheet NAME)" if others and not sheet else ""
    which = f'the table "{sheet}"' if sheet else "the first table of the file"
    return _Source(name, folder, [f"{which}{also} is stored as {stem}.csv: {_CHANGE}"], True, tables)


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


def _called(plain: Sequence[str], names: Sequence[str], above: Mapping[str, str]) -> list[str]:
    told, twice = [], []
    for name, given in zip_longest(plain, names, fillvalue=""):
        if given and not name:
            why = f'above it stands "{above[given]}"' if given in above else "it holds values"
            told.append(f'a column without a name is called "{given}" ({why})')
        elif name and given not in ("", name):
            twice.append(f'two columns are called "{name}": the second is read as "{given}"')
    return told + twice
