"""Set-ups laid out: which piece lies where, turned and faced how; the same seed gives the same table."""

# ruff: noqa: E501 - a table of faults

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from prancha.model.game import Game
from prancha.model.table_layout import LaidPiece, lay_out
from tests.unit.catalogue.projects import HEAD, load

GAME = """\
title: DUAL
languages: [pt-BR, en]
players: [2, 4]
families: [grid, board]
"""
GRID = HEAD.replace("63 x 88", "60 x 60") + (
    "items:\n  - {id: sun, copies: 3, tone: white}\n  - {id: moon, copies: 3, tone: black}\n"
)
BOARD = HEAD.replace("63 x 88", "200 x 100").replace("card", "board") + "items: [{id: map}]\n"


def game(project: Path, lay: str, more: str = "") -> Game:
    table = f"size: 800 x 600 mm\nlay:\n{lay}{more}"
    return load(project, GRID, GAME, board=BOARD, table=table)


def laid(project: Path, lay: str, more: str = "", players: int = 2, seed: int = 1) -> list[LaidPiece]:
    found = lay_out(game(project, lay, more), players, seed, {"board/map": [(50, 50), (150, 50), (150, 80)]})
    assert found.faults == ()
    return list(found.pieces)


def spots(pieces: list[LaidPiece]) -> list[tuple[float, float]]:
    return [(one.x, one.y) for one in pieces]


def test_a_grid_lies_about_its_middle_row_by_row(tmp_path: Path) -> None:
    pieces = laid(
        tmp_path,
        "  all: {family: grid, as: grid, columns: 3, gap: 10 mm, at: [100 mm, -50 mm], down: [2]}\n",
    )
    assert spots(pieces) == [(30, -85), (100, -85), (170, -85), (30, -15), (100, -15), (170, -15)]
    assert [one.up for one in pieces] == [True, False, True, True, True, True]
    assert [(one.key, one.copy) for one in pieces[2:4]] == [("grid/sun", 3), ("grid/moon", 1)]
    assert {(one.width, one.height) for one in pieces} == {(60, 60)}


def test_a_stack_is_painted_from_its_bottom_and_its_first_piece_is_on_top(tmp_path: Path) -> None:
    pieces = laid(tmp_path, "  pile: {items: [grid/sun, grid/moon, grid/sun], at: [0 mm, 0 mm]}\n")
    assert [(one.key, one.copy, one.order) for one in pieces] == [
        ("grid/sun", 2, 2),
        ("grid/moon", 1, 1),
        ("grid/sun", 1, 0),
    ]


def test_a_seat_sees_its_place_before_it(tmp_path: Path) -> None:
    pieces = laid(
        tmp_path, "  own: {family: grid, count: 1, seat: each, at: [40 mm, -100 mm], angle: 10}\n", players=4
    )
    assert [(one.seat, one.x, one.y, one.angle) for one in pieces] == [
        ("1", 40, 200, 10),
        ("2", -300, 40, 100),
        ("3", -40, -200, 190),
        ("4", 300, -40, 280),
    ]


def test_pieces_lie_on_the_spaces_of_a_turned_board_and_of_other_places(tmp_path: Path) -> None:
    lay = (
        "  track: {family: grid, count: 3, on: board/map, spaces: [2, start, 3]}\n"
        "  map: {family: board, at: [10 mm, 20 mm], angle: 90}\n"
        "  more: {family: grid, where: {tone: black}, on: track, spaces: [2], each: 3}\n"
    )
    pieces = laid(tmp_path, lay, "spaces: {board/map: {start: [100 mm, 50 mm]}}\n")
    # The middle of the board is at (10, 20); its right is the table's down.
    assert spots(pieces) == [(10, 70), (10, 20), (-20, 70), (10, 20), (10, 20), (10, 20), (10, 20)]
    assert {one.angle for one in pieces} == {90}
    assert [one.key for one in pieces[:3]] == ["grid/sun"] * 3


