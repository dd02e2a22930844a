"""Copy, delete and move cards of a game in YAML and CSV files, and tell which cannot be.

Every change is tried by reading the game with it, and is refused if anything else would change.  A card of
`items:` is the lines from its `-` to its last value; all other bytes stay, comments and empty lines between
cards too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import yaml
from msgspec import Struct

from prancha.catalogue.items import ID
from prancha.catalogue.splice import (
    ABOUT,
    Load,
    Scalar,
    SpliceError,
    change_text,
    compose_data,
    is_meant,
    is_same,
    line_end,
    replace_value,
    source_of,
    splice_error,
    unshared,
    value_at,
    value_events,
    written_items,
)
from prancha.catalogue.yaml_document import Step
from prancha.catalogue.yaml_parser import read_yaml
from prancha.model.diagnostic import Failure, Place
from prancha.model.game import Game, Item

if TYPE_CHECKING:
    from prancha.catalogue.spreadsheet import RowSplice


TABLES = (".csv", ".tsv", ".txt")
"""Endings of lists whose cells and rows are found again; other programs write the others."""
Fixed = Literal["", "workbook", "json", "matrix", "kind", "filtered", "sorted"]
"""Why cards cannot be added, deleted or moved: where they come from."""
_REASONS: Mapping[str, tuple[str, str]] = {
    "workbook": (
        "the list is a workbook, which its own program writes",
        "change it there, or save it as .csv and name that file in from:",
    ),
    "json": ("another program writes lists of this kind", "change it there, or name a .csv file in from:"),
    "matrix": ("the cards come from matrix:", "change the values of matrix: in the file"),
    "kind": ("this family has one component, by its kind", "write it as items: in the file"),
    "filtered": ("where: decides which rows are cards", "change the rows in the file, or delete where:"),
    "sorted": ("sort: decides the order of the cards", "delete sort: in the file to order them by hand"),
}


class CardSource(Struct, frozen=True):
    """The file and place where a card is written, and why it cannot be changed there.

    `fixed` is why cards are not added or deleted, `order` why they are not moved, "" where they can be;
    `place` is where that is decided.  `number` is the card's in `items:`, `reading` the keys of `from:`,
    and `name` the file as the game knows it.
    """

    name: str
    fixed: Fixed
    order: Fixed
    place: Place
    number: int = -1
    reading: Mapping[str, Any] = {}

    @property
    def has_id(self) -> bool:
        """Return whether a card's id is written with it, and not made of its other values."""
        return "id" not in self.reading

    def refuse(self, order: bool = False) -> None:
        """Raise SpliceError where cards cannot be added or deleted, or with `order` not be moved."""
        if why := (self.order if order else self.fixed):
            raise SpliceError(*_REASONS[why])


def source_of_card(game: Game, root: Path, item: Item) -> CardSource:
    """Return where an item of a game is written; raises Failure, SpliceError."""
    family = game.family(item.family)
    document = read_yaml(root / family.place.file, root)
    data = document.data
    order: Fixed = "sorted" if "sort" in data else ""
    sort_place = document.place(("sort",)) if order else item.place
    if item.place.file == family.place.file:
        name, items = Path(family.place.file).name, data.get("items") or ()
        for number, one in enumerate(items):
            if document.place(("items", number)) == item.place and str(one.get("id")) == item.id:
                return CardSource(name, "", order, sort_place, number)
        made: Fixed = "matrix" if "matrix" in data else "kind"
        if made not in data:
            raise SpliceError(f"{item.key} is not written there any more", "look at the card again")
        return CardSource(name, made, made, document.place((made,)))
    name, reading = source_of(data, game, root, item)
    ending = Path(name).suffix.lower()
    place = document.place(("from",))
    if ending not in TABLES:
        fixed: Fixed = "workbook" if ending in (".xlsx", ".ods") else "json"
        return CardSource(name, fixed, fixed, item.place, reading=reading)
    if reading.get("where") is not None:
        return CardSource(name, "filtered", "filtered", place, reading=reading)
    if reading.get("sort") is not None:
        order, sort_place = "sorted", place
    return CardSource(name, "", order, sort_place, reading=reading)


