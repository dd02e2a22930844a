"""What the checks measure with: contrast, colour differences, shapes."""

from __future__ import annotations

import pytest

from prancha.checks.artwork.colour_only import EYES, GREYSCALE, ciede2000, colour_difference, lab_as_seen
from prancha.graphics.scene.polygon_regions import region
from prancha.graphics.svg.css_colours import WHITE, colour_or_none, contrast, over, show


@pytest.mark.parametrize(
    ("text", "rgb"),
    [("#fff", WHITE), ("#336699", (0.2, 0.4, 0.6)), ("red", (1, 0, 0)), ("Navy", (0, 0, 128 / 255)),
     ("nope", None),
     ("#12345", None), ("#gggggg", None), ("url(#a)", None)],
)  # fmt: skip
def test_colours_are_read(text: str, rgb: object) -> None:
    assert colour_or_none(text) == (pytest.approx(rgb) if rgb else None)


@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [
        ("#000000", "#ffffff", 21),
        ("#ffffff", "#ffffff", 1),
        ("#767676", "#ffffff", 4.54),
        ("#777777", "#ffffff", 4.48),
    ],
)
def test_contrast_is_that_of_wcag(first: str, second: str, ratio: float) -> None:
    a, b = colour_or_none(first), colour_or_none(second)
    assert a is not None
    assert b is not None
    assert contrast(a, b) == contrast(b, a) == pytest.approx(ratio, abs=0.006)


def test_layers_are_mixed() -> None:
    assert show(over((0, 0, 0), 0.5, WHITE)) == "#808080"
    assert over((0.1, 0.2, 0.3), 1, WHITE) == (0.1, 0.2, 0.3)


# Sharma, Wu and Dalal (2005), table 1: pairs 1, 4, 7, 9, 10, 13, 17, 21, 25, 30 and 34.
PAIRS = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0010), 7.1792),
    ((50, -0.001, 2.49), (50, 0.0009, -2.49), 4.8045),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (50, 3.1736, 0.5854), 1.0000),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("first", "second", "difference"), PAIRS)
def test_differences_are_those_published(
    first: tuple[float, float, float], second: tuple[float, float, float], difference: float
) -> None:
    assert ciede2000(first, second) == pytest.approx(difference, abs=5e-5)
    assert ciede2000(second, first) == pytest.approx(difference, abs=5e-5)


def test_lab_of_primaries() -> None:
    assert lab_as_seen(WHITE) == pytest.approx((100, 0, 0), abs=0.02)
    assert lab_as_seen((1, 0, 0)) == pytest.approx((53.24, 80.09, 67.20), abs=0.02)


def test_eyes_differ() -> None:
    red, green, purple = (0.72, 0.42, 0.31), (0.48, 0.54, 0.29), (0.5, 0.35, 0.75)
    assert colour_difference(red, green, "deuteranopia") < colour_difference(red, purple, "deuteranopia")
    assert colour_difference((1, 0, 0), (0, 0, 1), GREYSCALE) < colour_difference(
        (1, 0, 0), (0, 0, 1), "protanopia"
    )
    assert all(colour_difference(red, red, eyes) == pytest.approx(0, abs=1e-6) for eyes in EYES)


@pytest.mark.parametrize(
    ("tag", "attributes", "inside", "outside"),
    [
        ("rect", {"x": "1", "y": "1", "width": "4", "height": "2"}, (4.9, 2.9), (5.1, 2)),
        ("rect", {"width": "10", "height": "10", "rx": "5"}, (5, 0.1), (0.5, 0.5)),
        ("circle", {"cx": "5", "cy": "5", "r": "4"}, (5, 8.9), (8.5, 8.5)),
        ("ellipse", {"cx": "5", "cy": "5", "rx": "4", "ry": "1"}, (8.8, 5), (5, 7)),
        ("polygon", {"points": "0,0 10,0 0,10"}, (2, 2), (6, 6)),
        ("path", {"d": "M0 0h10v10h-10z"}, (9, 9), (11, 5)),
        ("path", {"d": "M0 0H10V10H0Z M3 3V7H7V3Z"}, (1, 1), (5, 5)),
        ("path", {"d": "M0 5A5 5 0 0 1 10 5z"}, (5, 1), (5, 6)),
        ("path", {"d": "M0 5a5 5 0 0110 0z"}, (5, 1), (5, 6)),
        ("path", {"d": "M0 10C0 -3 10 -3 10 10z"}, (5, 1), (5, 0)),
        ("path", {"d": "M0 10Q5 -10 10 10Z"}, (5, 1), (5, -1)),
        ("path", {"d": "M0 5c0 -6 5 -6 5 0s5 6 5 0V9H0z"}, (2, 2), (7, 1)),
        ("path", {"d": "M0 5q2.5 -6 5 0t5 0V9H0z"}, (2, 4), (2, 1)),
        ("path", {"d": "M0 0h2v2h-2z l10 0 0 10 -10 0z"}, (8, 8), (11, 1)),
    ],
)
def test_points_are_told_inside_from_outside(
    tag: str, attributes: dict[str, str], inside: tuple[float, float], outside: tuple[float, float]
) -> None:
    shape = region(tag, attributes)
    assert shape.holds(*inside)
    assert not shape.holds(*outside)


def test_the_fill_rule_decides_about_holes() -> None:
    shape = region("path", {"d": "M0 0H10V10H0Z M3 3H7V7H3Z"})
    assert shape.holds(5, 5)
    assert not shape.holds(5, 5, evenodd=True)


def test_nearness_to_a_line() -> None:
    line = region("line", {"x1": "0", "y1": "0", "x2": "10", "y2": "0"})
    assert line.near(5, 1, 1, closed=False)
    assert not line.near(5, 1.1, 1, closed=False)
    assert not line.near(12, 0, 1, closed=False)


def test_empty_shapes_hold_nothing() -> None:
    empty = ("rect", {}), ("circle", {"r": "0"}), ("path", {"d": ""}), ("polygon", {"points": ""})
    assert not any(region(tag, attributes).holds(0, 0) for tag, attributes in empty)
