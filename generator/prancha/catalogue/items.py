"""Items of a family: check reserved keys, apply defaults, and sort them, and rows, as `sort:` says."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from prancha.catalogue.translations import Translations
from prancha.catalogue.validation_messages import copies_fault, is_copies
from prancha.catalogue.yaml_document import Findings, KeyPath, Places, describe
from prancha.model.diagnostic import Place, nearest, suggestion
from prancha.model.game import Item, Reason, Source
from prancha.model.localised_text import each_text, escape_text, resolve_texts
from prancha.model.values import plain

RESERVED = ("id", "copies", "source", "why", "assumed")
_RESERVED = frozenset(RESERVED)
SOURCES: tuple[Source, ...] = ("stated", "derived", "assumed")
LONGEST_ID = 64
NESTED = frozenset((dict, list))
"""Types that may hold texts by language."""
ID = re.compile(r"[a-z0-9][a-z0-9-]*\Z")
_ID_HINT = "use lower-case letters, digits and -, such as star-white"
_NOTHING: Mapping[str, Reason] = MappingProxyType({})
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
"""A name in braces; `findall` gives the names."""


class Inherited(Struct, frozen=True):
    """What every item of a family inherits."""

    family: str
    source: Source
    why: Reason
    fields: Mapping[str, Any]
    copies: int
    assumed: Mapping[str, Reason]
    places: Mapping[str, Place]


class ItemReader:
    """Converts raw mappings of one document to items and checks that ids are unique."""

    __slots__ = ("_names", "_seen", "findings", "inherited", "plain_fields", "translations")

    def __init__(
        self,
        findings: Findings,
        inherited: Inherited,
        translations: Translations | None,
        plain_fields: Collection[str] = (),
    ) -> None:
        """Prepare to read items; texts of `plain_fields` have no markup."""
        self.findings = findings
        self.inherited = inherited
        self.translations = translations
        self.plain_fields = plain_fields
        self._seen: dict[str, Place] = {}
        self._names: set[str] = set(inherited.fields)

    def for_document(
        self, findings: Findings, translations: Translations | None, spelled: Collection[str] = ()
    ) -> ItemReader:
        """Return a reader for another document; ids must be unique across both.

        Its `spelled` fields have their markup escaped already.
        """
        plain_fields = frozenset(self.plain_fields) - frozenset(spelled)
        reader = ItemReader(findings, self.inherited, translations, plain_fields)
        reader._seen = self._seen
        return reader

    def read(self, path: KeyPath, raw: Any) -> Item | None:
        """Return the item at `path`; None after reporting that it is not an item."""
        if raw.__class__ is not dict:
            message = f"expected an item with keys and values, found {describe(raw)}"
            self.findings.error(path, "wrong-type", message, "write it as - id: ...")
            return None
        if "id" not in raw:
            message = "this item has no id"
            self.findings.error(path, "missing-key", message, "add a line such as id: star-white")
        name = raw.get("id")
        label = (
            name if isinstance(name, (str, int)) and len(str(name)) <= LONGEST_ID else f"#{int(path[-1]) + 1}"
        )
        shown = f"{self.inherited.family}/{label}"
        own = {name: value for name, value in raw.items() if name not in _RESERVED}
        self._check_fields(path, own, shown)
        places = Places(self.findings.document, path, raw, self.inherited.places)
        return self.build(path, raw, own, shown, places)

    def build(
        self,
        path: KeyPath,
        raw: Mapping[str, Any],
        own: Mapping[str, Any],
        shown: str,
        places: Mapping[str, Place],
    ) -> Item:
        """Return an item from the reserved keys in `raw` and its `own` fields over the defaults."""
        inherited = self.inherited
        fields = {**inherited.fields, **escape_markup(own, self.plain_fields)}
        source, why = inherited.source, inherited.why
        if "source" in raw or "why" in raw:
            source, why = self._source(path, raw, shown)
        copies = plain(raw.get("copies", inherited.copies))
        if not is_copies(copies):
            code = "out-of-range" if type(copies) is int else "wrong-type"
            self.findings.error((*path, "copies"), code, copies_fault(copies), item=shown)
            copies = 0
        assumed = inherited.assumed
        if "assumed" in raw:
            own_assumed = read_assumed(
                self.findings,
                (*path, "assumed"),
                value=raw["assumed"],
                fields=fields,
                translations=self.translations,
                shown=shown,
            )
            assumed = {**assumed, **own_assumed} if assumed else own_assumed
        place = self.findings.document.place(path)
        name = self._id(path, raw["id"], place, shown) if "id" in raw else ""
        return Item(
            name,
            inherited.family,
            copies=copies,
            fields=fields,
            source=source,
            why=why,
            assumed=assumed,
            place=place,
            places=places,
        )

    def _id(self, path: KeyPath, name: Any, place: Place, shown: str) -> str:
        at = (*path, "id") if path and path[0] == "items" else path
        if isinstance(name, int) and not isinstance(name, bool) and name >= 0:
            name = str(name)  # spreadsheets number cards; `007` keeps its zeros
        if not isinstance(name, str) or not ID.match(name):
            self.findings.error(at, "bad-id", f"{describe(name)} is not an id", _ID_HINT, shown)
            return ""
        if len(name) > LONGEST_ID:
            message = f"the id has {len(name)} characters; the maximum is {LONGEST_ID}"
            self.findings.error(at, "bad-id", message, item=shown)
        elif name in self._seen:
            message = f'the id "{name}" is used twice in this family; first {self._where(self._seen[name])}'
            self.findings.error(at, "duplicate-id", message, "rename one, or raise copies", shown)
        else:
            self._seen[name] = place
        return name

    def _where(self, place: Place) -> str:
        document = self.findings.document
        return f"at {document.lines} {place.line}" if place.file == document.file else f"at {place}"

    def _source(self, path: KeyPath, raw: Mapping[str, Any], shown: str) -> tuple[Source, Reason]:
        inherited = self.inherited
        source = raw.get("source", inherited.source)
        if source not in SOURCES:
            message = f'"source" cannot be {describe(source)}'
            hint = suggestion(str(source), SOURCES)
            self.findings.error((*path, "source"), "unknown-word", message, hint, shown)
            return "stated", ""
        why = raw.get("why", inherited.why if source == inherited.source else "")
        if why is inherited.why and isinstance(why, dict):
            return source, why
        if is_per_language(self.translations, (*path, "why"), why, shown):
            return source, dict(why)
        if not isinstance(why, str):
            message = f'"why" must be text, not {describe(why)}'
            self.findings.error((*path, "why"), "wrong-type", message, item=shown)
        elif source == "assumed" and not why.strip():
            message = "an assumed item needs a reason"
            self.findings.error((*path, "source"), "no-reason", message, 'add why: "..."', shown)
        return source, str(why)

    def _check_fields(self, path: KeyPath, own: Mapping[str, Any], shown: str) -> None:
        """Check each field name once per family, and the texts in every value."""
        if own.keys() <= self._names and NESTED.isdisjoint(map(type, own.values())):
            return
        for name, value in own.items():
            if name not in self._names:
                self._names.add(name)
                check_field_name(self.findings, (*path, name), name, shown)
            kind = value.__class__
            if (kind is dict or kind is list) and self.translations is not None:
                self.translations.check((*path, name), value, shown)


def escape_markup(fields: Mapping[str, Any], names: Collection[str]) -> Mapping[str, Any]:
    """Return `fields` with markup escaped in the texts of those in `names`."""
    if not names:
        return fields
    return {name: each_text(value, escape_text) if name in names else value for name, value in fields.items()}


def near_reserved(name: str) -> str:
    """Return the reserved key that a field name resembles; "" for none."""
    if name == "copys":  # farther from "copies" than "coins" and "cookies" are, which are fine fields
        return "copies"
    return nearest(name, ("copies", "assumed"), 0.8)


def check_field_name(findings: Findings, path: KeyPath, name: Any, shown: str = "") -> None:
    """Report a field name that is not text or looks like a misspelt reserved key."""
    if not isinstance(name, str) or not name.strip():
        findings.error(
            path, "bad-key", f"{describe(name)} cannot name a field", "use a word", shown, key=True
        )
    elif near := near_reserved(name.lower()):
        hint = f'did you mean "{near}"? A field of its own needs a less similar name'
        findings.error(path, "unknown-key", f'unknown key "{name}"', hint, shown, key=True)


def is_per_language(translations: Translations | None, path: KeyPath, value: Any, shown: str = "") -> bool:
    """Return whether a reason is a text by language; without `translations` any mapping counts as one."""
    if not isinstance(value, dict):
        return False
    return translations is None or translations.per_language(path, value, shown)


def read_assumed(
    findings: Findings,
    path: KeyPath,
    value: Any,
    fields: Mapping[str, Any],
    translations: Translations | None,
    shown: str = "",
) -> Mapping[str, Reason]:
    """Return reasons by field; every field must exist (or be `copies`) and have a reason."""
    if not isinstance(value, dict):
        message = f'"assumed" must be fields and reasons, not {describe(value)}'
        findings.error(path, "wrong-type", message, 'write assumed: {effect: "icon lost"}', shown)
        return _NOTHING
    for name, why in value.items():
        if name != "copies" and name not in fields:
            message = f'"{name}" is assumed, but this item has no such field'
            hint = suggestion(str(name), [*fields, "copies"])
            findings.error((*path, name), "unknown-field", message, hint, shown, key=True)
        elif is_per_language(translations, (*path, name), why, shown):
            continue
        elif not isinstance(why, str) or not why.strip():
            message = f'the assumed "{name}" needs a reason as text, not {describe(why)}'
            findings.error((*path, name), "no-reason", message, 'write why, such as "icon lost"', shown)
    return value


def fill_placeholders(pattern: str, words: Mapping[str, object]) -> str:
    """Return `pattern` with each name in braces replaced by its word; raise KeyError for an unknown name."""
    return PLACEHOLDER.sub(lambda found: str(words[found[1]]), pattern)


_OWN = ("id", "copies")
_FIGURES = re.compile(r"(\d+)")
_HINT = "write sort: suit, sort: [suit, -value], or sort: [{suit: [fox, hen]}, value]"


class SortKey(Struct, frozen=True):
    """One sort key: a field, ascending or descending, or in a given order of its values."""

    field: str
    falling: bool = False
    order: tuple[str, ...] = ()


def sort_items(
    items: Sequence[Item], raw: Any, findings: Findings, languages: Sequence[str]
) -> tuple[Item, ...]:
    """Return the items in the order of `sort:` of their family."""
    known = dict.fromkeys(name for item in items for name in item.fields)
    told = [{**item.fields, "id": item.id, "copies": item.copies} for item in items]
    order = sort_order(told, raw, at=("sort",), findings=findings, languages=languages, known=tuple(known))
    return tuple(items[k] for k in order)


def sort_order(
    rows: Sequence[Mapping[str, Any]],
    raw: Any,
    at: KeyPath,
    findings: Findings,
    languages: Sequence[str],
    known: Collection[str],
) -> list[int]:
    """Return the indices of `rows` in the order that `raw`, written at `at`, asks for.

    Numbers sort before words, `Card 9` before `Card 10`, missing values last; the sort is stable.
    `known` are the existing fields.
    """
    listed = isinstance(raw, list)
    found = list(range(len(rows)))
    for number, entry in reversed([*enumerate(raw if listed else [raw])]):
        key = _read_key((*at, number) if listed else at, entry, findings, known)
        if key is None:
            continue
        values = [_value(row, key.field, languages) for row in rows]
        ranks = {word: rank for rank, word in enumerate(key.order)}
        rest = sorted({str(value) for value in values if value is not None} - ranks.keys()) if ranks else []
        if rest:
            message = f'"{key.field}" is {describe(rest[0])} too, which is missing in this order'
            findings.error((*at, number), "bad-value", message, f"add {', '.join(rest[:5])}")
            continue
        there = [k for k in found if values[k] is not None]
        lacking = [k for k in found if values[k] is None]
        worth: dict[int, Any] = {
            k: ranks[str(values[k])] if ranks else _natural_key(values[k]) for k in there
        }
        there.sort(key=worth.__getitem__, reverse=key.falling)
        found = there + lacking
    return found


def _read_key(path: KeyPath, entry: Any, findings: Findings, known: Collection[str]) -> SortKey | None:
    """Return one entry of `sort:`; None after reporting what is wrong with it."""
    name, order = entry, None
    if isinstance(entry, dict) and len(entry) == 1:
        ((name, order),) = entry.items()
    if not isinstance(name, str) or not (order is None or isinstance(order, list)):
        findings.error(path, "wrong-type", f"{describe(entry)} is not a sort order", _HINT)
        return None
    field = name.removeprefix("-")
    if field not in known and field.split(".")[0] not in {*known, *_OWN}:
        message = f"cannot sort by {describe(name)}, which is not a column or field"
        findings.error(path, "unknown-field", message, suggestion(field, known))
        return None
    return SortKey(field, name.startswith("-"), tuple(str(plain(word)) for word in order or ()))


def _value(row: Mapping[str, Any], field: str, languages: Sequence[str]) -> Any:
    """Return the value of a field (`a.b` inside a mapping) in the first language; None if missing."""
    value: Any = row.get(field)
    if value is None:
        value = row
        for name in field.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
    value = plain(value) if isinstance(value, int | float) else value
    return resolve_texts(value, languages[0], languages) if languages else value


def _natural_key(value: Any) -> tuple[Any, ...]:
    """Return a natural sort key: digits within words compare as numbers."""
    if isinstance(value, int | float):
        return (0, value, ())
    parts = _FIGURES.split(str(value).casefold())
    return (1, 0, tuple(_digits_key(part) if k % 2 else (0, part) for k, part in enumerate(parts)))


def _digits_key(figures: str) -> tuple[int, str]:
    """Return the sort key of a run of digits of any length: int() refuses 5,000 digits."""
    plain = figures.lstrip("0")
    return len(plain), plain
