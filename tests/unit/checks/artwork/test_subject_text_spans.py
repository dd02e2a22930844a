"""Checks of the printed face look at each span of a text as it is printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from faces_made import Look

from prancha.faces.text.text_markup import Keywords
from prancha.faces.text.typesetter import Typesetter
from prancha.graphics.fonts import FontBook

HOME = Path(__file__).parents[3]
BOOK = FontBook([HOME, HOME.parent / "templates" / "_library"])
SET = Typesetter(
    BOOK, {"body": "Alegreya Sans"}, "ar", lambda *_: "", {"body": ("Noto Sans Arabic",)}, Keywords({}, {})
)


@pytest.mark.parametrize(
    ("code", "drawn", "message"),
    [
        ("contrast", SET.label("dark [pale]{#eeeeee} dark", 10, 20, size=9), '"pale"'),
        ("text-size", SET.label("[Roma]{.smallcaps}", 10, 20, size=7.5), '"OMA" is 6.0 pt'),
        ("safe-zone", SET.label("تنين", 63, 20, size=9, align="right"), '"تنين"'),
    ],
)
def test_a_span_is_found(look: Look, code: str, drawn: str, message: str) -> None:
    found = look(code, str(drawn))
    assert len(found) == 1
    assert message in found[0].message


def test_text_from_right_to_left_lies_where_it_is_drawn(look: Look) -> None:
    assert not look("safe-zone", str(SET.label("تنين", 56, 20, size=9, align="right")))
    assert look("safe-zone", str(SET.label("تنين", 4, 20, size=9, align="right")))
