"""Pieces are painted where the camera sees them, to a part of a pixel, and shadows fall on the ground."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest
from PIL import Image, ImageDraw

from prancha.export.face_pictures import FacePictures
from prancha.export.pixels_and_bytes import Size
from prancha.export.scenes.camera import Camera, View, fitted
from prancha.export.scenes.painting import Painter, perspective
from prancha.export.scenes.solids import Pose, Solid, die, slab, standing_box
from prancha.model.box import Point
from prancha.model.folded_nets import die as die_net
from prancha.model.folded_nets import tuck_box
from prancha.model.kit_components import ComponentFace
from prancha.model.outline import Outline, rectangle

SIZE = 2000, 1300
VIEW = View(45.0, 12.0)
RED, BLUE = (200, 0, 0), (0, 0, 200)


class HalfAndHalf:
    """Faces that are red to the left of the middle of their trim box, and blue to its right."""

    def draw(self, face: ComponentFace, reach: tuple[float, float], size: Size) -> Image.Image:
        picture = Image.new("RGB", size, RED)
        ImageDraw.Draw(picture).rectangle((size[0] // 2, 0, *size), BLUE)
        return picture


def face_of(outline: Outline) -> ComponentFace:
    return ComponentFace("x", outline, bleed=0.0, side="front", words="")


def painted(solids: Sequence[Solid], camera: Camera, ground: Any = None) -> Image.Image:
    return Painter(cast(FacePictures, HalfAndHalf()), camera, SIZE, ground).paint(solids)


def camera_for(solids: Sequence[Solid], view: View = VIEW) -> Camera:
    return fitted([spot for solid in solids for spot in solid.spots], view, SIZE)


def edge_at(value: Callable[[int], float], near: float, rises: bool) -> float:
    """Where values along a line of pixels cross the half of 255, within some pixels of `near`."""
    steps = range(round(near) - 5, round(near) + 6)
    values = [value(k) for k in steps]
    total = sum(values) / 255
    return steps[0] + (len(values) - total if rises else total)


@pytest.mark.parametrize("angle", [0.0, 33.0, 161.0])
def test_edges_of_a_card_are_where_the_camera_sees_them(angle: float) -> None:
    outline = rectangle(63, 88)
    # Without thickness it has no shadow, so that what is opaque is the card.
    card = slab(outline, Pose(10, -5, angle), 0.0, "card", face_of(outline))
    camera = camera_for([card])
    alpha = painted([card], camera).getchannel("A").load()
    assert alpha is not None
    corners = [camera.exact((*point, 0.0)) for point in card.foot]
    checked = 0
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        across = abs(bx - ax) < abs(by - ay)
        for share in (0.15, 0.5, 0.85):
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            if across:
                row = math.floor(y)
                x = ax + (bx - ax) * (row + 0.5 - ay) / (by - ay)
                found = edge_at(lambda k, row=row: alpha[k, row], x, rises=by < ay)  # type: ignore[misc]
                assert abs(found - x) < 0.25
            else:
                column = math.floor(x)
                y = ay + (by - ay) * (column + 0.5 - ax) / (bx - ax)
                found = edge_at(lambda k, column=column: alpha[column, k], y, rises=bx > ax)  # type: ignore[misc]
                assert abs(found - y) < 0.25
            checked += 1
    assert checked == 12


def test_corners_of_every_piece_are_where_the_camera_sees_them() -> None:
    """Where a corner is painted, lines along the edges beside it meet within half a pixel of it."""
    outline = rectangle(40, 40)
    cards = [
        slab(outline, Pose(60 * (k % 4), 60 * (k // 4), 7.0 * k), 0.0, "card", face_of(outline))
        for k in range(12)
    ]
    camera = camera_for(cards)
    alpha = painted(cards, camera).getchannel("A")
    for card in cards:
        points = [camera.exact((*point, 0.0)) for point in card.foot]
        middle = tuple(sum(point[k] for point in points) / 4 for k in (0, 1))
        for x, y in points:
            inside, outside = (
                (x + (middle[0] - x) * share, y + (middle[1] - y) * share) for share in (0.012, -0.012)
            )
            assert alpha.getpixel((math.floor(inside[0]), math.floor(inside[1]))) == 255
            assert alpha.getpixel((math.floor(outside[0]), math.floor(outside[1]))) == 0
            assert math.dist(inside, (x, y)) < 4


def test_the_print_is_where_the_camera_sees_it() -> None:
    outline = rectangle(63, 88)
    card = slab(outline, Pose(0, 0, 20.0), 0.0, "card", face_of(outline))
    camera = camera_for([card])
    picture = painted([card], camera)
    pose = Pose(0, 0, 20.0)
    blue = picture.getchannel("B").load()
    assert blue is not None
    for down in (-30.0, 0.0, 30.0):
        x, y = camera.exact((*pose.at(0.0, down), 0.0))
        row = math.floor(y)
        above, below = (camera.exact((*pose.at(0.0, down + step), 0.0)) for step in (-1, 1))
        x = above[0] + (below[0] - above[0]) * (row + 0.5 - above[1]) / (below[1] - above[1])
        found = edge_at(lambda k, row=row: blue[k, row] / BLUE[2] * 255, x, rises=True)  # type: ignore[misc]
        assert abs(found - x) < 0.5


def test_a_piece_of_board_shows_its_edge_and_casts_a_shadow() -> None:
    outline = rectangle(60, 60)
    board = slab(outline, Pose(0, 0), 2.0, "board", face_of(outline))
    camera = camera_for([board], View(45.0))
    picture = painted([board], camera, ground=(255, 255, 255))
    below = camera.exact((0.0, 30.0, 1.0))
    red, green, blue = picture.getpixel((math.floor(below[0]), math.floor(below[1])))  # type: ignore[misc]
    assert abs(red - green) < 20
    assert abs(green - blue) < 30
    assert 100 < green < 180
    shaded = camera.exact((31.5, 5.0, 0.0))
    assert picture.getpixel((math.floor(shaded[0]), math.floor(shaded[1]))) < (240, 240, 240)  # type: ignore[operator]
    held = Painter(cast(FacePictures, HalfAndHalf()), camera, SIZE, (255, 255, 255), held=True).paint([board])
    assert held.getpixel((math.floor(shaded[0]), math.floor(shaded[1]))) == (255, 255, 255)


@pytest.mark.parametrize("sides", [4, 6, 8, 12])
def test_a_die_is_closed(sides: int) -> None:
    """The faces of a folded die meet: each of its corners is one of every face around it."""
    net = die_net(sides, 16.0)
    solid = die(net, face_of(net.outline), Pose(3.0, 4.0, 17.0))
    corners: dict[int, list[tuple[float, float, float]]] = {}
    for panel, surface in zip(net.panels, solid.surfaces, strict=True):
        for mark, spot in zip(panel.marks, surface.corners, strict=True):
            corners.setdefault(mark, []).append(spot)
    assert len(corners) == {4: 4, 6: 8, 8: 6, 12: 20}[sides]
    for spots in corners.values():
        assert max(math.dist(spots[0], other) for other in spots) < 0.01
    assert min(spot[2] for spot in solid.spots) == pytest.approx(0.0, abs=1e-6)
    # All faces look outwards.
    middle = tuple(sum(spot[k] for spot in solid.spots) / len(list(solid.spots)) for k in range(3))
    for surface in solid.surfaces:
        spot = surface.corners[0]
        assert sum((spot[k] - middle[k]) * surface.normal[k] for k in range(3)) > 0


def test_a_tuck_box_stands_as_high_as_it_is() -> None:
    net = tuck_box(64.0, 90.0, 20.0)
    solid = standing_box(net, face_of(net.outline), Pose(0.0, 0.0, 30.0))
    assert (solid.low, solid.high) == (0.0, 90.0)
    # The front alone has more than four corners: those of its notch.
    sizes = {round(math.dist(one.corners[-1], one.corners[-2]), 6) for one in solid.surfaces}
    assert sizes == {64.0, 20.0}
    for surface in solid.surfaces:
        assert math.hypot(*surface.across) == pytest.approx(1.0, abs=0.05)
        assert math.hypot(*surface.down) == pytest.approx(1.0, abs=0.05)


def test_the_printed_tuck_of_the_lid_is_seen_through_the_notch_of_a_tuck_box() -> None:
    net = tuck_box(64.0, 90.0, 20.0)
    # The lid is in the red half of the net, the front in the blue one.
    solid = standing_box(net, face_of(net.outline), Pose(0.0, 0.0))
    camera = camera_for([solid], View(20.0, 0.0))
    pixels = painted([solid], camera, (255, 255, 255)).load()
    assert pixels is not None

    def red_at(x: float, z: float) -> bool:
        right, down = camera.exact((x, 10.0, z))
        red, _, blue = cast(tuple[int, int, int], pixels[int(right), int(down)])
        return red > blue

    assert [red_at(x, 86.0) for x in (-10.5, -6.0, 0.0, 6.0, 10.5)] == [False, True, True, True, False]
    assert [red_at(0.0, z) for z in (89.0, 82.0, 80.0)] == [True, True, False]


def test_everything_is_within_the_frame() -> None:
    outline = rectangle(63, 88)
    cards = [slab(outline, Pose(70.0 * k, 40.0 * (k % 2), 25.0 * k), 0.3, "card", None) for k in range(5)]
    for size in ((630, 500), (2560, 1440), (2000, 2000)):
        spots = [spot for card in cards for spot in card.spots]
        camera = fitted(spots, View(50.0, -9.0), size)
        seen = [camera.exact(spot) for spot in spots]
        free = 0.06 * min(size)
        assert min(x for x, _ in seen) >= free - 1e-6
        assert max(x for x, _ in seen) <= size[0] - free + 1e-6
        assert min(y for _, y in seen) >= free - 1e-6
        assert max(y for _, y in seen) <= size[1] - free + 1e-6


def test_sums_that_pillow_makes_are_exact() -> None:
    """No sum of coefficients and pixels needs more digits than a float has: every computer gives the same."""
    from fractions import Fraction

    quad: list[Point] = [(101.25, 33.5), (3970.75, 80.25), (3600.0, 2200.125), (400.5, 2100.0)]
    made = perspective(quad, ((0.0, 0.0), (2400.0, 1600.0)))
    for start in (0, 3):
        a, b, c = made[start : start + 3]
        for x, y in ((0.5, 0.5), (4095.5, 2303.5), (15999.5, 7999.5)):
            exact = Fraction(a) * Fraction(x) + Fraction(b) * Fraction(y) + Fraction(c)
            assert Fraction(a * x) == Fraction(a) * Fraction(x)
            assert Fraction(a * x + b * y + c) == exact
    g, h = made[6:]
    exact = Fraction(g) * Fraction(15999.5) + Fraction(h) * Fraction(7999.5) + 1
    assert Fraction(g * 15999.5 + h * 7999.5 + 1.0) == exact
    # The corners of the quad are those of the rectangle.
    for (x, y), (u, v) in zip(quad, ((0, 0), (2400, 0), (2400, 1600), (0, 1600)), strict=True):
        below = made[6] * x + made[7] * y + 1
        assert (made[0] * x + made[1] * y + made[2]) / below == pytest.approx(u, abs=0.05)
        assert (made[3] * x + made[4] * y + made[5]) / below == pytest.approx(v, abs=0.05)
