"""One value of a game that stands in a CSV file written anew: its own bytes change and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from prancha.catalogue.document import Step
from prancha.catalogue.splice import Scalar, SpliceError, equal, same
from prancha.catalogue.text_file import shown_path
from prancha.catalogue.yaml_file import read_yaml
from prancha.model.diagnostic import Failure
from prancha.model.game import Game, Item

Load = Callable[[Mapping[str, bytes]], Game]
"""The game with files that hold other bytes than they do; raises Failure."""


def spliced_rows(
    data: bytes, load: Load, root: Path, key: str, path: Sequence[Step], old: Scalar, new: Scalar
) -> bytes:
    """The bytes of a CSV file in which the value at `path` of item `key`, which must be `old`, is `new`.

    `data` are those of the file that the item stands in.  The game is read with every way to write it,
    and one is taken that changes this value alone.  Raises SpliceError.
    """
    try:
        before = load({})
    except Failure as failure:
        raise SpliceError(
            f"the game cannot be read as it is: {failure.diagnostics[0].message}", "mend it first"
        ) from None
    item = _item(before, key)
    if item is None or not equal(_value(item, path), old):
        raise SpliceError("the value was changed meanwhile", "look at it again, and then change it")
    place = item.places.get(".".join(map(str, path)))
    if new is None or place is None or place.file != item.place.file:
        raise SpliceError(
            "the value is not written here", "it comes from defaults, a table or a computed field"
        )
    name, source = _source(before, root, item)
    part = path[-1] if isinstance(path[-1], int) else None
    from prancha.catalogue.spreadsheet import cell_ways  # of no use to most games

    for after in cell_ways(data, place, source, new, part):
        try:
            read = load({name: after})
        except Failure:
            continue
        if _changes_alone(before, read, key, path, new):
            return after
    raise SpliceError(
        "this cannot be written without changing more",
        "change it in the file; it may be worked out of several cells, or be read as something else",
    )


def _item(game: Game, key: str) -> Item | None:
    return next((item for family in game.families for item in family.items if item.key == key), None)


def _value(item: Item, path: Sequence[Step]) -> Any:
    value: Any = item.copies if list(path) == ["copies"] else item.fields
    for step in () if list(path) == ["copies"] else path:
        try:
            value = value[step]
        except (LookupError, TypeError):
            return None
    return value


def _source(game: Game, root: Path, item: Item) -> tuple[str, Mapping[str, Any]]:
    """The name of the file that an item stands in, and the keys of `from:` that it is read with."""
    given = read_yaml(root / game.family(item.family).place.file, root).data.get("from")
    for one in given if isinstance(given, list) else [given]:
        source = {"file": one} if isinstance(one, str) else one
        if shown_path(game.folder / source["file"], root) == item.place.file:
            return source["file"], source
    raise SpliceError("the value is not written here", "change it in the file")


def _changes_alone(before: Game, after: Game, key: str, path: Sequence[Step], new: Scalar) -> bool:
    """Whether one value is all that differs between two readings of a game."""
    if [family.id for family in before.families] != [family.id for family in after.families]:
        return False
    pairs = list(zip(_items(before), _items(after), strict=False))
    if len(pairs) != sum(len(family.items) for family in after.families):
        return False
    return all(
        _is_changed(one, other, path, new) if one.key == key else same(_data(one), _data(other))
        for one, other in pairs
    )


def _items(game: Game) -> Iterator[Item]:
    return (item for family in game.families for item in family.items)


def _data(item: Item) -> list[Any]:
    return [item.key, item.copies, item.source, item.why, _plain(item.fields), _plain(item.assumed)]


def _is_changed(before: Item, after: Item, path: Sequence[Step], new: Scalar) -> bool:
    """Whether an item has `new` at `path`, and is otherwise as it was."""
    if not _means(_value(after, path), new):
        return False
    wanted = _data(before)
    if list(path) == ["copies"]:
        wanted[1] = after.copies
    else:
        holder = wanted[4]
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = _value(after, path)
    return same(wanted, _data(after))


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def _means(found: Any, new: Scalar) -> bool:
    """Whether a cell is read as what was meant: a text of digits may be the number that prints alike."""
    if isinstance(new, str) and isinstance(found, (int, float)) and not isinstance(found, bool):
        return str(found) == new
    return equal(found, new)
