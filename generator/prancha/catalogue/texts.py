"""Texts of one language in a file of its own, `texts/de.yaml`, put into a game that was read.

The file has the shape of the catalogue: `game:` and the families, each with its `items:` by id.  A
dotted name reaches deeper, into lists by position from 0: `effects.0.text`.  `_sources:` has the words
they were translated from.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from prancha.catalogue.document import Path as Steps
from prancha.catalogue.document import YamlDocument
from prancha.catalogue.findings import Findings, describe
from prancha.catalogue.schema import LANGUAGE
from prancha.catalogue.text_places import TextPlaces
from prancha.catalogue.text_sources import SOURCES, TextSources, flat_texts
from prancha.catalogue.yaml_file import read_yaml
from prancha.model.diagnostic import Diagnostic, Failure, Place, suggestion
from prancha.model.game import Family, Game, Item, Untranslated
from prancha.model.text import is_text

FOLDER = "texts"
GAME = "game"
GAME_TEXTS = (
    "subtitle", "publisher", "licence", "rulebook", "texts", "keywords", "supplied", "assumed", "tables",
)  # fmt: skip
FAMILY_TEXTS = ("title", "note", "tables", "defaults", "items")
ITEM_TEXTS = ("why", "assumed")
"""What of an item is text besides its fields."""
_NUMBER = re.compile(r"(?<=\.)\d+(?=\.|\Z)")


def text_files(folder: Path) -> tuple[Path, ...]:
    """The files of texts of a game's folder, sorted."""
    home = folder / FOLDER
    return tuple(sorted(home.glob("*.yaml"))) if home.is_dir() else ()


def with_texts(game: Game, root: Path, defaults: Mapping[str, Mapping[str, Any]]) -> Game:
    """The game with the texts of its `texts/`; `defaults` are the fields that families give their items.

    Raises Failure with all that is wrong in these files.
    """
    wrong: list[Diagnostic] = []
    documents: dict[str, YamlDocument] = {}
    for path in text_files(game.folder):
        try:
            documents[path.stem] = read_yaml(path, root)
        except Failure as failure:
            wrong += failure.diagnostics
    first = documents.get(game.languages[0])
    written = flat_texts(first.data) if first else {}
    for language, document in documents.items():
        texts = LanguageTexts(document, language, game, defaults, written)
        game = texts.put()
        wrong += texts.findings.found
    if wrong:
        raise Failure(wrong)
    return game


