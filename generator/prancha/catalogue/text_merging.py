"""Texts of one language put beside those that a game has: which ones, where, and what is no text there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from prancha.catalogue.document import Path as Steps
from prancha.catalogue.findings import Findings, describe
from prancha.catalogue.text_sources import GAME, TextSources
from prancha.model.diagnostic import Diagnostic, Place, suggestion
from prancha.model.game import Game
from prancha.model.text import is_text


class TextMerger:
    """Merges texts of `language`; what is wrong is put into `findings`.

    An owner is `game`, the id of a family, or the key of an item, which has a slash.
    """

    def __init__(self, findings: Findings, game: Game, language: str, sources: TextSources) -> None:
        self._findings, self._game, self._language, self._sources = findings, game, language, sources
        self.given: dict[tuple[str, str], Place] = {}
        """Where the file has each text, by owner and dotted name."""
        self.twice: list[Diagnostic] = []
        """Warnings of texts that the catalogue has in this language too."""

    def merged(self, source: Any, given: Any, path: Steps, owner: str, at: str) -> Any:
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
                    self.unknown((*path, name), f'"{name}" is no text of {where}', step, source, item)
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
            message = f'"{name}" is {describe(source)}, which is no text'
            self._findings.error(path, "wrong-type", message, "leave it out", item)
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
                self._findings.error((*path, name), "unknown-field", message, hint, owner, key=True)
                continue
            inner: Any = {rest: part} if rest else part
            parts[int(step)] = self.merged(parts[int(step)], inner, (*path, name), owner, f"{at}{step}.")
        return tuple(parts) if isinstance(source, tuple) else parts

    def _is_text(self, value: Any) -> bool:
        return is_text(value, self._game.languages)

    def _note(self, owner: str, name: str, path: Steps, source: Any) -> None:
        """Take note of a text given, and of one that the catalogue has in this language too."""
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
            hint = "delete one of the two"
            self.twice.append(
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

    def places(self, owner: str) -> dict[str, Place]:
        """Where this file has the texts of an owner, by name and language."""
        mine = ((name, place) for (of, name), place in self.given.items() if of == owner)
        return {f"{name}.{self._language}": place for name, place in mine}

    def inherit(self, family: str, item: str, names: Collection[str]) -> None:
        """Take note that an item has the texts that its family gives it."""
        for (owner, at), place in list(self.given.items()):
            head, _, rest = at.partition(".")
            if owner == family and head == "defaults" and rest.partition(".")[0] in names:
                self.given[item, rest] = place

    def unknown(self, path: Steps, message: str, word: str, known: Any, item: str = "") -> None:
        """Note a key that is no text: `word` is most likely one of `known`."""
        self._findings.error(
            path, "unknown-field", message, suggestion(word, map(str, known)), item, key=True
        )
