"""The YAML of `from:` that reads lists: their columns as fields, the ids of rows, and the tints of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prancha.catalogue.splice import quote
from prancha.catalogue.spreadsheet.cells import apply_replacements
from prancha.setup.new_game.given_list import GivenList
from prancha.setup.new_game.list_meanings import TINTS, tint_of
from prancha.setup.new_game.project_files import scalar
from prancha.setup.new_game.proposal import Proposed, with_role

TABLE = "tints"
"""The table of a family that holds a colour for each word."""


def from_key(
    lists: Sequence[GivenList],
    fields: Sequence[Proposed],
    patterns: Sequence[str],
    where: str,
    tints: Sequence[str] = (),
) -> str:
    """Return the YAML of `from:`; with `tints`, their colours for kinds of cards, cards are tinted."""
    first = "from:                              # each row is a component; see prancha help spreadsheets\n"
    parts = []
    for one, pattern in zip(lists, patterns, strict=True):
        lines = list(_reading(one, fields, pattern, where, bool(tints)))
        if len(lists) > 1:
            lines = [f"  - {lines[0]}", *(f"    {line}" for line in lines[1:])]
        else:
            lines = [f"  {line}" for line in lines]
        parts.append("".join(lines))
    return first + "".join(parts) + (tint_table(fields, tints) if tints else "")


def _reading(
    one: GivenList, fields: Sequence[Proposed], pattern: str, where: str, tinting: bool
) -> Iterator[str]:
    yield f"file: {scalar(one.file)}\n"
    for key, value in one.options.items():
        yield f"{key}: {scalar(value) if isinstance(value, str) else value}\n"
    if where:
        yield f"where: {quote(where)}\n"
    if pattern:
        yield f'id: "{pattern}"               # a name for each that stays the same\n'
    if tinting and (line := fields_key(fields, one.names)):
        yield line
    yield "columns:                         # name in the spreadsheet: field of the template\n"
    known = {name: (field, language) for field in fields for name, language in field.columns.items()}
    for name in one.names:
        inner = [key for key in known if key == name or key.startswith(f"{name}.")] if name else []
        for key in [name] if name in known else inner:
            field, language = known[key]
            if field.out:
                why = field.out if len(field.out) < 50 else "left out"
                yield f"  {scalar(key)}: null             # {why}\n"
            else:
                yield f"  {scalar(key)}: {_column(field, language)}\n"


def _column(one: Proposed, language: str) -> str:
    """Return a column as YAML."""
    path = scalar(f"{one.name}.{language}" if language else one.name)
    keys = [f"field: {path}"]
    if (
        one.type not in ("auto", "list", "whole", "number")
        and not language
        and not one.translated
        and one.name not in ("id", "copies")
    ):
        keys.append(f"type: {one.type}")
    if one.plain:
        keys.append("markup: none")
    if one.replace:
        pairs = (f"{quote(a)}: {quote(b)}" for a, b in one.replace.items())
        keys.append("replace: {" + ", ".join(pairs) + "}")
    return path if len(keys) == 1 else "{" + ", ".join(keys) + "}"


def tinting_field(fields: Sequence[Proposed]) -> Proposed | None:
    """Return the field whose words tint the card; None for none."""
    return with_role(fields, "colour") or with_role(fields, "type")


def tint_field(fields: Sequence[Proposed]) -> str:
    """Return a name for the field of a card's colour that no column has."""
    taken = {one.name for one in fields}
    return next(name for name in ("tint", "band_tint", "tint_of_the_band") if name not in taken)


def fields_key(fields: Sequence[Proposed], names: Sequence[str]) -> str:
    """Return the key `fields:` of a list with the columns `names`; "" for nothing to compute."""
    one = tinting_field(fields)
    if one is None or not any(name in one.columns for name in names):
        return ""
    return f'fields: {{{tint_field(fields)}: "get(tables.{TABLE}, {one.name}, null)"}}\n'


def tint_table(fields: Sequence[Proposed], tints: Sequence[str] = TINTS) -> str:
    """Return the key `tables:` of the family, a colour for each word; "" where no field tints the card."""
    one = tinting_field(fields)
    if one is None:
        return ""
    written = apply_replacements(one.replace, one.plain)
    words = list(dict.fromkeys(map(str, one.values)))
    colours = {
        word: tint_of(word) if one.role == "colour" else tints[k % len(tints)] for k, word in enumerate(words)
    }
    lines = (f'    {quote(written(word))}: "{tint}"\n' for word, tint in colours.items())
    called = f"a colour for each {one.name}"
    return f"tables:\n  {TABLE}:                           # {called}\n{''.join(lines)}"
