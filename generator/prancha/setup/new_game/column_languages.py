"""Which columns hold one field in several languages: by a suffix of their names, or by a bare language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from prancha.catalogue.spreadsheet.table_columns import field_name, split_language
from prancha.setup.new_game.cell_values import CODES, is_number, is_translated

_CODE = {code.lower(): code for code in CODES}
_CALLED = {
    word: code
    for code, words in {
        "en": "english anglais englisch inglés inglês inglese",
        "de": "german deutsch allemand alemán alemão tedesco",
        "fr": "french français francais französisch francés francês francese",
        "es": "spanish español espanol spanisch espagnol espanhol spagnolo",
        "pt": "portuguese português portugues portugiesisch portugais portugués portoghese",
        "it": "italian italiano italienisch italien",
        "nl": "dutch nederlands niederländisch néerlandais",
        "pl": "polish polski polnisch polonais",
        "ja": "japanese 日本語",
        "ru": "russian русский",
    }.items()
    for word in words.split()
}
_LONG, _NAMES = 28, ("name", "title", "card", "card_name")


class ColumnLanguages:
    """The field and the language of each column of a list."""

    def __init__(self, header: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Look for columns called by nothing but a language, of which there must be two."""
        found = {}
        for index, name in enumerate(header):
            code = _CODE.get(name.strip().replace("_", "-").lower()) or _CALLED.get(name.strip().lower(), "")
            values = [row[index] for row in rows if index < len(row) and row[index] not in ("", None)]
            if code and values and all(isinstance(value, str) and not is_number(value) for value in values):
                found[name] = code, values
        self._bare: Mapping[str, str] = {}
        if len({code for code, _ in found.values()}) == len(found) > 1:
            self._bare = {name: code for name, (code, _) in found.items()}
        texts = [str(value) for _, values in found.values() for value in values]
        long = sum(map(len, texts)) > _LONG * len(texts)
        titled = any(field_name(split_language(name, CODES)[0]) in _NAMES for name in header)
        self._field = "text" if long or titled else "name"
        self._header, self._rows = header, rows

    def split(self, name: str, languages: Sequence[str] = CODES) -> tuple[str, str]:
        """The field a column called `name` belongs to, and its language, "" for none of `languages`."""
        code = self._bare.get(name, "")
        if code:
            return (self._field, code) if code in languages else (name, "")
        return split_language(name, languages)

    def all(self) -> list[str]:
        """The languages in which some field has columns, or objects of texts, in their order."""
        fields: dict[str, list[str]] = {}
        for index, name in enumerate(self._header):
            bare, language = self.split(name)
            if language:
                fields.setdefault(field_name(bare), []).append(language)
            values = [row[index] for row in self._rows if index < len(row) and isinstance(row[index], dict)]
            if values and is_translated(values):
                fields.setdefault(field_name(name), []).extend(key for value in values for key in value)
        found: dict[str, None] = {}
        for codes in fields.values():
            if len(set(codes)) > 1:
                found.update(dict.fromkeys(codes))
        return list(found)
