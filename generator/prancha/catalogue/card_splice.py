"""Copy, delete and move cards in the list `items:` of a YAML file; all other bytes stay as they are.

A card is the lines from its `-` to its last value.  Comments and empty lines between cards stay where they
are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import yaml

from prancha.catalogue.splice import (
    Scalar,
    SpliceError,
    compose_data,
    is_same,
    line_end,
    replace_value,
    splice_error,
    unshared,
)
from prancha.catalogue.yaml_document import Step
from prancha.model.diagnostic import Place

ITEMS = "items"
_OWN_LINES = "write each card in lines of its own, beginning with - "


class _Entry(NamedTuple):
    """A card in the text: the indices of its first and behind its last line, and where its keys begin."""

    start: int
    end: int
    line: int
    column: int


def copy_entry(text: str, file: str, number: int, values: Mapping[tuple[Step, ...], Scalar]) -> str:
    """Return the text of a YAML file with a copy behind card `number` (from 0), with `values` by path in it.

    Raises SpliceError.
    """
    spans = _entries(text)
    one = spans[number]
    after = _inserted(text, one.end, text[one.start : one.end])
    before = _checked(text, after, file, lambda items: items.insert(number + 1, unshared(items[number])))
    place = _entries(after)[number + 1]
    for path, new in values.items():
        old: Any = before[number]
        for step in path:
            old = old[step]
        if old != new or type(old) is not type(new):
            after = replace_value(after, Place(file, place.line, place.column), path, old, new)
    return after


def delete_entry(text: str, file: str, number: int) -> str:
    """Return the text without card `number`; raises SpliceError."""
    one = _entries(text)[number]
    after = text[: one.start] + text[one.end :]
    _checked(text, after, file, lambda items: items.pop(number))
    return after


def move_entry(text: str, file: str, number: int, to: int) -> str:
    """Return the text with card `number` where card `to` is, which gives way; raises SpliceError."""
    spans = _entries(text)
    one, other = spans[number], spans[to]
    moved = text[one.start : one.end]
    if to > number:
        after = _inserted(text, other.end, moved)
        after = after[: one.start] + after[one.end :]
    else:
        after = _inserted(text[: one.start] + text[one.end :], other.start, moved)
    _checked(text, after, file, lambda items: items.insert(to, items.pop(number)))
    return after


def _inserted(text: str, at: int, lines: str) -> str:
    """Return `text` with whole `lines` inserted where a line begins or the file ends."""
    newline = line_end(text)
    head = newline if at and text[at - 1] not in "\r\n" else ""
    tail = "" if lines.endswith(("\n", "\r")) else newline
    return text[:at] + head + lines + tail + text[at:]


def _checked(text: str, after: str, file: str, change: Callable[[list[Any]], object]) -> list[Any]:
    """Return the cards of `text`; raise SpliceError unless `after` differs from it by `change` alone."""
    before = compose_data(text, file)
    wanted = unshared(before)
    items = list(wanted[ITEMS])
    change(wanted[ITEMS])
    try:
        found = compose_data(after, file)
    except SpliceError:
        raise splice_error() from None
    if not is_same(unshared(found), wanted):
        raise splice_error()
    return items


def _entries(text: str) -> list[_Entry]:
    """Return the cards of a file; raises SpliceError where they do not stand in lines of their own."""
    found = []
    for mark, end in _marks(text):
        start = text.rfind("\n", 0, mark.index) + 1
        dash = re.compile(r"[ \t]*-[ \t]+\Z")
        if not dash.match(text[start : mark.index]):
            raise SpliceError("the cards do not stand in lines of their own", _OWN_LINES)
        stop = text.find("\n", end)
        found.append(_Entry(start, len(text) if stop < 0 else stop + 1, mark.line + 1, mark.column + 1))
    return found


def _marks(text: str) -> Iterator[tuple[Any, int]]:
    """Yield for each card where its keys begin, and the index behind its last value."""
    events: Iterator[Any] = iter(yaml.parse(text, Loader=yaml.SafeLoader))
    open_: list[bool] = []  # of each collection around, whether it is in brackets
    key, depth, begins, end = "", 0, None, 0
    for event in events:
        first, last = event.start_mark, event.end_mark
        if isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            if open_.pop():
                end = last.index
            if depth and len(open_) == depth and begins is not None:
                yield begins, end
            elif depth and len(open_) < depth:
                return
        elif isinstance(event, (yaml.ScalarEvent, yaml.AliasEvent)):
            end = last.index
            if isinstance(event, yaml.ScalarEvent) and event.style in ("|", ">"):
                end = first.index + len(text[first.index : end].rstrip())
            if depth and len(open_) == depth:
                raise SpliceError("an entry of items: is no card of its own", "change it in the file")
            key = event.value if len(open_) == 1 and isinstance(event, yaml.ScalarEvent) else ""
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            if depth and len(open_) == depth:
                begins = first
            if len(open_) == 1 and key == ITEMS and isinstance(event, yaml.SequenceStartEvent):
                if event.flow_style:
                    raise SpliceError("the cards stand in one pair of brackets", _OWN_LINES)
                depth = 2
            open_.append(bool(event.flow_style))
            key = ""
    if not depth:
        raise SpliceError("this file has no items: of its own", "change it in the file")
