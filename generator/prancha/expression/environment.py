"""The names an expression sees, the work it may do, and how it looks into values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from prancha.expression.origins import Origin
from prancha.model.diagnostic import suggestion
from prancha.model.game import Item
from prancha.model.user_error import UserError
from prancha.model.values import MISSING, OWN, enter, is_list, line, own, show

WORK = 2_000_000
"""Elements one evaluation may walk over: 10,000 cards two hundred times."""


class ExpressionError(UserError):
    """An expression that cannot be read or worked out; `hint` is the likely fix.

    `about` is the value that lacks what was asked of it, if it is one of a catalogue.
    """

    def __init__(self, message: str, hint: str = "", about: Any = None) -> None:
        """Say what is wrong, and what to write instead."""
        super().__init__(message, hint)
        self.about = about


class FamilyItems(tuple[Item, ...]):
    """The items of a family, and its tables."""

    tables: Mapping[str, Any]

    @classmethod
    def of(cls, items: Iterable[Item], tables: Mapping[str, Any]) -> FamilyItems:
        """Join items with the tables of their family."""
        pieces = cls(items)
        pieces.tables = tables
        return pieces


class Environment(dict[str, Any]):
    """Names and their values; nested walks share the work that is left."""

    def __init__(
        self,
        names: Mapping[str, Any],
        work: list[int] | None = None,
        spots: Mapping[str, Origin] | None = None,
    ) -> None:
        """Start with `names`, and with all the work unless some is spent.

        `spots` are the origins of variables that hold plain values.
        """
        super().__init__(names)
        self.work = [WORK] if work is None else work
        self.spots: dict[str, Origin] = dict(spots or {})

    def inner(self) -> Environment:
        """A copy for the variables of a walk."""
        return Environment(self, self.work, self.spots)

    def spend(self, steps: int) -> None:
        """Count `steps`; ExpressionError when the work is used up."""
        self.work[0] -= steps
        if self.work[0] < 0:
            raise ExpressionError(
                f"the expression walks over more than {WORK:,} elements",
                "compare each component with a table or a group instead of with every other component",
            )


def field(value: Any, name: str) -> Any:
    """`value.name` for an item, a mapping or a family; ExpressionError where there is none."""
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
        what, hint = show_briefly(value), suggestion(name, map(str, value))
    else:
        what = show_briefly(value)
        hint = f"walk over its elements: [x.{name} for x in ...]" if is_list(value) else ""
    return ExpressionError(f'{what} has no field "{name}"', hint, value)


def element(value: Any, key: Any) -> Any:
    """`value[key]`; a mapping's key is found whether it is written as number or text."""
    if isinstance(value, Item):
        return field(value, str(key))
    if isinstance(value, Mapping):
        if isinstance(key, (int, float)) and key in value:
            return value[key]
        found = enter(value, str(key))
        if found is not MISSING:
            return found
        raise ExpressionError(
            f"there is no entry {show(key)} in {show_briefly(value)}",
            suggestion(str(key), map(str, value)),
            value,
        )
    if is_list(value) and isinstance(key, int) and not isinstance(key, bool):
        if -len(value) <= key < len(value):
            return value[key]
        raise ExpressionError(
            f"there is no element {key} in a list of {len(value)}", "positions count from 0", value
        )
    raise ExpressionError(f"{show_briefly(value)} has no element {show_briefly(key)}")


def show_briefly(value: Any) -> str:
    """A value for a message, cut after 60 characters."""
    if isinstance(value, Item):
        return value.key
    if isinstance(value, FamilyItems):
        return f"a family of {len(value)} items"
    if is_list(value) and any(isinstance(part, Item) for part in value):
        return f"a list of {len(value)} items"
    text = show(value)
    return text if len(text) <= 60 else text[:57] + "..."
