"""Path data and shapes as PDF operators, and the boxes they fill."""

from __future__ import annotations

import math

import pytest
from rendering import numbers

from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.render.path_operators import path, shape


def words(data: str) -> str:
    return path(data).operators.replace("\n", " ")


@pytest.mark.parametrize(
    ("data", "operators"),
    [
        ("M1 2", "1 2 m"),
        ("M1,2L3,4", "1 2 m 3 4 l"),
        ("M1 2 3 4 5 6", "1 2 m 3 4 l 5 6 l"),
        ("m1 2 3 4 5 6", "1 2 m 4 6 l 9 12 l"),
        ("M1 2H5V7h-1v-2", "1 2 m 5 2 l 5 7 l 4 7 l 4 5 l"),
        ("M1 2H5 6", "1 2 m 5 2 l 6 2 l"),
        ("M1 2l1 1zl5 5", "1 2 m 2 3 l h 6 7 l"),
        ("M1 2l1 1zm1 1", "1 2 m 2 3 l h 2 3 m"),
        ("M0 0C1 1 2 1 3 0", "0 0 m 1 1 2 1 3 0 c"),
        ("M1 1c1 1 2 1 3 0 1 1 2 1 3 0", "1 1 m 2 2 3 2 4 1 c 5 2 6 2 7 1 c"),
        ("M0 0C1 1 2 1 3 0S5 1 6 0", "0 0 m 1 1 2 1 3 0 c 4 -1 5 1 6 0 c"),
        ("M0 0s2 1 3 0", "0 0 m 0 0 2 1 3 0 c"),
        ("M0 0C1 1 2 1 3 0L4 0S5 1 6 0", "0 0 m 1 1 2 1 3 0 c 4 0 l 4 0 5 1 6 0 c"),
        ("M0 0Q3 3 6 0", "0 0 m 2 2 4 2 6 0 c"),
        ("M0 0Q3 3 6 0T12 0", "0 0 m 2 2 4 2 6 0 c 8 -2 10 -2 12 0 c"),
        ("M0 0t3 3", "0 0 m 0 0 1 1 3 3 c"),
        ("M0 0A5 5 0 0 1 0 0", "0 0 m"),
        ("M0 0A0 5 0 0 1 4 4", "0 0 m 4 4 l"),
        ("M.5.5-1-2+3e0 1E1", "0.5 0.5 m -1 -2 l 3 10 l"),
        ("M 1\n2\tL\r3 , 4", "1 2 m 3 4 l"),
        ("", ""),
    ],
)
def test_each_command(data: str, operators: str) -> None:
    assert words(data) == operators


def test_a_quarter_circle_stays_within_a_ten_thousandth_of_its_radius() -> None:
    drawn = path("M100 0A100 100 0 0 1 0 100")
    x0, y0, *c = numbers(drawn.operators)
    for t in (k / 20 for k in range(21)):
        x = (1 - t) ** 3 * x0 + 3 * (1 - t) ** 2 * t * c[0] + 3 * (1 - t) * t * t * c[2] + t**3 * c[4]
        y = (1 - t) ** 3 * y0 + 3 * (1 - t) ** 2 * t * c[1] + 3 * (1 - t) * t * t * c[3] + t**3 * c[5]
        assert math.hypot(x, y) == pytest.approx(100, abs=0.03)


@pytest.mark.parametrize(
    ("data", "box"),
    [
        ("M0 0A10 10 0 0 1 20 0", (0, -10, 20, 0)),
        ("M0 0A10 10 0 0 0 20 0", (0, 0, 20, 10)),
        ("M0 0A10 10 0 1 1 10 10", (0, -10, 20, 10)),
        ("M0 0A10 10 0 0 1 10 10", (0, 0, 10, 10)),
        ("M0 0A1 1 0 0 1 20 0", (0, -10, 20, 0)),
        ("M0 0A-10 -10 0 0 1 20 0", (0, -10, 20, 0)),
        ("M0 0A20 10 90 0 1 20 0", (0, -20, 20, 0)),
        ("M0 0C0 4 8 4 8 0", (0, 0, 8, 3)),
        ("M0 0C-4 0 12 0 8 0", (-0.648, 0, 8.648, 0)),
        ("M5 5Q10 15 15 5", (5, 5, 15, 10)),
        ("M3 4", (3, 4, 3, 4)),
        ("", (0, 0, 0, 0)),
    ],
)
def test_the_box_is_that_of_the_curve_not_of_its_handles(data: str, box: tuple[float, ...]) -> None:
    assert path(data).box == pytest.approx(box, abs=0.01)


