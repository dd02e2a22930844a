"""The pieces per value of a field are what the rulebook says, and no other value occurs.

A total can be right while one colour is short and another long; a value written wrong ("gren") hides in
every other check.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from prancha.checks.rules.rule import Number, Rule
from prancha.checks.rules.rule_selection import SELECTING, Tally, noun, same, tally, wrong_value
from prancha.checks.rules.scope import freeze, plural, show, with_copies
from prancha.model.diagnostic import Diagnostic

CODE = "rule-count"
PARAMETERS = SELECTING | {"field", "is", "values", "complete", "of"}


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding per value with a wrong count, and per value that is not listed."""
    of = rule.of()
    path, groups = tally(rule, of)
    wanted, closed = _wanted(rule, groups)
    for key, (value, number) in wanted.items():
        group = groups.get(key, Tally(value))
        if not same(group.number, number):
            message = (
                f"expected {plural(number, noun(of))} with {path} {show(value)}, found {group.number}"
                + (f": {with_copies(group.items, path)}" if group.items else "")
            )
            yield rule.finding(message, group.items, "copies")
    if closed:
        for key, group in groups.items():
            if key not in wanted:
                yield wrong_value(rule, path, group, [value for value, _ in wanted.values()])


def _wanted(rule: Rule, groups: Mapping[Any, Tally]) -> tuple[dict[Any, tuple[Any, Number]], bool]:
    """Each frozen value with the value and its number, and whether others are refused."""
    complete = rule.flag("complete", True)
    if isinstance(rule.need("is"), Mapping):
        listed = {value: rule.as_number("is", number) for value, number in rule.mapping("is").items()}
        return {freeze(value): (value, number) for value, number in listed.items()}, complete
    number = rule.number("is")
    if "values" in rule.given:
        return {freeze(value): (value, number) for value in rule.list("values")}, complete
    return {key: (group.value, number) for key, group in groups.items()}, False
