"""What can be relied on in a snapshot: numbers of things that can be printed, texts that can be written.

Snapshots come from git and by mail, and whoever compares two of them divides by sizes and
looks families up.  All of these raise ValueError or TypeError.
"""

from __future__ import annotations

import json
from typing import Any, get_args

from prancha.changes.snapshot import Snapshot
from prancha.model.outline import Shape

MOST = 1_000_000
"""Copies, or millimetres: more than any box holds."""
LEAST = 0.01
"""Millimetres that can be seen."""


def writable(tree: Any) -> Any:
    """What JSON gave, if it can be written again: no half characters, no numbers without end."""
    json.dumps(tree, ensure_ascii=False, allow_nan=False).encode()
    return tree


def words(value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is no text")
    return value


def number(value: Any, least: float = -MOST) -> float:
    """A number of `least` to a million."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= MOST:
        raise ValueError(f"{value!r:.40} is no number of {least:g} to {MOST}")
    return float(value)


def length(value: Any) -> float:
    """A length that is more than nothing."""
    return number(value, LEAST)


def count(value: Any) -> int:
    """A number of copies."""
    if not isinstance(value, int):
        raise TypeError(f"{value!r:.40} is no number of copies")
    return int(number(value, 0))


def shape(value: Any) -> Shape:
    """The name of a shape."""
    if value not in get_args(Shape):
        raise ValueError(f"{value!r:.40} is no shape")
    found: Shape = value
    return found


def complete(snapshot: Snapshot) -> Snapshot:
    """The snapshot, if it has a language, and each item its family and its faces."""
    if not snapshot.languages:
        raise ValueError("it has no language")
    known = {family.id for family in snapshot.families}
    for item in snapshot.items:
        if item.family not in known:
            raise ValueError(f"{item.key} is of a family that is not there")
        for digest in (digest for pair in item.faces.values() for digest in pair if digest):
            if digest not in snapshot.previews:
                raise ValueError(f"{item.key} has a face that is not there")
    return snapshot
