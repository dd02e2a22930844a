"""Change one value in a YAML or CSV file of a game, or add some; all other bytes stay as they are."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from prancha.catalogue.source_files import path_in_messages
from prancha.catalogue.yaml_document import Step
from prancha.catalogue.yaml_parser import compose, plain_scalar, read_yaml
from prancha.model.diagnostic import Failure, Place, UserError
from prancha.model.game import Family, Game, Item
from prancha.model.values import plain

Scalar = str | int | float | bool | None
_PLAIN = frozenset(" -_.'()/+%&*!?") | frozenset("0123456789")
"""Characters that an unquoted text may contain besides letters."""
ABOUT = "\0"
"""The key of what is said of an item besides its fields: copies, source, reason and what is assumed."""
Load = Callable[[Mapping[str, bytes]], Game]
"""Read the game with other contents for some files; raise Failure."""


def quote(text: str) -> str:
    """Return `text` in double quotes, with invisible characters escaped.

    JSON leaves U+2028 and the like unescaped, which YAML reads as line breaks.
    """
    return "".join(map(_escape_invisible, json.dumps(text, ensure_ascii=False)))


def _escape_invisible(sign: str) -> str:
    if sign.isprintable():
        return sign
    return f"\\u{ord(sign):04X}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08X}"


class SpliceError(UserError):
    """A value that cannot be changed on its own."""


def change_text(data: bytes, change: Callable[[str], str]) -> bytes:
    """Return a UTF-8 file after a change of its text; it keeps its byte order mark.

    `change` gets the line ends as they are, and writes new ones as `line_end` says.  Raises UnicodeError.
    """
    plain = data.removeprefix(BOM_UTF8)
    return data[: len(data) - len(plain)] + change(plain.decode()).encode()


def line_end(text: str) -> str:
    """Return the line end of a text, for lines that are added to it."""
    return "\r\n" if "\r\n" in text else "\n"


class _Spot(NamedTuple):
    """A value in the text: where it stands, its style ("" without quotes), and its path."""

    start: int
    end: int
    style: str
    path: tuple[Step, ...]


def replace_value(text: str, place: Place, path: Sequence[Step], old: Scalar, new: Scalar) -> str:
    """Return the text of a YAML file with one value replaced by `new`.

    `place` is where the mapping of a component begins, or the file without a line; `path` leads from there
    to the value, which must be `old`.  Raises SpliceError for a value that is written elsewhere, repeated
    by aliases, changed meanwhile, or cannot be replaced without changing anything else.
    """
    data = compose_data(text, place.file)
    spot = _find(text, place, tuple(path))
    found = _at(data, spot.path)
    if not equals_json(found, old):
        raise SpliceError("the value was changed meanwhile", "look at it again, and then change it")
    wanted = unshared(data)
    holder = _at(wanted, spot.path[:-1])
    holder[spot.path[-1]] = new
    for written in _ways(new, spot.style):
        after = text[: spot.start] + written + text[spot.end :]
        try:
            data_after, _ = compose(after, place.file)
        except Failure:
            continue
        if is_same(data_after, wanted):
            return after
    raise splice_error()


def add_keys(text: str, file: str, key: str, values: Mapping[str, str]) -> str:
    """Return a YAML file with `values` (name to value as YAML) first in the mapping at the top-level `key`.

    Names that are there keep their values.  A file without `key` gets it at its end.  Raises SpliceError.
    """
    before = compose_data(text, file)
    there = before.get(key) or {}
    if not isinstance(there, Mapping):
        raise SpliceError(f"{key}: is not a mapping", "change it in the file")
    missing = {name: value for name, value in values.items() if name not in there}
    if not missing:
        return text
    lines = [f"{name if _is_plain(name) else quote(name)}: {value}" for name, value in missing.items()]
    event, end = _top_value(text, key), line_end(text)
    if event is None:
        head = text if not text or text.endswith("\n") else text + end
        after = f"{head}{key}:{end}" + "".join(f"  {line}{end}" for line in lines)
    elif isinstance(event, yaml.MappingStartEvent) and event.flow_style:
        start: Any = event.start_mark
        comma = ", " if there else ""
        after = text[: start.index + 1] + ", ".join(lines) + comma + text[start.index + 1 :]
    else:
        at = re.search(rf"(?m)^{re.escape(key)}[ \t]*:.*\n?", text)
        indent = " " * (event.start_mark.column if there else 2)
        if at is None:
            raise splice_error()
        after = text[: at.end()] + "".join(f"{indent}{line}{end}" for line in lines) + text[at.end() :]
    return _checked_addition(before, after, file, key, lambda found: _key_missing(found, missing) == there)


def append_element(text: str, file: str, key: str, element: str) -> str:
    """Return a YAML file with `element`, a plain word, last in the list at the top-level `key`.

    Raises SpliceError if there is no such list, or aliases repeat it.
    """
    before = compose_data(text, file)
    event = _top_value(text, key)
    if not isinstance(event, yaml.SequenceStartEvent):
        raise SpliceError(f"{key}: is not a list of its own", "change it in the file")
    start: Any = event.start_mark
    last = _last_element_end(text, key)
    if event.flow_style:
        at = last or start.index + 1
        after = f"{text[:at]}{', ' if last else ''}{element}{text[at:]}"
    else:
        end = line_end(text)
        ends = text.find(end, last) if last else -1
        at = ends if ends >= 0 else len(text)
        after = f"{text[:at]}{end}{' ' * start.column}- {element}{text[at:]}"
    return _checked_addition(before, after, file, key, lambda found: found == [*before[key], element])


def _top_value(text: str, key: str) -> Any:
    """Return the event at which the value of a top-level `key` begins; None if there is none."""
    return next((event for event, path in value_events(text) if path == (key,)), None)


def _last_element_end(text: str, key: str) -> int:
    """Return the index at which the last scalar in the list at `key` ends; 0 for an empty list."""
    ends: Iterator[Any] = (
        event.end_mark
        for event, path in value_events(text)
        if path[:1] == (key,) and len(path) > 1 and not isinstance(event, yaml.CollectionStartEvent)
    )
    return max((end.index for end in ends), default=0)


def _key_missing(values: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}


def _checked_addition(before: Any, after: str, file: str, key: str, is_meant: Callable[[Any], bool]) -> str:
    """Return the text `after` if it differs from the data `before` in the value of `key` alone."""
    try:
        data, _ = compose(after, file)
        if is_meant(data[key]) and is_same(
            _key_missing(data, {key: ""}), _key_missing(unshared(before), {key: ""})
        ):
            return after
    except (Failure, TypeError, AttributeError):
        pass  # the addition ended up in another place
    raise splice_error()


def splice_error() -> SpliceError:
    """Return the error of a change that would change more than was asked for."""
    return SpliceError("this cannot be written without changing more", "change it in the file")


def compose_data(text: str, file: str) -> Any:
    """Return the data of a YAML file; raises SpliceError."""
    try:
        return compose(text, file)[0]
    except Failure as failure:
        raise SpliceError(f"the file cannot be read as it is: {failure.diagnostics[0].message}") from None


def _ways(value: Scalar, style: str) -> Iterator[str]:
    """Yield ways to write `value`, the present style first."""
    if not isinstance(value, str):
        yield json.dumps(value)
        return
    if style == "" and value and value[0].isalpha() and value == value.strip() and _is_plain(value):
        yield value
    if style == "'" and "\n" not in value:
        yield "'" + value.replace("'", "''") + "'"
    yield quote(value)


def _is_plain(text: str) -> bool:
    try:
        return all(c.isalpha() or c in _PLAIN for c in text) and plain_scalar(text) == text
    except ValueError:
        return False


def _find(text: str, place: Place, path: tuple[Step, ...]) -> _Spot:
    """Return the value at `path` below the mapping at `place`, or below the whole file; raise SpliceError."""
    is_there = False
    for event, at, below in _events_below(text, place):
        is_there = True
        if below != path:
            continue
        if isinstance(event, yaml.AliasEvent):
            raise SpliceError(f"this is the value of &{event.anchor}, which others repeat", "change it there")
        if not isinstance(event, yaml.ScalarEvent):
            raise SpliceError("this is not a single value", "change it in the file")
        if event.anchor is not None:
            raise SpliceError(f"others repeat this value (&{event.anchor})", "change it in the file")
        starts: Any = event.start_mark
        ends: Any = event.end_mark
        end = ends.index
        if event.style in ("|", ">"):  # their end is behind the empty lines below, which stay
            end = starts.index + len(text[starts.index : end].rstrip(" \t\r\n"))
        return _Spot(starts.index, end, event.style or "", at)
    where = "here" if is_there else "in this file as it is now"
    raise SpliceError(
        f"the value is not written {where}", "it comes from defaults, a table or a computed field"
    )


def repeated_keys(text: str, place: Place) -> set[Step]:
    """Return the keys of the mapping at `place` whose values are aliases, or have an anchor for some."""
    if "&" not in text:
        return set()
    # An alias has the anchor that it repeats.
    return {below[0] for event, _, below in _events_below(text, place) if event.anchor is not None and below}


def _events_below(text: str, place: Place) -> Iterator[tuple[Any, tuple[Step, ...], tuple[Step, ...]]]:
    """Yield every event that begins a value in the mapping at `place`, or in the whole file.

    With each come its path in the file, and in the mapping, () for the mapping itself.
    """
    begins: tuple[Step, ...] | None = None if place.line else ()
    for event, at in value_events(text):
        mark: Any = event.start_mark
        if begins is None:
            is_place = (mark.line, mark.column) == (place.line - 1, place.column - 1)
            begins = at if is_place and isinstance(event, yaml.MappingStartEvent) else None
        elif at[: len(begins)] != begins:
            return
        if begins is not None:
            yield event, at, at[len(begins) :]


def value_events(text: str, ends: bool = False) -> Iterator[tuple[Any, tuple[Step, ...]]]:
    """Yield every event that begins a value, and with `ends` those that end a collection, with its path."""
    open_: list[list[Any]] = []  # [is mapping, key or None, index]
    event: Any
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            open_.pop()
            if ends:
                yield event, tuple(one[1] if one[0] else one[2] for one in open_)
            _advance(open_)
            continue
        starts = isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent))
        if not starts and not isinstance(event, (yaml.ScalarEvent, yaml.AliasEvent)):
            continue
        if open_ and open_[-1][0] and open_[-1][1] is None:
            open_[-1][1] = plain(plain_scalar(event.value) if event.implicit[0] else event.value)
            continue
        yield event, tuple(one[1] if one[0] else one[2] for one in open_)
        if starts:
            open_.append([isinstance(event, yaml.MappingStartEvent), None, 0])
        else:
            _advance(open_)


def _advance(open_: list[list[Any]]) -> None:
    """Advance to the next entry of the innermost collection."""
    if open_:
        open_[-1][1] = None
        open_[-1][2] += 1


def _at(data: Any, path: Sequence[Step]) -> Any:
    for step in path:
        data = data[step]
    return data


def unshared(data: Any) -> Any:
    """Return a copy as dicts and lists, without the shared parts that aliases make."""
    if isinstance(data, Mapping):
        return {key: unshared(value) for key, value in data.items()}
    return [unshared(value) for value in data] if isinstance(data, (list, tuple)) else data


def is_same(one: Any, other: Any) -> bool:
    """Return whether two values are equal, in type and written form too."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return list(one) == list(other) and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return repr(one) == repr(other)


