"""Put the texts of one language, from a file such as texts/de.yaml, into a game."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from prancha.catalogue.file_keys import LANGUAGE
from prancha.catalogue.items import escape_markup
from prancha.catalogue.text_merging import GAME, SOURCES, TextMerger, TextSources, flatten_texts
from prancha.catalogue.yaml_document import Findings, YamlDocument, describe
from prancha.catalogue.yaml_document import KeyPath as Steps
from prancha.catalogue.yaml_parser import read_yaml
from prancha.model.diagnostic import Diagnostic, Failure, suggestion
from prancha.model.game import Family, Game, Item, Untranslated

_NUMBER = re.compile(r"(?<=\.)\d+(?=\.|\Z)")
FOLDER = "texts"
GAME_TEXTS = (
    "subtitle",
    "publisher",
    "licence",
    "rulebook",
    "texts",
    "keywords",
    "supplied",
    "assumed",
    "tables",
)
FAMILY_TEXTS = ("title", "note", "tables", "defaults", "items")
ITEM_TEXTS = ("why", "assumed")
"""Texts of an item besides its fields."""


def list_text_files(folder: Path) -> tuple[Path, ...]:
    """Return the text files of a game folder, sorted."""
    home = folder / FOLDER
    return tuple(sorted(home.glob("*.yaml"))) if home.is_dir() else ()


def add_language_texts(game: Game, root: Path, defaults: Mapping[str, Mapping[str, Any]]) -> Game:
    """Return the game with the texts of its `texts/`; `defaults` are the fields families give their items.

    Raises Failure with all errors in these files.
    """
    wrong: list[Diagnostic] = []
    documents: dict[str, YamlDocument] = {}
    for path in list_text_files(game.folder):
        try:
            documents[path.stem] = read_yaml(path, root)
        except Failure as failure:
            wrong += failure.diagnostics
    first = documents.get(game.languages[0])
    written = flatten_texts(first.data) if first else {}
    for language, document in documents.items():
        texts = LanguageTexts(document, language, game, defaults, written)
        game = texts.put()
        wrong += texts.findings.found
    if wrong:
        raise Failure(wrong)
    return game


class LanguageTexts:
    """Merges one file of texts into a game; errors are in `findings`."""

    def __init__(
        self,
        document: YamlDocument,
        language: str,
        game: Game,
        defaults: Mapping[str, Mapping[str, Any]],
        written: Mapping[str, str],
    ) -> None:
        self.findings = Findings(document)
        self._sources = TextSources(self.findings, game, language, written)
        self._merger = TextMerger(self.findings, game, language, self._sources)
        self._language, self._game, self._defaults = language, game, defaults

    def put(self) -> Game:
        """Return the game with the valid texts of the file."""
        game, data = self._game, self.findings.document.data
        if not self._begin(data):
            return game
        known = [GAME, *(family.id for family in game.families), SOURCES]
        for name in data:
            if name not in known:
                self._merger.unknown((name,), f'"{name}" is neither game nor a family', name, known)
        if isinstance(data.get(GAME), dict):
            game = self._put_game(game, data[GAME])
        families = tuple(
            self._put_family(family, data[family.id]) if isinstance(data.get(family.id), dict) else family
            for family in game.families
        )
        game = replace(game, families=families)
        given = self._merger.given
        missing = [
            one
            for one in game.untranslated
            if one.language != self._language or not is_mended(one, game, given)
        ]
        more = find_missing_texts(game, self._language, given, self.findings.document.file)
        notes = (*game.notes, *self.findings.document.notes, *self._merger.twice)
        return replace(
            game,
            untranslated=(*missing, *more),
            notes=notes,
            stale=(*game.stale, *self._sources.stale),
        )

    def _begin(self, data: Any) -> bool:
        if self._language not in self._game.languages:
            shown = f"{self._language}.yaml"
            if LANGUAGE.match(self._language):
                message = f"{shown} has texts in {self._language}, which is not a language of this game"
                near = suggestion(self._language, self._game.languages)
                hint = f"add {self._language} to languages: of game.yaml; {near}"
            else:
                message, hint = f"{shown} is not named after a language", "such as de.yaml or pt-BR.yaml"
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
        new = self._merger.merged(old, given, (GAME,), GAME, "")
        return replace(game, **_changed(old, new), places=self._merger.places(GAME, game.places))

    def _put_family(self, family: Family, given: Mapping[str, Any]) -> Family:
        for name in given:
            if name not in FAMILY_TEXTS and not str(name).startswith("tables."):
                message = f'"{name}" is not a text of a family'
                self._merger.unknown((family.id, name), message, str(name), FAMILY_TEXTS)
        old = {name: getattr(family, name) for name in ("title", "note", "tables")}
        heads = {name: part for name, part in given.items() if str(name).partition(".")[0] in old}
        new = self._merger.merged(old, heads, (family.id,), family.id, "")
        usual = self._defaults.get(family.id, {})
        common = _without_markup(given.get("defaults"), family.plain_fields)
        merged = usual
        if isinstance(common, dict):
            merged = self._merger.merged(usual, common, (family.id, "defaults"), family.id, "defaults.")
        items = self._put_items(family, given.get("items"), usual, merged)
        places = self._merger.places(family.id, family.places)
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
                self._merger.unknown((*path, key), f'there is no item "{name}" in {family.id}', name, ids)
        changed = {name for name, value in merged.items() if value is not usual.get(name)}
        items = []
        for item in family.items:
            fields = item.fields
            inherited = {name for name in changed if name in fields and fields[name] == usual[name]}
            if inherited:
                fields = {**fields, **{name: merged[name] for name in inherited}}
                self._merger.inherit(family.id, item.key, inherited)
            if item.id in texts:
                key, own = texts[item.id]
                own = _without_markup(own, family.plain_fields)
                item = self._put_item(replace(item, fields=fields), key, own, path)
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
        new = self._merger.merged(old, given, (*path, key), item.key, "")
        told = {name: new[name] for name in own if name in new}
        fields = {name: value for name, value in new.items() if name not in own}
        places = self._merger.places(item.key, item.places)
        return replace(item, fields=fields, places=places, **told)


def _without_markup(given: Any, plain_fields: Collection[str]) -> Any:
    """Return the texts, with markup escaped in `plain_fields` and parts of them (`steps.0.do`)."""
    if not isinstance(given, dict):
        return given
    return escape_markup(given, [name for name in given if str(name).partition(".")[0] in plain_fields])


def _changed(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in new.items() if value is not old[name]}


def is_mended(one: Untranslated, game: Game, given: Collection[tuple[str, str]]) -> bool:
    """Return whether a missing text is among those `given` in its language, by owner and dotted name."""
    if (one.owner, one.path) in given:
        return True
    first, _, rest = one.path.partition(".")
    if first != "defaults" or "/" in one.owner:
        return False
    with_it = [item for item in game.family(one.owner).items if rest.partition(".")[0] in item.fields]
    return bool(with_it) and all((item.key, rest) in given for item in with_it)


def find_missing_texts(
    game: Game, language: str, given: Collection[tuple[str, str]], file: str
) -> Iterator[Untranslated]:
    """Yield plain texts of fields that `file` translates only for other items of the family."""
    for family in game.families:
        begun = {_NUMBER.sub("*", name) for owner, name in given if owner.startswith(f"{family.id}/")}
        for item in family.items if begun else ():
            for name, text in iterate_plain_texts(item.fields, ""):
                if (
                    _NUMBER.sub("*", name) in begun
                    and (item.key, name) not in given
                    and any(map(str.isalpha, text))
                ):
                    where = f"{family.id}: items: {item.id}: {name}: ..."
                    hint = f"write it in {file}: {where}"
                    told = Diagnostic(
                        item.where(name),
                        "untranslated",
                        f"the text is missing in {language}",
                        item.key,
                        f"{hint}; the same words where they stay",
                    )
                    yield Untranslated(language, told, item.key, name)


def iterate_plain_texts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield every text that is the same in all languages, with its dotted path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from iterate_plain_texts(part, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from iterate_plain_texts(part, f"{path}.{number}")
