"""The components are those of a list, each with the values of its row.

A rulebook's own table (cards by name with cost and points) is copied as it stands and held row by row;
a card left out, added, or with another's value is named with the field that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from prancha.checks.rules.checks.rule_values import compare_field
from prancha.checks.rules.rule import Rule
from prancha.checks.rules.rule_selection import SELECTING, column, known_field, select
from prancha.checks.rules.scope import freeze, is_list, list_names, show, with_places
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.game import Item

CODE = "rule-listing"
PARAMETERS = SELECTING | {"by", "fields", "rows", "complete"}


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding per value that differs, per item without a row and per row without an item."""
    by = rule.text("by") if "by" in rule.given else "id"
    fields = rule.texts("fields") if "fields" in rule.given else ()
    rows = _rows(rule, by, fields)
    items = select(rule)
    for path in fields:
        known_field(rule, "fields", path)
    seen: dict[Any, Item] = {}
    names = [show(key) for key, _ in rows.values()]
    found = [(item, value, freeze(value)) for item, value in column(rule, items, "by", by)]
    free = [str(name) for key, (name, _) in rows.items() if key not in {key for _, _, key in found}]
    for item, value, key in found:
        if key not in rows:
            if rule.flag("complete", True):
                message = f"expected {by} to be one of {list_names(names)}, found {show(value)}"
                yield rule.finding(
                    f"{message}: {with_places([item], by)}", [item], by, hint=_meant(str(value), free)
                )
        elif key in seen:
            message = (
                f"expected {by} {show(value)} once, found it twice: {with_places([seen[key], item], by)}"
            )
            yield rule.finding(message, [item], by)
        else:
            seen[key] = item
            for path, wanted in zip(fields, rows[key][1], strict=True):
                yield from compare_field(rule, item, path, wanted)
    missing = [show(name) for key, (name, _) in rows.items() if key not in seen]
    if missing:
        message = (
            f"expected {by} {list_names(missing)}, found {'none' if len(missing) == 1 else 'none of them'}"
        )
        yield rule.finding(f"{message}: {with_places(items, by)}")


def _meant(name: str, free: Sequence[str]) -> str:
    """The hint for a name without a row: a misspelling if a row has no component, else a new name."""
    if not free:
        return "new and meant? Give it a row in this rule, and widen the others that it breaks"
    near = suggestion(name, free)
    return near if near.startswith("did") else ""


def _rows(rule: Rule, by: str, fields: tuple[str, ...]) -> dict[Any, tuple[Any, tuple[Any, ...]]]:
    """The rows by frozen key: the key as written, and a value for every field."""
    given = rule.need("rows")
    if is_list(given) and not fields:
        given = dict.fromkeys(given, ())
    if not isinstance(given, Mapping) or not given:
        hint = "write rows: {name: [a value for each field], ...}; without fields, a list of names"
        raise rule.bad("bad-value", "rows", f'"rows" must be a mapping, found {show(given)}', hint)
    rows = {}
    for key, row in given.items():
        cells = tuple(row) if is_list(row) and len(fields) != 1 else (row,)
        if len(cells) != len(fields):
            message = f"the row of {show(key)} has {len(cells)} values for {len(fields)} fields"
            raise rule.bad("bad-value", "rows", message, f"the fields are {', '.join(fields) or 'none'}")
        rows[freeze(str(key) if by == "id" else key)] = (key, cells)
    return rows
