"""A draft of a family from a spreadsheet: its `from:`, the words of its fields, a template to show them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.catalogue.data_folder import DataFolder, RefusedFileError
from generator.catalogue.spreadsheet import letters, look
from generator.model.diagnostic import Diagnostic, Failure, Place
from generator.starter.kinds import Kind
from generator.starter.pictures import gather
from generator.starter.proposal import Proposed, id_pattern, languages_in, propose
from generator.starter.sheet_template import card_template, piece_template
from generator.starter.wording import scalar

_COMMA = re.compile(r"-?(?:0|[1-9][0-9]*),[0-9]+\Z")
_POINT = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+\Z")


_UNLABELLED = ("id", "copies", "title", "text", "icon", "art", "focus")


class Draft(Struct, frozen=True):
    """What becomes of a spreadsheet: `source` is the YAML of `from:`, `file` and `data` the copy.

    `pictures` are those its cells name: where they go, and what they are copied from.
    """

    file: str
    data: bytes
    languages: tuple[str, ...]
    texts: dict[str, str]
    source: str
    template: str
    notes: tuple[str, ...]
    pictures: Mapping[str, Path]


def draft(source: Path, kind: Kind, word: str, languages: tuple[str, ...], icons: Collection[str]) -> Draft:
    """Return the draft for the spreadsheet `source`; raises Failure when it cannot be read."""
    if word == "board":
        message = "a board is one piece, and a spreadsheet lists many"
        hint = "choose --kind cards, tiles, hexes or tokens"
        raise Failure([Diagnostic(Place(""), "bad-kind", message, hint=hint)])
    folder = DataFolder(source.parent, source.parent)
    try:
        grid, header, _, options = look(source.name, folder)
        data = folder.read(source.name)
    except RefusedFileError as error:
        raise Failure([Diagnostic(Place(str(source)), error.code, str(error), hint=error.hint)]) from None
    rows = [cells for _, cells in grid.rows]
    if rows and _title_alone(header, rows[0]):
        options["header"], header = grid.rows[0]
        del rows[0]
    names = [str(cell).strip() for cell in header]
    _refuse_doubles(names, source)
    if not rows:
        message = "there is no row below the names of the columns"
        raise Failure(
            [Diagnostic(Place(str(source)), "no-items", message, hint="write one row per component")]
        )
    chosen = languages or tuple(languages_in(names)) or ("en",)
    fields = propose(names, rows, chosen, icons)
    if not grid.typed and _decimal_commas(rows):
        options["decimal"] = "comma"
    file = f"{kind.family}{source.suffix.lower()}"
    shown = [one for one in fields if one.role not in _UNLABELLED]
    template = card_template(fields) if kind.family == "cards" else piece_template(fields)
    texts = {
        one.name: one.label
        for one in shown
        if f"texts.{one.name} " in template or f"texts.{one.name}," in template
    }
    named = [value for one in fields if one.role == "art" for value in one.values]
    pictures, untaken = gather(named, source.parent)
    notes = [*(note.message for note in folder.notes), *untaken]
    yaml = _source(file, options, names, fields, len(rows), template)
    return Draft(file, data, chosen, texts, yaml, template, tuple(notes), pictures)


def _source(
    file: str,
    options: dict[str, Any],
    names: Sequence[str],
    fields: Sequence[Proposed],
    rows: int,
    template: str,
) -> str:
    lines = ["from:                              # each row is a component; see docs/spreadsheets.md\n"]
    lines.append(f"  file: {scalar(file)}\n")
    lines += [f"  {key}: {value}\n" for key, value in options.items()]
    pattern = id_pattern(fields, rows)
    if pattern:
        lines.append(f'  id: "{pattern}"               # a name for each that stays the same\n')
    lines.append("  columns:                         # name in the spreadsheet: field of the template\n")
    columns = {name: (one, language) for one in fields for name, language in one.columns.items()}
    for name in names:
        if name in columns:
            one, language = columns[name]
            printed = one.name in ("id", "copies") or re.search(rf"\bitem\.{one.name}\b", template)
            if not printed and f"{{{one.name}}}" not in pattern:
                lines.append(f"    {scalar(name)}: null             # not printed on so small a piece\n")
                continue
            path = scalar(f"{one.name}.{language}" if language else one.name)
            plain = one.type in ("auto", "list") or language or one.name in ("id", "copies")
            value = path if plain else f"{{field: {path}, type: {one.type}}}"
            lines.append(f"    {scalar(name)}: {value}\n")
        elif name:
            lines.append(f"    {scalar(name)}: null             # empty so far\n")
    return "".join(lines)


def _title_alone(header: Sequence[Any], below: Sequence[Any]) -> bool:
    """Whether the first row is a title of the sheet, and the one below it holds the names of the columns."""
    words = [cell for cell in below if str(cell).strip()]
    return (
        sum(bool(str(cell).strip()) for cell in header) == 1
        and len(words) > 1
        and all(isinstance(cell, str) for cell in words)
    )


def _decimal_commas(rows: Sequence[Sequence[Any]]) -> bool:
    texts = [cell.strip() for row in rows for cell in row if isinstance(cell, str)]
    return any(map(_COMMA.match, texts)) and not any(map(_POINT.match, texts))


def _refuse_doubles(names: Sequence[str], source: Path) -> None:
    for index, name in enumerate(names):
        if name and name in names[:index]:
            first = letters(names.index(name))
            message = f'the columns {first} and {letters(index)} are both called "{name}"'
            raise Failure([Diagnostic(Place(str(source)), "duplicate-column", message, hint="rename one")])
