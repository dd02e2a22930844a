"""Exact odds of draws and of dice, as fractions; and hands drawn by a seeded generator for all else."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb
from operator import mul

from msgspec import Struct

MOST_STATES = 200_000
"""Of counts that are followed at once; more would take minutes."""
MOST_STEPS = 1_000_000
"""From one count to another."""
_DIE = re.compile(r"([+-]?)\s*(?:(\d*)[dD](\d+)|(\d+))\s*")
MOST_DICE, MOST_SIDES = 200, 1000


class Wanted(Struct, frozen=True):
    """The number of pieces of a kind wanted in a draw: at least `low`, at most `high`, where given."""

    low: int | None = None
    high: int | None = None

    def holds(self, number: int) -> bool:
        """Return whether `number` is enough and not too many."""
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)


class TooManyStatesError(ValueError):
    """The exact odds would take too long."""


def draw_odds(
    deck: Mapping[frozenset[int], int], draws: int, wanted: Sequence[Wanted], *, replaced: bool = False
) -> Fraction:
    """The probability that `draws` pieces of a deck hold as many of each kind as is wanted.

    `deck` counts the pieces by the kinds they are of, given as places in `wanted`; a piece may be of
    several kinds or of none.  With `replaced`, a piece is put back before the next is drawn.
    """
    total = sum(deck.values())
    ways = _with_return(deck, draws, wanted) if replaced else _without_return(deck, draws, wanted)
    all_ways = total**draws if replaced else comb(total, draws)
    good = sum(
        number
        for (drawn, counts), number in ways.items()
        if drawn == draws and all(one.holds(count) for one, count in zip(wanted, counts, strict=True))
    )
    return Fraction(good, all_ways)


def _choices(size: int, most: int) -> list[int]:
    """In how many ways 0, 1, 2 ... `most` of `size` things are chosen."""
    found = [1]
    for k in range(min(size, most)):
        found.append(found[-1] * (size - k) // (k + 1))
    return found


def hit_counts(hits: int, others: int, draws: int, *, replaced: bool = False) -> list[int]:
    """In how many ways a draw holds 0, 1, 2 ... hits of those that are in a deck: binomial or hypergeometric.

    Divided by their sum they are its odds.
    """
    if replaced:
        one, two = (list(accumulate([1] + draws * [size], mul)) for size in (hits, others))
        return [ways * one[k] * two[draws - k] for k, ways in enumerate(_choices(draws, draws))]
    own, rest = _choices(hits, draws), _choices(others, draws)
    return [ways * (rest[draws - k] if draws - k < len(rest) else 0) for k, ways in enumerate(own)]


_Ways = dict[tuple[int, tuple[int, ...]], int]
"""In how many ways so many pieces were drawn, with so many of each kind among them."""


def _without_return(deck: Mapping[frozenset[int], int], draws: int, wanted: Sequence[Wanted]) -> _Ways:
    ways: _Ways = {(0, (0,) * len(wanted)): 1}
    steps = 0
    for kinds, size in sorted(deck.items(), key=lambda entry: sorted(entry[0])):
        following: Counter[tuple[int, tuple[int, ...]]] = Counter()
        choices = _choices(size, draws)
        for (drawn, counts), number in ways.items():
            most = min(size, draws - drawn)
            steps = _counted_on(steps + most)
            for taken in range(most + 1):
                there = _counted(counts, kinds, taken, wanted)
                following[drawn + taken, there] += number * choices[taken]
        ways = _bounded(following)
    return ways


def _with_return(deck: Mapping[frozenset[int], int], draws: int, wanted: Sequence[Wanted]) -> _Ways:
    ways: _Ways = {(0, (0,) * len(wanted)): 1}
    steps = 0
    for _ in range(draws):
        steps = _counted_on(steps + len(ways) * len(deck))
        following: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (drawn, counts), number in ways.items():
            for kinds, size in deck.items():
                following[drawn + 1, _counted(counts, kinds, 1, wanted)] += number * size
        ways = _bounded(following)
    return ways


def _counted_on(steps: int) -> int:
    """`steps`; raises TooManyStatesError for too many."""
    if steps > MOST_STEPS:
        raise TooManyStatesError(f"more than {MOST_STEPS:,} ways to go on from a count")
    return steps


def _counted(
    counts: tuple[int, ...], kinds: frozenset[int], taken: int, wanted: Sequence[Wanted]
) -> tuple[int, ...]:
    """The counts after drawing `taken` more pieces, capped where more makes no difference."""
    return tuple(
        min(count + taken, (one.low or 0) if one.high is None else one.high + 1) if k in kinds else count
        for k, (count, one) in enumerate(zip(counts, wanted, strict=True))
    )


def _bounded(ways: Counter[tuple[int, tuple[int, ...]]]) -> _Ways:
    if len(ways) > MOST_STATES:
        raise TooManyStatesError(f"more than {MOST_STATES:,} combinations of counts")
    return ways


Die = tuple[int, ...]
"""The numbers on the sides, each as likely as the others."""


def read_dice(text: str) -> tuple[tuple[Die, ...], int]:
    """Dice written as `2d6 + d4 - 1`, and what is added to their sum; ValueError for anything else."""
    dice: list[Die] = []
    added = at = 0
    for match in _DIE.finditer(text.strip()):
        sign, number, sides, alone = match.groups()
        if match.start() != at or (at and not sign):
            break
        at = match.end()
        factor = -1 if sign == "-" else 1
        if alone is not None:
            added += factor * int(alone)
        else:
            _may_roll(int(number or 1), int(sides))
            dice += [tuple(factor * side for side in range(1, int(sides) + 1))] * int(number or 1)
    if at != len(text.strip()) or not dice:
        raise ValueError(f'"{text}" is not written as dice are, such as 2d6 or d8 + d4 - 1')
    return tuple(dice), added


def _may_roll(number: int, sides: int) -> None:
    if not (1 <= number <= MOST_DICE and 2 <= sides <= MOST_SIDES):
        raise ValueError(f"{number}d{sides}: from 1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides")


def sum_odds(dice: Sequence[Die], added: int = 0) -> dict[int, Fraction]:
    """The probability of every sum of dice, in rising order."""
    ways = {added: 1}
    sides = 1
    for die in dice:
        following: Counter[int] = Counter()
        for total, number in ways.items():
            for side in die:
                following[total + side] += number
        if len(following) > MOST_STATES:
            raise TooManyStatesError(f"more than {MOST_STATES:,} different sums")
        ways, sides = following, sides * len(die)
    return {total: Fraction(ways[total], sides) for total in sorted(ways)}


def hit_odds(dice: Sequence[Die], faces: Sequence[int]) -> dict[int, Fraction]:
    """The probability of every number of dice that show one of `faces`."""
    return sum_odds([tuple(int(side in faces) for side in die) for die in dice])


def hands(
    sizes: Sequence[int], draws: int, times: int, seed: int, *, replaced: bool = False
) -> Iterator[tuple[int, ...]]:
    """`times` random hands of `draws` pieces; a piece is the index of its design in `sizes`, its copies.

    The same seed gives the same hands with every version of Python: only `random()` is promised to.
    """
    deck = [design for design, size in enumerate(sizes) for _ in range(size)]
    chance = random.Random(seed).random
    for _ in range(times):
        if replaced:
            yield tuple(deck[int(chance() * len(deck))] for _ in range(draws))
            continue
        for k in range(draws):
            other = k + int(chance() * (len(deck) - k))
            deck[k], deck[other] = deck[other], deck[k]
        yield tuple(deck[:draws])


def least_and_most(fits: Callable[[int], bool], near: int, most: int) -> tuple[int, int] | None:
    """The run of numbers from 0 to `most` that fit and lie nearest to `near`; None where none fits."""
    found = min((n for n in range(most + 1) if fits(n)), key=lambda n: abs(n - near), default=None)
    if found is None:
        return None
    low = high = found
    while low > 0 and fits(low - 1):
        low -= 1
    while high < most and fits(high + 1):
        high += 1
    return low, high
