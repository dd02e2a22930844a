"""Reach into an item along a dotted path; what it finds is looked at with the words of expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from prancha.model.game import Item
from prancha.model.values import MISSING, OWN, Missing, enter, freeze, is_list, is_number, own, show

__all__ = [
    "MISSING",
    "OWN",
    "FieldReader",
    "Missing",
    "enter",
    "freeze",
    "is_list",
    "is_number",
    "own",
    "reach",
    "reader",
    "show",
    "singles",
    "spread",
]

FieldReader = Callable[[Item], Any]


@lru_cache(maxsize=1024)
def reader(path: str) -> FieldReader:
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


def singles(value: Any) -> Sequence[Any]:
    """The elements of a list, or the one value."""
    return value if isinstance(value, (list, tuple)) else (value,)


def spread(item: Item, path: str, value: Any) -> Sequence[tuple[str, Any]]:
    """The single values behind `path`, each with its own path: `lines.2.icon` for `lines.*.icon`.

    `value` is what `reader(path)` found.
    """
    if not isinstance(value, (list, tuple)):
        return ((path, value),)
    first, *rest = path.split(".")
    return tuple(_spread(own(item, first), first, rest))


def _spread(value: Any, path: str, steps: Sequence[str]) -> Iterator[tuple[str, Any]]:
    for depth, step in enumerate(steps):
        if step == "*":
            for key, element in value.items() if isinstance(value, Mapping) else enumerate(value):
                yield from _spread(element, f"{path}.{key}", steps[depth + 1 :])
            return
        value, path = enter(value, step), f"{path}.{step}"
        if value is MISSING:
            return
    if isinstance(value, (list, tuple)):
        yield from ((f"{path}.{number}", element) for number, element in enumerate(value))
    else:
        yield path, value


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
