"""Numbers that print as their author wrote them: 1.10, +5, 1,5, 1e3.

They compute and compare as the numbers they are; what is worked out of them is a plain number.  A number
whose usual form is what was written needs no such class.
"""

from __future__ import annotations

import math
from typing import Any

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
    """A number that was worked out, without the noise of binary fractions: 0.1 + 0.2 is 0.3, 6 / 2 is 3."""
    return int(value) if value.is_integer() else float(f"{value:.12g}")


def format_worked_out(value: float) -> str:
    """A number that was worked out, as it prints: 0.30000000000000004 is 0.3."""
    text = str(value)
    return text if len(text) < _NOISY or not math.isfinite(value) else str(rounded(value))
