"""Plateau search for a large set of places of which no two exclude each other."""

from __future__ import annotations

import random
from collections.abc import Sequence

_FORBIDDEN = 8
"""Steps for which a place just given up may not come back."""
_DOWNHILL = 0.01
"""Share of the steps that give up two places for one."""


def independent_set(conflicts: Sequence[Sequence[int]], steps: int, seed: int, wanted: int) -> list[int]:
    """Return indices of the largest set found; the same for the same seed.

    A free place is always taken.  Else one place is swapped for another that excludes only it,
    preferring what was unused for long; now and then one is taken that excludes two.
    """
    state = _SearchState(conflicts)
    chance = random.Random(seed)
    best: list[int] = []
    for step in range(steps):
        free, swaps, pairs = state.buckets
        if free:
            state.take(free[int(chance.random() * len(free))])
        elif swaps and not (pairs and chance.random() < _DOWNHILL):
            state.swap(_pick(state, swaps, chance, step), step)
        elif pairs:
            state.swap(pairs[int(chance.random() * len(pairs))], step)
        else:
            break
        if len(state.chosen) > len(best):
            best = sorted(state.chosen)
            if len(best) >= wanted:
                break
    return best


def _pick(state: _SearchState, swaps: list[int], chance: random.Random, step: int) -> int:
    drawn = [swaps[int(chance.random() * len(swaps))] for _ in range(3)]
    allowed = [place for place in drawn if step - state.left[place] > _FORBIDDEN] or drawn
    return min(allowed, key=state.left.__getitem__)


class _SearchState:
    """The chosen set, and the other places by how many chosen ones they exclude (0, 1, 2)."""

    def __init__(self, conflicts: Sequence[Sequence[int]]) -> None:
        self.conflicts = conflicts
        self.chosen: set[int] = set()
        self.left = [-1_000_000] * len(conflicts)
        self.buckets: tuple[list[int], list[int], list[int]] = (list(range(len(conflicts))), [], [])
        self._clashes = [0] * len(conflicts)
        self._position = list(range(len(conflicts)))

    def take(self, place: int) -> None:
        """Choose a place that excludes no chosen one."""
        self._drop(place)
        self.chosen.add(place)
        for other in self.conflicts[place]:
            self._move(other, 1)

    def swap(self, place: int, step: int) -> None:
        """Choose a place and give up those it excludes."""
        for other in [other for other in self.conflicts[place] if other in self.chosen]:
            self.chosen.remove(other)
            self.left[other] = step
            for third in self.conflicts[other]:
                self._move(third, -1)
            self._add(other)
        self.take(place)

    def _move(self, place: int, change: int) -> None:
        self._drop(place)
        self._clashes[place] += change
        self._add(place)

    def _add(self, place: int) -> None:
        count = self._clashes[place]
        if count < 3:
            bucket = self.buckets[count]
            self._position[place] = len(bucket)
            bucket.append(place)

    def _drop(self, place: int) -> None:
        count = self._clashes[place]
        if count < 3:
            bucket = self.buckets[count]
            last = bucket.pop()
            if last != place:
                bucket[self._position[place]] = last
                self._position[last] = self._position[place]
