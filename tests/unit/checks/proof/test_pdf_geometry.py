"""Boxes, polygons and lines in the plane."""

from __future__ import annotations

import pytest

from prancha.checks.proof.pdf_geometry import area, clip_line, intersect_polygons, intersection_box, is_convex

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))


def test_what_polygons_share() -> None:
    diamond = ((5.0, -5.0), (15.0, 5.0), (5.0, 15.0), (-5.0, 5.0))
    assert intersection_box((SQUARE, diamond)) == (0.0, 0.0, 10.0, 10.0)
    assert area(intersect_polygons((SQUARE, diamond))) == pytest.approx(100)
    turned = ((9.0, 4.0), (12.0, 5.0), (9.0, 6.0))
    assert area(intersect_polygons((SQUARE, turned))) == pytest.approx(3 - 4 / 3)
    bay = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 2.0), (0.0, 10.0))
    assert (is_convex(SQUARE), is_convex(bay)) == (True, False)
    assert intersection_box((bay, turned)) == pytest.approx((9, 4, 10, 6), abs=0.4)
    apart = tuple((x + 40, y) for x, y in turned)
    assert intersect_polygons((SQUARE, apart)) == ()
    left, _, right, _ = intersection_box((SQUARE, apart))
    assert left > right


def test_the_part_of_a_line_within_a_box() -> None:
    assert clip_line((-5, 5, 15, 5), (0, 0, 10, 10)) == (0, 5, 10, 5)
    assert clip_line((2, 2, 3, 3), (0, 0, 10, 10)) == (2, 2, 3, 3)
    assert clip_line((-5, 12, 15, 12), (0, 0, 10, 10)) is None
