"""Rectangles are asked by their core what polygons are asked edge by edge, with the same answers."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from prancha.graphics.scene.polygon_regions import region
from prancha.model.box import NOWHERE


@pytest.mark.parametrize("radius", ["", "0.5", "2", "9"])
def test_the_core_of_a_rectangle_changes_no_answer(radius: str) -> None:
    chance = random.Random(radius)
    inside = clear = 0
    for _ in range(2000):
        x, y, w, h = (chance.choice((0.0, 1.0, 2.5, chance.uniform(0.1, 20))) for _ in range(4))
        size = {"x": str(x), "y": str(y), "width": str(w), "height": str(h), "rx": radius, "ry": radius}
        quick = region("rect", {key: value for key, value in size.items() if value})
        plain = replace(quick, core=NOWHERE)
        left, top = (chance.choice((at, at + 0.29, chance.uniform(-2, 22))) for at in (x, y))
        box = left, top, left + chance.uniform(0, w), top + chance.uniform(0, h)
        assert quick.crosses(box) == plain.crosses(box)
        assert quick.crosses(box, open_=True) == plain.crosses(box, open_=True)
        assert quick.holds(left, top) == plain.holds(left, top)
        inside += quick.holds(left, top)
        clear += not quick.crosses(box) and quick.holds(left, top)
    assert inside > 50
    assert clear > 20
