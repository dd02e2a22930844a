"""Count pieces by the value of a field, and hold the counts against limits."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from prancha.checks.rules.rule import Number, Of, Rule
from prancha.checks.rules.rule_selection import field_of, select, values
from prancha.checks.rules.scope import freeze, list_names, name_items, plural, show, spread
from prancha.expression import Origin
from prancha.model.diagnostic import Diagnostic, suggestion
from prancha.model.game import Item


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
        """Whether `number` is within the limits; sums of decimals are compared within rounding."""
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
    """Whether two numbers are equal; decimals within rounding."""
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
