"""Checks of the printed face pass over numbers that are none: who draws the face tells them."""

from __future__ import annotations

import pytest
from faces_made import Look, text

from generator.svg.numbers import first

OVER = text("words", x=5, y=20, fill="#777777")
SHAPE = '<rect width="50" height="50" fill="#ffffff"{}/>'
RAMP = '<linearGradient id="g" x1="{}"><stop/><stop offset="1"/></linearGradient>'


@pytest.mark.parametrize(
    "drawn",
    [
        SHAPE.format(' x="auto"'),
        SHAPE.format(' stroke="red" stroke-width="thick"'),
        '<circle cx="q" cy="1" r="z"/>',
        RAMP.format("") + SHAPE.format("").replace("#ffffff", "url(#g)"),
        f'<g id="k">{SHAPE.format("")}</g><use href="#k" x="a"/>',
        text("bold", more=' font-weight="boldish"'),
        text("wide", more=' letter-spacing="wide"'),
        OVER.replace('font-size="', 'font-size="c'),
        OVER.replace('x="5"', 'x="a"'),
    ],
)
def test_a_number_that_is_none_is_passed_over(look: Look, drawn: str) -> None:
    for code in ("contrast", "text-size", "safe-zone"):
        look(code, drawn + OVER)


@pytest.mark.parametrize(
    ("words", "number"), [("3 4", 3), ("a-1.5", -1.5), ("", 7), ("thick", 7), ("1e999", 7)]
)
def test_the_first_number_is_read_or_another_taken(words: str, number: float) -> None:
    assert first(words, 7) == number
