"""The environment of an expression: its names, the work it may do, and where its values come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from prancha.model.diagnostic import UserError, suggestion
from prancha.model.game import Item
from prancha.model.values import MISSING, OWN, enter, is_list, line, own, show

Origin = tuple[Item, str]
"""An item (or the game, or a family) and a dotted path in it: `era1.2.do`."""
WORK = 2_000_000
"""Elements one evaluation may visit: 10,000 cards two hundred times."""


class Origins:
    """Maps lists and mappings of the catalogue to where they come from, by identity.

    Computed values, such as the sum of two lists, have no origin; their elements have.
    """

    def __init__(self, roots: Iterable[tuple[Item, Mapping[str, Any]]]) -> None:
        """Index everything inside the fields of `roots`; a shared value belongs to the first."""
        self._spots: dict[int, Origin] = {}
        for item, fields in roots:
            self._spots.setdefault(id(fields), (item, ""))
            for name, value in fields.items():
                self._index(item, str(name), value)

    def of(self, value: Any) -> Origin | None:
        """Return the origin of a list or mapping, or None."""
        return self._spots.get(id(value))

    def inside(self, value: Any, step: Any) -> Origin | None:
        """Return the origin of `value.step` or `value[step]`, if `value` has one."""
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


class ExpressionError(UserError):
    """An expression that cannot be parsed or evaluated; `hint` is the likely fix.

    `about` is the catalogue value that lacks a requested part, if there is one.
    """

    def __init__(self, message: str, hint: str = "", about: Any = None) -> None:
        """Store the message, the hint and the value."""
        super().__init__(message, hint)
        self.about = about


class FamilyItems(tuple[Item, ...]):
    """The items of a family, and its tables."""

    tables: Mapping[str, Any]

    @classmethod
    def of(cls, items: Iterable[Item], tables: Mapping[str, Any]) -> FamilyItems:
        """Combine items with the tables of their family."""
        pieces = cls(items)
        pieces.tables = tables
        return pieces


class Environment(dict[str, Any]):
    """Names and their values; nested comprehensions share the remaining work."""

    def __init__(
        self,
        names: Mapping[str, Any],
        work: list[int] | None = None,
        spots: Mapping[str, Origin] | None = None,
    ) -> None:
        """Start with `names` and the full amount of work, or what remains of it.

        `spots` are the origins of variables with plain values.
        """
        super().__init__(names)
        self.work = [WORK] if work is None else work
        self.spots: dict[str, Origin] = dict(spots or {})

    def inner(self) -> Environment:
        """Return a copy for the variables of a comprehension."""
        return Environment(self, self.work, self.spots)

    def spend(self, steps: int) -> None:
        """Count `steps`; raise ExpressionError if the work is used up."""
        self.work[0] -= steps
        if self.work[0] < 0:
            raise ExpressionError(
                f"the expression walks over more than {WORK:,} elements",
                "compare each component with a table or a group instead of with every other component",
            )


def get_field(value: Any, name: str) -> Any:
    """Return `value.name` of an item, mapping or family; raise ExpressionError if missing."""
    if isinstance(value, Item):
        found = own(value, name)
    elif isinstance(value, Mapping):
        found = enter(value, name)
    elif isinstance(value, FamilyItems) and name == "tables":
        return value.tables
    else:
        found = MISSING
    if found is MISSING:
        raise _no_field(value, name)
    return found


def _no_field(value: Any, name: str) -> ExpressionError:
    if isinstance(value, Item):
        what, hint = f"{value.key} ({line(value.place)})", suggestion(name, (*OWN, *value.fields))
    elif isinstance(value, Mapping):
        what, hint = format_value(value), suggestion(name, map(str, value))
    else:
        what = format_value(value)
        hint = f"walk over its elements: [x.{name} for x in ...]" if is_list(value) else ""
    return ExpressionError(f'{what} has no field "{name}"', hint, value)


def get_element(value: Any, key: Any) -> Any:
    """Return `value[key]`; keys of mappings match as number or text."""
    if isinstance(value, Item):
        return get_field(value, str(key))
    if isinstance(value, Mapping):
        if isinstance(key, (int, float)) and key in value:
            return value[key]
        found = enter(value, str(key))
        if found is not MISSING:
            return found
        raise ExpressionError(
            f"there is no entry {show(key)} in {format_value(value)}",
            suggestion(str(key), map(str, value)),
            value,
        )
    if is_list(value) and isinstance(key, int) and not isinstance(key, bool):
        if -len(value) <= key < len(value):
            return value[key]
        raise ExpressionError(
            f"there is no element {key} in a list of {len(value)}", "positions count from 0", value
        )
    raise ExpressionError(f"{format_value(value)} has no element {format_value(key)}")


def format_value(value: Any) -> str:
    """Return a value for a message, cut after 60 characters."""
    if isinstance(value, Item):
        return value.key
    if isinstance(value, FamilyItems):
        return f"a family of {len(value)} items"
    if is_list(value) and any(isinstance(part, Item) for part in value):
        return f"a list of {len(value)} items"
    text = show(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Notes:
    """Places of the catalogue that an expression has read, in order."""

    def __init__(self, origins: Origins) -> None:
        """Record values that `origins` knows."""
        self.origins = origins
        self.spots: dict[tuple[str, str], Origin] = {}

    def read(self, value: Any, step: Any) -> None:
        """Record that `value.step` was read."""
        self.note(self.origins.inside(value, step))

    def note(self, spot: Origin | None) -> None:
        """Record a place, unless None."""
        if spot is not None:
            self.spots[spot[0].key, spot[1]] = spot

    def deepest(self) -> tuple[Origin, ...]:
        """Return the places read, without those only passed on the way to others."""
        passed = {(key, path[:at]) for key, path in self.spots for at, mark in enumerate(path) if mark == "."}
        return tuple(spot for name, spot in self.spots.items() if name not in passed)
