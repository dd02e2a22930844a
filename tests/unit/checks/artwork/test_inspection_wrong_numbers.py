"""What the checks of the printed face do with numbers that are none: who draws the face refuses them."""

from __future__ import annotations

import pytest
from faces_made import Look, text

from prancha.graphics.svg.matrix import first

OVER = text("words", x=5, y=20, fill="#777777")
SHAPE = '<rect width="50" height="50" fill="#ffffff"{}/>'
RAMP = '<linearGradient id="g" x1="{}"><stop/><stop offset="1"/></linearGradient>'


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        (SHAPE.format(' x="auto"'), 'x="auto" cannot be read'),
        (SHAPE.format(' stroke="red" stroke-width="thick"'), 'stroke-width="thick" cannot be read'),
        ('<circle cx="q" cy="1" r="z"/>', 'cx="q" cannot be read'),
        (RAMP.format("") + SHAPE.format("").replace("#ffffff", "url(#g)"), 'x1="" cannot be read'),
        (f'<g id="k">{SHAPE.format("")}</g><use href="#k" x="a"/>', 'x="a" cannot be read'),
        (OVER.replace('font-size="', 'font-size="c'), 'font-size="c3.5278" cannot be read'),
    ],
)
def test_a_face_with_a_number_that_is_none_is_not_checked(look: Look, drawn: str, message: str) -> None:
    (found,) = look("unchecked", drawn + OVER)
    assert found.message == f"card.svg.j2, front: it is not checked: {message}"
    assert found.severity == "warning"


@pytest.mark.parametrize(
    "drawn",
    [
        text("bold", more=' font-weight="boldish"'),
        text("wide", more=' letter-spacing="wide"'),
        OVER.replace('x="5"', 'x="a"'),
    ],
)
def test_a_number_that_is_none_is_passed_over(look: Look, drawn: str) -> None:
    for code in ("contrast", "text-size", "safe-zone"):
        look(code, drawn + OVER)


def test_a_face_of_more_marks_than_are_looked_at_is_not_checked(look: Look) -> None:
    (found,) = look("unchecked", "<path d='M1 1h1'/>" * 50_002)
    assert "it is not checked: the drawing has more than 50000 shapes and texts" in found.message
    assert found.hint == "show a part as a picture"


@pytest.mark.parametrize(
    ("words", "number"), [("3 4", 3), ("a-1.5", -1.5), ("", 7), ("thick", 7), ("1e999", 7)]
)
def test_the_first_number_is_read_or_another_taken(words: str, number: float) -> None:
    assert first(words, 7) == number
