"""Look into items, mappings and lists; numbers that print as their author wrote them.

Numbers as written compute and compare as the numbers they are; what is computed of them is a plain number.
A number whose usual form is what was written needs no such class.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final, TypeGuard

from prancha.model.diagnostic import Place
from prancha.model.game import Item


class Missing:
    """The type of MISSING, the value of a field that is not there."""

    def __repr__(self) -> str:
        """The word for an absent value in messages."""
        return "(none)"


MISSING: Final = Missing()
OWN: Final = ("id", "family", "copies", "source")
"""Fields that every item has, beside those of its catalogue."""


def own(item: Item, name: str) -> Any:
    """The value of field `name`, or MISSING."""
    if name in OWN:
        return getattr(item, name)
    return item.fields.get(name, MISSING)


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
    """Return whether a value is a list as YAML knows it."""
    return isinstance(value, (list, tuple))


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


def is_number(value: Any) -> TypeGuard[int | float]:
    """Return whether a value is a number; booleans are not."""
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
    if value.__class__ is float:
        return f"{value:.6g}"
    return str(value)


def line(place: Place) -> str:
    """`file:line`, or nothing for a value without a place."""
    return f"{place.file}:{place.line}" if place.line else place.file


_NOISY = 15
"""Characters from which on a number holds more digits than anybody wrote."""


class WrittenInt(int):
    """A whole number with its written form."""

    written: str

    def __new__(cls, value: int, written: str) -> WrittenInt:
        """The number `value`, written as `written`."""
        made = super().__new__(cls, value)
        made.written = written
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return WrittenInt, (int(self), self.written)

    def __str__(self) -> str:
        return self.written

    __repr__ = __str__
    """What is kept of a face is found by this: another form is another face."""


class WrittenFloat(float):
    """A number with a fraction, or an exponent, with its written form."""

    __slots__ = ("written",)
    written: str

    def __new__(cls, value: float, written: str) -> WrittenFloat:
        """The number `value`, written as `written`."""
        made = super().__new__(cls, value)
        made.written = written
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return WrittenFloat, (float(self), self.written)

    def __str__(self) -> str:
        return self.written

    __repr__ = __str__


def as_written(value: int | float, text: str) -> int | float:
    """The number `value` so that it prints as `text`."""
    if str(value) == text:
        return value
    return WrittenInt(value, text) if isinstance(value, int) else WrittenFloat(value, text)


def plain(value: Any) -> Any:
    """A number without its written form; any other value as it is."""
    kind = value.__class__
    return int(value) if kind is WrittenInt else float(value) if kind is WrittenFloat else value


def rounded(value: float) -> int | float:
    """Round a computed number so that binary noise vanishes: 0.1 + 0.2 is 0.3, 6 / 2 is 3."""
    return int(value) if value.is_integer() else float(f"{value:.12g}")


def format_computed(value: float) -> str:
    """Format a computed number: 0.30000000000000004 prints as 0.3."""
    text = str(value)
    return text if len(text) < _NOISY or not math.isfinite(value) else str(rounded(value))