def copy_card(
    data: bytes, load: Load, root: Path, key: str, name: str, values: Mapping[tuple[Step, ...], Scalar]
) -> tuple[bytes, str]:
    """Return the file of a card with a copy behind it, and the id of the copy.

    `data` is the content of that file, `name` the id of the copy, "" where ids are made of other values;
    `values` replaces what is written at their paths.  Raises SpliceError.
    """
    before, item, source = _find(load, root, key)
    source.refuse()
    if source.has_id and not ID.match(name):
        raise SpliceError(
            f'"{name}" is not an id', "use lower-case letters, digits and -, such as star-white"
        )
    if source.has_id and any(one.listed_id == name for one in before.family(item.family).items):
        raise SpliceError(f'the id "{name}" is taken', "choose another one")
    given: dict[tuple[Step, ...], Scalar] = {**({("id",): name} if source.has_id else {}), **values}
    read_as = ""

    def is_wanted(found: dict[str, Any], known: dict[str, Any]) -> bool:
        nonlocal read_as
        cards, family = found[item.family], known[item.family]
        came = [one for one in cards if one not in family]
        if len(came) != 1 or (source.has_id and came != [name]):
            return False
        read_as = came[0]
        if not source.order and [*cards].index(read_as) != [*family].index(item.id) + 1:
            return False
        copy = cards.pop(read_as)
        copy = {**copy, "copies": copy.pop(ABOUT)[0], "id": read_as}
        return is_same(found, known) and all(_is_written(copy, *one) for one in given.items())

    def ways() -> Iterator[bytes]:
        if source.number >= 0:
            yield change_text(data, lambda text: copy_entry(text, item.place.file, source.number, given))
            return
        columns = {}
        for path, new in given.items():
            place = item.places.get(".".join(map(str, path)))
            if place is None or place.file != item.place.file:
                raise SpliceError(f"{path[0]} is not written with the card", "change it where it is written")
            columns[place.column] = "" if new is None else new
        yield from _rows(data, item, source).copied(item.place.line, columns)

    hint = (
        "" if source.has_id else f"the id of a card is made as {source.reading['id']}: give it other values"
    )
    after = _first_wanted(ways(), load, source, before, is_wanted=is_wanted, hint=hint)
    return after, read_as


def delete_card(data: bytes, load: Load, root: Path, key: str) -> bytes:
    """Return the file of a card without it; raises SpliceError."""
    before, item, source = _find(load, root, key)
    source.refuse()
    if len(before.family(item.family).items) == 1:
        raise SpliceError("a family has at least one card", "delete the family's file and its line instead")

    def is_wanted(found: dict[str, Any], known: dict[str, Any]) -> bool:
        del known[item.family][item.id]
        return is_same(found, known)

    if source.number >= 0:
        number = source.number
        ways = iter([change_text(data, lambda text: delete_entry(text, item.place.file, number))])
    else:
        ways = _rows(data, item, source).deleted(item.place.line)
    return _first_wanted(ways, load, source, before, is_wanted)


def move_card(data: bytes, load: Load, root: Path, key: str, to: str) -> bytes:
    """Return the file of a card with it where the card `to` of its family is, which gives way.

    Raises SpliceError.
    """
    before, item, source = _find(load, root, key)
    _, other, target = _find(load, root, to)
    source.refuse(order=True)
    if item.family != other.family or item.place.file != other.place.file:
        raise SpliceError("the two cards are not in one list", "move it among those of its own list")

    def is_wanted(found: dict[str, Any], known: dict[str, Any]) -> bool:
        keys = [*known[item.family]]
        keys.insert(keys.index(other.id), keys.pop(keys.index(item.id)))
        known[item.family] = {one: known[item.family][one] for one in keys}
        return is_same(found, known)

    if source.number >= 0:
        numbers = source.number, target.number
        ways = iter([change_text(data, lambda text: move_entry(text, item.place.file, *numbers))])
    else:
        ways = _rows(data, item, source).moved(item.place.line, other.place.line)
    return _first_wanted(ways, load, source, before, is_wanted)


_Wanted = Callable[[dict[str, Any], dict[str, Any]], bool]


def _find(load: Load, root: Path, key: str) -> tuple[Game, Item, CardSource]:
    try:
        game = load({})
        items = [one for family in game.families for one in family.items if one.key == key]
        if not items:
            raise SpliceError(f"there is no {key} any more", "look at the cards again")
        return game, items[0], source_of_card(game, root, items[0])
    except Failure as failure:
        told = failure.diagnostics[0].message
        raise SpliceError(f"the game cannot be read as it is: {told}", "mend it first") from None


def _rows(data: bytes, item: Item, source: CardSource) -> RowSplice:
    from prancha.catalogue.spreadsheet import RowSplice  # most games do not need it

    return RowSplice(data, item.place.file, source.reading)


def _first_wanted(
    ways: Iterator[bytes], load: Load, source: CardSource, before: Game, is_wanted: _Wanted, hint: str = ""
) -> bytes:
    """Return the first of some contents with which the game is as wanted; raises SpliceError."""
    told = ""
    for after in ways:
        try:
            found = written_items(load({source.name: after}))
        except Failure as failure:
            told = told or failure.diagnostics[0].message
            continue
        if is_wanted(found, written_items(before)):
            return after
    if told:
        raise SpliceError(f"the game could not be read with this change: {told}", hint)
    problem = splice_error()
    raise SpliceError(problem.message, hint or problem.hint)


