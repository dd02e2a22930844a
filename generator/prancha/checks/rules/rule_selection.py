"""The components a rule looks at (`family` and `where`), counted by the value of a field."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from prancha.checks.rules.rule import BadRuleError, Number, Of, Rule
from prancha.checks.rules.scope import (
    MISSING,
    OWN,
    FieldReader,
    at_place,
    freeze,
    is_list,
    list_names,
    name_items,
    plural,
    reader,
    show,
    spread,
    with_places,
)
from prancha.expression import Origin
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.game import Item
from prancha.model.values import line

SELECTING = frozenset({"family", "where"})

Test = Callable[[Item], bool]


def select(rule: Rule) -> tuple[Item, ...]:
    """The items a rule is about; BadRuleError for an unknown family or field, or when there are none."""
    items = items_of(rule)
    if not items:
        raise selects_nothing(rule)
    return items


def items_of(rule: Rule) -> tuple[Item, ...]:
    """The items a rule is about, which may be none."""
    items = pool(rule)
    if "where" not in rule.given:
        return items
    tests = [_test(rule, str(path), wanted) for path, wanted in rule.mapping("where").items()]
    if len(tests) == 1:
        return tuple(filter(tests[0], items))
    return tuple(item for item in items if all(test(item) for test in tests))


def pool(rule: Rule) -> tuple[Item, ...]:
    """All items of the rule's families, before `where`."""
    found: list[Item] = []
    for name in rule.texts("family"):
        entries = rule.scope.entries(name)
        if entries is None:
            hint = suggestion(name, rule.scope.selectable())
            message = f'there is no family "{name}"' + table_place(rule, name)
            raise rule.bad("rule-unknown-family", "family", message, hint)
        found.extend(entries)
    return tuple(found)


def table_place(rule: Rule, name: str) -> str:
    """The place where an absent table would be."""
    head, _, rest = name.partition(".")
    family = rule.scope.families.get(head)
    place = family.places.get("tables", family.place) if family else rule.scope.place(name)
    named = (rest if family else name).startswith("tables.")
    return f"; tables are at {line(place)}" if named and line(place) else ""


def selects_nothing(rule: Rule) -> BadRuleError:
    """Fail a rule that selects nothing."""
    where = rule.given.get("where")
    what = f"no component of {show(rule.given['family'])}" + (f" has {show(where)}" if where else "")
    near = _nearly(rule) if where else ""
    hint = "correct the selection; for components that must not exist write total: {..., is: 0}"
    return rule.bad("rule-selects-nothing", "where", f"{what}, so nothing was checked{near}", hint)


def _nearly(rule: Rule) -> str:
    """The items that miss one of several conditions."""
    items = pool(rule)
    tests = {str(path): _test(rule, str(path), wanted) for path, wanted in rule.mapping("where").items()}
    failed = {item.key: [path for path, test in tests.items() if not test(item)] for item in items}
    near = [(item, failed[item.key][0]) for item in items if len(failed[item.key]) == 1 < len(tests)]
    names = (name_items(item, path, f"has {path} {show(reader(path)(item))}") for item, path in near)
    return f"; nearest: {list_names(names)}" if near else ""


def field_of(rule: Rule, key: str = "field") -> tuple[str, FieldReader]:
    """The field that parameter `key` names, known to at least one item of the families."""
    path = rule.text(key)
    return path, known_field(rule, key, path)


def known_field(rule: Rule, key: str, path: str) -> FieldReader:
    """A reader of the field `path`; BadRuleError when no item of the families has it."""
    items, read = pool(rule), reader(path)
    if items and all(read(item) is MISSING for item in items):
        names = {name for item in items[:200] for name in item.fields}
        hint = (
            f"{suggestion(path, names | set(OWN))}; looked at {list_names(at_place(i, path) for i in items)}"
        )
        raise rule.bad(
            "rule-unknown-field",
            key,
            f'no component of {show(rule.given["family"])} has a field "{path}"',
            hint,
        )
    return read


def values(rule: Rule, items: Iterable[Item], path: str, read: FieldReader) -> list[tuple[Item, Any]]:
    """Each item with its value; BadRuleError when there are items without the field."""
    found = [(item, read(item)) for item in items]
    without = [item for item, value in found if value is MISSING]
    if without:
        raise items_without(rule, without, path)
    return found


def column(rule: Rule, items: Iterable[Item], key: str, path: str) -> list[tuple[Item, Any]]:
    """Each item with its value of the field `path` that parameter `key` names; see `values`."""
    return values(rule, items, path, known_field(rule, key, path))


def items_without(rule: Rule, items: Sequence[Item], path: str) -> BadRuleError:
    """Items without a field that their rule looks at."""
    finding = rule.finding(f'expected a field "{path}", found none in {with_places(items)}', items)
    advice = f"add the field, or leave such items out with where: {{{path}: {{exists: true}}}}"
    return BadRuleError(replace(finding, hint=f"{advice}; {finding.hint}"))


