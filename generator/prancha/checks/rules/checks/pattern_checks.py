"""Rules on values that belong together: combinations, sequences, references, spaces of a board."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any

from prancha.checks.rules.rule import Number, Rule, rule_check
from prancha.checks.rules.rule_selection import (
    SELECTING,
    Tally,
    column,
    same,
    select,
    table_place,
    tally,
    wrong_value,
)
from prancha.checks.rules.scope import (
    MISSING,
    freeze,
    is_list,
    list_names,
    name_items,
    plural,
    reader,
    show,
    singles,
    spread,
    with_copies,
    with_places,
)
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.game import Item

NUMBERS: Mapping[str, tuple[str, ...]] = {
    "hexagon": ("side", "cells"),
    "grid": ("rows", "columns", "cells"),
    "track": ("cells", "covers"),
}


@rule_check("geometry", SELECTING | {"shape"} | {name for names in NUMBERS.values() for name in names})
def check_geometry(rule: Rule) -> Iterator[Diagnostic]:
    """A board's number of cells agrees with its shape.

    A hexagon of side n has 3n(n-1)+1 cells (centred hexagonal numbers), a grid rows times columns, and a
    score track must reach the highest score.
    """
    rule.need("shape")
    shape = rule.choice("shape", tuple(NUMBERS), "")
    for key in rule.given:
        if key not in SELECTING and key != "shape" and key not in NUMBERS[shape]:
            message = f'a {shape} has no "{key}"'
            raise rule.bad("unknown-key", key, message, f"it has {', '.join(NUMBERS[shape])}")
    items: Sequence[Item | None] = select(rule) if "family" in rule.given else (None,)
    for item in items:
        extra: dict[str, Any] = {} if item is None else {"item": item, "items": items}
        numbers = {name: rule.number(name, extra) for name in NUMBERS[shape]}
        message = _HOLDS[shape](numbers)
        if message:
            where = f": {name_items(item)}" if item else ""
            yield rule.finding(message + where, [item] if item else [])


def _hexagon(given: Mapping[str, Number]) -> str:
    side, cells = given["side"], given["cells"]
    expected = 3 * side * (side - 1) + 1
    if side < 1 or not same(cells, expected):
        return f"expected {show(expected)} cells in a hexagon of side {show(side)}, found {show(cells)}"
    return ""


def _grid(given: Mapping[str, Number]) -> str:
    rows, columns, cells = given["rows"], given["columns"], given["cells"]
    if same(rows * columns, cells):
        return ""
    return (
        f"expected {show(rows * columns)} cells in {show(rows)} rows of {show(columns)}, found {show(cells)}"
    )


def _track(given: Mapping[str, Number]) -> str:
    if given["cells"] >= given["covers"]:
        return ""
    return f"expected a track up to at least {show(given['covers'])}, found {show(given['cells'])}"


_HOLDS = {"hexagon": _hexagon, "grid": _grid, "track": _track}
CELLS = 100_000
"""More combinations than any box has pieces: a sign of a wrong field."""


@rule_check("matrix", SELECTING | {"fields", "copies"})
def check_matrix(rule: Rule) -> Iterator[Diagnostic]:
    """Every combination of the fields' values exists, each the same number of times.

    Decks built as suit by rank lose a cell easily, and a doubled cell makes up for it in the total.
    """
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


TOKEN = re.compile(r"(?<!\\)\{([^{}:]+)(?::[^{}]*)?\}")
"""`{coin}` and `{coin:#c0392b}`, but not `\\{`; docs/templates.md, Text."""


@rule_check("reference", SELECTING | {"field", "to", "by", "tokens", "all_used"})
def check_reference(rule: Rule) -> Iterator[Diagnostic]:
    """Every name on a component exists, and, if asked, everything that exists is used.

    A card that names an icon, a family or a table entry that is not there prints nonsense; an entry nobody
    names is a component forgotten.
    """
    targets = _targets(rule)
    names = {freeze(name) for name in targets}
    used: dict[Any, Tally] = {}
    fields: dict[Any, str] = {}
    for item, path, at, name in _uses(rule):
        used.setdefault(freeze(name), Tally(name)).add(item, at, 1)
        fields.setdefault(freeze(name), path)
    for key, group in used.items():
        if key not in names:
            yield wrong_value(rule, fields[key], group, targets)
    if rule.flag("all_used", False):
        unused = [name for name in targets if freeze(name) not in used]
        if unused:
            what = list_names(show(name) for name in unused)
            yield rule.finding(
                f"expected every name of {rule.given['to']} to be used, found no use of {what}"
            )


def _uses(rule: Rule) -> Iterator[tuple[Item, str, str, Any]]:
    tokens = rule.flag("tokens", False)
    for path in rule.texts("field"):
        for item, value in column(rule, select(rule), "field", path):
            found = [(path, name) for name in _tokens(value)] if tokens else spread(item, path, value)
            for at, name in found:
                yield item, path, at, name


def _tokens(value: Any) -> list[str]:
    """The icons named in a text, in every language, or in a list of texts."""
    if isinstance(value, str):
        return TOKEN.findall(value)
    inner: Sequence[Any] = ()
    if isinstance(value, Mapping):
        inner = tuple(value.values())
    elif is_list(value):
        inner = value
    return [name for part in inner for name in _tokens(part)]


def _targets(rule: Rule) -> list[Any]:
    """The names that exist, in the order of the catalogue."""
    to, scope = rule.text("to"), rule.scope
    if to == "icons":
        if scope.icons is None:
            raise rule.bad("bad-value", "to", "the icons of this game were not read")
        return sorted(scope.icons)
    if to in ("palette", "texts"):
        return list(getattr(scope.game, to))
    table = scope.table(to)
    if "by" not in rule.given and (isinstance(table, Mapping) or is_list(table)):
        return list(table)
    entries = scope.entries(to)
    if entries is None:
        hint = suggestion(to, [*scope.selectable(), "icons", "palette", "texts"])
        message = f'there is no family or table "{to}"' + table_place(rule, to)
        raise rule.bad("rule-unknown-family", "to", message, hint)
    path = rule.text("by") if "by" in rule.given else "id"
    read = reader(path)
    found = [read(entry) for entry in entries]
    names = [name for value in found if value is not MISSING for name in singles(value)]
    if not names:
        raise rule.bad("rule-unknown-field", "by", f'no entry of {to} has a field "{path}"')
    return names


LONGEST = 100_000


@rule_check("sequence", SELECTING | {"field", "from", "to", "step", "repeats"})
def check_sequence(rule: Rule) -> Iterator[Diagnostic]:
    """The values of a field run from first to last without a gap, each once.

    Numbered and lettered components are looked up by their mark; a missing 7 or two Ds break the table they
    refer to.
    """
    path, groups = tally(rule, "items")
    expected = _expected(rule, path, groups)
    missing = [value for value in expected if freeze(value) not in groups]
    span = f"{show(expected[0])} to {show(expected[-1])}"
    if missing:
        what = list_names(show(value) for value in missing)
        present = list_names(
            show(groups[freeze(value)].value) for value in expected if freeze(value) in groups
        )
        message = f"expected {path} {span} without gaps, missing {what}; found {present or 'none'}"
        items = _items(groups)
        yield rule.finding(f"{message}: {with_places(items, path)}", items, path)
    allowed = set(map(freeze, expected))
    repeats = rule.flag("repeats", False)
    for key, group in groups.items():
        if key not in allowed:
            message = f"expected {path} within {span}, found {show(group.value)}: {group.places()}"
            yield rule.finding(message, group.items, group.path)
        elif group.number > 1 and not repeats:
            message = f"expected {path} {show(group.value)} once, found {group.number} times: "
            yield rule.finding(message + group.places(), group.items, group.path)


def _items(groups: dict[Any, Tally]) -> list[Item]:
    return list({item.key: item for group in groups.values() for item in group.items}.values())


def _expected(rule: Rule, path: str, groups: dict[Any, Tally]) -> list[Any]:
    found = [_rank(group.value) for group in groups.values()]
    ranks = [rank for rank in found if rank is not None]
    first = _end(rule, "from") if "from" in rule.given else min(ranks, default=None)
    last = _end(rule, "to") if "to" in rule.given else max(ranks, default=None)
    if first is None or last is None:
        raise rule.bad("bad-value", "field", f"{path} holds neither whole numbers nor single letters")
    if first[0] != last[0]:
        raise rule.bad("bad-value", "to", "the sequence mixes numbers and letters")
    step = rule.number("step") if "step" in rule.given else 1
    if not isinstance(step, int) or step < 1:
        raise rule.bad("bad-value", "step", f'"step" must be a whole number from 1, found {show(step)}')
    if first[1] > last[1] or last[1] - first[1] > LONGEST:
        raise rule.bad("bad-value", "to", f"the sequence from {first[1]} to {last[1]} is empty or too long")
    numbers = range(first[1], last[1] + 1, step)
    return [chr(number) for number in numbers] if first[0] else list(numbers)


def _end(rule: Rule, key: str) -> tuple[bool, int]:
    value = rule.need(key)
    rank = _rank(value) or _rank(rule.as_number(key, value))
    if rank is None:
        message = f'"{key}" must be a whole number or a letter, found {show(value)}'
        raise rule.bad("bad-value", key, message)
    return rank


def _rank(value: Any) -> tuple[bool, int] | None:
    """Return whether the value is a letter, and its place among its like."""
    if isinstance(value, str):
        return (True, ord(value)) if len(value) == 1 and value.isalpha() else None
    return (False, value) if isinstance(value, int) and not isinstance(value, bool) else None
