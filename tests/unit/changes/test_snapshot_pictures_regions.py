"""Boxes about what differs between two pictures."""

from __future__ import annotations

from PIL import Image, ImageDraw

from prancha.changes.snapshot_pictures import CELL, MOST, regions_between


def picture(*boxes: tuple[int, int, int, int], colour: str = "#000000") -> Image.Image:
    made = Image.new("RGB", (200, 300), "white")
    for box in boxes:
        ImageDraw.Draw(made).rectangle(box, fill=colour)
    return made


def test_equal_pictures_have_none() -> None:
    assert regions_between(picture((1, 2, 9, 9)), picture((1, 2, 9, 9)), 1.0) == ()


def test_one_place_is_one_tight_box_in_mm() -> None:
    assert regions_between(picture(), picture((20, 30, 59, 49)), 0.5) == ((10.0, 15.0, 30.0, 25.0),)


def test_places_far_apart_are_boxes_of_their_own() -> None:
    made = regions_between(
        picture((5, 5, 9, 9)), picture((5, 5, 9, 9), (100, 200, 109, 209), (5, 200, 9, 209)), 1.0
    )
    assert made == ((5.0, 200.0, 10.0, 210.0), (100.0, 200.0, 110.0, 210.0))


def test_places_near_each_other_are_one() -> None:
    assert regions_between(picture(), picture((3, 3, 8, 8), (14, 3, 19, 8)), 1.0) == ((3.0, 3.0, 20.0, 9.0),)


def test_many_places_become_one() -> None:
    spots = [
        (40 * k % 200, 4 * CELL * (40 * k // 200), 40 * k % 200 + 2, 4 * CELL * (40 * k // 200) + 2)
        for k in range(MOST + 1)
    ]
    made = regions_between(picture(), picture(*spots), 1.0)
    assert len(made) == 1


def test_a_hair_of_difference_is_none() -> None:
    assert regions_between(picture((9, 9, 20, 20), colour="#f0f0f0"), picture(), 1.0) == ()
    assert regions_between(picture((9, 9, 20, 20), colour="#e0e0ff"), picture(), 1.0) != ()
