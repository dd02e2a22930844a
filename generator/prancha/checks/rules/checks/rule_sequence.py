"""The values of a field run from first to last without a gap, each once.

Numbered and lettered components are looked up by their mark; a missing 7 or two Ds break the table they
refer to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from prancha.checks.rules.rule import Rule
from prancha.checks.rules.rule_selection import SELECTING, Tally, tally
from prancha.checks.rules.scope import freeze, list_names, show, with_places
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Item

CODE = "rule-sequence"
PARAMETERS = SELECTING | {"field", "from", "to", "step", "repeats"}
LONGEST = 100_000


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield findings for values missing, doubled, or outside the sequence."""
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
