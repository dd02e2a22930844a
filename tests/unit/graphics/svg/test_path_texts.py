"""Letters along a path stand upright on the line below their middles."""

from __future__ import annotations

import re

import pytest
from plainly import HalfSquares, normalised

from prancha.graphics.svg.svg_markup import DrawingFault
from prancha.model.units import FontMeasures


class Squares(HalfSquares):
    """Letters half an em wide, with measures of their own."""

    def measures(self, style):
        return FontMeasures(1.0, 0.0, 0.5, subscript=0.0, superscript=0.0, underline=(0, 0), strikeout=(0, 0))


def placed(inside: str) -> list[tuple[str, float, float, float]]:
    """Letters with their place and turn in degrees."""
    plain = normalised(inside, Squares()).root
    turns = {
        text: float(re.split(r"[( ]", group.attrib["transform"])[1])
        for group in plain.iter("g")
        for text in group
    }
    return [
        (text.text or "", float(text.get("x", "0")), float(text.get("y", "0")), turns.get(text, 0.0))
        for text in plain.iter("text")
    ]


TYPE = 'font-family="x" font-size="4"'


def test_letters_follow_a_corner() -> None:
    found = placed(
        f'<path id="p" d="M10 10h4v20" fill="none"/><text {TYPE}><textPath href="#p">abc</textPath></text>'
    )
    assert found == [("a", 10, 10, 0), ("b", 12, 10, 0), ("c", 14, 10, 90)]


@pytest.mark.parametrize(
    ("more", "anchor", "first"),
    [
        ('startOffset="50%"', "start", 30),
        ('startOffset="50%"', "middle", 28),
        ('startOffset="20"', "end", 26),
        ("", "start", 10),
    ],
)
def test_letters_begin_at_the_offset_by_their_anchor(more: str, anchor: str, first: float) -> None:
    text = f'<text {TYPE} text-anchor="{anchor}"><textPath href="#p" {more}>ab</textPath></text>'
    assert placed(f'<path id="p" d="M10 10h40"/>{text}')[0][1] == first


def test_what_reaches_beyond_the_path_is_left_out() -> None:
    text = f'<text {TYPE}><textPath href="#p">abcdef</textPath></text>'
    assert [each[0] for each in placed(f'<path id="p" transform="scale(2)" d="M1 1h2.4"/>{text}')] == [
        "a",
        "b",
    ]


@pytest.mark.parametrize(
    ("path", "words", "message"),
    [
        (
            '<path id="p" d="M1 1h9M2 2h9"/>',
            '<textPath href="#p">a</textPath>',
            "the path of a text has 2 parts",
        ),
        ('<rect id="p" width="9"/>', '<textPath href="#p">a</textPath>', "a text cannot run along a <rect>"),
        ('<path id="p" d="M1 1h9"/>', 'a<textPath href="#p">b</textPath>', "words beside a text along"),
        ('<path id="p" d="M1 1h9"/>', '<textPath side="right" href="#p">b</textPath>', "whose letters join"),
    ],
)
def test_what_cannot_run_along_a_path_is_refused(path: str, words: str, message: str) -> None:
    with pytest.raises(DrawingFault, match=message):
        placed(f"{path}<text {TYPE}>{words}</text>")