def equals_json(found: Any, old: Scalar) -> bool:
    """Return whether a value equals its JSON form in a page: 1.0 equals 1, but true is not a number."""
    if isinstance(found, bool) or isinstance(old, bool) or not isinstance(found, (int, float)):
        return type(found) is type(old) and bool(found == old)
    return isinstance(old, (int, float)) and found == old


def replace_cell_value(
    data: bytes, load: Load, root: Path, key: str, path: Sequence[Step], old: Scalar, new: Scalar
) -> bytes:
    """Return the bytes of a CSV file with `old`, the value at `path` of item `key`, replaced by `new`.

    None for `old` fills an empty cell, in the column in which other rows have this value.
    `data` are the bytes of the item's file.  Each way to write the value is tried by reading the game,
    until one changes this value only.  Raises SpliceError.
    """
    try:
        before = load({})
    except Failure as failure:
        raise SpliceError(
            f"the game cannot be read as it is: {failure.diagnostics[0].message}", "mend it first"
        ) from None
    item = next((item for family in before.families for item in family.items if item.key == key), None)
    steps = (*key.split("/", 1), *((ABOUT, 0) if list(path) == ["copies"] else path))
    if item is None or not equals_json(value_at(written_items(before), steps), old):
        raise SpliceError("the value was changed meanwhile", "look at it again, and then change it")
    dotted = ".".join(map(str, path))
    places = empty_cells(before.family(item.family), item) if old is None else item.places
    place = places.get(dotted)
    if new is None or place is None or place.file != item.place.file:
        raise SpliceError(
            "the value is not written here", "it comes from defaults, a table or a computed field"
        )
    if isinstance(old, str) and isinstance(new, str):  # a page knows one line end alone
        new = re.sub(r"\r?\n", line_end(old), new)
    family = read_yaml(root / before.family(item.family).place.file, root)
    name, source = source_of(family.data, before, root, item)
    part = path[-1] if isinstance(path[-1], int) else None
    from prancha.catalogue.spreadsheet import cell_ways  # most games do not need it

    for after in cell_ways(data, place, source, new, part):
        try:
            read = load({name: after})
        except Failure:
            continue
        items = written_items(read)
        found = value_at(items, steps)
        if is_meant(found, new) and is_same(_with_value(written_items(before), steps, found, items), items):
            return after
    raise SpliceError(
        "this cannot be written without changing more",
        "change it in the file; it may be computed from several cells, or be read as something else",
    )


