"""Results remembered for the arguments that came last, which are compared and never hashed.

Sheets of a stack share the values that say how their pieces lie.  What is the same object is equal at once,
while hashing it takes as long as what is worked out of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

R = TypeVar("R")
KEPT = 4
"""Arguments remembered: fronts and backs of a stack take turns, and one stack ends where another begins."""


def recent(work_out: Callable[..., R]) -> Callable[..., R]:
    """Decorate a function of frozen values, given by position: what came last is not worked out anew."""
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
