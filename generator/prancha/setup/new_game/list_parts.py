"""The lists in one file: its sheets, the tables in them, the lists of a JSON file; which to read, and why."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from prancha.catalogue.source_files import DataFolder
from prancha.catalogue.spreadsheet import list_sheets
from prancha.catalogue.spreadsheet.json_list import BY_ID, MIXED, OBJECTS, WORDS, find_lists
from prancha.catalogue.spreadsheet.text_encoding import decode
from prancha.model.diagnostic import Diagnostic, Failure, Place, counted, suggestion
from prancha.setup.new_game.headings import languages_of, normalized_heading
from prancha.setup.new_game.list_tables import (
    Head,
    Table,
    find_head,
    names_components,
    split_tables,
    words_of,
)
from prancha.setup.new_game.rewritten_lists import HOLD

_MOST = 12
"""Maximum number of lists in a file that become families."""
_SAME = 0.6
"""Least share of names in common with which a list is an older version of another."""


class FoundList(Struct, frozen=True):
    """A list in a file: its `name` as `--sheet` takes it, its headings and rows; `kind` is its type in
    JSON, and `sheet` the one that holds it."""

    name: str
    header: list[Any]
    rows: list[list[Any]]
    kind: str = ""
    aside: bool = False
    sheet: str = ""

    @property
    def names(self) -> list[str]:
        """The names of its components: the cells below the first heading for names, else below the first."""
        words = [str(cell).strip() for cell in self.header]
        at = next((k for k, word in enumerate(words) if languages_of(word, "title")), 0)
        return [str(row[at]).strip() for row in self.rows if at < len(row)]


def find_all(name: str, folder: DataFolder) -> Iterator[FoundList]:
    """Yield the lists of a file, in their order; one that cannot be read is left out."""
    sheets = list_sheets(name, folder)
    if name.lower().endswith(".json"):
        content = json.loads(decode(folder.read(name), name, None).text) if sheets else {}
        kinds = find_lists(content)
        for sheet in content:
            if sheet in kinds:
                yield _found_in_json(sheet, content[sheet], kinds[sheet])
        return
    for sheet in sheets or ("",):
        try:
            head = find_head(name, folder, sheet or None)
        except Failure:
            continue
        tables = tables_of(head)
        for table in tables:
            several = len(tables) > 1
            called = (
                f"{sheet}: {table.name}" if several and len(sheets) > 1 else table.name if several else sheet
            )
            yield FoundList(
                called, table.header, [cells for _, cells in table.rows], aside=table.aside, sheet=sheet
            )


def _found_in_json(name: str, value: Any, kind: str) -> FoundList:
    entries = list(value.values()) if kind == BY_ID else value
    keys = list(dict.fromkeys(key for one in entries if isinstance(one, dict) for key in one))
    keys = keys if kind == OBJECTS else ["name", *keys] if kind in (BY_ID, MIXED) else ["text"]
    rows = [[one.get(key, "") for key in keys] if isinstance(one, dict) else [one] for one in entries]
    return FoundList(name, keys, rows, kind, sheet=name)


def tables_of(head: Head) -> list[Table]:
    """Return the tables in the grid below a head; one for JSON, whose rows have no place in a grid."""
    rows = list(head.grid.rows)
    if head.grid.places or not rows:
        return [Table(head.title, head.names, rows, range(len(head.names)))]
    return split_tables(head.names, rows, head.title)


def components_in(found: Sequence[FoundList], main: str) -> tuple[list[FoundList], list[str]]:
    """Return the lists of components, of which there is one at least, and why others are left out.

    `main` is the name of the one that is read where there is a single one.
    """
    first = next((one for one in found if one.name == main), None)
    if first is None:
        return [], []
    taken, told = [first], []
    for one in found:
        if one is first or one.aside:
            continue
        if why := _why_not(one, first, taken):
            told.append(f'left out: "{one.name}" ({counted(len(one.rows), "row")}; {why}; --sheet takes it)')
        else:
            taken.append(one)
    return sorted(taken, key=found.index), told


def _why_not(one: FoundList, first: FoundList, taken: Sequence[FoundList]) -> str:
    """Return why a list becomes no family; "" where it does."""
    if _is_other(one.name):
        return "by its name it lists no components"
    words = one.kind == WORDS
    if words and not (first.kind == WORDS or all(" " in str(row[0]) for row in one.rows)):
        return "it lists words"
    named = names_components(one.header) or _is_called_by(one)
    if not words and not named and not _is_alike(one, first):
        return "no column is called as the names of components are"
    if not one.rows:
        return "it has no rows"
    mine = set(one.names)
    for other in taken:
        if len(mine) > 1 and len(mine & set(other.names)) >= _SAME * len(mine):
            return f'most of its names are in "{other.name}" too'
    return "" if len(taken) < _MOST else f"it is one of more than {_MOST}"


def _is_called_by(one: FoundList) -> bool:
    """Return whether the first column is called as the list is, in the singular: `Hero` in `Heroes`."""
    heads = [normalized_heading(word) for word in words_of(one.header)]
    name = normalized_heading(one.name.rpartition(": ")[2])
    return (
        len(heads) > 1
        and len(heads[0]) > 2
        and name.startswith(heads[0][:-1])
        and len(set(one.names)) == len(one.names)
    )


def _is_other(name: str) -> bool:
    """Return whether the name of a sheet or list says, in some language, that it lists no components."""
    return any(languages_of(word, "other") for word in (name, *normalized_heading(name).split()))


def _is_alike(one: FoundList, other: FoundList) -> bool:
    """Return whether two lists have the same columns."""
    mine, its = ({word.casefold() for word in words_of(each.header)} for each in (one, other))
    return bool(mine) and 2 * len(mine & its) > max(len(mine), len(its))


def split_asked(asked: str, sheets: Sequence[str]) -> tuple[str, str]:
    """Return the sheet and the table in it that `--sheet` names: `Deck`, `Deck: Monsters` or `Monsters`."""
    if not asked or asked in sheets:
        return asked, ""
    sheet, colon, table = asked.partition(": ")
    if colon and sheet in sheets:
        return sheet, table
    return ("", asked) if len(sheets) < 2 else (asked, "")


def choose_table(tables: Sequence[Table], asked: str, file: str, only: str = "") -> tuple[Table, list[str]]:
    """Return the table to read, and why that one.  `only` is the one sheet of the file.  Raises Failure."""
    by_name = {one.name: one for one in tables} if len(tables) > 1 else {}
    if asked and asked not in by_name:
        message = f'there is no sheet or table "{asked}" in the file'
        names = [*by_name, *filter(None, [only])]
        hint = suggestion(asked, names) if names else "leave out --sheet: the file is one list"
        raise Failure([Diagnostic(Place(file), "no-sheet", message, hint=hint)])
    if asked:
        return by_name[asked], []
    own = [one for one in tables if not one.aside]
    best = next((one for one in own if names_components(one.header)), own[0])
    others = ", ".join(f'"{one.name}" ({counted(len(one.rows), "row")})' for one in own if one is not best)
    also = f'table: "{best.name}" (the first of components; there is also {others}: --sheet NAME)'
    return best, [also] if others else []


def choose_sheet(
    name: str, folder: DataFolder, sheets: Sequence[str], asked: str
) -> tuple[str | None, list[str]]:
    """Return the sheet to read, None where there is no choice, and why that one."""
    if asked:
        if sheets and asked not in sheets:
            message = f'there is no sheet "{asked}" in the file'
            raise Failure([Diagnostic(Place(name), "no-sheet", message, hint=suggestion(asked, sheets))])
        return (asked if sheets else None), []
    if len(sheets) < 2:
        return None, []
    sizes: dict[str, tuple[int, int, bool]] = {}
    refused: dict[str, Failure] = {}
    for sheet in sheets:
        try:
            sizes[sheet] = _size(name, folder, sheet)
        except Failure as raised:
            refused[sheet] = raised
    best = max(
        sizes, key=lambda sheet: (sizes[sheet][1] > 1, sizes[sheet][2], sizes[sheet][0] > 0), default=""
    )
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
    why = "the first of components" if best in sizes and sizes[best][2] else "the first that is a table"
    if is_json:
        why = "the longest list" if best == longest else "its name says that it lists components"
    told = [f'sheet: "{best}" ({why}; there is also {others}: --sheet NAME)']
    for sheet, failure in refused.items():
        told.append(f'sheet: not "{sheet}" ({failure.diagnostics[0].message})')
    return best, told


def _size(name: str, folder: DataFolder, sheet: str) -> tuple[int, int, bool]:
    """Return the rows of a sheet, its named columns, and whether they are those of components."""
    try:
        head = find_head(name, folder, sheet)
    except Failure as failure:
        if {one.code for one in failure.diagnostics} == {"no-items"}:
            return 0, 0, False
        raise
    rows = head.grid.rows
    wide = max((sum(str(cell).strip() != "" for cell in cells) for _, cells in rows), default=0)
    found = FoundList(sheet, head.names, [cells for _, cells in rows])
    components = (names_components(head.names) or _is_called_by(found)) and not _is_other(sheet)
    return len(rows), max(wide, len(words_of(head.names)) if rows else 0), bool(rows) and components
