"""Transform lists, colours, opacities and numbers."""

from __future__ import annotations

import pytest
from easel import operators

from generator.render.boxes import fit
from generator.render.colours import operands, parse_colour
from generator.render.errors import Fault
from generator.render.matrix import IDENTITY, inverse, multiply, parse_transform
from generator.render.numbers import n
from generator.render.style import share

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
    with pytest.raises(Fault) as fault:
        parse_transform(text)
    assert fault.value.message == message


def test_an_inverse_undoes_its_matrix() -> None:
    matrix = parse_transform("translate(3 4) rotate(30) scale(2 3) skewX(10)")
    assert multiply(matrix, inverse(matrix)) == pytest.approx(IDENTITY)
    with pytest.raises(Fault, match="a transform scales to nothing"):
        inverse(parse_transform("scale(1 0)"))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("#000", "0 0 0"),
        ("#ffffff", "1 1 1"),
        ("#336699", "0.2 0.4 0.6"),
        ("#369", "0.2 0.4 0.6"),
        ("white", "1 1 1"),
        ("gray", "0.502 0.502 0.502"),
        ("rgb(51, 102, 153)", "0.2 0.4 0.6"),
        ("rgb(20%, 40%, 60%)", "0.2 0.4 0.6"),
        ("hsl(210, 50%, 40%)", "0.2 0.4 0.6"),
        ("cornflowerblue", "0.3922 0.5843 0.9294"),
    ],
)
def test_colours(text: str, written: str) -> None:
    assert operands(text) == written


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#12345g", '"#12345g" is not a colour'),
        ("blurple", '"blurple" is not a colour'),
        ("", '"" is not a colour'),
        ("#12345678", 'the colour "#12345678" has an alpha part'),
        ("rgba(1, 2, 3, 4)", 'the colour "rgba(1, 2, 3, 4)" has an alpha part'),
    ],
)
def test_what_is_no_colour_is_refused(text: str, message: str) -> None:
    with pytest.raises(Fault) as fault:
        parse_colour(text)
    assert fault.value.message == message
    assert fault.value.hint


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0"),
        (-0.0001, "0"),
        (1, "1"),
        (1.5, "1.5"),
        (10.1234, "10.123"),
        (-3.100, "-3.1"),
        (1e5, "100000"),
        (1e-9, "0"),
    ],
)
def test_lengths_are_written_to_a_micrometre_and_without_exponent(value: float, written: str) -> None:
    assert n(value) == written


@pytest.mark.parametrize(("text", "value"), [("0.5", 0.5), ("50%", 0.5), ("7", 1), ("-1", 0)])
def test_opacities(text: str, value: float) -> None:
    assert share(text, "opacity") == value


def test_what_is_no_opacity_is_refused() -> None:
    with pytest.raises(Fault, match='opacity="half" is not a number from 0 to 1'):
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
    with pytest.raises(Fault, match='preserveAspectRatio="xLeftYTop" is not known'):
        fit((0, 0, 1, 1), 0, 0, 1, 1, "xLeftYTop")


def test_no_operand_has_an_exponent() -> None:
    tiny = '<g transform="rotate(90) scale(0.00001)"><rect x="0.0000001" width="90000" height="90000"/></g>'
    words = operators(tiny).split()
    assert "re" in words
    assert not [word for word in words if "e" in word and word != "re"]
