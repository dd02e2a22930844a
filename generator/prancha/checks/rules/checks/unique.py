"""No two items agree in the given fields, or each value occurs the stated number of times.

Polyominoes and square arrangements may be compared up to rotation and mirror: the same shape turned is the
same card where players may turn it, and a copy by mistake hides well in a list of coordinates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from prancha.checks.rules.fields import freeze, show
from prancha.checks.rules.rule import Of, Rule
from prancha.checks.rules.selection import SELECTING, known_field, select, values
from prancha.checks.rules.symmetry import UP_TO, standard_cells, standard_grid
from prancha.checks.rules.wording import plural, with_copies, with_places
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Item

CODE = "rule-unique"
PARAMETERS = SELECTING | {"fields", "as", "up_to", "times", "distinct", "of"}


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding per value that occurs too often or too rarely, and for a wrong number of values."""
    of, fields, items = rule.of("items"), rule.texts("fields"), select(rule)
    form = _form(rule, fields)
    columns = [values(rule, items, path, known_field(rule, "fields", path)) for path in fields]
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
    """How a row of values is reduced to what is compared."""
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
