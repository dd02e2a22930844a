"""Statistics of fields, weighted by copies: values, numbers, text lengths and cross tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from statistics import median
from typing import Any, Literal

from msgspec import Struct

from prancha.checks.inventory.box_table import BoxTable
from prancha.model.game import Family, Game, Item
from prancha.model.localised_text import is_text
from prancha.model.odds import hit_counts
from prancha.model.values import MISSING, enter, is_list, is_number, own, show

MOST_DRAWN = 5_000
"""Pieces in a draw, where each is put back: a second's work."""

FEW = 24
"""So many different values are told one by one."""
BINS = 10
"""Ranges of equal width, where there are more different numbers."""


class Bar(Struct, frozen=True):
    """A value, or a range of numbers, and how many printed pieces and designs have it."""

    value: str
    copies: int
    designs: int


class Lengths(Struct, frozen=True):
    """Character counts of the texts of a language; `longest_item` has the longest."""

    language: str
    shortest: int
    mean: float
    longest: int
    longest_item: str
    missing: int


class Spread(Struct, frozen=True):
    """Numbers over all printed pieces."""

    least: float
    most: float
    mean: float
    median: float
    total: float


class CountedColumn(Struct, frozen=True):
    """One field: `bars` of its values, `spread` where they are numbers, `lengths` where they are texts.

    `different` values are more than the bars where they are not told one by one; `without` counts the
    designs that have no such field.
    """

    name: str
    kind: Literal["values", "numbers", "texts"]
    different: int
    without: int
    bars: tuple[Bar, ...] = ()
    spread: Spread | None = None
    lengths: tuple[Lengths, ...] = ()


class FamilyStatistics(Struct, frozen=True):
    """The columns of a family, in the order of its first items."""

    id: str
    title: str
    designs: int
    copies: int
    columns: tuple[CountedColumn, ...]


class CrossTable(Struct, frozen=True):
    """Copies by two fields: a row per value of `down`, a column per value of `across`."""

    family: str
    down: str
    across: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]


class DrawTable(Struct, frozen=True):
    """The odds of so many hits in a draw of `draws` pieces from `pieces`, of which `hits` are of the kind.

    `exactly[k]` and `at_least[k]` are those of k hits.
    """

    family: str
    kind: str
    draws: int
    pieces: int
    hits: int
    replaced: bool
    exactly: tuple[float, ...]
    at_least: tuple[float, ...]


class Statistics(Struct, frozen=True):
    """The output of `prancha stats`."""

    game: str
    title: str
    families: tuple[FamilyStatistics, ...]
    crosses: tuple[CrossTable, ...] = ()
    draws: tuple[DrawTable, ...] = ()
    box: BoxTable | None = None


def family_statistics(game: Game, family: Family, lang: str) -> FamilyStatistics:
    """Statistics of every field of a family; a nested mapping gives a column per key, such as `cost.gold`."""
    names = dict.fromkeys(name for item in family.items for name in _names(item.fields, game.languages))
    columns = tuple(_column(game, family.items, name) for name in names)
    title = family.title.get(lang) or next(iter(family.title.values()), family.id)
    return FamilyStatistics(family.id, title, len(family.items), family.copies, columns)


def cross_table(family: Family, down: str, across: str) -> CrossTable:
    """Copies by the values of two fields; items with several values in a list count for each."""
    counts: Counter[tuple[str, str]] = Counter()
    for item in family.items:
        for row in values_of(item, down) or ["(none)"]:
            for column in values_of(item, across) or ["(none)"]:
                counts[_told(row), _told(column)] += item.copies
    rows = _sorted({row for row, _ in counts})
    heads = _sorted({column for _, column in counts})
    table = tuple((row, tuple(counts[row, head] for head in heads)) for row in rows)
    return CrossTable(family.id, down, across, tuple(heads), table)


def draw_table(
    family: Family, where: Mapping[str, Sequence[str]], draws: int, *, replaced: bool = False
) -> DrawTable:
    """The exact odds of every number of hits; a hit has, for each field of `where`, one of its values."""
    hits = sum(
        item.copies
        for item in family.items
        if all(set(map(_told, values_of(item, name))) & set(wanted) for name, wanted in where.items())
    )
    exactly = hit_counts(hits, family.copies - hits, draws, replaced=replaced)
    at_least = list(accumulate(reversed(exactly)))[::-1]
    every = at_least[0]  # whole numbers until here: each share is the float next to the exact one
    kind = ", ".join(f"{name} {' or '.join(wanted)}" for name, wanted in where.items())
    return DrawTable(
        family.id,
        kind,
        draws=draws,
        pieces=family.copies,
        hits=hits,
        replaced=replaced,
        exactly=tuple(one / every for one in exactly),
        at_least=tuple(one / every for one in at_least),
    )


