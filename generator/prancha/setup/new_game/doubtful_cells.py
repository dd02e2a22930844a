"""Rows and cells that are probably not what they seem: headings, totals, counts that are no numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from prancha.catalogue.spreadsheet.cells import apply_replacements, count_of, is_count
from prancha.model.diagnostic import counted, excerpt
from prancha.setup.new_game.headings import languages_of
from prancha.setup.new_game.list_meanings import row_names, texts_in
from prancha.setup.new_game.proposal import Proposed

_KINDS = frozenset(
    "string str text varchar int integer int32 float double number numeric decimal bool boolean date enum "
    "list".split()
)
"""What rows below the names of columns say of their values, in exports of databases and engines."""
_UNIT = re.compile(r"[(\[][\w %€$£/.°²³]{1,12}[)\]]\Z")
_MOST_TOLD = 3
_WIDE = 0.5
"""Share of rows with several cells from which on one with a single cell is odd."""


class LeftOut(Struct, frozen=True):
    """A row that is no component: the column that tells it from the others, its text there, and why.

    The text is "" where the others alone have one.
    """

    column: str
    text: str
    why: str


def find_odd_rows(
    names: Sequence[str], rows: Sequence[Sequence[Any]], remarks: Mapping[int, str]
) -> Mapping[int, LeftOut]:
    """Return the rows that are no components, by their index in `rows`; `remarks` among them are known."""
    found: dict[int, LeftOut] = {}
    for index, why in remarks.items():
        at = next((k for k, cell in enumerate(rows[index]) if str(cell).strip()), 0)
        if names[at] and isinstance(rows[index][at], str):
            found[index] = LeftOut(names[at], rows[index][at].strip(), why)
    for index, row in enumerate(rows):
        cells = [str(cell).strip() for cell in row]
        filled = [k for k, cell in enumerate(cells) if cell]
        if len(filled) < 2 or not names[filled[0]] or index in remarks:
            continue
        text = cells[filled[0]]
        if all(cells[k].casefold() == names[k].casefold() for k in filled):
            why = "the names of the columns again"
        elif index == 0 and all(cells[k].casefold() in _KINDS for k in filled):
            why = "kinds of values"
        elif index == 0 and all(_UNIT.match(cells[k]) for k in filled):
            why = "units"
        elif (
            len(filled) == len([name for name in names if name]) > 2 and len({cells[k] for k in filled}) == 1
        ):
            why = "a heading over all columns"
        else:
            continue
        found[index] = LeftOut(names[filled[0]], text, why)
    alike = {(one.column, one.text) for one in found.values()}
    cards = [row for index, row in enumerate(rows) if index not in found]
    doubtful = {name for name, text in alike for row in cards if str(row[names.index(name)]).strip() == text}
    return {index: one for index, one in found.items() if one.column not in doubtful} if cards else {}


_COMMENT = re.compile(r"(?:#|//|--|;|%|\*\*\*|<!--)\s*\S|(?:note|nb|n\.b\.|todo|comment)\s*:", re.I)
_FEW = 2
"""Maximum number of cells in a row of a key below a list."""


def find_remarks(rows: Sequence[tuple[int, Sequence[Any]]], width: int) -> Mapping[int, str]:
    """Return which of the numbered rows are no components but words about them, by their index, and why.

    A comment is alone in its row and marked as one.  A key or note below the list stands after an empty
    row, and its rows have fewer cells than most above; `width` is the number of columns with names.
    """
    counts = [sum(bool(str(cell).strip()) for cell in cells) for _, cells in rows]
    usual = sorted(counts)[len(counts) // 2] if counts else 0
    if usual < 2:
        return {}
    found = {}
    for index, (_, cells) in enumerate(rows):
        words = [str(cell).strip() for cell in cells if str(cell).strip()]
        if counts[index] == 1 and _COMMENT.match(words[0]):
            found[index] = "a comment"
    gaps = [k for k in range(1, len(rows)) if rows[k][0] > rows[k - 1][0] + 1]
    for start in gaps:
        above, block = sorted(counts[:start]), counts[start:]
        fewer = max(block) < min(above[len(above) // 2], width) and max(block) <= _FEW and above[0] > 1
        called = any(languages_of(str(cell), "other") for cell in rows[start][1] if str(cell).strip())
        if fewer and block[0] == 1 and (called or len(block) <= start):
            return {**found, **dict.fromkeys(range(start, len(rows)), "words below the list")}
    return found


ARCHIVED = "archived"
_ARCHIVED = frozenset(
    "closed archived is_archived isarchived deleted is_deleted isdeleted archiviert arquivado".split()
)
"""Fields that say whether a card is archived."""


def find_archived(fields: Sequence[Proposed]) -> tuple[Proposed | None, frozenset[int]]:
    """Return the field that says of some cards that they are archived, as Trello does, and which they are.

    A field that says so of no card, or of all, is left out.
    """
    for one in fields:
        truths = [str(cell).casefold() in ("true", "yes") for cell in one.cells]
        if one.name in _ARCHIVED and one.type == "boolean":
            if any(truths) and not all(truths):
                one.role = "state"
                return one, frozenset(index for index, is_so in enumerate(truths) if is_so)
            one.out = "it says the same of all cards"
    return None, frozenset()


def find_totals(fields: Sequence[Proposed], totals: Sequence[tuple[str, str]]) -> Mapping[int, LeftOut]:
    """Return the rows that add up others: those with some text in a field, "" for none."""
    by_name = {one.name: one for one in fields}
    return {
        index: LeftOut(by_name[name].heading, text, "a total is not a card")
        for name, text in totals
        if name in by_name
        for index, cell in enumerate(by_name[name].cells)
        if str("" if cell is None else cell).strip() == text
    }


def where_condition(out: Sequence[LeftOut], fields: Sequence[Proposed]) -> str:
    """Return a `where:` that holds for all other rows; "" where a field cannot say it."""
    texts: dict[str, list[str]] = {}
    for one in out:
        field = next((each for each in fields if one.column in each.columns), None)
        if field is None or field.translated or any(field.columns.values()) or not one.text.isprintable():
            return ""
        if one.text not in (said := texts.setdefault(field.name, [])):
            said.append(one.text)
    parts = []
    for name, said in texts.items():
        words = [text for text in said if text]
        parts += [f"{name} != null"] if "" in said else []
        parts += [f"{name} != {words[0]!r}"] if len(words) == 1 else []
        parts += [f"{name} not in [{', '.join(map(repr, words))}]"] if len(words) > 1 else []
    return " and ".join(parts)


def note_single_cells(fields: Sequence[Proposed], rows: Sequence[str]) -> Iterator[str]:
    """Return notes on rows with one cell where others have more: headings, or remarks below the list."""
    shown = [one for one in fields if not one.out]
    counts = [sum(one.holds(card) for one in shown) for card in range(len(rows))]
    alone = [card for card, count in enumerate(counts) if count == 1]
    if not alone or len(counts) - len(alone) < _WIDE * len(counts) or min(len(counts), len(shown)) < 2:
        return
    words = [next(one.cells[card] for one in shown if one.holds(card)) for card in alone]
    named = ", ".join(excerpt(str(word)) for word in words[:_MOST_TOLD])
    tells_apart = (one for one in shown if alone == [k for k in range(len(counts)) if not one.holds(k)])
    full = next(tells_apart, None)
    way = f'where: "{full.name} != null" leaves them out' if full else "delete the rows"
    where = row_names([rows[card] for card in alone])
    yield f"rows with one cell alone print as cards: {named} ({where}); {way}"


def note_empty_rows(fields: Sequence[Proposed], rows: Sequence[str]) -> Iterator[str]:
    """Return notes on rows that become no card: all their cells are left out."""
    kept = [one for one in fields if not one.out]
    held = [one for one in fields if one.out]
    bare = [card for card in range(len(rows)) if not any(one.holds(card) for one in kept)]
    empty = [card for card in bare if any(one.holds(card) for one in held)]
    if empty:
        names = ", ".join(f'"{one.heading}"' for one in held if any(one.holds(card) for card in empty))
        where, count = row_names([rows[card] for card in empty]), counted(len(empty), "row")
        yield f"no card: {where} ({count} with nothing but {names}, which is left out)"


_MARK = re.compile(
    r"<<\s*([^<>]{1,40}?)\s*>>|\{\{\s*([^{}]{1,40}?)\s*\}\}|(?<!\[)\[\s*([^\[\]]{1,40}?)\s*\](?![\[({])"
)
"""Where other programs put the value of a column: `<<Cost>>`, `{{Cost}}`, `[Cost]`."""
_NOTHING = frozenset("NULL null NaN nan None none nil undefined Loading... #ERROR".split())
"""What programs write into a cell that holds nothing."""


def note_cells(fields: Sequence[Proposed], rows: Sequence[str]) -> Iterator[str]:
    """Return notes on such cells, with the names of their `rows`."""
    names = {name.casefold() for one in fields for name in (*one.columns, one.name)}
    for one in fields:
        empty = [rows[card] for card, cell in enumerate(one.cells) if cell in ("", None)]
        if one.role == "copies":
            none = [
                rows[card] for card, cell in enumerate(one.cells) if is_count(cell) and not count_of(cell)
            ]
            if none:
                yield f"copies: 0 in {row_names(none)}: not in this version, so it is not printed"
            odd = {str(cell) for cell in one.values if not is_count(cell)}
            for word in sorted(odd):
                where = row_names([rows[card] for card, cell in enumerate(one.cells) if str(cell) == word])
                yield f'copies: "{word}" is not a number and counts as 1: fix the cell ({where})'
            if empty:
                yield f'copies: "{one.heading}" is empty and counts as 1 in {row_names(empty)}'
        if not one.out and one.role != "copies":
            yield from _merged(one, names, rows)
        nothing = [card for card, cell in enumerate(one.cells) if isinstance(cell, str) and cell in _NOTHING]
        if nothing and not one.out and one.role != "copies":
            words = ", ".join(dict.fromkeys(one.cells[card] for card in nothing))
            where = row_names([rows[card] for card in nothing])
            way = "empty the cells if it means nothing"
            yield f'"{one.heading}": {words} prints as it stands ({where}); {way}'
        if one.role == "title" and empty and not one.out:
            yield f'title: "{one.heading}" is empty, so the card has no name, in {row_names(empty)}'


def _merged(one: Proposed, names: Collection[str], rows: Sequence[str]) -> Iterator[str]:
    """Return notes on merge fields of other programs in texts, where they name a column."""
    found: dict[str, list[str]] = {}
    for card, cell in enumerate(one.cells):
        for text in texts_in(cell):
            for named in _MARK.finditer(text):
                if next(filter(None, named.groups()), "").casefold() in names:
                    found.setdefault(named[0], []).append(rows[card])
    for mark, where in found.items():
        cure = "write the value itself, or put it in with fields: or the template"
        yield f'"{one.heading}": {mark} prints as it stands ({row_names(where)}); {cure}'


_BEHIND = re.compile(r"(?<=[^\s\]])\s*\(https?://[^()\s]+\)", re.I)


def leave_out_addresses(fields: Sequence[Proposed]) -> list[str]:
    """Print only the words before an address; returns notes."""
    told = []
    for one in fields:
        found = [each[0] for cell in one.values for text in texts_in(cell) for each in _BEHIND.finditer(text)]
        if not found:
            continue
        new = dict.fromkeys(found, "")
        one.replace.update(new)
        change = apply_replacements(new)
        one.cells = [_changed(cell, change) for cell in one.cells]
        count = f"{len(found)} addresses" if len(found) > 1 else "an address"
        told.append(f'left out of "{one.heading}": {count} on the web (the words before them stay)')
    return told


def _changed(cell: Any, change: Any) -> Any:
    if isinstance(cell, list):
        return [_changed(part, change) for part in cell]
    return change(cell) if isinstance(cell, str) else cell
