"""Numbers that a rule's sentence names and its check does not know."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from prancha.checks.rules.fields import is_list

SAID = re.compile(r"(?<![\w.,])\d{1,18}(?!\w|[.,]\d)")
"""A whole number that stands alone: neither 1d6 nor 0.3.  One beyond 10^18 counts nothing."""
WRITTEN = re.compile(r"(?<!\d)\d{1,18}(?!\d)")


def unknown_numbers(sentence: str, given: Mapping[Any, Any], kind: str) -> list[int]:
    """Numbers of the sentence that neither the check `kind` of the rule nor its `why` holds, in their order.

    What a list or mapping of the check counts or adds up to is known, too: 4 entries, or 35 + 15 pieces.
    """
    known = _numbers(given[kind]) | _numbers(given.get("why", ""))
    return [number for number in dict.fromkeys(map(int, SAID.findall(sentence))) if number not in known]


def _numbers(value: Any) -> set[int]:
    if isinstance(value, bool) or value is None:
        return set()
    if isinstance(value, int):
        return {abs(value)}
    if isinstance(value, Mapping):
        inside = [*value, *value.values()]
        return {len(value), _total(list(value.values()))}.union(*map(_numbers, inside))
    if is_list(value):
        return {len(value), _total(value)}.union(*map(_numbers, value))
    return set(map(int, WRITTEN.findall(str(value))))


def _total(values: list[Any]) -> int:
    return sum(abs(value) for value in values if isinstance(value, int))
