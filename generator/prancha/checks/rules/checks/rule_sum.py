"""The sum of a field over the pieces is what the rulebook says.

Points, coins and strengths are balanced as sums; one value off by one shifts every score.
"""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.rules.rule import Number, Rule
from prancha.checks.rules.rule_selection import SELECTING, field_of, limits, select, values
from prancha.checks.rules.scope import is_number, list_names, name_items, show, singles
from prancha.model.diagnostic import Diagnostic

CODE = "rule-sum"
PARAMETERS = SELECTING | {"field", "is", "min", "max", "of"}


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding when the sum is off, and one per value that is no number."""
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
