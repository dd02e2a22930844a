"""A statement in the language of expressions is true.

For the few facts that fit no other check; the others say more when they fail, so prefer them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.model.diagnostic import Diagnostic
from generator.rules.fields import show
from generator.rules.rule import Rule
from generator.rules.selection import SELECTING, select
from generator.rules.wording import line, named

CODE = "rule-expression"
PARAMETERS = SELECTING | {"holds", "each"}


def check(rule: Rule) -> Iterator[Diagnostic]:
    """Yield a finding when `holds` is false, or per selected item for which `each` is."""
    if ("holds" in rule.given) == ("each" in rule.given):
        message = 'expression needs one of "holds" and "each"'
        raise rule.bad("rule-missing-key", "each", message, 'keep "holds:" for all, or "each:" per item')
    key = "holds" if "holds" in rule.given else "each"
    text = rule.text(key)
    if key == "each":
        items = select(rule)
        work_out = rule.program(key, text, ("item", "items"))
        for item in items:
            if not _truth(rule, key, text, work_out({"item": item, "items": items})):
                yield rule.finding(f"expected {text}, found it false for {named(item)}", [item])
        return
    extra = {"items": select(rule)} if "family" in rule.given else {}
    if not _truth(rule, key, text, rule.evaluate(key, text, extra)):
        at = line(rule.place)
        yield rule.finding(f"expected {text}, found it false" + (f" ({at})" if at else ""))


def _truth(rule: Rule, key: str, text: str, value: Any) -> bool:
    if not isinstance(value, bool):
        hint = "compare it with something: == or >="
        raise rule.bad("rule-bad-value", key, f'"{text}" gives {show(value)}, not true or false', hint)
    return value
