"""Draft a family from lists: `from:`, the words of its fields, a template; and one line for each guess."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from msgspec import Struct

from prancha.catalogue.splice import quote
from prancha.model.diagnostic import counted, excerpt
from prancha.setup.new_game.column_roles import GuessedColumn, guessed_columns
from prancha.setup.new_game.doubtful_cells import (
    ARCHIVED,
    LeftOut,
    find_archived,
    find_odd_rows,
    find_totals,
    leave_out_addresses,
    note_cells,
    note_empty_rows,
    note_single_cells,
    where_condition,
)
from prancha.setup.new_game.field_roles import Wishes, give_roles, note_measures
from prancha.setup.new_game.given_list import GivenList
from prancha.setup.new_game.headings import language_of_list
from prancha.setup.new_game.list_meanings import ColumnLanguages, is_for_machines, row_names, texts_in
from prancha.setup.new_game.list_pictures import (
    Beside,
    IconsAtHand,
    gather_art,
    gather_icons,
    give_bare_art,
    give_drawn_icons,
    note_icons,
    settle_grounds,
    take_first_pictures,
)
from prancha.setup.new_game.list_sides import give_sides, whole_face
from prancha.setup.new_game.list_texts import PrintableLetters, ready
from prancha.setup.new_game.project_files import scalar
from prancha.setup.new_game.proposal import Proposed, fields_of, id_pattern
from prancha.setup.new_game.proposed_template import card_template, fields_key, piece_template, tint_table
from prancha.setup.new_game.starter_kinds import (
    Size,
    StarterKind,
    first_size,
    needed,
    shorten_labels,
    sizes_of,
    with_roles,
)


def guess_lines(
    fields: Sequence[Proposed],
    languages: Sequence[str],
    pattern: str,
    of: str,
    kind: StarterKind,
    size: Size,
    told: Sequence[str],
    asked: bool = False,
    resized: bool = False,
) -> list[str]:
    """Return a line per guess, what is printed before what is left out.

    `asked` and `resized` say that languages and size were asked for.
    """
    lines = []
    for role in ("title", "copies", "type", "colour", "icon", "art"):
        found = [one for one in fields if one.role == role and not one.out]
        lines += [f'{role}: "{one.heading}" ({one.why})' for one in found]
        if role == "copies" and not found and not any(line.startswith("copies") for line in told):
            lines.append("copies: one of each (no column says how many; --copies COLUMN names one)")
    if not pattern:
        lines.append(f'id: "{of}" (its name says so, and all differ)')
    elif of and "{row}" not in pattern:
        lines.append(f'id: "{of}" (made of its words, which all differ)')
    elif of:
        lines.append(f'id: "{of}" and the number of the row (its words alone do not tell the cards apart)')
    else:
        lines.append("id: the number of the row (no column tells the cards apart; --id COLUMN names one)")
    for one in fields:
        if one.name == "id" and one.heading != of:
            twice = [word for word, count in Counter(map(str, one.values)).items() if count > 1]
            why = "some of its cells are empty" if one.gaps else "another was asked for"
            why = f'"{twice[0]}" is there more than once' if twice else why
            lines.append(f'id: not "{one.heading}" ({why})')
    if len(languages) > 1:
        why = "asked for" if asked else "from the names of columns"
        lines.append(f"languages: {', '.join(languages)} ({why}; the first is printed)")
    if size != sizes_of(kind)[0]:
        called = f" ({size.name})" if size.name else ""
        cards = range(len(fields[0].cells if fields else ()))
        longest = max(
            (sum(len(str(one.cells[k])) for one in with_roles(fields, "text")) for k in cards), default=0
        )
        full = f"a card has {longest} characters of text" if longest else ""
        why = full if full and needed(fields, size) else "the words need it"
        why = "asked for" if resized else why
        lines.append(f"size: {size.width:g} x {size.height:g} mm{called} ({why})")
    lines += told
    renamed = [one for one in fields if one.name.endswith(("_2", "_3")) and not one.out]
    lines += [f'field: "{one.heading}" is item.{one.name} in the template' for one in renamed]
    lines += [f'left out: "{name}" ({one.out})' for one in fields if one.out for name in one.columns]
    return lines


class Remedy(Struct, frozen=True):
    """What the first builds of a draft showed to be needed: larger sizes, texts that go on, totals.

    Totals are rows that have some text in a field, or nothing where it is "".
    """

    larger: int = 0
    goes_on: bool = False
    totals: tuple[tuple[str, str], ...] = ()


class FamilyDraft(Struct, frozen=True):
    """What becomes of lists: `source` is the YAML of `from:`, `files` the copies of the lists.

    `pictures` are those its cells name: where they go, and what they are copied from.  `guesses` say what
    was taken for what, and why.  `step` is the number of the `size`.
    """

    files: Mapping[str, bytes]
    languages: tuple[str, ...]
    texts: dict[str, str]
    source: str
    template: str
    back: str
    goes_on: bool
    size: Size
    step: int
    guesses: tuple[str, ...]
    notes: tuple[str, ...]
    pictures: Mapping[str, Path]
    taken: Mapping[str, bytes] = {}
    """Pictures out of the cells of workbooks, by their names."""
    columns: tuple[GuessedColumn, ...] = ()
    fields: tuple[Proposed, ...] = ()
    patterns: tuple[str, ...] = ()
    """Patterns of the ids of each list, such as `{name}`."""
    where: str = ""
    ending: str = ""
    """The ending of the pictures if the column names them without it, else ""."""


def draft_family(
    lists: Sequence[GivenList],
    kind: StarterKind,
    languages: tuple[str, ...],
    letters: PrintableLetters,
    wishes: Wishes,
    remedy: Remedy,
    beside: Beside,
) -> FamilyDraft:
    """Return the draft for `lists`, with pictures `beside` them; raises Failure for wrong wishes."""
    names, rows = _join(lists)
    own = () if languages else _languages(names, rows)
    chosen = languages or own or (_own_language(names, rows),)
    fields, dropped, where = _fields(lists, names, rows, languages=chosen, totals=remedy.totals)
    aside = {name for one in lists for name in one.beside}
    for each in fields:
        if aside & each.columns.keys():
            each.out = "a small table beside the list"
    whole_at = [f"{one.source.name} {row}" if len(lists) > 1 else row for one in lists for row in one.rows_at]
    rows_at = [row for index, row in enumerate(whole_at) if index not in dropped]
    at_hand = IconsAtHand(beside)
    linked = [*leave_out_addresses(fields), *take_first_pictures(fields)]
    sided = give_sides(fields) if kind.family == "cards" else []
    told = [*linked, *sided, *give_roles(fields, at_hand.known, wishes)]
    ending, no_art = give_bare_art(fields, beside)
    give_drawn_icons(fields, at_hand)
    told += [
        *_tell_dropped(dropped, whole_at),
        *note_single_cells(fields, rows_at),
        *note_cells(fields, rows_at),
        *note_icons(fields, at_hand, rows_at),
        *no_art,
    ]
    taken = {name: data for one in lists for name, data in one.pictures.items()}
    if taken:
        told.append(f"pictures: {counted(len(taken), 'picture')} taken out of the cells of the workbook")
    art, missing = gather_art(fields, beside, ending, taken)
    told += ready(fields, letters, at_hand, rows_at)
    pictures = {**art, **gather_icons(fields, at_hand)}
    told += settle_grounds(fields, pictures)
    front, behind = ([one for one in fields if one.behind == side] for side in (False, True))
    step = max(first_size(kind, side) for side in (front, behind))
    usual = max(first_size(kind, side, outliers=True) for side in (front, behind))
    goes_on = remedy.goes_on or usual < step
    step = min((usual if goes_on else step) + remedy.larger, len(sizes_of(kind)) - 1)
    size = Size(*wishes.size) if wishes.size else sizes_of(kind)[step]
    told += shorten_labels(front, size)
    if goes_on:
        told.append("continue: card (a few texts, far longer, go on on a second card; size: may be larger)")
    told += note_measures(fields, size, kind.family == "cards")
    template = piece_template(fields, ending)
    if kind.family == "cards":
        template = card_template(front, size, ending, outliers=goes_on)
    back = card_template(behind, size, ending, "pale", goes_on) if behind else ""
    pattern, of = id_pattern(fields, len(rows_at), wishes.id)
    for one in fields:
        used = one.role in ("id", "copies", "state") or f"{{{one.name}}}" in pattern
        if not one.out and not used and not re.search(rf"item\.{one.name}\b|'{one.name}'", template + back):
            one.out = "not printed on so small a piece" if whole_face(front) is None else "the picture is all"
    told += note_empty_rows(fields, rows_at)
    patterns = _counted(pattern, len(lists))
    source = from_key(lists, fields, patterns, where, "set tint" in template + back)
    guesses = guess_lines(
        fields,
        chosen,
        pattern=pattern,
        of=of,
        kind=kind,
        size=size,
        told=told,
        asked=bool(languages),
        resized=wishes.size is not None,
    )
    if not own and not languages and chosen != ("en",):
        guesses.append(f"language: {chosen[0]} (its headings and commonest words; --lang CODE for another)")
    reading = [f"{one.source.name}: {line}" if len(lists) > 1 else line for one in lists for line in one.told]
    printed = [one for one in fields if one.label and re.search(rf"texts\.{one.name}\b", template + back)]
    return FamilyDraft(
        {one.file: one.data for one in lists if not one.in_place},
        chosen,
        texts={one.name: one.label for one in printed},
        source=source,
        template=template,
        back=back,
        goes_on=goes_on,
        size=size,
        step=step,
        guesses=(*reading, *guesses),
        notes=(*(note for one in lists for note in one.notes), *missing),
        pictures=pictures,
        taken=taken,
        columns=tuple(guessed_columns(fields, at_hand.known)),
        fields=tuple(fields),
        patterns=patterns,
        where=where,
        ending=ending,
    )


def _tell_dropped(dropped: Mapping[int, LeftOut], rows_at: Sequence[str]) -> Iterator[str]:
    """Yield a line for each row that is left out, and one for all that are archived."""
    for at, one in dropped.items():
        if one.why != ARCHIVED:
            yield f"row left out: {rows_at[at]}{f', {excerpt(one.text)}' if one.text else ''} ({one.why})"
    if archived := [rows_at[at] for at, one in dropped.items() if one.why == ARCHIVED]:
        column = next(one.column for one in dropped.values() if one.why == ARCHIVED)
        yield f'rows left out: {row_names(archived)} ("{column}" says that they are {ARCHIVED})'


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
    begins = accumulate((len(one.rows) for one in lists), initial=0)
    remarks = {
        start + at: why for start, one in zip(begins, lists, strict=False) for at, why in one.remarks.items()
    }
    dropped = {**find_odd_rows(names, rows, remarks), **find_totals(whole, totals)}
    dropped = {k: one for k, one in dropped.items() if all(one.column in each.names for each in lists)}
    where = where_condition(list(dropped.values()), whole)
    state, archived = find_archived(whole)
    if not where:
        dropped = {}
    if state is not None:
        dropped |= {k: LeftOut(state.heading, "", ARCHIVED) for k in archived if k not in dropped}
        where = f"{where} and {state.name} != true" if where else f"{state.name} != true"
    if not dropped:
        return whole, {}, ""
    fields = fields_of(names, [row for k, row in enumerate(rows) if k not in dropped], languages, called)
    for one in fields:
        if state is not None and one.name == state.name:
            one.role, one.type = state.role, state.type
    return fields, dropped, where


def _join(lists: Sequence[GivenList]) -> tuple[list[str], list[list[Any]]]:
    """Join the columns of all lists by name, and their rows below each other."""
    if len(lists) == 1:  # names may be empty several times
        return list(lists[0].names), [list(row) for row in lists[0].rows]
    names = list(dict.fromkeys(name for one in lists for name in one.names))
    rows = []
    for one in lists:
        at = {name: index for index, name in enumerate(one.names)}
        rows += [[row[at[name]] if name in at else "" for name in names] for row in one.rows]
    return names, rows


def _languages(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> tuple[str, ...]:
    """Return the languages of the columns, those with the fewest missing texts first."""
    spoken = ColumnLanguages(names, rows)

    def gaps(language: str) -> int:
        own = [bool(spoken.split(name, (language,))[1]) for name in names]
        cells = ((mine, row[at] if at < len(row) else "") for row in rows for at, mine in enumerate(own))
        return sum(
            not cell.get(language) if isinstance(cell, dict) else mine and cell in ("", None)
            for mine, cell in cells
        )

    return tuple(sorted(spoken.all(), key=gaps))


def _own_language(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    texts = (text for row in rows for cell in row for text in texts_in(cell))
    return language_of_list(names, (text for text in texts if not is_for_machines([text])))


def _counted(pattern: str, lists: int) -> tuple[str, ...]:
    """Return the id pattern of each list; rows are counted in each anew."""
    if "{row}" not in pattern:
        return (pattern,) * lists
    return (pattern, *(pattern.replace("{row}", f"{number}-{{row}}") for number in range(2, lists + 1)))


def from_key(
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
