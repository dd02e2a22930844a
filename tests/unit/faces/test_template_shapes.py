"""Shapes for templates, by their numbers."""

from __future__ import annotations

import math

import pytest

from prancha.faces import template_shapes as g
from prancha.faces.template_shapes import outlines, polyomino


def _area(corners: list[tuple[float, float]]) -> float:
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"),
        (1.0, "1"),
        (1.23456, "1.235"),
        (-0.0001, "0"),
        (0, "0"),
        (100, "100"),
        (-2.5, "-2.5"),
        (1e-9, "0"),
    ],
)
def test_short_numbers(value: float, text: str) -> None:
    assert g.n(value) == text


def test_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="nan is not a length"):
        g.n(math.nan)


@pytest.mark.parametrize(
    ("angle", "x", "y"), [(0, 0, -1), (90, 1, 0), (180, 0, 1), (270, -1, 0), (-90, -1, 0)]
)
def test_angles_go_clockwise_from_the_top(angle: float, x: float, y: float) -> None:
    assert g.polar(0, 0, 1, angle) == pytest.approx((x, y))


def test_sine_and_cosine_are_of_degrees() -> None:
    assert g.sin(30) == pytest.approx(0.5)
    assert g.cos(60) == pytest.approx(0.5)


def test_points_and_paths() -> None:
    corners = [(0, 0), (1.5, 0), (1, 2)]
    assert g.points(corners) == "0,0 1.5,0 1,2"
    assert g.path(corners) == "M0 0L1.5 0L1 2Z"
    assert g.path(corners, False) == "M0 0L1.5 0L1 2"


@pytest.mark.parametrize("pointy", [True, False])
def test_a_hexagon_has_its_flats_apart(pointy: bool) -> None:
    xs, ys = zip(*g.hexagon(0, 0, 40, pointy), strict=True)
    box = max(xs) - min(xs), max(ys) - min(ys)
    assert sorted(box) == pytest.approx([40, 80 / math.sqrt(3)])
    assert (box[0] < box[1]) == pointy


def test_regular_polygons_and_stars() -> None:
    assert _area(g.regular(0, 0, 1, 4)) == pytest.approx(2)
    tips = g.star(0, 0, 10, 4, 5)
    assert len(tips) == 10
    assert tips[0] == pytest.approx((0, -10))
    assert [math.hypot(*p) for p in tips[:2]] == pytest.approx([10, 4])


@pytest.mark.parametrize(("side", "count"), [(1, 1), (2, 7), (3, 19), (5, 61), (6, 91)])
def test_cells_of_a_hexagonal_board(side: int, count: int) -> None:
    cells = g.hex_cells(side)
    assert len({(c.q, c.r, c.s) for c in cells}) == len(cells) == count == 3 * side * (side - 1) + 1
    assert all(c.q + c.r + c.s == 0 and c.ring == max(map(abs, (c.q, c.r, c.s))) < side for c in cells)
    assert sum(c.ring == side - 1 for c in cells) == (6 * (side - 1) or 1)


def test_neighbouring_cells_are_one_pitch_apart() -> None:
    cells = g.hex_cells(3)
    middle = next(c for c in cells if c.ring == 0)
    apart = [math.hypot(c.x - middle.x, c.y - middle.y) for c in cells if c.ring == 1]
    assert apart == pytest.approx([1] * 6)


def test_cells_come_row_by_row() -> None:
    cells = g.hex_cells(4)
    assert cells == sorted(cells, key=lambda c: (c.y, c.x))


def test_arcs() -> None:
    assert g.arc(0, 0, 10, 0, 90) == "M0 -10A10 10 0 0 1 10 0"
    assert g.arc(0, 0, 10, 90, 0) == "M10 0A10 10 0 0 0 0 -10"
    assert g.arc(0, 0, 10, 0, 360).count("A") == 2


def test_sectors() -> None:
    assert g.sector(0, 0, 10, 0, 0, 90) == "M0 -10A10 10 0 0 1 10 0L0 0Z"
    assert g.sector(0, 0, 10, 5, 0, 90) == "M0 -10A10 10 0 0 1 10 0L5 0A5 5 0 0 0 0 -5Z"
    ring = g.sector(0, 0, 10, 5, 0, 360)
    assert ring.count("M") == ring.count("Z") == 2
    assert ring.count("A") == 4
    assert g.sector(0, 0, 10, 0, 0, 360).count("L") == 0


