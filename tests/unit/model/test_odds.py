"""Odds counted exactly, held against the formulas of textbooks and against every single draw."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prancha.model import odds
from prancha.model.odds import (
    TooManyStatesError,
    Wanted,
    draw_odds,
    hands,
    hit_counts,
    hit_odds,
    read_dice,
    sum_odds,
)

FIRST, SECOND, NONE = frozenset({0}), frozenset({1}), frozenset[int]()
KINDS = st.sampled_from([NONE, FIRST, SECOND, FIRST | SECOND])
WANTED = st.builds(Wanted, st.none() | st.integers(0, 3), st.none() | st.integers(0, 3))


def test_a_hand_of_five_with_an_ace() -> None:
    found = draw_odds({FIRST: 4, NONE: 48}, 5, [Wanted(1)])
    assert found == 1 - Fraction(comb(48, 5), comb(52, 5))
    assert f"{float(found):.4f}" == "0.3412"


def test_a_flush_and_a_full_house_by_kinds() -> None:
    assert draw_odds({FIRST: 13, NONE: 39}, 5, [Wanted(5)]) == Fraction(comb(13, 5), comb(52, 5))
    three_and_two = draw_odds({FIRST: 4, SECOND: 4, NONE: 44}, 5, [Wanted(3, 3), Wanted(2, 2)])
    assert three_and_two == Fraction(comb(4, 3) * comb(4, 2), comb(52, 5))


@given(
    st.lists(KINDS, min_size=1, max_size=7),
    st.integers(0, 4),
    st.lists(WANTED, min_size=2, max_size=2),
    st.booleans(),
)
def test_as_many_as_every_single_draw_tells(
    deck: list[frozenset[int]], draws: int, wanted: list[Wanted], replaced: bool
) -> None:
    draws = draws if replaced else min(draws, len(deck))
    every = list(itertools.product(deck, repeat=draws) if replaced else itertools.permutations(deck, draws))
    good = sum(
        all(one.holds(sum(k in kinds for kinds in hand)) for k, one in enumerate(wanted)) for hand in every
    )
    assert draw_odds(Counter(deck), draws, wanted, replaced=replaced) == Fraction(good, len(every))


def test_too_many_combinations_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "MOST_STATES", 10)
    with pytest.raises(TooManyStatesError, match="more than 10 combinations of counts"):
        draw_odds({FIRST: 9, SECOND: 9, NONE: 9}, 6, [Wanted(3), Wanted(3)])
    with pytest.raises(TooManyStatesError, match="more than 10 different sums"):
        sum_odds(read_dice("3d6")[0])


@pytest.mark.parametrize("replaced", [True, False])
@given(st.integers(0, 6), st.integers(0, 6), st.integers(1, 6))
def test_hits_in_closed_form_are_those_counted_one_by_one(
    replaced: bool, hits: int, others: int, draws: int
) -> None:
    if hits + others < (1 if replaced else draws):
        return
    ways = hit_counts(hits, others, draws, replaced=replaced)
    for k, number in enumerate(ways):
        counted = draw_odds({FIRST: hits, NONE: others}, draws, [Wanted(k, k)], replaced=replaced)
        assert Fraction(number, sum(ways)) == counted
    assert sum(ways) == ((hits + others) ** draws if replaced else comb(hits + others, draws))


def test_long_draws_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    began = time.process_time()
    two = draw_odds({FIRST: 30, SECOND: 40, NONE: 130}, 200, [Wanted(5), Wanted(None, 9)], replaced=True)
    assert 0 < two < 1
    assert sum(hit_counts(60, 140, 2_000, replaced=True)) == 200**2_000
    assert time.process_time() - began < 9.0  # it took minutes
    monkeypatch.setattr(odds, "MOST_STEPS", 1_000)
    for replaced in (True, False):
        with pytest.raises(TooManyStatesError, match="more than 1,000 ways to go on from a count"):
            draw_odds({FIRST: 900, NONE: 900}, 400, [Wanted(100, 200)], replaced=replaced)


def test_dice() -> None:
    two, nothing = read_dice("2d6")
    assert sum_odds(two, nothing)[7] == Fraction(1, 6)
    assert sum(sum_odds(*read_dice("d8 + d4 - 1")).values()) == 1
    assert list(sum_odds(*read_dice("d4 - d4 + 10"))) == [7, 8, 9, 10, 11, 12, 13]
    assert hit_odds(read_dice("5d6")[0], (5, 6))[2] == Fraction(comb(5, 2) * 2**2 * 4**3, 6**5)


@pytest.mark.parametrize("text", ["", "6", "2d", "2d6d", "2d6 8", "d1", "0d6", "999d6", "2x6", "2d6++1"])
def test_what_is_no_dice(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not written as dice are|from 1 to 200 dice of 2 to 1000 sides"):
        read_dice(text)


def test_hands_are_the_same_for_a_seed_and_fair() -> None:
    dealt = list(hands([2, 1, 3], 3, 20_000, 7))
    assert dealt == list(hands([2, 1, 3], 3, 20_000, 7))
    assert dealt != list(hands([2, 1, 3], 3, 20_000, 8))
    assert all(hand.count(1) <= 1 and hand.count(0) <= 2 for hand in dealt)
    share = sum(1 in hand for hand in dealt) / len(dealt)
    assert share == pytest.approx(0.5, abs=0.015)
    assert any(hand.count(1) == 3 for hand in hands([2, 1, 3], 3, 2000, 7, replaced=True))
