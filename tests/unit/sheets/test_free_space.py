"""Free rectangles among boxes and polygons, against a search that knows nothing of cells."""

from __future__ import annotations

import random

import pytest
from shapely import Polygon, unary_union
from shapely.geometry import box

from prancha.model.outline import circle, hat
from prancha.sheets.free_space import Waste
from prancha.sheets.sheet_room import Slot, placed


def scene(seed: int) -> tuple[Waste, Polygon, tuple[float, float, float]]:
    """A sheet with some things on it, the same as one polygon, and its width, height and edge."""
    chance = random.Random(seed)
    width, height, edge = chance.uniform(50, 200), chance.uniform(50, 200), chance.uniform(0, 12)
    waste, taken = Waste(width, height, edge), []
    for _ in range(chance.randint(0, 8)):
        x, y = chance.uniform(0, width), chance.uniform(0, height)
        if chance.random() < 0.5:
            rect = (x, y, x + chance.uniform(1, 60), y + chance.uniform(1, 60))
            waste.block(rect)
            taken.append(box(*rect))
        else:
            outline, turn = chance.choice([hat(55), circle(30)]), chance.choice([0.0, 30.0, 77.0])
            ring = placed(outline, Slot(x, y, turn))
            waste.block_ring(ring)
            taken.append(Polygon(ring))
    return waste, unary_union(taken), (width, height, edge)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("size", [(51.0, 4.4), (20.0, 20.0), (4.4, 30.0), (3.6, 3.6)])
def test_what_is_found_is_free_and_what_is_free_is_found(seed: int, size: tuple[float, float]) -> None:
    waste, taken, (width, height, edge) = scene(seed)
    wide, high = size
    found = list(waste.places(wide, high))

    for x, y in found[:5]:
        assert box(x, y, x + wide, y + high).buffer(-0.05).intersection(taken).area < 1e-9
        assert min(x, y) >= edge - 1e-9
        assert x + wide <= width - edge + 0.05
        assert y + high <= height - edge + 0.05
    assert (waste.leftmost(wide, high) is None) == (not found)
    if not found:
        assert not _room(taken, (wide + 0.6, high + 0.6), (width, height, edge))


def _room(taken: Polygon, size: tuple[float, float], sheet: tuple[float, float, float]) -> bool:
    width, height, edge = sheet
    across = [edge + k / 2 for k in range(int(2 * (width - 2 * edge - size[0])) + 1)]
    down = [edge + k / 2 for k in range(int(2 * (height - 2 * edge - size[1])) + 1)]
    return any(not box(x, y, x + size[0], y + size[1]).intersects(taken) for x in across for y in down)


def test_a_ring_that_runs_over_itself_is_taken_with_all_it_winds_round() -> None:
    waste = Waste(40, 40, 0)
    # Two squares in one ring, the smaller inside the larger and wound the same way.
    waste.block_ring(
        [(5, 5), (35, 5), (35, 35), (5, 35), (5, 5), (15, 15), (25, 15), (25, 25), (15, 25), (15, 15)]
    )

    assert next(waste.places(8, 8), None) is None
    assert next(waste.places(4.9, 30)) == pytest.approx((0, 10))
    assert next(waste.places_from_right(4.9, 30)) == pytest.approx((35, 0), abs=0.3)


def test_a_copy_is_blocked_apart() -> None:
    waste = Waste(40, 40, 0)
    waste.copy().block((0, 0, 40, 40))

    assert next(waste.places(40, 40)) == (0, 0)
    assert next(waste.places(41, 1), None) is None
