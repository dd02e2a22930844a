"""Texts in absent fonts: roles and generic names are set, all others told or refused at once."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest
from plainly import BOX, normalised

from prancha.graphics.fonts import FontBook, Letters
from prancha.graphics.svg.normal.plain_fonts import settle_fonts
from prancha.graphics.svg.svg_markup import DrawingFaults
from prancha.system.program_folders import TEMPLATES


def settled(inside: str, forgives: bool = False) -> tuple[Element, list[str]]:
    """A plain drawing in a game of two fonts, and what is told of those it names."""
    book = FontBook((TEMPLATES / "_library",))
    book.roles = {"body": "Alegreya Sans", "title": "Cinzel"}
    letters = Letters(book, stands_in=True)
    plain = normalised(inside, letters)
    return plain.root, [why for _, why in settle_fonts(plain, BOX, letters, forgives)]


@pytest.mark.parametrize(
    ("families", "set_in", "told"),
    [
        ("title", "Cinzel", 0),
        ("body, serif", "Alegreya Sans", 0),
        ("Nothing, Cinzel, serif", "Cinzel", 0),
        ("sans-serif", "Alegreya Sans", 1),
        ("Sans", "Alegreya Sans", 1),
        ("Arial, 'monospace'", "Alegreya Sans", 1),
        ("system-ui", "Alegreya Sans", 1),
        ("cursive", "Cinzel", 1),
    ],
)
def test_roles_and_generic_names_are_fonts_of_the_game(families: str, set_in: str, told: int) -> None:
    text = f'<text x="9" y="9" font-size="4" font-family="{families}" font-weight="700">a</text>'
    root, why = settled(text * 2)
    assert {each.get("font-family") for each in root.iter("text")} <= {set_in, families}
    assert len(why) == told


ABSENT = "".join(
    f'<text x="9" y="{y}" font-size="4" font-family="{name}">a</text>'
    for y, name in ((9, "Inter"), (19, "Lora"), (29, "Inter"))
)


def test_all_absent_fonts_are_refused_at_once() -> None:
    with pytest.raises(DrawingFaults) as caught:
        settled(ABSENT)
    assert [fault.message for fault in caught.value] == [
        'there is no font "Inter"',
        'there is no font "Lora"',
    ]
    hint = 'prancha font add "Inter", or say what stands for it: fonts: {"Inter": Alegreya Sans} in game.yaml'
    assert caught.value.hint == hint


def test_a_picture_is_set_in_the_body_all_the_same_and_told() -> None:
    root, told = settled(ABSENT, forgives=True)
    assert {text.get("font-family") for text in root.iter("text")} == {"Alegreya Sans"}
    assert [why.partition(",")[0] for why in told] == ['there is no font "Inter"', 'there is no font "Lora"']


@pytest.mark.parametrize("place", ['x="-90" y="9"', 'x="9" y="-30"', 'x="9" y="240"', 'x="130" y="9"'])
def test_a_text_outside_of_the_page_is_left_out(place: str) -> None:
    root, told = settled(
        f'<g transform="translate(1 1)"><text {place} font-family="Inter" font-size="4">a</text></g>'
    )
    assert (list(root.iter("text")), told) == ([], [])
