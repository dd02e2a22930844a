"""Merge texts of one language into those of a game, and report what is missing, unknown or out of date."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Collection, Mapping
from typing import Any, cast

from prancha.catalogue.yaml_document import Findings, describe
from prancha.catalogue.yaml_document import KeyPath as Steps
from prancha.model.diagnostic import Diagnostic, Place, excerpt, make_warning, suggestion
from prancha.model.game import Game, StaleText
from prancha.model.localised_text import is_text, unescaped

SOURCES = "_sources"
GAME = "game"


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


class TextSources:
    """Sources of the texts of one language file; finds texts whose source has changed."""

    def __init__(self, findings: Findings, game: Game, language: str, written: Mapping[str, str]) -> None:
        """`written` are the texts of the first language's file."""
        self._game, self._language, self._written = game, language, written
        self._known = read_sources(findings.document.data)
        self.stale: list[StaleText] = []
        data = findings.document.data
        told = data.get(SOURCES) if isinstance(data, Mapping) else None
        if told is not None and not isinstance(told, Mapping):
            message = f'"{SOURCES}" must be texts by their names, not {describe(told)}'
            findings.error((SOURCES,), "wrong-type", message, 'write "cards/owl:name": "Owl", or delete it')

    def compare(self, owner: str, name: str, source: Any, place: Place) -> None:
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
        self.stale.append(StaleText(self._language, told, owner, path=name, before=before))

    def _as_written(self, owner: str, name: str, text: str) -> str:
        """Return a text as its author wrote it, with markup unescaped."""
        family, _, item = owner.partition("/")
        if owner == GAME or not (item or name.startswith("defaults.")):
            return text
        field = name.removeprefix("defaults.").partition(".")[0]
        return unescaped(text) if field in self._game.family(family).plain_fields else text


def _excerpts_that_differ(before: str, now: str) -> tuple[str, str]:
    """Return both texts for a message, from the first difference if their excerpts are equal."""
    first, second = excerpt(before), excerpt(now)
    if first != second:
        return first, second
    pairs = zip(before, now, strict=False)
    start = next((k for k, (one, other) in enumerate(pairs) if one != other), min(len(before), len(now)))
    start = max(before.rfind(" ", 0, start), before.rfind("\n", 0, start)) + 1
    return excerpt("…" + before[start:]), excerpt("…" + now[start:])


class TextMerger:
    """Merges texts of `language`; reports errors to `findings`.

    An owner is `game`, a family id, or an item key, which has a slash.
    """

    def __init__(self, findings: Findings, game: Game, language: str, sources: TextSources) -> None:
        self._findings, self._game, self._language, self._sources = findings, game, language, sources
        self.given: dict[tuple[str, str], Place] = {}
        """Where the file has each text, by owner and dotted name."""
        self.twice: list[Diagnostic] = []
        """Warnings of texts that the catalogue has in this language too."""

    def merged(self, source: Any, given: Any, path: Steps, owner: str, at: str) -> Any:
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
                    self.unknown((*path, name), f'"{name}" is not a text of {where}', step, source, item)
                    continue
                new[step] = self.merged(
                    new[step], {rest: part} if rest else part, (*path, name), owner, f"{at}{step}."
                )
            return new
        if isinstance(given, dict) and isinstance(source, list | tuple):
            return self._in_list(source, given, path, owner, at)
        name = at.rstrip(".")
        if not isinstance(given, str):
            message = f'expected the text of "{name}", found {describe(given)}'
            self._findings.error(path, "wrong-type", message, "put it in quotes", item)
            return source
        if not (isinstance(source, str) and source) and not self._is_text(source):
            message = f'"{name}" is {describe(source)}, which is not a text'
            self._findings.error(path, "wrong-type", message, "leave it out", item)
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
                self._findings.error((*path, name), "unknown-field", message, hint, owner, key=True)
                continue
            inner: Any = {rest: part} if rest else part
            parts[int(step)] = self.merged(parts[int(step)], inner, (*path, name), owner, f"{at}{step}.")
        return tuple(parts) if isinstance(source, tuple) else parts

    def _is_text(self, value: Any) -> bool:
        return is_text(value, self._game.languages)

    def _note(self, owner: str, name: str, path: Steps, source: Any) -> None:
        """Record a given text, and warn if the catalogue has one in this language too."""
        place = self._findings.document.place(path)
        self.given[owner, name] = place
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
            self.twice.append(make_warning(place, "text-twice", message, "delete one of the two", item))

    def _places_of(self, owner: str) -> Mapping[str, Place]:
        family, _, name = owner.partition("/")
        if owner == GAME:
            return self._game.places
        found = self._game.family(family)
        if not name:
            return found.places
        return next(item.places for item in found.items if item.id == name)

    def places(self, owner: str, before: Mapping[str, Place]) -> Mapping[str, Place]:
        """Return the places of an owner's keys: those of its texts in this file before those it had."""
        mine = ((name, place) for (of, name), place in self.given.items() if of == owner)
        own = {f"{name}.{self._language}": place for name, place in mine}
        return ChainMap(own, cast(dict[str, Place], before)) if own else before

    def inherit(self, family: str, item: str, names: Collection[str]) -> None:
        """Record that an item has texts from the defaults of its family."""
        for (owner, at), place in list(self.given.items()):
            head, _, rest = at.partition(".")
            if owner == family and head == "defaults" and rest.partition(".")[0] in names:
                self.given[item, rest] = place

    def unknown(self, path: Steps, message: str, word: str, known: Any, item: str = "") -> None:
        """Report an unknown key; suggest the one of `known` most like `word`."""
        self._findings.error(
            path, "unknown-field", message, suggestion(word, map(str, known)), item, key=True
        )