def _with_value(data: Any, path: Sequence[Step], value: Any, like: Any) -> Any:
    """Return `data` with `value` at `path`; a key that is new there stands where `like` has it."""
    if not path:
        return value
    step, *rest = path
    if isinstance(data, list):
        return [
            _with_value(one, rest, value, value_at(like, [k])) if k == step else one
            for k, one in enumerate(data)
        ]
    own = data or {}
    changed = {**own, step: _with_value(own.get(step), rest, value, value_at(like, [step]))}
    return changed if step in own else {key: changed[key] for key in like or () if key in changed}


def empty_cells(family: Family, item: Item) -> dict[str, Place]:
    """Return the cells of an item's row that have no value, while other rows of its file have one there.

    They are named as `Item.places` names them; `copies` is none of them, since it has a value without one.
    """
    found: dict[str, Place] = {}
    for other in family.items:
        for name, place in other.places.items():
            is_cell = place.file == item.place.file and place.line == other.place.line
            if is_cell and name not in item.places and value_at(item.fields, name.split(".")) is None:
                found.setdefault(name, Place(place.file, item.place.line, place.column))
    found.pop("copies", None)
    return found


def value_at(values: Any, path: Sequence[Step]) -> Any:
    """Return the value at `path`; None if there is none."""
    for step in path:
        try:
            values = values[step]
        except (LookupError, TypeError):
            return None
    return values


def source_of(data: Mapping[str, Any], game: Game, root: Path, item: Item) -> tuple[str, Mapping[str, Any]]:
    """Return the file an item comes from, and the keys of `from:` it was read with; raises SpliceError.

    `data` are the keys and values of its family's file.
    """
    given = data.get("from")
    for one in given if isinstance(given, list) else [given]:
        source = {"file": one} if isinstance(one, str) else one
        if source and path_in_messages(game.folder / source["file"], root) == item.place.file:
            return source["file"], source
    raise SpliceError("the value is not written here", "change it in the file")


def written_items(game: Game) -> dict[str, Any]:
    """Return what the catalogue says of each item, by family and id."""
    return {
        family.id: {
            item.id: {
                **unshared(item.fields),
                ABOUT: [item.copies, item.source, item.why, unshared(item.assumed)],
            }
            for item in family.items
        }
        for family in game.families
    }


def is_meant(found: Any, new: Scalar) -> bool:
    """Return whether a cell was read as meant; a text of digits may be a number that prints alike."""
    if isinstance(new, str) and isinstance(found, (int, float)) and not isinstance(found, bool):
        return str(found) == new
    return equals_json(found, new)
