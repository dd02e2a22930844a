"""Every combination of the fields' values exists, each the same number of times.

Decks built as suit by rank lose a cell easily, and a doubled cell makes up for it in the total.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

from prancha.checks.rules.rule import Number, Rule
from prancha.checks.rules.rule_selection import SELECTING, Tally, column, same, select, wrong_value
from prancha.checks.rules.scope import freeze, is_list, list_names, name_items, plural, show, with_copies
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Item

CODE = "rule-matrix"
PARAMETERS = SELECTING | {"fields", "copies"}
CELLS = 100_000
"""More combinations than any box has pieces: a sign of a wrong field."""


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding per combination missing, doubled or miscounted, and per value outside the axes."""
    items, copies = select(rule), rule.optional("copies")
    axes = _axes(rule, items)
    if prod(map(len, axes.values())) > CELLS:
        raise rule.bad(
            "bad-value", "fields", f"more than {CELLS:,} combinations", "choose fields with few values"
        )
    cells: dict[tuple[Any, ...], list[Item]] = defaultdict(list)
    columns = {path: column(rule, items, "fields", path) for path in axes}
    for row in zip(*columns.values(), strict=True):
        cells[tuple(freeze(value) for _, value in row)].append(row[0][0])
    for combination in itertools.product(*axes.values()):
        key = tuple(map(freeze, combination))
        found = cells.get(key, [])
        near = "" if found else _near(tuple(axes), key, cells)
        yield from _cell(rule, dict(zip(axes, combination, strict=True)), found, copies, near)
    for path, pairs in columns.items():
        allowed = set(map(freeze, axes[path]))
        outside: dict[Any, Tally] = {}
        for item, value in pairs:
            if freeze(value) not in allowed:
                outside.setdefault(freeze(value), Tally(value)).add(item, path, 1)
        for group in outside.values():
            yield wrong_value(rule, path, group, axes[path])


def _axes(rule: Rule, items: Sequence[Item]) -> dict[str, Sequence[Any]]:
    """The fields and their values, as given or as found."""
    given = rule.need("fields")
    if is_list(given):
        found = {path: column(rule, items, "fields", path) for path in rule.texts("fields")}
        return {path: list({freeze(v): v for _, v in pairs}.values()) for path, pairs in found.items()}
    axes: dict[str, Sequence[Any]] = {}
    for path, given_values in rule.mapping("fields").items():
        if not is_list(given_values) or not given_values:
            raise rule.bad(
                "bad-value", "fields", f"the values of {path} must be a list, found {show(given_values)}"
            )
        axes[str(path)] = given_values
    if not axes:
        raise rule.bad("bad-value", "fields", '"fields" is empty')
    return axes


def _near(axes: Sequence[str], key: tuple[Any, ...], cells: Mapping[tuple[Any, ...], Sequence[Item]]) -> str:
    """The items that differ from a missing combination in one field, with the place of that field."""
    found = []
    for other, items in cells.items():
        differing = [axes[k] for k, (a, b) in enumerate(zip(key, other, strict=True)) if a != b]
        if len(differing) == 1:
            found += [name_items(item, differing[0]) for item in items]
    return f"; nearest: {list_names(found)}" if found else ""


def _cell(
    rule: Rule, combination: Mapping[str, Any], items: Sequence[Item], copies: Number | None, near: str
) -> Iterator[Diagnostic]:
    name = ", ".join(f"{path} {show(value)}" for path, value in combination.items())
    if copies is None:
        if len(items) != 1:
            found = f"{len(items)}: {with_copies(items, *combination)}" if items else f"none{near}"
            yield rule.finding(f"expected one item with {name}, found {found}", items)
        return
    number = sum(item.copies for item in items)
    if not same(number, copies):
        found = f"{number}: {with_copies(items, *combination)}" if items else f"none{near}"
        yield rule.finding(f"expected {plural(copies, 'copy')} with {name}, found {found}", items, "copies")
