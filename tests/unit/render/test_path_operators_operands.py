"""Colours and numbers as operands."""

from __future__ import annotations

import pytest
from rendering import operators

from prancha.model.diagnostic import Failure
from prancha.render.path_operators import n, operands


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


def test_no_operand_has_an_exponent() -> None:
    tiny = '<g transform="rotate(90) scale(0.00001)"><rect x="0.0000001" width="90000" height="90000"/></g>'
    words = operators(tiny).split()
    assert "re" in words
    assert not [word for word in words if "e" in word and word != "re"]


def test_dashes_too_short_to_write_are_a_line_and_no_corner_is_cut_below_its_line() -> None:
    line = '<path d="M0 0h9" stroke="red" stroke-dasharray="0.0001 0" stroke-miterlimit="0"/>'
    drawn = operators(f"<g>{line}</g>").split()
    assert "[0" not in drawn
    assert drawn[drawn.index("M") - 1] == "1"


def test_a_clip_that_is_squeezed_flat_is_refused() -> None:
    clip = '<clipPath id="c"><rect width="9" height="9" transform="scale(1 0)"/></clipPath>'
    with pytest.raises(Failure, match="a transform scales to nothing"):
        operators(f'{clip}<rect width="9" height="9" clip-path="url(#c)"/>')
