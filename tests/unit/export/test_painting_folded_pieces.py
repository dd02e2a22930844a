"""Screens stand, leaflets lie closed and tents lean in pictures, with the right panels towards the viewer."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from PIL import Image

from prancha.export.scenes.camera import Camera
from prancha.export.scenes.pieces import pile_of, size_on_table, solids_of, split, thickness
from prancha.export.scenes.solids import Pose, Spot
from prancha.model.box import bounds
from prancha.model.folded_nets import leaflet, screen, tent
from prancha.model.kit_components import Component, ComponentFamily
from prancha.model.outline import Net
from tests.unit.export.test_painting import RED, camera_for, face_of, painted

PAPER = 0.1


def family(kind: str, net: Net, stock: str = "card", thick: float = 0.32) -> ComponentFamily:
    """A family of one folded piece; each of its sides is red to the left and blue to the right."""
    side = face_of(net.outline)
    one = Component(kind, "one", "", copies=1, front=side, back=side)
    return ComponentFamily(
        kind, "", stock, kind, net.outline, bleed=0.0, safe=3.0, thickness=thick, components=(one,), net=net
    )


def colour_at(picture: Image.Image, camera: Camera, spot: Spot) -> str:
    """The print at a point, as far as its shade allows."""
    x, y = camera.exact(spot)
    red, green, blue = picture.convert("RGB").getpixel((math.floor(x), math.floor(y)))  # type: ignore[misc]
    if max(red, blue) < 3 * green + 60:
        return "plain"
    return "red" if red > blue else "blue"


def middle_of(corners: Sequence[Spot]) -> Spot:
    x, y, z = (sum(corner[k] for corner in corners) / len(corners) for k in range(3))
    return x, y, z


@pytest.mark.parametrize(("up", "colour"), [(True, "blue"), (False, "red")])
def test_a_leaflet_lies_closed_with_its_first_or_last_page_up(up: bool, colour: str) -> None:
    rules = family("leaflet", leaflet(74, 105), "paper", PAPER)
    assert size_on_table(rules) == (74, 105)
    closed = pile_of([(rules, rules.components[0], up)], Pose(5, 7, 90.0, 3.0))
    left, top, right, bottom = bounds(closed.foot)
    assert (right - left, bottom - top) == pytest.approx((105, 74))
    assert (closed.low, closed.high) == pytest.approx((3.0, 3.2))
    camera = camera_for([closed])
    picture = painted([closed], camera)
    for x, y in ((-45, -30), (45, -30), (45, 30), (-45, 30), (0, 0)):
        assert colour_at(picture, camera, (5 + x, 7 + y, 3.2)) == colour
    # Two of them are as high as four sheets.
    assert pile_of([(rules, rules.components[0], True)] * 2, Pose(0, 0)).high == pytest.approx(4 * PAPER)
    assert thickness(rules) == 2 * PAPER
    assert split(rules, 140) == [70, 70]


@pytest.mark.parametrize("up", [True, False])
def test_a_screen_stands_with_its_wings_folded_away_from_who_sees_its_front(up: bool) -> None:
    walls = family("screen", screen(150, 110, 70))
    shadow, left, middle, right = solids_of(walls, walls.components[0], Pose(0, 0), up)
    assert shadow.surfaces == ()
    assert {one.casts for one in (left, middle, right)} == {()}
    width, depth = size_on_table(walls)
    around = bounds(point for one in (left, middle, right) for point in one.foot)
    assert around == pytest.approx((-width / 2, -depth / 2, width / 2, depth / 2), abs=0.32)
    assert {(one.low, one.high) for one in (left, middle, right)} == {(0.0, 110.0)}
    # Neighbours share the line at which they are folded, on both sides of the card.
    for one, other in ((left, middle), (middle, right)):
        shared = [a for a in one.foot if min(math.dist(a, b) for b in other.foot) < 1e-9]
        assert len(shared) == 2
        assert middle.high == other.high
    near, far = (depth / 2, -depth / 2) if up else (-depth / 2, depth / 2)
    assert max(abs(y - near) for _, y in middle.foot) < 0.4
    assert min(abs(y - far) for _, y in left.foot) < 0.1
    camera = camera_for([left, middle, right])
    picture = painted([shadow, left, middle, right], camera)
    # What the viewer sees, outside or inside, is red to the left and blue to the right, never mirrored.
    for one, colour in ((left, "red"), (right, "blue")) if up else ((right, "red"), (left, "blue")):
        for surface in one.surfaces:
            if surface.face is not None and surface.normal[1] > 0:
                assert colour_at(picture, camera, middle_of(surface.corners)) == colour
                break
        else:
            raise AssertionError("one side of each wing faces the viewer")


def test_a_near_panel_of_a_screen_hides_what_lies_within_it_and_a_far_one_does_not() -> None:
    walls, card = family("screen", screen(150, 110, 70)), family("", leaflet(30, 30))
    lying = pile_of([(card, card.components[0], True)], Pose(0, 0))
    seen = {}
    for up in (True, False):
        standing = list(solids_of(walls, walls.components[0], Pose(0, 0), up))
        camera = camera_for(standing)
        x, y = camera.exact((-20.0, 12.0, 0.32))
        for solids in (standing, [*standing, lying], [lying, *standing]):
            pixel = painted(solids, camera).getpixel((math.floor(x), math.floor(y)))
            seen[up, len(solids), solids[0] is lying] = pixel
    # The outside of the near panel is as dark as what stands, the card as bright as what lies.
    assert seen[True, 4, False] == seen[True, 5, False] == seen[True, 5, True] == (179, 0, 0, 255)
    assert seen[False, 5, False] == (*RED, 255) != seen[False, 4, False]


def test_a_tent_leans_and_is_open_at_its_ends() -> None:
    names = family("tent", tent(90, 45))
    (solid,) = solids_of(names, names.components[0], Pose(0, 0))
    width, depth = size_on_table(names)
    assert width == 90
    assert bounds(solid.foot) == pytest.approx((-45, -depth / 2, 45, depth / 2))
    # The panels keep their height: from a lower edge to the ridge.
    assert math.hypot(depth / 2, solid.high) == pytest.approx(45)
    near, far = solid.surfaces[-1], solid.surfaces[0]
    assert near.normal[1] > 0.9 > 0 > far.normal[1]
    assert min(near.normal[2], far.normal[2]) > 0
    camera = camera_for([solid])
    picture = painted([solid], camera)
    assert colour_at(picture, camera, (-30.0, depth / 4, solid.high / 2)) == "red"
    assert colour_at(picture, camera, (30.0, depth / 4, solid.high / 2)) == "blue"