def test_shuffling_depends_on_the_seed_alone(tmp_path: Path) -> None:
    lay = "  pile: {family: grid, shuffled: true, at: [0 mm, 0 mm], as: row, turned: 90}\n"

    def order(seed: int) -> list[tuple[str, int, float]]:
        return [(one.key, one.copy, one.angle) for one in laid(tmp_path, lay, seed=seed)]

    assert order(1) == order(1)
    orders = [order(seed) for seed in range(300)]
    assert len(set(map(tuple, orders))) > 200
    firsts = Counter(one[0][:2] for one in orders)
    assert len(firsts) == 6
    assert min(firsts.values()) > 25
    assert {angle for one in orders for *_, angle in one} == {0, 90, 180, 270}


def test_a_drawn_piece_is_not_laid_again(tmp_path: Path) -> None:
    lay = (
        "  one: {family: grid, count: 2, shuffled: true, at: [0 mm, 0 mm]}\n"
        "  rest: {family: grid, at: [100 mm, 0 mm]}\n"
    )
    pieces = laid(tmp_path, lay)
    assert len({(one.key, one.copy) for one in pieces}) == len(pieces) == 6
    assert Counter(one.place for one in pieces) == {"one": 2, "rest": 4}


def test_a_fan_opens_evenly_and_a_hand_belongs_to_its_seat(tmp_path: Path) -> None:
    pieces = laid(tmp_path, "  hand: {family: grid, count: 3, as: hand, seat: each}\n")
    first = [one for one in pieces if one.seat == "1"]
    assert [one.angle for one in first] == [354, 0, 6]
    assert first[1].y == 300
    assert first[0].x == -first[2].x == pytest.approx(-15.679)
    assert first[0].y == first[2].y > 300


def faults(project: Path, lay: str, more: str = "") -> list[str]:
    drawn = {"board/map": [(50.0, 50.0), (150.0, 50.0)]}
    return [
        f"{one.place.line} {one.code}: {one.message}"
        for one in lay_out(game(project, lay, more), 2, 1, drawn).faults
    ]


@pytest.mark.parametrize(
    ("lay", "told"),
    [
        (
            "  one: {items: [grid/sun, grid/sun], at: [0 mm, 0 mm]}\n"
            "  two: {items: [grid/sun, grid/sun], at: [100 mm, 0 mm]}\n",
            "4 laid-twice: grid/sun is laid 4 times for 2 players, but the box holds 3; laid already: one, two",
        ),
        (
            "  one: {family: grid, count: 4, seat: each, as: row, at: [0 mm, -100 mm]}\n",
            '3 too-few-pieces: "one@2" takes 4 pieces for 2 players, but the box holds 2 that are not laid elsewhere',
        ),
        (
            "  map: {family: board, at: [0 mm, 0 mm]}\n  one: {family: grid, on: board/map, spaces: [1, 7, end], count: 2}\n",
            '4 unknown-space: board/map has no space "7" (and 1 more)',
        ),
        (
            "  one: {family: grid, on: board/map, spaces: [1]}\n",
            '3 unknown-space: "one" lies on board/map, which this set-up does not lay',
        ),
        (
            "  one: {family: grid, as: grid, columns: 2, rows: 2, at: [0 mm, 0 mm]}\n",
            '3 too-many-pieces: "one" has 6 pieces and room for 4',
        ),
        (
            "  one: {family: grid, count: 1, on: two}\n  two: {family: grid, count: 1, on: one}\n",
            '4 bad-value: "two" lies on "one", which lies on it in turn',
        ),
        (
            "  one: {family: grid, count: 2, at: [0 mm, 0 mm]}\n  two: {family: grid, count: 1, on: one, spaces: [2]}\n",
            '4 unknown-space: "one" has no position "2"',
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_laid_out_is_told(tmp_path: Path, lay: str, told: str) -> None:
    assert told in faults(tmp_path, lay)


def test_spaces_that_are_not_drawn_yet_are_no_fault(tmp_path: Path) -> None:
    lay = "  map: {family: board, at: [0 mm, 0 mm]}\n  one: {family: grid, count: 1, on: board/map, spaces: [70]}\n"
    found = lay_out(game(tmp_path, lay), 2, 1, None)
    assert found.faults == ()
    assert spots(list(found.pieces)) == [(0, 0), (0, 0)]


def test_an_unknown_number_of_players_has_no_table(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        lay_out(game(tmp_path, "  one: {family: grid, at: [0 mm, 0 mm]}\n"), 3)
