"""How much work something is, counted in calls of functions: the same on every machine, however busy."""

from __future__ import annotations

import cProfile
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")
AT_ONCE = 30.0
"""Seconds of processor time within which what is refused at once is refused, on any machine: what is not
refused takes minutes."""


def counted(work: Callable[[], Result]) -> tuple[Result, int]:
    """What `work` returns, and how many calls it made."""
    profile = cProfile.Profile()
    result = profile.runcall(work)
    return result, sum(entry.callcount for entry in profile.getstats())
