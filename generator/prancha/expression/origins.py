"""Where in the catalogue a value stands that an expression came across."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from prancha.model.game import Item
from prancha.model.values import is_list

Origin = tuple[Item, str]
"""An item (or the game, or a family) and a dotted path in it: `era1.2.do`."""


class Origins:
    """Finds lists and mappings of the catalogue by identity.

    Values that a rule works out, such as the sum of two lists, have no origin; what they hold has.
    """

    def __init__(self, roots: Iterable[tuple[Item, Mapping[str, Any]]]) -> None:
        """Index everything inside the fields of `roots`; where they share a value, the first has it."""
        self._spots: dict[int, Origin] = {}
        for item, fields in roots:
            self._spots.setdefault(id(fields), (item, ""))
            for name, value in fields.items():
                self._index(item, str(name), value)

    def of(self, value: Any) -> Origin | None:
        """The origin of a list or mapping, or None."""
        return self._spots.get(id(value))

    def inside(self, value: Any, step: Any) -> Origin | None:
        """The origin of `value.step` or `value[step]`, for an item, list or mapping with an origin."""
        if isinstance(value, Item):
            return value, str(step)
        found = self.of(value)
        if found is None:
            return None
        if is_list(value) and isinstance(step, int) and step < 0:
            step += len(value)
        item, path = found
        return item, f"{path}.{step}" if path else str(step)

    def _index(self, item: Item, path: str, value: Any) -> None:
        waiting = [(path, value)]
        while waiting:
            path, value = waiting.pop()
            if id(value) in self._spots:
                continue
            waiting += [(f"{path}.{step}", inner) for step, inner in _parts(value)]
            if isinstance(value, (list, tuple, Mapping)):
                self._spots[id(value)] = (item, path)


def _parts(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, Mapping):
        yield from value.items()
    elif is_list(value):
        yield from enumerate(value)
