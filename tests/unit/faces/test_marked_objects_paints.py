"""`fill:colour` and `stroke:colour`: paints of a drawing that are bound to fields."""

# ruff: noqa: E501 - drawings read best as they are written
from __future__ import annotations

import re

import pytest
from deck import BOOK, Deck
from drawing_deck import TYPE, drawn, face, faults

from prancha.faces.svg_templates.drawing_objects import read_marks
from prancha.render import render

RECT = '<rect inkscape:label="{}" width="9" height="9" style="fill:#f3e9d2;stroke:#000000"/>'


def fills(svg: str) -> list[str]:
    return re.findall(r'\bfill="([^"]*)"', svg)


@pytest.fixture
def coloured(sheet: Deck) -> Deck:
    """Cards with a colour of the palette, one of their own, and none."""
    sheet.fields = [{"name": "Fox", "colour": colour} for colour in ("ink", "#c0392b", "tomato", "")]
    return sheet


def test_a_shape_takes_the_colour_of_each_card_and_keeps_its_own_where_there_is_none(coloured: Deck) -> None:
    fronts = drawn(coloured, RECT.format("fill:colour")).fronts.values()
    assert [fills(front.svg) for front in fronts] == [["#1b2a41"], ["#c0392b"], ["tomato"], ["#f3e9d2"]]


@pytest.mark.parametrize(
    ("name", "fill", "stroke"),
    [
        ("fill:colour", "#1b2a41", "#000000"),
        ("stroke:colour", "#f3e9d2", "#1b2a41"),
        ("fill:colour stroke:colour", "#1b2a41", "#1b2a41"),
        ("The frame fill:colour stroke:palette.paper if:name=Fox", "#1b2a41", "#f6f1e7"),
        ("fill_x3A_colour_1_", "#1b2a41", "#000000"),
    ],
)
def test_several_names_stand_on_one_object(coloured: Deck, name: str, fill: str, stroke: str) -> None:
    key = "id" if "x3A" in name else "inkscape:label"
    found = face(coloured, RECT.replace("inkscape:label", key).format(name))
    assert f'fill="{fill}" stroke="{stroke}"' in found


def test_options_may_follow_any_of_several_names() -> None:
    marks = read_marks("text:rules if:not kind=a beast size=9 fill:colour valign=middle grow:flavour min=6")
    assert marks is not None
    assert marks.content is not None
    assert marks.content.options == {"size": "9", "valign": "'middle'", "min": "6"}
    assert marks.tests[0].field == "not ((kind ~ '') == \"a beast\")"
    assert [mark.about for mark in marks.all] == ["rules", "kind", "colour", "flavour"]


def test_a_group_paints_what_is_painted_in_it(coloured: Deck) -> None:
    inside = (
        '<g inkscape:label="fill:colour"><circle r="2" fill="red"/><circle r="3" fill="none"/>'
        '<circle r="4" inkscape:label="fill:palette.paper"/>'
        f'<text style="{TYPE}" x="5" y="9">{{{{ name }}}} <tspan fill="red">too</tspan></text></g>'
    )
    found = face(coloured, inside)
    assert re.findall(r'<circle[^>]* r="(\d)"', found) == ["2", "3", "4"]
    assert fills(found) == ["#1b2a41", "none", "#f6f1e7", "#1b2a41", "#1b2a41"]


@pytest.mark.parametrize(
    ("inside", "ink"),
    [
        (f'<text inkscape:label="text:name fill:colour" style="{TYPE}" x="5" y="9">Name</text>', "fill"),
        ('<rect inkscape:label="text:name fill:colour" width="40" height="9" fill="#eeeeee"/>', "fill"),
        (
            f'<g inkscape:label="text:name fill:colour"><rect width="40" height="9"/><text style="{TYPE}">N</text></g>',
            "fill",
        ),
        ('<rect inkscape:label="icon:symbol fill:colour" width="9" height="9"/>', "color"),
        ('<rect inkscape:label="repeat:coin count=2 fill:colour" width="40" height="9"/>', "color"),
        ('<rect inkscape:label="qr:name fill:colour" width="20" height="20" fill="none"/>', "fill"),
    ],
)
def test_what_takes_the_place_of_a_shape_takes_the_colour(sheet: Deck, inside: str, ink: str) -> None:
    sheet.fields = [{"name": "Fox", "colour": "ink", "symbol": "fire"}, {"name": "Owl", "symbol": "fire"}]
    first, second = (front.svg for front in drawn(sheet, inside).fronts.values())
    assert f'{ink}="#1b2a41"' in first
    assert f'{ink}="#000000"' in second


