"""Arguments of the text calls, checked, and the errors of texts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from prancha.model.diagnostic import UserError, suggestion
from prancha.model.units import Pt
from prancha.model.values import format_computed

if TYPE_CHECKING:
    from prancha.graphics.fonts import Font


class TextError(UserError):
    """A text cannot be set as asked: message, hint and diagnostic code.

    `text` is all of the text, by which its place in the catalogue is found, and
    `others` are what else is wrong with it, `besides` what was found with it.
    An error `of_game` is the same for every template and text of it, and told once.
    """

    text = ""
    others: Sequence[Exception] = ()
    besides: Sequence[TextError] = ()
    of_game: bool = False

    def __init__(self, message: str, hint: str = "", code: str = "text") -> None:
        """Keep `message`, `hint` and `code` apart, so that a caller can add the place."""
        super().__init__(message, hint)
        self.code = code

    def __str__(self) -> str:
        return f"{self.message}\n    {self.hint}" if self.hint else self.message


class LettersError(Exception):
    """Letters that none of a text's fonts has; the caller, who knows the game, adds the hint."""

    def __init__(self, letters: str, fonts: Sequence[Font]) -> None:
        self.letters, self.fonts = letters, fonts
        super().__init__(letters)


def text_of(content: Any) -> str:
    """The characters of what a template passes: text, a number, or text a macro has escaped."""
    if type(content) is str:
        return content
    if content is None:
        raise TextError("nothing (null) is given as a text", "give a value, or ask `is not none` first")
    if isinstance(content, bool | bytes | Mapping | list | tuple):
        raise TextError(f"{content!r:.60} is not a text", "pass a text or a number")
    if hasattr(content, "__html__"):
        from html import unescape

        return unescape(str(content))
    return format_computed(content) if type(content) is float else str(content)


def number(name: str, value: Any) -> float:
    """A finite number; an undefined name of Jinja raises its own error."""
    if isinstance(value, str | bool) or value is None:
        raise TextError(f"{name} is {value!r:.60}, not a number", "write it without quotes or unit")
    try:
        found = float(value)
    except (TypeError, ValueError):
        raise TextError(f"{name} is {value!r:.60}, not a number", "give one number") from None
    if not math.isfinite(found):
        raise TextError(f"{name} is {found}", "check the calculation")
    return found


def positive(name: str, value: float) -> float:
    """A number above 0."""
    if value <= 0:
        raise TextError(f"{name} is {value:g}", f"{name} must be above 0")
    return value


def least_of(size: Pt, least: Pt | None) -> Pt:
    """The smallest size allowed; `min` left out means no shrinking."""
    positive("size", size)
    if least is None:
        return size
    if least > size:
        raise TextError(
            f"min is {least:g} pt, above size {size:g} pt", "min is the smallest size to shrink to"
        )
    return positive("min", least)


def one_of(name: str, value: str, known: tuple[str, ...]) -> Any:
    """One of a few words."""
    if value not in known:
        raise TextError(f'{name} is "{value}"', suggestion(str(value), known))
    return value


def truth(name: str, value: Any) -> bool:
    """True or false: of a text such as "no" nobody knows which; an undefined name raises its own error."""
    if isinstance(value, str | list | tuple | dict):
        raise TextError(f"{name} is {value!r:.60}", f"{name} is true or false, without quotes")
    return bool(value)


def check_plain(**named: Any) -> None:
    """Refuse lists and the like where a word or number is meant, by name."""
    for name, value in named.items():
        if not isinstance(value, str | int | float):
            raise TextError(f"{name} is {value!r:.60}", f"{name} must be one word or number")
