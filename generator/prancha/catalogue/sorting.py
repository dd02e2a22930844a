"""Sort items of a family and rows of a spreadsheet as `sort:` says."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct

from prancha.catalogue.yaml_document import Findings, KeyPath, describe
from prancha.model.diagnostic import suggestion
from prancha.model.game import Item
from prancha.model.localised_text import resolve_texts
from prancha.model.values import plain

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