def test_slots_fill_their_box() -> None:
    cells = g.slots(5, 2, 10, 20, 104, 41, 1)
    assert len(cells) == 10
    assert (cells[0].x, cells[0].y, cells[0].width, cells[0].height) == (10, 20, 20, 20)
    assert (cells[9].x + cells[9].width, cells[9].y + cells[9].height) == (114, 61)
    assert (cells[6].col, cells[6].row, cells[6].cx, cells[6].cy) == (1, 1, 41, 51)


def test_spread() -> None:
    assert g.spread(3, 0, 10) == [0, 5, 10]
    assert g.spread(1, 0, 10) == [5]
    assert g.spread(0, 0, 10) == []


def test_smooth_curves_pass_through_their_points() -> None:
    drawn = g.smooth([(0, 0), (10, 0), (10, 10)])
    assert drawn.startswith("M0 0C")
    assert drawn.endswith("0 0Z")
    assert drawn.count("C") == 3
    assert g.smooth([(0, 0), (10, 0), (10, 10)], False).count("C") == 2
    assert g.smooth([(0, 0), (1, 1)], False) == "M0 0L1 1"


def test_round_corners_stay_in_the_box() -> None:
    assert g.rounded(0, 0, 10, 4, 9) == g.rounded(0, 0, 10, 4, 2)
    assert g.rounded(0, 0, 10, 4, 0) == "M0 0h10v4h-10Z"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: g.regular(0, 0, 1, 2), "a regular polygon has 3 or more sides, not 2"),
        (lambda: g.star(0, 0, 2, 1, 1), "a star has 2 or more tips, not 1"),
        (lambda: g.hex_cells(0), "a hexagonal board has 1 to 50 cells along an edge, not 0"),
        (lambda: g.hex_cells(51), "a hexagonal board has 1 to 50 cells along an edge, not 51"),
        (lambda: g.slots(0, 5, 0, 0, 9, 9), "a grid has 1 to 10000 cells, not 0 x 5"),
        (lambda: g.spread(-1, 0, 1), "spread() gives 0 to 10000 numbers, not -1"),
        (lambda: polyomino([], 0, 0, 5), "a polyomino needs at least one cell, such as [[0, 0], [1, 0]]"),
        (lambda: polyomino(["ab"], 0, 0, 5), "a polyomino cell is [column, row] in whole numbers, not 'ab'"),
        (
            lambda: polyomino([[0, 0.5]], 0, 0, 5),
            "a polyomino cell is [column, row] in whole numbers, not [0, 0.5]",
        ),
    ],
)
def test_impossible_shapes_are_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is compared whole
        call()  # type: ignore[operator]
    assert str(caught.value) == message


def test_one_cell() -> None:
    assert polyomino([[0, 0]], 10, 20, 5) == "M10 20L15 20L15 25L10 25Z"
    assert polyomino([[0, 0]], 10, 20, 5, 1) == "M11 21L14 21L14 24L11 24Z"


def test_straight_corners_are_left_out() -> None:
    assert polyomino([[0, 0], [1, 0]], 0, 0, 5) == "M0 0L10 0L10 5L0 5Z"


def test_inner_corners_move_inwards_too() -> None:
    assert polyomino([[0, 0], [0, 1], [1, 1]], 0, 0, 10, 1) == "M1 1L9 1L9 11L19 11L19 19L1 19Z"


@pytest.mark.parametrize(
    ("rows", "loops", "corners"),
    [
        (["#"], 1, 4),
        (["##", "##"], 1, 4),
        (["#.", "##"], 1, 6),
        (["###", "#.#", "###"], 2, 8),
        (["#.", ".#"], 2, 8),
        (["#.#"], 2, 8),
        ([".#.", "###", ".#."], 1, 12),
        (["##.", "#.#", ".##"], 2, 12),
    ],
)
def test_outlines_of_pictures(rows: list[str], loops: int, corners: int) -> None:
    cells = [(c, r) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
    found = outlines(cells)
    signed = [
        sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(loop, loop[1:] + loop[:1], strict=True)) / 2
        for loop in found
    ]
    assert sum(signed) == len(cells)
    drawn = polyomino(cells, 0, 0, 1)
    assert (drawn.count("Z"), drawn.count("M") + drawn.count("L")) == (loops, corners)
