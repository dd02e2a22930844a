"""A repeatable source of chance for scattered ornaments."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any


class RepeatableRandom:
    """Numbers that depend on the seed alone, the same on every machine and in every build."""

    __slots__ = ("_source",)

    def __init__(self, seed: str | int) -> None:
        # Hashing of str by random.Random is SHA-512, independent of PYTHONHASHSEED.
        self._source = random.Random(str(seed))

    def uniform(self, low: float, high: float) -> float:
        """A number between `low` and `high`."""
        return self._source.uniform(low, high)

    def integer(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return self._source.randint(low, high)

    def choice(self, options: Sequence[Any]) -> Any:
        """One of `options`."""
        return self._source.choice(options)

    def shuffled(self, options: Sequence[Any]) -> list[Any]:
        """All of `options` in a chance order; the list itself stays."""
        return self._source.sample(list(options), len(options))
