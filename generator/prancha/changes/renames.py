"""Which of the designs that vanished came back under another id."""

from __future__ import annotations

from collections.abc import Sequence

from prancha.changes.snapshot import ItemState, flat

LIKE = 0.75
"""Least share of equal values, of all that either has, for a likely new name."""
FEWEST = 2
"""A single equal value is no likeness."""


def find_renames(gone: Sequence[ItemState], come: Sequence[ItemState]) -> dict[str, ItemState]:
    """Pair what is gone with what has come, in the same family, best first: old key -> new item.

    Equal faces are the surest sign, then equal values.
    """
    scored = [
        (-likeness(old, new), i, j)
        for i, old in enumerate(gone)
        for j, new in enumerate(come)
        if old.family == new.family
    ]
    pairs: dict[int, int] = {}
    for score, i, j in sorted(scored):
        if -score >= LIKE and i not in pairs and j not in pairs.values():
            pairs[i] = j
    return {gone[i].key: come[j] for i, j in sorted(pairs.items())}


def likeness(old: ItemState, new: ItemState) -> float:
    """From 0 to 1: the share of equal values; 2 when they look the same."""
    if old.faces and old.faces == new.faces:
        return 2.0
    mine, its = dict(flat(old.fields)), dict(flat(new.fields))
    equal = sum(path in its and its[path] == value for path, value in mine.items())
    return equal / len({*mine, *its}) if equal >= FEWEST else 0.0
