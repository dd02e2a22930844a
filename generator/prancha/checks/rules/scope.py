"""A game as rules see it: entries to select from, the fields of items, and the words for both."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from prancha.expression import FamilyItems, Origins
from prancha.model.diagnostic import Place
from prancha.model.game import Family, Game, Item
from prancha.model.values import MISSING, OWN, Missing, enter, freeze, is_list, is_number, line, own, show

__all__ = [
    "MISSING",
    "OWN",
    "FieldReader",
    "Missing",
    "enter",
    "freeze",
    "is_list",
    "is_number",
    "own",
    "reach",
    "reader",
    "show",
    "singles",
    "spread",
]

FieldReader = Callable[[Item], Any]


@lru_cache(maxsize=1024)
def reader(path: str) -> FieldReader:
    """A function from an item to its value at the dotted `path`, or MISSING.

    A `*` gives the list of what every element holds; elements without it are left out.
    """
    first, *rest = path.split(".")
    if not rest:
        return lambda item: own(item, first)
    return lambda item: reach(own(item, first), rest)


def reach(value: Any, path: Sequence[str]) -> Any:
    """Follow `path` into nested mappings and lists; MISSING where it ends early."""
    for depth, step in enumerate(path):
        if step == "*":
            found = [reach(element, path[depth + 1 :]) for element in _elements(value)]
            return _flat(found, path[depth + 1 :])
        value = enter(value, step)
        if value is MISSING:
            return MISSING
    return value


def singles(value: Any) -> Sequence[Any]:
    """The elements of a list, or the one value."""
    return value if isinstance(value, (list, tuple)) else (value,)


def spread(item: Item, path: str, value: Any) -> Sequence[tuple[str, Any]]:
    """The single values behind `path`, each with its own path: `lines.2.icon` for `lines.*.icon`.

    `value` is what `reader(path)` found.
    """
    if not isinstance(value, (list, tuple)):
        return ((path, value),)
    first, *rest = path.split(".")
    return tuple(_spread(own(item, first), first, rest))


def _spread(value: Any, path: str, steps: Sequence[str]) -> Iterator[tuple[str, Any]]:
    for depth, step in enumerate(steps):
        if step == "*":
            for key, element in value.items() if isinstance(value, Mapping) else enumerate(value):
                yield from _spread(element, f"{path}.{key}", steps[depth + 1 :])
            return
        value, path = enter(value, step), f"{path}.{step}"
        if value is MISSING:
            return
    if isinstance(value, (list, tuple)):
        yield from ((f"{path}.{number}", element) for number, element in enumerate(value))
    else:
        yield path, value


def _elements(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield from value.values()
    elif is_list(value):
        yield from value


def _flat(found: list[Any], rest: Sequence[str]) -> Any:
    present = [value for value in found if value is not MISSING]
    if found and not present:
        return MISSING
    if "*" in rest:
        return [inner for value in present for inner in value]
    return present


GAME, FAMILY = "game", "family"
NOT_PRINTED = (GAME, FAMILY)
"""What stands in an item's `family` where it is the game or a family itself."""
NAMED = 12
"""How many items a message names before it counts the rest."""


def name_items(item: Item, field: str = "", note: str = "") -> str:
    """`red-pink 5 (components/aperiodik/tiles.yaml:12)`."""
    at = line(place(item, field))
    return item.id + (f" {note}" if note else "") + (f" ({at})" if at else "")


def at_place(item: Item, path: str) -> str:
    """An item's name with the place of a field; of the game's or a family's own values the path."""
    if item.family not in NOT_PRINTED:
        return name_items(item, path)
    at = line(place(item, path))
    owner = "" if item.family == GAME else f"{item.id}."
    return f"{owner}{path}" + (f" ({at})" if at else "")


def with_copies(items: Sequence[Item], *fields: str) -> str:
    """Items with their numbers of copies and places, for a count that is wrong.

    A count by `fields` is also wrong where one of these is; their lines are added: `tiles.yaml:12,14`.
    """
    return list_names(_counted(item, fields) for item in items)


def _counted(item: Item, fields: Sequence[str]) -> str:
    at = place(item, "copies")
    if at.line < item.place.line:  # inherited from what stands above all items
        fields, at = ("copies", *fields), item.place
    lines = dict.fromkeys([at.line, *(place(item, field).line for field in fields)])
    where = f" ({line(at)}{''.join(f',{number}' for number in list(lines)[1:])})" if line(at) else ""
    return f"{item.id} {item.copies}{where}"


def with_places(items: Sequence[Item], field: str = "") -> str:
    """Items with the places of `field`."""
    return list_names(name_items(item, field) for item in items)


def list_names(names: Iterable[str]) -> str:
    """A list of at most `NAMED` names, then how many more."""
    names = list(names)
    more = len(names) - NAMED
    return ", ".join(names[:NAMED]) + (f" and {more} more" if more > 0 else "")


def plural(number: float | None, noun: str) -> str:
    """`1 piece`, `2 pieces`, `0 copies`; a bare number without a noun."""
    if number == 1 or not noun:
        return f"{show(number)} {noun}".rstrip()
    return f"{show(number)} {noun[:-1] + 'ies' if noun.endswith('y') else noun + 's'}"


def place(item: Item, field: str) -> Place:
    """The place of the dotted `field`: as deep as places are known, else that of the item."""
    return (_deepest(item.places, field) if field else None) or item.place


