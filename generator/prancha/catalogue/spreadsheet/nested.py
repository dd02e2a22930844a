"""What lies inside a cell of JSON: `stats.attack` of an object, or of each object in a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Inside = tuple[str, ...]


def inside_of(key: str, names: Sequence[str]) -> tuple[str, Inside]:
    """The column that `key` such as `stats.attack` lies in, and the way there; "" for none."""
    column, *rest = key.split(".")
    for number in range(len(rest)):
        if column in names:
            return column, tuple(rest[number:])
        column = f"{column}.{rest[number]}"
    return "", ()


def take(value: Any, way: Inside) -> Any:
    """What stands in `value` at the end of `way`: of a list, that of each entry; "" for nothing."""
    if not way:
        return "" if value is None else value
    if isinstance(value, Mapping):
        return take(value.get(way[0], ""), way[1:])
    if isinstance(value, list):
        parts = [take(part, way) for part in value]
        return [part for part in parts if part != ""] or ""
    return ""