def _test(rule: Rule, path: str, wanted: Any) -> Test:
    read = known_field(rule, "where", path)
    if isinstance(wanted, Mapping) and len(wanted) == 1:
        ((word, operand),) = wanted.items()
        if word == "exists" and isinstance(operand, bool):
            return lambda item: (read(item) is not MISSING) is operand
        if word == "not":
            unwanted = _any_of(operand)
            return lambda item: freeze(read(item)) not in unwanted
    if isinstance(wanted, Mapping):
        message = f'"where" compares {path} with {show(wanted)}'
        hint = "write a value, a list of values, {not: value} or {exists: true}"
        raise rule.bad("bad-value", "where", message, hint)
    accepted = _any_of(wanted)
    if len(accepted) == 1 and isinstance(wanted, str):
        return lambda item: bool(read(item) == wanted)
    return lambda item: freeze(read(item)) in accepted


def _any_of(wanted: Any) -> frozenset[Any]:
    return frozenset(map(freeze, wanted)) if is_list(wanted) else frozenset((freeze(wanted),))


class Tally(Struct):
    """The items that share a value, where they have it, and how many pieces (or designs) they are."""

    value: Any
    number: int = 0
    items: list[Item] = field(default_factory=list)
    spots: list[Origin] = field(default_factory=list)

    def add(self, item: Item, path: str, number: int) -> None:
        """Count `number` pieces more, of an item that has the value at `path`."""
        self.number += number
        self.spots.append((item, path))
        if not self.items or self.items[-1] is not item:
            self.items.append(item)

    @property
    def path(self) -> str:
        """The place of the value in the first item."""
        return self.spots[0][1] if self.spots else ""

    def places(self) -> str:
        """The items, each with the place where it has the value."""
        return list_names(dict.fromkeys(name_items(item, path) for item, path in self.spots))


def tally(rule: Rule, of: Of) -> tuple[str, dict[Any, Tally]]:
    """The name of the rule's `field`, and its groups by frozen value; a list counts once per element."""
    path, read = field_of(rule)
    groups: dict[Any, Tally] = {}
    for item, value in values(rule, select(rule), path, read):
        number = item.copies if of == "copies" else 1
        for at, single in spread(item, path, value):
            groups.setdefault(freeze(single), Tally(single)).add(item, at, number)
    return path, groups


class Limits(Struct, frozen=True):
    """A number that must be met exactly, or a range."""

    exact: Number | None = None
    low: Number | None = None
    high: Number | None = None

    def hold(self, number: Number) -> bool:
        """Return whether `number` is within the limits; sums of decimals are compared within rounding."""
        if self.exact is not None:
            return same(number, self.exact)
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    def expect(self, noun: str = "") -> str:
        """`35 copies`, `at least 3 copies`, `3 to 5 copies`; bare numbers without a noun."""
        if self.exact is not None:
            return plural(self.exact, noun)
        if self.high is None:
            return "at least " + plural(self.low, noun)
        if self.low is None:
            return "at most " + plural(self.high, noun)
        return f"{self.low} to {plural(self.high, noun)}"


def limits(rule: Rule) -> Limits:
    """The rule's `is`, or its `min` and `max`."""
    given = {key: rule.optional(key) for key in ("is", "min", "max")}
    return from_given(rule, given["is"], given["min"], given["max"], "is")


def limits_in(rule: Rule, key: str, given: Mapping[Any, Any]) -> Limits:
    """Limits written as a mapping `{exact: n}` or `{min: n, max: n}` under the parameter `key`."""
    numbers = {word: rule.as_number(key, value) for word, value in given.items()}
    return from_given(rule, numbers.get("exact"), numbers.get("min"), numbers.get("max"), "exact")


def from_given(
    rule: Rule, exact: Number | None, low: Number | None, high: Number | None, word: str
) -> Limits:
    """Limits that are neither empty nor contradictory."""
    if exact is None and low is None and high is None:
        message = f'{rule.kind} needs "{word}", or "min" and "max"'
        raise rule.bad("missing-key", word, message, f'add "{word}:"')
    if exact is not None and (low is not None or high is not None):
        raise rule.bad("bad-value", word, f'"{word}" stands beside "min" or "max"', "keep one of them")
    if low is not None and high is not None and low > high:
        raise rule.bad("bad-value", "min", f'"min" {low} is above "max" {high}')
    return Limits(exact, low, high)


def same(left: Any, right: Any) -> bool:
    """Return whether two numbers are equal; decimals within rounding."""
    if isinstance(left, float) or isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-9)
    return bool(left == right)


def noun(of: Of) -> str:
    """The word for what is counted."""
    return "copy" if of == "copies" else "item"


def wrong_value(rule: Rule, path: str, group: Tally, allowed: Sequence[Any]) -> Diagnostic:
    """The finding on a value that is not allowed: its items, allowed values, and the likely one."""
    expected = list_names(show(value) for value in allowed)
    found = f"{show(group.value)}: {group.places()}"
    message = f"expected {path} to be one of {expected}, found {found}"
    finding = rule.finding(message, group.items, group.path)
    near = suggestion(str(group.value), map(str, allowed))
    return replace(finding, hint=f"{near}; {finding.hint}") if near.startswith("did") else finding
