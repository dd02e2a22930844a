"""Transform lists, colours, opacities and view boxes."""

from __future__ import annotations

import math

import pytest

from prancha.graphics.svg.css_colours import parse_colour
from prancha.graphics.svg.matrix import IDENTITY, fit, inverse, moved, moved_box, multiply, parse_transform
from prancha.graphics.svg.style import inherit, share
from prancha.graphics.svg.svg_markup import DrawingFault

S = 2**-0.5


@pytest.mark.parametrize(
    ("text", "matrix"),
    [
        ("", IDENTITY),
        ("translate(3)", (1, 0, 0, 1, 3, 0)),
        ("translate(3,-4)", (1, 0, 0, 1, 3, -4)),
        ("scale(2)", (2, 0, 0, 2, 0, 0)),
        ("scale(2 .5)", (2, 0, 0, 0.5, 0, 0)),
        ("rotate(90)", (0, 1, -1, 0, 0, 0)),
        ("rotate(45)", (S, S, -S, S, 0, 0)),
        ("rotate(90 10 0)", (0, 1, -1, 0, 10, -10)),
        ("skewX(45)", (1, 0, 1, 1, 0, 0)),
        ("skewY(45)", (1, 1, 0, 1, 0, 0)),
        ("matrix(1 2 3 4 5 6)", (1, 2, 3, 4, 5, 6)),
        ("translate(10) scale(2)", (2, 0, 0, 2, 10, 0)),
        (" scale(2) , translate( 10 , 0 ) ", (2, 0, 0, 2, 20, 0)),
    ],
)
def test_transforms(text: str, matrix: tuple[float, ...]) -> None:
    assert parse_transform(text) == pytest.approx(matrix)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rotate(1 2)", 'transform="rotate(1 2)" cannot be read'),
        ("turn(5)", 'transform="turn(5)" cannot be read'),
        ("scale(2) oops", 'transform="scale(2) oops" cannot be read'),
        ("translate()", 'transform="translate()" cannot be read'),
        ("rotate(45deg)", '"45deg" is not a list of numbers: "deg"'),
        ("translate(1e999)", '"1e999" has a number out of range'),
    ],
)
def test_broken_transforms_are_refused(text: str, message: str) -> None:
    with pytest.raises(DrawingFault) as fault:
        parse_transform(text)
    assert fault.value.message == message


def test_an_inverse_undoes_its_matrix() -> None:
    matrix = parse_transform("translate(3 4) rotate(30) scale(2 3) skewX(10)")
    back = inverse(matrix)
    assert back is not None
    assert multiply(matrix, back) == pytest.approx(IDENTITY)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#12345g", '"#12345g" is not a colour'),
        ("blurple", '"blurple" is not a colour'),
        ("", '"" is not a colour'),
        ("#12345678", 'the colour "#12345678" has an alpha part'),
        ("rgba(1, 2, 3, .4)", 'the colour "rgba(1, 2, 3, .4)" has an alpha part'),
    ],
)
def test_what_is_no_colour_is_refused(text: str, message: str) -> None:
    with pytest.raises(DrawingFault) as fault:
        parse_colour(text)
    assert fault.value.message == message
    assert fault.value.hint


@pytest.mark.parametrize(("text", "value"), [("0.5", 0.5), ("50%", 0.5), ("7", 1), ("-1", 0)])
def test_opacities(text: str, value: float) -> None:
    assert share(text, "opacity") == value


def test_what_is_no_opacity_is_refused() -> None:
    with pytest.raises(DrawingFault, match='opacity="half" is not a number from 0 to 1'):
        share("half", "opacity")


@pytest.mark.parametrize(
    ("align", "cover", "matrix"),
    [
        ("xMidYMid", False, (2, 0, 0, 2, 5, 30)),
        ("xMinYMin", False, (2, 0, 0, 2, 5, 10)),
        ("xMaxYMax", False, (2, 0, 0, 2, 5, 50)),
        ("xMidYMid", True, (4, 0, 0, 4, -5, 10)),
    ],
)
def test_a_picture_is_fitted_into_its_box(align: str, cover: bool, matrix: tuple[float, ...]) -> None:
    # A picture of 10 x 20 in a box of 20 x 80 at (5, 10): 2 times as large, or 4 times to cover it.
    assert fit((0, 0, 10, 20), 5, 10, 20, 80, align, cover) == pytest.approx(matrix)


def test_an_unknown_alignment_is_refused() -> None:
    with pytest.raises(DrawingFault, match='preserveAspectRatio="xLeftYTop" is not known'):
        fit((0, 0, 1, 1), 0, 0, 1, 1, "xLeftYTop")


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("translate(3)", (4, 2)), ("translate(3 4)", (4, 6)), ("scale(2)", (2, 4)), ("scale(2 3)", (2, 6)),
        ("rotate(90)", (-2, 1)), ("rotate(180 1 1)", (1, 0)), ("skewX(45)", (3, 2)), ("skewY(45)", (1, 3)),
        ("matrix(1 0 0 1 5 6)", (6, 8)), ("translate(1 0) scale(2)", (3, 4)),
    ],
)  # fmt: skip
def test_transforms_move_points(text: str, point: tuple[float, float]) -> None:
    matrix = parse_transform(text)
    assert moved(matrix, (1, 2)) == pytest.approx(point)
    back = inverse(matrix)
    assert back is not None
    assert moved(back, point) == pytest.approx((1, 2))


def test_matrices_multiply_and_flat_ones_have_no_way_back() -> None:
    turn = parse_transform("rotate(30)")
    assert multiply(turn, IDENTITY) == turn == multiply(IDENTITY, turn)
    assert moved(multiply(turn, turn), (1, 0)) == pytest.approx(
        (math.cos(math.pi / 3), math.sin(math.pi / 3))
    )
    assert inverse(parse_transform("scale(0)")) is None


def test_a_moved_box_holds_its_moved_corners() -> None:
    for list_ in ("translate(1 2) scale(-2 3)", "rotate(30) skewX(10)"):
        matrix = parse_transform(list_)
        left, top, right, bottom = moved_box(matrix, (1, 2, 4, 8))
        points = [moved(matrix, (x, y)) for x in (1, 4) for y in (2, 8)]
        assert (left, right) == pytest.approx((min(x for x, _ in points), max(x for x, _ in points)))
        assert (top, bottom) == pytest.approx((min(y for _, y in points), max(y for _, y in points)))


def test_style_is_handed_down_but_for_what_is_an_elements_own() -> None:
    parent = {"fill": "red", "stroke": "none"}
    assert inherit(parent, {"stroke": "blue", "fill": "inherit", "opacity": "0.5"}) == {
        "fill": "red", "stroke": "blue",
    }  # fmt: skip
    assert inherit(parent, {"x": "1"}) is parent