@pytest.mark.parametrize(
    ("packed", "spaced"),
    [
        ("M0 0a5 5 0 0110 0", "M0 0a5 5 0 0 1 10 0"),
        ("M0 0a5 5 0 01.5.5", "M0 0a5 5 0 0 1 .5 .5"),
        ("M0 0a5,5,0,1,0,10,0 5 5 0 0110 0", "M0 0a5 5 0 1 0 10 0a5 5 0 0 1 10 0"),
        ("M0 0A5 5 30 11-3-4z", "M0 0A5 5 30 1 1 -3 -4Z"),
    ],
)
def test_flags_of_arcs_may_be_packed(packed: str, spaced: str) -> None:
    assert words(packed) == words(spaced)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("L1 2", 'path data "L1 2" must start with M'),
        ("1 2", 'path data "1 2" must start with M'),
        ("M1 2X3", 'path data "M1 2X3" has an unexpected "X"'),
        ("M1 2Z3", 'path data "M1 2Z3" has numbers after Z'),
        ("M1 2L3", 'path data "M1 2L3": "L" takes 2 numbers, found 1'),
        ("M1 2A1 1 0 0 1 5", 'path data "M1 2A1 1 0 0 1 5": "A" takes 7 numbers, found 6'),
        ("M1 2C", 'path data "M1 2C": "C" takes 6 numbers, found 0'),
        ("M1 1e6", "a path leaves the drawing by more than 100 m"),
        ("M0 0C1e999 0 1 1 2 2", "a path leaves the drawing by more than 100 m"),
        ("M0 0A1e999 5 0 0 1 4 4", "a path leaves the drawing by more than 100 m"),
        ("M0 0A5 5 0 0 1 1e999 4", "a path leaves the drawing by more than 100 m"),
    ],
)
def test_broken_data_is_refused(data: str, message: str) -> None:
    with pytest.raises(DrawingFault) as fault:
        path(data)
    assert fault.value.message == message


@pytest.mark.parametrize(
    ("tag", "attributes", "operators", "box"),
    [
        ("rect", {"x": "1", "y": "2", "width": "3mm", "height": "4px"}, "1 2 3 4 re", (1, 2, 4, 6)),
        ("rect", {"width": "0", "height": "4"}, "", (0, 0, 0, 0)),
        ("line", {"x1": "1", "y2": "5"}, "1 0 m 0 5 l", (0, 0, 1, 5)),
        ("polyline", {"points": "1,2 3,4 5 6"}, "1 2 m 3 4 l 5 6 l", (1, 2, 5, 6)),
        ("polygon", {"points": "1,2 3,4"}, "1 2 m 3 4 l h", (1, 2, 3, 4)),
        ("polygon", {}, "", (0, 0, 0, 0)),
        ("circle", {"cx": "5", "cy": "5", "r": "0"}, "", (5, 5, 5, 5)),
        ("ellipse", {"rx": "1", "ry": "-1"}, "", (0, 0, 0, 0)),
    ],
)
def test_shapes(tag: str, attributes: dict[str, str], operators: str, box: tuple[float, ...]) -> None:
    drawn = shape(tag, attributes)
    assert drawn.operators.replace("\n", " ") == operators
    assert drawn.box == pytest.approx(box)


@pytest.mark.parametrize(
    ("attributes", "corner"),
    [({"rx": "2"}, 2), ({"ry": "3"}, 3), ({"rx": "99"}, 5), ({"rx": "-4", "ry": "1"}, 1)],
)
def test_round_corners(attributes: dict[str, str], corner: float) -> None:
    drawn = shape("rect", {"width": "10", "height": "20", **attributes})
    assert drawn.operators.startswith(f"{corner} 0 m")
    assert drawn.box == (0, 0, 10, 20)
    assert drawn.operators.count(" c") == 4


def test_a_circle_fills_its_box() -> None:
    assert shape("circle", {"cx": "5", "cy": "6", "r": "4"}).box == pytest.approx((1, 2, 9, 10))


@pytest.mark.parametrize(
    ("tag", "attributes", "message"),
    [
        ("polygon", {"points": "1,2 3"}, 'points="1,2 3" has an odd count of numbers'),
        ("polygon", {"points": "1,2 3,4x"}, '"1,2 3,4x" is not a list of numbers: "x"'),
        ("rect", {"width": "5em", "height": "5"}, 'width="5em" is not a length in millimetres'),
        ("rect", {"width": "50%", "height": "5"}, 'width="50%" is not a length in millimetres'),
        ("circle", {"r": "1e6"}, 'r="1e6" is out of range'),
    ],
)
def test_broken_shapes_are_refused(tag: str, attributes: dict[str, str], message: str) -> None:
    with pytest.raises(DrawingFault) as fault:
        shape(tag, attributes)
    assert fault.value.message == message
