"""A game as rules see it: entries of families and tables to select from, and names for expressions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from prancha.checks.rules.fields import MISSING, is_list, reach
from prancha.checks.rules.wording import FAMILY, GAME
from prancha.expression import FamilyItems, Origins
from prancha.model.diagnostic import Place
from prancha.model.game import Family, Game, Item

GAME_FIELDS = (
    "title", "subtitle", "languages", "designers", "artists", "publisher", "licence", "rulebook", "players",
    "revision", "palette", "fonts", "texts", "tables", "assumed", "supplied", "cover",
)  # fmt: skip

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

    def nearest(self) -> Place | None:
        """Where the entry stands, or the nearest table around it."""
        steps = self._path.split(".")
        paths = (".".join(steps[:length]) for length in range(len(steps), 0, -1))
        return next((self._places[path] for path in paths if path in self._places), None)


def _whole(family: Family) -> Item:
    """A family as an item, for what stands in its own tables."""
    return Item(
        family.id, FAMILY, copies=1, fields={}, source="stated", why="", assumed={}, place=family.place,
        places=family.places,
    )  # fmt: skip


class RuleScope:
    """Looks up families, tables and names of one game; remembers what it has looked up."""

    def __init__(self, game: Game, icons: Collection[str] | None = None) -> None:
        """Index the families of `game`; `icons` are the names its templates can draw, if known."""
        self.game = game
        self.icons = icons
        self.families: Mapping[str, Family] = {family.id: family for family in game.families}
        fields = {name: getattr(game, name) for name in GAME_FIELDS}
        self.game_item = Item(
            game.id, GAME, copies=1, fields=fields, source="stated", why="", assumed={}, place=game.place,
            places=game.places,
        )  # fmt: skip
        self.names: Mapping[str, Any] = self._names(fields)
        self._entries: dict[str, tuple[Item, ...] | None] = {}
        self._origins: Origins | None = None

    @property
    def origins(self) -> Origins:
        """Where the lists and mappings of the game stand; found out when the first rule is broken."""
        if self._origins is None:
            whole = [(_whole(family), {"tables": family.tables}) for family in self.families.values()]
            items = [(item, item.fields) for family in self.families.values() for item in family.items]
            self._origins = Origins([(self.game_item, self.names["game"]), *whole, *items])
        return self._origins

    def entries(self, name: str) -> tuple[Item, ...] | None:
        """Items of a family, entries of a table, or the game itself; None when there is no such thing."""
        if name not in self._entries:
            self._entries[name] = self._look_up(name)
        return self._entries[name]

    def table(self, path: str) -> Any:
        """What stands at `tables.a.b` or `<family>.tables.a.b`; MISSING where nothing does."""
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
        own = EntryPlaces(family.places if family else self.game.places, inside, isinstance(value, Mapping))
        place = own.nearest() or (family.place if family else self.game.place)
        return Item(
            key, table, copies=1, fields=fields, source="stated", why="", assumed={}, place=place, places=own
        )

    def table_places(self, text: str) -> dict[str, Place]:
        """Where the tables of the game that a text names stand: `tables.goals` and its place."""
        paths = [found[1] for found in TABLE.finditer(text)]
        return {path: self.place(path) for path in paths if self.place(path) != self.game.place}

    def place(self, path: str) -> Place:
        """Where `tables.a.b`, or its nearest part that has a place, stands in game.yaml; else the game."""
        steps = path.split(".")
        for length in range(len(steps), 0, -1):
            path = ".".join(steps[:length])
            if path in self.game.places:
                return self.game.places[path]
        return self.game.place

    def _names(self, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        families = {
            family.id.replace("-", "_"): FamilyItems.of(family.items, family.tables)
            for family in self.families.values()
        }
        return {**families, "game": fields, "tables": self.game.tables, "players": self.game.players}
