"""A statement in the language of expressions is true.

For the few facts that fit no other check; the others say more when they fail, so prefer them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from prancha.checks.rules.rule import Rule
from prancha.checks.rules.rule_selection import SELECTING, select
from prancha.checks.rules.scope import NOT_PRINTED, at_place, list_names, show
from prancha.expression import FalsePart
from prancha.model.diagnostic import Diagnostic
from prancha.model.game import Item

CODE = "rule-expression"
PARAMETERS = SELECTING | {"holds", "each"}
LONGEST = 200
"""Characters of an expression that a message repeats."""


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding when `holds` is false, or per selected item for which `each` is."""
    if ("holds" in rule.given) == ("each" in rule.given):
        message = 'expression needs one of "holds" and "each"'
        raise rule.bad("missing-key", "each", message, 'keep "holds:" for all, or "each:" per item')
    key = "holds" if "holds" in rule.given else "each"
    text = rule.text(key)
    if key == "each":
        items = select(rule)
        work_out = rule.program(key, text, ("item", "items"))
        for item in items:
            extra: dict[str, Any] = {"item": item, "items": items}
            if not _truth(rule, key, text, work_out(extra)):
                yield _finding(rule, text, extra, item)
        return
    extra = {"items": select(rule)} if "family" in rule.given else {}
    if not _truth(rule, key, text, rule.evaluate(key, text, extra)):
        yield _finding(rule, text, extra)


def _finding(rule: Rule, text: str, extra: dict[str, Any], item: Item | None = None) -> Diagnostic:
    """Say which part is false, what was found there and on which items."""
    fault = rule.fault(text, extra) or FalsePart(text, "it false", ())
    read = fault.items
    if item is not None:
        others = tuple(pair for pair in read if pair[0].family in NOT_PRINTED)
        read = (tuple(pair for pair in read if pair[0] is item) or ((item, ""),)) + others
    printed = [one for one in read if one[0].family not in NOT_PRINTED] or list(read)
    items = list({one.key: one for one, _ in printed}.values())
    names = list_names(dict.fromkeys(at_place(one, field) for one, field in (*printed, *read)))
    expected = fault.expected if len(fault.expected) <= LONGEST else fault.expected[: LONGEST - 3] + "..."
    message = f"expected {expected}, found {fault.found}" + (f": {names}" if names else "")
    return rule.finding(message, items, printed[0][1] if printed else "")


def _truth(rule: Rule, key: str, text: str, value: Any) -> bool:
    if not isinstance(value, bool):
        hint = "compare it with something: == or >="
        raise rule.bad("bad-value", key, f'"{text}" gives {show(value)}, not true or false', hint)
    return value
