"""The finding about a value that is none of those allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from prancha.checks.rules.fields import show
from prancha.checks.rules.rule import Rule
from prancha.checks.rules.tally import Tally
from prancha.checks.rules.wording import list_names
from prancha.model.diagnostic import Diagnostic, suggestion


def wrong_value(rule: Rule, path: str, group: Tally, allowed: Sequence[Any]) -> Diagnostic:
    """Name the value, who has it, what is allowed, and what was probably meant."""
    expected = list_names(show(value) for value in allowed)
    found = f"{show(group.value)}: {group.places()}"
    message = f"expected {path} to be one of {expected}, found {found}"
    finding = rule.finding(message, group.items, group.path)
    near = suggestion(str(group.value), map(str, allowed))
    return replace(finding, hint=f"{near}; {finding.hint}") if near.startswith("did") else finding
