"""Nested values as columns: what of an object is printed, and what is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from prancha.setup.new_game.cell_values import is_translated

NAMES = ("name", "title", "label", "text", "value", "nom", "nombre", "nome", "titel", "titre")
MOST_PARTS = 6
"""Parts of an object that become columns of their own."""
DEEPEST = 3


class Cells(Struct, frozen=True):
    """One column: `name` as `columns:` has it (`stats.attack`), its values, and why it is left out if so."""

    name: str
    values: list[Any]
    left_out: str = ""


def unfolded(name: str, values: Sequence[Any], depth: int = 0) -> list[Cells]:
    """Return the columns that one column of a file becomes."""
    kept = ["" if value is None or value == {} else value for value in values]
    filled = [value for value in kept if value not in ("", [])]
    objects: list[Any] = [one for value in filled for one in (value if isinstance(value, list) else [value])]
    if not any(isinstance(one, dict | list) for one in objects):
        return [Cells(name, kept)]
    if is_translated(filled):
        return [Cells(name, kept)]
    if not all(isinstance(one, dict) for one in objects) or depth == DEEPEST:
        return [Cells(name, kept, "it holds lists within lists, or values of several kinds")]
    keys = list(dict.fromkeys(key for one in objects for key in one))
    listed = any(isinstance(value, list) for value in filled)
    named = [key for key in NAMES if key in keys and all(_plain(one.get(key)) for one in objects)]
    if named:
        keys = named[: 2 if listed else 1]
    elif len(keys) > MOST_PARTS:
        few = ", ".join(map(str, keys[:3]))
        return [Cells(name, kept, f"its objects have {len(keys)} parts ({few}, ...)")]
    found: list[Cells] = []
    for key in keys:
        if isinstance(key, str) and "." not in key and key.strip():
            found += unfolded(f"{name}.{key}", [_part(value, key) for value in kept], depth + 1)
    return found


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)


def _part(value: Any, key: str) -> Any:
    if isinstance(value, list):
        return [one[key] for one in value if isinstance(one, dict) and one.get(key) not in (None, "")]
    return value.get(key, "") if isinstance(value, dict) else ""
