"""What the items of a kind say in lists that the library draws: pages, sectors, faces, rows and texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from prancha.catalogue.findings import Findings, describe
from prancha.catalogue.translations import Translations
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.game import Item

MOST_SHARE = 1000


class Value(Struct, frozen=True):
    """What stands behind one key: whether it may, and the words for what is expected."""

    fits: Callable[[Any], bool]
    expected: str
    hint: str = ""


class ListEntry(Struct, frozen=True):
    """The entries of one list: a text, or keys and values of these names.

    `one_of` are keys of which an entry has one.
    """

    keys: Mapping[str, Value]
    plain: bool = True
    """Whether a text or number does as well."""
    one_of: tuple[str, ...] = ()


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_words(value: Any) -> bool:
    return isinstance(value, str) or _is_number(value)


def _is_share(value: Any) -> bool:
    return _is_number(value) and 0 < value <= MOST_SHARE


_WORDS = Value(_is_words, "a text or a number")
_SHARE = Value(
    _is_share, f"a number above 0, {MOST_SHARE} at most", "write share: 2 for twice the usual part"
)
_FILL = Value(lambda value: isinstance(value, str), "a colour", 'write it in quotes, such as fill: "#7a2e2e"')

ENTRIES: Mapping[str, Mapping[str, ListEntry]] = {
    "die": {"faces": ListEntry({"words": _WORDS}, one_of=("words",))},
    "leaflet": {"pages": ListEntry({"title": _WORDS, "text": _WORDS}, plain=False)},
    "score-pad": {"rows": ListEntry({})},
    "screen": {"text": ListEntry({})},
    "spinner": {
        "sectors": ListEntry(
            {"value": _WORDS, "words": _WORDS, "share": _SHARE, "fill": _FILL}, one_of=("value", "words")
        )
    },
}
"""By kind and field.  Whether there is a list, and how long it is, the templates tell."""


def check_fields(kind: str, items: Iterable[Item], findings: Findings, translations: Translations) -> None:
    """Note every entry that its kind cannot draw; only for families that the library draws."""
    for item in items:
        for field, entry in ENTRIES.get(kind, {}).items():
            listed = item.fields.get(field)
            for number, one in enumerate(listed) if isinstance(listed, list) else ():
                check = _Check(item, f"{field}.{number}", f'entry {number + 1} of "{field}"', translations)
                check.entry(entry, one)
                findings.found += check.found


class _Check:
    """One entry of a list, compared with what its kind draws."""

    def __init__(self, item: Item, where: str, name: str, translations: Translations) -> None:
        self._item, self._where, self._name, self._translations = item, where, name, translations
        self.found: list[Diagnostic] = []

    def entry(self, entry: ListEntry, value: Any) -> None:
        """Note what is wrong with `value`."""
        if self._translations.is_meant(value) or (entry.plain and _is_words(value)):
            return
        known = ", ".join(entry.keys)
        if not isinstance(value, dict) or not entry.keys:
            expected = "a text or a number" if entry.plain else f"keys and values ({known})"
            more = f", or keys and values ({known})" if entry.plain and known else ""
            self._error("", "wrong-type", f"{self._name} must be {expected}{more}, not {describe(value)}")
            return
        for key, part in value.items():
            if key not in entry.keys:
                message = f'unknown key "{key}" in {self._name}'
                self._error(f".{key}", "unknown-key", message, suggestion(str(key), entry.keys))
            elif not self._translations.is_meant(part) and not entry.keys[key].fits(part):
                wanted = entry.keys[key]
                message = f'"{key}" in {self._name} must be {wanted.expected}, not {describe(part)}'
                code = "out-of-range" if _is_number(part) else "wrong-type"
                self._error(f".{key}", code, message, wanted.hint)
        given = [key for key in entry.one_of if key in value]
        if len(given) > 1:
            message = f"{self._name} has {' and '.join(given)}"
            self._error(f".{given[1]}", "unused-key", message, f"delete {given[0]} or {given[1]}")
        elif entry.one_of and not given and not self.found:
            message = f'the key "{entry.one_of[0]}" is missing in {self._name}'
            self._error("", "missing-key", message, f"add {entry.one_of[0]}: and what is to be drawn")

    def _error(self, step: str, code: str, message: str, hint: str = "") -> None:
        place = self._item.where(self._where + step)
        self.found.append(Diagnostic(place, code, message, self._item.key, hint))
