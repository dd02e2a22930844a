"""Put the texts of one language, from a file such as texts/de.yaml, into a game; report what is wrong."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from prancha.catalogue.file_keys import LANGUAGE
from prancha.catalogue.items import escape_markup
from prancha.catalogue.yaml_document import Findings, YamlDocument, describe
from prancha.catalogue.yaml_document import KeyPath as Steps
from prancha.catalogue.yaml_parser import read_yaml
from prancha.model.diagnostic import Diagnostic, Failure, Place, excerpt, make_warning, suggestion
from prancha.model.game import Family, Game, Item, StaleText, Untranslated
from prancha.model.localised_text import is_text, unescaped

_NUMBER = re.compile(r"(?<=\.)\d+(?=\.|\Z)")
FOLDER = "texts"
SOURCES = "_sources"
GAME = "game"
GAME_TEXTS = (
    "subtitle pitch time age publisher licence rulebook texts keywords supplied assumed tables"
).split()
FAMILY_TEXTS = ("title", "note", "tables", "defaults", "items")
ITEM_TEXTS = ("why", "assumed")
"""Texts of an item besides its fields."""


def flatten_texts(data: Any) -> dict[str, str]:
    """Return the texts of a language file, by context."""
    found: dict[str, str] = {}
    for owner, part in data.items() if isinstance(data, Mapping) else ():
        if owner == SOURCES or not isinstance(part, Mapping):
            continue
        given = part.get("items") if owner != GAME else None
        items = given if isinstance(given, Mapping) else {}
        rest = {name: value for name, value in part.items() if name != "items" or owner == GAME}
        found |= _flatten(f"{owner}:", rest)
        for name, fields in items.items():
            found |= _flatten(f"{owner}/{name}:", fields or {})
    return found


def _flatten(start: str, value: Any) -> dict[str, str]:
    if isinstance(value, Mapping):
        inner = ((start if start.endswith(":") else f"{start}.", name, part) for name, part in value.items())
        return {
            key: text for head, name, part in inner for key, text in _flatten(f"{head}{name}", part).items()
        }
    return {start: str(value)} if value is not None else {}


def read_sources(data: Any) -> dict[str, str]:
    """Return the source of each text of a language file, by context, where recorded."""
    told = data.get(SOURCES) if isinstance(data, Mapping) else None
    return {str(key): str(text) for key, text in told.items()} if isinstance(told, Mapping) else {}


def _excerpts_that_differ(before: str, now: str) -> tuple[str, str]:
    """Return both texts for a message, from the first difference if their excerpts are equal."""
    first, second = excerpt(before), excerpt(now)
    if first != second:
        return first, second
    pairs = zip(before, now, strict=False)
    start = next((k for k, (one, other) in enumerate(pairs) if one != other), min(len(before), len(now)))
    start = max(before.rfind(" ", 0, start), before.rfind("\n", 0, start)) + 1
    return excerpt("…" + before[start:]), excerpt("…" + now[start:])


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
    """Merges one file of texts into a game; errors are in `findings`.

    An owner of texts is `game`, a family id, or an item key, which has a slash.
    """

    def __init__(
        self,
        document: YamlDocument,
        language: str,
        game: Game,
        defaults: Mapping[str, Mapping[str, Any]],
        written: Mapping[str, str],
    ) -> None:
        """`defaults` are the fields families give their items, `written` the first language's texts."""
        self.findings = Findings(document)
        self._language, self._game, self._defaults, self._written = language, game, defaults, written
        self._known = read_sources(document.data)
        """The sources of its texts, by context."""
        self._given: dict[tuple[str, str], Place] = {}
        """Where the file has each text, by owner and dotted name."""
        self._stale: list[StaleText] = []
        """Texts whose source has changed."""
        self._twice: list[Diagnostic] = []
        """Warnings of texts that the catalogue has in this language too."""
        told = document.data.get(SOURCES) if isinstance(document.data, Mapping) else None
        if told is not None and not isinstance(told, Mapping):
            message = f'"{SOURCES}" must be texts by their names, not {describe(told)}'
            hint = 'write "cards/owl:name": "Owl", or delete it'
            self.findings.error((SOURCES,), "wrong-type", message, hint)

    def put(self) -> Game:
        """Return the game with the valid texts of the file."""
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
        given = self._given
        missing = [
            one
            for one in game.untranslated
            if one.language != self._language or not is_mended(one, game, given)
        ]
        more = find_missing_texts(game, self._language, given, self.findings.document.file)
        notes = (*game.notes, *self.findings.document.notes, *self._twice)
        return replace(
            game,
            untranslated=(*missing, *more),
            notes=notes,
            stale=(*game.stale, *self._stale),
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
        new = self._merged(old, given, (GAME,), GAME, "")
        return replace(game, **_changed(old, new), places=self._places(GAME, game.places))

    def _put_family(self, family: Family, given: Mapping[str, Any]) -> Family:
        for name in given:
            if name not in FAMILY_TEXTS and not str(name).startswith("tables."):
                message = f'"{name}" is not a text of a family'
                self._unknown((family.id, name), message, str(name), FAMILY_TEXTS)
        old = {name: getattr(family, name) for name in ("title", "note", "tables")}
        heads = {name: part for name, part in given.items() if str(name).partition(".")[0] in old}
        new = self._merged(old, heads, (family.id,), family.id, "")
        usual = self._defaults.get(family.id, {})
        common = _without_markup(given.get("defaults"), family.plain_fields)
        merged = usual
        if isinstance(common, dict):
            merged = self._merged(usual, common, (family.id, "defaults"), family.id, "defaults.")
        items = self._put_items(family, given.get("items"), usual, merged)
        places = self._places(family.id, family.places)
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
        new = self._merged(old, given, (*path, key), item.key, "")
        told = {name: new[name] for name in own if name in new}
        fields = {name: value for name, value in new.items() if name not in own}
        places = self._places(item.key, item.places)
        return replace(item, fields=fields, places=places, **told)

    def _merged(self, source: Any, given: Any, path: Steps, owner: str, at: str) -> Any:
        """Return `source` with the texts `given` in this language; `at` is its path in its owner."""
        item = owner if "/" in owner else ""
        if given is None or (isinstance(given, str) and not given.strip()):
            return source
        if isinstance(given, dict) and isinstance(source, Mapping) and not self._is_text(source):
            new = dict(source)
            for name, part in given.items():
                step, _, rest = (str(name), "", "") if name in source else str(name).partition(".")
                if step not in source:
                    where = at.rstrip(".") or ("this item" if item else owner)
                    self._unknown((*path, name), f'"{name}" is not a text of {where}', step, source, item)
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
            message = f'"{name}" is {describe(source)}, which is not a text'
            self.findings.error(path, "wrong-type", message, "leave it out", item)
            return source
        self._note(owner, name, path, source)
        languages = self._game.languages
        per_language = source if isinstance(source, Mapping) else dict.fromkeys(languages, source)
        return {**per_language, self._language: given}

    def _in_list(self, source: Any, given: Mapping[Any, Any], path: Steps, owner: str, at: str) -> Any:
        """Return a list with the texts `given`, by index."""
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
        """Record a given text, and warn if the catalogue has one in this language too."""
        place = self.findings.document.place(path)
        self._given[owner, name] = place
        self._compare(owner, name, source, place)
        here = self._places_of(owner).get(f"{name}.{self._language}")
        blank = isinstance(source, Mapping) and not str(source.get(self._language) or "").strip()
        lacking = any(
            (one.owner, one.path, one.language) == (owner, name, self._language)
            for one in self._game.untranslated
        )
        if here is not None and not blank and not lacking:
            message = f"the text is also written at {here}; this one is printed"
            item = owner if "/" in owner else ""
            self._twice.append(make_warning(place, "text-twice", message, "delete one of the two", item))

    def _compare(self, owner: str, name: str, source: Any, place: Place) -> None:
        """Report the text at `place` if `source` is not what it was translated from."""
        context = f"{owner}:{name}"
        before = self._known.get(context)
        plain = source.get(self._game.languages[0]) if isinstance(source, Mapping) else source
        now = self._written.get(context, self._as_written(owner, name, str(plain or "")))
        if before is None or before == now:
            return
        message = "this was translated from {}, which says {} now".format(*_excerpts_that_differ(before, now))
        hint = (
            f"prancha texts export {self._game.id} --lang {self._language} marks it for the translator; "
            f'if it still says the same, write the new words at "{context}" below {SOURCES}:'
        )
        item = owner if "/" in owner else ""
        told = make_warning(place, "stale-text", message, hint, item)
        self._stale.append(StaleText(self._language, told, owner, path=name, before=before))

    def _as_written(self, owner: str, name: str, text: str) -> str:
        """Return a text as its author wrote it, with markup unescaped."""
        family, _, item = owner.partition("/")
        if owner == GAME or not (item or name.startswith("defaults.")):
            return text
        field = name.removeprefix("defaults.").partition(".")[0]
        return unescaped(text) if field in self._game.family(family).plain_fields else text

    def _places_of(self, owner: str) -> Mapping[str, Place]:
        family, _, name = owner.partition("/")
        if owner == GAME:
            return self._game.places
        found = self._game.family(family)
        if not name:
            return found.places
        return next(item.places for item in found.items if item.id == name)

    def _places(self, owner: str, before: Mapping[str, Place]) -> Mapping[str, Place]:
        """Return the places of an owner's keys: those of its texts in this file before those it had."""
        mine = ((name, place) for (of, name), place in self._given.items() if of == owner)
        own = {f"{name}.{self._language}": place for name, place in mine}
        return ChainMap(own, cast(dict[str, Place], before)) if own else before

    def _inherit(self, family: str, item: str, names: Collection[str]) -> None:
        """Record that an item has texts from the defaults of its family."""
        for (owner, at), place in list(self._given.items()):
            head, _, rest = at.partition(".")
            if owner == family and head == "defaults" and rest.partition(".")[0] in names:
                self._given[item, rest] = place

    def _unknown(self, path: Steps, message: str, word: str, known: Any, item: str = "") -> None:
        """Report an unknown key; suggest the one of `known` most like `word`."""
        self.findings.error(path, "unknown-field", message, suggestion(word, map(str, known)), item, key=True)


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