class LanguageTexts:
    """One file of texts, put into a game; what is wrong with it is in `findings`."""

    def __init__(
        self, document: YamlDocument, language: str, game: Game, defaults: Mapping[str, Mapping[str, Any]],
        written: Mapping[str, str],
    ) -> None:  # fmt: skip
        self.findings = Findings(document)
        self._sources = TextSources(self.findings, game, language, written)
        self._language, self._game, self._defaults = language, game, defaults
        self._given: dict[tuple[str, str], Place] = {}
        self._twice: list[Diagnostic] = []

    def put(self) -> Game:
        """The game with the texts of the file, as far as they are right."""
        game, data = self._game, self.findings.document.data
        if not self._begin(data):
            return game
        known = [GAME, *(family.id for family in game.families), SOURCES]
        for name in data:
            if name not in known:
                self._unknown((name,), f'"{name}" is neither game nor a family', name, known)
        if isinstance(data.get(GAME), dict):
            game = self._put_game(game, data[GAME])
        families = tuple(
            self._put_family(family, data[family.id]) if isinstance(data.get(family.id), dict) else family
            for family in game.families
        )
        game = replace(game, families=families)
        lacking = [one for one in game.untranslated if not self._mended(one, game)]
        return replace(
            game, untranslated=(*lacking, *self._expected(game)), notes=(*game.notes, *self._twice),
            stale=(*game.stale, *self._sources.stale),
        )  # fmt: skip

    def _begin(self, data: Any) -> bool:
        if self._language not in self._game.languages:
            shown = f"{self._language}.yaml"
            if LANGUAGE.match(self._language):
                message = f"{shown} has texts in {self._language}, which is no language of this game"
                near = suggestion(self._language, self._game.languages)
                hint = f"add {self._language} to languages: of game.yaml; {near}"
            else:
                message, hint = f"{shown} is not called as a language is", "such as de.yaml or pt-BR.yaml"
            self.findings.error((), "unknown-language", message, hint)
            return False
        if data is None:
            return False
        if not isinstance(data, dict):
            hint = "write texts by family: cards: {items: {wolf: {name: Wolf}}}"
            self.findings.error((), "wrong-type", f"expected families, found {describe(data)}", hint)
            return False
        for name, part in data.items():
            if part is not None and name != SOURCES and not isinstance(part, dict):
                message = f'"{name}" must be keys and values, not {describe(part)}'
                self.findings.error((name,), "wrong-type", message)
        return True

    def _put_game(self, game: Game, given: Mapping[str, Any]) -> Game:
        old = {name: getattr(game, name) for name in GAME_TEXTS}
        new = self._merged(old, given, (GAME,), GAME, "")
        own = self._places(GAME)
        return replace(
            game, **_changed(old, new), places=TextPlaces(game.places, own) if own else game.places
        )

    def _put_family(self, family: Family, given: Mapping[str, Any]) -> Family:
        for name in given:
            if name not in FAMILY_TEXTS and not str(name).startswith("tables."):
                message = f'"{name}" is no text of a family'
                self._unknown((family.id, name), message, str(name), FAMILY_TEXTS)
        old = {name: getattr(family, name) for name in ("title", "note", "tables")}
        heads = {name: part for name, part in given.items() if str(name).partition(".")[0] in old}
        new = self._merged(old, heads, (family.id,), family.id, "")
        usual = self._defaults.get(family.id, {})
        common = given.get("defaults")
        merged = usual
        if isinstance(common, dict):
            merged = self._merged(usual, common, (family.id, "defaults"), family.id, "defaults.")
        items = self._put_items(family, given.get("items"), usual, merged)
        own = self._places(family.id)
        places = TextPlaces(family.places, own) if own else family.places
        return replace(family, **_changed(old, new), items=items, places=places)

    def _put_items(
        self, family: Family, given: Any, usual: Mapping[str, Any], merged: Mapping[str, Any]
    ) -> tuple[Item, ...]:
        path: Steps = (family.id, "items")
        if given is not None and not isinstance(given, dict):
            message = f'"items" must be texts by the id of their item, not {describe(given)}'
            self.findings.error(path, "wrong-type", message, "write items: {wolf: {name: Wolf}}")
            given = None
        texts = {str(name): (name, part) for name, part in (given or {}).items()}
        ids = {item.id for item in family.items}
        for name, (key, _) in texts.items():
            if name not in ids:
                self._unknown((*path, key), f'there is no item "{name}" in {family.id}', name, ids)
        changed = {name for name, value in merged.items() if value is not usual.get(name)}
        items = []
        for item in family.items:
            fields = item.fields
            inherited = {name for name in changed if name in fields and fields[name] == usual[name]}
            if inherited:
                fields = {**fields, **{name: merged[name] for name in inherited}}
                self._inherit(family.id, item.key, inherited)
            if item.id in texts:
                item = self._put_item(replace(item, fields=fields), *texts[item.id], path)
            elif inherited:
                item = replace(item, fields=fields)
            items.append(item)
        return tuple(items)

    def _put_item(self, item: Item, key: Any, given: Any, path: Steps) -> Item:
        if not isinstance(given, dict):
            if given is not None:
                message = f"expected the fields of {item.key}, found {describe(given)}"
                self.findings.error((*path, key), "wrong-type", message, "write name: ...", item.key)
            return item
        own = {name: getattr(item, name) for name in ITEM_TEXTS if name not in item.fields}
        old = {**item.fields, **{name: value for name, value in own.items() if value}}
        new = self._merged(old, given, (*path, key), item.key, "")
        told = {name: new[name] for name in own if name in new}
        fields = {name: value for name, value in new.items() if name not in own}
        places = TextPlaces(item.places, self._places(item.key))
        return replace(item, fields=fields, places=places, **told)

    def _merged(self, source: Any, given: Any, path: Steps, owner: str, at: str) -> Any:
        """`source` with the texts of `given` in this language; `at` is where in its owner it stands."""
        item = owner if "/" in owner else ""
        if given is None or (isinstance(given, str) and not given.strip()):
            return source
        if isinstance(given, dict) and isinstance(source, Mapping) and not self._is_text(source):
            new = dict(source)
            for name, part in given.items():
                step, _, rest = (str(name), "", "") if name in source else str(name).partition(".")
                if step not in source:
                    where = at.rstrip(".") or ("this item" if item else owner)
                    self._unknown((*path, name), f'"{name}" is no text of {where}', step, source, item)
                    continue
                new[step] = self._merged(
                    new[step], {rest: part} if rest else part, (*path, name), owner, f"{at}{step}."
                )
            return new
        if isinstance(given, dict) and isinstance(source, list | tuple):
            return self._in_list(source, given, path, owner, at)
        name = at.rstrip(".")
        if not isinstance(given, str):
            message = f'expected the text of "{name}", found {describe(given)}'
            self.findings.error(path, "wrong-type", message, "put it in quotes", item)
            return source
        if not (isinstance(source, str) and source) and not self._is_text(source):
            message = f'"{name}" is {describe(source)}, which is no text'
            self.findings.error(path, "wrong-type", message, "leave it out", item)
            return source
        self._note(owner, name, path, source)
        languages = self._game.languages
        per_language = source if isinstance(source, Mapping) else dict.fromkeys(languages, source)
        return {**per_language, self._language: given}

    def _in_list(self, source: Any, given: Mapping[Any, Any], path: Steps, owner: str, at: str) -> Any:
        """A list with the texts of `given`, by position from 0."""
        parts = list(source)
        for name, part in given.items():
            step, _, rest = str(name).partition(".")
            if not step.isdecimal() or int(step) >= len(parts):
                message = f'"{name}" is no place in the list {at.rstrip(".")}, which has {len(parts)}'
                hint = f"count from 0 to {len(parts) - 1}" if parts else ""
                self.findings.error((*path, name), "unknown-field", message, hint, owner, key=True)
                continue
            inner: Any = {rest: part} if rest else part
            parts[int(step)] = self._merged(parts[int(step)], inner, (*path, name), owner, f"{at}{step}.")
        return tuple(parts) if isinstance(source, tuple) else parts

    def _is_text(self, value: Any) -> bool:
        return is_text(value, self._game.languages)

    def _note(self, owner: str, name: str, path: Steps, source: Any) -> None:
        """Take note of a text given, and of one that the catalogue has in this language too."""
        place = self.findings.document.place(path)
        self._given[owner, name] = place
        self._sources.compare(owner, name, source, place)
        here = self._places_of(owner).get(f"{name}.{self._language}")
        blank = isinstance(source, Mapping) and not str(source.get(self._language) or "").strip()
        lacking = any(
            (one.owner, one.path, one.language) == (owner, name, self._language)
            for one in self._game.untranslated
        )
        if here is not None and not blank and not lacking:
            message = f"the text is also written at {here}; this one is printed"
            item = owner if "/" in owner else ""
            hint = "delete one of the two"
            self._twice.append(
                Diagnostic(place, "text-twice", message, item=item, hint=hint, severity="warning")
            )

    def _places_of(self, owner: str) -> Mapping[str, Place]:
        family, _, name = owner.partition("/")
        if owner == GAME:
            return self._game.places
        found = self._game.family(family)
        if not name:
            return found.places
        return next(item.places for item in found.items if item.id == name)

    def _places(self, owner: str) -> dict[str, Place]:
        """Where this file has the texts of an owner, by name and language."""
        mine = ((name, place) for (of, name), place in self._given.items() if of == owner)
        return {f"{name}.{self._language}": place for name, place in mine}

    def _inherit(self, family: str, item: str, names: Collection[str]) -> None:
        """Take note that an item has the texts that its family gives it."""
        for (owner, at), place in list(self._given.items()):
            head, _, rest = at.partition(".")
            if owner == family and head == "defaults" and rest.partition(".")[0] in names:
                self._given[item, rest] = place

    def _mended(self, one: Untranslated, game: Game) -> bool:
        """Whether a text that was missing is in this file."""
        if one.language != self._language:
            return False
        if (one.owner, one.path) in self._given:
            return True
        first, _, rest = one.path.partition(".")
        if first != "defaults" or "/" in one.owner:
            return False
        with_it = [item for item in game.family(one.owner).items if rest.partition(".")[0] in item.fields]
        return bool(with_it) and all((item.key, rest) in self._given for item in with_it)

    def _expected(self, game: Game) -> Iterator[Untranslated]:
        """Plain texts of fields that this file translates for other items of their family alone."""
        for family in game.families:
            begun = {
                _NUMBER.sub("*", name) for owner, name in self._given if owner.startswith(f"{family.id}/")
            }
            for item in family.items if begun else ():
                for name, text in plain_texts(item.fields, ""):
                    if (
                        _NUMBER.sub("*", name) in begun
                        and (item.key, name) not in self._given
                        and any(map(str.isalpha, text))
                    ):
                        where = f"{family.id}: items: {item.id}: {name}: ..."
                        hint = f"write it in {self.findings.document.file}: {where}"
                        told = Diagnostic(
                            item.where(name), "untranslated", f"the text is missing in {self._language}",
                            item.key, f"{hint}; the same words where they stay",
                        )  # fmt: skip
                        yield Untranslated(self._language, told, item.key, name)

    def _unknown(self, path: Steps, message: str, word: str, known: Any, item: str = "") -> None:
        self.findings.error(path, "unknown-field", message, suggestion(word, map(str, known)), item, key=True)


def plain_texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every text that is the same in all languages, with its dotted path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from plain_texts(part, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from plain_texts(part, f"{path}.{number}")


def _changed(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in new.items() if value is not old[name]}
