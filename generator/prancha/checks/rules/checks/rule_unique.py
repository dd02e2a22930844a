"""The rule on items that agree in fields, also up to rotation and mirror."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt
from typing import Any, TypeVar

from prancha.checks.rules.rule import Of, Rule, rule_check
from prancha.checks.rules.rule_selection import SELECTING, column, select
from prancha.checks.rules.scope import freeze, is_list, plural, show, with_copies, with_places
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Item

Cells = tuple[tuple[int, int], ...]
Grid = tuple[tuple[Any, ...], ...]
Shape = TypeVar("Shape", Cells, Grid)
UP_TO = ("nothing", "rotation", "mirror", "rotation and mirror")


def standard_cells(value: Any, up_to: str) -> Cells:
    """The least form of a polyomino, moved to the corner.

    `value` is [[column, row], ...] or rows of text where `.` and space are empty; ValueError when neither.
    """
    forms = _forms(
        _read_cells(value),
        up_to,
        turn=lambda cells: tuple((-y, x) for x, y in cells),
        flip=lambda cells: tuple((-x, y) for x, y in cells),
    )
    return min(map(_to_corner, forms))


def standard_grid(value: Any, up_to: str) -> Grid:
    """The least form of a square arrangement, given in rows or as a flat list; ValueError otherwise."""
    forms = _forms(
        _read_grid(value),
        up_to,
        turn=lambda grid: tuple(zip(*grid[::-1], strict=True)),
        flip=lambda grid: tuple(row[::-1] for row in grid),
    )
    return min(forms, key=repr)


def _read_cells(value: Any) -> Cells:
    if is_list(value) and value and all(isinstance(row, str) for row in value):
        pairs = [(x, y) for y, row in enumerate(value) for x, mark in enumerate(row) if mark not in ". "]
    elif is_list(value) and all(_is_pair(pair) for pair in value):
        pairs = [(pair[0], pair[1]) for pair in value]
    else:
        raise ValueError("a list of [column, row], or rows of text")
    if not pairs:
        raise ValueError("at least one cell")
    if len(set(pairs)) != len(pairs):
        raise ValueError("every cell once")
    return tuple(pairs)


def _is_pair(pair: Any) -> bool:
    return (
        is_list(pair) and len(pair) == 2 and all(isinstance(v, int) and not isinstance(v, bool) for v in pair)
    )


def _to_corner(cells: Iterable[tuple[int, int]]) -> Cells:
    cells = list(cells)
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted((x - left, y - top) for x, y in cells))


def _read_grid(value: Any) -> Grid:
    if is_list(value) and value and all(is_list(row) for row in value):
        rows = tuple(tuple(map(freeze, row)) for row in value)
    elif is_list(value) and value and isqrt(len(value)) ** 2 == len(value):
        side = isqrt(len(value))
        rows = tuple(tuple(map(freeze, value[start : start + side])) for start in range(0, len(value), side))
    else:
        raise ValueError("a square, in rows or as a flat list row by row")
    if any(len(row) != len(rows) for row in rows):
        raise ValueError("as many columns as rows")
    return rows


def _forms(
    first: Shape, up_to: str, turn: Callable[[Shape], Shape], flip: Callable[[Shape], Shape]
) -> list[Shape]:
    """A shape as it is, and turned and mirrored as far as that makes no difference."""
    forms = [first]
    if "rotation" in up_to:
        for _ in range(3):
            forms.append(turn(forms[-1]))
    if "mirror" in up_to:
        forms += [flip(form) for form in forms]
    return forms


@rule_check("unique", SELECTING | {"fields", "as", "up_to", "times", "distinct", "of"})
def check_unique(rule: Rule) -> Iterator[Diagnostic]:
    """No two items agree in the given fields, or each value occurs the stated number of times.

    Polyominoes and square arrangements may be compared up to rotation and mirror: the same shape turned is
    the same card where players may turn it, and a copy by mistake hides well in a list of coordinates.
    """
    of, fields, items = rule.of("items"), rule.texts("fields"), select(rule)
    form = _form(rule, fields)
    columns = [column(rule, items, "fields", path) for path in fields]
    groups: dict[Any, list[Item]] = {}
    first: dict[Any, Any] = {}
    for row in zip(*columns, strict=True):
        item, raw = row[0][0], [value for _, value in row]
        try:
            key = form(raw)
        except ValueError as error:
            found = f"{show(raw[0])} in {with_places([item], fields[0])}"
            message = f"expected {fields[0]} to be {error}, found {found}"
            yield rule.finding(message, [item], fields[0])
            continue
        groups.setdefault(key, []).append(item)
        first.setdefault(key, raw[0] if len(raw) == 1 else raw)
    times, distinct = rule.optional("times"), rule.optional("distinct")
    for key, group in groups.items():
        number = _number(group, of)
        if number != times if times is not None else number > 1:
            yield _repeated(rule, fields, show(first[key]), group, of)
    if distinct is not None and len(groups) != distinct:
        found = f"{len(groups)} in {plural(len(items), 'item')}: {with_places(items, fields[0])}"
        what = plural(distinct, "different value")
        yield rule.finding(f"expected {what} of {', '.join(fields)}, found {found}", items, fields[0])


def _form(rule: Rule, fields: Sequence[str]) -> Callable[[Any], Any]:
    """The function that reduces a row of values to what is compared."""
    shape = rule.choice("as", ("values", "cells", "grid"), "values")
    up_to = rule.choice("up_to", UP_TO, "nothing")
    if shape == "values":
        if up_to != "nothing":
            raise rule.bad("missing-key", "up_to", '"up_to" needs "as"', 'add "as: cells" or "as: grid"')
        return lambda raw: freeze(raw)
    if len(fields) != 1:
        raise rule.bad("bad-value", "fields", f'"as: {shape}" compares one field, found {len(fields)}')
    standard = standard_cells if shape == "cells" else standard_grid
    return lambda raw: standard(raw[0], up_to)


def _number(group: Sequence[Item], of: Of) -> int:
    return sum(item.copies for item in group) if of == "copies" else len(group)


def _repeated(rule: Rule, fields: Sequence[str], value: str, group: Sequence[Item], of: Of) -> Diagnostic:
    times = rule.optional("times")
    up_to = f" up to {rule.given['up_to']}" if "up_to" in rule.given else ""
    found = with_copies(group) if of == "copies" else with_places(group, fields[0])
    often = "at most once" if times is None else plural(times, "time")
    number = plural(_number(group, of), "time")
    message = f"expected {', '.join(fields)} {value}{up_to} {often}, found {number}: {found}"
    # The last of the group is where a doubled design was most likely added.
    culprit = group[-1:] if times is None else group
    return rule.finding(message, culprit, fields[0])
