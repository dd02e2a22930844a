"""Reach into an item along a dotted path, and compare and show what is found there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from generator.model.game import Item


class Missing:
    """The type of MISSING, the value of a field that is not there."""

    def __repr__(self) -> str:
        """The word for an absent value in messages."""
        return "(none)"


MISSING: Final = Missing()
OWN: Final = ("id", "family", "copies", "source")
"""Fields that every item has, beside those of its catalogue."""

Reader = Callable[[Item], Any]


def own(item: Item, name: str) -> Any:
    """The value of field `name`, or MISSING."""
    if name in OWN:
        return getattr(item, name)
    return item.fields.get(name, MISSING)


@lru_cache(maxsize=1024)
def reader(path: str) -> Reader:
    """A function from an item to its value at the dotted `path`, or MISSING.

    A `*` gives the list of what every element holds; elements without it are left out.
    """
    first, *rest = path.split(".")
    if not rest:
        return lambda item: own(item, first)
    return lambda item: reach(own(item, first), rest)


def reach(value: Any, path: Sequence[str]) -> Any:
    """Follow `path` into nested mappings and lists; MISSING where it ends early."""
    for depth, step in enumerate(path):
        if step == "*":
            found = [reach(element, path[depth + 1 :]) for element in _elements(value)]
            return _flat(found, path[depth + 1 :])
        value = enter(value, step)
        if value is MISSING:
            return MISSING
    return value


def enter(value: Any, step: str) -> Any:
    """One step into a mapping (by key, as text or number) or a list (by position from 0)."""
    if isinstance(value, Mapping):
        if step in value:
            return value[step]
        return value.get(int(step), MISSING) if step.isdecimal() else MISSING
    if is_list(value) and step.isdecimal() and int(step) < len(value):
        return value[int(step)]
    return MISSING


def is_list(value: Any) -> bool:
    """Whether a value is a list as YAML knows it."""
    return isinstance(value, (list, tuple))


def singles(value: Any) -> Sequence[Any]:
    """The elements of a list, or the one value."""
    return value if isinstance(value, (list, tuple)) else (value,)


def freeze(value: Any) -> Any:
    """A hashable key, equal for equal YAML values; true is not 1."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, (list, tuple)):
        return ("list", *map(freeze, value))
    if isinstance(value, Mapping):
        return ("map", frozenset((freeze(key), freeze(inner)) for key, inner in value.items()))
    return value


def is_number(value: Any) -> bool:
    """Whether a value is a number; booleans are not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def show(value: Any) -> str:
    """A value as a message writes it; texts that look like another type are quoted."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        plain = value and not value[0].isdigit() and value not in ("true", "false", "null")
        return value if plain and value == value.strip() else f'"{value}"'
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(show, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{show(k)}: {show(v)}" for k, v in value.items()) + "}"
    if value is MISSING:
        return "(none)"
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)


def _elements(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield from value.values()
    elif is_list(value):
        yield from value


def _flat(found: list[Any], rest: Sequence[str]) -> Any:
    present = [value for value in found if value is not MISSING]
    if found and not present:
        return MISSING
    if "*" in rest:
        return [inner for value in present for inner in value]
    return present