GAME_FIELDS = (
    "title subtitle languages designers artists publisher licence rulebook players revision palette fonts "
    "texts tables assumed supplied cover pitch time age"
).split()

TABLE = re.compile(r"(?<![\w.'\"])(tables(?:\.\w+)+)")
"""A table of the game named in an expression or as a family; not a family's own."""


class EntryPlaces(Mapping[str, Place]):
    """The places of a table's entry, among those of the file that holds it."""

    def __init__(self, places: Mapping[str, Place], path: str, deep: bool) -> None:
        """Look up names below `path`; of an entry that is no mapping (not `deep`), any name is its own."""
        self._places, self._path, self._deep = places, path, deep

    def __getitem__(self, name: str) -> Place:
        return self._places[f"{self._path}.{name}" if self._deep else self._path]

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _as_item(
    id: str, family: str, fields: Mapping[str, Any], place: Place, places: Mapping[str, Place]
) -> Item:
    """Something that is not printed as an item, for rules to select."""
    return Item(id, family, 1, fields, source="stated", why="", assumed={}, place=place, places=places)


def whole_family(family: Family) -> Item:
    """A family as an item, for its own tables and texts."""
    return _as_item(family.id, FAMILY, {}, family.place, family.places)


def _deepest(places: Mapping[str, Place], path: str) -> Place | None:
    """The place of a dotted path, or of the nearest part around it that is known."""
    steps = path.split(".")
    paths = (".".join(steps[:length]) for length in range(len(steps), 0, -1))
    return next((places[path] for path in paths if path in places), None)


class RuleScope:
    """Cached lookup of families, tables and names of one game."""

    def __init__(self, game: Game, icons: Collection[str] | None = None) -> None:
        """Index the families of `game`; `icons` are the names its templates can draw, if known."""
        self.game = game
        self.icons = icons
        self.families: Mapping[str, Family] = {family.id: family for family in game.families}
        fields = {name: getattr(game, name) for name in GAME_FIELDS}
        self.game_item = _as_item(game.id, GAME, fields, game.place, game.places)
        self.names: Mapping[str, Any] = self._names(fields)
        self._entries: dict[str, tuple[Item, ...] | None] = {}

    @cached_property
    def origins(self) -> Origins:
        """The places of lists and mappings of the game; computed when the first rule is broken."""
        families = self.families.values()
        whole = [(whole_family(one), {"tables": one.tables}) for one in families]
        items = [(item, item.fields) for family in families for item in family.items]
        return Origins([(self.game_item, self.names["game"]), *whole, *items])

    def entries(self, name: str) -> tuple[Item, ...] | None:
        """Items of a family, entries of a table, or the game itself; None when there is no such thing."""
        if name not in self._entries:
            self._entries[name] = self._look_up(name)
        return self._entries[name]

    def table(self, path: str) -> Any:
        """The value at `tables.a.b` or `<family>.tables.a.b`; MISSING where there is none."""
        owner, _, rest = path.partition(".")
        if owner == "tables":
            return reach(self.game.tables, rest.split(".")) if rest else self.game.tables
        head, _, rest = rest.partition(".")
        if owner in self.families and head == "tables" and rest:
            return reach(self.families[owner].tables, rest.split("."))
        return MISSING

    def selectable(self) -> list[str]:
        """Everything `family` may name, for a suggestion."""
        tables = [f"tables.{name}" for name in self.game.tables]
        tables += [
            f"{family.id}.tables.{name}" for family in self.families.values() for name in family.tables
        ]
        return [*self.families, *tables, GAME]

    def _look_up(self, name: str) -> tuple[Item, ...] | None:
        if name in self.families:
            return self.families[name].items
        if name == GAME:
            return (self.game_item,)
        table = self.table(name)
        if isinstance(table, Mapping):
            pairs = [(str(key), value) for key, value in table.items()]
        elif is_list(table):
            pairs = [(str(number), value) for number, value in enumerate(table, start=1)]
        else:
            return None
        return tuple(self._entry(name, key, value) for key, value in pairs)

    def _entry(self, table: str, key: str, value: Any) -> Item:
        fields = value if isinstance(value, Mapping) else {"value": value}
        owner, _, path = table.partition(".")
        family = self.families.get(owner)
        position = int(key) - 1 if is_list(self.table(table)) else key
        inside = f"{path if family else table}.{position}"
        places = family.places if family else self.game.places
        own = EntryPlaces(places, inside, isinstance(value, Mapping))
        place = _deepest(places, inside) or (family.place if family else self.game.place)
        return _as_item(key, table, fields, place, own)

    def table_places(self, text: str) -> dict[str, Place]:
        """The places of the tables that a text names: `tables.goals` and its place."""
        paths = [found[1] for found in TABLE.finditer(text)]
        return {path: self.place(path) for path in paths if self.place(path) != self.game.place}

    def place(self, path: str) -> Place:
        """The place of `tables.a.b` in game.yaml, or of its nearest part; else that of the game."""
        return _deepest(self.game.places, path) or self.game.place

    def _names(self, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        families = {
            family.id.replace("-", "_"): FamilyItems.of(family.items, family.tables)
            for family in self.families.values()
        }
        return {**families, "game": fields, "tables": self.game.tables, "players": self.game.players}
