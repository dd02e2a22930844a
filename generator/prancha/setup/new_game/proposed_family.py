"""Draft a family from lists: `from:`, the words of its fields, a template; and one line for each guess."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from prancha.catalogue.splice import quote
from prancha.setup.new_game.cell_values import with_noun
from prancha.setup.new_game.column_names import ColumnLanguages
from prancha.setup.new_game.doubtful_cells import (
    LeftOut,
    find_odd_rows,
    find_totals,
    leave_out_addresses,
    note_cells,
    note_empty_rows,
    note_left_out,
    note_single_cells,
    where_condition,
)
from prancha.setup.new_game.field_roles import Wishes, give_roles, note_measures
from prancha.setup.new_game.given_list import GivenList
from prancha.setup.new_game.list_pictures import (
    IconsAtHand,
    gather_art,
    gather_icons,
    give_bare_art,
    give_drawn_icons,
    look_beside,
    note_art,
    note_icons,
    settle_grounds,
)
from prancha.setup.new_game.list_texts import PrintableLetters, ready
from prancha.setup.new_game.project_files import scalar
from prancha.setup.new_game.proposal import Proposed, columns_of, fields_of, id_pattern
from prancha.setup.new_game.proposed_template import card_template, fields_key, piece_template, tint_table
from prancha.setup.new_game.starter_kinds import Size, StarterKind, first_size, needed, sizes_of

_WORDS = {
    "title": "title",
    "copies": "copies",
    "type": "type",
    "colour": "colour",
    "icon": "icon",
    "art": "art",
}


def guess_lines(
    fields: Sequence[Proposed],
    languages: Sequence[str],
    pattern: str,
    of: str,
    kind: StarterKind,
    size: Size,
    told: Sequence[str],
    asked: bool = False,
) -> list[str]:
    """Return a line per guess, what is printed before what is left out; `asked`: who chose languages."""
    lines = []
    for role, word in _WORDS.items():
        found = [one for one in fields if one.role == role and not one.out]
        lines += [f'{word}: "{one.heading}" ({one.why})' for one in found]
        if role == "copies" and not found and not any(line.startswith("copies") for line in told):
            lines.append("copies: one of each (no column says how many; --copies COLUMN names one)")
    lines.append(_id_line(pattern, of))
    lines += [f'id: not "{one.heading}" ({why})' for one in fields if (why := _no_id(one, of))]
    if len(languages) > 1:
        why = "asked for" if asked else "from the names of columns"
        lines.append(f"languages: {', '.join(languages)} ({why}; the first is printed)")
    if size != sizes_of(kind)[0]:
        lines.append(_size_line(fields, size))
    lines += told
    renamed = [one for one in fields if one.name.endswith(("_2", "_3")) and not one.out]
    lines += [f'field: "{one.heading}" is item.{one.name} in the template' for one in renamed]
    lines += [f'left out: "{name}" ({one.out})' for one in fields if one.out for name in one.columns]
    return lines


def _id_line(pattern: str, of: str) -> str:
    if not pattern:
        return f'id: "{of}" (its name says so, and all differ)'
    if of and "{row}" not in pattern:
        return f'id: "{of}" (made of its words, which all differ)'
    if of:
        return f'id: "{of}" and the number of the row (its words alone do not tell the cards apart)'
    return "id: the number of the row (no column tells the cards apart; --id COLUMN names one)"


def _no_id(one: Proposed, of: str) -> str:
    """Return why a column called id does not tell the cards apart; "" for any other."""
    if one.name != "id" or one.heading == of:
        return ""
    twice = next((word for word, count in Counter(map(str, one.values)).items() if count > 1), None)
    if twice is not None:
        return f'"{twice}" is there more than once'
    return "some of its cells are empty" if one.gaps else "another was asked for"


def _size_line(fields: Sequence[Proposed], size: Size) -> str:
    called = f" ({size.name})" if size.name else ""
    small = f", type down to {size.least:g} pt" if size.least < 6 else ""
    longest = max(
        (sum(len(str(one.cells[k])) for one in _texts(fields)) for k in range(_count(fields))), default=0
    )
    why = (
        f"a card has {longest} characters of text"
        if longest and needed(fields, size)
        else "the words need it"
    )
    return f"size: {size.width:g} x {size.height:g} mm{called}{small} ({why})"


def _texts(fields: Sequence[Proposed]) -> list[Proposed]:
    return [one for one in fields if one.role == "text" and not one.out]


def _count(fields: Sequence[Proposed]) -> int:
    return len(fields[0].cells) if fields else 0


class Remedy(Struct, frozen=True):
    """What the first builds of a draft showed to be needed: larger sizes, totals to leave out.

    These are rows that have some text in a field, or nothing where it is "".
    """

    larger: int = 0
    totals: tuple[tuple[str, str], ...] = ()


class FamilyDraft(Struct, frozen=True):
    """What becomes of lists: `source` is the YAML of `from:`, `files` the copies of the lists.

    `pictures` are those its cells name: where they go, and what they are copied from.  `guesses` say what
    was taken for what, and why.  `step` is the number of the `size`, of `steps`.
    """

    files: Mapping[str, bytes]
    languages: tuple[str, ...]
    texts: dict[str, str]
    source: str
    template: str
    size: Size
    step: int
    steps: int
    guesses: tuple[str, ...]
    notes: tuple[str, ...]
    pictures: Mapping[str, Path]
    taken: Mapping[str, bytes] = {}
    """Pictures out of the cells of workbooks, by their names."""


def draft_family(
    lists: Sequence[GivenList],
    kind: StarterKind,
    languages: tuple[str, ...],
    icons: Collection[str],
    letters: PrintableLetters,
    wishes: Wishes,
    remedy: Remedy,
) -> FamilyDraft:
    """Return the draft for `lists`; raises Failure for wishes that are no columns."""
    names, rows = _join(lists)
    chosen = languages or _by_gaps(names, rows) or ("en",)
    fields, dropped, where = _fields(lists, names, rows, languages=chosen, totals=remedy.totals)
    whole_at = _rows_at(lists)
    rows_at = [row for index, row in enumerate(whole_at) if index not in dropped]
    beside = look_beside(lists[0].source.parent)
    at_hand = IconsAtHand(icons, beside)
    linked = leave_out_addresses(fields)
    told = [*linked, *give_roles(fields, icons, wishes)]
    ending = give_bare_art(fields, beside)
    give_drawn_icons(fields, at_hand)
    told += [
        *note_left_out(dropped, whole_at),
        *note_single_cells(fields, rows_at),
        *note_cells(fields, rows_at),
        *note_icons(fields, at_hand, rows_at),
        *note_art(fields, beside),
    ]
    taken = {name: data for one in lists for name, data in one.pictures.items()}
    if taken:
        told.append(f"pictures: {with_noun(len(taken), 'picture')} taken out of the cells of the workbook")
    art = gather_art(fields, beside, ending, taken)
    told += ready(fields, letters, at_hand, rows_at)
    own = gather_icons(fields, at_hand)
    told += settle_grounds(fields, {**art.files, **own})
    step = min(first_size(kind, fields) + remedy.larger, len(sizes_of(kind)) - 1)
    size = sizes_of(kind)[step]
    told += note_measures(fields, size, kind.family == "cards")
    template = (
        card_template(fields, size, ending) if kind.family == "cards" else piece_template(fields, ending)
    )
    pattern, of = id_pattern(fields, len(rows_at), wishes.id)
    _leave_out(fields, template, pattern)
    told += note_empty_rows(fields, rows_at)
    source = _source(lists, fields, _counted(pattern, len(lists)), where, "set tint" in template)
    guesses = guess_lines(
        fields, chosen, pattern=pattern, of=of, kind=kind, size=size, told=told, asked=bool(languages)
    )
    notes = [*(note for one in lists for note in one.notes), *art.notes]
    return FamilyDraft(
        {one.file: one.data for one in lists if not one.in_place},
        chosen,
        texts=_texts_of_template(fields, template),
        source=source,
        template=template,
        size=size,
        step=step,
        steps=len(sizes_of(kind)),
        guesses=(*_read_told(lists), *guesses),
        notes=tuple(notes),
        pictures={**art.files, **own},
        taken=taken,
    )


def _read_told(lists: Sequence[GivenList]) -> Iterator[str]:
    """Return notes of the reading, with the names of the lists where there are several."""
    for one in lists:
        for line in one.told:
            yield f"{one.source.name}: {line}" if len(lists) > 1 else line


def _fields(
    lists: Sequence[GivenList],
    names: Sequence[str],
    rows: Sequence[Sequence[Any]],
    languages: tuple[str, ...],
    totals: Sequence[tuple[str, str]],
) -> tuple[list[Proposed], Mapping[int, LeftOut], str]:
    """Return the fields of the components, the rows that are none, and the `where:` that leaves these out."""
    called = {name: word for one in lists for name, word in one.called.items()}
    whole = fields_of(names, rows, languages, called)
    dropped = {**find_odd_rows(names, rows), **find_totals(whole, totals)}
    dropped = {k: one for k, one in dropped.items() if all(one.column in each.names for each in lists)}
    kept = [row for index, row in enumerate(rows) if index not in dropped]
    fields = fields_of(names, kept, languages, called) if dropped else whole
    where = where_condition(list(dropped.values()), fields)
    return (fields, dropped, where) if where else (whole, {}, "")


def _join(lists: Sequence[GivenList]) -> tuple[list[str], list[list[Any]]]:
    """Join the columns of all lists by name, and their rows below each other."""
    names = list(dict.fromkeys(name for one in lists for name in one.names))
    rows = []
    for one in lists:
        at = {name: index for index, name in enumerate(one.names)}
        rows += [[row[at[name]] if name in at else "" for name in names] for row in one.rows]
    plain = [name if name or len(lists) > 1 else "" for name in names]
    if len(lists) == 1:  # names may be empty several times
        return list(lists[0].names), [list(row) for row in lists[0].rows]
    return plain, rows


def _rows_at(lists: Sequence[GivenList]) -> list[str]:
    """Return the names of the rows of all lists, with that of their file where there are several."""
    return [f"{one.source.name} {row}" if len(lists) > 1 else row for one in lists for row in one.rows_at]


def _by_gaps(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> tuple[str, ...]:
    """Return the languages of the columns, those with the fewest missing texts first."""
    spoken = ColumnLanguages(names, rows)

    def gaps(language: str) -> int:
        return sum(not _has(cell, language) for row in rows for cell in _cells(names, row, spoken, language))

    return tuple(sorted(spoken.all(), key=gaps))


def _cells(names: Sequence[str], row: Sequence[Any], spoken: ColumnLanguages, language: str) -> Iterator[Any]:
    for index, name in enumerate(names):
        cell = row[index] if index < len(row) else ""
        if isinstance(cell, dict) or spoken.split(name, (language,))[1]:
            yield cell


def _has(cell: Any, language: str) -> bool:
    return bool(cell.get(language)) if isinstance(cell, dict) else cell not in ("", None)


def _leave_out(fields: Sequence[Proposed], template: str, pattern: str) -> None:
    """Note of each field that is neither printed nor needed that it is left out."""
    for one in fields:
        needed = one.role in ("id", "copies") or f"{{{one.name}}}" in pattern
        printed = bool(re.search(rf"item\.{one.name}\b|'{one.name}'", template))
        if one.out or needed or printed:
            continue
        one.out = "not printed on so small a piece"


def _texts_of_template(fields: Sequence[Proposed], template: str) -> dict[str, str]:
    return {
        one.name: one.label for one in fields if one.label and re.search(rf"texts\.{one.name}\b", template)
    }


def _counted(pattern: str, lists: int) -> tuple[str, ...]:
    """Return the id pattern of each list; rows are counted in each anew."""
    if "{row}" not in pattern:
        return (pattern,) * lists
    return (pattern, *(pattern.replace("{row}", f"{number}-{{row}}") for number in range(2, lists + 1)))


def _source(
    lists: Sequence[GivenList], fields: Sequence[Proposed], patterns: Sequence[str], where: str, tinting: bool
) -> str:
    """Return the YAML of `from:`, with the tints of cards where the template asks for `tinting`."""
    first = "from:                              # each row is a component; see prancha help spreadsheets\n"
    parts = []
    for one, pattern in zip(lists, patterns, strict=True):
        lines = list(_reading(one, fields, pattern, where, tinting))
        if len(lists) > 1:
            lines = [f"  - {lines[0]}", *(f"    {line}" for line in lines[1:])]
        else:
            lines = [f"  {line}" for line in lines]
        parts.append("".join(lines))
    return first + "".join(parts) + (tint_table(fields) if tinting else "")


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
    known = columns_of(fields)
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
