"""One list as its author gave it: its rows, the names of its columns, and how to read the file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path, PurePath
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue.source_files import ENDINGS, DataFolder, RefusedFileError, read_text
from prancha.catalogue.spreadsheet import column_names, list_sheets, unnamed_column
from prancha.catalogue.spreadsheet.json_list import find_lists, list_type
from prancha.catalogue.spreadsheet.text_encoding import decode
from prancha.catalogue.spreadsheet.workbook_xml import warn_of_hidden
from prancha.model.diagnostic import Diagnostic, Failure, Place, excerpt, suggestion
from prancha.setup.new_game.cell_values import row_names, with_noun
from prancha.setup.new_game.list_headers import Head, as_text, find_head, turn_upright
from prancha.setup.new_game.rewritten_lists import (
    COUNTS,
    MARKDOWN,
    YAML,
    as_csv,
    doubtful_names,
    flatten_json,
    from_markdown,
    from_yaml,
    with_names,
)

_CHANGE = "change that file, or start again from the list"
_OBJECTS = (".json", ".jsonl", ".ndjson")
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
    in_place: bool = False
    """Whether the list is read where it lies: `file` leads there from the folder of the game."""


def as_placed(one: GivenList, project: Path, game: str) -> GivenList:
    """Return the list as a game reads it: in place, if it is in the project and needs no rewriting."""
    if one.rewritten:
        return one
    file = file_from(one.source.resolve(), project.resolve(), game)
    return replace(one, file=file, in_place=True) if file else one


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


class _Opened(Struct):
    """A file that was opened: its name (or that of the rewritten file), its head and bytes."""

    name: str
    folder: DataFolder
    head: Head
    options: dict[str, Any]
    data: bytes
    told: list[str]


def read_list(source: Path, stem: str, sheet: str = "") -> GivenList:
    """Read the list `source`, to be called `stem`; `sheet` names the part of it.  Raises Failure."""
    opened = _open(source, stem, sheet)
    grid, header, options, data = opened.head.grid, opened.head.names, opened.options, opened.data
    rows = [cells for _, cells in grid.rows]
    rows_at = [f"{grid.word} {number}" for number, _ in grid.rows]
    ending = Path(opened.name).suffix.lower()
    made, told = _rewrite(header, rows, ending, f"{stem}.csv")
    told = (*opened.head.told, *told)
    if made is not None:
        header, rows = made
        rows_at = [f"row {number}" for number, _ in enumerate(rows, 2)]
        options, data, ending = {}, as_csv(header, rows), ".csv"
    if not rows:
        message = "there is no row below the names of the columns"
        raise Failure(
            [Diagnostic(Place(str(source)), "no-items", message, hint="write one row per component")]
        )
    typed = grid.typed and made is None
    if not typed and options.get("decimal") is None and has_decimal_commas(rows):
        options["decimal"] = "comma"
    width = max(map(len, [header, *rows]))
    unnamed = {unnamed_column(k) for k in range(width) if any(k < len(row) and row[k] != "" for row in rows)}
    names = column_names(header, unnamed, width)
    above = opened.head.above if made is None else {}
    called = {name: word for name, word in above.items() if name in names}
    unseen = warn_of_hidden(
        grid, (number for number, _ in grid.rows), (k for k, name in enumerate(names) if name)
    )
    if made is None and not grid.typed:
        told = (*told, *_surplus(len(header), rows, rows_at))
    if grid.formatted:
        cells = with_noun(grid.formatted, "cell")
        told = (*told, f"bold and italics: those within {cells} are kept, as <b> and <i> of texts")
    return GivenList(
        source,
        f"{stem}{ending}",
        data=data,
        options=options,
        names=names,
        rows=[[*row, *[""] * (len(names) - len(row))] for row in rows],
        typed=typed,
        told=(*opened.told, *told, *_called([str(cell).strip() for cell in header], names, called)),
        notes=tuple(one.message for one in (*opened.folder.notes, *unseen) if one.code != "several-sheets"),
        rewritten=made is not None or opened.name != source.name,
        rows_at=tuple(rows_at),
        called=called,
        pictures=grid.pictures,
    )


def _open(source: Path, stem: str, sheet: str) -> _Opened:
    """Return the file, or the file it is rewritten as; raises Failure."""
    folder, name = DataFolder(source.parent, source.parent), source.name
    told: list[str] = []
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
    elif source.suffix.lower() == ".json" and not sheet and (inner := _deeper(source)):
        name = f"{source.stem}-{stem}.json"
        folder.give(name, inner[0])
        told.append(f"{inner[1]} are stored as {stem}.json: {_CHANGE}")
    try:
        sheets = list_sheets(name, folder)
        chosen, why = _sheet(name, folder, sheets, sheet)
        told += why
        head, data = find_head(name, folder, chosen), folder.read(name)
    except RefusedFileError as error:
        raise Failure([Diagnostic(Place(str(source)), error.code, str(error), hint=error.hint)]) from None
    if name.lower().endswith(".json"):
        told += _no_lists(_json(name, folder))
    options = dict(head.options)
    if "encoding" in options:
        told.append(
            f"encoding: {options['encoding']} (found out; where words are wrong, save the list as UTF-8 and "
            f"begin anew, or write another name at encoding: in {stem}.yaml)"
        )
    if chosen is None and any(note.code == "several-sheets" for note in folder.notes):
        options["sheet"] = sheets[0]
        told.append(f'sheet: "{sheets[0]}" (the only one that is not hidden)')
    return _Opened(name, folder, head=head, options=options, data=data, told=told)


def _rewrite(
    header: Sequence[Any], rows: Sequence[Sequence[Any]], ending: str, file: str
) -> tuple[tuple[list[str], list[list[str]]] | None, tuple[str, ...]]:
    """Return the names and rows of a list rewritten as `file`, None where it stays; and notes."""
    if ending in _OBJECTS:
        return None, ()
    lines = [[as_text(cell) for cell in row] for row in (header, *rows)]
    if (named := with_names(lines)) and (ending not in _BOOKS or max(map(len, lines)) > 1):
        return named, (_named_anew(*named, file),)
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


def _deeper(source: Path) -> tuple[bytes, str] | None:
    """Return what lies deep in a JSON file, and why it is taken; None where the file is read as it is."""
    try:
        text = read_text(source, source.name)
    except Failure:
        return None  # it is told where the file is read
    return flatten_json(text, source.name)


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
    if name.lower().endswith(".json"):
        kinds = find_lists(_json(name, folder))
        best = max((one for one in sizes if kinds[one] == kinds[sheets[0]]), key=lambda one: sizes[one])
    is_json = name.lower().endswith(".json")
    word = "entry" if is_json else "row"
    others = ", ".join(
        f'"{sheet}" ({with_noun(sizes[sheet][0], word)})' if sheet in sizes else f'"{sheet}"'
        for sheet in sheets
        if sheet != best
    )
    why = "the longest list" if is_json else "the first that is a table"
    told = [f'sheet: "{best}" ({why}; there is also {others}: --sheet NAME)']
    for sheet, failure in refused.items():
        told.append(f'sheet: not "{sheet}" ({failure.diagnostics[0].message})')
    return best, told


def _json(name: str, folder: DataFolder) -> Any:
    """Parse a JSON file that was read before."""
    return json.loads(decode(folder.read(name), name, None).text)


def _no_lists(data: Any) -> Iterator[str]:
    """Return notes on what stands beside lists of components: lists of numbers, or of lists."""
    for key, part in data.items() if isinstance(data, dict) else ():
        if isinstance(part, list) and part and not list_type(part):
            yield f'not read: "{key}" ({with_noun(len(part), "entry")}, neither objects nor texts)'


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


def _surplus(names: int, rows: Sequence[Sequence[Any]], rows_at: Sequence[str]) -> Iterator[str]:
    """Return notes on rows with more cells than names: a comma in an unquoted text."""
    longer = [
        at for row, at in zip(rows, rows_at, strict=True) if any(str(cell).strip() for cell in row[names:])
    ]
    if longer:
        yield (
            f"{row_names(longer)}: more cells than names of columns, so that cells stand in the wrong "
            "columns; put texts that hold the sign between cells in quotes"
        )


def _called(plain: Sequence[str], names: Sequence[str], above: Mapping[str, str]) -> list[str]:
    unnamed = [given for name, given in zip_longest(plain, names, fillvalue="") if given and not name]
    why = {name: f'above it stands "{word}"' for name, word in above.items()}
    told = [
        f'a column without a name is called "{name}" ({why.get(name, "it holds values")})' for name in unnamed
    ]
    twice = [(name, given) for name, given in zip(plain, names, strict=False) if name and given != name]
    return told + [
        f'two columns are called "{name}": the second is read as "{given}"' for name, given in twice
    ]


def _named_anew(names: Sequence[str], rows: Sequence[Sequence[str]], file: str) -> str:
    """Return notes on a list without names of columns, which got `names` in `file`."""
    first = excerpt(" ".join(rows[0]))
    why = f"the first row, {first}, is a card"
    if names[0] == COUNTS:
        why = f"each line counts a card, such as {first}"
    return f"names of columns: {', '.join(names)} ({why}); it is stored as {file}: {_CHANGE}"


def has_decimal_commas(rows: Sequence[Sequence[Any]]) -> bool:
    """Return whether numbers of these texts have decimal commas, and none a point."""
    from prancha.setup.new_game.cell_values import COMMA, POINT

    texts = [cell.strip() for row in rows for cell in row if isinstance(cell, str)]
    return any(map(COMMA.match, texts)) and not any(map(POINT.match, texts))
