"""What templates may write into a drawing and hand to calls, and what they are told of anything else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from jinja2 import Undefined
from markupsafe import Markup, escape, soft_str

from prancha.faces.faults import ChangeError, EmptyError, FaceError, MissingNameError
from prancha.faces.templates.context_values import MissingName
from prancha.model.capitals import capitalised, capitals, small_letters

_SHORT, _MOST = 24, 20_000
"""Letters of a text that is remembered with its escaped form, and how many are."""

_CHANGES: Mapping[type, frozenset[str]] = {
    list: frozenset("append clear extend insert pop remove reverse sort".split()),
    dict: frozenset("clear pop popitem setdefault update".split()),
}
_WORD_BEGINS = re.compile(r"([-\s({\[<]+)")
_GATHER = (
    "{% set found = namespace(all=[]) %} before the loop, {% set found.all = found.all + [value] %} in it,"
    " found.all behind it; |sort and |reverse give a new list"
)


class PlainValues:
    """Values that need no closer look, as they are written: most are numbers, and often the same."""

    def __init__(self) -> None:
        self._escaped: dict[str, str] = {}

    def of(self, value: Any) -> str | None:
        """A text or number as it is written; None where it is anything else."""
        kind = type(value)
        if kind is Markup:
            return cast(str, value)
        if kind is int or kind is float:
            return str(value)
        if kind is not str:
            return None
        known = self._escaped.get(value)
        if known is None:
            known = str(escape(value))
            if len(value) <= _SHORT and len(self._escaped) < _MOST:
                self._escaped[value] = known
        return known


def casing(language: str) -> Mapping[str, Callable[[Any], str]]:
    """The filters that change the case of letters, as a language does it."""

    def filter_of(name: str, change: Callable[[str, str], str]) -> Callable[[Any], str]:
        def changed(value: Any) -> str:
            text = soft_str(value)
            return type(text)(change(text, language))

        # What Python says of its arguments is told by this name, as of filters of Jinja.
        changed.__name__ = changed.__qualname__ = f"do_{name}"
        return changed

    changes = {"upper": capitals, "lower": small_letters, "capitalize": _sentence, "title": _title}
    return {name: filter_of(name, change) for name, change in changes.items()}


def _sentence(text: str, language: str) -> str:
    """A text whose first letter alone is a capital."""
    small = small_letters(text, language)
    first = 2 if small[:2] == "ij" and language.partition("-")[0] == "nl" else 1
    return capitalised(small[:first], language) + small[first:]


def _title(text: str, language: str) -> str:
    """A text in which each word has one capital, its first letter; the words are those of Jinja."""
    return "".join(_sentence(word, language) for word in _WORD_BEGINS.split(text))


def lost_argument(args: Sequence[Any], named: Mapping[str, Any]) -> MissingNameError | None:
    """What is wrong with the first argument that nothing defines; a word may lack its quotes."""
    for argument, value in named.items():
        if isinstance(value, MissingName):
            return value.argument(argument)
    return next((value.argument("") for value in args if isinstance(value, MissingName)), None)


def refused(value: Any) -> str:
    """Raise what is wrong with a value that is neither text nor number; "" for what is nothing."""
    if isinstance(value, Undefined):
        return str(value)  # raises, naming what is missing; an `if` without `else` is nothing
    if value is None:
        raise EmptyError("nothing (null) is written here", "give a value, or ask `is not none` first")
    if callable(value):
        raise FaceError("a call is written without its brackets", "add ( ) with its arguments")
    kind = "mapping" if isinstance(value, dict) else "list"
    raise FaceError(f"a {kind} is written here as if it were a text", "write its parts, or use |join")


def refuse_change(value: Any, method: str) -> None:
    """Tell who would change a list or mapping how values are gathered where they do not change."""
    if method in _CHANGES.get(type(value), ()):
        kind = "list" if isinstance(value, list) else "mapping"
        raise ChangeError(f".{method}() would change a {kind}, which templates cannot", _GATHER)
