"""Stacks in a box, against brute force on 10,000 small cases; heights, sleeves and weights by hand."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from prancha.model.packing import (
    Stack,
    TooMuchWorkError,
    fit,
    least_depth,
    smallest_tuck_box,
    stack_of,
    takes_sleeves,
)
from tests.unit.catalogue.projects import HEAD, load


@cache
def fills(wide: int, deep: int, sides: tuple[tuple[int, int], ...], taken: int = 0) -> bool:
    """Whether rectangles fit on a floor of unit squares: every place of every one is tried."""
    if not sides:
        return True
    (a, b), rest = sides[0], sides[1:]
    for across, down in {(a, b), (b, a)}:
        for x, y in product(range(wide - across + 1), range(deep - down + 1)):
            mask = sum(1 << (wide * (y + j) + x + i) for i in range(across) for j in range(down))
            if not mask & taken and fills(wide, deep, rest, taken | mask):
                return True
    return False


def layered(stacks: list[tuple[int, int, int]], box: tuple[int, int, int]) -> bool:
    """Whether some assignment of stacks to layers is low enough, and every layer has room."""
    wide, deep, high = box
    for layers in product(range(len(stacks)), repeat=len(stacks)):
        groups = [[one for one, at in zip(stacks, layers, strict=True) if at == k] for k in set(layers)]
        if sum(max(one[2] for one in group) for group in groups) <= high and all(
            fills(wide, deep, tuple(sorted((a, b) for a, b, _ in group))) for group in groups
        ):
            return True
    return False


def test_fitting_is_as_brute_force_finds() -> None:
    chance = random.Random(7)
    found = {True: 0, False: 0}
    for _ in range(10_000):
        box = chance.randint(2, 5), chance.randint(2, 5), chance.randint(2, 5)
        stacks = [
            (chance.randint(1, 4), chance.randint(1, 4), chance.randint(1, box[2]))
            for _ in range(chance.randint(1, 4))
        ]
        expected = layered(stacks, box)
        made = [Stack(str(k), 1, w, d, h, 0.0) for k, (w, d, h) in enumerate(stacks)]
        layers = fit(made, box)
        assert (layers is not None) is expected, (box, stacks)
        if layers is not None:
            assert sorted(one.family for layer in layers for one in layer) == [one.family for one in made]
        found[expected] += 1
    assert min(found.values()) > 2_000


def test_a_high_stack_is_split_into_few_equal_ones() -> None:
    cards = Stack("cards", 100, 63.0, 88.0, 32.0, 190.0)
    layers = fit([cards], (130.0, 90.0, 20.0))
    assert layers is not None
    assert [[one.copies for one in layer] for layer in layers] == [[50, 50]]
    assert fit([cards], (120.0, 90.0, 20.0)) is None
    assert fit([Stack("board", 1, 200.0, 200.0, 2.0, 80.0)], (190.0, 250.0, 20.0)) is None
    assert fit([Stack("board", 1, 20.0, 20.0, 30.0, 80.0)], (190.0, 250.0, 20.0)) is None


def test_a_stack_leaves_room_for_lower_ones_on_top() -> None:
    coins = Stack("coins", 60, 20.0, 20.0, 120.0, 0.0)
    cards = Stack("cards", 10, 40.0, 60.0, 10.0, 0.0)
    # Six stacks of ten are 20 mm high, and the cards lie on them; five of twelve would be too high.
    layers = fit([coins, cards], (40.0, 60.0, 30.0))
    assert layers is not None
    assert [[one.copies for one in layer] for layer in layers] == [[10] * 6, [10]]
    assert fit([coins, cards], (40.0, 60.0, 29.0)) is None
    assert least_depth((coins, cards), (40.0, 60.0)) == 30.0


def test_a_box_is_no_deeper_than_all_stacks_on_each_other() -> None:
    cards = Stack("cards", 54, 63.0, 88.0, 54 * 0.32, 0.0)
    squares = Stack("squares", 12, 50.0, 50.0, 12 * 0.32, 0.0)
    assert least_depth((cards,), (63.0, 88.0)) == pytest.approx(54 * 0.32)
    assert least_depth((cards, squares), (63.0, 88.0)) == pytest.approx(66 * 0.32)


def test_many_stacks_of_odd_sizes_fit_at_once_where_there_is_room() -> None:
    many = [Stack(str(k), 1, 10.0 + 1.37 * k, 7.0 + 0.53 * k, 1.0, 0.0) for k in range(25)]
    layers = fit(many, (300.0, 300.0, 1.0))
    assert layers is not None
    assert [len(layer) for layer in layers] == [25]


def test_too_many_stacks_are_not_decided() -> None:
    many = [Stack(str(k), 1, 10.0 + 0.37 * k, 7.0 + 0.53 * k, 1.0, 0.0) for k in range(16)]
    with pytest.raises(TooMuchWorkError):
        fit(many, (55.0, 45.0, 1.0))
    coins = [Stack(str(k), 1, 18.0, 18.0, 10.0 + k, 0.0) for k in range(40)]
    with pytest.raises(TooMuchWorkError):  # was tried for hours
        fit(coins, (63.0, 88.0, 75.0))


@pytest.mark.parametrize(
    ("size", "outline", "takes"),
    [
        ("63 x 88", "rectangle", True),
        ("60 x 60", "rectangle", True),
        ("65 x 131", "rectangle", False),
        ("16 x 16", "rectangle", False),
        ("30 x 30", "circle", False),
    ],
)
def test_sleeves_are_for_rectangular_cards_that_are_neither_tiny_nor_huge(
    size: str, outline: str, takes: bool, tmp_path: Path
) -> None:
    """On 34f390e4 the manifest counted sleeves of 16 x 16 mm, and a box reckoned round tokens in sleeves."""
    size = size.partition(" x")[0] if outline == "circle" else size
    head = HEAD.replace("63 x 88", size).replace("rectangle", outline)
    (family,) = load(tmp_path, head + "items: [{id: star, copies: 4}]\n").families
    assert takes_sleeves(family) == takes
    assert (stack_of({}, family, (140.0, 140.0)).width == 140) == takes


def test_heights_sleeves_and_weights_follow_the_stock(tmp_path: Path) -> None:
    board = HEAD.replace("63 x 88", "100 x 200").replace("card", "board") + "items: [{id: map, copies: 2}]\n"
    made = load(
        tmp_path,
        HEAD + "items: [{id: star, copies: 50}]\n",
        "title: DUAL\nlanguages: [pt-BR, en]\nfamilies: [grid, board]\nstocks: {board: {thickness: 1 mm}}\n",
        board=board,
    )
    cards, boards = (stack_of(made.stocks, family) for family in made.families)
    assert (cards.width, cards.depth) == (63, 88)
    assert cards.height == pytest.approx(50 * 0.32)
    assert cards.grams == pytest.approx(50 * 0.063 * 0.088 * 300)
    assert boards.height == pytest.approx(2)
    assert boards.grams == pytest.approx(2 * 0.1 * 0.2 * 750)  # half the usual thickness
    sleeved = stack_of(made.stocks, made.families[0], (66.0, 91.0))
    assert (sleeved.width, sleeved.depth, sleeved.height) == (66, 91, pytest.approx(50 * 0.5))
    assert stack_of(made.stocks, made.families[0], (63.0, 91.0)) == cards
    assert smallest_tuck_box([cards, boards]) == pytest.approx((101, 201, 19))
