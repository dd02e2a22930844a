"""Draft a family from lists: `from:`, the words of its fields, its drawings; and one line for each guess."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from msgspec import Struct

from prancha.model.diagnostic import counted, excerpt
from prancha.setup.layouts import PLAIN_LOOK, Look, find_look
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
from prancha.setup.new_game.drawn_family import DrawnFamily, draw_family, from_key, in_order, tint_field
from prancha.setup.new_game.field_roles import Wishes, give_focus, give_roles, note_measures
from prancha.setup.new_game.given_list import GivenList
from prancha.setup.new_game.headings import language_of_list
from prancha.setup.new_game.list_meanings import ColumnLanguages, few, is_for_machines, row_names, texts_in
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
from prancha.setup.new_game.list_slots import is_stat, short_label
from prancha.setup.new_game.list_texts import PrintableLetters, ready
from prancha.setup.new_game.proposal import (
    GuessedColumn,
    Proposed,
    fields_of,
    give_sides,
    guessed_columns,
    id_pattern,
)
from prancha.setup.new_game.starter_kinds import Size, StarterKind, sizes_of


def guess_lines(
    fields: Sequence[Proposed],
    languages: Sequence[str],
    pattern: str,
    of: str,
    told: Sequence[str],
    asked: bool = False,
) -> list[str]:
    """Return a line per guess, what is printed before what is left out.

    `asked` says that languages were asked for.
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
        counts = Counter(str(value) for one in fields if one.heading == of for value in one.values)
        twice = few([name for name, count in counts.items() if count > 1])
        why = f"several are called {twice}" if twice else "its words alone do not tell the cards apart"
        lines.append(f'id: "{of}" and the number of the row ({why})')
    else:
        lines.append("id: the number of the row (no column tells the cards apart; --id COLUMN names one)")
    for one in fields:
        if one.name == "id" and one.heading != of:
            lines.append(f'id: not "{one.heading}" ({one.why})')
    if len(languages) > 1:
        why = "asked for" if asked else "from the names of columns"
        lines.append(f"languages: {', '.join(languages)} ({why}; the first is printed)")
    lines += told
    renamed = [one for one in fields if one.name.endswith(("_2", "_3")) and not one.out]
    lines += [f'field: "{one.heading}" is called {one.name} in drawings' for one in renamed]
    lines += [f'left out: "{name}" ({one.out})' for one in fields if one.out for name in one.columns]
    return lines


def _why_no_id(one: Proposed, rows: Sequence[str]) -> str:
    """Return why cards are not called by a column of ids; `rows` names the row of each card."""
    for word, count in Counter(map(str, one.values)).items():
        if count > 1:
            where = row_names([row for row, cell in zip(rows, one.cells, strict=True) if str(cell) == word])
            return f'"{word}" is there more than once: {where}'
    return "some of its cells are empty" if one.gaps else "another was asked for"


class Remedy(Struct, frozen=True):
    """Changes that builds of a draft call for: another layout or size, texts that go on, totals.

    `tried` layouts and sizes have no room for the texts.  Totals are rows that have some text in a field, or
    nothing where it is "".
    """

    tried: int = 0
    goes_on: bool = False
    totals: tuple[tuple[str, str], ...] = ()


class FamilyDraft(Struct, frozen=True):
    """A family drafted from lists: `source` is the YAML of `from:`, `files` the copies of the lists.

    `pictures` are those its cells name: where they go, and what they are copied from.  `guesses` say what
    was taken for what, and why.  `others` counts layouts and sizes that have room for the texts, too.
    """

    files: Mapping[str, bytes]
    languages: tuple[str, ...]
    texts: dict[str, str]
    source: str
    drawn: DrawnFamily
    goes_on: bool
    others: int
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
    if ending:
        give_focus(fields)
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
    shorten_labels(fields, told)
    look = find_look(wishes.look or PLAIN_LOOK)
    sizes = (Size(*wishes.size),) if wishes.size else sizes_of(kind)
    every = draw_family(fields, kind, sizes, layout=wishes.layout, look=look, ending=ending)
    goes_on, ranked = remedy.goes_on, in_order(every, remedy.goes_on)
    few_long = in_order(every, True)
    if kind.family == "cards" and ranked[0].size.height > few_long[0].size.height:
        goes_on, ranked = True, few_long  # texts of a few cards alone do not make all of them larger
    drawn = ranked[min(remedy.tried, len(ranked) - 1)]
    told += _tell_drawn(drawn, wishes, sizes, goes_on)
    told += note_measures(fields, drawn.size, kind.family == "cards")
    said = "".join(drawn.drawings.values())
    pattern, of = id_pattern(fields, len(rows_at), wishes.id)
    for one in () if wishes.drawing else drawn.lost:
        if f"{{{one.name}}}" not in pattern:
            one.out = f"the layout {drawn.layout} has no place for it"
    told += note_empty_rows(fields, rows_at)
    patterns = _counted(pattern, len(lists))
    tint = tint_field(fields)
    tinted = re.search(rf"(?:fill|stroke):{tint}\b", said)
    source = from_key(lists, fields, patterns, where, _tints(look) if tinted else ())
    for one in fields:
        if one.name == "id" and one.heading != of:
            one.why = _why_no_id(one, rows_at)
    guesses = guess_lines(fields, chosen, pattern=pattern, of=of, told=told, asked=bool(languages))
    if not own and not languages and chosen != ("en",):
        guesses.append(f"language: {chosen[0]} (its headings and commonest words; --lang CODE for another)")
    reading = [f"{one.source.name}: {line}" if len(lists) > 1 else line for one in lists for line in one.told]
    printed = [one for one in fields if one.label and re.search(rf"texts\.{one.name}\b", said)]
    return FamilyDraft(
        {one.file: one.data for one in lists if not one.in_place},
        chosen,
        texts={one.name: one.label for one in printed},
        source=source,
        drawn=drawn,
        goes_on=goes_on,
        others=sum(not (one.usually if goes_on else one.lacking) for one in ranked) - remedy.tried - 1,
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


def shorten_labels(fields: Sequence[Proposed], told: list[str]) -> None:
    """Abbreviate words that are wider than the cell of a number, and tell it."""
    for one in fields:
        if is_stat(one) and not one.out and (short := short_label(one)) != one.label:
            told.append(f'label: "{one.label}" is "{short}" (it has no room; texts: in game.yaml)')
            one.label = short


def _tell_drawn(drawn: DrawnFamily, wishes: Wishes, sizes: Sequence[Size], goes_on: bool) -> Iterator[str]:
    """Yield why the layout and the size are what they are."""
    why = "asked for" if wishes.layout else "by the columns; prancha layouts LIST shows all"
    if not wishes.drawing:
        yield f"layout: {drawn.layout} ({why})"
    size = drawn.size
    if size != sizes[0] or wishes.size:
        called = f" ({size.name})" if size.name else ""
        why = "asked for" if wishes.size else "the words need it"
        yield f"size: {size.width:g} x {size.height:g} mm{called} ({why})"
    if goes_on:
        yield "continue: card (a few texts, far longer, go on on a second card; --size asks for a larger one)"


def _tints(look: Look) -> tuple[str, ...]:
    """Return the colours of a look for kinds of cards; last that which cards without a kind have."""
    return tuple(sorted(look.tints, key=lambda tint: tint == look.palette["accent"]))


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
