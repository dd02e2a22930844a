"""Rules on the values of fields: their sums, ranges, order, and what they must be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from prancha.checks.rules.rule import Number, Rule, rule_check
from prancha.checks.rules.rule_selection import (
    SELECTING,
    Limits,
    column,
    field_of,
    from_given,
    known_field,
    limits,
    same,
    select,
    tally,
    values,
    wrong_value,
)
from prancha.checks.rules.scope import (
    MISSING,
    NOT_PRINTED,
    at_place,
    freeze,
    is_list,
    is_number,
    list_names,
    name_items,
    reader,
    show,
    singles,
    with_places,
)
from prancha.expression import FalsePart
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.game import Item


@rule_check("sum", SELECTING | {"field", "is", "min", "max", "of"})
def check_sum(rule: Rule) -> Iterator[Diagnostic]:
    """The sum of a field over the pieces is what the rulebook says.

    Points, coins and strengths are balanced as sums; one value off by one shifts every score.
    """
    of, wanted = rule.of(), limits(rule)
    path, read = field_of(rule)
    found: Number = 0
    parts = []
    for item, value in values(rule, select(rule), path, read):
        for single in singles(value):
            if not is_number(single):
                message = f"expected {path} to be a number, found {show(single)}: {name_items(item, path)}"
                yield rule.finding(message, [item], path)
                return
            found += single * (item.copies if of == "copies" else 1)
        times = f" × {item.copies}" if of == "copies" and item.copies != 1 else ""
        parts.append((item, show(value) + times))
    if not wanted.hold(found):
        names = list_names(name_items(item, path, note) for item, note in parts)
        message = f"expected {path} to sum to {wanted.expect()}, found {show(found)}: {names}"
        yield rule.finding(message, [item for item, _ in parts], path)


@rule_check("balance", SELECTING | {"left", "right"})
def check_balance(rule: Rule) -> Iterator[Diagnostic]:
    """Two sides of the catalogue are equal.

    Symmetric set-ups (left and right of a formation, black and white) are stated as equalities, not as
    numbers.
    """
    extra = {"items": select(rule)} if "family" in rule.given else {}
    sides = []
    for key in ("left", "right"):
        value = rule.need(key)
        sides.append(rule.evaluate(key, value, extra) if isinstance(value, str) else value)
    left, right = sides
    equal = same(left, right) if is_number(left) and is_number(right) else left == right
    if not equal:
        texts = f"{rule.given['left']} = {rule.given['right']}"
        yield rule.finding(f"expected {texts}, found {show(left)} on the left and {show(right)} on the right")


LONGEST = 200
"""Characters of an expression that a message repeats."""


@rule_check("expression", SELECTING | {"holds", "each"})
def check_expression(rule: Rule) -> Iterator[Diagnostic]:
    """A statement in the language of expressions is true.

    For the few facts that fit no other check; the others say more when they fail, so prefer them.
    """
    if ("holds" in rule.given) == ("each" in rule.given):
        message = 'expression needs one of "holds" and "each"'
        raise rule.bad("missing-key", "each", message, 'keep "holds:" for all, or "each:" per item')
    key = "holds" if "holds" in rule.given else "each"
    text = rule.text(key)
    if key == "each":
        items = select(rule)
        work_out = rule.program(key, text, ("item", "items"))
        for item in items:
            extra: dict[str, Any] = {"item": item, "items": items}
            if not _truth(rule, key, text, work_out(extra)):
                yield _finding(rule, text, extra, item)
        return
    extra = {"items": select(rule)} if "family" in rule.given else {}
    if not _truth(rule, key, text, rule.evaluate(key, text, extra)):
        yield _finding(rule, text, extra)


def _finding(rule: Rule, text: str, extra: dict[str, Any], item: Item | None = None) -> Diagnostic:
    """Say which part is false, what was found there and on which items."""
    fault = rule.fault(text, extra) or FalsePart(text, "it false", ())
    read = fault.items
    if item is not None:
        others = tuple(pair for pair in read if pair[0].family in NOT_PRINTED)
        read = (tuple(pair for pair in read if pair[0] is item) or ((item, ""),)) + others
    printed = [one for one in read if one[0].family not in NOT_PRINTED] or list(read)
    items = list({one.key: one for one, _ in printed}.values())
    names = list_names(dict.fromkeys(at_place(one, field) for one, field in (*printed, *read)))
    expected = fault.expected if len(fault.expected) <= LONGEST else fault.expected[: LONGEST - 3] + "..."
    message = f"expected {expected}, found {fault.found}" + (f": {names}" if names else "")
    return rule.finding(message, items, printed[0][1] if printed else "")


def _truth(rule: Rule, key: str, text: str, value: Any) -> bool:
    if not isinstance(value, bool):
        hint = "compare it with something: == or >="
        raise rule.bad("bad-value", key, f'"{text}" gives {show(value)}, not true or false', hint)
    return value


@rule_check("listing", SELECTING | {"by", "fields", "rows", "complete"})
def check_listing(rule: Rule) -> Iterator[Diagnostic]:
    """The components are those of a list, each with the values of its row.

    A rulebook's own table (cards by name with cost and points) is copied as it stands and held row by row; a
    card left out, added, or with another's value is named with the field that is wrong.
    """
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


@rule_check("monotone", SELECTING | {"field", "by", "direction", "strict"})
def check_monotone(rule: Rule) -> Iterator[Diagnostic]:
    """A field never falls (or never rises) in the order of another.

    "The higher the importance, the better" fixes an order even where the numbers are lost.
    """
    falling = rule.choice("direction", ("rising", "falling"), "rising") == "falling"
    strict = rule.flag("strict", False)
    path, read = field_of(rule)
    by, order = field_of(rule, "by")
    items = select(rule)
    column = zip(values(rule, items, by, order), values(rule, items, path, read), strict=True)
    steps = [(x, value, item) for (item, x), (_, value) in column]
    try:
        # Within equal `by`, the strictest neighbour of the next group comes last.
        steps.sort(key=lambda step: step[1], reverse=falling)
        steps.sort(key=lambda step: step[0])
        wrong = [(a, b) for a, b in pairwise(steps) if a[0] != b[0] and _breaks(a[1], b[1], falling, strict)]
    except TypeError:
        raise rule.bad("bad-value", "field", f"{path} and {by} must be numbers, or all texts") from None
    words = {
        (False, False): "never fall",
        (True, False): "never rise",
        (False, True): "rise",
        (True, True): "fall",
    }
    for (x, before, low), (y, after, high) in wrong:
        message = (
            f"expected {path} to {words[falling, strict]} with {by}, found {show(after)} at {by} {show(y)} "
            f"after {show(before)} at {by} {show(x)}: {name_items(low, path)}, {name_items(high, path)}"
        )
        yield rule.finding(message, [high], path)


def _breaks(before: Any, after: Any, falling: bool, strict: bool) -> bool:
    if strict and before == after:
        return True
    return bool(after > before if falling else after < before)


@rule_check("values", SELECTING | {"are"})
def check_values(rule: Rule) -> Iterator[Diagnostic]:
    """Every selected item has the stated values in its fields.

    Most of what a rulebook says of one component is a list of numbers: sides, cells, points, costs. Each is
    compared by itself, so that the finding stands at the one that is wrong.
    """
    wanted = {str(path): value for path, value in rule.mapping("are").items()}
    items = select(rule)
    for path in wanted:
        known_field(rule, "are", path)
    for item in items:
        for path, value in wanted.items():
            yield from compare_field(rule, item, path, value)


def compare_field(rule: Rule, item: Item, path: str, wanted: Any) -> Iterator[Diagnostic]:
    """Yield a finding when the field is not `wanted`; null means an absent field."""
    found = reader(path)(item)
    if found is MISSING and wanted is None:
        return
    if freeze(found) != freeze(wanted):
        where, expected, value = first_difference(path, wanted, found)
        at = where if found is not MISSING else path
        message = f"expected {where} {show(expected)}, found {show(value)}: {at_place(item, at)}"
        yield rule.finding(message, [item], at)


def first_difference(path: str, wanted: Any, found: Any) -> tuple[str, Any, Any]:
    """The path of the first difference between two values, and both values there."""
    while True:
        steps: list[Any] = []
        if is_list(wanted) and is_list(found) and len(wanted) == len(found):
            steps = list(range(len(found)))
        elif isinstance(wanted, Mapping) and isinstance(found, Mapping) and wanted.keys() == found.keys():
            steps = list(wanted)
        step = next((step for step in steps if freeze(wanted[step]) != freeze(found[step])), None)
        if step is None:
            return path, wanted, found
        path, wanted, found = f"{path}.{step}", wanted[step], found[step]


@rule_check("within", SELECTING | {"field", "min", "max", "in", "uses"})
def check_within(rule: Rule) -> Iterator[Diagnostic]:
    """Every value of a field lies in a range or in a list of allowed values.

    Dice have six sides and tracks an end; a value beyond them cannot be played.
    """
    path, groups = tally(rule, "items")
    if "in" in rule.given:
        if "min" in rule.given or "max" in rule.given:
            raise rule.bad("bad-value", "in", '"in" stands beside "min" or "max"', "keep one of them")
        allowed = rule.list("in")
        accepted = set(map(freeze, allowed))
        for key, group in groups.items():
            if key not in accepted:
                yield wrong_value(rule, path, group, allowed)
    else:
        limits = from_given(rule, None, rule.optional("min"), rule.optional("max"), "in")
        for group in groups.values():
            if not is_number(group.value) or not limits.hold(group.value):
                message = f"expected {path} {_range(limits)}, found {show(group.value)}: "
                yield rule.finding(message + group.places(), group.items, group.path)
    if "uses" in rule.given:
        unused = [value for value in rule.list("uses") if freeze(value) not in groups]
        if unused:
            found = list_names(show(group.value) for group in groups.values())
            what = list_names(show(value) for value in unused)
            items = list({item.key: item for group in groups.values() for item in group.items}.values())
            message = f"expected {path} {what} to occur, found only {found}: {with_places(items, path)}"
            yield rule.finding(message, items, path)


def _range(limits: Limits) -> str:
    if limits.high is None:
        return f"from {limits.low} up"
    return f"up to {limits.high}" if limits.low is None else f"from {limits.low} to {limits.high}"
