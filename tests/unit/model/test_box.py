"""Upright boxes: around things, grown, shared, and apart."""

from __future__ import annotations

import pytest

from prancha.model import box
from prancha.model.box import Box

ONE: Box = (0, 0, 10, 6)


def test_a_box_goes_around_points_and_boxes() -> None:
    assert box.bounds([(3, 4), (-1, 9), (2, 0)]) == (-1, 0, 3, 9)
    assert box.enclose([ONE, (8, -2, 9, 3)]) == (0, -2, 10, 6)
    assert box.enclose([ONE, box.NOWHERE]) == ONE
    assert box.grow(ONE, 2) == (-2, -2, 12, 8)


@pytest.mark.parametrize(
    ("other", "shared", "apart", "overlaps"),
    [
        ((4, 2, 20, 20), 24.0, -4, True),
        ((10, 0, 12, 6), 0.0, 0, False),
        ((13, 0, 14, 6), 0.0, 3, False),
        ((2, 1, 3, 2), 1.0, -2, True),
    ],
)
def test_two_boxes(other: Box, shared: float, apart: float, overlaps: bool) -> None:
    assert box.overlap_area(ONE, other) == box.area(box.intersect(ONE, other)) == shared
    assert box.distance(ONE, other) == box.distance(other, ONE) == apart
    assert box.overlap(ONE, other) is overlaps


def test_a_touch_may_be_left_out() -> None:
    assert box.overlap(ONE, (9.9, 0, 12, 6))
    assert not box.overlap(ONE, (9.9, 0, 12, 6), 0.2)


def test_corners_lie_within() -> None:
    assert box.bounds(box.corners(ONE)) == ONE
    assert box.within(ONE, ONE)
    assert not box.within(box.grow(ONE, 1), ONE)