def _is_written(copy: Mapping[str, Any], path: Sequence[Step], new: Scalar) -> bool:
    """Return whether a card has a value as meant; an empty cell is no value."""
    found = value_at(copy, path)
    return is_meant(found, new) or (new == "" and found is None)


ITEMS = "items"
_OWN_LINES = "write each card in lines of its own, beginning with - "


class _Entry(NamedTuple):
    """A card in the text: the indices of its first and behind its last line, and where its keys begin."""

    start: int
    end: int
    line: int
    column: int


def copy_entry(text: str, file: str, number: int, values: Mapping[tuple[Step, ...], Scalar]) -> str:
    """Return the text of a YAML file with a copy behind card `number` (from 0), with `values` by path in it.

    Raises SpliceError.
    """
    spans = _entries(text)
    one = spans[number]
    after = _inserted(text, one.end, text[one.start : one.end])
    before = _checked(text, after, file, lambda items: items.insert(number + 1, unshared(items[number])))
    place = _entries(after)[number + 1]
    for path, new in values.items():
        old: Any = before[number]
        for step in path:
            old = old[step]
        if old != new or type(old) is not type(new):
            after = replace_value(after, Place(file, place.line, place.column), path, old, new)
    return after


def delete_entry(text: str, file: str, number: int) -> str:
    """Return the text without card `number`; raises SpliceError."""
    one = _entries(text)[number]
    after = text[: one.start] + text[one.end :]
    _checked(text, after, file, lambda items: items.pop(number))
    return after


def move_entry(text: str, file: str, number: int, to: int) -> str:
    """Return the text with card `number` where card `to` is, which gives way; raises SpliceError."""
    spans = _entries(text)
    one, other = spans[number], spans[to]
    moved = text[one.start : one.end]
    if to > number:
        after = _inserted(text, other.end, moved)
        after = after[: one.start] + after[one.end :]
    else:
        after = _inserted(text[: one.start] + text[one.end :], other.start, moved)
    _checked(text, after, file, lambda items: items.insert(to, items.pop(number)))
    return after


def _inserted(text: str, at: int, lines: str) -> str:
    """Return `text` with whole `lines` inserted where a line begins or the file ends."""
    newline = line_end(text)
    head = newline if at and text[at - 1] not in "\r\n" else ""
    tail = "" if lines.endswith(("\n", "\r")) else newline
    return text[:at] + head + lines + tail + text[at:]


def _checked(text: str, after: str, file: str, change: Callable[[list[Any]], object]) -> list[Any]:
    """Return the cards of `text`; raise SpliceError unless `after` differs from it by `change` alone."""
    before = compose_data(text, file)
    wanted = unshared(before)
    items = list(wanted[ITEMS])
    change(wanted[ITEMS])
    try:
        found = compose_data(after, file)
    except SpliceError:
        raise splice_error() from None
    if not is_same(unshared(found), wanted):
        raise splice_error()
    return items


def _entries(text: str) -> list[_Entry]:
    """Return the cards of a file; raises SpliceError where they do not stand in lines of their own."""
    found = []
    for mark, end in _marks(text):
        start = text.rfind("\n", 0, mark.index) + 1
        dash = re.compile(r"[ \t]*-[ \t]+\Z")
        if not dash.match(text[start : mark.index]):
            raise SpliceError("the cards do not stand in lines of their own", _OWN_LINES)
        stop = text.find("\n", end)
        found.append(_Entry(start, len(text) if stop < 0 else stop + 1, mark.line + 1, mark.column + 1))
    return found


def _marks(text: str) -> Iterator[tuple[Any, int]]:
    """Yield for each card where its keys begin, and the index behind its last value."""
    begins: list[Any] = []
    ends: dict[Step, int] = {}
    is_list = False
    for event, path in value_events(text, ends=True):
        first, last = event.start_mark, event.end_mark
        if path == (ITEMS,) and isinstance(event, yaml.SequenceStartEvent):
            if event.flow_style:
                raise SpliceError("the cards stand in one pair of brackets", _OWN_LINES)
            is_list = True
        if not is_list or path[:1] != (ITEMS,) or len(path) < 2:
            continue
        if isinstance(event, yaml.CollectionStartEvent):
            if len(path) == 2:
                begins.append(first)
        elif len(path) == 2 and not isinstance(event, yaml.CollectionEndEvent):
            raise SpliceError("an entry of items: is no card of its own", "change it in the file")
        elif last.index > first.index or isinstance(event, yaml.ScalarEvent):
            # In a block of text, empty lines below it are none of the card; the end of a block has no length.
            is_block = isinstance(event, yaml.ScalarEvent) and event.style in ("|", ">")
            end = first.index + len(text[first.index : last.index].rstrip()) if is_block else last.index
            ends[path[1]] = end
    if not is_list:
        raise SpliceError("this file has no items: of its own", "change it in the file")
    yield from zip(begins, ends.values(), strict=True)