def test_a_gradient_stays_where_a_card_has_no_colour(coloured: Deck) -> None:
    coloured.fields = [{"colour": "ink"}, {"colour": ""}]
    gradient = (
        '<defs><linearGradient id="g"><stop stop-color="red"/><stop stop-color="blue" offset="1"/>'
        "</linearGradient></defs>"
    )
    made = drawn(
        coloured, f'{gradient}<rect inkscape:label="fill:colour" width="9" height="9" fill="url(#g)"/>'
    )
    assert render(made.fronts.values(), made.symbols, BOOK, ()).notes == ()
    assert ["url(#g)" in front.svg for front in made.fronts.values()] == [False, True]
    assert all("<linearGradient" in front.svg for front in made.fronts.values())


def test_an_expression_on_a_group_reaches_what_is_in_it(coloured: Deck) -> None:
    """It went unread into the drawing, which ended in a traceback."""
    coloured.fields = [{"name": "Fox", "colour": "#c0392b"}]
    inside = f'<g style="fill:{{{{ colour }}}}"><rect width="9" height="9"/><rect width="3" height="3" fill="#00ff00"/><text style="{TYPE}" x="5" y="9">{{{{ name }}}}</text></g>'
    assert fills(face(coloured, inside)) == ["#c0392b", "#00ff00", "#c0392b"]


def test_a_word_that_is_no_colour_is_told_with_its_card(coloured: Deck) -> None:
    coloured.fields = [{"colour": "blurple"}]
    (fault,) = faults(coloured, RECT.format("fill:colour"))
    assert fault.message == 'demo/card.svg:3: "blurple" is not a colour'
    assert fault.hint == "write it as #rrggbb, or a name of the palette: ink, paper"
    assert fault.item == "cards/c0"


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        (RECT.format("fill:colour fill:name"), "has fill: twice; write it once"),
        (RECT.format("fill:colour size=3"), '"size=3" in "fill:colour size=3" is no option of fill: it has none'),
        (RECT.format("fill:"), '"fill:" names no field'),
        (
            '<rect inkscape:label="text:name fill=#123456 fill:colour" width="9" height="9"/>',
            "has fill: and fill=; write one of the two",
        ),
        (
            '<rect inkscape:label="text:name art:picture" width="9" height="9"/>',
            '"text:name art:picture" stands for text:name and art:picture; an object is one of',
        ),
        ('<g inkscape:label="stroke:colour"><circle r="2"/></g>', "stroke:colour is on an object with nothing to paint"),
        (
            f'<linearGradient id="g"/><text inkscape:label="fill:colour" style="{TYPE};fill:url(#g)">x</text>',
            "fill: on a text with a gradient or pattern; give it one colour",
        ),
        (
            '<rect inkscape:label="fill:colour" width="9" height="9" fill="{{ colour }}"/>',
            "fill: on an object whose fill is an expression; keep one of the two",
        ),
        (
            '<g stroke-width="{{ cost }}"><rect width="9" height="9"/></g>',
            'stroke-width="{{ cost }}" on a group cannot be set; write it on what is in it',
        ),
    ],
)  # fmt: skip
def test_names_that_paint_nothing_or_twice_are_refused(coloured: Deck, inside: str, message: str) -> None:
    found = faults(coloured, inside)
    assert message in found[0].message
    assert (found[0].place.line, found[0].code) == (3, "svg-template")
