"""A game as rules see it: entries of families and tables to select from, and names for expressions."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from generator.expression import Pieces
from generator.model.diagnostic import Place
from generator.model.game import Family, Game, Item
from generator.rules.fields import MISSING, is_list, reach

GAME = "game"
GAME_FIELDS = (
    "title", "subtitle", "languages", "designers", "artists", "publisher", "licence", "rulebook", "players",
    "revision", "palette", "fonts", "texts", "tables", "assumed", "supplied", "cover",
)  # fmt: skip

TABLE = re.compile(r"(?<![\w.'\"])(tables(?:\.\w+)+)")
"""A table of the game named in an expression or as a family; not a family's own."""


class Scope:
    """Looks up families, tables and names of one game; remembers what it has looked up."""

    def __init__(self, game: Game, icons: Collection[str] | None = None) -> None:
        """Index the families of `game`; `icons` are the names its templates can draw, if known."""
        self.game = game
        self.icons = icons
        self.families: Mapping[str, Family] = {family.id: family for family in game.families}
        fields = {name: getattr(game, name) for name in GAME_FIELDS}
        self.game_item = Item(game.id, GAME, 1, fields, "stated", "", {}, game.place, game.places)
        self.names: Mapping[str, Any] = self._names(fields)
        self._entries: dict[str, tuple[Item, ...] | None] = {}

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
        owner = table.split(".")[0]
        place = self.families[owner].place if owner in self.families else self.place(f"{table}.{key}")
        return Item(key, table, 1, fields, "stated", "", {}, place)

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
            family.id.replace("-", "_"): Pieces.of(family.items, family.tables)
            for family in self.families.values()
        }
        return {**families, "game": fields, "tables": self.game.tables, "players": self.game.players}
