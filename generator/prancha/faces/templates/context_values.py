"""What templates read fields of and may write or pass on, and the errors for missing or wrong values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from jinja2 import StrictUndefined, Undefined
from jinja2.environment import TemplateModule
from jinja2.utils import missing
from markupsafe import soft_str
from msgspec import Struct

from prancha.faces.faults import ChangeError, FaceError, MissingNameError
from prancha.faces.python_words import kind, method_hint, quote_hint
from prancha.model.diagnostic import suggestion
from prancha.model.localised_text import capitalised, capitals, small_letters

ITEM = "the item"
"""How messages name the item that is drawn."""


_WORDS = ("align", "valign", "font", "weight", "fit")
"""Arguments that are words in quotes."""
_TEXTS = ("fill", "focus", "clip")
"""Arguments that are texts, but often the value of a name."""


class Record(dict[str, Any]):
    """A mapping whose keys templates read as attributes; `what` names it in messages."""

    __slots__ = ("_what",)

    def __init__(self, what: str, values: Mapping[str, Any]) -> None:
        self._what = what
        super().__init__(values)


class Watched(Record):
    """A record that notes in `read` which of its keys templates ask for."""

    __slots__ = ("_read",)

    def __init__(self, what: str, values: Mapping[str, Any], read: set[str]) -> None:
        self._read = read
        super().__init__(what, values)

    def _note(self, keys: Iterable[str]) -> None:
        self._read.update(keys)

    def __getitem__(self, key: str) -> Any:
        self._read.add(key)
        return dict.__getitem__(self, key)

    def __iter__(self) -> Iterator[str]:
        self._note(dict.keys(self))
        return dict.__iter__(self)

    def __contains__(self, key: object) -> bool:
        found = dict.__contains__(self, key)
        if found:
            self._read.add(str(key))
        return found

    def get(self, key: str, default: Any = None) -> Any:
        """The value of `key`, or `default`."""
        self._note((key,))
        return dict.get(self, key, default)

    def keys(self) -> Any:
        """All keys."""
        self._note(dict.keys(self))
        return dict.keys(self)

    def items(self) -> Any:
        """All keys with their values."""
        self._note(dict.keys(self))
        return dict.items(self)

    def values(self) -> Any:
        """All values."""
        self._note(dict.keys(self))
        return dict.values(self)

    def __repr__(self) -> str:
        self._note(dict.keys(self))
        return dict.__repr__(self)


class Late(Watched):
    """A record with some values that are made when they are first asked for."""

    __slots__ = ("_late",)

    def __init__(
        self, what: str, values: Mapping[str, Any], read: set[str], late: Mapping[str, Callable[[], Any]]
    ) -> None:
        self._late = dict(late)
        super().__init__(what, {**values, **dict.fromkeys(late)}, read)

    def _note(self, keys: Iterable[str]) -> None:
        super()._note(keys)
        for key in self._late.keys() & keys:
            dict.__setitem__(self, key, self._late.pop(key)())

    def __getitem__(self, key: str) -> Any:
        self._note((key,))
        return dict.__getitem__(self, key)


class Reads(Struct, frozen=True):
    """What templates asked for: fields by family, colours, texts, keywords, and templates by name."""

    fields: Mapping[str, frozenset[str]]
    palette: frozenset[str]
    texts: frozenset[str]
    keywords: frozenset[str]
    templates: frozenset[str]


class MissingName(StrictUndefined):
    """A name or field nobody defines; any use of it is an error with a suggestion."""

    __slots__ = ()

    def __init__(
        self, hint: str | None = None, obj: Any = missing, name: str | None = None, exc: Any = None
    ) -> None:
        del exc
        super().__init__(hint, obj, name)
        # Every forbidden use ends in `raise self._undefined_exception(message)`.
        self._undefined_exception = self._error  # type: ignore[assignment]

    def argument(self, name: str) -> MissingNameError:
        """The error for this as an argument, which may be a word without its quotes."""
        error = self._error("")
        if error.name and name in (*_WORDS, *_TEXTS):
            error.hint = quote_hint(name, error.name)
            if name in _WORDS:  # no name of a value is meant
                error.name = ""
        return error

    def file_name(self, ending: str) -> MissingNameError:
        """The error of this as the beginning of a file's name that lacks its quotes."""
        error = self._error("")
        error.name = ""
        error.hint = f'put the name of a file in quotes: "{self._undefined_name}.{ending}"'
        return error

    def _error(self, message: str) -> MissingNameError:
        del message
        name, owner = str(self._undefined_name), self._undefined_obj
        if self._undefined_hint:
            return MissingNameError(self._undefined_hint, method_hint(owner, name))
        if owner is missing:
            return MissingNameError(f'"{name}" is not defined', name=name)
        if isinstance(owner, TemplateModule):
            macros = [key for key in vars(owner) if not key.startswith("_")]
            return MissingNameError(
                f'the template "{owner.__name__}" has no "{name}"', suggestion(name, macros)
            )
        if isinstance(owner, dict):
            what = owner._what if isinstance(owner, Record) else "a mapping"
            known = suggestion(name, map(str, owner))
            if what == ITEM:
                return MissingNameError(f'{what} has no "{name}"', known, item=owner, field=name)
            return MissingNameError(f'{what} has no "{name}"', known)
        if isinstance(owner, (list, tuple)) and name.lstrip("-").isdigit():
            return MissingNameError(f"a list of {len(owner)} has no number {name}; the first is 0")
        return MissingNameError(f'{kind(owner)} has no "{name}"')


_CHANGES: Mapping[type, frozenset[str]] = {
    list: frozenset("append clear extend insert pop remove reverse sort".split()),
    dict: frozenset("clear pop popitem setdefault update".split()),
}
_WORD_BEGINS = re.compile(r"([-\s({\[<]+)")
_GATHER = (
    "{% set found = namespace(all=[]) %} before the loop, {% set found.all = found.all + [value] %} in it,"
    " found.all behind it; |sort and |reverse give a new list"
)


def case_filters(language: str) -> Mapping[str, Callable[[Any], str]]:
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


def find_lost_argument(args: Sequence[Any], named: Mapping[str, Any]) -> MissingNameError | None:
    """Return the error for the first argument that is an undefined name; a word may lack its quotes."""
    for argument, value in named.items():
        if isinstance(value, MissingName):
            return value.argument(argument)
    return next((value.argument("") for value in args if isinstance(value, MissingName)), None)


def refuse_value(value: Any) -> str:
    """Raise the error for a value that is neither text nor number; "" for an `if` without `else`."""
    if isinstance(value, Undefined):
        return str(value)  # raises, naming what is missing; an `if` without `else` is nothing
    if value is None:
        raise FaceError("nothing (null) is written here", "give a value, or ask `is not none` first")
    if callable(value):
        raise FaceError("a call is written without its brackets", "add ( ) with its arguments")
    kind = "mapping" if isinstance(value, dict) else "list"
    raise FaceError(f"a {kind} is written here as if it were a text", "write its parts, or use |join")


def refuse_change(value: Any, method: str) -> None:
    """Tell who would change a list or mapping how values are gathered where they do not change."""
    if method in _CHANGES.get(type(value), ()):
        kind = "list" if isinstance(value, list) else "mapping"
        raise ChangeError(f".{method}() would change a {kind}, which templates cannot", _GATHER)
