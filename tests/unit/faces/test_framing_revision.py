"""The revision at the bottom right of every face: inside the trim, whatever the outline."""

from __future__ import annotations

import pytest

from prancha.faces.framing import HEIGHT, INSIDE, place
from prancha.model.outline import Outline, circle, hat, hexagon, polygon_outline, rectangle

OUTLINES = [
    rectangle(63, 88), rectangle(63, 88, 3), circle(12), hexagon(22), hexagon(22, pointy=False), hat(55),
    hat(55).mirrored(), polygon_outline([(0, 0), (30, 0), (15, 30)]),
]  # fmt: skip


@pytest.mark.parametrize("outline", OUTLINES)
def test_it_lies_inside_the_trim(outline: Outline) -> None:
    from shapely import Point, box
    from shapely.geometry import Polygon

    spot = place(outline, 3.0, HEIGHT)
    assert spot is not None
    x, y = spot
    trim = Polygon(outline.polygon())
    if outline.radius:
        trim = trim.buffer(-outline.radius).buffer(outline.radius)
    assert trim.buffer(-INSIDE + 0.02).contains(box(x - 3.0, y - HEIGHT, x, y))
    assert trim.exterior.distance(Point(x, y)) < 2.5, "it is near the edge, out of the way"
    assert x > outline.width / 2
    assert y > outline.height / 3


def test_a_piece_too_small_for_it_has_no_place() -> None:
    assert place(rectangle(4, 4), 3.0, HEIGHT) is None
    assert place(circle(4), 3.0, HEIGHT) is None
