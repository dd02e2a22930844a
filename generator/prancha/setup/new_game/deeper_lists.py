"""Lists that lie deeper in JSON than a game can name: the cards of decks, of sets, of saved tables."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from prancha.catalogue.spreadsheet.json_list import BY_ID, WORDS, kind_of, lists_in
from prancha.model.diagnostic import Diagnostic, Failure, Place
from prancha.setup.new_game.column_words import TEXTS, TITLES
from prancha.setup.new_game.rows import counted
from prancha.setup.new_game.unfolding import NAMES

_HOLD = frozenset(
    "cards containedobjects contents items tiles tokens pieces components entries mainboard karten cartas "
    "cartes carte kaarten tokens hexes counters".split()
)
"""Keys under which components are listed."""
_DEEPEST = 12
_KEY = "cards"
_MARKS = {"[b]": "**", "[/b]": "**", "[i]": "*", "[/i]": "*", "[-]": ""}
_MARK = re.compile(r"\[(?:/?[bi]|-|/?u|/?s|/?su[bp]|[0-9a-f]{6})\]", re.I)
"""Marks of Tabletop Simulator in texts: bold, italic, underlined, a colour and its end."""

Path = tuple[str, ...]


class _Found(Struct, frozen=True):
    """One object of a list, and the name of what the list lies in."""

    value: dict[str, Any]
    owner: str


def deeper(text: str, file: str) -> tuple[bytes, str] | None:
    """The components in `text` that lie deeper than a game can name, as JSON; and what is told of it.

    None where the file is read as it is.  Raises Failure for a saved table whose cards have no names.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    inner, way = unwrapped(data)
    if way:
        said = json.dumps(inner, ensure_ascii=False, indent=1) + "\n"
        within = deeper(said, file)
        return within or (said.encode(), f'the lists in "{".".join(way)}"')
    columns = _columns(data)
    if columns:
        return _written(columns), "lists of one length, a column each,"
    lists: dict[Path, list[_Found]] = {}
    for path, found in _objects(data, (), ""):
        lists.setdefault(path, []).append(found)
    path = _chosen(lists)
    if not path:
        return None
    chosen, where = lists[path], ".".join(path)
    if any("Nickname" in one.value for one in chosen):
        return _written(_of_table([one.value for one in chosen], file)), (
            f'the names and descriptions in "{where}", of a table saved by Tabletop Simulator,'
        )
    owners, owner = {one.owner for one in chosen}, path[-2]
    words: dict[Path, int] = Counter(_words(data, ()))
    counts = {other: len(found) for other, found in lists.items()} | words
    also = [
        f'"{".".join(other)}" ({counted(count, "entry")})'
        for other, count in counts.items()
        if path[: len(other)] != other and other[: len(path)] != path
    ]
    told = f'the objects of "{where}"'
    told += f" (not those of {', '.join(also)}; put all into one list to print them)" if also else ""
    if len(owners) > 1 and all(owners) and not any(owner in one.value for one in chosen):
        told += f', each with the name of its "{owner}"'
        return _written([{**one.value, owner: one.owner} for one in chosen]), told
    return _written([one.value for one in chosen]), told


def unwrapped(data: Any) -> tuple[Any, Path]:
    """What holds lists of components by their ids within objects of one key, and those keys."""
    way: Path = ()
    while isinstance(data, dict) and len(data) == 1:
        ((key, inner),) = data.items()
        sizes = [len(inner[name]) for name, kind in lists_in(inner).items() if kind == BY_ID]
        if max(sizes, default=0) < 2:
            break
        data, way = inner, (*way, key)
    return data, way


def _columns(data: Any) -> list[dict[str, Any]]:
    """The objects of a table whose columns are lists: `{"Name": [...], "Text": [...]}`; none for another."""
    lists = data.values() if isinstance(data, dict) else ()
    if len(lists) < 2 or not all(isinstance(one, list) and one for one in lists):
        return []
    if not any(str(name).casefold() in TEXTS or str(name).casefold() in TITLES for name in data):
        return []  # lists of cards may have one length by chance
    plain = not any(isinstance(cell, dict | list) for one in lists for cell in one)
    if not plain or len({len(one) for one in lists}) > 1:
        return []
    return [dict(zip(data, row, strict=True)) for row in zip(*lists, strict=True)]


def _objects(value: Any, path: Path, owner: str) -> Iterator[tuple[Path, _Found]]:
    """Yield each object of each list, with the keys that lead to it."""
    if len(path) > _DEEPEST:
        return
    if isinstance(value, list):
        for one in value:
            if isinstance(one, dict):
                yield path, _Found(one, owner)
                yield from _objects(one, path, owner)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _objects(part, (*path, key), _name(value))


def _words(value: Any, path: Path) -> Iterator[Path]:
    """Yield the keys that lead to each list of words, once for each of its words."""
    if isinstance(value, list):
        if kind_of(value) == WORDS:
            yield from [path] * len(value)
        for one in value:
            if isinstance(one, dict) and len(path) <= _DEEPEST:
                yield from _words(one, path)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _words(part, (*path, key))


def _chosen(lists: Mapping[Path, Sequence[_Found]]) -> Path:
    """The keys of the longest list of components that lies deep; () where one stands at the top."""
    top = [path for path in lists if len(path) < 2]
    if any(_holds(path) and len(lists[path]) > 1 for path in top):
        return ()
    alone = all(len(lists[path]) < 2 for path in top)
    deep = [
        path for path in lists
        if len(path) > 1 and (_holds(path) or alone) and all(map(_has_name, lists[path]))
        and not any(_holds(path[:size]) and len(lists.get(path[:size], ())) > 1 for size in range(len(path)))
    ]  # fmt: skip
    best = max(deep, key=lambda path: len(lists[path]), default=())
    return best if best and len(lists[best]) > 1 else ()


def _holds(path: Path) -> bool:
    return bool(path) and path[-1].casefold() in _HOLD


def _has_name(found: _Found) -> bool:
    return bool(_name(found.value)) or "Nickname" in found.value


def _name(value: Mapping[str, Any]) -> str:
    named = (part for key, part in value.items() if key.casefold() in NAMES and isinstance(part, str))
    return next((part for part in named if part.strip()), "")


def _of_table(objects: Sequence[Mapping[str, Any]], file: str) -> list[dict[str, Any]]:
    """The objects of a saved table that have names; raises Failure where none has."""
    cards = Counter(
        (one["Nickname"], _marked(str(one.get("Description") or "")))
        for one in objects
        if one.get("Nickname")
    )
    if not cards:
        message = "the cards of this saved table have no names, and their faces are pictures on the web"
        hint = "write a table of their names and texts, and save it as .csv"
        raise Failure([Diagnostic(Place(file), "no-items", message, hint=hint)])
    return [{"name": name, "text": text, "copies": count} for (name, text), count in cards.items()]


def _marked(text: str) -> str:
    return _MARK.sub(lambda found: _MARKS.get(found[0].casefold(), ""), text)


def _written(objects: Sequence[Mapping[str, Any]]) -> bytes:
    return (json.dumps({_KEY: objects}, ensure_ascii=False, indent=1) + "\n").encode()