def values_of(item: Item, name: str) -> Sequence[Any]:
    """The values of a field, `family`, `id`, `copies` and `source` included: each of a list, or none.

    A dot goes into mappings, and into each mapping of a list.
    """
    first, *rest = name.split(".")
    values = _singles(own(item, first))
    for step in rest:
        values = [inner for value in values for inner in _singles(enter(value, step))]
    return values


def _singles(value: Any) -> list[Any]:
    if value is MISSING or value is None:
        return []
    return list(value) if is_list(value) else [value]


def _names(fields: Mapping[str, Any], languages: Sequence[str], head: str = "") -> Iterator[str]:
    for name, value in fields.items():
        inner = [one for one in _singles(value) if isinstance(one, Mapping) and not is_text(one, languages)]
        for one in inner:
            yield from _names(one, languages, f"{head}{name}.")
        if not inner:
            yield f"{head}{name}"


def _column(game: Game, items: Sequence[Item], name: str) -> CountedColumn:
    held = [(item, values_of(item, name)) for item in items]
    values = [(item, value) for item, several in held for value in several]
    without = sum(not several for _, several in held)
    different = len({_told(value) for _, value in values})
    if any(is_text(value, game.languages) for _, value in values):
        lengths = tuple(_lengths(values, language) for language in game.languages)
        return CountedColumn(name, "texts", different, without, lengths=lengths)
    if values and all(is_number(value) for _, value in values):
        return CountedColumn(
            name,
            "numbers",
            different=different,
            without=without,
            bars=_numbers(values),
            spread=_spread(values),
        )
    if different > FEW and all(isinstance(value, str) for _, value in values):
        return CountedColumn(name, "texts", different, without, lengths=(_lengths(values, ""),))
    return CountedColumn(name, "values", different, without, _bars(values)[:FEW])


def _bars(values: Sequence[tuple[Item, Any]]) -> tuple[Bar, ...]:
    """A bar per value, the most copies first."""
    copies: Counter[str] = Counter()
    designs: Counter[str] = Counter()
    for item, value in values:
        copies[_told(value)] += item.copies
        designs[_told(value)] += 1
    return tuple(
        Bar(told, copies[told], designs[told]) for told in sorted(copies, key=lambda t: (-copies[t], t))
    )


def _numbers(values: Sequence[tuple[Item, Any]]) -> tuple[Bar, ...]:
    """A bar per number in rising order, or per range of them, those without pieces included; none of one."""
    numbers = sorted({value for _, value in values})
    if len(numbers) <= FEW:
        found = {bar.value: bar for bar in _bars(values)}
        whole = all(number == int(number) for number in numbers) and numbers[-1] - numbers[0] < FEW
        if len(numbers) == 1:
            return ()
        steps = range(int(numbers[0]), int(numbers[-1]) + 1) if whole else numbers
        return tuple(found.get(_told(step), Bar(_told(step), 0, 0)) for step in steps)
    low, width = numbers[0], (numbers[-1] - numbers[0]) / BINS
    bins = [[0, 0] for _ in range(BINS)]
    for item, value in values:
        one = bins[min(BINS - 1, int((value - low) / width))]
        one[0] += item.copies
        one[1] += 1
    return tuple(
        Bar(f"{_told(low + k * width)} to {_told(low + (k + 1) * width)}", copies, designs)
        for k, (copies, designs) in enumerate(bins)
    )


def _spread(values: Sequence[tuple[Item, Any]]) -> Spread | None:
    every = sorted(value for item, value in values for _ in range(item.copies))
    if not every:
        return None
    total = sum(every)
    return Spread(every[0], every[-1], total / len(every), float(median(every)), total)


def _lengths(values: Sequence[tuple[Item, Any]], language: str) -> Lengths:
    told = [
        (item, value.get(language, "") if isinstance(value, Mapping) else value) for item, value in values
    ]
    there = [(len(text), item.key) for item, text in told if isinstance(text, str) and text]
    if not there:
        return Lengths(language, 0, mean=0.0, longest=0, longest_item="", missing=len(told))
    longest, item = max(there, key=lambda one: one[0])
    mean = sum(length for length, _ in there) / len(there)
    return Lengths(
        language, min(there)[0], mean=mean, longest=longest, longest_item=item, missing=len(told) - len(there)
    )


def _told(value: Any) -> str:
    return value if isinstance(value, str) else show(value)


def _sorted(values: set[str]) -> list[str]:
    """Numbers by size, before all other values by name."""

    def key(value: str) -> tuple[bool, float, str]:
        try:
            return False, float(value), value
        except ValueError:
            return True, 0.0, value

    return sorted(values, key=key)
