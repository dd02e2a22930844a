"""The number of pieces selected is what the rulebook says.

The first thing a player does with a new kit is to count it; a deck of 29 cards where the book says 30 cannot
be played, and nobody sees which card is missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from prancha.checks.rules.rule import Rule
from prancha.checks.rules.rule_selection import SELECTING, items_of, limits, noun, selects_nothing
from prancha.checks.rules.scope import show, with_copies
from prancha.model.diagnostic import Diagnostic

CODE = "rule-total"
PARAMETERS = SELECTING | {"is", "min", "max", "of"}


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding when the pieces selected are too few or too many."""
    of, wanted, items = rule.of(), limits(rule), items_of(rule)
    if not items and wanted.exact != 0:
        raise selects_nothing(rule)
    found = sum(item.copies for item in items) if of == "copies" else len(items)
    if not wanted.hold(found):
        where = rule.given.get("where")
        what = f" of {show(rule.given['family'])}" + (f" with {show(where)}" if where else "")
        message = f"expected {wanted.expect(noun(of))}{what}, found {found}: {with_copies(items)}"
        yield rule.finding(message, items, "copies")
