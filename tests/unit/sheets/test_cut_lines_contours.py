"""Outlines for cutting machines: every stretch once, round where the piece is round."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from shapely import LineString, Polygon, unary_union
from shapely.ops import polygonize

from prancha.model import outline_shapes
from prancha.model.outline import Outline, circle, hat, hexagon, rectangle
from prancha.model.sheet import Sheet, Stroke
from prancha.sheets import contours

from .making import impose, pieces, trims


def _flat(stroke: Stroke, steps: int = 32) -> list[tuple[float, float]]:
    """A stroke as chords."""
    (x, y), *rest = stroke
    points = [(x, y)]
    for step in rest:
        if len(step) == 2:
            points.append((step[0], step[1]))
            continue
        (x0, y0), (x1, y1, x2, y2, x3, y3) = points[-1], step
        for k in range(1, steps + 1):
            t, u = k / steps, 1 - k / steps
            points.append((
                u**3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x3,
                u**3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y3,
            ))  # fmt: skip
    return points


def _lines(sheet: Sheet) -> list[LineString]:
    return [LineString(pair) for stroke in contours(sheet) for pair in pairwise(_flat(stroke))]


def _assert_once(sheet: Sheet) -> float:
    lines = _lines(sheet)
    length = sum(line.length for line in lines)
    assert unary_union(lines, grid_size=0.001).length == pytest.approx(length, abs=0.05)
    return length


@pytest.mark.parametrize(
    ("outline", "count", "length", "strokes"),
    [
        (rectangle(63, 88), 9, 4 * 264 + 4 * 189, 5),
        (hexagon(40), 33, 2820, 40),
        (hat(55), 37, 4080, 40),
    ],
)
def test_shared_edges_stand_once(outline: Outline, count: int, length: float, strokes: int) -> None:
    sheet = impose(pieces(outline, count))[0]

    assert _assert_once(sheet) <= length + 0.01
    assert len(contours(sheet)) <= strokes
    cells = list(polygonize(unary_union(_lines(sheet), grid_size=0.001)))
    for trim in trims(sheet):
        assert any(cell.symmetric_difference(trim).area < 1 for cell in cells)


def test_round_corners_are_curves_and_the_straight_between_neighbours_stands_once() -> None:
    sheet = impose(pieces(rectangle(63, 88, 3), 9))[0]

    curves = [step for stroke in contours(sheet) for step in stroke if len(step) == 6]
    assert len(curves) == 9 * 4
    straight = 4 * 3 * (88 - 6) + 4 * 3 * (63 - 6)
    assert _assert_once(sheet) == pytest.approx(straight + 9 * 2 * math.pi * 3, rel=1e-3)


def test_a_piece_that_touches_none_is_one_closed_stroke() -> None:
    for outline in (circle(30), rectangle(40, 60, 3), rectangle(40, 60), hexagon(40)):
        (stroke,) = contours(impose(pieces(outline, 1))[0])
        assert stroke[0] == pytest.approx(stroke[-1][-2:])
        area = Polygon(_flat(stroke)).area
        assert area == pytest.approx(Polygon(outline.polygon()).area, rel=0.01)


def test_neighbours_of_different_sizes_share_what_they_share() -> None:
    sheet = impose(
        pieces(rectangle(60, 90), 2, family="a"), pieces(rectangle(44, 68, 3), 5, family="b"),
        pieces(rectangle(30, 30), 4, family="c"), pieces(hexagon(35), 3, family="d"),
    )[0]  # fmt: skip
    total = sum(line.length for line in _lines(sheet))
    assert _assert_once(sheet) == total
    edges = unary_union(_lines(sheet)).buffer(0.02)
    for placement, trim in zip(sheet.placements, trims(sheet), strict=True):
        if placement.outline.shape != "rounded":
            assert edges.covers(trim.exterior)


def test_curves_of_outlines_are_curves() -> None:
    (sheet,) = impose(pieces(outline_shapes.ellipse(40, 30), 2, gap=3, back=False))
    steps = [step for stroke in contours(sheet) for step in stroke]
    assert len([step for step in steps if len(step) == 6]) == 2 * 16
    (sheet,) = impose(pieces(outline_shapes.meeple(20), 1, gap=3, back=False))
    kinds = [len(step) for stroke in contours(sheet) for step in stroke[1:]]
    assert (kinds.count(6), kinds.count(2)) == (16, 4)
