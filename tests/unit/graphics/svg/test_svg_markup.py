"""Markup that cannot be read is told at its character, whatever ends its lines."""

from __future__ import annotations

import pytest

from prancha.graphics.svg.svg_markup import DrawingFault, parse


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\n\r"])
@pytest.mark.parametrize("before", ["", "ação \u2028 \u0085 "])
def test_the_place_is_that_of_the_character(end: str, before: str) -> None:
    text = f"<svg>{end}{before}{end}<g a='1'/>{end}  <rect width=9/>{end}</svg>"
    with pytest.raises(DrawingFault) as caught:
        parse(text)
    assert caught.value.at == text.index("9/>")
    assert caught.value.bare == 'the SVG is broken: not well-formed (invalid token) near "  <rect width=9/>"'
    assert caught.value.hint == 'put the value of an attribute in quotes: width="..."'


@pytest.mark.parametrize("text", ["", "\n", "<svg>\n", "<svg>\r", "<svg>\n\r<g>", "<svg>\u2028<", "&\r\n"])
def test_markup_that_ends_too_early_is_told_at_its_end(text: str) -> None:
    with pytest.raises(DrawingFault) as caught:
        parse(text)
    assert "the SVG is broken" in caught.value.message
