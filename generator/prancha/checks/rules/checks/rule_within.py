"""Every value of a field lies in a range or in a list of allowed values.

Dice have six sides and tracks an end; a value beyond them cannot be played.
"""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.rules.rule import Rule
from prancha.checks.rules.rule_selection import SELECTING, Limits, from_given, tally, wrong_value
from prancha.checks.rules.scope import freeze, is_number, list_names, show, with_places
from prancha.model.diagnostic import Diagnostic

CODE = "rule-within"
PARAMETERS = SELECTING | {"field", "min", "max", "in", "uses"}


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding per value outside, and per value of `uses` that does not occur."""
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
