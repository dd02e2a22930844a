"""Read JSON as rows: a list of objects, each with its line."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import Any, TypeAlias

from prancha.catalogue.source_files import LOST, LOST_HINT, LOST_TOLD, data_failure, find_control
from prancha.catalogue.spreadsheet.cell_grid import LONGEST_CELL, MOST_ROWS, CellGrid
from prancha.model.diagnostic import Failure, Place, excerpt, suggestion
from prancha.model.values import as_written

MAX_DEPTH = 64
Entries: TypeAlias = list[tuple[tuple[int, int], dict[str, Any]]]
_NAME, _TEXT = "name", "text"
_SPACE = re.compile(r"[ \t\r\n]*")
OBJECTS, MIXED, BY_ID, WORDS = "objects", "objects and words", "objects by their names", "words"


class _WrongValueError(ValueError):
    """A value valid in JSON but not in a catalogue."""


def read_json(
    text: str, file: str, name: str | int | None, lines: bool = False
) -> tuple[CellGrid, list[str]]:
    """Return the objects of the list in `text` as rows, and their keys as the header.

    The list is the document, or its value of the key `name` (the only list of objects if `name` is
    None); objects by id are a list too, and with `lines` so are objects one after another.
    A text in a list becomes an object with one key: `name` beside objects that have one, else `text`.
    Raises Failure.
    """
    scanner = _Scanner(text, file)
    try:
        entries = _all_objects(scanner.lines() if lines else scanner.entries(name))
    except (ValueError, RecursionError) as error:
        raise scanner.wrong(error) from None
    keys: dict[str, int] = {}
    for _, entry in entries:
        for key in entry:
            keys.setdefault(key, len(keys))
    empty = [""] * len(keys)
    rows: list[tuple[int, list[Any]]] = []
    places = {}
    for number, (at, entry) in enumerate(entries, 1):
        row = empty[:]
        for key, value in entry.items():
            row[keys[key]] = "" if value is None else value
        rows.append((number, row))
        places[number] = at
    return CellGrid(file, rows, typed=True, word="entry", places=places), list(keys)


def find_lists(value: Any) -> dict[str, str]:
    """Return the keys of a document with lists, and the type of each list, lists of objects first.

    Empty if the document itself is a list, or objects by id.
    """
    if not isinstance(value, dict):
        return {}
    kinds = {key: kind for key, part in value.items() if (kind := list_type(part))}
    if OBJECTS not in kinds.values() and MIXED not in kinds.values():
        inner = [key for part in value.values() if isinstance(part, dict) for key in part]
        # Ids differ; a key that occurs several times is a field.
        alike = len(set(inner)) < len(inner) or BY_ID not in kinds.values()
        if all(isinstance(part, dict) for part in value.values()) and (alike or len(kinds) < len(value)):
            return {}
    return {key: kinds[key] for kind in (OBJECTS, MIXED, BY_ID, WORDS) for key in kinds if kinds[key] == kind}


def list_type(value: Any) -> str:
    """Return the type of a list: OBJECTS, MIXED, BY_ID or WORDS; "" if it cannot list components."""
    if isinstance(value, dict):
        return BY_ID if value and all(isinstance(one, dict) for one in value.values()) else ""
    if not isinstance(value, list) or not value:
        return ""
    kinds = set(map(type, value))
    if kinds == {dict}:
        return OBJECTS
    return MIXED if kinds == {dict, str} else WORDS if kinds == {str} else ""


def find_list_names(text: str) -> tuple[str, ...]:
    """Return the keys with lists, those of objects first; () if `text` is a list or not JSON."""
    try:
        return tuple(find_lists(json.loads(text)))
    except (ValueError, RecursionError):
        return ()


def _all_objects(entries: list[tuple[tuple[int, int], Any]]) -> Entries:
    """Return the entries, with words and numbers converted to objects."""
    objects = [value for _, value in entries if isinstance(value, dict)]
    if len(objects) == len(entries):
        return entries
    named = any("name" in value for value in objects)
    return [
        (at, value if isinstance(value, dict) else {_NAME if named else _TEXT: value})
        for at, value in entries
    ]


class _Scanner:
    """Parses the outer list itself, so that every entry has a line, and leaves the rest to json."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file, self.at = text, file, 0
        self._line, self._counted = 1, 0
        self._decoder = json.JSONDecoder(
            object_pairs_hook=_check_keys, parse_constant=_refuse_constant, parse_float=_read_float
        )

    def entries(self, name: str | int | None) -> Entries:
        """Return the place and value of each entry."""
        inside = self._next() == "{"
        if inside:
            self._enter(name)
            if self._next() == "{":
                return self._by_id()
        if self._next() == "/":
            hint = "JSON knows no comments: delete them, and commas before ] and }"
            raise data_failure(self._place(), "bad-json", "this is a comment", hint)
        if self._next() != "[":
            raise data_failure(
                self._place(), "bad-json", "expected a list of objects", 'begin with [{"id": ...'
            )
        found: Entries = []
        for _ in self._items("[", "]"):
            self._entry(found)
        if not inside:
            self._end("list")
        return found

    def lines(self) -> Entries:
        """Return objects that follow one another, with or without line breaks."""
        found: Entries = []
        while self._next():
            self._entry(found)
        return found

    def _by_id(self) -> Entries:
        """Return the objects in an object, each with its key as `id` if it has none."""
        found: Entries = []
        for _ in self._items("{", "}"):
            key = self._key()
            self._entry(found)
            at, value = found[-1]
            found[-1] = at, {"id": key, **value}
        return found

    def _entry(self, found: list[tuple[tuple[int, int], Any]]) -> None:
        """Read one entry and add it to `found`."""
        self._next()
        place = self._place()
        value = self._value()
        if not isinstance(value, dict | str):
            message = f"entry {len(found) + 1} of the list is neither an object nor a text"
            raise data_failure(place, "bad-json", message, 'write each as {"name": ..., "copies": 2}')
        _check_value(value, 1)
        found.append(((place.line, place.column), value))
        if len(found) > MOST_ROWS:
            raise data_failure(place, "too-large", f"more than {MOST_ROWS} entries")

    def _key(self) -> str:
        """Read a key and its colon."""
        key = self._value()
        if not isinstance(key, str) or self._next() != ":":
            raise json.JSONDecodeError("expected a key and a colon", self.text, self.at)
        self.at += 1
        return key

    def _end(self, what: str) -> None:
        """Raise Failure for content behind the value: it would be lost."""
        if self._next():
            message = f"text follows the end of the {what}, and would not be read"
            hint = "a file holds one value: put all entries into one list, or delete what follows"
            raise data_failure(self._place(), "bad-json", message, hint)

    def wrong(self, error: Exception) -> Failure:
        """Return the Failure for an error of json or a check."""
        if isinstance(error, json.JSONDecodeError):
            self.at = error.pos
            return data_failure(
                self._place(), "bad-json", f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
            )
        if isinstance(error, RecursionError):
            return data_failure(self._place(), "too-deep", "lists and objects are nested too deep")
        message = str(error) if isinstance(error, _WrongValueError) else "a number with too many digits"
        return data_failure(self._place(), "bad-json", message)

    def _enter(self, name: str | int | None) -> None:
        """Go to the list under the key `name` of the outer object."""
        places: dict[str, int] = {}
        whole: dict[str, Any] = {}
        for _ in self._items("{", "}"):
            key = self._key()
            self._next()
            places[key] = self.at
            whole[key] = self._value()
        self._end("object")
        lists = find_lists(whole) or {key: WORDS for key, part in whole.items() if isinstance(part, list)}
        if name is None and not lists and whole and all(isinstance(part, dict) for part in whole.values()):
            self.at = 0  # objects by id
            return
        first = next(iter(lists.values()), "")
        found = [key for key, kind in lists.items() if kind == first]
        chosen = name if isinstance(name, str) else found[0] if len(found) == 1 else ""
        if chosen not in lists:
            self.at = 0
            message = f'there is no list "{name}"' if name else f"the file holds {len(lists)} lists"
            hint = "say which with sheet: " + suggestion(str(name or ""), lists)
            if not lists:
                message, hint = "the file holds no list of objects", 'write [{"name": ...}, {"name": ...}]'
            raise data_failure(self._place(), "no-sheet", message, hint)
        self.at = places[chosen]

    def _items(self, opening: str, closing: str) -> Any:
        """Yield at each entry between `opening` and `closing`; the caller reads it."""
        assert self._next() == opening
        self.at += 1
        if self._next() == closing:
            return
        while True:
            self._next()
            yield
            sign = self._next()
            self.at += 1
            if sign == closing:
                return
            if sign != ",":
                raise json.JSONDecodeError(f"expected , or {closing}", self.text, self.at - 1)

    def _value(self) -> Any:
        value, self.at = self._decoder.raw_decode(self.text, self.at)
        return value

    def _next(self) -> str:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def _place(self) -> Place:
        if self.at < self._counted:
            self._line, self._counted = 1, 0
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return Place(self.file, self._line, self.at - self.text.rfind("\n", 0, self.at))


def _check_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise _WrongValueError(f'the key "{twice}" is written twice')
    return values


def _refuse_constant(word: str) -> Any:
    raise _WrongValueError(f"{word} is not a number that can be printed or counted")


def _read_float(word: str) -> int | float:
    value = float(word)
    if math.isinf(value):
        raise _WrongValueError(f"the number {word[:40]} is too large")
    return as_written(value, word)


def _check_value(value: Any, depth: int) -> None:
    """Raise for values that no catalogue may hold, at any depth."""
    if depth > MAX_DEPTH:
        raise RecursionError
    if isinstance(value, str):
        if len(value) > LONGEST_CELL:
            raise _WrongValueError(f"a text has more than {LONGEST_CELL} characters")
        if LOST in value:
            raise _WrongValueError(f"{excerpt(value)}: {LOST_TOLD}; {LOST_HINT}")
        if control := find_control(value):
            raise _WrongValueError(f"a text holds the control character U+{ord(control[0]):04X}")
    elif isinstance(value, dict):
        for key, part in value.items():
            _check_value(key, depth)
            _check_value(part, depth + 1)
    elif isinstance(value, list):
        for part in value:
            _check_value(part, depth + 1)
