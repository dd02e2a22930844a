"""A field never falls (or never rises) in the order of another.

"The higher the importance, the better" fixes an order even where the numbers are lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from prancha.checks.rules.rule import Rule
from prancha.checks.rules.rule_selection import SELECTING, field_of, select, values
from prancha.checks.rules.scope import name_items, show
from prancha.model.diagnostic import Diagnostic

CODE = "rule-monotone"
PARAMETERS = SELECTING | {"field", "by", "direction", "strict"}


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding per neighbouring pair that goes the wrong way."""
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
