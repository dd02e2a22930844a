"""Check texts by language: only in languages of the game; record which are missing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from prancha.catalogue.yaml_document import Findings, KeyPath, describe
from prancha.model.diagnostic import suggestion
from prancha.model.game import Wording
from prancha.model.localised_text import resolve_texts

_LANGUAGE = r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*\Z"


class Translations:
    """Checks the texts of one document for the `languages` of its game."""

    __slots__ = ("_findings", "_set", "languages")

    def __init__(self, findings: Findings, languages: tuple[str, ...]) -> None:
        self._findings = findings
        self.languages = languages
        self._set = frozenset(languages)

    def text(self, path: KeyPath, value: Any, optional: bool = False) -> Mapping[str, str]:
        """Return the text at `path` by language; a plain text serves all languages."""
        if value is None and optional:
            return MappingProxyType({})
        if isinstance(value, str) and value.strip():
            return MappingProxyType(dict.fromkeys(self.languages, value))
        if self.is_meant(value):
            self._complete(path, value, "")
            return MappingProxyType(
                {lang: resolve_texts(value, lang, self.languages) for lang in self.languages}
            )
        hint = "write " + _example(self.languages)
        message = f"expected a text per language, found {describe(value)}"
        self._findings.error(path, "wrong-type", message, hint)
        return MappingProxyType({})

    def check(self, path: KeyPath, value: Any, item: str = "") -> None:
        """Report every incomplete text in `value`, at any depth."""
        kind = value.__class__
        if kind is dict:
            if self.is_meant(value):
                self._complete(path, value, item)
                return
            for key, part in value.items():
                if part.__class__ is dict or part.__class__ is list:
                    self.check((*path, key), part, item)
        elif kind is list:
            for number, part in enumerate(value):
                if part.__class__ is dict or part.__class__ is list:
                    self.check((*path, number), part, item)

    def is_meant(self, value: Any) -> bool:
        """Return whether a mapping is a text by language: all keys are codes, at least one of this game.

        A misspelt code (`pt-br`, `pt` for `pt-BR`) counts if all values are strings; so does the rest of
        an unquoted text behind a comma, which YAML reads as a key without a value.
        """
        if not isinstance(value, dict) or not value:
            return False
        if value.keys() == self._set:
            return True
        if any(_cut_off(key, part) for key, part in value.items()):
            return all(_cut_off(key, part) or key in self._set for key, part in value.items())
        if not all(isinstance(key, str) and re.match(_LANGUAGE, key) for key in value):
            return False
        if any(key in self._set for key in value):
            return True
        bases = {language.split("-")[0] for language in self.languages}
        near = any(re.split("[-_]", key)[0] in bases for key in value)
        return near and all(isinstance(part, str) for part in value.values())

    def _complete(self, path: KeyPath, value: dict[str, Any], item: str) -> None:
        missing = [language for language in self.languages if _blank(value.get(language))]
        filled = len(missing) < len(self.languages)
        for language in missing if filled or value.keys() != self._set else ():
            self._findings.untranslated(path, language, item)
        for key, part in value.items():
            if _cut_off(key, part):
                message = f'a comma before "{key}" ends the text'
                hint = "put the whole text in quotes"
                self._findings.error((*path, key), "wrong-type", message, hint, item, key=True)
            elif key not in self._set:
                message = f'the text is in "{key}", which is not a language of this game'
                hint = suggestion(key, self.languages)
                self._findings.error((*path, key), "unknown-language", message, hint, item, key=True)
            elif not isinstance(part, str) and part is not None:
                message = f"a text per language must be text, not {describe(part)}"
                hint = "put it in quotes; if these keys are not languages, rename them"
                self._findings.error((*path, key), "wrong-type", message, hint, item)

    def per_language(self, path: KeyPath, value: Any, item: str = "") -> bool:
        """Return whether `value` is a text by language; reports missing languages."""
        if not self.is_meant(value):
            return False
        self._complete(path, value, item)
        return True

    def wording(self, path: KeyPath, value: Any) -> Wording:
        """Return a text that may be empty, or a text by language."""
        if isinstance(value, str):
            return value
        if self.per_language(path, value):
            return MappingProxyType(value)
        plain = isinstance(value, bool | int | float)
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        hint = f'put it in quotes: "{shown}"' if plain else "write " + _example(self.languages)
        message = f'"{path[-1]}" must be text, or a text per language, not {describe(value)}'
        self._findings.error(path, "wrong-type", message, hint)
        return ""

    def why(self, path: KeyPath, value: Any) -> Any:
        """Return a reason: a text, or a text by language."""
        if isinstance(value, str) and value.strip():
            return value
        if self.per_language(path, value):
            return value
        message = f"expected the reason as text, found {describe(value)}"
        self._findings.error(path, "no-reason", message, 'write why, such as "icon lost"')
        return ""


def _cut_off(key: Any, part: Any) -> bool:
    """Return whether this is the rest of a text cut at a comma: `{en: Sun, sand and sea}`."""
    return part is None and isinstance(key, str) and " " in key.strip()


def _blank(part: Any) -> bool:
    return part is None or (isinstance(part, str) and not part.strip())


def _example(languages: tuple[str, ...]) -> str:
    return "{" + ", ".join(f'{language}: "..."' for language in languages) + "}"
