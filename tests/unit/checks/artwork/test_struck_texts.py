"""A thin line through the letters of a text is told; lines beside, below and behind many texts are not."""

from __future__ import annotations

import pytest
from faces_made import Look, text

PAPER = '<rect x="-3" y="-3" width="66" height="86" fill="#ffffff"/>'
LINE = text("the fifth step", x=10, y=40)
"""Small letters reach 1.6 mm above the baseline."""
STROKE = 'stroke="#204060" stroke-width="0.3" fill="none"'


def ruled(y: float, x: float = 5, end: float = 55, more: str = STROKE) -> str:
    return f'<path d="M{x} {y}H{end}" {more}/>'


@pytest.mark.parametrize(
    ("under", "over"),
    [
        ("", ruled(39.4)),
        (ruled(39.4), ""),
        ("", ruled(38.8)),
        ("", ruled(39.4, x=14, end=25)),
        ("", '<line x1="5" y1="39.7" x2="55" y2="39.2" stroke="#204060" stroke-width="0.2"/>'),
        ('<rect x="5" y="39.2" width="50" height="0.4" fill="#204060"/>', ""),
        ("", f'<rect x="5" y="39.4" width="50" height="20" {STROKE}/>'),
        ("", f'<g transform="scale(0.5)"><path d="M10 78.8H110" {STROKE}/></g>'),
        (ruled(39.4), ruled(60) + ruled(70)),
    ],
)
def test_a_line_through_a_text_is_told(look: Look, under: str, over: str) -> None:
    (found,) = look("covered", PAPER + under + LINE + over)
    assert 'a line runs through the letters of "the fifth step": a ' in found.message
    assert found.severity == "warning"
    assert found.hint == "move one of them, or let the line end beside the text"


def test_a_text_that_is_turned_is_struck_along_its_own_way(look: Look) -> None:
    turned = f'<g transform="rotate(90 10 40)">{LINE}</g>'
    assert look("covered", PAPER + turned + f'<path d="M10.6 30V70" {STROKE}/>')
    assert not look("covered", PAPER + turned + ruled(50))


def test_capitals_are_struck_higher(look: Look) -> None:
    """Where a line through small letters would only touch their tops."""
    over = ruled(38.3)
    assert look("covered", PAPER + text("STEP FIVE", x=10, y=40) + over)
    assert not look("covered", PAPER + LINE + over)


@pytest.mark.parametrize(
    ("under", "over"),
    [
        ("", ruled(40.3)),  # an underline
        ("", ruled(40)),
        ("", ruled(38.2)),  # through ascenders alone
        ("", ruled(39.4, end=11)),
        ("", ruled(39.4, x=27)),
        ("", f'<path d="M15 30V50" {STROKE}/>'),
        ("", ruled(39.4, more=f'{STROKE} stroke-dasharray="1"')),
        ("", ruled(39.4, more='stroke="#fdfdfd" stroke-width="0.3" fill="none"')),
        ("", ruled(39.4, more=f'{STROKE} opacity="0.1"')),
        ("".join(ruled(39.4 + 3 * k) for k in (-1, 0, 1)), ""),  # lines to write on, or a hatch
        (ruled(39.4) + '<rect x="8" y="30" width="40" height="20" fill="#ffffff"/>', ""),
        (
            "",
            '<clipPath id="c"><rect width="9" height="9"/></clipPath>'
            f'<g clip-path="url(#c)">{ruled(39.4)}</g>',
        ),
    ],
)
def test_other_lines_are_fine(look: Look, under: str, over: str) -> None:
    assert not look("covered", PAPER + under + LINE + over)


def test_letters_with_a_rim_may_stand_on_a_line(look: Look) -> None:
    rim = LINE.replace("<text", '<text stroke="#ffffff" stroke-width="0.8"')
    assert not look("covered", PAPER + ruled(39.4) + rim + LINE)
    assert look("covered", PAPER + rim + LINE + ruled(39.4))


def test_a_line_that_the_text_asks_for_is_meant(look: Look) -> None:
    struck = LINE.replace("<text", '<text style="text-decoration:line-through"')
    assert not look("covered", PAPER + struck)
