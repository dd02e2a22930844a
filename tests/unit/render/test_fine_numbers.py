"""Matrices in a content stream: a quarter turn leaves 6e-17 behind, and PDF knows no exponents."""

import math

import pytest

from generator.render.numbers import fine


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (math.cos(math.pi / 2), "0"),
        (-math.cos(math.pi / 2), "0"),
        (0.27, "0.27"),
        (0.00001234, "0.000012"),
        (1234567.0, "1234567"),
        (1 / 3, "0.333333"),
    ],
)
def test_a_number_is_written_without_exponent(value: float, written: str) -> None:
    assert fine(value) == written
