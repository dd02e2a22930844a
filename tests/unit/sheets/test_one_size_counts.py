"""How many pieces a sheet holds: the acceptance figures of the packing table."""

from __future__ import annotations

import pytest
from shapely import Polygon, STRtree

from prancha.model import outline_shapes
from prancha.model.outline import Outline, circle, hat, hexagon, polygon_outline, rectangle
from prancha.model.sheet import Paper
from tests.work import counted

from .making import A3, A4, LETTER, fronts, impose, outside, overlaps, overreaching, pieces, trims

CARD = rectangle(63, 88, 3)


@pytest.mark.parametrize(
    ("outline", "gap", "paper", "count"),
    [
        (CARD, 0, A4, 9),
        (CARD, 3, A4, 8),
        (CARD, 0, LETTER, 8),
        (CARD, 3, LETTER, 8),
        (rectangle(59, 92), 3, A4, 9),
        (rectangle(44, 68), 3, A4, 16),
        (rectangle(70, 120), 0, A4, 6),
        (hexagon(40), 0, A4, 33),
        (hexagon(40, pointy=False), 0, A4, 33),
        (hexagon(55), 0, A4, 15),
        (hexagon(40), 3, A4, 28),
        (hexagon(55), 3, A4, 13),
        (hexagon(40), 0, LETTER, 30),
        (circle(15), 1, A4, 231),
        (circle(25), 1, A4, 84),
        (circle(25), 3, A4, 68),
        (circle(40), 3, A4, 30),
        (hat(40), 0, A4, 71),
        (hat(45), 0, A4, 56),
        (hat(50), 0, A4, 44),
        (hat(55), 0, A4, 37),
        (hat(60), 0, A4, 30),
        (hat(70), 0, A4, 22),
        (hat(55), 3, A4, 29),
        (hat(45), 3, A4, 43),
        (hat(45), 0, LETTER, 54),
        (hat(55), 0, LETTER, 35),
        (hat(55), 0, A3, 80),
        (polygon_outline([(0, 0), (60, 0), (30, 50)]), 0, A4, 25),
        (outline_shapes.triangle(40), 0, A4, 65),
        (outline_shapes.triangle(40), 3, A4, 55),
        (outline_shapes.spectre(40), 0, A4, 59),
        (outline_shapes.spectre(40), 3, A4, 45),
        (outline_shapes.octagon(30), 3, A4, 48),
        (outline_shapes.arrow(30, 40), 0, A4, 72),
        (outline_shapes.ellipse(40, 30), 3, A4, 40),
        pytest.param(outline_shapes.meeple(30), 3, A4, 53, marks=pytest.mark.slow),
        (outline_shapes.polyomino([(0, 0), (1, 0), (1, 1)], 20.0), 0, A4, 42),
    ],
)
def test_a_full_sheet_holds(outline: Outline, gap: float, paper: Paper, count: int) -> None:
    first = fronts(impose(pieces(outline, 300, gap=gap), paper=paper))[0]

    assert len(first.placements) == count
    assert overlaps(trims(first)) == []
    assert outside(first, trims(first)) == []
    assert overreaching(first) == []
    assert _least_distance(trims(first)) >= gap - 0.001


def _least_distance(polygons: list[Polygon]) -> float:
    tree = STRtree(polygons)
    least: float = min(
        polygon.distance(polygons[j])
        for i, polygon in enumerate(polygons)
        for j in tree.query(polygon, predicate="dwithin", distance=20)
        if j != i
    )
    return least


@pytest.mark.parametrize(("diameter", "sheets"), [(45, 2), (55, 3), (60, 4)])
def test_101_hats_take(diameter: float, sheets: int) -> None:
    made = impose(pieces(hat(diameter), 101, back=False))

    assert len(made) == sheets
    assert sum(len(sheet.placements) for sheet in made) == 101


def test_all_hats_are_of_one_hand() -> None:
    made = impose(pieces(hat(55), 37, back=False))

    assert all(placement.outline == hat(55) for placement in made[0].placements)
    assert {placement.turn % 60 for placement in made[0].placements} == {0.0}


def test_an_unknown_size_of_hats_is_searched_and_found_again() -> None:
    first = impose(pieces(hat(52), 300, back=False))
    second = impose(pieces(hat(52), 300, back=False))

    assert first == second
    assert len(first[0].placements) >= 38
    assert overlaps(trims(first[0])) == []
    assert outside(first[0], trims(first[0])) == []


def test_a_search_with_a_gap_keeps_the_gap() -> None:
    first = impose(pieces(hat(52), 300, gap=2.0, back=False))[0]

    assert len(first.placements) >= 29
    assert _least_distance(trims(first)) >= 1.999
    assert overreaching(first) == []


def test_every_sheet_of_a_group_uses_the_same_slots_in_the_middle_of_the_paper() -> None:
    made = fronts(impose(pieces(CARD, 20)))
    places = [[(p.x, p.y, p.turn) for p in sheet.placements] for sheet in made]

    assert [len(sheet) for sheet in places] == [9, 9, 2]
    assert places[1] == places[0]
    assert places[2] == places[0][:2]
    lines = [{m[0] for m in sheet.marks if m[0] == m[2]} for sheet in made[:3]]
    assert lines[2] <= lines[1] == lines[0]
    assert sum(x for x, _, _ in places[0]) / 9 == pytest.approx(105)
    assert sum(y for _, y, _ in places[0]) / 9 == pytest.approx(148.5)


def test_equal_counts_prefer_unturned_pieces() -> None:
    first = impose(pieces(CARD, 8, gap=3.0))[0]

    assert (first.width, first.height) == (297, 210)
    assert {placement.turn for placement in first.placements} == {0.0}


def test_5400_pieces_are_imposed_in_a_moment() -> None:
    many = pieces(CARD, 5400)
    made, calls = counted(lambda: impose(many))

    assert len(made) == 1200
    assert calls < 250_000, f"{calls} calls"
