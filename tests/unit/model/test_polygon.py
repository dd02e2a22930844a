"""Growing and shrinking against shapely; outlines have the figures their makers promise."""

from __future__ import annotations

import math
import random

import pytest
from shapely import LineString, MultiPolygon, Polygon

from prancha.model import outline_shapes
from prancha.model.outline import Outline, circle, hat, hexagon, polygon_outline
from prancha.model.polygon import MITRE_LIMIT, crossing, offset_polygon, parts_inside, signed_area

SPECTRE_DIAMETER = math.dist((-(3**0.5) / 2, 1.5), (3 + 3**0.5 / 2, 1.5))
OUTLINES = [
    outline_shapes.spectre(40),
    outline_shapes.octagon(30),
    outline_shapes.triangle(40),
    outline_shapes.triangle(30, 42),
    outline_shapes.arrow(30, 40),
    outline_shapes.ellipse(44, 30),
    outline_shapes.meeple(20),
    hat(50),
    hexagon(40),
    outline_shapes.polyomino([(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)], 4.0),
]


def blob(chance: random.Random) -> tuple[tuple[float, float], ...]:
    count = chance.randint(3, 30)
    angles = [2 * math.pi * k / count for k in range(count)]
    points = [(r * math.cos(a), r * math.sin(a)) for a in angles if (r := chance.uniform(4, 30))]
    return tuple(points if chance.random() < 0.5 else points[::-1])


def wanted(points: tuple[tuple[float, float], ...], distance: float) -> Polygon:
    grown = Polygon(points).buffer(distance, join_style="mitre", mitre_limit=MITRE_LIMIT)
    parts = list(grown.geoms) if isinstance(grown, MultiPolygon) else [grown]
    return Polygon(max(parts, key=lambda part: part.area).exterior)


@pytest.mark.parametrize("distance", [-3.0, -1.0, 0.5, 3.0, 8.0])
@pytest.mark.parametrize("seed", range(60))
def test_any_simple_polygon_grows_and_shrinks_as_shapely_says(seed: int, distance: float) -> None:
    points = blob(random.Random(seed))
    got, want = offset_polygon(points, distance), wanted(points, distance)
    if want.is_empty:
        assert got == ()
        return
    assert Polygon(got).is_valid
    assert (signed_area(got) > 0) == (signed_area(points) > 0)
    # Sharp corners are cut off square here, a little differently there.
    assert Polygon(got).symmetric_difference(want).area < 0.02 * want.length


@pytest.mark.parametrize("distance", [-1.5, 1.5, 3.0])
@pytest.mark.parametrize("outline", OUTLINES, ids=lambda outline: outline.shape)
def test_every_edge_of_an_outline_moves_by_the_distance(outline: Outline, distance: float) -> None:
    got = Polygon(outline.polygon(distance))
    assert got.is_valid
    edge = Polygon(outline.points).exterior
    middles = [got.exterior.interpolate(k / 97, normalized=True) for k in range(97)]
    assert min(edge.distance(point) for point in middles) == pytest.approx(abs(distance), abs=1e-6)
    assert max(edge.distance(point) for point in middles) <= abs(distance) * MITRE_LIMIT * 1.2


def test_what_is_shrunk_away_is_nothing() -> None:
    outline = outline_shapes.triangle(10)
    assert outline.polygon(-3) == ()
    assert outline.path(-3) == ""


def test_of_parts_that_shrinking_leaves_the_largest_is_kept() -> None:
    dumbbell = (
        (0, 0),
        (10, 0),
        (10, 4),
        (20, 4),
        (20, 0),
        (32, 0),
        (32, 10),
        (20, 10),
        (20, 6),
        (10, 6),
        (10, 10),
        (0, 10),
    )
    left, _, right, _ = Polygon(offset_polygon(tuple((float(x), float(y)) for x, y in dumbbell), -1.5)).bounds
    assert (left, right) == pytest.approx((21.5, 30.5))


def test_a_bay_that_growing_closes_is_filled() -> None:
    u = outline_shapes.polyomino([(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)], 4.0)
    assert Polygon(u.polygon(3)).interiors[:] == []
    assert Polygon(u.polygon(3)).area == pytest.approx(18 * 14)


