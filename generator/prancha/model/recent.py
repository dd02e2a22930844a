"""A four-entry cache that compares arguments instead of hashing them.

Sheets of a stack share the values that say how their pieces lie.  What is the same object is equal at once,
while hashing it takes as long as what is worked out of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

R = TypeVar("R")
KEPT = 4
"""Entries: fronts and backs of a stack alternate, and one stack ends where another begins."""


def recent(work_out: Callable[..., R]) -> Callable[..., R]:
    """Decorate a function of frozen values, given by position, with a cache of its last results."""
    known: list[tuple[tuple[object, ...], R]] = []

    @wraps(work_out)
    def remembered(*given: object) -> R:
        for before, result in known:
            if before == given:
                return result
        result = work_out(*given)
        known.insert(0, (given, result))
        del known[KEPT:]
        return result

    return remembered
