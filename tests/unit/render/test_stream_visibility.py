"""What is hidden is not printed, whatever it is; what is shown within it is."""

# ruff: noqa: E501 - one case a line reads as a table
from __future__ import annotations

import base64

import pytest
from rendering import BODY, RED, SYMBOLS, operators, picture, seen

RED_PICTURE = "data:image/png;base64," + base64.b64encode(picture("RGB", (4, 4), RED)).decode()
SHARED = {
    "drawing-a": '<symbol id="drawing-a" viewBox="0 0 40 40"><rect width="40" height="40"/></symbol>',
    **SYMBOLS,
}
THINGS = {
    "a shape": '<rect width="40" height="40" {}/>',
    "a picture": f'<image width="40" height="40" href="{RED_PICTURE}" {{}}/>',
    "an icon": '<use href="#i-dot" x="5" y="5" width="30" height="30" {}/>',
    "a drawing that faces share": '<use href="#drawing-a" x="0" y="0" width="40" height="40" {}/>',
    "a text": f'<text x="2" y="35" {BODY} font-size="50" {{}}>I</text>',
    "a line of a text": f'<text {BODY} font-size="50"><tspan x="2" y="35" {{}}>I</tspan></text>',
}


@pytest.mark.parametrize("word", ["hidden", "collapse"])
@pytest.mark.parametrize("thing", THINGS)
def test_a_hidden_thing_is_not_printed(thing: str, word: str) -> None:
    drawn = THINGS[thing]
    hidden = f'visibility="{word}"'
    assert seen(drawn.format(""), SHARED).getextrema() != ((255, 255),) * 3
    for inside in (drawn.format(hidden), f"<g {hidden}>{drawn.format('')}</g>"):
        assert seen(inside, SHARED).getextrema() == ((255, 255),) * 3


@pytest.mark.parametrize("thing", THINGS)
def test_what_is_shown_within_a_hidden_group_is_printed(thing: str) -> None:
    shown = THINGS[thing].format('visibility="visible"')
    assert seen(f'<g visibility="hidden">{shown}</g>', SHARED).getextrema() != ((255, 255),) * 3


def test_a_line_may_be_shown_in_a_hidden_text() -> None:
    line = f'<text x="2" y="35" {BODY} font-size="50" visibility="hidden">I<tspan x="20" y="35" visibility="visible">I</tspan></text>'
    assert operators(line).count("BT") == 1


@pytest.mark.parametrize("how", ['class="x"', 'style="fill:red"'])
@pytest.mark.parametrize(
    "inside",
    [
        f'<g {{}} visibility="hidden"><image width="9" height="9" href="{RED_PICTURE}"/></g>',
        f'<g {{}}><image width="9" height="9" href="{RED_PICTURE}" style="visibility:hidden"/></g>',
        '<g {}><rect width="9" height="9" visibility="collapse"/></g>',
        '<g {} visibility="hidden"><rect width="9" height="9"/></g>',
    ],
)
def test_what_is_hidden_stays_so_beside_styles(inside: str, how: str) -> None:
    assert seen(inside.format(how)).getextrema() == ((255, 255),) * 3