def test_crossing_edges_are_named() -> None:
    assert crossing(((0, 0), (20, 20), (20, 0), (0, 20))) == (0, 2)
    assert crossing(((0, 0), (20, 0), (20, 20))) is None


@pytest.mark.parametrize(
    ("outline", "width", "height", "area"),
    [
        (outline_shapes.octagon(30), 30, 30, 2 * (2**0.5 - 1) * 900),
        (outline_shapes.triangle(40), 40, 34.641, 692.820),
        (outline_shapes.triangle(30, 42), 30, 42, 630),
        (outline_shapes.arrow(30, 40), 30, 40, 600),
        (outline_shapes.ellipse(44, 30), 44, 30, math.pi * 22 * 15),
        (outline_shapes.meeple(20), 20.417, 20, 244.64),
        (outline_shapes.polyomino([(0, 0), (1, 0), (1, 1)], 20), 40, 40, 1200),
    ],
)
def test_outlines_have_their_size(outline: Outline, width: float, height: float, area: float) -> None:
    assert (outline.width, outline.height) == pytest.approx((width, height), abs=0.001)
    xs, ys = [x for x, _ in outline.points], [y for _, y in outline.points]
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((0, width, 0, height), abs=0.011)
    assert Polygon(outline.points).is_valid
    # Chords keep within 0.01 mm of their curves.
    assert Polygon(outline.points).area == pytest.approx(area, abs=0.01 * 2 * (width + height))


def test_the_spectre_has_fourteen_equal_edges_and_its_longest_diameter() -> None:
    points = outline_shapes.spectre(40).points
    sides = [math.dist(points[k - 1], points[k]) for k in range(14)]
    assert len(points) == 14
    assert sides == pytest.approx([40 / SPECTRE_DIAMETER] * 14)
    assert max(math.dist(a, b) for a in points for b in points) == pytest.approx(40)


@pytest.mark.parametrize("outline", [circle(30), *OUTLINES], ids=lambda outline: outline.shape)
def test_behind_an_outline_is_its_mirror_image(outline: Outline) -> None:
    seen = Polygon([(outline.width - x, y) for x, y in outline.polygon()])
    behind = outline.mirrored()
    assert Polygon(behind.polygon()).symmetric_difference(seen).area < 1e-9
    again = Polygon(behind.mirrored().polygon())
    assert again.symmetric_difference(Polygon(outline.polygon())).area < 1e-9
    assert behind.path().count("C") == outline.path().count("C")


def test_curves_start_at_the_first_point_and_end_there() -> None:
    for outline in (
        outline_shapes.ellipse(44, 30),
        outline_shapes.meeple(20),
        outline_shapes.meeple(20).mirrored(),
    ):
        assert math.dist(outline.curves[-1][-1], outline.points[0]) < 1e-9


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([(0, 0), (1, 1)], "cells meet at a corner only, at column 1 and row 1"),
        ([(0, 0), (2, 0)], "the cells do not hang together, or leave a hole"),
        ([(c, r) for c in range(3) for r in range(3) if (c, r) != (1, 1)], "hang together, or leave a hole"),
    ],
)
def test_cells_that_are_not_one_piece(cells: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        outline_shapes.polyomino(cells, 10.0)


def test_straight_vertices_stay() -> None:
    square = polygon_outline([(0, 0), (10, 0), (20, 0), (20, 20), (0, 20)])
    assert len(square.polygon(2)) == 5


@pytest.mark.parametrize("outline", OUTLINES)
def test_the_parts_of_a_line_inside(outline: Outline) -> None:
    chance, ring = random.Random(7), outline.polygon()
    for _ in range(60):
        a, b = ((chance.uniform(-5, 50), chance.uniform(-5, 50)) for _ in range(2))
        parts = list(parts_inside(a, b, ring))
        there = LineString([a, b]).intersection(Polygon(ring))
        assert sum(math.dist(part[:2], part[2:]) for part in parts) == pytest.approx(there.length, abs=1e-6)
        assert all(LineString([part[:2], part[2:]]).distance(there) < 1e-9 for part in parts)
        assert len(parts) == len(getattr(there, "geoms", [there] if there.length else []))
