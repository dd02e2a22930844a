"""The measure tells what is printed otherwise from what is only shaded otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from tests.conformance.drawings import SQUARE
from tests.conformance.measure import Picture, likeness
from tests.conformance.project import pixels
from tests.conformance.reference import picture

PIXELS, _ = pixels(SQUARE)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
CARD = (
    '<rect x="6" y="6" width="28" height="20" rx="4" fill="#27628f"/>'
    '<circle cx="20" cy="16" r="7" fill="#f6d365"/>'
    '<path d="M6 31.5h28" stroke="#000" stroke-width=".2"/>'
    '<text x="8" y="38" font-family="Alegreya Sans" font-size="5">Owl night</text>'
)


def drawn(content: str = CARD, side: int = PIXELS) -> Picture:
    return picture(f"{HEAD}{content}</svg>".encode(), (side, side))


def changed(old: str, new: str) -> Picture:
    assert old in CARD
    return drawn(CARD.replace(old, new))


def test_a_picture_is_like_itself() -> None:
    assert likeness(drawn(), drawn()).same()


@pytest.mark.parametrize("finer", [2, 3, 4])
def test_another_way_of_shading_edges_passes(finer: int) -> None:
    fine = Image.fromarray(drawn(side=PIXELS * finer))
    assert likeness(drawn(), np.asarray(fine.resize((PIXELS, PIXELS), Image.Resampling.BOX))).same()


def test_a_twentieth_of_a_unit_passes() -> None:
    moved = CARD.replace('x="6" y="6"', 'x="6.05" y="6"').replace('cx="20"', 'cx="20.05"')
    assert likeness(drawn(), drawn(moved)).same()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('M6 31.5h28', 'M6 32h28'),
        ('cx="20"', 'cx="20.5"'),
        ('x="6" y="6"', 'x="6.5" y="6"'),
        ('x="8" y="38"', 'x="8.5" y="38"'),
    ],
)  # fmt: skip
def test_half_a_unit_is_told(old: str, new: str) -> None:
    """A unit has five pixels; the line is one pixel wide."""
    assert not likeness(drawn(), changed(old, new)).same()


@pytest.mark.parametrize(
    ("old", "new"),
    [("#27628f", "#276287"), ("#27628f", "#2f628f"), ("#27628f", "#276a8f"), ("#f6d365", "#f6d36d")],
)
def test_a_colour_off_by_8_of_255_is_told(old: str, new: str) -> None:
    assert not likeness(drawn(), changed(old, new)).same()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('stroke="#000"', 'stroke="none"'),
        ('stroke="#000"', 'stroke="#999"'),
        ('M6 31.5h28', 'M6 31.5h22'),
        ('Owl night', 'Owl nighf'),
        ('font-size="5"', 'font-size="5.3"'),
        ('rx="4"', 'rx="3"'),
    ],
)  # fmt: skip
def test_what_is_missing_or_another_is_told(old: str, new: str) -> None:
    """The line, 0.2 units wide; its colour, its end; a letter; the size of type; a corner."""
    assert not likeness(drawn(), changed(old, new)).same()


def test_a_fading_that_is_off_is_told() -> None:
    stops = (
        '<linearGradient id="g"><stop stop-color="#27628f"/>'
        '<stop offset="{}" stop-color="#f6d365"/></linearGradient>'
    )
    shape = '<rect width="40" height="40" fill="url(#g)"/>'
    assert not likeness(drawn(stops.format(1) + shape), drawn(stops.format(0.9) + shape)).same()


def test_pictures_of_other_sizes_are_not_compared() -> None:
    with pytest.raises(
        ValueError, match=r"one picture has \(200, 200, 3\) pixels, the other \(100, 100, 3\)"
    ):
        likeness(drawn(), drawn(side=100))
