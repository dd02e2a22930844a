"""What a template sees of the game: plain mappings, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from prancha.faces.templates.context_values import ITEM, Late, Record, Watched
from prancha.faces.text.text_markup import Keywords
from prancha.model.game import Family, Game, Item
from prancha.model.localised_text import resolve_texts

_PLAIN = frozenset((str, int, float, bool, type(None)))
"""Types of values that are the same in all languages."""


class GameContext:
    """The game, its families and items as templates read them, each resolved once."""

    def __init__(self, game: Game, lang: str) -> None:
        self._game, self._lang = game, lang
        self._records: dict[str, Record] = {}
        self._items: dict[str, tuple[Record, ...]] = {}
        self._families: dict[str, Record] = {}
        self._field_names: dict[str, frozenset[str]] = {}
        self.colours_read: set[str] = set()
        self.texts_read: set[str] = set()
        self.fields_read: dict[str, set[str]] = {family.id: set() for family in game.families}
        self.all_items_read = False
        self._family_read: set[str] = set()
        self._game_read: set[str] = set()
        self.palette: Record = Watched("palette", self.read("palette", game.palette), self.colours_read)
        self.texts: Record = Watched("texts", self.read("texts", game.texts), self.texts_read)
        self.tables: Record = self.read("tables", game.tables)
        self.keywords_read: set[str] = set()
        keywords: Record = self.read("keywords", game.keywords)
        self.keywords: Record = Watched("keywords", keywords, self.keywords_read)
        self.glossary = Keywords(
            keywords, game.palette, self.keywords_read, self.colours_read, symbols=game.symbols
        )
        self.game = self._game_record()

    def read(self, what: str, value: Any) -> Any:
        """`value` with its texts in the chosen language; mappings know their name."""
        return _records(what, resolve_texts(value, self._lang, self._game.languages))

    @property
    def looked_wide(self) -> frozenset[str]:
        """What was read since `forget` of other items than the one drawn: fields, and why they are so."""
        seen = set()
        if self.all_items_read or not self._family_read.isdisjoint(("items", "copies")):
            seen.add("items")
        if "assumptions" in self._game_read:
            seen.add("reasons")
        return frozenset(seen)

    @property
    def read_now(self) -> tuple[frozenset[str], ...]:
        """All that was read since `forget`, to compare with what another face read."""
        noted = (self.colours_read, self.texts_read, self.keywords_read)
        return (self.looked_wide, *map(frozenset, noted), *map(frozenset, self.fields_read.values()))

    def forget(self) -> None:
        """Clear the record of reads."""
        self.all_items_read = False
        noted = (self.colours_read, self.texts_read, self.keywords_read)
        for read in (*noted, self._family_read, self._game_read):
            read.clear()
        for read in self.fields_read.values():
            read.clear()

    def family(self, family: Family) -> Record:
        """A family as templates see it; `items` holds all its items."""
        if family.id not in self._families:
            values = {
                "id": family.id,
                "title": self.read("title", family.title),
                "note": self.read("note", family.note) or "",
                "stock": family.stock,
                "copies": sum(item.copies for item in family.items if item.part == 1),
                "width": family.outline.width,
                "height": family.outline.height,
                "bleed": family.bleed,
                "safe": family.safe,
                "tables": self.tables_of(family),
            }
            late = {"items": lambda: self.items(family.id)}
            self._families[family.id] = Late("the family", values, self._family_read, late)
        return self._families[family.id]

    def items(self, family_id: str) -> tuple[Record, ...]:
        """All items of a family.  KeyError when there is none of that name."""
        if family_id not in self._items:
            family = self._game.family(family_id)
            self._items[family_id] = tuple(self.item(item) for item in family.items if item.part == 1)
        return self._items[family_id]

    def item(self, item: Item) -> Record:
        """One item as templates see it; most of a deck may have been drawn by an earlier build."""
        if item.key not in self._records:
            plain = _PLAIN.issuperset(map(type, item.fields.values()))
            fields = item.fields if plain else self.read(ITEM, item.fields)
            own = {"id": item.listed_id, "family": item.family, "copies": item.copies, "source": item.source}
            self._records[item.key] = Watched(ITEM, {**fields, **own}, self.fields_read[item.family])
        return self._records[item.key]

    def field_names(self, family: Family) -> frozenset[str]:
        """The fields that any component of a family has."""
        if family.id not in self._field_names:
            self._field_names[family.id] = frozenset(name for item in family.items for name in item.fields)
        return self._field_names[family.id]

    def tables_of(self, family: Family) -> Record:
        """The game's tables with the family's own over them."""
        if not family.tables:
            return self.tables
        return Record("tables", {**self.tables, **self.read("tables", family.tables)})

    def _game_record(self) -> Record:
        game = self._game
        plain = ("id", "title", "languages", "designers", "artists", "players", "revision")
        values = {name: getattr(game, name) for name in plain}
        for name in ("publisher", "licence", "rulebook", "supplied", "assumed", "pitch", "time", "age"):
            values[name] = self.read(name, getattr(game, name))
        values["subtitle"] = self.read("subtitle", game.subtitle) or ""
        values["fonts"] = Record("game.fonts", game.fonts)
        values["assumptions"] = self._assumptions()
        values["families"] = tuple(family.id for family in game.families)
        return Watched("the game", values, self._game_read)

    def _assumptions(self) -> tuple[Record, ...]:
        """Return what the rulebook does not fix, each reason once: for the whole game, then by family."""
        game = self._game
        found = {("", str(why)): game.title for why in self.read("assumed", game.assumed).values()}
        for family in game.families:
            title = str(self.read("title", family.title))
            for item in (one for one in family.items if one.assumed or one.source == "assumed"):
                reasons = [*self.read("assumed", item.assumed).values()]
                reasons += [self.read("why", item.why)] if item.source == "assumed" else []
                found.update({(family.id, str(why)): title for why in reasons if why})
        return tuple(
            Record("an assumption", {"family": family, "title": title, "why": why})
            for (family, why), title in found.items()
        )


def _records(what: str, value: Any) -> Any:
    if isinstance(value, Mapping):
        return Record(what, {key: _records(f"{what}.{key}", inner) for key, inner in value.items()})
    if isinstance(value, (list, tuple)):
        return tuple(_records(f"{what}[{k}]", inner) for k, inner in enumerate(value))
    return value
