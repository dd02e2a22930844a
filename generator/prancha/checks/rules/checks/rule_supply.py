"""For every number of players, the box holds what the set-up needs.

A kit that is enough for two can be short for four; the rulebook's table of players is checked row by row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from prancha.checks.rules.rule import Number, Rule
from prancha.checks.rules.rule_selection import SELECTING, select
from prancha.checks.rules.scope import is_number, show, with_copies
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Item

CODE = "rule-supply"
PARAMETERS = SELECTING | {"needs", "has", "players"}


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding per player count whose set-up needs more than there is."""
    items: Sequence[Item] = select(rule) if "family" in rule.given else ()
    if "has" not in rule.given and "family" not in rule.given:
        raise rule.bad("missing-key", "family", 'supply needs "family" or "has"', 'add "family:"')
    counts = rule.list("players") if "players" in rule.given else rule.scope.game.players
    needs = rule.need("needs")
    if isinstance(needs, Mapping):
        _same_counts(rule, counts, needs)
    for n in counts:
        extra = {"n": n, "items": items}
        needed = rule.as_number("needs", needs[n] if isinstance(needs, Mapping) else needs, extra)
        has: Number = rule.number("has", extra) if "has" in rule.given else sum(item.copies for item in items)
        if needed > has:
            held = f": {with_copies(items)}" if items else ""
            message = f"expected at least {show(needed)} for {n} players, found {show(has)}{held}"
            yield rule.finding(message, items, "copies")


def _same_counts(rule: Rule, counts: Sequence[object], needs: Mapping[object, object]) -> None:
    if not all(is_number(n) for n in needs) or set(needs) != set(counts):
        message = f'"needs" is for {show(list(needs))} players, the game for {show(list(counts))}'
        raise rule.bad("bad-value", "needs", message, "give a number for every player count")
