"""Map the columns of a sheet to fields: names, languages, types, and values inside cells of JSON."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from prancha.catalogue.spreadsheet.cell_grid import CellGrid, column_letters, column_names
from prancha.catalogue.spreadsheet.cells import (
    Convert,
    count_converter,
    formatted_converter,
    make_converter,
    spelling_converter,
)
from prancha.catalogue.spreadsheet.data_source import Column, ListRequest
from prancha.catalogue.validation_messages import validate
from prancha.catalogue.yaml_document import Findings, describe
from prancha.model.diagnostic import KNOWN, Diagnostic, nearest

Inside = tuple[str, ...]
SUFFIX = re.compile(
    r"(?P<name>.*[^\s._:(\[-])(?:[._:\s]+|\s*[(\[]\s*)(?P<lang>[A-Za-z]{2,3}(?:[-_]\w{2,8})*)\s*[)\]]?\Z"
)
DEEPEST = 20
"""Most parts of a dotted name."""
Given: TypeAlias = str | Column | None


def split_column_key(key: str, names: Sequence[str]) -> tuple[str, Inside]:
    """Return the column that contains `key` such as `stats.attack`, and the path inside; "" for none."""
    column, *rest = key.split(".")
    for number in range(len(rest)):
        if column in names:
            return column, tuple(rest[number:])
        column = f"{column}.{rest[number]}"
    return "", ()


def value_inside(value: Any, way: Inside) -> Any:
    """Return the part of `value` at the path `way`, of each entry for lists; "" if missing."""
    if not way:
        return "" if value is None else value
    if isinstance(value, Mapping):
        return value_inside(value.get(way[0], ""), way[1:])
    if isinstance(value, list):
        parts = [value_inside(part, way) for part in value]
        return [part for part in parts if part != ""] or ""
    return ""


class ColumnTarget(Struct, frozen=True):
    """The field that a column fills: `path` is a field, with parts or a language."""

    index: int
    header: str
    path: tuple[str, ...]
    convert: Convert
    inside: Inside = ()
    """Path of the value inside the cell; () for the whole cell."""
    guessed: bool = False
    """Whether cells are text unless they begin like another type (`GUESSED`)."""
    look: Column | None = None
    """Its options in `columns:`, if it has any."""
    spelled: bool = False
    """Whether markup is escaped in its texts."""


def field_name(header: str) -> str:
    """Return the field of a column called `header`: `Card Name` gives card_name."""
    name = unicodedata.normalize("NFC", header).lower()
    return ".".join(re.sub(r"\W+", "_", part).strip("_") for part in name.split("."))


def split_language(header: str, languages: Sequence[str]) -> tuple[str, str]:
    """Return the name and language in `name_pt-BR`, `name.en` or `name (en)`; "" for no language."""
    found = SUFFIX.match(header.strip())
    if found:
        wanted = found["lang"].replace("_", "-").lower()
        for language in languages:
            if language.lower() == wanted:
                return found["name"], language
    # The name must not take the first half of pt_BR.
    for language in languages:
        for separator in "._: ":
            ending = separator + language.replace("-", "_").lower()
            if header.lower().replace("-", "_").endswith(ending):
                return header[: -len(ending)], language
    return header, ""


def plan_columns(grid: CellGrid, header: Sequence[Any], row: int, request: ListRequest) -> list[ColumnTarget]:
    """Return the columns that become fields; report errors in the YAML or the header, which is in `row`."""
    findings = request.findings
    widest = max((len(cells) for _, cells in grid.rows), default=0)
    names = column_names(header, request.source.columns, widest)
    given = _read_options(request, names, grid.file)
    filled: set[int] = set()
    if "" in names or widest > len(names):  # the content of a named column does not matter here
        filled = {index for _, cells in grid.rows for index, cell in enumerate(cells) if cell != ""}
    targets: list[ColumnTarget] = []
    inner: dict[str, dict[str, Inside]] = {}
    for key in given:
        column, inside = split_column_key(key, names)
        if key not in names and column:
            inner.setdefault(column, {})[key] = inside
    for index in sorted(filled | set(range(len(names)))):
        name = names[index] if index < len(names) else ""
        if not name:
            if index in filled:
                _report_nameless(grid, row, index, findings)
            continue
        parts = inner.get(name, {})
        options = given.get(name, None if parts else "")
        if options is not None:
            targets.append(_target(index, name, options, grid, request))
        for key, inside in parts.items():
            part = given[key]
            if part is not None:
                targets.append(replace(_target(index, key, part, grid, request), inside=inside))
    return _prepare(_drop_clashes(targets, grid, row, findings), request.plain_fields, grid.formatted > 0)


def _prepare(
    targets: list[ColumnTarget], plain_fields: Collection[str], formatted: bool
) -> list[ColumnTarget]:
    """Return the targets with converters that apply `replace:` and `markup:` and count copies.

    The family escapes its `plain_fields` itself, except those for which a column replaces letters: the
    replacements are markup, and only the text around them is escaped.  In `formatted` cells bold and
    italics become markup, unless the column has none.
    """
    spelled_here = {
        one.path[0] for one in targets if one.path[0] in plain_fields and one.look and one.look.replace
    }
    ready = []
    for one in targets:
        replaces = one.look.replace if one.look else {}
        plain = bool(one.look and one.look.markup == "none" and one.path[0] not in plain_fields)
        plain = plain or one.path[0] in spelled_here
        if replaces or plain:
            one = replace(
                one, convert=spelling_converter(one.convert, replaces, plain), guessed=False, spelled=plain
            )
        if formatted:
            texts = one.look is None or one.look.type in ("auto", "text")
            kept = texts and not plain and one.path[0] not in plain_fields
            one = replace(one, convert=formatted_converter(one.convert, replaces, kept), guessed=False)
        if one.path == ("copies",) and (one.look is None or one.look.type in ("auto", "whole")):
            one = replace(
                one, convert=count_converter(one.convert, one.look.replace if one.look else {}), guessed=False
            )
        ready.append(one)
    return ready


def _drop_clashes(
    targets: Sequence[ColumnTarget], grid: CellGrid, row: int, findings: Findings
) -> list[ColumnTarget]:
    """Return the targets that fill a field of their own; report the others."""
    kept: list[ColumnTarget] = []
    taken: dict[tuple[str, ...], str] = {}
    for target in targets:
        index, name = target.index, target.header
        if len(target.path) > DEEPEST:
            message = f'{grid.word} {row}: the name of the column "{name}" has {len(target.path)} parts'
            hint = f"use at most {DEEPEST} parts between dots"
            findings.found.append(Diagnostic(grid.place(row, index + 1), "too-deep", message, hint=hint))
            continue
        clash = next((one for one in taken if one[: len(target.path)] == target.path[: len(one)]), None)
        if clash is not None:
            message = f'{grid.word} {row}: the columns "{taken[clash]}" and "{name}" both fill "{clash[0]}"'
            hint = f"rename one, or leave it out with columns: {{{name}: null}}"
            place = grid.place(row, index + 1)
            findings.found.append(Diagnostic(place, "duplicate-column", message, hint=hint))
            continue
        taken[target.path] = name
        kept.append(target)
    return kept


def _target(
    index: int, name: str, column: str | Column, grid: CellGrid, request: ListRequest
) -> ColumnTarget:
    """Return the target of a column, or of a part of its cells that `columns:` names."""
    languages = request.languages
    kind, separator, look = "auto", ",", None
    if isinstance(column, Column):
        kind, separator, look, column = column.type, column.separator, column, column.field
    if column:
        bare, language = split_language(column, languages) if "." not in column else (column, "")
        path = (bare, language) if language else tuple(column.split("."))
    else:
        bare, language = split_language(name, languages)
        field = bare if grid.word == "entry" else field_name(bare)
        path = (*(field or name).split("."), *((language,) if language else ()))
    if len(path) > 1 and path[-1] in languages and kind == "auto":
        kind = "text"  # a text by language is text, even if it is 7
    convert = make_converter(kind, request.source.decimal, separator, grid.typed)
    guessed = kind == "auto" and not grid.typed and look is None
    return ColumnTarget(index, name, path, convert, guessed=guessed, look=look)


def _read_options(request: ListRequest, names: list[str], file: str) -> Mapping[str, Given]:
    """Return the options in `columns:` of each existing column."""
    folded = {name.casefold(): name for name in names if name}
    given: dict[str, Given] = {}
    for key, value in request.source.columns.items():
        at = ("columns", key)
        name = key if key in names else folded.get(key.casefold())
        if name is None and split_column_key(key, names)[0]:
            name = key
        if name is None:
            message = f'there is no column "{key}" in {file}'
            near = nearest(key.casefold(), folded)
            hint = f'did you mean "{folded[near]}"?' if near else KNOWN + ", ".join(folded.values())
            request.error(at, "unknown-column", message, hint, key=True)
        elif isinstance(value, dict):
            column = validate(Column, request.findings, value, (*request.path, *at))
            given[name] = column
        elif value is None or (isinstance(value, str) and value.strip()):
            given[name] = value
        else:
            message = f'"{key}" must be the name of a field, not {describe(value)}'
            request.error(at, "wrong-type", message, f"write {key}: name, or {key}: null to leave it out")
    return given


def _report_nameless(grid: CellGrid, row: int, index: int, findings: Findings) -> None:
    first = next(number for number, cells in grid.rows if index < len(cells) and cells[index] != "")
    message = f"row {first}: column {column_letters(index)} holds a value but has no name in row {row}"
    hint = "name the column, or say with header: in which row the names are"
    if not grid.typed:
        hint += "; put a text that holds the delimiter in quotes"
    findings.found.append(Diagnostic(grid.place(first, index + 1), "nameless-column", message, hint=hint))
