"""`grow:flavour`: boxes that take the room of neighbours that are empty."""

# ruff: noqa: E501 - drawings read best as they are written
from __future__ import annotations

import re

import pytest
from deck import Deck
from drawing_deck import drawn, face, faults

RULES = '<rect inkscape:label="grow:flavour{}" x="5" y="40" width="40" height="20"/>'
FLAVOUR = '<rect inkscape:label="text:flavour" x="5" y="62" width="40" height="9"/>'
STATS = (
    '<g transform="translate(0 3)"><rect inkscape:label="text:stats" x="5" y="70" width="40" height="7"/></g>'
)


def box(svg: str) -> tuple[float, ...]:
    """x, y, width and height of the first rectangle."""
    found = re.search(r'<rect[^>]* x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"', svg)
    assert found
    return tuple(map(float, found.groups()))


@pytest.mark.parametrize(
    ("flavour", "stats", "bottom"),
    [("words", "9", 60), ("", "9", 71), ("words", "", 60), ("", " ", 80)],
)
def test_a_box_reaches_over_what_is_empty_until_something_stands_there(
    sheet: Deck, flavour: str, stats: str, bottom: float
) -> None:
    sheet.fields = [{"flavour": flavour, "stats": stats}]
    x, y, width, height = box(face(sheet, RULES.format(" grow:stats") + FLAVOUR + STATS))
    assert (x, y, width, y + height) == (5, 40, 40, bottom)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ('x="5" y="10" width="9" height="28"', (5, 10, 40, 50)),
        ('x="47" y="50" width="9" height="9"', (5, 40, 51, 20)),
        ('x="1" y="41" width="3" height="9"', (1, 40, 44, 20)),
        ('x="5" y="59.5" width="3" height="9"', (5, 40, 40, 28.5)),
        ('x="5" y="62" width="40" height="9" inset="2"', (5, 40, 40, 29)),
    ],
)
def test_it_grows_to_the_side_on_which_the_other_lies(
    sheet: Deck, other: str, expected: tuple[float, ...]
) -> None:
    sheet.fields = [{"flavour": ""}]
    other, inset, _ = other.partition(" inset=")
    name = " inset=2" if inset else ""
    inside = RULES.format(name) + f'<g inkscape:label="if:flavour"><rect {other}/></g>'
    assert box(face(sheet, inside)) == expected


def test_a_box_does_not_grow_over_a_neighbour_beside_the_empty_one(sheet: Deck) -> None:
    sheet.fields = [{"flavour": "", "stats": stats} for stats in ("9", "")]
    behind = '<g inkscape:label="if:flavour"><rect x="5" y="62" width="40" height="20"/></g>'
    fronts = drawn(sheet, RULES.format(" grow:stats") + behind + STATS).fronts.values()
    assert [box(front.svg)[3] for front in fronts] == [20, 42]


def test_texts_pictures_and_repeats_grow(sheet: Deck) -> None:
    sheet.fields[0] |= {"flavour": "", "rules": "a\nb"}
    text = (
        '<rect inkscape:label="text:rules valign=bottom grow:flavour" x="5" y="40" width="40" height="20"/>'
    )
    low = [float(y) for y in re.findall(r'<text x="[^"]*" y="([^"]*)"', face(sheet, text + FLAVOUR))]
    assert 68 < max(low) < 71
    art = '<rect rx="2" inkscape:label="art:picture grow:flavour" x="5" y="40" width="40" height="20"/>'
    assert '<path d="M7 40h36a2 2 0 0 1 2 2v27' in face(sheet, art + FLAVOUR)
    icons = '<rect inkscape:label="repeat:coin count=cost valign=bottom size=4 grow:flavour" x="5" y="40" width="40" height="20"/>'
    assert 'y="67" width="4"' in face(sheet, icons + FLAVOUR)


def test_a_repeat_is_empty_where_its_count_is_none(sheet: Deck) -> None:
    sheet.fields = [{"cost": 0}, {"cost": 1}, {"cost": ""}]
    inside = (
        '<rect inkscape:label="grow:cost" x="5" y="5" width="30" height="9"/>'
        '<rect inkscape:label="repeat:coin count=cost" x="36" y="5" width="20" height="9"/>'
    )
    fronts = drawn(sheet, inside).fronts.values()
    assert [box(front.svg)[2] for front in fronts] == [51, 30, 51]


def test_boxes_are_those_of_the_face_however_the_drawing_is_scaled(sheet: Deck) -> None:
    sheet.fields = [{"flavour": ""}]
    inside = f'<g transform="translate(10 0) scale(0.5)">{RULES.format("")}</g><g transform="translate(0 -20)">{FLAVOUR}</g>'
    made = face(sheet, inside)
    assert 'transform="matrix(0.5 0 0 0.5 10 0)"' in made
    assert box(made) == (5, 40, 40, 62)  # in its own units: from 20 mm to 51 mm


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        (RULES.format(""), 'grow:flavour: nothing else on the drawing shows "flavour"'),
        (
            RULES.format("") + '<text inkscape:label="text:flavour" style="font-family:Cinzel">x</text>',
            'grow:flavour: what shows "flavour" has no box; draw a rectangle for it',
        ),
        (
            RULES.format("") + FLAVOUR.replace("62", "50"),
            'grow:flavour: the box and that of "flavour" overlap; draw them beside each other',
        ),
        (
            f'<g transform="rotate(5)">{RULES.format("")}</g>' + FLAVOUR,
            "grow: is for boxes that are not turned; draw this one upright",
        ),
        (FLAVOUR + '<circle inkscape:label="grow:flavour" r="3"/>', "grow: is for boxes; <circle> is none"),
        (
            FLAVOUR + '<circle inkscape:label="art:picture grow:flavour" r="3"/>',
            "grow: is for boxes; <circle>",
        ),
        (
            FLAVOUR + '<text inkscape:label="text:name grow:flavour" style="font-family:Cinzel">x</text>',
            "grow: is for boxes; draw a rectangle for this text and group the two",
        ),
        (
            FLAVOUR + '<rect inkscape:label="icon:symbol grow:flavour" width="9" height="9"/>',
            "grow: is for texts, pictures, repeats and rectangles, not for icon:symbol",
        ),
    ],
)
def test_boxes_that_cannot_grow_are_refused(sheet: Deck, inside: str, message: str) -> None:
    found = faults(sheet, inside)
    assert message in found[0].message
    assert (found[0].place.line, found[0].code) == (3, "svg-template")


def test_a_field_that_no_card_has_is_told(sheet: Deck) -> None:
    found = faults(sheet, RULES.format("") + FLAVOUR)
    assert any('"flavour" is not defined' in fault.message for fault in found)


def test_a_box_that_grows_itself_is_room_for_others_as_it_was_drawn(sheet: Deck) -> None:
    """The other grows into the room of rules, and stands above: its sides are expressions by then."""
    sheet.fields = [{"picture": "", "rules": "words"}]
    other = '<rect inkscape:label="if:picture=* grow:rules" x="5" y="20" width="40" height="18"/>'
    text = '<rect inkscape:label="text:rules" x="5" y="62" width="40" height="9"/>'
    mine = '<rect inkscape:label="grow:picture" x="5" y="40" width="40" height="20"/>'
    x, y, width, height = box(face(sheet, other + mine + text))
    assert (x, y, width, y + height) == (5, 20, 40, 60)
