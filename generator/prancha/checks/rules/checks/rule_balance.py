"""Two sides of the catalogue are equal.

Symmetric set-ups (left and right of a formation, black and white) are stated as equalities, not as numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.rules.rule import Rule
from prancha.checks.rules.rule_selection import SELECTING, same, select
from prancha.checks.rules.scope import is_number, show
from prancha.model.diagnostic import Diagnostic

CODE = "rule-balance"
PARAMETERS = SELECTING | {"left", "right"}


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding when the two expressions differ."""
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
