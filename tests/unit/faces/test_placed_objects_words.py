"""Words of a drawing are filled in and measured for one card."""

from __future__ import annotations

import pytest
from deck import Deck
from msgspec.structs import replace

from prancha.faces.svg_templates.drawing_objects import look_of


def test_fields_are_filled_in_and_measured(sheet: Deck) -> None:
    sheet.fields = [{"name": "Fox", "stats": {"hp": 12}}, {"name": "A fox of the hill", "stats": {"hp": 1}}]
    sheet.write(
        "card.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"/>'
    )
    maker = sheet.maker()
    short, long = maker.words_on("cards/c0"), maker.words_on("cards/c1")
    assert (
        short.filled("{{ name }}: {{item.stats.hp}} of {{ cost * 2 }}, {{ nobody }}")
        == "Fox: 12 of {{ cost * 2 }}, {{ nobody }}"
    )
    look = look_of({"font-family": "Alegreya Sans", "font-size": "4"}, 1.0, short.fonts)
    assert short.width("{{ name }}", look) < long.width("{{ name }}", look)
    assert short.width("{{ name }}", look) == pytest.approx(short.width("Fox", look))
    with pytest.raises(ValueError, match="size"):
        short.width("Fox", replace(look, size=0.0))
    with pytest.raises(LookupError):
        maker.words_on("cards/none")


def test_texts_of_the_game_are_filled_in_and_measured_words_leave_no_remark(sheet: Deck) -> None:
    sheet.fields = [{"name": "Fox"}]
    sheet.write(
        "card.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
        ' width="63mm" height="88mm" viewBox="0 0 63 88">'
        '<text inkscape:label="text:name" x="9" y="9">N</text>'
        "</svg>",
    )
    maker = sheet.maker()
    words = maker.words_on("cards/c0")
    assert words.filled("{{ texts.round }} {{ name }}") == "Round Fox"
    look = look_of({"font-family": "Alegreya Sans", "font-size": "4"}, 1.0, words.fonts)
    assert words.width("*open", look) > 0
    assert maker.draw(["cards/c0"]).notes == ()
