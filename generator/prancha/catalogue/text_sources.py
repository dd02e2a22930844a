"""The words that texts of a language were translated from, kept under `_sources` of its file.

A text is named there as in PO files: `cards/owl:name`, `cards:defaults.rule`, `game:texts.turn`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from prancha.catalogue.findings import Findings, describe
from prancha.model.diagnostic import Diagnostic, Place
from prancha.model.excerpt import excerpt
from prancha.model.game import Game, StaleText
from prancha.model.plain_text import unescaped

SOURCES = "_sources"
GAME = "game"


def flat_texts(data: Any) -> dict[str, str]:
    """The texts of a file of a language, by context."""
    found: dict[str, str] = {}
    for owner, part in data.items() if isinstance(data, Mapping) else ():
        if owner == SOURCES or not isinstance(part, Mapping):
            continue
        given = part.get("items") if owner != GAME else None
        items = given if isinstance(given, Mapping) else {}
        rest = {name: value for name, value in part.items() if name != "items" or owner == GAME}
        found |= _flat(f"{owner}:", rest)
        for name, fields in items.items():
            found |= _flat(f"{owner}/{name}:", fields or {})
    return found


def _flat(start: str, value: Any) -> dict[str, str]:
    if isinstance(value, Mapping):
        inner = ((start if start.endswith(":") else f"{start}.", name, part) for name, part in value.items())
        return {key: text for head, name, part in inner for key, text in _flat(f"{head}{name}", part).items()}
    return {start: str(value)} if value is not None else {}


def sources_of(data: Any) -> dict[str, str]:
    """What each text of a file was translated from, by context, as far as it is told."""
    told = data.get(SOURCES) if isinstance(data, Mapping) else None
    return {str(key): str(text) for key, text in told.items()} if isinstance(told, Mapping) else {}


class TextSources:
    """The sources of one file of texts, and which of its texts have another one now."""

    def __init__(self, findings: Findings, game: Game, language: str, written: Mapping[str, str]) -> None:
        """`written` are the texts that the first language has in a file of its own."""
        self._game, self._language, self._written = game, language, written
        self._known = sources_of(findings.document.data)
        self.stale: list[StaleText] = []
        data = findings.document.data
        told = data.get(SOURCES) if isinstance(data, Mapping) else None
        if told is not None and not isinstance(told, Mapping):
            message = f'"{SOURCES}" must be texts by their names, not {describe(told)}'
            findings.error((SOURCES,), "wrong-type", message, 'write "cards/owl:name": "Owl", or delete it')

    def compare(self, owner: str, name: str, source: Any, place: Place) -> None:
        """Take note of a text at `place` whose `source` is not what it was translated from."""
        context = f"{owner}:{name}"
        before = self._known.get(context)
        plain = source.get(self._game.languages[0]) if isinstance(source, Mapping) else source
        now = self._written.get(context, self._as_written(owner, name, str(plain or "")))
        if before is None or before == now:
            return
        message = "this was translated from {}, which says {} now".format(*_unlike(before, now))
        hint = (
            f"prancha texts export {self._game.id} --lang {self._language} marks it for the translator; "
            f'if it still says the same, write the new words at "{context}" below {SOURCES}:'
        )
        item = owner if "/" in owner else ""
        told = Diagnostic(place, "stale-text", message, item=item, hint=hint, severity="warning")
        self.stale.append(StaleText(self._language, told, owner, path=name, before=before))

    def _as_written(self, owner: str, name: str, text: str) -> str:
        """A text as its author wrote it, without the signs that take its markup away."""
        family, _, item = owner.partition("/")
        if owner == GAME or not (item or name.startswith("defaults.")):
            return text
        field = name.removeprefix("defaults.").partition(".")[0]
        return unescaped(text) if field in self._game.family(family).plain_fields else text


def _unlike(before: str, now: str) -> tuple[str, str]:
    """Both texts for a message, from where they begin to differ if their beginnings are the same."""
    first, second = excerpt(before), excerpt(now)
    if first != second:
        return first, second
    pairs = zip(before, now, strict=False)
    start = next((k for k, (one, other) in enumerate(pairs) if one != other), min(len(before), len(now)))
    start = max(before.rfind(" ", 0, start), before.rfind("\n", 0, start)) + 1
    return excerpt("…" + before[start:]), excerpt("…" + now[start:])
