"""Nets fold: edges that meet are as long as each other, and dice close."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from pathlib import Path

import pytest
from shapely import LineString, Point, Polygon

from prancha.model import folded_nets
from prancha.model.component_kinds import KINDS, KindSizes
from prancha.model.folded_nets import die, tuck_box
from prancha.model.outline import Net, Panel
from prancha.model.outline_shapes import pointer
from prancha.model.polygon import crossing

SIZES = KindSizes(width=60, height=40, depth=20, sides=6, foot=8, wing=25)
NETS = {
    "tuck-box": tuck_box(64.5, 89.9, 18.3),
    "flat box": tuck_box(45, 69, 8),
    "deep box": tuck_box(45, 69, 60),
    "standee": folded_nets.standee(24, 40, 8),
    "tent": folded_nets.tent(90, 45),
    "screen": folded_nets.screen(150, 110, 70),
    "leaflet": folded_nets.leaflet(74, 105),
    **{f"d{sides}": die(sides, 20) for sides in (4, 6, 8, 12)},
    **{f"kind {name}": net for name, kind in KINDS.items() if (net := kind.net(SIZES)).panels},
}
BOXES = [(64.5, 89.9, 18.3), (45, 69, 8), (45, 69, 60)]


def panels(net: Net) -> dict[str, Panel]:
    return {panel.name: panel for panel in net.panels}


@pytest.mark.parametrize("name", NETS)
def test_panels_lie_in_the_outline_and_folds_along_their_edges(name: str) -> None:
    net = NETS[name]
    cut = Polygon(net.outline.points)
    assert cut.is_valid
    assert crossing(net.outline.points) is None
    for panel in net.panels:
        if name.endswith("box") and panel.name == "front":
            continue  # the notch for the thumb is cut out of it
        assert cut.buffer(0.02).covers(Polygon(panel.corners))
    for area in net.glue:
        assert cut.buffer(0.02).covers(Polygon(area))
    for x1, y1, x2, y2 in net.folds:
        assert cut.buffer(0.02).covers(LineString([(x1, y1), (x2, y2)]))
    rings = [Polygon(panel.corners) for panel in net.panels]
    assert all(one.intersection(other).area < 1e-6 for k, one in enumerate(rings) for other in rings[:k])


@pytest.mark.parametrize(("width", "height", "depth"), BOXES)
def test_a_tuck_box_closes(width: float, height: float, depth: float) -> None:
    net = tuck_box(width, height, depth)
    found = panels(net)
    for name in ("front", "back"):
        assert (found[name].width, found[name].height) == pytest.approx((width, height))
    for name in ("left", "right"):
        assert (found[name].width, found[name].height) == pytest.approx((depth, height))
    # The lids cover the mouth between front, back and sides.
    for name in ("top", "bottom"):
        assert (found[name].width, found[name].height) == pytest.approx((width, depth))
    # Around the box: back, left, front, right, and the strip of the back goes to the right.
    around = [found[name] for name in ("back", "left", "front", "right")]
    for one, other in pairwise(around):
        assert one.x + one.width / 2 == pytest.approx(other.x - other.width / 2)
    (strip,) = net.glue
    long = [y for x, y in strip if x == max(x for x, _ in strip)]
    assert max(long) - min(long) == pytest.approx(height)
    assert max(x for x, _ in strip) - min(x for x, _ in strip) <= depth
    assert around[-1].x + depth / 2 == pytest.approx(net.outline.width)
    # Four upright folds, and four along each end: lid, tuck and two dust flaps, as wide as what they hang on.
    upright = [fold for fold in net.folds if fold[0] == fold[2]]
    level = sorted(abs(x2 - x1) for x1, y1, x2, y2 in net.folds if y1 == y2)
    assert [abs(y2 - y1) for _, y1, _, y2 in upright] == pytest.approx([height] * 4)
    assert level == pytest.approx(sorted([depth] * 4 + [width] * 4))
    # Dust flaps and tucks leave room for each other inside.
    tall = net.outline.height - height - 2 * depth
    assert tall / 2 <= width / 2 + 0.01
    assert not Polygon(net.outline.points).covers(Point(found["front"].x, found["front"].y - height / 2 + 1))


@pytest.mark.parametrize(("sides", "corners", "edges"), [(4, 4, 6), (6, 8, 12), (8, 6, 12), (12, 20, 30)])
def test_a_die_closes(sides: int, corners: int, edges: int) -> None:
    net = die(sides, 20)
    assert [panel.name for panel in net.panels] == [str(k + 1) for k in range(sides)]
    assert len({mark for panel in net.panels for mark in panel.marks}) == corners
    for panel in net.panels:
        ring = zip(panel.corners, (*panel.corners[1:], panel.corners[0]), strict=True)
        assert [math.dist(a, b) for a, b in ring] == pytest.approx([20] * len(panel.corners))
    # Each edge of the die is a fold, or one glued by a tab; no edge of it is there twice.
    joined = {
        frozenset(edge)
        for panel in net.panels
        for edge in zip(panel.marks, (*panel.marks[1:], panel.marks[0]), strict=True)
    }
    assert len(joined) == edges
    assert len(net.folds) == edges
    assert len(net.glue) == edges - (sides - 1)
    if sides > 4:
        found = panels(net)
        for number in range(1, sides + 1):
            assert not set(found[str(number)].marks) & set(found[str(sides + 1 - number)].marks)


def test_opposite_sides_of_a_d12_share_no_neighbour() -> None:
    found = panels(die(12, 20))
    beside = {
        name: {n for n, other in found.items() if len(set(panel.marks) & set(other.marks)) == 2}
        for name, panel in found.items()
    }
    assert all(not beside[str(k)] & beside[str(13 - k)] for k in range(1, 13))


def test_a_strip_folds_to_equal_panels() -> None:
    found = panels(NETS["standee"])
    assert (found["front"].height, found["back"].height, found["front"].turn, found["back"].turn) == (
        40,
        40,
        0,
        180,
    )
    assert (NETS["standee"].outline.width, NETS["standee"].outline.height) == (24, 96)
    assert [fold[1] for fold in NETS["standee"].folds] == [8, 48, 88]
    assert [fold[0] for fold in NETS["screen"].folds] == [70, 220]
    assert (NETS["leaflet"].outline.width, NETS["tent"].outline.height) == (148, 90)


@pytest.mark.parametrize("name", NETS)
def test_behind_a_net_is_its_mirror_image(name: str) -> None:
    net = NETS[name]
    again = net.mirrored().mirrored()
    assert [v for fold in again.folds for v in fold] == pytest.approx([v for fold in net.folds for v in fold])
    assert [p.name for p in again.panels] == [p.name for p in net.panels]
    assert [p.turn for p in again.panels] == pytest.approx([p.turn for p in net.panels])
    assert [p.x for p in again.panels] == pytest.approx([p.x for p in net.panels])


def test_the_needle_of_the_manual_turns_within_its_wheel() -> None:
    """Its hub's middle, where the pin goes, is as far from the end as from the sides."""
    manual = (Path(__file__).parents[3] / "docs" / "components.md").read_text(encoding="utf-8")
    wheel, needle = (
        float(size) for size in re.findall(r"kind: (?:spinner|pointer)[\n,] ?size: (\d+) mm", manual)
    )
    arrow = pointer(needle)
    pin = (arrow.width / 2, arrow.height - arrow.width / 2)
    reach = max(math.dist(pin, point) for point in arrow.points)
    assert reach == pytest.approx(0.87 * needle)
    assert reach < wheel / 2 - 2
