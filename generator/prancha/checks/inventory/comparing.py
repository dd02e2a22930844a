"""Compare a list kept by hand, such as a publisher's component list, with the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.game import Game

NAMES = ("id", "key", "item", "name", "component", "nome", "componente", "peça", "carta")
COUNTS = ("count", "copies", "quantity", "qty", "number", "quantidade", "qtd", "cópias", "número")
MOST_DIGITS = 9
"""Of a count; no list of components has more pieces."""
Rows = Sequence[tuple[int, Sequence[str]]]
"""Numbers of rows with their cells, the heading first."""


class _Known(Struct, frozen=True):
    """Something the catalogue counts: an item, or a whole family."""

    name: str
    copies: int
    place: Place
    item: str


def compare(game: Game, given: Rows, file: str) -> tuple[Diagnostic, ...]:
    """Differences between the rows `given` of a `file` and the catalogue, in row order.

    A row names an item (`family/id`, or its id or name where only one has it) or a whole family.
    Raises Failure when no column of names and one of counts can be told.
    """
    rows, name, count = _columns(given, file)
    known = _names(game)
    seen: dict[str, int] = {}
    found: list[Diagnostic] = []
    for number, row in rows:
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        place = Place(file, number)
        asked = cells[name] if name < len(cells) else ""
        counted = cells[count] if count < len(cells) else ""
        found += _row(place, asked, counted, known, seen)
    found += _missing(game, seen, file)
    return tuple(found)


def _row(
    place: Place, asked: str, given: str, known: Mapping[str, _Known | None], seen: dict[str, int]
) -> Iterator[Diagnostic]:
    one = known.get(asked.casefold())
    if one is None:
        several = asked.casefold() in known
        message = f'row {place.line}: the catalogue has {"several" if several else "no component"} "{asked}"'
        hint = "write it as family/id" if several else suggestion(asked.casefold(), known)
        yield Diagnostic(place, "list-extra", message, "", hint)
        return
    if one.name in seen:
        message = f'row {place.line}: "{asked}" is in row {seen[one.name]} already'
        yield Diagnostic(place, "list-extra", message, one.item, "add the counts up in one row")
        return
    seen[one.name] = place.line
    if not given.isdecimal() or len(given) > MOST_DIGITS:
        message = f'row {place.line}: the count of "{asked}" is "{given}", not a whole number'
        yield Diagnostic(place, "list-bad-count", message, one.item, "write a number")
    elif int(given) != one.copies:
        message = f'row {place.line}: the list has {given} of "{asked}", the catalogue {one.copies}'
        yield Diagnostic(place, "list-count", message, one.item, f"see {one.place}")


def _missing(game: Game, seen: Mapping[str, int], file: str) -> Iterator[Diagnostic]:
    for family in game.families:
        if family.id in seen or (family.items and all(item.key in seen for item in family.items)):
            continue
        if not any(item.key in seen for item in family.items):
            message = f'the list lacks the family "{family.id}" of {family.copies} pieces'
            yield Diagnostic(Place(file), "list-missing", message, family.id, f"see {family.place}")
            continue
        for item in family.items:
            if item.key not in seen:
                message = f'the list lacks "{item.key}", {item.copies} pieces'
                yield Diagnostic(Place(file), "list-missing", message, item.key, f"see {item.place}")


def _names(game: Game) -> dict[str, _Known | None]:
    """Components by folded name; None for names that several have."""
    exact: dict[str, _Known | None] = {}
    loose: dict[str, _Known | None] = {}
    for family in game.families:
        whole = _Known(family.id, family.copies, family.place, family.id)
        exact[family.id.casefold()] = whole
        for title in family.title.values():
            _add(loose, title, whole)
        for item in family.items:
            one = _Known(item.key, item.copies, item.place, item.key)
            exact[item.key.casefold()] = one
            name = item.fields.get("name")
            names = name.values() if isinstance(name, Mapping) else [name]
            for word in {item.id, *(str(each) for each in names if isinstance(each, str))}:
                _add(loose, word, one)
    return {**loose, **exact}


def _add(names: dict[str, _Known | None], word: str, one: _Known) -> None:
    other = names.get(word.casefold(), one)
    names[word.casefold()] = one if other is not None and other.name == one.name else None


def _columns(rows: Rows, file: str) -> tuple[Rows, int, int]:
    """The rows below the heading, and the columns of names and counts."""
    heads = [cell.strip().casefold() for cell in rows[0][1]] if rows else []
    name = next((heads.index(word) for word in NAMES if word in heads), None)
    count = next((heads.index(word) for word in COUNTS if word in heads), None)
    if name is None or count is None:
        lacking = "a column of names" if name is None else "a column of counts"
        message = f"the list has no heading for {lacking}; it has {', '.join(heads) or 'none'}"
        hint = f"call the columns {NAMES[0]} (or {NAMES[3]}) and {COUNTS[0]}"
        raise Failure([Diagnostic(Place(file, 1), "list-unreadable", message, hint=hint)])
    return rows[1:], name, count
