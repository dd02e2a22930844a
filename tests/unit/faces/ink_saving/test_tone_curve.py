"""The tone curve: lighter stays lighter, equal stays equal, classes of colours stay apart."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prancha.building import game_loading
from prancha.checks.artwork.colour_only import ciede2000, lab_as_seen
from prancha.faces.ink_saving.tone_curve import TONES, chroma, lightness
from prancha.graphics.svg.css_colours import Rgb, colour_or_none, show

ROOT = Path(__file__).resolve().parents[4]
INKS = ("low", "outline")
EIGHT_BITS = 0.5
"""CIE L* that two colours may be turned over by when they are rounded to #rrggbb."""
channel = st.integers(0, 255).map(lambda value: value / 255)
colours = st.tuples(channel, channel, channel)


@given(colours, colours)
@pytest.mark.parametrize("ink", INKS)
def test_what_was_lighter_stays_lighter(ink: str, one: Rgb, other: Rgb) -> None:
    darker, lighter = sorted((one, other), key=lightness)
    low, high = (lightness(TONES[ink].of(colour)) for colour in (darker, lighter))
    assert low <= high + 1e-4
    written = [lightness(colour_or_none(show(TONES[ink].of(c))) or (0, 0, 0)) for c in (darker, lighter)]
    assert written[0] <= written[1] + EIGHT_BITS
    if lightness(lighter) - lightness(darker) > 5:
        assert written[0] < written[1]


@given(colours)
@pytest.mark.parametrize("ink", INKS)
def test_a_colour_of_its_hue_that_sRGB_has(ink: str, colour: Rgb) -> None:  # noqa: N802
    made = TONES[ink].of(colour)
    assert all(0 <= value <= 1 for value in made)
    assert lightness(made) == pytest.approx(TONES[ink].lightness(lightness(colour)), abs=0.02)
    assert lightness(made) >= lightness(colour) - 1e-3
    assert chroma(made) <= chroma(colour) + 1e-3


@pytest.mark.parametrize("ink", INKS)
def test_white_stays_and_black_becomes_what_the_curve_says(ink: str) -> None:
    assert show(TONES[ink].of((1.0, 1.0, 1.0))) == "#ffffff"
    assert lightness(TONES[ink].of((0.0, 0.0, 0.0))) == pytest.approx(TONES[ink].black, abs=0.01)


@pytest.mark.parametrize("ink", INKS)
def test_the_curve_rises_everywhere(ink: str) -> None:
    steps = [TONES[ink].lightness(k / 10) for k in range(1001)]
    assert all(a < b for a, b in pairwise(steps))


def test_hues_stay() -> None:
    for written in ("#8b1a1a", "#14305a", "#1c4a34", "#7a4f12", "#6c3fa0", "#e8b32a"):
        colour = colour_or_none(written)
        assert colour is not None
        _, a, b = lab_as_seen(TONES["low"].of(colour))
        _, old_a, old_b = lab_as_seen(colour)
        turned = math.degrees(math.atan2(b, a) - math.atan2(old_b, old_a))
        assert abs((turned + 180) % 360 - 180) < 30, written


def test_colours_that_tell_pieces_apart_still_do() -> None:
    """Tiles of AperiodiK, the dark ones too, and armies of Hexagonal, by CIEDE2000."""
    palette, tables = (
        game_loading.load(ROOT, "aperiodik").palette,
        game_loading.load(ROOT, "hexagonal").tables,
    )
    tiles = ("red", "blue", "green", "lilac", "pink", "grey")
    classes = [
        [palette[name] for name in tiles],
        [palette[f"{name}_dark"] for name in tiles],
        [row["colour"] for row in tables["player"].values()],
    ]
    low = TONES["low"].of
    for written in classes:
        told = [colour_or_none(colour) or (0, 0, 0) for colour in written]
        assert all(
            ciede2000(lab_as_seen(low(a)), lab_as_seen(low(b))) >= 8 for a, b in combinations(told, 2)
        ), written
